/* 4711 -> (its namespaces, its root, its ids) -> a helper with the same view and rights */
#include "record/code/sampled_processes.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/mem.h"

/* How many views there are, and how many of one user: he may make as many as he likes. */
enum { VIEWS_MOST = 256, VIEWS_USER_MOST = 64, PROCESSES_MOST = 1 << 16 };

static void leave_view(struct sampled_processes *h, struct sampled_process *p)
{
    if (p->view)
        h->views[p->view - 1].n_users--;
    p->view = 0;
}

void sampled_begin(struct sampled_processes *h)
{
    if (h->opener.pid == 0)
        (void)opener_start(&h->opener);
}

void sampled_end_by(struct sampled_processes *h, const struct patience *end)
{
    h->end = *end;
    h->waited_ns = 0;
    for (size_t i = 0; i < h->n_views; i++)
        h->views[i].waited_ns = 0;
}

static const struct sampled_view NO_VIEW = {.fds = {-1, -1, -1}, .helper = -1};

static void close_view(struct sampled_view *v)
{
    for (size_t i = 0; i < OPENER_DESCRIPTORS - 1; i++)
        if (v->fds[i] >= 0)
            close(v->fds[i]);
    if (v->helper >= 0)
        close(v->helper);
    const uint32_t turn = v->turn + 1;
    *v = NO_VIEW;
    v->turn = turn;
}

void sampled_free(struct sampled_processes *h)
{
    for (size_t i = 0; i < h->n_views; i++)
        close_view(&h->views[i]);
    if (h->reader)
        close(h->reader - 1);
    opener_stop(&h->opener);
    mem_free(h->views, h->views_room, sizeof *h->views);
    mem_free(h->processes, h->processes_room, sizeof *h->processes);
    mem_free(h->ended, h->ended_room, sizeof *h->ended);
    mem_free(h->seen, h->seen_room, 1);
    buf_free(&h->text);
    *h = (struct sampled_processes){.refused = 0};
}

/* Returns the index plus 1 of a view, or of a place for it, which may be that of one that nobody
 * uses any more; 0: there is none. */
static uint32_t place_of(struct sampled_processes *h, const struct identity *who)
{
    uint32_t unused = 0;
    size_t n = 0;

    for (uint32_t i = 0; i < h->n_views; i++) {
        struct sampled_view *v = &h->views[i];
        if (identity_equals(&v->who, who))
            return i + 1;
        n += v->who.rights.user == who->rights.user;
        if (v->n_users == 0 && (unused == 0 || v->who.rights.user == who->rights.user))
            unused = i + 1;
    }
    const bool is_full = h->n_views == VIEWS_MOST || (n >= VIEWS_USER_MOST && who->rights.user);
    if (is_full && (unused == 0 || (n >= VIEWS_USER_MOST && who->rights.user &&
                                    h->views[unused - 1].who.rights.user != who->rights.user)))
        return 0;
    if (is_full) {
        close_view(&h->views[unused - 1]);
        return unused;
    }
    h->views = mem_grow(h->views, &h->views_room, h->n_views + 1, sizeof *h->views);
    h->views[h->n_views] = NO_VIEW;
    return (uint32_t)++h->n_views;
}

/* Makes the helper of a view. One that cannot be is remembered, so that it is tried once. */
static void start_helper(struct sampled_processes *h, struct sampled_view *v,
                         const struct identity *who)
{
    v->who = *who;
    v->lost = ENOTRECOVERABLE;
    if (!identity_may_be_taken(who, v->fds[OPENER_MOUNTS_AT - 1]))
        return;
    v->helper = opener_add(&h->opener, &who->rights, v->fds);
    v->lost = v->helper < 0 ? ETIMEDOUT : 0;
}

/* Returns the index plus 1 of the view of a process; 0: it has none, as there is no room (EMFILE)
 * or it is gone (ESRCH). */
static uint32_t view_of(struct sampled_processes *h, const struct identity *who, uint32_t pid)
{
    int fds[OPENER_DESCRIPTORS - 1];
    const uint32_t at = place_of(h, who);

    errno = EMFILE;
    if (at == 0 || h->views[at - 1].who.mounts)
        return at;
    errno = ESRCH; /* it may be another by now, and is looked at again */
    if (!identity_open(who, pid, fds))
        return 0;
    memcpy(h->views[at - 1].fds, fds, sizeof fds);
    start_helper(h, &h->views[at - 1], who);
    return at;
}

/* The same, but for a process that is in a view and has other rights by now: it may have ended. */
static uint32_t view_like(struct sampled_processes *h, uint32_t view, const struct identity *who)
{
    const uint32_t at = place_of(h, who);

    if (at == 0 || h->views[at - 1].who.mounts)
        return at;
    struct sampled_view *v = &h->views[at - 1];
    for (size_t i = 0; i < OPENER_DESCRIPTORS - 1; i++)
        v->fds[i] = fcntl(h->views[view - 1].fds[i], F_DUPFD_CLOEXEC, 0);
    start_helper(h, v, who);
    return at;
}

static void use(struct sampled_processes *h, struct sampled_process *p, uint32_t view)
{
    p->view = view;
    if (view)
        h->views[view - 1].n_users++;
}

static void refuse(struct sampled_processes *h, struct sampled_process *p)
{
    h->refused += !p->refused;
    p->refused = true;
}

/* What this process sees is looked at once: in a build most processes are short-lived. */
static void enter_own(struct sampled_processes *h, struct sampled_process *p)
{
    struct identity who;

    if (h->own == 0 && identity_read(&who, (uint32_t)getpid(), &h->text)) {
        h->own = view_of(h, &who, (uint32_t)getpid());
        if (h->own)
            h->views[h->own - 1].n_users++;
    }
    use(h, p, h->own);
}

/* A process that has ended by now is taken to have seen what this one sees, unless it is known to
 * have lived elsewhere. */
static void look(struct sampled_processes *h, struct sampled_process *p)
{
    struct sampled_process before = *p;
    struct identity who;
    const bool ok = identity_read(&who, p->pid, &h->text);
    uint32_t view = 0;

    p->gone = who.n_spaces == 0;
    p->inside = p->gone ? p->inside : who.inside;
    p->view = 0;
    if (ok) {
        view = view_of(h, &who, p->pid);
        if (view == 0 && errno == EMFILE) {
            refuse(h, p);
            leave_view(h, &before);
            return;
        }
    }
    if (view) {
        use(h, p, view);
        leave_view(h, &before);
        return;
    }
    const bool gone = who.n_spaces == 0 || errno == ENOENT || errno == ESRCH;
    p->view = before.view; /* better than nothing, if there is one */
    if (before.view == 0 && gone && who.n_spaces <= 1)
        enter_own(h, p);
}

static struct sampled_process *find(const struct sampled_processes *h, uint32_t pid)
{
    for (size_t i = h->n_processes; sampled_has(h, pid) && i-- > 0;)
        if (h->processes[i].pid == pid)
            return &h->processes[i];
    return NULL;
}

const struct sampled_process *sampled_find(const struct sampled_processes *h, uint32_t pid)
{
    return find(h, pid);
}

static void set_seen(struct sampled_processes *h, uint32_t pid, bool on)
{
    const size_t at = pid / 8;
    const unsigned char bit = (unsigned char)(1U << pid % 8);

    h->seen = mem_grow(h->seen, &h->seen_room, at + 1, 1);
    h->seen[at] = (unsigned char)(on ? h->seen[at] | bit : h->seen[at] & ~bit);
}

void sampled_look(struct sampled_processes *h, uint32_t pid)
{
    struct sampled_process *p = find(h, pid);

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
        *p = (struct sampled_process){.pid = pid, .inside = pid};
        set_seen(h, pid, true);
    }
    look(h, p);
}

/* What it sees is kept, as a process that has ended sees nothing; its rights may be others. */
void sampled_look_at_user(struct sampled_processes *h, uint32_t pid)
{
    struct sampled_process *p = find(h, pid);
    struct identity who;

    if (!p || p->gone)
        return;
    (void)identity_read(&who, pid, &h->text);
    p->gone = who.n_spaces == 0;
    if (p->view == 0 || who.n_spaces == 0)
        return;
    const struct identity *before = &h->views[p->view - 1].who;
    struct identity wanted = *before;
    wanted.rights = who.rights;
    if (identity_equals(before, &wanted))
        return;
    const uint32_t view = view_like(h, p->view, &wanted);
    leave_view(h, p);
    use(h, p, view);
}

struct sampled_process sampled_peek(struct sampled_processes *h, uint32_t pid)
{
    struct sampled_process p = {.pid = pid, .inside = pid};
    const struct sampled_process *known = find(h, pid);

    if (known)
        return *known;
    look(h, &p);
    leave_view(h, &(struct sampled_process){.view = p.view});
    return p;
}

void sampled_drop(struct sampled_processes *h, uint32_t pid)
{
    struct sampled_process *p = find(h, pid);

    if (!p)
        return;
    if (h->n_ended == PROCESSES_MOST) {
        h->n_ended /= 2;
        memmove(h->ended, h->ended + h->n_ended, h->n_ended * sizeof *h->ended);
        h->refused++;
    }
    if (p->view) {
        h->ended = mem_grow(h->ended, &h->ended_room, h->n_ended + 1, sizeof *h->ended);
        h->ended[h->n_ended++] = (struct sampled_ended){pid, p->view, h->views[p->view - 1].turn};
    }
    leave_view(h, p);
    *p = h->processes[--h->n_processes];
    set_seen(h, pid, false);
}

struct sampled_process sampled_find_any(const struct sampled_processes *h, uint32_t pid)
{
    const struct sampled_process *p = find(h, pid);

    if (p)
        return *p;
    for (size_t i = h->n_ended; i-- > 0;) {
        const struct sampled_ended *e = &h->ended[i];
        if (e->pid == pid && e->turn == h->views[e->view - 1].turn)
            return (struct sampled_process){
                .pid = pid, .inside = pid, .view = e->view, .gone = true};
    }
    return (struct sampled_process){.pid = pid, .inside = pid};
}

bool sampled_is_among_own(const struct sampled_processes *h, const struct sampled_process *p)
{
    struct stat own;

    return p->view && stat("/proc/self/ns/user", &own) == 0 &&
           h->views[p->view - 1].who.users == own.st_ino;
}
