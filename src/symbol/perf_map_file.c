/* /tmp/perf-1234.map, and /proc/1234/root/tmp/perf-1.map of a process in a container.
 * Finds the perf map of a process. */
#include "symbol/perf_map_file.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <unistd.h>

#include "base/beside.h"
#include "base/mem.h"
#include "base/parse.h"
#include "base/source.h"
#include "symbol/open.h"

/* In a folder that the user chose, files may have any owner and be links; in one that is shared
 * they may not. Beside a recording it depends on who can write there. */
enum trust { CHOSEN, SHARED, BESIDE };

/* The folders whose names are known once they are listed. */
enum folder_of_maps { CHOSEN_FOLDER, RECORDING_FOLDER, TMP_FOLDER, TEMPORARY_FOLDER, PROC, SYMFS };

struct map_search {
    struct perf_map *m;
    struct perf_map_folders *folders;
    int fd;          /* -1: not found yet */
    struct fault *f; /* once it is set, nothing more is sought */
};

static bool is_search_done(const struct map_search *s)
{
    return s->fd >= 0 || s->f->kind != FAULT_NONE;
}

static void try_file(struct map_search *s, const char *folder, const char *below, const char *name,
                     enum trust trust)
{
    if (is_search_done(s) || !folder)
        return;
    const char *path = open_path(&s->m->path, folder, below, name);
    s->fd = trust == CHOSEN   ? open_regular(path)
            : trust == SHARED ? beside_open_own(path)
                              : beside_open(folder, below, name);
    if (s->fd < 0 && errno == EPERM && trust != CHOSEN)
        open_path(&s->m->refused, folder, below, name);
    else if (s->fd < 0)
        open_failed(path, errno, s->f);
}

struct map_name {
    char text[32];
};

static const char *map_name_of(struct map_name *name, uint64_t pid)
{
    snprintf(name->text, sizeof name->text, "perf-%llu.map", (unsigned long long)pid);
    return name->text;
}

/* Lends what is known of a folder, until that of another is lent. */
static struct folder_numbers *numbers_in(struct map_search *s, size_t of)
{
    struct perf_map_folders *all = s->folders;

    if (of >= all->n) {
        all->rows = mem_grow(all->rows, &all->room, of + 1, sizeof *all->rows);
        all->n = of + 1;
    }
    return &all->rows[of];
}

/* Tries perf-PID.map, unless it is known that the folder has none of that name. */
static void try_map(struct map_search *s, size_t of, const char *folder, const char *below,
                    uint64_t pid, enum trust trust)
{
    struct map_name name;
    struct buf path = {0};

    if (is_search_done(s) || !folder)
        return;
    if (folder_may_hold(numbers_in(s, of), open_path(&path, folder, below, ""), "perf-", pid,
                        ".map"))
        try_file(s, folder, below, map_name_of(&name, pid), trust);
    buf_free(&path);
}

/* Lends the numbers after "NSpid:": the process's ids, outermost namespace first. */
static struct str numbers_of(struct map_search *s, uint32_t pid, struct buf *room)
{
    enum { MOST = 4096 };
    char path[64];

    snprintf(path, sizeof path, "/proc/%lu/status", (unsigned long)pid);
    if (!open_text(path, MOST, room, s->f))
        return STR("");
    struct str text = buf_str(room);
    size_t from = str_find(text, 0, STR("\nNSpid:"));
    if (from == text.n)
        return STR("");
    from += strlen("\nNSpid:");
    return str_from_to(text, from, str_find(text, from, STR("\n")));
}

/* A process in a container names its map by its id inside. */
static void try_process(struct map_search *s, uint32_t pid)
{
    struct buf status = {0};
    char root[64];
    struct map_name name;
    struct str word;

    snprintf(root, sizeof root, "/proc/%lu/root", (unsigned long)pid);
    struct str numbers = numbers_of(s, pid, &status);
    while (take_word(&numbers, &word)) {
        uint64_t number;
        if (parse_u64(word, &number))
            try_file(s, root, "tmp", map_name_of(&name, number), SHARED);
    }
    buf_free(&status);
}

/* A map copied from a container may be perf-1.map; it is only used if there is no other. Does not
 * list a folder without one: it may be everybody's /tmp. */
static void try_only(struct map_search *s, const char *folder, enum trust trust)
{
    enum { FILES_MOST = 1 << 16 };
    struct buf path = {0};
    size_t maps = 0;

    if (is_search_done(s) || !folder)
        return;
    bool may = access(open_path(&path, folder, "", "perf-1.map"), R_OK) == 0;
    DIR *d = may ? opendir(folder) : NULL;
    if (!d)
        open_failed(folder, errno, s->f);
    buf_free(&path);
    if (!d)
        return;
    const struct dirent *e = readdir(d);
    for (size_t i = 0; e && i < FILES_MOST; i++, e = readdir(d)) {
        struct str name = str_of(e->d_name);
        maps += str_starts(name, STR("perf-")) && str_ends(name, STR(".map"));
    }
    closedir(d);
    if (maps != 1 || e)
        return;
    try_file(s, folder, "", "perf-1.map", trust);
    s->m->guessed = s->fd >= 0;
}

/* Looks where no user named a folder. Leaves the file's path in s->m->path. */
static bool find(struct map_search *s, const struct perf_map_key *key,
                 const struct symbol_options *o)
{
    const char *recording_folder = o->files ? key->recording_folder : NULL;
    const uint32_t pid = key->pid;

    try_map(s, RECORDING_FOLDER, recording_folder, "", pid, BESIDE);
    for (size_t i = 0; o->files && i < o->n_symfs; i++)
        try_map(s, SYMFS + i, o->symfs[i], "tmp", pid, CHOSEN);
    if (o->files && o->n_symfs == 0) {
        try_map(s, TMP_FOLDER, "/tmp", "", pid, SHARED);
        try_map(s, TEMPORARY_FOLDER, o->temporary, "", pid, SHARED);
        if (key->may_live && !is_search_done(s) &&
            folder_may_hold(numbers_in(s, PROC), "/proc", "", pid, ""))
            try_process(s, pid);
    }
    if (key->may_guess) {
        try_only(s, o->perf_map_dir, CHOSEN);
        try_only(s, recording_folder, BESIDE);
    }
    if (s->fd < 0)
        buf_clear(&s->m->path);
    else
        buf_clear(&s->m->refused);
    return s->fd >= 0;
}

static bool read_names(struct perf_map *m, struct blocks *b, const struct limits *limits,
                       struct fault *f)
{
    struct str block;

    do {
        if (!blocks_next(b, 0, &block, f))
            return false;
        m->bad_lines += perf_map_read(&m->names, block);
        if (limits->frames && m->names.n > limits->frames)
            return limits_reached(f, m->path.p, "frames", limits->frames);
    } while (block.n);
    return true;
}

static bool read_source(struct perf_map *m, struct source *source, const struct limits *limits,
                        struct fault *f)
{
    struct blocks blocks;

    blocks_init(&blocks, source);
    bool ok = read_names(m, &blocks, limits, f);
    blocks_free(&blocks);
    source_close(source);
    perf_map_finish(&m->names);
    return ok;
}

/* The map in the recording is of the process itself: only a folder that the user named comes
 * first. */
bool perf_map_load(struct perf_map *m, struct perf_map_folders *folders,
                   const struct perf_map_key *key, const struct symbol_options *o,
                   const struct limits *limits, struct fault *f)
{
    struct map_search s = {m, folders, -1, f};
    struct source source;

    *m = (struct perf_map){0};
    try_map(&s, CHOSEN_FOLDER, o->perf_map_dir, "", key->pid, CHOSEN);
    if (f->kind != FAULT_NONE)
        return false;
    if (s.fd < 0 && key->taken) {
        source = key->taken->source;
        buf_clear(&m->path);
        buf_add(&m->path, key->taken->path);
        buf_add_byte(&m->path, '\0');
        return read_source(m, &source, limits, f);
    }
    if (s.fd < 0 && !find(&s, key, o)) {
        if (!folders->is_searched)
            folders->is_searched = f->kind == FAULT_NONE;
        return f->kind == FAULT_NONE;
    }
    return source_open_fd(&source, s.fd, m->path.p, limits, f) &&
           read_source(m, &source, limits, f);
}

/* Those that were never asked are not looked into. */
bool perf_map_folders_are_settled(const struct perf_map_folders *folders)
{
    bool are = folders->is_searched;

    for (size_t i = 0; are && i < folders->n; i++)
        are = folders->rows[i].is_listed || folders->rows[i].n_asked == 0;
    return are;
}

bool perf_map_folders_lack(const struct perf_map_folders *folders, uint32_t pid)
{
    bool lack = true;

    for (size_t i = 0; lack && i < folders->n; i++)
        lack = !folders->rows[i].is_listed || folder_lacks(&folders->rows[i], pid);
    return lack;
}

void perf_map_folders_free(struct perf_map_folders *folders)
{
    for (size_t i = 0; i < folders->n; i++)
        folder_numbers_free(&folders->rows[i]);
    mem_free(folders->rows, folders->room, sizeof *folders->rows);
}

void perf_map_free(struct perf_map *m)
{
    table_free(&m->names);
    buf_free(&m->path);
    buf_free(&m->refused);
}
