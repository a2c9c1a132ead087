/* Each question to a helper has an end, and so have all together: a helper that does not answer in
 * time is given up, with all that its processes name. */
#include "record/code/process_files.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/clock.h"

static const uint64_t USER_NS = UINT64_C(4000000000); /* for all that is one user's */
static const uint64_t WAIT_NS = UINT64_C(6000000000); /* while the recording goes on */

enum { READ_STEP = 1 << 16, MARGIN_NS = 200000000 };

static struct sampled_view *view_of(const struct sampled_processes *h,
                                    const struct sampled_process *p)
{
    return p->view ? &h->views[p->view - 1] : NULL;
}

static uint64_t waited_for_user(const struct sampled_processes *h, uid_t user)
{
    uint64_t ns = 0;

    for (size_t i = 0; i < h->n_views; i++)
        ns += h->views[i].who.rights.user == user ? h->views[i].waited_ns : 0;
    return ns;
}

static uint64_t least(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/* What may still be waited, of so much that one user's helpers, or another, may take. */
static struct patience remaining_wait(const struct sampled_processes *h, uint64_t waited_ns,
                                      uint64_t now)
{
    struct patience p = h->end;
    const uint64_t own = USER_NS > waited_ns ? USER_NS - waited_ns : 0;

    if (p.until_ns == 0)
        p.until_ns = now + (WAIT_NS > h->waited_ns ? WAIT_NS - h->waited_ns : 0);
    p.until_ns = least(p.until_ns, now + own);
    return p;
}

static void give_up(struct sampled_view *v, int why)
{
    if (v->helper >= 0)
        close(v->helper);
    v->helper = -1;
    v->lost = why;
}

/* Asks the helper of a view; false with errno. */
static bool ask(struct sampled_processes *h, struct sampled_view *v, struct opener_request *r,
                int to, struct opener_answer *a, int *fd)
{
    const uint64_t begun = clock_now_ns();

    *a = (struct opener_answer){.number = 0};
    errno = v ? v->lost : ENOENT;
    if (!v || v->helper < 0)
        return false;
    const struct patience p = remaining_wait(h, waited_for_user(h, v->who.rights.user), begun);
    const struct opener_passed passed = {to, fd};
    const int error = opener_ask(&h->opener, v->helper, r, &passed, &p, a);
    const uint64_t took = clock_now_ns() - begun;
    v->waited_ns += took;
    h->waited_ns += h->end.until_ns ? 0 : took;
    if (opener_is_lost(error))
        give_up(v, error);
    errno = error;
    return error == 0;
}

static bool set_path(struct opener_request *r, const char *path)
{
    const size_t n = strlen(path);

    errno = ENAMETOOLONG;
    if (n >= sizeof r->path)
        return false;
    memcpy(r->path, path, n + 1);
    return true;
}

static bool copy(struct sampled_processes *h, struct sampled_view *v, struct opener_request *r,
                 struct process_copy *to)
{
    struct opener_answer a;

    *to = (struct process_copy){.fd = memfd_create("taken", MFD_CLOEXEC)};
    if (to->fd < 0)
        return false;
    const bool ok = ask(h, v, r, to->fd, &a, NULL);
    const int error = errno;
    to->size = a.size;
    if (!ok) {
        close(to->fd);
        to->fd = -1;
    }
    errno = error;
    return ok;
}

static bool refuse(const struct sampled_process *p, struct process_copy *to)
{
    *to = (struct process_copy){.fd = -1};
    errno = p->refused ? EMFILE : ENOENT;
    return false;
}

static void name_map(const struct sampled_process *p, struct opener_request *r)
{
    snprintf(r->path, sizeof r->path, "/tmp/perf-%u.map", p->inside);
}

bool process_copy_map(struct sampled_processes *h, const struct sampled_process *p, uint64_t most,
                      struct process_copy *to)
{
    struct opener_request r = {.kind = OPENER_COPY, .most = most, .is_own = true};

    name_map(p, &r);
    return p->view ? copy(h, view_of(h, p), &r, to) : refuse(p, to);
}

void process_remove_map(struct sampled_processes *h, const struct sampled_process *p)
{
    struct opener_request r = {.kind = OPENER_REMOVE, .inside = p->inside};
    struct opener_answer a;

    (void)ask(h, view_of(h, p), &r, -1, &a, NULL);
}

struct process_file process_keep_file(struct sampled_processes *h, const struct sampled_process *p,
                                      const char *path)
{
    struct sampled_view *v = view_of(h, p);
    struct opener_request r = {.kind = OPENER_KEEP, .is_own = true};

    if (!v || v->n_kept == OPENER_KEPT_MOST || !set_path(&r, path))
        return (struct process_file){0, 0};
    r.kept = v->n_kept++;
    v->n_users++;
    if (v->helper >= 0 && !opener_tell(&h->opener, v->helper, &r))
        give_up(v, ETIMEDOUT);
    return (struct process_file){p->view, r.kept};
}

bool process_copy_kept(struct sampled_processes *h, struct process_file *file, uint64_t most,
                       struct process_copy *to)
{
    struct opener_request r = {.kind = OPENER_COPY_KEPT, .kept = file->number, .most = most};

    *to = (struct process_copy){.fd = -1};
    errno = EMFILE;
    if (file->view == 0)
        return false;
    struct sampled_view *v = &h->views[file->view - 1];
    file->view = 0;
    v->n_users--;
    return copy(h, v, &r, to);
}

int process_open_path(struct sampled_processes *h, const struct sampled_process *p,
                      const char *path, uint64_t most)
{
    struct opener_request r = {.kind = OPENER_FILE, .most = most, .links = true};
    struct opener_answer a;
    int fd = -1;

    errno = ENOENT;
    if (p->view == 0 || !set_path(&r, path))
        return -1;
    const int copied = memfd_create("mapped", MFD_CLOEXEC);
    if (copied < 0)
        return -1;
    const bool ok = ask(h, view_of(h, p), &r, copied, &a, &fd);
    const int error = errno;
    if (ok && a.flags & OPENER_COPIED) {
        if (fd >= 0)
            close(fd);
        return copied;
    }
    close(copied);
    errno = error;
    return fd;
}

size_t process_build_id(struct sampled_processes *h, const struct sampled_process *p,
                        const char *path, uint64_t inode, unsigned char id[OPENER_ID_ROOM])
{
    struct opener_request r = {.kind = OPENER_BUILD_ID, .inode = inode, .links = true};
    struct opener_answer a;

    if (p->view == 0 || !set_path(&r, path) || !ask(h, view_of(h, p), &r, -1, &a, NULL))
        return 0;
    const size_t n = a.n_id < OPENER_ID_ROOM ? a.n_id : OPENER_ID_ROOM;
    memcpy(id, a.id, n);
    return n;
}

/* Takes from memory that a helper wrote. */
static bool take_text(int fd, struct buf *to, uint64_t n)
{
    while (to->n < n) {
        const size_t step = n - to->n < READ_STEP ? (size_t)(n - to->n) : READ_STEP;
        const ssize_t got = pread(fd, buf_reserve(to, step), step, (off_t)to->n);
        if (got <= 0)
            return false;
        to->n += (size_t)got;
    }
    return true;
}

/* A reader that hangs is given up, and another one made while there is time. */
bool process_read(struct sampled_processes *h, struct buf *to, size_t most, const char *path)
{
    static const struct opener_rights reader = {.is_reader = true};
    struct opener_request r = {.kind = OPENER_READ, .most = most};
    struct opener_answer a = {.number = 0};
    const uint64_t begun = clock_now_ns();

    buf_clear(to);
    if (!set_path(&r, path))
        return false;
    if (h->reader == 0)
        h->reader = opener_add(&h->opener, &reader, NULL) + 1;
    if (h->reader == 0)
        return false;
    const int fd = memfd_create("read", MFD_CLOEXEC);
    const struct patience p = remaining_wait(h, USER_NS / 2, begun);
    const struct opener_passed passed = {fd, NULL};
    int error = fd < 0 ? errno : opener_ask(&h->opener, h->reader - 1, &r, &passed, &p, &a);
    h->waited_ns += h->end.until_ns ? 0 : clock_now_ns() - begun;
    if (opener_is_lost(error)) {
        close(h->reader - 1);
        h->reader = 0;
    } else if ((error == 0 || error == EFBIG) && !take_text(fd, to, least(a.size, most))) {
        error = EIO;
    }
    if (fd >= 0)
        close(fd);
    errno = error;
    return error == 0;
}

bool process_java_begin(struct sampled_processes *h, const struct sampled_process *p,
                        uint32_t *flags)
{
    struct opener_request r = {.kind = OPENER_JAVA_BEGIN, .inside = p->inside};
    struct opener_answer a;
    const bool ok = ask(h, view_of(h, p), &r, -1, &a, NULL);

    *flags = a.flags;
    return ok;
}

bool process_java_ask(struct sampled_processes *h, const struct sampled_process *p, uint32_t flags,
                      uint64_t until_ns)
{
    struct opener_request r = {.kind = OPENER_JAVA_ASK, .inside = p->inside, .most = flags};
    struct opener_answer a;
    struct sampled_view *v = view_of(h, p);
    const uint64_t now = clock_now_ns();

    if (!v)
        return false;
    /* The machine is given up before its helper is, as that has to remove a file. */
    const uint64_t end_ns = remaining_wait(h, waited_for_user(h, v->who.rights.user), now).until_ns;
    r.until_ns = least(until_ns, end_ns > MARGIN_NS ? end_ns - MARGIN_NS : 0);
    return ask(h, v, &r, -1, &a, NULL);
}
