/* Sends a child the folders of traces, or the files in an archive, and lends what it writes. */
#include "input/babeltrace/trace.h"

#include <inttypes.h>

#include "base/mem.h"
#include "base/process/wire.h"
#include "base/unpack/zip.h"
#include "input/babeltrace/member.h"
#include "input/babeltrace/trace_folders.h"
#include "input/babeltrace/wire.h"

bool trace_is_archive(struct str prefix)
{
    return str_starts(prefix, STR("PK\3\4"));
}

#ifdef FLAME_HAVE_BABELTRACE

/* Returns false when the child does not listen any more. */
static bool send(const struct trace *t, enum trace_operation operation, struct str operand)
{
    struct sink s;

    sink_open_buf(&s);
    sink_byte(&s, (char)operation);
    if (operation != TRACE_GO)
        wire_text(&s, operand);
    const bool sent = child_send(&t->child, buf_str(&s.buf));
    sink_discard(&s);
    return sent;
}

static bool start(struct trace *t, const struct reading *r, struct fault *f)
{
    const uint64_t seconds = r->ask->limits.time;
    const struct child child = {.program = "flame-babeltrace",
                                .task = TRACE_TO_RECORDS,
                                .seconds = seconds < UINT32_MAX ? (unsigned)seconds : 0,
                                .bare = true};

    *t = (struct trace){.r = r, .source.fd = -1};
    return child_start(&t->child, &child, f);
}

/* What few bytes describe must not be events without end. */
static bool open_records(struct trace *t, const struct reading *r, struct fault *f)
{
    const int from = t->child.from;

    child_sent(&t->child);
    t->child.from = -1;
    if (!source_open_fd(&t->source, from, r->name, &r->ask->limits, f))
        return false;
    t->source.made_of = t->bytes + 1;
    return true;
}

static bool end(struct trace *t, struct fault *f)
{
    struct fault of_child = {0};
    const struct limits *l = &t->r->ask->limits;
    bool late;

    if (child_wait(&t->child, &late, &of_child))
        return !late || limits_reached(f, t->r->name, "time", l->time);
    return fault_set(f, of_child.kind, "%s: %s", t->r->name, of_child.text);
}

/* Ends a child that was not told all. If nothing went wrong here, it did there. */
static bool give_up(struct trace *t, struct fault *f)
{
    if (f->kind != FAULT_NONE)
        child_stop(&t->child);
    return end(t, f) &&
           fault_set(f, FAULT_SYSTEM, "%s: %s ended too early", t->r->name, t->child.program);
}

bool trace_open_folder(struct trace *t, const struct reading *r, struct fault *f)
{
    struct trace_folders folders;
    bool sent = true;

    if (!trace_folders_find(&folders, r->folder, f) || !start(t, r, f)) {
        trace_folders_free(&folders);
        return false;
    }
    t->bytes = folders.bytes;
    for (size_t at = 0; sent && at < folders.paths.n; at += strlen(folders.paths.p + at) + 1)
        sent = send(t, TRACE_FOLDER, str_of(folders.paths.p + at));
    trace_folders_free(&folders);
    return (sent && send(t, TRACE_GO, STR("")) && open_records(t, r, f)) || give_up(t, f);
}

static bool check_metadata(const struct reading *r, struct str path, uint64_t n, struct fault *f)
{
    struct excerpt e;

    return n <= METADATA_MOST || !member_is_metadata(path) ||
           fault_set(f, FAULT_INPUT,
                     "%s: \"%s\" has more than %" PRIu64
                     " bytes, wanted the description of a trace",
                     r->name, excerpt_of(&e, path), METADATA_MOST);
}

/* Sends the bytes of the archive's current file. */
static bool send_file(struct trace *t, struct zip *zip, struct str path, const struct reading *r,
                      struct fault *f)
{
    char *bytes = mem_alloc(TRACE_OPERAND_MOST, 1);
    uint64_t n = 0;
    size_t got = 1;
    bool ok = true;

    while (ok && got) {
        ok = zip_read(zip, bytes, TRACE_OPERAND_MOST, &got, f) &&
             check_metadata(r, path, n += got, f) &&
             (got == 0 || send(t, TRACE_BYTES, (struct str){bytes, got}));
        t->bytes += got;
        if (ok && r->ask->limits.inflate && t->bytes > r->ask->limits.inflate)
            ok = limits_reached(f, r->name, "inflate", r->ask->limits.inflate);
    }
    mem_free(bytes, TRACE_OPERAND_MOST, 1);
    return ok;
}

static bool check_member(const struct reading *r, struct str path, struct fault *f)
{
    struct excerpt e;

    return member_is_safe(path) ||
           fault_set(f, FAULT_INPUT, "%s: has a file of the path \"%s\", wanted one below a folder",
                     r->name, excerpt_of(&e, path));
}

static bool send_members(struct trace *t, struct zip *zip, const struct reading *r, size_t *traces,
                         struct fault *f)
{
    struct str path;
    bool ok = zip_next(zip, f);

    while (ok && zip->in_file) {
        if (member_of_trace(buf_str(&zip->file), &path)) {
            *traces += member_is_metadata(path);
            ok = check_member(r, path, f) && send(t, TRACE_FILE, path) &&
                 send_file(t, zip, path, r, f);
        }
        ok = ok && zip_next(zip, f);
    }
    return ok;
}

bool trace_open_archive(struct trace *t, const struct reading *r, struct blocks *blocks,
                        struct fault *f)
{
    struct zip zip;
    size_t n = 0;

    if (!start(t, r, f))
        return false;
    zip_init(&zip, blocks, r->name, &r->ask->limits);
    bool ok = send_members(t, &zip, r, &n, f) &&
              (n || fault_set(f, FAULT_INPUT,
                              "%s: holds no trace in a folder lttngTrace/, wanted an archive of "
                              "perfcollect; of others, unpack it and give flame the folder",
                              r->name));
    zip_free(&zip);
    return (ok && send(t, TRACE_GO, STR("")) && open_records(t, r, f)) || give_up(t, f);
}

bool trace_close(struct trace *t, bool whole, struct fault *f)
{
    source_close(&t->source);
    if (!whole)
        child_stop(&t->child);
    return end(t, f);
}

#else

static bool refuse(const struct reading *r, const char *what, struct fault *f)
{
    return fault_set(f, FAULT_INPUT,
                     "%s: is %s, which this build of flame cannot read without libbabeltrace2; "
                     "babeltrace2 FOLDER | flame --from babeltrace - draws it",
                     r->name, what);
}

bool trace_open_folder(struct trace *t, const struct reading *r, struct fault *f)
{
    (void)t;
    return refuse(r, "the folder of a trace", f);
}

bool trace_open_archive(struct trace *t, const struct reading *r, struct blocks *blocks,
                        struct fault *f)
{
    (void)t;
    (void)blocks;
    return refuse(r, "an archive with a trace", f);
}

bool trace_close(struct trace *t, bool whole, struct fault *f)
{
    (void)t;
    (void)whole;
    (void)f;
    return true;
}

#endif
