/* "old.folded -> new.folded and 4 other runs": which runs or ranges of time are compared. */
#include "app/inputs/comparison.h"
#include "model/time/wall_clock.h"
#include "render/flame/difference_text.h"
#include "render/output.h"

/* The last part of a path, or the last two. */
static const char *end_of(const char *path, bool with_folder)
{
    const char *at = strrchr(path, '/');

    if (!at)
        return path;
    while (with_folder && at > path && at[-1] != '/')
        at--;
    return with_folder ? at : at + 1;
}

/* Writes the name of the first run of a side, and the number of others. */
static void add_runs(struct sink *s, const char *const *paths, size_t n, bool with_folder)
{
    sink_text(s, strcmp(paths[0], "-") == 0 ? "standard input" : end_of(paths[0], with_folder));
    if (n < 2)
        return;
    sink_text(s, " and ");
    sink_u64(s, n - 1);
    sink_text(s, n == 2 ? " other run" : " other runs");
}

/* Adds the snapshot: if both sides are of one file, only it differs. */
static void add_moment(struct sink *s, const struct side_request *sides, struct str snapshot)
{
    if (!sides->snapshot_before.n)
        return;
    sink_text(s, ", snapshot ");
    sink_str(s, snapshot);
}

/* Adds the range of time: ", 0..2.5 s". */
static void add_window(struct sink *s, const struct selection_request *selection)
{
    const struct time_window *window = &selection->window;

    if (!selection->by_time)
        return;
    sink_text(s, ", ");
    if (window->of_day) {
        wall_clock_time(s, window->from_ns);
        sink_text(s, "..");
        if (window->to_ns < UINT64_MAX)
            wall_clock_time(s, window->to_ns);
        return;
    }
    sink_decimal(s, window->from_ns, 9);
    sink_text(s, "..");
    if (window->to_ns < UINT64_MAX)
        sink_decimal(s, window->to_ns, 9);
    sink_text(s, " s");
}

/* "100 -> 90 samples, -10 (-10.00 %) [-90, +12], within the noise; "; nothing if that is not known.
 */
static void add_certainty(struct sink *s, const struct picture *picture)
{
    struct sink certainty;

    sink_open_buf(&certainty);
    difference_text_certainty(&certainty, picture);
    if (certainty.buf.n) {
        difference_text_headline(s, picture);
        sink_byte(s, ' ');
        sink_str(s, buf_str(&certainty.buf));
        sink_text(s, "; ");
    }
    sink_discard(&certainty);
}

/* How sure the change of all is, then "old.folded -> new.folded and 4 other runs". */
struct str comparison_subtitle(const struct input_request *r, const struct side_request *sides,
                               const struct picture *picture, struct sink *s)
{
    static const char *const standard[] = {"-"};

    sink_open_buf(s);
    add_certainty(s, picture);
    if (!redact_needed(&r->selection->redact) && sides->before.n) {
        const char *const *after = r->paths->n ? r->paths->items : standard;
        bool alike = strcmp(end_of(sides->before.items[0], false), end_of(after[0], false)) == 0;
        add_runs(s, sides->before.items, sides->before.n, alike);
        add_moment(s, sides, sides->snapshot_before);
        const struct selection_request selection = side_request_before(sides, r->selection);
        if (sides->chooses_before)
            add_window(s, &selection);
        sink_text(s, " \xE2\x86\x92 ");
        add_runs(s, after, r->paths->n, alike);
        add_moment(s, sides, r->selection->snapshot);
        if (sides->chooses_before)
            add_window(s, r->selection);
    } else {
        sink_text(s, "before \xE2\x86\x92 after");
    }
    return buf_str(&s->buf);
}
