/* Queries of a jitdump: by address and time, by code index, and by the names of related files. */
#include "symbol/jitdump.h"

#include "base/parse.h"

/* Returns how many codes were loaded at or before the time. */
static size_t codes_until(const struct jitdump *d, uint64_t time)
{
    size_t from = 0;
    size_t to = d->n;

    while (from < to) {
        size_t middle = from + (to - from) / 2;
        if (d->codes[middle].time <= time)
            from = middle + 1;
        else
            to = middle;
    }
    return from;
}

/* Returns the last code of a tree node that is below n, plus 1; 0: none. */
static size_t last_below(const struct jitdump *d, size_t node, size_t n)
{
    size_t from = d->nodes[node];
    size_t to = d->nodes[node + 1];

    while (from < to) {
        size_t middle = from + (to - from) / 2;
        if (d->held[middle] < n)
            from = middle + 1;
        else
            to = middle;
    }
    return from > d->nodes[node] ? (size_t)d->held[from - 1] + 1 : 0;
}

const struct jitdump_code *jitdump_find(const struct jitdump *d, uint64_t address, uint64_t time)
{
    size_t n = codes_until(d, time);
    size_t border = 0;
    size_t found = 0;

    for (size_t to = d->n_borders; border < to;) {
        size_t middle = border + (to - border) / 2;
        if (d->borders[middle] <= address)
            border = middle + 1;
        else
            to = middle;
    }
    for (size_t node = border ? d->leaves + border - 1 : 0; node; node /= 2) {
        size_t last = last_below(d, node, n);
        if (last > found)
            found = last;
    }
    return found ? &d->codes[found - 1] : NULL;
}

struct str jitdump_name(const struct jitdump *d, const struct jitdump_code *c)
{
    return (struct str){d->text.p + c->name, c->name_size};
}

/* V8 and Dart write line addresses that include the ELF header of the files that perf inject makes.
 * Then no line is nearer to the start of its code than the size of that header. */
static uint64_t header_before_lines(const struct jitdump *d)
{
    enum { EM_386 = 3, EM_MIPS = 8, EM_PPC = 20, EM_ARM = 40, HEADER_32 = 0x34, HEADER_64 = 0x40 };
    bool small = d->machine == EM_386 || d->machine == EM_MIPS || d->machine == EM_PPC ||
                 d->machine == EM_ARM;
    uint64_t header = small ? HEADER_32 : HEADER_64;

    return d->lines_from >= header ? header : 0;
}

bool jitdump_line(const struct jitdump *d, const struct jitdump_code *c, uint64_t address,
                  struct str *file, uint32_t *line)
{
    uint64_t at = address - c->address + c->home + header_before_lines(d);
    size_t from = 0;
    size_t to = c->n_lines;

    if (to == 0)
        return false;
    const struct jitdump_line *lines = d->lines + c->lines;
    while (from < to) {
        size_t middle = from + (to - from) / 2;
        if (lines[middle].address <= at)
            from = middle + 1;
        else
            to = middle;
    }
    if (from == 0)
        return false;
    *file = (struct str){d->text.p + lines[from - 1].file, lines[from - 1].file_size};
    *line = lines[from - 1].line;
    return true;
}

bool jitdump_unwinding(const struct jitdump *d, const struct jitdump_code *c, struct str *eh_frame,
                       struct str *head, uint64_t *address)
{
    if (c->frames_size == 0)
        return false;
    struct str bytes = {d->frames.p + c->frames, c->frames_size};
    *eh_frame = str_from_to(bytes, 0, bytes.n - c->head_size);
    *head = str_from_to(bytes, bytes.n - c->head_size, bytes.n);
    *address = c->frames_at;
    return true;
}

static bool parse_pid(struct str *rest, char end, uint32_t *pid)
{
    struct str word;
    uint64_t number;

    if (!take_field(rest, end, &word) || !rest->p || !parse_u64(word, &number) ||
        number > UINT32_MAX)
        return false;
    *pid = (uint32_t)number;
    return true;
}

bool jitdump_pid(struct str path, uint32_t *pid)
{
    struct str name = path_base_name(path);

    if (!str_starts(name, STR("jit-")))
        return false;
    name = str_from_to(name, strlen("jit-"), name.n);
    return parse_pid(&name, '.', pid) && str_equal(name, STR("dump"));
}

bool jitdump_image(struct str path, uint32_t *pid, uint64_t *index)
{
    struct str name = path_base_name(path);
    struct str number;

    if (!str_starts(name, STR("jitted-")))
        return false;
    name = str_from_to(name, strlen("jitted-"), name.n);
    return parse_pid(&name, '-', pid) && take_field(&name, '.', &number) && name.p &&
           parse_u64(number, index) && str_equal(name, STR("so"));
}
