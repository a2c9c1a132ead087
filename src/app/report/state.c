/* Reads and writes .flame-report: for each profile its path, its picture, the digest of its content
 * and options, and its record. Damage there only causes redrawing. */
#include "app/report/state.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "app/report/work.h"
#include "base/fields.h"
#include "base/mem.h"
#include "render/common/text_file.h"

enum { STATE_MOST = 1 << 30 };

static const char file_name[] = ".flame-report";
static const struct str head = {"flame-report 3\n", 15};

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
            if (order != 0 || part->known || !report_row_read(&row, known.record))
                continue;
            part->known = true;
            part->known_row = known.record;
            part->known_picture = known.picture;
            part->known_digest = known.digest;
        }
        i -= order > 0; /* this part may match the next record */
    }
}

void report_state_read(struct report_run *run)
{
    struct buf path = {0};
    struct fault f = {0};

    report_path(&path, run->folder, file_name);
    if (text_file_exists(path.p) && text_file_read(&run->last, path.p, STATE_MOST, &f) &&
        str_starts(buf_str(&run->last), head)) {
        struct str rest = str_from_to(buf_str(&run->last), head.n, run->last.n);
        match(run, rest, REPORT_OF_PROFILES, 0, run->files.n);
        match(run, rest, REPORT_OF_PAIRS, run->files.n, run->n_parts);
    } else {
        buf_clear(&run->last);
    }
    buf_free(&path);
}

/* ---- the next report ------------------------------------------------------------------------- */

static int compare_texts(const void *a, const void *b)
{
    return str_compare(*(const struct str *)a, *(const struct str *)b);
}

/* Removes a picture, without following links. */
static void remove_picture(const char *folder, struct str picture)
{
    struct str rest = picture;
    struct str part;
    struct buf name = {0};
    int at = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

    while (at >= 0 && take_field(&rest, '/', &part)) {
        buf_clear(&name);
        buf_add(&name, part);
        buf_add_byte(&name, '\0');
        int below = -1;
        if (rest.p)
            below = openat(at, name.p, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
        else
            unlinkat(at, name.p, 0);
        close(at);
        at = below;
    }
    buf_free(&name);
}

static void remove_old(const struct report_run *run)
{
    struct str *pictures = mem_alloc(run->n_parts, sizeof *pictures);
    struct str rest = buf_str(&run->last);
    struct line_cache known;
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
            remove_picture(run->folder, known.picture);
    mem_free(pictures, run->n_parts, sizeof *pictures);
}

bool report_state_write(const struct report_run *run, struct fault *f)
{
    struct buf path = {0};
    struct sink s;

    report_path(&path, run->folder, file_name);
    bool ok = sink_open_file(&s, path.p, f);
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
    if (ok)
        remove_old(run);
    buf_free(&path);
    return ok;
}
