/* NSpid: 4711 1
 * Looks at /proc/PID/root, /proc/PID/ns/mnt and /proc/PID/status. */
#include "record/held.h"

#include <errno.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/parse.h"
#include "record/small_file.h"

/* Each view takes two descriptors. */
enum { VIEWS_MOST = 256, PROCESSES_MOST = 1 << 16, PATH = 64 };

static void leave_view(struct held *h, struct held_process *p)
{
    if (p->view == 0)
        return;
    struct held_view *v = &h->views[p->view - 1];
    p->view = 0;
    if (--v->n_users)
        return;
    folder_close(&v->root);
    folder_close(&v->temporary);
}

void held_free(struct held *h)
{
    struct held_process self = {.view = h->own};

    leave_view(h, &self);
    for (size_t i = 0; i < h->n_processes; i++)
        leave_view(h, &h->processes[i]);
    mem_free(h->views, h->views_room, sizeof *h->views);
    mem_free(h->processes, h->processes_room, sizeof *h->processes);
    mem_free(h->seen, h->seen_room, 1);
    buf_free(&h->text);
    *h = (struct held){0};
}

/* Returns the index plus 1 of a view, or of a place for it; 0: there is none. */
static uint32_t place_of(struct held *h, const struct held_view *wanted)
{
    uint32_t free = 0;

    for (uint32_t i = 0; i < h->n_views; i++) {
        const struct held_view *v = &h->views[i];
        if (v->n_users == 0)
            free = i + 1;
        else if (v->mounts == wanted->mounts && v->device == wanted->device &&
                 v->inode == wanted->inode)
            return i + 1;
    }
    if (free || h->n_views == VIEWS_MOST)
        return free;
    h->views = mem_grow(h->views, &h->views_room, h->n_views + 1, sizeof *h->views);
    h->views[h->n_views] = (struct held_view){.n_users = 0};
    return (uint32_t)++h->n_views;
}

/* False when the files of a process cannot be seen, with the reason in errno. */
static bool enter_view(struct held *h, struct held_process *p, uint32_t pid)
{
    char mounts[PATH];
    char root[PATH];
    struct stat m, r;

    snprintf(mounts, sizeof mounts, "/proc/%u/ns/mnt", pid);
    snprintf(root, sizeof root, "/proc/%u/root", pid);
    if (stat(mounts, &m) != 0 || stat(root, &r) != 0)
        return false;
    struct held_view view = {.mounts = m.st_ino, .device = r.st_dev, .inode = r.st_ino};
    uint32_t at = place_of(h, &view);
    if (at == 0) {
        h->refused += !p->refused;
        p->refused = true;
        return true;
    }
    if (h->views[at - 1].n_users == 0) {
        view.root = folder_open(root);
        if (view.root.fd < 0)
            return false;
        view.temporary = folder_below(&view.root, "tmp");
        h->links += view.temporary.fd < 0 && (errno == ELOOP || errno == ENOTDIR);
        h->views[at - 1] = view;
    }
    h->views[at - 1].n_users++;
    p->view = at;
    return true;
}

/* Sets the words of a line of /proc/PID/status; false when there is none. */
static bool find_line(const struct held *h, struct str name, struct str *words)
{
    const struct str text = buf_str(&h->text);
    size_t at = str_find(text, 0, name);

    if (at == text.n)
        return false;
    *words = str_from_to(text, at + name.n, str_find(text, at + 1, STR("\n")));
    return true;
}

/* Takes the effective user, who owns what the process makes, and the number by which it calls
 * itself. Returns of how many namespaces it has a number; 0: it is gone. */
static unsigned read_status(struct held *h, struct held_process *p)
{
    struct str words, word;
    uint64_t number;
    unsigned n = 0;

    if (!small_file_read(&h->text, "/proc/%u/status", p->pid))
        return 0;
    if (find_line(h, STR("\nUid:"), &words) && take_word(&words, &word) &&
        take_word(&words, &word) && parse_u64(word, &number) && number <= UINT32_MAX)
        p->user = (uid_t)number;
    if (find_line(h, STR("\nNSpid:"), &words))
        for (; take_word(&words, &word) && parse_u64(word, &number) && number <= UINT32_MAX; n++)
            p->inside = (uint32_t)number;
    return n ? n : 1;
}

/* What this process sees is looked at once: in a build most processes are short-lived. */
static void enter_own(struct held *h, struct held_process *p)
{
    if (h->own == 0) {
        struct held_process self = {.pid = p->pid};
        if (!enter_view(h, &self, (uint32_t)getpid()))
            return;
        h->own = self.view;
    }
    if (h->own) {
        p->view = h->own;
        h->views[p->view - 1].n_users++;
    }
}

/* A process that has ended by now is taken to have seen what this one sees, unless it is known to
 * have lived elsewhere. */
static void look(struct held *h, struct held_process *p)
{
    struct held_process before = *p;
    const unsigned n = read_status(h, p);

    p->gone = n == 0;
    p->view = 0;
    if (n && enter_view(h, p, p->pid)) {
        leave_view(h, &before);
        return;
    }
    const bool gone = n == 0 || errno == ENOENT || errno == ESRCH;
    p->view = before.view; /* better than nothing, if there is one */
    if (before.view == 0 && gone && n <= 1)
        enter_own(h, p);
}

static struct held_process *find(const struct held *h, uint32_t pid)
{
    for (size_t i = h->n_processes; held_has(h, pid) && i-- > 0;)
        if (h->processes[i].pid == pid)
            return &h->processes[i];
    return NULL;
}

const struct held_process *held_find(const struct held *h, uint32_t pid)
{
    return find(h, pid);
}

static void set_seen(struct held *h, uint32_t pid, bool on)
{
    const size_t at = pid / 8;
    const unsigned char bit = (unsigned char)(1U << pid % 8);

    h->seen = mem_grow(h->seen, &h->seen_room, at + 1, 1);
    h->seen[at] = (unsigned char)(on ? h->seen[at] | bit : h->seen[at] & ~bit);
}

void held_look(struct held *h, uint32_t pid)
{
    struct held_process *p = find(h, pid);

    if (pid == 0 || pid > INT32_MAX)
        return;
    if (!p && h->n_processes == PROCESSES_MOST) {
        h->refused++;
        return;
    }
    if (!p) {
        h->processes =
            mem_grow(h->processes, &h->processes_room, h->n_processes + 1, sizeof *h->processes);
        p = &h->processes[h->n_processes++];
        *p = (struct held_process){.pid = pid, .inside = pid, .user = geteuid()};
        set_seen(h, pid, true);
    }
    look(h, p);
}

void held_look_at_user(struct held *h, uint32_t pid)
{
    struct held_process *p = find(h, pid);

    if (p && !p->gone)
        p->gone = read_status(h, p) == 0;
}

void held_drop(struct held *h, uint32_t pid)
{
    struct held_process *p = find(h, pid);

    if (!p)
        return;
    leave_view(h, p);
    *p = h->processes[--h->n_processes];
    set_seen(h, pid, false);
}

int held_open_map(const struct held *h, const struct held_process *p)
{
    char name[PATH];

    errno = ENOENT;
    if (p->view == 0 || h->views[p->view - 1].temporary.fd < 0)
        return -1;
    snprintf(name, sizeof name, "perf-%u.map", p->inside);
    return folder_file_itself(&h->views[p->view - 1].temporary, name);
}

int held_open_path(const struct held *h, const struct held_process *p, const char *path)
{
    errno = ENOENT;
    return p->view ? folder_file_itself(&h->views[p->view - 1].root, path) : -1;
}
