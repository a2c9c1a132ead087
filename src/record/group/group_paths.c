/* 4091 /system.slice/docker-4f66....scope: the number of a group is the inode of its folder. */
#include "record/group/group_paths.h"

#include <dirent.h>
#include <stdio.h>
#include <sys/stat.h>

#include "base/mem.h"
#include "record/synthetic.h"

enum { GROUPS_MOST = 1 << 14, PATH = 4096 };

/* The folders that were found, in the order in which they are looked into. */
struct group_scan {
    struct buf paths; /* below the root, each with a NUL; "" is the root */
    size_t at;        /* in the paths: the next one */
    size_t n;         /* how many there are */
    struct buf *records;
};

/* Adds a group and tells it; one that has gone meanwhile is left out. */
static void add_group(struct group_scan *w, const char *root, const char *path)
{
    char whole[PATH];
    struct stat status;

    if (w->n == GROUPS_MOST || snprintf(whole, sizeof whole, "%s%s", root, path) >= PATH ||
        stat(whole, &status) != 0)
        return;
    synthetic_group(w->records, status.st_ino, path[0] ? str_of(path) : STR("/"));
    buf_add(&w->paths, str_of(path));
    buf_add_byte(&w->paths, '\0');
    w->n++;
}

static void look_into(struct group_scan *w, const char *root, const char *path)
{
    char below[PATH];
    const struct dirent *entry;

    if (snprintf(below, sizeof below, "%s%s", root, path) >= PATH)
        return;
    DIR *folder = opendir(below);
    while (folder && (entry = readdir(folder)) != NULL) {
        if (entry->d_type == DT_DIR && entry->d_name[0] != '.' &&
            snprintf(below, sizeof below, "%s/%s", path, entry->d_name) < PATH)
            add_group(w, root, below);
    }
    if (folder)
        closedir(folder);
}

void group_paths_add(struct buf *records)
{
    static const char *const roots[] = {"/sys/fs/cgroup/perf_event", "/sys/fs/cgroup/unified",
                                        "/sys/fs/cgroup"};
    struct group_scan w = {.records = records};
    struct buf path = {0};
    struct stat status;
    size_t i = 0;

    while (i + 1 < sizeof roots / sizeof *roots &&
           (stat(roots[i], &status) != 0 || !S_ISDIR(status.st_mode)))
        i++;
    add_group(&w, roots[i], "");
    for (size_t done = 0; done < w.n; done++) {
        /* The paths move when more are added. */
        buf_clear(&path);
        buf_add(&path, (struct str){w.paths.p + w.at, strlen(w.paths.p + w.at) + 1});
        w.at += path.n;
        look_into(&w, roots[i], path.p);
    }
    buf_free(&path);
    buf_free(&w.paths);
}
