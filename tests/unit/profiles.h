/* Profiles written down as text, for tests of the model and of what is made from it. */
#ifndef TESTS_UNIT_PROFILES_H
#define TESTS_UNIT_PROFILES_H

#include "unit.h"

#include <stdlib.h>

#include "base/mem.h"
#include "base/parse.h"
#include "base/sink.h"
#include "model/profile.h"

/* Adds the stack "main;parse;read" where it is new; "" is the empty stack. */
static inline stack_id stack_of(struct profile *p, const char *text)
{
    struct str rest = str_of(text);
    struct str name;
    stack_id stack = 0;

    while (rest.n && take_field(&rest, ';', &name)) {
        name_id id = names_add(&p->names, name);
        stack = stacks_add(&p->stacks, stack, frames_add_named(&p->frames, &p->names, id));
        if (!rest.p)
            break;
    }
    return stack;
}

static inline void add_sample(struct profile *p, const char *stack, uint64_t value)
{
    assert_true(profile_add(p, stack_of(p, stack), 0, &value));
}

/* Writes a line for each sample, in their order: "main;parse;read {key=value} 42". */
static inline void write_samples(struct sink *s, const struct profile *p)
{
    stack_id *path = mem_alloc(p->stacks.n, sizeof *path);

    for (uint32_t i = 0; i < p->n_samples; i++) {
        size_t n = 0;
        size_t n_labels;
        const struct label *labels = labels_get(&p->labels, p->samples[i].labels, &n_labels);
        for (stack_id at = p->samples[i].stack; at; at = p->stacks.rows[at].caller)
            path[n++] = at;
        while (n) {
            frame_id frame = p->stacks.rows[path[--n]].frame;
            sink_str(s, names_get(&p->names, p->frames.rows[frame].name));
            sink_text(s, n ? ";" : "");
        }
        for (size_t k = 0; k < n_labels; k++) {
            sink_text(s, " {");
            sink_str(s, names_get(&p->names, labels[k].key));
            sink_byte(s, '=');
            sink_str(s, names_get(&p->names, labels[k].value));
            sink_byte(s, '}');
        }
        for (size_t c = 0; c < p->n_columns; c++) {
            sink_byte(s, ' ');
            sink_decimal(s, p->columns[c].values[i], p->columns[c].scale);
        }
        sink_byte(s, '\n');
    }
    mem_free(path, p->stacks.n, sizeof *path);
}

static inline int compare_lines(const void *a, const void *b)
{
    return str_compare(*(const struct str *)a, *(const struct str *)b);
}

/* Puts the lines of a text in order, in place. */
static inline void sort_lines(struct buf *text)
{
    struct str rest = buf_str(text);
    struct str *lines = mem_alloc(rest.n + 1, sizeof *lines);
    struct buf sorted = {0};
    size_t n = 0;

    while (rest.n && take_field(&rest, '\n', &lines[n]))
        if (lines[n].n)
            n++;
    qsort(lines, n, sizeof *lines, compare_lines);
    for (size_t i = 0; i < n; i++) {
        buf_add(&sorted, lines[i]);
        buf_add_byte(&sorted, '\n');
    }
    mem_free(lines, text->n + 1, sizeof *lines);
    buf_free(text);
    *text = sorted;
}

/* The samples of the profile in the order of adding are these lines. */
static inline void assert_samples(const struct profile *p, const char *wanted)
{
    struct sink s;

    sink_open_buf(&s);
    write_samples(&s, p);
    assert_str(buf_str(&s.buf), wanted);
    sink_discard(&s);
}

/* Both profiles hold the same samples, in whatever order. */
static inline void assert_same_samples(const struct profile *a, const struct profile *b)
{
    struct sink x;
    struct sink y;

    sink_open_buf(&x);
    sink_open_buf(&y);
    write_samples(&x, a);
    write_samples(&y, b);
    sort_lines(&x.buf);
    sort_lines(&y.buf);
    assert_int_equal(x.buf.n, y.buf.n);
    assert_memory_equal(buf_str(&x.buf).p, buf_str(&y.buf).p, x.buf.n);
    sink_discard(&x);
    sink_discard(&y);
}

/* Numbers that only depend on the seed: Marsaglia, "Xorshift RNGs", 2003. */
static inline uint32_t random_below(uint64_t *seed, uint32_t limit)
{
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    return (uint32_t)(*seed >> 33) % limit;
}

/* Adds n samples on stacks of up to 12 frames with names "a" to "h". */
static inline void add_random_samples(struct profile *p, uint64_t seed, size_t n)
{
    print_message("seed %llu\n", (unsigned long long)seed);
    for (size_t i = 0; i < n; i++) {
        char text[32];
        size_t depth = 1 + random_below(&seed, 12);
        for (size_t k = 0; k < depth; k++) {
            text[2 * k] = (char)('a' + random_below(&seed, 8));
            text[2 * k + 1] = ';';
        }
        text[2 * depth - 1] = '\0';
        add_sample(p, text, random_below(&seed, 100));
    }
}

#endif
