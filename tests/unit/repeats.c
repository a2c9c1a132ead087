/* model/repeats and change_fold: frames that repeat become one. */
#include "model/repeats.h"

#include "model/compare/change.h"

#include "profiles.h"

/* Adds stacks that go round in turns of one to five frames, some of them often. */
static void add_rounds(struct profile *p, unsigned seed, unsigned n)
{
    uint64_t r = seed;
    frame_id frames[6];

    for (size_t i = 0; i < 6; i++) {
        char name[] = {(char)('a' + i), '\0'};
        frames[i] =
            frames_add(&p->frames, &(struct frame){.name = names_add(&p->names, str_of(name))});
    }
    for (uint64_t value = 1; value <= n; value++) {
        stack_id stack = 0;
        for (unsigned parts = 1 + random_below(&r, 3); parts; parts--) {
            unsigned round = 1 + random_below(&r, 5);
            unsigned first = random_below(&r, 6);
            unsigned depth = random_below(&r, 14 * round);
            for (unsigned i = 0; i < depth; i++)
                stack = stacks_add(&p->stacks, stack, frames[(first + i % round) % 6]);
        }
        assert_true(profile_add(p, stack, 0, &value));
    }
}

/* By frame: self and total values, each sample counted once. */
static void sum_functions(const struct profile *p, uint64_t *self, uint64_t *total)
{
    const struct stack *rows = p->stacks.rows;

    for (uint32_t i = 0; i < p->n_samples; i++) {
        const uint64_t value = p->columns[0].values[i];
        bool seen[8] = {false};
        self[rows[p->samples[i].stack].frame] += value;
        for (stack_id at = p->samples[i].stack; at; at = rows[at].caller) {
            total[rows[at].frame] += seen[rows[at].frame] ? 0 : value;
            seen[rows[at].frame] = true;
        }
    }
}

static void folding_keeps_self_and_total_of_every_function(void **state)
{
    unsigned folded = 0;

    (void)state;
    for (unsigned seed = 1; seed < 60; seed++) {
        uint64_t before[2][8] = {{0}};
        uint64_t after[2][8] = {{0}};
        uint32_t *repeats;
        struct profile from;
        struct profile to;
        profile_init(&from, 1, TIME_NONE);
        add_rounds(&from, seed, 1 + seed % 5);
        if (change_fold(&to, &from, &repeats)) {
            folded++;
            assert_true(to.stacks.n < from.stacks.n);
            sum_functions(&from, before[0], before[1]);
            sum_functions(&to, after[0], after[1]);
            assert_memory_equal(before, after, sizeof before);
            mem_free(repeats, to.stacks.n, sizeof *repeats);
            profile_free(&to);
        }
        profile_free(&from);
    }
    assert_in_range(folded, 20, 58);
}

/* Samples are divided by '|'. */
static void fill(struct profile *p, const char *samples)
{
    struct str rest = str_of(samples);
    struct str line;

    while (rest.n && take_field(&rest, '|', &line)) {
        char stack[200];
        size_t end = str_find_last(line, STR(" "));
        uint64_t value;
        assert_in_range(end, 1, sizeof stack - 1);
        memcpy(stack, line.p, end);
        stack[end] = '\0';
        assert_true(parse_u64(str_from_to(line, end + 1, line.n), &value));
        add_sample(p, stack, value);
    }
}

/* Expects "STACK COUNT" lines for the stacks that stand for several in a row. */
static void assert_folded(const char *samples, const char *wanted, const char *wanted_repeats)
{
    struct profile from;
    struct profile to;
    uint32_t *repeats;
    struct buf counts = {0};

    profile_init(&from, 1, TIME_NONE);
    fill(&from, samples);
    assert_true(change_fold(&to, &from, &repeats));
    assert_samples(&to, wanted);
    for (stack_id i = 1; i < to.stacks.n; i++)
        if (repeats[i] > 1) {
            buf_add(&counts, names_get(&to.names, to.frames.rows[to.stacks.rows[i].frame].name));
            buf_add_byte(&counts, (char)('0' + repeats[i] / 10));
            buf_add_byte(&counts, (char)('0' + repeats[i] % 10));
        }
    assert_str(buf_str(&counts), wanted_repeats);
    buf_free(&counts);
    mem_free(repeats, to.stacks.n, sizeof *repeats);
    profile_free(&from);
    profile_free(&to);
}

static void ten_equal_frames_in_a_row_become_one(void **state)
{
    (void)state;
    assert_folded("m;f;f;f;f;f;f;f;f;f;f;g 1|m;f;f;h 2|m;f 4", "m;f;g 1\nm;f;h 2\nm;f 4\n", "f10");
}

static void frames_that_take_turns_are_folded_round_by_round(void **state)
{
    (void)state;
    assert_folded("f;t;f;t;f;t;f;t;f;t;f;t;f;t;f;t;f;t;f;t;g 1|f;t;f;t;f 2|f;t;f;t;f;h 4|f;k 8",
                  "f;t;g 1\nf;t;f 2\nf;t;f;h 4\nf;k 8\n", "f10t10");
}

static void three_frames_without_a_name_become_one(void **state)
{
    (void)state;
    assert_folded("[unknown];[unknown];[unknown];g 1|f;f;f 2", "[unknown];g 1\nf;f;f 2\n",
                  "[unknown]03");
}

static void what_repeats_nine_times_stays(void **state)
{
    struct profile from;
    struct profile to;
    uint32_t *repeats;

    (void)state;
    profile_init(&from, 1, TIME_NONE);
    fill(&from, "m;f;f;f;f;f;f;f;f;f;g 1|f;t;f;t;f;t;f;t;f;t;f;t;f;t;f;t;f;t;f 2");
    assert_false(change_fold(&to, &from, &repeats));
    profile_free(&from);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(folding_keeps_self_and_total_of_every_function),
        cmocka_unit_test(ten_equal_frames_in_a_row_become_one),
        cmocka_unit_test(frames_that_take_turns_are_folded_round_by_round),
        cmocka_unit_test(three_frames_without_a_name_become_one),
        cmocka_unit_test(what_repeats_nine_times_stays),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
