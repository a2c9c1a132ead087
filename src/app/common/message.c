/* Prints messages and progress on standard error. */
#include "app/common/message.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

#include "base/clock.h"
#include "input/common/reading.h"
#include "render/common/text.h"

static void put(const char *text, size_t n)
{
    ssize_t ignored = write(2, text, n);
    (void)ignored;
}

/* Appends text such as a file name, with control characters as \x1B. */
static void add_visible(struct buf *to, struct str text)
{
    static const char digits[] = "0123456789ABCDEF";
    size_t from = 0;

    for (size_t i = 0; i <= text.n; i++) {
        if (i < text.n && (unsigned char)text.p[i] >= 0x20 && text.p[i] != 0x7f)
            continue;
        text_clean(str_from_to(text, from, i), to);
        from = i + 1;
        if (i == text.n)
            break;
        buf_add(to, STR("\\x"));
        buf_add_byte(to, digits[text.p[i] >> 4]);
        buf_add_byte(to, digits[text.p[i] & 15]);
    }
}

/* The C library sets it at program start. */
extern char *program_invocation_short_name;

const char *program_name(void)
{
    return strcmp(program_invocation_short_name, "callgraph") == 0 ? "callgraph" : "flame";
}

void message_print(const char *format, ...)
{
    char text[2000];
    va_list arguments;
    struct buf line = {0};

    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    buf_add(&line, str_of(program_name()));
    buf_add(&line, STR(": "));
    add_visible(&line, str_of(text));
    buf_add_byte(&line, '\n');
    put(line.p, line.n);
    buf_free(&line);
}

void message_print_line(struct str clean)
{
    struct buf line = {0};

    buf_add(&line, clean);
    buf_add_byte(&line, '\n');
    put(line.p, line.n);
    buf_free(&line);
}

const char *plural(uint64_t n)
{
    return n == 1 ? "" : "s";
}

void message_print_fault(const struct fault *f)
{
    if (f->text[0])
        message_print("%s", f->text);
}

void message_print_notes(const struct notes *notes, const char *name)
{
    for (size_t i = 0; i < notes->n_shown; i++) {
        const struct note *n = &notes->shown[i];
        struct place place;
        struct near near;
        message_print("%s: %s%s, skipped", place_of(&place, n->file, n->line), n->reason,
                      near_of(&near, n->near.text));
    }
    if (notes->total > notes->n_shown)
        message_print("%s: %" PRIu64 " lines were skipped in all", name, notes->total);
}

enum { SECOND = 1000000000, PROGRESS_EVERY = SECOND / 5 };

void progress_begin(struct progress *p, bool wanted, const char *name)
{
    struct buf visible = {0};

    *p = (struct progress){.wanted = wanted, .terminal = isatty(2) == 1};
    add_visible(&visible, str_of(name));
    buf_add_byte(&visible, '\0');
    snprintf(p->name, sizeof p->name, "%s", visible.p);
    buf_free(&visible);
    p->begun_ns = clock_now_ns();
    p->last_ns = p->begun_ns;
}

/* Whether it is time for the next progress line; if so, marks it as shown. */
static bool progress_due(struct progress *p)
{
    uint64_t now = clock_now_ns();

    bool due = p->wanted || (p->terminal && now - p->begun_ns >= SECOND);
    if (!due || now - p->last_ns < PROGRESS_EVERY)
        return false;
    p->last_ns = now;
    p->shown = true;
    return true;
}

void progress_show(void *progress, uint64_t bytes)
{
    struct progress *p = progress;
    char text[200];

    if (!progress_due(p))
        return;
    int n = snprintf(text, sizeof text, "%s%s: %s: %" PRIu64 " MB read%s", p->terminal ? "\r" : "",
                     program_name(), p->name, bytes >> 20, p->terminal ? "" : "\n");
    put(text, (size_t)n);
}

void progress_count(struct progress *p, size_t done, size_t all)
{
    char text[200];

    if (!progress_due(p))
        return;
    int n = snprintf(text, sizeof text, "%s%s: %s: %zu of %zu profiles%s", p->terminal ? "\r" : "",
                     program_name(), p->name, done, all, p->terminal ? "" : "\n");
    put(text, (size_t)n);
}

void progress_end(struct progress *p)
{
    if (p->shown && p->terminal)
        put("\r\033[K", 4);
}
