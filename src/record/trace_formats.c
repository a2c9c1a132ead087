/* The format of trace.dat, version 0.6, as far as its formats of events:
 * https://man7.org/linux/man-pages/man5/trace-cmd.dat.v6.5.html */
#include "record/trace_formats.h"

#include <unistd.h>

#include "base/native.h"
#include "base/parse.h"
#include "record/pmu.h"
#include "record/small_file.h"

/* A size and the contents. */
static bool add_file(struct buf *to, const char *root, struct str folder, struct str name)
{
    struct buf text = {0};
    bool ok =
        small_file_read(&text, "%s/%.*s/%.*s", root, (int)folder.n, folder.p, (int)name.n, name.p);

    native_u64(to, text.n);
    buf_add(to, buf_str(&text));
    buf_free(&text);
    return ok;
}

/* A group of events of one subsystem; each tracepoint is a group of its own. Modifiers behind a
 * second colon are no part of its name. */
static bool add_tracepoint(struct buf *to, const char *root, struct str name)
{
    struct str rest = name;
    struct str subsystem = STR("");
    struct str event = STR("");
    struct buf format = {0};

    if (!take_field(&rest, ':', &subsystem) || !take_field(&rest, ':', &event))
        return false;
    buf_add(&format, event);
    buf_add(&format, STR("/format"));
    buf_add(to, subsystem);
    buf_add_byte(to, '\0');
    native_u32(to, 1);
    bool ok = add_file(to, root, subsystem, buf_str(&format));
    buf_free(&format);
    return ok;
}

static void begin(struct buf *to)
{
    const long page = sysconf(_SC_PAGESIZE);

    buf_add(to, STR("\027\010\104"));
    buf_add(to, (struct str){"tracing0.6", sizeof "tracing0.6"});
    buf_add_byte(to, native_is_big_endian() ? '\1' : '\0'); /* the byte order */
    buf_add_byte(to, (char)sizeof(long));
    native_u32(to, page > 0 ? (uint32_t)page : 4096);
}

/* Behind the events: kallsyms, the formats of trace_printk, and names of commands; all empty. */
static void end(struct buf *to)
{
    native_u32(to, 0);
    native_u32(to, 0);
    native_u64(to, 0);
}

void trace_formats_add(struct buf *to, const char *const *names, size_t n)
{
    const size_t from = to->n;
    const char *root = pmu_tracepoints();
    bool ok = root != NULL;

    if (n == 0 || !ok)
        return;
    begin(to);
    buf_add(to, (struct str){"header_page", sizeof "header_page"});
    ok = add_file(to, root, STR("."), STR("header_page"));
    buf_add(to, (struct str){"header_event", sizeof "header_event"});
    ok = ok && add_file(to, root, STR("."), STR("header_event"));
    native_u32(to, 0); /* events of ftrace itself */
    native_u32(to, (uint32_t)n);
    for (size_t i = 0; ok && i < n; i++)
        ok = add_tracepoint(to, root, str_of(names[i]));
    end(to);
    if (!ok)
        to->n = from;
}
