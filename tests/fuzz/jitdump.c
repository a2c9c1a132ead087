/* Any bytes are a dump of code, whole or in pieces, and what is found holds the address: the last
 * that came at or before the time. */
#include <stdint.h>
#include <stdlib.h>

#include "symbol/jitdump.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool holds)
{
    if (!holds)
        abort();
}

static bool holds_at(const struct jitdump_code *c, uint64_t address, uint64_t time)
{
    return address >= c->address && address - c->address < c->size && c->time <= time;
}

static void check_at(const struct jitdump *d, uint64_t address, uint64_t time)
{
    const struct jitdump_code *last = NULL;

    for (size_t i = 0; i < d->n; i++)
        if (holds_at(&d->codes[i], address, time))
            last = &d->codes[i];
    check(jitdump_find(d, address, time) == last);
}

static void check_code(const struct jitdump *d, const struct jitdump_code *c)
{
    struct str file;
    struct str head;
    struct str frames;
    uint32_t line;
    uint64_t at;

    check(c->name + c->name_size <= d->text.n);
    check(c->size == 0 || jitdump_name(d, c).n > 0);
    if (jitdump_line(d, c, c->address + c->size, &file, &line))
        check(file.n <= d->text.n);
    if (jitdump_unwinding(d, c, &frames, &head, &at))
        check(frames.n + head.n == c->frames_size && frames.p + frames.n == head.p);
    if (!c->moved)
        check(jitdump_numbered(d, c->index) != NULL);
}

static struct jitdump read_dump(struct str bytes, size_t piece)
{
    struct limits limits = limits_usual();
    struct jitdump d;

    jitdump_init(&d, &limits);
    while (bytes.n) {
        size_t n = bytes.n < piece ? bytes.n : piece;
        if (!jitdump_read(&d, str_from_to(bytes, 0, n)))
            break;
        bytes = str_from_to(bytes, n, bytes.n);
    }
    jitdump_finish(&d);
    return d;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct str bytes = {size ? (const char *)data : "", size};
    struct jitdump whole = read_dump(bytes, SIZE_MAX);
    struct jitdump pieces = read_dump(bytes, 13);
    uint32_t pid;
    uint64_t index;

    check(whole.n == pieces.n && whole.cut == pieces.cut && whole.damaged == pieces.damaged);
    check(whole.text.n == pieces.text.n && whole.n_lines == pieces.n_lines);
    for (size_t i = 0; i < whole.n && i < 64; i++) {
        const struct jitdump_code *c = &whole.codes[i];
        check_code(&whole, c);
        check_at(&whole, c->address, c->time);
        check_at(&whole, c->address, UINT64_MAX);
        check_at(&whole, c->address + c->size, c->time);
        check_at(&whole, c->address - 1, UINT64_MAX);
        check_at(&whole, c->address + c->size / 2, c->time + 1);
    }
    jitdump_free(&whole);
    jitdump_free(&pieces);
    if (jitdump_pid(bytes, &pid))
        check(!jitdump_image(bytes, &pid, &index));
    return 0;
}
