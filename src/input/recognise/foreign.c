/* core, a.nettrace, heap.hprof: recognises files that are not profiles. Whoever adds a
 * reader for one removes its row. */
#include "input/recognise/foreign.h"

#include "base/parse.h"
#include "base/protobuf.h"

enum { NEAR = 4096, MAP_LINES = 3 };

/* Binary files. */
static const struct magic {
    struct str start;
    size_t at;
    const char *what;
} magics[] = {
#define MAGIC(bytes, at, what) {{bytes, sizeof bytes - 1}, at, what},
#include "input/recognise/foreign.def"
};

/* Text files: their beginning after blank lines, and something near the start. */
static const struct foreign_mark {
    const char *start, *holds;
    const char *what;
} marks[] = {
#define MARK(start, holds, what) {start, holds, what},
#include "input/recognise/foreign.def"
};

/* Takes hexadecimal digits and the following blank off *s; returns how many digits, 0 if no blank
 * follows. */
static size_t parse_hex(struct str *s)
{
    size_t n = str_starts(*s, STR("0x")) ? 2 : 0;
    size_t from = n;

    while (n < s->n && (is_digit(s->p[n]) || (s->p[n] >= 'a' && s->p[n] <= 'f')))
        n++;
    if (n == from || n >= s->n || s->p[n] != ' ')
        return 0;
    *s = str_from_to(*s, n + 1, s->n);
    return n - from;
}

/* "7f222dfed000 b py::_find_and_load": an address of six digits or more, a size and a name. */
static bool is_map(struct str prefix)
{
    struct str line;

    for (int i = 0; i < MAP_LINES; i++) {
        if (!prefix.p || !take_field(&prefix, '\n', &line))
            return false;
        if (parse_hex(&line) < 6 || !parse_hex(&line) || str_trim(line).n == 0)
            return false;
    }
    return true;
}

/* What follows blank lines, and blanks at the start of a line. */
static struct str skip_blank(struct str s)
{
    size_t n = 0;

    while (n < s.n && is_space(s.p[n]))
        n++;
    return str_from_to(s, n, s.n);
}

/* "0.079 ( 0.017 ms): cat/1720 brk() = 0": a time or '?', and how long a system call took. */
static bool is_perf_trace(struct str text)
{
    struct decimal time;
    struct str word;

    if (!take_word(&text, &word) || !(str_equal(word, STR("?")) || parse_decimal(word, 3, &time)))
        return false;
    text = skip_blank(text);
    size_t end = str_find(text, 0, STR("): "));
    for (size_t i = 1; i < end && i < text.n; i++)
        if (!is_digit(text.p[i]) && !strchr(" .ms", text.p[i]))
            return false;
    return str_starts(text, STR("(")) && end < text.n;
}

static const char *find_text(struct str prefix)
{
    struct str near = skip_blank(prefix);

    if (near.n > NEAR)
        near.n = NEAR;
    for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++)
        if (str_starts(near, str_of(marks[i].start)) &&
            (!*marks[i].holds || str_find(near, 0, str_of(marks[i].holds)) < near.n))
            return marks[i].what;
    if (is_perf_trace(near))
        return "the text of perf trace, wanted the stacks of its events "
               "(perf record -g -e raw_syscalls:sys_enter)";
    return is_map(near) ? "a map that names functions (perf-PID.map), wanted a profile" : NULL;
}

/* A trace of Perfetto: packets, each with a user, a time or the number of its sequence. */
static bool is_perfetto(struct str prefix)
{
    enum { PACKETS = 2, USER = 3, TIME = 8, SEQUENCE = 10 };
    struct protobuf m = protobuf_of(prefix, 0);
    struct protobuf_field packet;

    for (int i = 0; i < PACKETS; i++) {
        if (!protobuf_next(&m, &packet) || packet.number != 1 || packet.kind != PROTOBUF_BYTES)
            return false;
        struct protobuf inner = protobuf_in(&packet);
        struct protobuf_field field;
        bool has = false;
        while (protobuf_next(&inner, &field))
            has =
                has || (field.kind == PROTOBUF_VARINT &&
                        (field.number == USER || field.number == TIME || field.number == SEQUENCE));
        if (!has || inner.wrong)
            return false;
    }
    return true;
}

/* Whether an ELF file, of either byte order, is a core dump. */
static bool is_core(struct str prefix)
{
    struct str type = prefix.n < 18 ? STR("") : str_from_to(prefix, 16, 18);

    return str_starts(prefix, STR("\177ELF")) &&
           (str_equal(type, STR("\4\0")) || str_equal(type, STR("\0\4")));
}

/* A short word may begin a text as well. */
static bool is_word(struct str magic)
{
    enum { SHORT = 4 };
    bool is = magic.n <= SHORT;

    for (size_t i = 0; i < magic.n; i++)
        is = is && is_letter(magic.p[i]);
    return is;
}

static const char *find_binary(struct str prefix, bool binary)
{
    if (is_core(prefix))
        return "a core dump, wanted its stacks as text (gdb -batch -ex 'thread apply all bt' "
               "PROGRAM CORE)";
    for (size_t i = 0; i < sizeof magics / sizeof magics[0]; i++) {
        const struct magic *m = &magics[i];
        if (prefix.n > m->at && str_starts(str_from_to(prefix, m->at, prefix.n), m->start) &&
            (binary || !is_word(m->start)))
            return m->what;
    }
    return binary && is_perfetto(prefix)
               ? "a trace of Perfetto, wanted a profile (traceconv profile FILE) or its events as "
                 "JSON (traceconv json FILE OUT)"
               : NULL;
}

const char *foreign_find(struct str prefix, bool binary, bool *text)
{
    const char *found = find_binary(prefix, binary);

    *text = !found;
    return found || binary ? found : find_text(prefix);
}
