/* work.trace/perf.data.txt, work.trace/perf-2014.map, work.trace/perfcollect.log
 * What .NET's perfcollect saves: a zip archive with a perf recording, its text, and the maps that
 * the runtime wrote. */
#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/folder.h"
#include "base/mem.h"
#include "base/parse.h"
#include "base/unpack/zip.h"
#include "input/babeltrace/trace_folders.h"
#include "input/common/reading.h"
#include "input/perfcollect/recorded.h"
#include "input/perfcollect/text.h"

enum { CHUNK = 64 << 10, FILES_MOST = 100000 };

/* The files in an archive that matter. */
enum archive_file { FILE_MAP, FILE_RECORDING, FILE_INJECTED, FILE_TEXT, FILE_LOG, FILE_OTHER };

/* The formats inside an archive. */
extern const struct input_format input_babeltrace, input_perf, input_perf_data;

struct perfcollect {
    struct reading *r;
    struct profile *p;
    struct fault *f;
    struct zip zip;
    struct buf kept[FILE_OTHER]; /* by file; that of the map is one after the other */
    struct bundled_symbols maps;
    uint64_t bytes;  /* read */
    uint64_t traces; /* in lttngTrace/ */
};

static const char *const names[] = {
    [FILE_RECORDING] = "perf.data",
    [FILE_INJECTED] = "perf-jit.data", /* refers to files that perf inject made, which are not in
                                        * the archive */
    [FILE_TEXT] = "perf.data.txt",
    [FILE_LOG] = "perfcollect.log",
};

/* Files are in the archive itself or in its single folder. */
static enum archive_file file_of(struct str path)
{
    struct str name = path_base_name(path);
    size_t slash = str_find(path, 0, STR("/"));

    if (slash < path.n && path.n - slash - 1 != name.n)
        return FILE_OTHER;
    for (unsigned i = FILE_RECORDING; i < FILE_OTHER; i++)
        if (str_equal(name, str_of(names[i])))
            return (enum archive_file)i;
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
    in->traces +=
        str_find(path, 0, STR("lttngTrace/")) < path.n && str_ends(path, STR("/metadata"));
    return true;
}

static bool read_files(struct perfcollect *in)
{
    bool ok = zip_next(&in->zip, in->f);

    while (ok && in->zip.in_file) {
        struct str path = buf_str(&in->zip.file);
        enum archive_file file = file_of(path);
        ok = file == FILE_OTHER ? look_at_other(in, path) : read_file(in, &in->kept[file]);
        if (ok && file == FILE_MAP)
            bundled_symbols_add(&in->maps, path_base_name(path), buf_str(&in->kept[file]));
        ok = ok && zip_next(&in->zip, in->f);
    }
    in->bytes = in->zip.at;
    return ok;
}

/* ---- the same files in a folder -------------------------------------------------------------- */

static bool read_below(struct perfcollect *in, const struct folder *folder, const char *name,
                       struct buf *to)
{
    const int fd = folder_file_itself(folder, name);
    ssize_t n = 1;

    if (fd < 0)
        return fault_set(in->f, FAULT_SYSTEM, "%s/%s: %s", in->r->folder, name, strerror(errno));
    buf_clear(to);
    while (n > 0) {
        n = read(fd, buf_reserve(to, CHUNK), CHUNK);
        to->n += n > 0 ? (size_t)n : 0;
    }
    const int error = errno;
    close(fd);
    in->bytes += to->n;
    if (n < 0)
        return fault_set(in->f, FAULT_SYSTEM, "%s/%s: %s", in->r->folder, name, strerror(error));
    if (in->r->progress)
        in->r->progress(in->r->progress_context, in->bytes);
    return true;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Appends the names of files that matter, each with a NUL behind it; returns how many. */
static size_t list_files(const char *folder, struct buf *to)
{
    DIR *dir = opendir(folder);
    struct dirent *entry;
    size_t n = 0;

    while (dir && n < FILES_MOST && (entry = readdir(dir))) {
        if (file_of(str_of(entry->d_name)) == FILE_OTHER)
            continue;
        buf_add(to, str_of(entry->d_name));
        buf_add_byte(to, '\0');
        n++;
    }
    if (dir)
        closedir(dir);
    return n;
}

/* In the order of their names, whatever that of their file system is. */
static bool read_listed(struct perfcollect *in, const struct folder *folder, struct buf *list,
                        size_t n)
{
    const char **names_of = mem_alloc(n, sizeof *names_of);
    bool ok = true;

    for (size_t i = 0, at = 0; i < n; i++, at += strlen(list->p + at) + 1)
        names_of[i] = list->p + at;
    qsort(names_of, n, sizeof *names_of, by_name);
    for (size_t i = 0; ok && i < n; i++) {
        const struct str name = str_of(names_of[i]);
        const enum archive_file file = file_of(name);
        ok = read_below(in, folder, names_of[i], &in->kept[file]);
        if (ok && file == FILE_MAP)
            bundled_symbols_add(&in->maps, name, buf_str(&in->kept[file]));
    }
    mem_free(names_of, n, sizeof *names_of);
    return ok;
}

static bool read_folder(struct perfcollect *in)
{
    struct folder folder = folder_open(in->r->folder);
    struct buf list = {0};
    const size_t n = list_files(in->r->folder, &list);
    const bool ok = read_listed(in, &folder, &list, n);

    buf_free(&list);
    folder_close(&folder);
    in->traces = trace_folders_count(in->r->folder, "lttngTrace");
    return ok;
}

/* ---- what is drawn --------------------------------------------------------------------------- */

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
                                "one, or a trace of LTTng in lttngTrace/",
                     words.n ? "; perfcollect.log in it says: " : "",
                     words.n ? excerpt_of(&e, words) : "");
}

/* Reads bytes of the archive as an input of that format. */
static bool read_as(struct perfcollect *in, const struct input_format *format, struct str bytes)
{
    struct source source;
    struct blocks blocks;

    if (!source_open_memory(&source, in->r->name, bytes, &in->r->ask->limits, in->f))
        return false;
    blocks_init(&blocks, &source);
    bool ok = format->read(in->r, &blocks, in->p, in->f);
    blocks_free(&blocks);
    source_close(&source);
    return ok;
}

/* The folder is not one of perf record. */
static bool read_recording(struct perfcollect *in, struct str recording)
{
    const char *folder = in->r->folder;

    in->r->maps = &in->maps;
    in->r->folder = NULL;
    bool ok = read_as(in, &input_perf_data, recording);
    in->r->maps = NULL;
    in->r->folder = folder;
    return ok;
}

/* A pipe has given its bytes already, and another open of one waits for a writer. */
static bool can_read_again(const char *path)
{
    struct stat status;

    return path && stat(path, &status) == 0 && S_ISREG(status.st_mode);
}

/* The trace, where there is nothing else. An archive is read again, as its files are not kept. */
static bool read_trace(struct perfcollect *in, struct blocks *blocks)
{
    struct source source;
    struct blocks again;

    if (in->r->folder)
        return input_babeltrace.read(in->r, blocks, in->p, in->f);
    if (!can_read_again(in->r->path))
        return fault_set(in->f, FAULT_INPUT,
                         "%s: has a trace alone, wanted --from babeltrace for one that does not "
                         "come from a file",
                         in->r->name);
    if (!source_open(&source, in->r->path, &in->r->ask->limits, in->f))
        return false;
    blocks_init(&again, &source);
    bool ok = input_babeltrace.read(in->r, &again, in->p, in->f);
    blocks_free(&again);
    source_close(&source);
    return ok;
}

static void tell_traces(const struct perfcollect *in)
{
    if (in->traces)
        reading_remark(&in->r->info->remarks,
                       "lttngTrace/ holds %" PRIu64 " trace%s, not drawn with the samples of "
                       "perf; --from babeltrace draws %s",
                       in->traces, in->traces == 1 ? "" : "s", in->traces == 1 ? "it" : "them");
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
static bool read_kept(struct perfcollect *in, struct blocks *blocks)
{
    struct str text = buf_str(&in->kept[FILE_TEXT]);
    struct str recording = buf_str(&in->kept[FILE_RECORDING]);

    if (!recording.n)
        recording = buf_str(&in->kept[FILE_INJECTED]);
    if (!recording.n && !text.n && in->traces && in->r->ask->read != READ_OFF_CPU)
        return read_trace(in, blocks);
    tell_traces(in);
    if (recording.n &&
        (!text.n || !in->maps.n_maps || perfcollect_recorded(in->r, recording, &in->maps)))
        return read_recording(in, recording);
    if (text.n && in->r->ask->read == READ_OFF_CPU)
        return fault_set(
            in->f, FAULT_INPUT,
            "%s: holds a text that does not say when threads left the CPU, wanted a recording",
            in->r->name);
    return text.n ? read_text(in) : nothing_recorded(in);
}

static bool read_all(struct reading *r, struct blocks *blocks, struct profile *p, struct fault *f)
{
    struct perfcollect in = {.r = r, .p = p, .f = f};

    zip_init(&in.zip, blocks, r->name, &r->ask->limits);
    bool ok = r->folder ? read_folder(&in) : read_files(&in);
    bundled_symbols_finish(&in.maps);
    ok = ok && read_kept(&in, blocks);
    r->tally.bytes = in.bytes;
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

/* The folder that such an archive unpacks to, or that is in it. */
static unsigned recognise_folder(const char *path)
{
    enum { BITS = 60 };
    struct folder folder = folder_open(path);
    bool is = false;

    for (unsigned i = FILE_RECORDING; !is && folder.fd >= 0 && i < FILE_OTHER; i++) {
        const int fd = folder_file_itself(&folder, names[i]);
        is = fd >= 0;
        if (is)
            close(fd);
    }
    folder_close(&folder);
    return is ? BITS : 0;
}

static const char *const endings[] = {"trace.zip", NULL};

const struct input_format input_perfcollect = {
    .name = "perfcollect",
    .about = "the trace.zip that perfcollect of .NET saves, or its folder",
    .endings = endings,
    .recognise = recognise,
    .recognise_folder = recognise_folder,
    .read = read_all,
    .binary = true,
    .tells_lost_callers = true,
    .off_cpu = true,
};
