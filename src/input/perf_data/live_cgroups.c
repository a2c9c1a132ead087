/* 0::/system.slice/docker-4f66....scope of /proc/4711/cgroup
 * Finds the groups of processes that still run. */
#include "input/perf_data/live_cgroups.h"

#include <inttypes.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/parse.h"
#include "input/common/companion_files.h"
#include "input/perf_data/local_processes.h"
#include "input/perf_data/processes.h"
#include "symbol/open.h"

/* What the search works with. */
struct cgroup_search {
    struct recording *rec;
    struct processes processes; /* only the names of threads */
    bool *sampled;              /* by row of a thread: its process has samples */
    size_t sampled_room;
    uint64_t until_s; /* processes began until then, in seconds since the system did */
    struct buf text;
    struct fault *f;
};

static bool is_wanted(const struct recording *rec)
{
    uint64_t types = 0;

    for (uint32_t i = 0; i < rec->events.n; i++)
        types |= rec->events.rows[i].sample_type;
    return rec->r->ask->labels & OPTIONAL_OF_CGROUPS && rec->options->files &&
           !rec->options->n_symfs && types & SAMPLE_TID && !(types & SAMPLE_CGROUP);
}

/* ---- the processes of the recording */

static void see_sample(struct cgroup_search *s, const struct record *record)
{
    struct bytes body = record->body;
    const uint64_t type = recording_event_of(s->rec, body)->sample_type;
    const unsigned before = (type & SAMPLE_IDENTIFIER ? 8 : 0) + (type & SAMPLE_IP ? 8 : 0);
    uint32_t pid;

    if (!(type & SAMPLE_TID) || !bytes_skip(&body, before) || !bytes_u32(&body, &pid))
        return;
    const size_t row = processes_thread(&s->processes, pid);
    s->sampled = mem_grow(s->sampled, &s->sampled_room, row + 1, sizeof *s->sampled);
    s->sampled[row] = true;
}

static bool see_all(struct cgroup_search *s)
{
    struct view view;
    bool ok = true;

    view_init(&view, &s->rec->store, s->rec->big, s->f);
    for (size_t i = 0; ok && i < s->rec->n_records; i++) {
        struct record record;
        ok = recording_get(&view, s->rec->records[i].at, &record);
        if (ok && record.type == RECORD_SAMPLE)
            see_sample(s, &record);
        else if (ok && (record.type == RECORD_COMM || record.type == RECORD_FORK))
            processes_apply(&s->processes, &record);
    }
    view_free(&view);
    return ok;
}

/* ---- those of the system */

/* Sets the text to what a file of a process says; to nothing when it has ended. */
static bool read_file(struct cgroup_search *s, uint32_t pid, const char *name)
{
    enum { MOST = 64 << 10 };
    char path[64];

    snprintf(path, sizeof path, "/proc/%" PRIu32 "/%s", pid, name);
    buf_clear(&s->text);
    return open_text(path, MOST, &s->text, s->f);
}

/* Whether "4711 (a name) S 1 ..." began in time: its 22nd word says in clock ticks when. */
static bool began_in_time(const struct cgroup_search *s, struct str stat)
{
    enum { WORDS_BEHIND_NAME = 20 };
    const long ticks = sysconf(_SC_CLK_TCK);
    struct str rest = str_from_to(stat, str_find_last(stat, STR(")")), stat.n);
    struct str word = STR("");
    uint64_t start;

    for (size_t i = 0; i <= WORDS_BEHIND_NAME; i++)
        if (!take_word(&rest, &word))
            return false;
    return ticks > 0 && parse_u64(word, &start) && start / (uint64_t)ticks <= s->until_s;
}

/* Lends the path in the tree in which events are counted: that of version 1 if there is one. */
static struct str path_in(struct str text)
{
    struct str path = STR("");
    struct str line, number, controllers;

    while (take_field(&text, '\n', &line)) {
        if (!take_field(&line, ':', &number) || !take_field(&line, ':', &controllers) || !line.p)
            continue;
        if (str_equal(controllers, STR("perf_event")))
            return line;
        if (!controllers.n && str_equal(number, STR("0")))
            path = line;
    }
    return path;
}

/* Adds the group of a process if it is the recorded one. The path is read between two looks at who
 * has the number. */
static bool look_at(struct cgroup_search *s, uint32_t pid, name_id comm)
{
    if (!read_file(s, pid, "cgroup"))
        return false;
    const struct str path = path_in(buf_str(&s->text));
    const name_id group = path.n ? names_add(&s->rec->names, path) : 0;
    if (!group)
        return true;
    if (!read_file(s, pid, "comm"))
        return false;
    struct str name = buf_str(&s->text);
    name.n -= str_ends(name, STR("\n"));
    if (!str_equal(name, names_get(&s->processes.names, comm)))
        return true;
    if (!read_file(s, pid, "stat"))
        return false;
    if (!began_in_time(s, buf_str(&s->text)))
        return true;
    cgroups_add_process(&s->rec->cgroups, pid, group);
    return true;
}

static void tell(const struct recording *rec, uint64_t found, uint64_t all)
{
    if (found)
        reading_remark(&rec->r->info->remarks,
                       "control groups were not recorded: /proc tells those of %" PRIu64
                       " of %" PRIu64 " process%s, as they still run; perf record --all-cgroups "
                       "and flame record tell all",
                       found, all, all == 1 ? "" : "es");
}

/* The names of threads that come by a record are of a process that may have ended. */
static bool look_at_all(struct cgroup_search *s)
{
    const struct processes *p = &s->processes;
    const struct cgroups *groups = &s->rec->cgroups;
    uint64_t found = 0;
    uint64_t all = 0;

    for (uint32_t i = 0; i < p->n_threads; i++) {
        const struct recorded_thread *t = &p->threads[i];
        const bool counts = i < s->sampled_room && s->sampled[i] && t->tid;
        const size_t before = groups->n_processes;
        all += counts;
        if (t->comm && t->pid == t->tid && t->tid && !look_at(s, t->tid, t->comm))
            return false;
        found += counts && groups->n_processes > before;
    }
    tell(s->rec, found, all);
    return true;
}

/* A recording that comes through a pipe ends now. A second more, as the system tells its own start
 * in whole ones. */
static bool find_end(struct cgroup_search *s)
{
    struct stat status;
    uint64_t boot_s;

    s->until_s = UINT64_MAX;
    if (!s->rec->r->path)
        return true;
    if (!local_processes_boot(&boot_s, s->f))
        return false;
    if (!companion_status(s->rec->r, &status) || (uint64_t)status.st_mtime < boot_s)
        s->until_s = 0;
    else
        s->until_s = (uint64_t)status.st_mtime - boot_s + 1;
    return true;
}

bool live_cgroups_read(struct recording *rec, struct fault *f)
{
    struct cgroup_search s = {.rec = rec, .f = f};
    bool may;

    if (!is_wanted(rec))
        return true;
    if (!local_processes_may_live(rec, &may, f))
        return false;
    if (!may)
        return true;
    processes_init(&s.processes, rec);
    const bool ok = find_end(&s) && see_all(&s) && look_at_all(&s);
    cgroups_sort_processes(&rec->cgroups);
    processes_free(&s.processes);
    mem_free(s.sampled, s.sampled_room, sizeof *s.sampled);
    buf_free(&s.text);
    return ok;
}
