/* Reads and writes .flame-report: for each profile its path, its picture, the digest of its content
 * and options, and its record. Damage there only causes redrawing. A stranger may have
 * written it: what it says of a profile is data, like the profile itself. */
#include "app/report/state.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "app/report/work.h"
#include "base/fields.h"
#include "base/folder.h"
#include "base/mem.h"

enum { STATE_MOST = 1 << 30, READ_AT_ONCE = 256 << 10 };

static const char file_name[] = ".flame-report";
static const struct str head = {"flame-report 7\n", 15};

/* ---- the last report ------------------------------------------------------------------------- */

struct line_cache {
    struct str path, picture, record;
    struct digest digest;
};

static bool get_known(struct str *rest, struct line_cache *known)
{
    return fields_get_text(rest, &known->path) && fields_get_text(rest, &known->picture) &&
           fields_get_number(rest, &known->digest.half[0]) &&
           fields_get_number(rest, &known->digest.half[1]) && fields_get_text(rest, &known->record);
}

/* Copies known results into the parts from `from` up to, not including, `to`. Both lists are
 * sorted, so one pass suffices. */
static void match(struct report_run *run, struct str rest, enum report_folder folder, size_t from,
                  size_t to)
{
    struct report_frame frame = {run->budget.n, folder == REPORT_OF_PAIRS};
    struct line_cache known;
    struct report_row row;
    size_t i = from;

    while (rest.n && get_known(&rest, &known)) {
        int order = -1;
        if (!report_is_picture(known.picture, folder))
            continue;
        for (; i < to && order < 0; i++) {
            struct report_part *part = &run->parts[i];
            order = report_compare(str_of(part->below), known.path);
            if (order != 0 || part->known || !report_row_read(&row, known.record, &frame))
                continue;
            part->known = true;
            part->known_row = known.record;
            part->known_picture = known.picture;
            part->known_digest = known.digest;
        }
        i -= order > 0; /* this part may match the next record */
    }
}

void report_state_match(struct report_run *run)
{
    struct str rest = buf_str(&run->last);

    if (!str_starts(rest, head)) {
        buf_clear(&run->last);
        return;
    }
    rest = str_from_to(rest, head.n, rest.n);
    match(run, rest, REPORT_OF_PROFILES, 0, run->files.n);
    match(run, rest, REPORT_OF_PAIRS, run->files.n, run->n_parts);
}

static bool read_all(struct buf *to, int fd)
{
    ssize_t n = 1;

    while (n && to->n <= STATE_MOST) {
        n = read(fd, buf_reserve(to, READ_AT_ONCE), READ_AT_ONCE);
        if (n < 0 && errno != EINTR)
            return false;
        to->n += n > 0 ? (size_t)n : 0;
    }
    return n == 0;
}

/* Only a regular file is read: a link, a FIFO or a device there is not ours. */
void report_state_read(struct report_run *run)
{
    struct stat status;

    int fd = openat(run->at, file_name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY);
    if (fd < 0 || fstat(fd, &status) != 0 || !S_ISREG(status.st_mode) || !read_all(&run->last, fd))
        buf_clear(&run->last);
    if (fd >= 0)
        close(fd);
    report_state_match(run);
}

/* ---- the next report ------------------------------------------------------------------------- */

static int compare_texts(const void *a, const void *b)
{
    return str_compare(*(const struct str *)a, *(const struct str *)b);
}

static void remove_picture(int folder, struct str picture, struct buf *name)
{
    int at = folder_that_holds(folder, picture, false);

    if (at < 0)
        return;
    buf_clear(name);
    buf_add(name, picture);
    buf_add_byte(name, '\0');
    unlinkat(at, path_base_name(str_of(name->p)).p, 0);
    close(at);
}

void report_state_remove_old(const struct report_run *run)
{
    struct str *pictures = mem_alloc(run->n_parts, sizeof *pictures);
    struct str rest = buf_str(&run->last);
    struct line_cache known;
    struct buf name = {0};
    size_t n = 0;

    for (size_t i = 0; i < run->n_parts; i++)
        if (run->parts[i].state == REPORT_DRAWN && !run->parts[i].dropped)
            pictures[n++] = str_of(run->parts[i].picture);
    qsort(pictures, n, sizeof *pictures, compare_texts);
    rest = str_from_to(rest, rest.n ? head.n : 0, rest.n);
    while (rest.n && get_known(&rest, &known))
        if ((report_is_picture(known.picture, REPORT_OF_PROFILES) ||
             report_is_picture(known.picture, REPORT_OF_PAIRS)) &&
            !bsearch(&known.picture, pictures, n, sizeof *pictures, compare_texts))
            remove_picture(run->at, known.picture, &name);
    buf_free(&name);
    mem_free(pictures, run->n_parts, sizeof *pictures);
}

bool report_state_write(const struct report_run *run, struct fault *f)
{
    struct buf path = {0};
    struct sink s;

    size_t folder = report_path(&path, run->folder, file_name);
    bool ok = sink_open_below(&s, path.p, folder, run->at, f);
    if (ok) {
        sink_str(&s, head);
        for (size_t i = 0; i < run->n_parts; i++) {
            const struct report_part *part = &run->parts[i];
            if (part->state != REPORT_DRAWN || part->dropped ||
                !(part->digest.half[0] | part->digest.half[1]))
                continue;
            fields_put_text(&s, str_of(part->below));
            fields_put_text(&s, str_of(part->picture));
            fields_put_number(&s, part->digest.half[0]);
            fields_put_number(&s, part->digest.half[1]);
            fields_put_text(&s, buf_str(&part->answer));
        }
        ok = sink_close(&s, f);
    }
    buf_free(&path);
    return ok;
}
