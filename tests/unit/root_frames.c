/* model/root_frames: samples below the first frames of their groups. */
#include "model/root_frames.h"

#include "profiles.h"

#include <stdio.h>

enum { GROUPS = 4, DEPTH = 12 };

/* Adds the stack "a;b;c"; frames of one name are of two kinds. */
static stack_id stack_of_kinds(struct profile *p, const char *text, uint64_t *seed)
{
    struct str rest = str_of(text);
    struct str name;
    stack_id stack = 0;

    while (rest.n && take_field(&rest, ';', &name)) {
        const struct frame row = {.name = names_add(&p->names, name),
                                  .kind = random_below(seed, 9) ? KIND_USER : KIND_KERNEL};
        stack = stacks_add(&p->stacks, stack, frames_add(&p->frames, &row));
        if (!rest.p)
            break;
    }
    return stack;
}

/* Writes up to DEPTH of the names "a" to "h". */
static void random_text(char *text, uint64_t *seed)
{
    size_t depth = random_below(seed, DEPTH + 1);

    for (size_t k = 0; k < depth; k++) {
        text[2 * k] = (char)('a' + random_below(seed, 8));
        text[2 * k + 1] = ';';
    }
    text[depth ? 2 * depth - 1 : 0] = '\0';
}

static labels_id labels_of_group(struct profile *p, uint32_t group)
{
    const char value[] = {(char)('0' + group)};
    struct label pair = {names_add(&p->names, STR("group")),
                         names_add(&p->names, (struct str){value, 1})};

    return labels_add(&p->labels, &pair, 1);
}

/* What stands for a sample: its group's first frames (NULL: dropped) and its stack, or "u". */
static void add_wanted(struct profile *wanted, const char *first, const char *text, uint64_t value)
{
    char whole[64];

    if (!first)
        return;
    snprintf(whole, sizeof whole, "%s%s%s", first, *first && *text ? ";" : "", text);
    add_sample(wanted, *whole ? whole : "u", value);
}

static void assert_pairs_are_unique(struct profile *p)
{
    struct stacks again;

    stacks_init(&again);
    for (stack_id i = 1; i < p->stacks.n; i++)
        assert_int_equal(stacks_add(&again, p->stacks.rows[i].caller, p->stacks.rows[i].frame), i);
    stacks_free(&again);
}

/* Roots n random samples of groups whose first frames are these. */
static void check(const char *const first[GROUPS], bool names_only, size_t n)
{
    struct profile from;
    struct profile wanted;
    struct profile to;
    uint64_t seed = n;
    name_id names[GROUPS][2];
    struct root_frames_group groups[GROUPS];
    uint32_t group_of[GROUPS + 1];

    print_message("seed %zu\n", n);
    profile_init(&from, 1, TIME_NONE);
    profile_init(&wanted, 1, TIME_NONE);
    for (uint32_t g = 0; g < GROUPS; g++) {
        struct str rest = str_of(first[g] ? first[g] : "");
        struct str name;
        groups[g] = (struct root_frames_group){.names = names[g]};
        while (rest.n && take_field(&rest, ';', &name))
            names[g][groups[g].n++] = names_add(&from.names, name);
        labels_id labels = labels_of_group(&from, g);
        assert_in_range(labels, 1, GROUPS);
        group_of[labels] = first[g] ? g : ROOT_FRAMES_DROP;
    }
    for (size_t i = 0; i < n; i++) {
        char text[2 * DEPTH];
        uint64_t value = random_below(&seed, 100);
        uint32_t g = random_below(&seed, GROUPS);
        random_text(text, &seed);
        stack_id stack = stack_of_kinds(&from, text, &seed);
        assert_true(profile_add(&from, stack, labels_of_group(&from, g), &value));
        add_wanted(&wanted, first[g], text, value);
    }
    const struct root_frames root_frames = {
        .group_of = group_of,
        .groups = groups,
        .n_groups = GROUPS,
        .names_only = names_only,
        .empty = names_add(&from.names, STR("u")),
        .most = UINT32_MAX - 2,
    };
    assert_true(profile_root_frames(&to, &from, &root_frames));
    if (names_only)
        assert_same_samples(&to, &wanted);
    assert_true(to.columns[0].total == wanted.columns[0].total);
    assert_pairs_are_unique(&to);
    profile_free(&from);
    profile_free(&to);
    profile_free(&wanted);
}

static void samples_stand_below_the_first_frames_of_their_group(void **state)
{
    (void)state;
    check((const char *const[GROUPS]){"w", "x", "y", "z"}, true, 3000);
    check((const char *const[GROUPS]){"w;x", "w;y", NULL, "z;z"}, true, 3001);
    check((const char *const[GROUPS]){"w", "x", "y", "z"}, false, 3002);
}

static void first_frames_may_be_those_that_stacks_begin_with(void **state)
{
    (void)state;
    check((const char *const[GROUPS]){"a", "a;b", "b", "b;a"}, true, 3003);
    check((const char *const[GROUPS]){"", "a", NULL, "u"}, true, 3004);
    check((const char *const[GROUPS]){"a", "a;b", "b", "b;a"}, false, 3005);
}

static void a_single_group_may_have_no_first_frame(void **state)
{
    (void)state;
    check((const char *const[GROUPS]){"", NULL, NULL, NULL}, true, 3006);
    check((const char *const[GROUPS]){"", NULL, NULL, NULL}, false, 3007);
}

/* So many that their rows are moved, not copied. */
static void hundreds_of_thousands_of_stacks_are_what_few_are(void **state)
{
    (void)state;
    check((const char *const[GROUPS]){"w", "x", "y", "z"}, true, 100000);
    check((const char *const[GROUPS]){"a", "a;b", NULL, ""}, true, 100001);
}

static void too_many_stacks_are_refused(void **state)
{
    const uint32_t group_of[] = {0};
    struct profile from;
    struct profile to;

    (void)state;
    for (uint64_t most = 2; most < 4; most++) {
        const struct root_frames_group group = {.n = 0};
        const struct root_frames root_frames = {
            .group_of = group_of, .groups = &group, .n_groups = 1, .most = most};
        profile_init(&from, 1, TIME_NONE);
        add_sample(&from, "a;b;c", 1);
        assert_int_equal(profile_root_frames(&to, &from, &root_frames), most == 3);
        profile_free(&from);
        profile_free(&to);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(samples_stand_below_the_first_frames_of_their_group),
        cmocka_unit_test(first_frames_may_be_those_that_stacks_begin_with),
        cmocka_unit_test(a_single_group_may_have_no_first_frame),
        cmocka_unit_test(hundreds_of_thousands_of_stacks_are_what_few_are),
        cmocka_unit_test(too_many_stacks_are_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
