/* py-spy writes "function (file.py:12)". */
#include "input/folded/file_frame.h"

#include "base/parse.h"

bool folded_file_of(struct str frame, struct str *function, struct str *file)
{
    size_t blank = str_find(frame, 0, STR(" "));
    size_t colon = frame.n;
    uint64_t line;

    if (blank == 0 || !str_starts(str_from_to(frame, blank, frame.n), STR(" (")) ||
        frame.p[frame.n - 1] != ')')
        return false;
    while (colon > blank + 2 && frame.p[colon - 1] != ':')
        colon--;
    if (colon <= blank + 3 || !parse_u64(str_from_to(frame, colon, frame.n - 1), &line))
        return false;
    *function = str_from_to(frame, 0, blank);
    *file = str_from_to(frame, blank + 2, colon - 1);
    return true;
}
