/* record/code/kernel_names: which words of a sample are taken for addresses of the kernel, and
 * which lines of its list of symbols name them. */
#include "record/code/kernel_names.h"

#include <inttypes.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "profiles.h"
#include "unit.h"

#define KERNEL UINT64_C(0xffffffff81000000)

static void what_programs_choose_is_not_remembered(void **state)
{
    struct kernel_names k = {0};
    const uint64_t words[] = {KERNEL,      4711,        PERF_CONTEXT_KERNEL,
                              KERNEL + 16, KERNEL,      PERF_CONTEXT_USER,
                              0x1000,      KERNEL + 32, KERNEL + 48};

    (void)state;
    kernel_names_see(&k, words, sizeof words / sizeof *words);
    assert_int_equal(k.n, 2);
    kernel_names_free(&k);
}

static void many_addresses_are_remembered_once(void **state)
{
    enum { MANY = 100000 };
    struct kernel_names k = {0};

    (void)state;
    for (uint64_t round = 0; round < 2; round++)
        for (uint64_t i = 0; i < MANY; i++)
            kernel_names_see(&k, (const uint64_t[]){KERNEL + 16 * i}, 1);
    assert_int_equal(k.n, MANY);
    kernel_names_free(&k);
    assert_int_equal(k.n, 0);
}

struct text_file {
    char path[64];
    FILE *out;
};

static struct text_file text_file_open(void)
{
    struct text_file f = {.path = "/tmp/flame-test-XXXXXX"};

    f.out = fdopen(mkstemp(f.path), "w");
    assert_non_null(f.out);
    return f;
}

/* Writes what names the addresses, as text. */
static bool written(const struct text_file *f, const uint64_t *addresses, size_t n, struct buf *to)
{
    struct kernel_names k = {0};

    kernel_names_see(&k, addresses, n);
    const bool told = kernel_names_write(&k, f->path, to);
    kernel_names_free(&k);
    buf_add_byte(to, '\0');
    unlink(f->path);
    return told;
}

static void a_symbol_comes_with_its_aliases_and_the_next_one(void **state)
{
    struct text_file f = text_file_open();
    struct buf text = {0};

    (void)state;
    fputs("ffffffff81000000 T _stext\nffffffff81000000 T _text\nffffffff81000100 t a\n"
          "ffffffff81000200 t b\nffffffff81000200 W c\nffffffff81000280 r table\n"
          "ffffffff81000300 D data\nffffffff81000400 t d\nffffffff80000000 t e\t[m]\n",
          f.out);
    fclose(f.out);
    assert_true(written(&f, (const uint64_t[]){KERNEL + 0x2ff, KERNEL + 0x200}, 2, &text));
    assert_string_equal(text.p, "ffffffff81000000 T _text\nffffffff81000000 T _stext\n"
                                "ffffffff81000200 t b\nffffffff81000200 W c\n"
                                "ffffffff81000300 D data\n");
    buf_free(&text);
}

static void where_all_addresses_are_hidden_is_told(void **state)
{
    struct text_file f = text_file_open();
    struct buf text = {0};

    (void)state;
    fputs("0000000000000000 T _stext\n0000000000000000 t a\n", f.out);
    fclose(f.out);
    assert_false(written(&f, (const uint64_t[]){KERNEL}, 1, &text));
    assert_string_equal(text.p, "");
    buf_free(&text);
}

enum { LINES = 200, WANTED = 20, SPREAD = 120 };

struct random_list {
    uint64_t addresses[LINES];
    bool taken[LINES];
    uint64_t wanted[WANTED];
};

static struct random_list list_draw(FILE *out, uint64_t *seed)
{
    struct random_list l;

    for (size_t i = 0; i < LINES; i++) {
        l.taken[i] = random_below(seed, 5) != 0;
        l.addresses[i] = KERNEL + 16 * random_below(seed, SPREAD);
        fprintf(out, "%" PRIx64 " %c f%zu\n", l.addresses[i], l.taken[i] ? 't' : 'r', i);
    }
    for (size_t i = 0; i < WANTED; i++)
        l.wanted[i] = KERNEL - 64 + random_below(seed, 16 * SPREAD + 128);
    fclose(out);
    return l;
}

/* Whether one of the wanted addresses needs the line, by looking at all lines. */
static bool is_needed(const struct random_list *l, size_t line)
{
    for (size_t w = 0; w < WANTED; w++) {
        uint64_t low = 0;
        uint64_t next = UINT64_MAX;
        for (size_t i = 0; i < LINES; i++) {
            const uint64_t a = l->addresses[i];
            if (l->taken[i] && a <= l->wanted[w] && a > low)
                low = a;
            if (l->taken[i] && a > l->wanted[w] && a < next)
                next = a;
        }
        if (low && (l->addresses[line] == low || l->addresses[line] == next))
            return l->taken[line];
    }
    return false;
}

static void lines_in_any_order_are_chosen_as_by_looking_at_all(void **state)
{
    enum { ROUNDS = 100 };
    uint64_t seed = 1;

    (void)state;
    for (size_t round = 0; round < ROUNDS; round++) {
        struct text_file f = text_file_open();
        const struct random_list l = list_draw(f.out, &seed);
        struct buf text = {0};
        char line[64];
        size_t n = 0;
        assert_true(written(&f, l.wanted, WANTED, &text));
        for (size_t i = 0; i < LINES; i++) {
            snprintf(line, sizeof line, " %c f%zu\n", l.taken[i] ? 't' : 'r', i);
            const bool needed = is_needed(&l, i);
            assert_int_equal(strstr(text.p, line) != NULL, needed);
            n += needed;
        }
        for (const char *p = text.p; *p; p++)
            n -= *p == '\n';
        assert_int_equal(n, 0); /* each once */
        buf_free(&text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_programs_choose_is_not_remembered),
        cmocka_unit_test(many_addresses_are_remembered_once),
        cmocka_unit_test(a_symbol_comes_with_its_aliases_and_the_next_one),
        cmocka_unit_test(where_all_addresses_are_hidden_is_told),
        cmocka_unit_test(lines_in_any_order_are_chosen_as_by_looking_at_all),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
