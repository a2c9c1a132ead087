/* x.svg: drawn into a memfd by a child of nobody's, and copied by this process into what is
 * renamed. */
#include "app/record/drawing.h"

#include <errno.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "app/draw/draw_request.h"
#include "base/mem.h"
#include "base/process/without_root.h"

enum { BLOCK = 256 << 10 };

static bool draw_here(void *context, const struct process_files *files, struct fault *f)
{
    const struct record_drawing *d = context;
    struct symbol_options *symbols = &d->request->read.ask.symbols;

    symbols->of_process = files;
    symbols->is_here = files != NULL;
    const bool ok = draw_request(d->request, f);
    symbols->of_process = NULL;
    symbols->is_here = false;
    return ok;
}

static bool is_standard(const char *picture)
{
    return strcmp(picture, "-") == 0;
}

static bool fail(const char *picture, struct fault *f)
{
    return fault_set(f, FAULT_SYSTEM, "%s: cannot be written: %s", picture, strerror(errno));
}

static bool copy(int fd, struct sink *to, const char *picture, struct fault *f)
{
    char *block = mem_alloc(BLOCK, 1);
    off_t at = 0;
    ssize_t n;

    while ((n = pread(fd, block, BLOCK, at)) > 0 || (n < 0 && errno == EINTR)) {
        at += n > 0 ? n : 0;
        if (n > 0)
            sink_bytes(to, block, (size_t)n);
    }
    mem_free(block, BLOCK, 1);
    return n == 0 || fail(picture, f);
}

static bool is_empty(int fd)
{
    struct stat status;

    return fd < 0 || fstat(fd, &status) != 0 || status.st_size == 0;
}

bool record_put_picture(const char *picture, const int *folder, int fd, struct fault *f)
{
    struct sink sink;

    if (is_empty(fd))
        return true;
    struct user *caller = mem_alloc(1, sizeof *caller);
    bool ok = folder ? sink_open_in(&sink, picture, *folder, f) : sink_open_file(&sink, picture, f);

    if (ok && user_of_sudo(caller))
        sink_give(&sink, caller->id, caller->group);
    mem_free(caller, 1, sizeof *caller);
    if (!ok)
        return false;
    if (!copy(fd, &sink, picture, f)) {
        sink_discard(&sink);
        return false;
    }
    return sink_close(&sink, f);
}

/* Of several pictures some may have failed: these are empty. */
static bool put_all(const struct record_drawing *d, const int *fds, struct fault *f)
{
    bool ok = true;

    for (size_t i = 0; i < d->pictures->n; i++)
        ok = record_put_picture(d->pictures->items[i], NULL, fds[i], f) && ok;
    return ok;
}

bool record_lend_picture(const char *picture, int *fd, struct fault *f)
{
    *fd = is_standard(picture) ? -1 : memfd_create("picture", MFD_CLOEXEC);
    return *fd >= 0 || is_standard(picture) || fail(picture, f);
}

static bool create_all(const struct record_drawing *d, int *fds, struct fault *f)
{
    for (size_t i = 0; i < d->pictures->n; i++)
        if (!record_lend_picture(d->pictures->items[i], &fds[i], f))
            return false;
    return true;
}

static bool draw_apart(const struct record_drawing *d, int *fds, struct fault *f)
{
    const size_t n = d->pictures->n;
    struct record_drawing drawing = *d;
    const struct without_root how = {.user = d->reader,
                                     .kept = fds,
                                     .n_kept = n + 1,
                                     .files = {code_names_open, d->recorded->outcome.names}};
    const struct without_root_work work = {.run = draw_here, .context = &drawing};
    struct fault placed = {0};

    fds[n] = d->recorded->outcome.file;
    if (!create_all(d, fds, f))
        return false;
    d->request->output.lent = fds;
    bool ok = without_root(&how, &work, f);
    d->request->output.lent = NULL;
    if (!put_all(d, fds, &placed) && ok) {
        *f = placed;
        ok = false;
    }
    return ok;
}

bool record_draw(const struct record_drawing *d, struct fault *f)
{
    const size_t n = d->pictures->n;

    if (!d->reader)
        return draw_request(d->request, f);
    int *fds = mem_alloc(n + 1, sizeof *fds); /* of the pictures, and of the recording */
    for (size_t i = 0; i < n; i++)
        fds[i] = -1;
    bool ok = draw_apart(d, fds, f);
    for (size_t i = 0; i < n; i++)
        if (fds[i] >= 0)
            close(fds[i]);
    mem_free(fds, n + 1, sizeof *fds);
    return ok;
}
