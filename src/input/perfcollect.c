/* work.trace/perf.data.txt, work.trace/perf-2014.map, work.trace/perfcollect.log
 * What .NET's perfcollect saves: a zip archive with a perf recording, its text, and the maps that
 * the runtime wrote. */
#include "base/mem.h"
#include "base/parse.h"
#include "base/zip.h"
#include "input/common/reading.h"
#include "input/perfcollect/recorded.h"
#include "input/perfcollect/text.h"

enum { CHUNK = 64 << 10 };

/* The files in an archive that matter. */
enum file { FILE_MAP, FILE_RECORDING, FILE_INJECTED, FILE_TEXT, FILE_LOG, FILE_OTHER };

/* The formats inside an archive. */
extern const struct input_format input_perf, input_perf_data;

struct perfcollect {
    struct reading *r;
    struct profile *p;
    struct fault *f;
    struct zip zip;
    struct buf kept[FILE_OTHER]; /* by file; that of the map is one after the other */
    struct bundled_symbols maps;
    bool has_lttng; /* and that was said */
};

static const char *const names[] = {
    [FILE_RECORDING] = "perf.data",
    [FILE_INJECTED] = "perf-jit.data", /* refers to files that perf inject made, which are not in
                                        * the archive */
    [FILE_TEXT] = "perf.data.txt",
    [FILE_LOG] = "perfcollect.log",
};

/* Files are in the archive itself or in its single folder. */
static enum file file_of(struct str path)
{
    struct str name = path_base_name(path);
    size_t slash = str_find(path, 0, STR("/"));

    if (slash < path.n && path.n - slash - 1 != name.n)
        return FILE_OTHER;
    for (unsigned i = FILE_RECORDING; i < FILE_OTHER; i++)
        if (str_equal(name, str_of(names[i])))
            return (enum file)i;
    return bundled_symbols_take(name) ? FILE_MAP : FILE_OTHER;
}

static bool read_file(struct perfcollect *in, struct buf *to)
{
    struct reading *r = in->r;
    size_t got = 1;

    buf_clear(to);
    while (got) {
        char *room = buf_reserve(to, CHUNK);
        if (!zip_read(&in->zip, room, CHUNK, &got, in->f))
            return false;
        to->n += got;
        if (r->progress)
            r->progress(r->progress_context, in->zip.at);
    }
    return true;
}

/* Looks at a file that is not read. Traces of Instruments lie in a folder of the same ending. */
static bool look_at_other(struct perfcollect *in, struct str path)
{
    static const char *const signs[] = {".trace/form.template", ".trace/corespace/", ".trace/Trace",
                                        ".trace/instrument_data/"};

    for (size_t i = 0; i < sizeof signs / sizeof signs[0]; i++)
        if (str_find(path, 0, str_of(signs[i])) < path.n)
            return fault_set(in->f, FAULT_INPUT,
                             "%s: is a trace of Instruments, wanted what xctrace export writes of "
                             "it, or its deep copy as text",
                             in->r->name);
    if (!in->has_lttng && str_find(path, 0, STR("lttngTrace/")) < path.n) {
        in->has_lttng = true;
        reading_remark(in->r->details, "events of the runtime in lttngTrace are not read");
    }
    return true;
}

static bool read_files(struct perfcollect *in)
{
    bool ok = zip_next(&in->zip, in->f);

    while (ok && in->zip.in_file) {
        struct str path = buf_str(&in->zip.file);
        enum file file = file_of(path);
        ok = file == FILE_OTHER ? look_at_other(in, path) : read_file(in, &in->kept[file]);
        if (ok && file == FILE_MAP)
            bundled_symbols_add(&in->maps, path_base_name(path), buf_str(&in->kept[file]));
        ok = ok && zip_next(&in->zip, in->f);
    }
    bundled_symbols_finish(&in->maps);
    return ok;
}

/* If perf.data.txt is empty, perfcollect continued after a failed step: the last line of its log
 * about a failure says more than the very last one. */
static struct str last_words(struct str log)
{
    static const char *const signs[] = {"rror", "ailed", "not found", "denied", "o such file"};
    struct str last = STR("");
    struct str telling = STR("");
    struct str line;

    while (log.n && take_field(&log, '\n', &line)) {
        line = str_trim(line);
        if (line.n)
            last = line;
        for (size_t i = 0; i < sizeof signs / sizeof signs[0]; i++)
            if (str_find(line, 0, str_of(signs[i])) < line.n)
                telling = line;
    }
    return telling.n ? telling : last;
}

static bool nothing_recorded(struct perfcollect *in)
{
    struct str words = last_words(buf_str(&in->kept[FILE_LOG]));
    bool has_text = in->kept[FILE_TEXT].p != NULL;
    struct excerpt e;

    return fault_set(in->f, FAULT_INPUT, "%s: %s%s%s", in->r->name,
                     has_text ? "perf.data.txt in this archive holds no samples, wanted some"
                              : "neither perf.data nor perf.data.txt is in this archive, wanted "
                                "one; traces of LTTng alone are not read",
                     words.n ? "; perfcollect.log in it says: " : "",
                     words.n ? excerpt_of(&e, words) : "");
}

/* Reads bytes of the archive as an input of that format. */
static bool read_as(struct perfcollect *in, const struct input_format *format, struct str bytes)
{
    struct source source;
    struct blocks blocks;

    if (!source_open_memory(&source, in->r->name, bytes, in->r->limits, in->f))
        return false;
    blocks_init(&blocks, &source);
    bool ok = format->read(in->r, &blocks, in->p, in->f);
    blocks_free(&blocks);
    source_close(&source);
    return ok;
}

static bool read_recording(struct perfcollect *in, struct str recording)
{
    in->r->maps = &in->maps;
    bool ok = read_as(in, &input_perf_data, recording);
    in->r->maps = NULL;
    return ok;
}

static bool read_text(struct perfcollect *in)
{
    const struct tally *t = &in->r->tally;
    struct buf text = {0};

    perfcollect_name(&in->maps, buf_str(&in->kept[FILE_TEXT]), &text);
    bool ok = read_as(in, &input_perf, buf_str(&text));
    buf_free(&text);
    return ok && (t->taken || t->bad || nothing_recorded(in));
}

/* The recording says more than its text. If the maps belong to other processes, they may belong to
 * the text. */
static bool read_kept(struct perfcollect *in)
{
    struct str text = buf_str(&in->kept[FILE_TEXT]);
    struct str recording = buf_str(&in->kept[FILE_RECORDING]);

    if (!recording.n)
        recording = buf_str(&in->kept[FILE_INJECTED]);
    if (recording.n &&
        (!text.n || !in->maps.n_maps || perfcollect_recorded(in->r, recording, &in->maps)))
        return read_recording(in, recording);
    if (text.n && in->r->off_cpu)
        return fault_set(
            in->f, FAULT_INPUT,
            "%s: holds a text that does not say when threads left the CPU, wanted a recording",
            in->r->name);
    return text.n ? read_text(in) : nothing_recorded(in);
}

static bool read(struct reading *r, struct blocks *blocks, struct profile *p, struct fault *f)
{
    struct perfcollect in = {.r = r, .p = p, .f = f};

    zip_init(&in.zip, blocks, r->name, r->limits);
    bool ok = read_files(&in);
    uint64_t bytes = in.zip.at;
    ok = ok && read_kept(&in);
    r->tally.bytes = bytes;
    for (size_t i = 0; i < FILE_OTHER; i++)
        buf_free(&in.kept[i]);
    bundled_symbols_free(&in.maps);
    zip_free(&in.zip);
    return ok;
}

/* A zip archive whose first file is one of these, or lies in NAME.trace/. */
static unsigned recognise(struct str prefix)
{
    enum { NAME = 30, N_NAME = 26, BITS = 60 };

    if (prefix.n < NAME || !str_starts(prefix, STR("PK\3\4")))
        return 0;
    size_t n = (unsigned char)prefix.p[N_NAME] + ((size_t)(unsigned char)prefix.p[N_NAME + 1] << 8);
    if (prefix.n - NAME < n)
        return 0;
    struct str path = str_from_to(prefix, NAME, NAME + n);
    struct str folder = str_from_to(path, 0, str_find(path, 0, STR("/")));
    bool in_trace = folder.n < path.n && str_ends(folder, STR(".trace"));
    return in_trace || file_of(path) != FILE_OTHER ? BITS : 0;
}

static const char *const endings[] = {"trace.zip", NULL};

const struct input_format input_perfcollect = {
    .name = "perfcollect",
    .about = "the trace.zip that perfcollect of .NET saves",
    .endings = endings,
    .recognise = recognise,
    .read = read,
    .binary = true,
    .tells_lost_callers = true,
    .off_cpu = true,
};
