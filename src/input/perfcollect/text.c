/*     893040 [unknown] (/path/to/mscorlib.ni.dll)
 * A frame that perf could not name. */
#include "input/perfcollect/text.h"

#include "base/parse.h"
#include "base/source.h"
#include "input/perf/frame.h"
#include "input/perf/header.h"

/* Whether the line is an unnamed frame that the maps can name. */
static bool find_name(const struct bundled_symbols *maps, uint64_t pid, struct str line,
                      struct perf_frame *frame, struct str *name)
{
    uint64_t address;

    if (line.n == 0 || !is_blank(line.p[0]) || !perf_frame_read(line, frame) || frame->inlined ||
        (frame->name.n && !str_equal(frame->name, STR("[unknown]"))) ||
        !parse_hex_u64(frame->address, &address))
        return false;
    return bundled_symbols_in(maps, pid, frame->module, address, name) ||
           bundled_symbols_at(maps, pid, address, name);
}

static void add_frame(const struct perf_frame *frame, struct str name, struct buf *to)
{
    buf_add_byte(to, '\t');
    buf_add(to, frame->address);
    buf_add_byte(to, ' ');
    buf_add(to, name);
    buf_add(to, STR(" ("));
    buf_add(to, frame->module.n ? frame->module : STR("[unknown]"));
    buf_add(to, STR(")\n"));
}

void perfcollect_name(const struct bundled_symbols *maps, struct str text, struct buf *to)
{
    struct str line;
    struct perf_layout layout;
    struct perf_header header;
    struct perf_frame frame;
    struct str name;
    uint64_t pid = 0;

    perf_layout_find(str_from_to(text, 0, text.n < SOURCE_PREFIX ? text.n : SOURCE_PREFIX),
                     &layout);
    while (text.n && take_field(&text, '\n', &line)) {
        struct str shown = line;
        while (shown.n && shown.p[shown.n - 1] == '\r')
            shown.n--;
        if (find_name(maps, pid, shown, &frame, &name)) {
            add_frame(&frame, name, to);
            continue;
        }
        if (shown.n && shown.p[0] != '\t' && perf_header_read(shown, &layout, &header) &&
            header.sure && !parse_u64(header.pid.n ? header.pid : header.tid, &pid))
            pid = 0;
        buf_add(to, line);
        buf_add_byte(to, '\n');
    }
}
