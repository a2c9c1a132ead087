/* docker-4f66....scope, kubepods/burstable/pod1a2b.../4f66..., crio-4f66....scope
 * Walks below /sys/fs/cgroup. */
#include "record/group/container_tree.h"

#include <dirent.h>
#include <stdio.h>
#include <sys/stat.h>

#include "base/container_name.h"
#include "base/mem.h"
#include "record/small_file.h"

enum { ROWS_MOST = 4096, FOLDERS_MOST = 1 << 16, PATH = 2048 };

/* A folder to look into, and the container that it belongs to. */
struct container_folder {
    size_t path;
    size_t owner; /* its index plus 1; 0: none */
};

struct container_scan {
    struct container_tree *t;
    struct buf paths;
    struct container_folder *places;
    size_t room, n;
};

static bool is_known(const struct container_tree *t, struct str id)
{
    for (size_t i = 0; i < t->n; i++)
        if (str_equal(str_of(container_id(t, &t->rows[i])), id))
            return true;
    return false;
}

static size_t add_text(struct buf *to, struct str text)
{
    const size_t at = to->n;

    buf_add(to, text);
    buf_add_byte(to, '\0');
    return at;
}

/* Returns the index plus 1 of the container whose group has this name; 0: it is of none, or of one
 * whose group was found further up. */
static size_t add_container(struct container_tree *t, struct str name, const char *path)
{
    struct container c = {.id = 0};
    struct str id;

    if (!container_name_id(name, &id)) {
        c.is_pod = container_name_pod(name, &id);
        if (!c.is_pod)
            return 0;
    }
    if (is_known(t, id) || t->n == ROWS_MOST)
        return 0;
    c.id = add_text(&t->texts, id);
    for (size_t i = c.id; c.is_pod && i < t->texts.n; i++)
        if (t->texts.p[i] == '_')
            t->texts.p[i] = '-';
    c.group = add_text(&t->texts, str_of(path));
    t->rows = mem_grow(t->rows, &t->room, t->n + 1, sizeof *t->rows);
    t->rows[t->n++] = c;
    return t->n;
}

static void add_place(struct container_scan *w, const char *path, size_t owner)
{
    if (w->n == FOLDERS_MOST)
        return;
    w->places = mem_grow(w->places, &w->room, w->n + 1, sizeof *w->places);
    w->places[w->n++] = (struct container_folder){add_text(&w->paths, str_of(path)), owner};
}

/* Processes of other namespaces are told as 0. */
static void find_process(struct container *c, const char *path)
{
    uint64_t pid;

    if (c->process == 0 && small_file_number(&pid, "%s/cgroup.procs", path) && pid <= INT32_MAX)
        c->process = (uint32_t)pid;
}

static void look_into(struct container_scan *w, struct container_folder place)
{
    char path[PATH];
    const struct dirent *entry;
    DIR *folder;

    snprintf(path, sizeof path, "%s", w->paths.p + place.path);
    const size_t n = strlen(path);
    if (place.owner)
        find_process(&w->t->rows[place.owner - 1], path);
    folder = opendir(path);
    while (folder && (entry = readdir(folder)) != NULL) {
        if (entry->d_type != DT_DIR || entry->d_name[0] == '.' ||
            snprintf(path + n, sizeof path - n, "/%s", entry->d_name) >= (int)(sizeof path - n))
            continue;
        const size_t own = add_container(w->t, str_of(entry->d_name), path);
        add_place(w, path, own ? own : place.owner);
    }
    if (folder)
        closedir(folder);
}

/* Whether a tree is to be walked: one that is there and that was not yet. */
static bool is_new(struct container_tree *t, const struct stat *status)
{
    for (size_t i = 0; i < t->n_read; i++)
        if (t->read[i].device == status->st_dev && t->read[i].inode == status->st_ino)
            return false;
    if (t->n_read == CONTAINER_ROOTS)
        return false;
    t->read[t->n_read].device = status->st_dev;
    t->read[t->n_read++].inode = status->st_ino;
    return true;
}

/* Breadth first: of two groups of a container, as podman makes them, the outer one is found. */
void container_tree_read(struct container_tree *t, const char *root)
{
    static const char *const trees[] = {"/perf_event", "/unified", ""};
    struct container_scan w = {.t = t};
    struct stat status;
    char path[PATH];
    bool found = false;

    for (size_t i = 0; i < sizeof trees / sizeof *trees && !found; i++) {
        snprintf(path, sizeof path, "%s/sys/fs/cgroup%s", root, trees[i]);
        found = stat(path, &status) == 0 && S_ISDIR(status.st_mode);
    }
    if (!found || !is_new(t, &status))
        return;
    add_place(&w, path, 0);
    for (size_t i = 0; i < w.n; i++)
        look_into(&w, w.places[i]);
    mem_free(w.places, w.room, sizeof *w.places);
    buf_free(&w.paths);
}

void container_tree_free(struct container_tree *t)
{
    mem_free(t->rows, t->room, sizeof *t->rows);
    buf_free(&t->texts);
    *t = (struct container_tree){0};
}
