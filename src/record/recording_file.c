/* PERFILE2, events with the numbers of their counters, records, and features with their places. */
#include "record/recording_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include "base/folder.h"
#include "base/mem.h"
#include "base/nameless.h"
#include "base/native.h"
#include "base/parse.h"
#include "base/perf_file.h"
#include "base/transfer.h"
#include "record/code/kernel_map.h"
#include "record/nodes.h"
#include "record/small_file.h"
#include "record/synthetic.h"
#include "record/trace_formats.h"

/* As it lies in the file, in the byte order of the machine. */
struct section {
    uint64_t offset, size;
};

struct header {
    char magic[8];
    uint64_t size, entry_size;
    struct section attrs, data, event_types;
    unsigned char features[PERF_FEATURES_BYTES];
};

enum { NAME = 4096, LINE = 64 };

static bool fail(const struct recording_file *r, struct fault *f)
{
    return fault_set(f, FAULT_SYSTEM, "%s: cannot be written: %s", r->called ? r->called : r->path,
                     strerror(errno));
}

static bool write_at(struct recording_file *r, const void *bytes, size_t n, uint64_t at,
                     struct fault *f)
{
    if (transfer_write_at(r->fd, (struct str){bytes, n}, at))
        return true;
    r->no_room = recording_room_is_out(errno);
    return fail(r, f);
}

static bool append(struct recording_file *r, const void *bytes, size_t n, struct fault *f)
{
    if (!write_at(r, bytes, n, r->end, f))
        return false;
    r->end += n;
    return true;
}

static const char *name_of(const struct recording_file *r)
{
    return path_base_name(str_of(r->path)).p;
}

/* The name of what the file replaces; false when it is too long for that. */
static bool old_name(const struct recording_file *r, char old[NAME])
{
    int n = snprintf(old, NAME, "%s.old", name_of(r));

    return n > 0 && n < NAME;
}

/* Opens the folder once, so that all is done in the same. */
static int open_folder(const char *path)
{
    const struct str whole = str_of(path);
    struct buf folder = {0};

    buf_add(&folder, str_from_to(whole, 0, whole.n - path_base_name(whole).n));
    buf_add(&folder, folder.n ? STR("") : STR("."));
    buf_add_byte(&folder, '\0');
    const int fd = folder_of_outputs(folder.p);
    buf_free(&folder);
    return fd;
}

/* Moves what is there out of the way. */
static bool make_room(struct recording_file *r, struct fault *f)
{
    const char *name = name_of(r);
    char old[NAME];
    struct stat status;

    if (fstatat(r->folder, name, &status, AT_SYMLINK_NOFOLLOW) != 0)
        return errno == ENOENT || fail(r, f);
    if (!S_ISREG(status.st_mode) && !S_ISLNK(status.st_mode))
        return fault_set(f, FAULT_USAGE, "%s: is no regular file, wanted one for a recording",
                         r->path);
    r->replaced = status.st_size != 0;
    if (r->replaced)
        return (old_name(r, old) && renameat(r->folder, name, r->folder, old) == 0) || fail(r, f);
    return unlinkat(r->folder, name, 0) == 0 || fail(r, f);
}

/* Where nothing takes its place. */
static void put_back(struct recording_file *r)
{
    char old[NAME];

    if (r->replaced && old_name(r, old))
        (void)!renameat(r->folder, old, r->folder, name_of(r));
    r->replaced = false;
}

static bool create_named(struct recording_file *r, struct fault *f)
{
    if (!make_room(r, f))
        return false;
    r->fd = openat(r->folder, name_of(r), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (r->fd < 0) {
        (void)fail(r, f);
        put_back(r);
    }
    return r->fd >= 0;
}

static bool create_nameless(struct recording_file *r, struct fault *f)
{
    r->fd = nameless_create(r->folder);
    return r->fd >= 0 || fail(r, f);
}

/* Recordings hold what a program's memory does: only the user may read them. */
bool recording_file_create(struct recording_file *r, const struct recording_place *place,
                           struct fault *f)
{
    r->path = place->path;
    r->called = place->called;
    r->nameless = place->nameless;
    r->fd = -1;
    r->folder = place->folder ? fcntl(*place->folder, F_DUPFD_CLOEXEC, 0) : open_folder(r->path);
    if (r->folder < 0)
        return fail(r, f);
    if (r->nameless ? create_nameless(r, f) : create_named(r, f)) {
        recording_room_begin(&r->room, r->fd);
        return true;
    }
    close(r->folder);
    return false;
}

static size_t count_events(const struct recording_file *r)
{
    size_t n = r->n_events;

    for (size_t i = 0; i < EVENTS_BESIDE; i++)
        n += r->beside[i] != NULL;
    return n;
}

static const struct recorded_event *event_at(const struct recording_file *r, size_t i)
{
    if (i < r->n_events)
        return &r->events[i];
    return i == r->n_events && r->beside[0] ? r->beside[0] : r->beside[1];
}

static uint64_t entry_size(const struct recording_file *r)
{
    return r->events[0].attr->size + sizeof(struct section);
}

static bool write_header(struct recording_file *r, uint64_t data_size,
                         const unsigned char features[PERF_FEATURES_BYTES], struct fault *f)
{
    struct header h = {
        .magic = {'P', 'E', 'R', 'F', 'I', 'L', 'E', '2'},
        .size = sizeof h,
        .entry_size = entry_size(r),
        .attrs = {0, count_events(r) * entry_size(r)},
        .data = {r->data_from, data_size},
    };

    h.attrs.offset = r->data_from - h.attrs.size;
    memcpy(h.features, features, sizeof h.features);
    return write_at(r, &h, sizeof h, 0, f);
}

bool recording_file_begin(struct recording_file *r, struct fault *f)
{
    const unsigned char none[PERF_FEATURES_BYTES] = {0};
    struct buf ids = {0};
    struct buf attrs = {0};

    for (size_t i = 0; i < count_events(r); i++) {
        const struct recorded_event *e = event_at(r, i);
        struct section s = {sizeof(struct header) + ids.n, e->n_ids * sizeof *e->ids};
        buf_add(&ids, (struct str){(const char *)e->ids, s.size});
        buf_add(&attrs, (struct str){(const char *)e->attr, e->attr->size});
        buf_add(&attrs, (struct str){(const char *)&s, sizeof s});
    }
    r->end = sizeof(struct header);
    r->data_to = 0;
    bool ok = append(r, buf_str(&ids).p, ids.n, f) && append(r, buf_str(&attrs).p, attrs.n, f);
    r->data_from = r->end;
    buf_free(&ids);
    buf_free(&attrs);
    return ok && write_header(r, 0, none, f);
}

bool recording_file_add(struct recording_file *r, struct str bytes, struct fault *f)
{
    return recording_file_add_pieces(r, (const struct str[]){bytes, STR("")}, f);
}

static bool has_room(struct recording_file *r, uint64_t n)
{
    const uint64_t kept = r->room.kept;

    return (r->full == 0 || r->ending) &&
           recording_room_for(&r->room, r->fd, r->end, n, r->ending ? kept / 2 : kept);
}

/* What was written of them lies behind the end, and is written over. */
static bool leave_out(struct recording_file *r, struct fault *f)
{
    if (r->full == 0 && !recording_room_is_out(errno))
        return fail(r, f);
    if (r->full == 0)
        r->full = errno;
    return true;
}

bool recording_file_add_pieces(struct recording_file *r, const struct str pieces[2],
                               struct fault *f)
{
    const uint64_t n = pieces[0].n + pieces[1].n;

    if (r->held) {
        buf_add(r->held, pieces[0]);
        buf_add(r->held, pieces[1]);
    } else if (n && (!has_room(r, n) || !transfer_write_at(r->fd, pieces[0], r->end) ||
                     !transfer_write_at(r->fd, pieces[1], r->end + pieces[0].n))) {
        return leave_out(r, f);
    }
    r->end += n;
    return true;
}

void recording_file_end(struct recording_file *r)
{
    r->ending = true;
}

/* Of the idle thread, which perf names as well. */
bool recording_file_add_time(struct recording_file *r, uint64_t time_ns, bool begins,
                             struct fault *f)
{
    struct buf record = {0};

    synthetic_idle_at(&record, time_ns, begins);
    bool ok = recording_file_add(r, buf_str(&record), f);
    buf_free(&record);
    return ok;
}

/* A length, and a text with NULs up to a multiple of LINE. */
static void add_text(struct buf *to, struct str text)
{
    size_t room = (text.n + LINE) / LINE * LINE;

    native_u32(to, (uint32_t)room);
    buf_add(to, text);
    for (size_t i = text.n; i < room; i++)
        buf_add_byte(to, '\0');
}

/* What follows begins at a multiple of a word. */
static void pad(struct buf *to)
{
    while (to->n % sizeof(uint64_t))
        buf_add_byte(to, '\0');
}

/* Readers take what follows "--" for the recorded command. */
static void add_command(struct buf *to, const struct recording_file *r)
{
    const bool parted = *r->command && strcmp(r->command[-1], "--") != 0;
    uint32_t n = 0;

    while (r->arguments[n])
        n++;
    native_u32(to, n + parted);
    for (char *const *word = r->arguments; *word; word++) {
        if (parted && word == r->command)
            add_text(to, STR("--"));
        add_text(to, str_of(*word));
    }
}

static void add_events(struct buf *to, const struct recording_file *r)
{
    native_u32(to, (uint32_t)count_events(r));
    native_u32(to, r->events[0].attr->size);
    for (size_t i = 0; i < count_events(r); i++) {
        const struct recorded_event *e = event_at(r, i);
        buf_add(to, (struct str){(const char *)e->attr, e->attr->size});
        native_u32(to, e->n_ids);
        add_text(to, str_of(e->name));
        buf_add(to, (struct str){(const char *)e->ids, e->n_ids * sizeof *e->ids});
    }
}

/* "model name : AMD EPYC" in the first lines of /proc/cpuinfo. */
static void add_processor(struct buf *to)
{
    struct buf text = {0};
    struct str line, key;

    if (small_file_read_most(&text, SMALL_FILE_KERNEL_MOST, "/proc/cpuinfo")) {
        struct str rest = buf_str(&text);
        while (take_field(&rest, '\n', &line))
            if (take_field(&line, ':', &key) && str_equal(str_trim(key), STR("model name"))) {
                add_text(to, str_trim(line));
                break;
            }
    }
    buf_free(&text);
}

static uint32_t count_processors(int which)
{
    long n = sysconf(which);

    return n > 0 ? (uint32_t)n : 1;
}

static void add_tracepoints(struct buf *to, const struct recording_file *r)
{
    const char **names = mem_alloc(r->n_events, sizeof *names);
    size_t n = 0;

    for (size_t i = 0; i < r->n_events; i++)
        if (r->events[i].attr->type == PERF_TYPE_TRACEPOINT)
            names[n++] = r->events[i].name;
    trace_formats_add(to, names, n);
    mem_free(names, r->n_events, sizeof *names);
}

static void add_processor_nodes(struct buf *to)
{
    struct nodes nodes;

    nodes_look(&nodes, "", false);
    if (nodes.n)
        native_u32(to, (uint32_t)nodes.n);
    for (size_t i = 0; i < nodes.n; i++) {
        const struct node *node = &nodes.rows[i];
        native_u32(to, node->number);
        native_u64(to, node->memory_kb);
        native_u64(to, node->free_kb);
        add_text(to, str_from_to(buf_str(&nodes.texts), node->processors,
                                 node->processors + node->n_processors));
    }
    nodes_free(&nodes);
}

static bool has_data_addresses(const struct recording_file *r)
{
    for (size_t i = 0; i < r->n_events; i++)
        if (r->events[i].attr->sample_type & PERF_SAMPLE_ADDR)
            return true;
    return false;
}

/* Nodes without memory are left out. */
static void add_memory_nodes(struct buf *to, const struct recording_file *r)
{
    enum { VERSION = 1, BITS = 64 };
    struct nodes nodes = {0};
    uint64_t n = 0;

    if (has_data_addresses(r))
        nodes_look(&nodes, "", true);
    for (size_t i = 0; i < nodes.n; i++)
        n += nodes.rows[i].n_blocks != 0;
    if (n) {
        native_u64(to, VERSION);
        native_u64(to, nodes.block);
        native_u64(to, n);
    }
    for (size_t i = 0; i < nodes.n; i++) {
        const struct node *node = &nodes.rows[i];
        if (node->n_blocks == 0)
            continue;
        native_u64(to, node->number);
        native_u64(to, node->n_blocks); /* of the node, and again of its bitmap */
        native_u64(to, node->n_blocks);
        for (uint64_t bit = 0; bit < node->n_blocks; bit += BITS)
            native_u64(to, nodes.words[node->bitmap + bit / BITS]);
    }
    nodes_free(&nodes);
}

/* All events count by this clock. */
static void add_clock(struct buf *to)
{
    const uint64_t ns_per_s = 1000000000;
    struct timespec day, clock;

    if (clock_gettime(CLOCK_REALTIME, &day) != 0 || clock_gettime(CLOCK_MONOTONIC, &clock) != 0)
        return;
    native_u32(to, 1);
    native_u32(to, CLOCK_MONOTONIC);
    native_u64(to, (uint64_t)day.tv_sec * ns_per_s + (uint64_t)day.tv_nsec);
    native_u64(to, (uint64_t)clock.tv_sec * ns_per_s + (uint64_t)clock.tv_nsec);
}

/* Adds the body of a feature; nothing when it is not known or not ours. */
static void add_feature(struct buf *to, const struct recording_file *r, unsigned feature)
{
    struct utsname host;

    if (uname(&host) != 0)
        return;
    switch (feature) {
    case PERF_FEATURE_TRACING_DATA:
        add_tracepoints(to, r);
        break;
    case PERF_FEATURE_BUILD_ID:
        kernel_map_add_build_ids(to);
        buf_add(to, r->build_ids);
        break;
    case PERF_FEATURE_HOSTNAME:
        add_text(to, str_of(host.nodename));
        break;
    case PERF_FEATURE_RELEASE:
        add_text(to, str_of(host.release));
        break;
    case PERF_FEATURE_VERSION:
        add_text(to, str_of(r->program));
        break;
    case PERF_FEATURE_MACHINE:
        add_text(to, str_of(host.machine));
        break;
    case PERF_FEATURE_PROCESSORS:
        native_u32(to, count_processors(_SC_NPROCESSORS_CONF));
        native_u32(to, count_processors(_SC_NPROCESSORS_ONLN));
        break;
    case PERF_FEATURE_PROCESSOR:
        add_processor(to);
        break;
    case PERF_FEATURE_COMMAND:
        add_command(to, r);
        break;
    case PERF_FEATURE_EVENTS:
        add_events(to, r);
        break;
    case PERF_FEATURE_PROCESSOR_NODES:
        add_processor_nodes(to);
        break;
    case PERF_FEATURE_MEMORY_NODES:
        add_memory_nodes(to, r);
        break;
    case PERF_FEATURE_CLOCK:
        add_clock(to);
        break;
    case PERF_FEATURE_TIMES:
        native_u64(to, r->first_ns);
        native_u64(to, r->last_ns);
        break;
    default:
        break;
    }
}

static bool append_taken(struct recording_file *r, struct fault *f)
{
    enum { BLOCK = 64 << 10 };
    char *block = mem_alloc(BLOCK, 1);
    uint64_t at = 0;
    bool ok = true;

    while (ok && at < r->taken_size) {
        const uint64_t left = r->taken_size - at;
        ssize_t n = pread(r->taken_fd, block, left < BLOCK ? (size_t)left : BLOCK, (off_t)at);
        if (n < 0 && errno == EINTR)
            continue;
        ok = n > 0 ? append(r, block, (size_t)n, f) : fail(r, f);
        at += n > 0 ? (uint64_t)n : 0;
    }
    mem_free(block, BLOCK, 1);
    return ok;
}

/* A file that is finished anew is one without features meanwhile. */
static bool open_again(struct recording_file *r, struct fault *f)
{
    const unsigned char none[PERF_FEATURES_BYTES] = {0};

    if (r->data_to == 0) {
        r->data_to = r->end;
        return true;
    }
    r->end = r->data_to;
    return write_header(r, 0, none, f);
}

/* Half a feature is not to be taken for records. */
void recording_file_cut(struct recording_file *r)
{
    (void)!ftruncate(r->fd, (off_t)r->end);
    r->room.reserved_to = 0;
}

bool recording_file_finish(struct recording_file *r, struct fault *f)
{
    unsigned char features[PERF_FEATURES_BYTES] = {0};
    struct section places[8 * PERF_FEATURES_BYTES];
    struct buf bodies = {0};
    size_t n = 0;

    if (!open_again(r, f))
        return false;
    uint64_t data_size = r->end - r->data_from;

    for (unsigned i = 0; i < 8 * PERF_FEATURES_BYTES; i++) {
        size_t from = bodies.n;
        add_feature(&bodies, r, i);
        if (bodies.n == from)
            continue;
        features[i / 8] |= (unsigned char)(1U << i % 8);
        places[n++] = (struct section){from, bodies.n - from};
    }
    if (r->taken_size) {
        features[PERF_FEATURE_TAKEN_FILES / 8] |= 1U << PERF_FEATURE_TAKEN_FILES % 8;
        pad(&bodies);
        places[n++] = (struct section){bodies.n, r->taken_size};
    }
    for (size_t i = 0; i < n; i++)
        places[i].offset += r->end + n * sizeof places[0];
    bool ok = append(r, places, n * sizeof places[0], f) &&
              append(r, buf_str(&bodies).p, bodies.n, f) && append_taken(r, f) &&
              write_header(r, data_size, features, f);
    buf_free(&bodies);
    if (!ok)
        r->end = r->data_to;
    return ok;
}

/* The room that was kept may not suffice for many names. */
bool recording_file_finish_in_room(struct recording_file *r, struct fault *f)
{
    if (recording_file_finish(r, f))
        return true;
    if (!r->no_room)
        return false;
    *f = (struct fault){0};
    r->no_names = r->taken_size != 0;
    r->taken_size = 0;
    r->unfinished = !r->no_names || !recording_file_finish(r, f);
    *f = (struct fault){0};
    recording_file_cut(r);
    return true;
}

int recording_file_hand_over(struct recording_file *r)
{
    const int fd = r->fd;

    if (fd >= 0 && r->folder >= 0)
        close(r->folder);
    r->fd = -1;
    return fd;
}

void recording_file_close(struct recording_file *r)
{
    const int fd = recording_file_hand_over(r);

    if (fd >= 0)
        close(fd);
}

void recording_file_remove(struct recording_file *r)
{
    if (r->fd < 0)
        return;
    if (!r->nameless)
        unlinkat(r->folder, name_of(r), 0);
    put_back(r);
    recording_file_close(r);
}
