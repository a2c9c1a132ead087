/* recording: 12.2 s, 2,410 samples, 0 lost, 311 kB: nginx 63 %, worker 21 %; Ctrl-C ends it */
#include "app/record/progress.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "app/common/message.h"
#include "base/visible.h"

enum { EVERY_NS = 200000000, CELLS_USUAL = 80, CELLS_WIDE = 72 };

bool record_progress_can(void)
{
    const char *kind = getenv("TERM");

    return isatty(2) == 1 && !(kind && strcmp(kind, "dumb") == 0);
}

static size_t cells_of(struct str text)
{
    size_t n = 0;

    for (size_t at = 0; at < text.n;)
        n += utf8_cells(utf8_next(text, &at));
    return n;
}

/* Appends a part if it fits; *left: the cells that are left. */
static bool add(struct buf *to, struct str part, size_t *left)
{
    const size_t cells = cells_of(part);

    if (cells > *left)
        return false;
    buf_add(to, part);
    *left -= cells;
    return true;
}

static bool add_thread(struct buf *to, const struct busy_name *thread, bool first, size_t *left)
{
    struct buf part = {0};
    char share[32];

    snprintf(share, sizeof share, " %" PRIu32 " %%", (thread->permille + 5) / 10);
    buf_add(&part, first ? STR(": ") : STR(", "));
    visible_add_text(&part, str_of(thread->name));
    buf_add(&part, str_of(share));
    const bool fits = add(to, buf_str(&part), left);
    buf_free(&part);
    return fits;
}

void record_progress_line(struct buf *to, const struct recorded_so_far *now, size_t cells)
{
    const uint64_t lost = now->counts->lost;
    char text[80];
    size_t left = cells;

    snprintf(text, sizeof text, "%" PRIu64 ".%" PRIu64 " s", now->ns / 1000000000,
             now->ns / 100000000 % 10);
    add(to, STR("recording: "), &left);
    add(to, str_of(text), &left);
    snprintf(text, sizeof text, ", %" PRIu64 " sample%s", now->counts->samples,
             plural(now->counts->samples));
    add(to, str_of(text), &left);
    snprintf(text, sizeof text, ", %" PRIu64 " lost", lost);
    add(to, str_of(text), &left);
    snprintf(text, sizeof text, ", %" PRIu64 " kB", now->bytes / 1000);
    if (cells >= CELLS_WIDE)
        add(to, str_of(text), &left);
    for (size_t i = 0; i < now->busy->n_top; i++)
        if (!add_thread(to, &now->busy->top[i], i == 0, &left))
            break;
    add(to, STR("; Ctrl-C ends it"), &left);
}

static void put(struct str text)
{
    (void)!write(2, text.p, text.n);
}

void record_progress_show(void *progress, uint64_t ns, const struct ring_counts *counts,
                          uint64_t bytes)
{
    struct record_progress *p = progress;
    const struct recorded_so_far now = {ns, counts, bytes, &p->busy};
    struct winsize size = {.ws_col = 0};
    struct buf line = {0};

    if (p->shown && ns - p->last_ns < EVERY_NS)
        return;
    p->shown = true;
    p->last_ns = ns;
    busy_update(&p->busy, ns);
    (void)!ioctl(2, TIOCGWINSZ, &size);
    buf_add(&line, STR("\r\033[K"));
    /* The last cell is left free: some terminals go to the next line there. */
    record_progress_line(&line, &now, (size.ws_col ? size.ws_col : CELLS_USUAL) - 1U);
    put(buf_str(&line));
    buf_free(&line);
}

void record_progress_end(struct record_progress *p)
{
    if (p->shown)
        put(STR("\r\033[K"));
}
