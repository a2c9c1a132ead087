/* Asks the terminal for its size, and the environment whether colours are wanted. */
#include "app/common/terminal.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/parse.h"

static size_t size_from(unsigned short told, const char *name)
{
    const char *text = getenv(name);
    uint64_t n;

    if (told)
        return told;
    return text && parse_u64(str_of(text), &n) && n <= TERMINAL_MOST ? (size_t)n : 0;
}

/* See no-color.org. */
static bool wants_colours(void)
{
    const char *refused = getenv("NO_COLOR");
    const char *kind = getenv("TERM");

    return !(refused && refused[0]) && kind && kind[0] && strcmp(kind, "dumb") != 0;
}

struct terminal terminal_of(const char *output)
{
    struct winsize size = {.ws_col = 0};

    if (output || isatty(1) != 1)
        return (struct terminal){.columns = 0};
    (void)!ioctl(1, TIOCGWINSZ, &size);
    return (struct terminal){
        .columns = size_from(size.ws_col, "COLUMNS"),
        .lines = size_from(size.ws_row, "LINES"),
        .coloured = wants_colours(),
        .is_one = true,
    };
}
