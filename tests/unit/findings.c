/* app/trial/findings: which functions a trial names, and its sentence. */
#include "app/trial/findings.h"

#include <stdio.h>
#include <string.h>

#include "model/compare/evidence.h"
#include "profiles.h"

enum { RUNS = 4, COLUMNS = 1 + 2 * RUNS };

/* Numbers of a stack in each run, those before first; with some noise of their own. */
static void add_runs(struct profile *p, const char *stack, uint64_t before, uint64_t after)
{
    static const uint64_t noise[2 * RUNS] = {3, 0, 5, 2, 1, 4, 0, 3};
    uint64_t values[PROFILE_COLUMNS_MOST] = {0};

    for (size_t i = 0; i < 2 * RUNS; i++)
        values[1 + i] = (i < RUNS ? before : after) + noise[i];
    assert_true(profile_add(p, stack_of(p, stack), 0, values));
}

struct place {
    struct profile p;
    struct difference d;
    struct findings found;
};

static void compare(struct place *place)
{
    place->d = (struct difference){
        .n_runs = {RUNS, RUNS}, .weight = {1, 1}, .scale = {1.0 / RUNS, 1.0 / RUNS}};
    assert_true(difference_build(&place->d, &place->p));
    difference_test(&place->d);
    findings_add_functions(&place->found, &place->d);
}

static void close_place(struct place *place)
{
    difference_free(&place->d);
    findings_free(&place->found);
    profile_free(&place->p);
}

/* All is 0 of a function that is not among them. */
static struct changed_function find(const struct findings *f, const char *name, bool self)
{
    for (size_t i = 0; i < f->n; i++)
        if (f->functions[i].self == self && !strcmp(f->text.p + f->functions[i].name, name))
            return f->functions[i];
    return (struct changed_function){.self = self};
}

/* Ten functions stay; one does less of its own work, one more, and one calls what does more. */
static void open_changed(struct place *place)
{
    char stack[32];

    *place = (struct place){.found = {.n = 0}};
    profile_init(&place->p, COLUMNS, TIME_NONE);
    for (unsigned i = 0; i < 10; i++) {
        snprintf(stack, sizeof stack, "main;same%u", i);
        add_runs(&place->p, stack, 1000, 1000);
    }
    add_runs(&place->p, "main;faster", 4000, 2000);
    add_runs(&place->p, "main;calls", 500, 500);
    add_runs(&place->p, "main;calls;slower", 1000, 3500);
}

static void self_and_total_are_told_apart(void **state)
{
    struct place place;

    (void)state;
    open_changed(&place);
    compare(&place);
    const struct changed_function self = find(&place.found, "faster", true);
    const struct changed_function total = find(&place.found, "faster", false);
    const struct changed_function calls = find(&place.found, "calls", false);
    assert_true(self.proven && self.before > self.after + 1000);
    assert_true(total.proven && total.before > total.after + 1000);
    assert_true(calls.proven && calls.after > calls.before + 2000);
    assert_false(find(&place.found, "calls", true).after > 0);
    assert_true(find(&place.found, "slower", true).proven);
    assert_false(find(&place.found, "same3", true).after > 0);
    assert_false(find(&place.found, "same3", false).after > 0);
    close_place(&place);
}

static void the_largest_change_comes_first_and_self_before_total(void **state)
{
    struct place place;

    (void)state;
    open_changed(&place);
    compare(&place);
    const struct findings *f = &place.found;
    assert_true(f->n >= 5);
    assert_int_equal(f->n_proven, f->n);
    assert_str(str_of(f->text.p + f->functions[0].name), "slower");
    assert_true(f->functions[0].self);
    assert_str(str_of(f->text.p + f->functions[1].name), "slower");
    assert_false(f->functions[1].self);
    assert_str(str_of(f->text.p + f->functions[2].name), "calls");
    for (size_t i = 1; i < f->n; i++) {
        const struct changed_function *row = &f->functions[i];
        const double more = row[-1].after - row[-1].before;
        const double less = row->after - row->before;
        assert_true((more < 0 ? -more : more) >= (less < 0 ? -less : less));
    }
    close_place(&place);
}

static void no_more_are_kept_than_are_told(void **state)
{
    struct place place = {.found = {.n = 0}};
    char stack[32];

    (void)state;
    profile_init(&place.p, COLUMNS, TIME_NONE);
    for (unsigned i = 0; i < FINDINGS_FUNCTIONS_MOST; i++) {
        snprintf(stack, sizeof stack, "main;f%u", i);
        add_runs(&place.p, stack, 1000, 3000 + i);
    }
    compare(&place);
    assert_int_equal(place.found.n, FINDINGS_FUNCTIONS_MOST);
    assert_true(place.found.n_proven > FINDINGS_FUNCTIONS_MOST);
    close_place(&place);
}

/* ---- the sentence ---------------------------------------------------------------------------- */

static void add_changed(struct findings *f, const char *name, bool self, bool proven,
                        const double values[2])
{
    f->functions = mem_grow(f->functions, &f->room, f->n + 1, sizeof *f->functions);
    f->functions[f->n++] = (struct changed_function){
        .name = f->text.n, .self = self, .proven = proven, .before = values[0], .after = values[1]};
    buf_add(&f->text, str_of(name));
    buf_add_byte(&f->text, '\0');
}

/* Processor time fell from 2 s to 1 s, or rose. */
static void open_measured(struct trial *t, struct evidence_row *row, double after)
{
    *row = (struct evidence_row){.before = 2, .after = after, .variance = 1, .df = 4};
    *t = (struct trial){.verdict = INTERIM_PROVEN};
    t->measures.n = 1;
    t->measures.rows[0] = (struct trial_measure){
        .kind = MEASURE_CPU, .name = "processor time", .low = after - 2.1, .high = after - 1.9};
    t->measures.rows[0].evidence.rows = row;
    t->measures.rows[0].evidence.n_rows = 1;
}

static void the_sentence_names_self_changes_where_one_is_proven(void **state)
{
    struct findings f = {.n = 0};
    struct evidence_row row;
    struct trial t;

    (void)state;
    open_measured(&t, &row, 1);
    add_changed(&f, "main", false, true, (const double[]){10, 5});
    add_changed(&f, "parse", true, true, (const double[]){8, 4});
    add_changed(&f, "print", true, true, (const double[]){2, 3});
    add_changed(&f, "noise", true, false, (const double[]){9, 1});
    findings_add_sentence(&f, &t);
    assert_str(str_of(f.sentence.p), "new is 50.0 % [45.0, 55.0] faster (processor time); parse "
                                     "-50 %; print +50 %");
    findings_free(&f);
}

static void the_sentence_names_totals_where_no_self_change_is_proven(void **state)
{
    struct findings f = {.n = 0};
    struct evidence_row row;
    struct trial t;

    (void)state;
    open_measured(&t, &row, 3);
    add_changed(&f, "main", false, true, (const double[]){10, 15});
    add_changed(&f, "fresh", false, true, (const double[]){0, 4});
    findings_add_sentence(&f, &t);
    assert_str(str_of(f.sentence.p), "new is 50.0 % [45.0, 55.0] slower (processor time); main +50 "
                                     "%; fresh is new; none proven faster");
    findings_free(&f);
}

static void the_sentence_says_where_a_change_is_likely(void **state)
{
    struct findings f = {.n = 0};
    struct evidence_row row;
    struct trial t;

    (void)state;
    open_measured(&t, &row, 1);
    add_changed(&f, "main", false, false, (const double[]){10, 5});
    add_changed(&f, "grew", true, false, (const double[]){4, 5});
    add_changed(&f, "parse", true, false, (const double[]){8, 4});
    findings_add_sentence(&f, &t);
    assert_str(str_of(f.sentence.p), "new is 50.0 % [45.0, 55.0] faster (processor time); not "
                                     "proven where, but likely in parse -50 %");
    findings_free(&f);
}

static void three_functions_are_named_and_others_counted(void **state)
{
    struct findings f = {.n = 0};
    struct evidence_row row;
    struct trial t;
    char name[2] = "a";

    (void)state;
    open_measured(&t, &row, 1);
    for (; *name <= 'e'; name[0]++)
        add_changed(&f, name, true, true, (const double[]){10, 5});
    findings_add_sentence(&f, &t);
    assert_str(str_of(f.sentence.p),
               "new is 50.0 % [45.0, 55.0] faster (processor time); a -50 %; b -50 %; c -50 %; 2 "
               "other functions faster; none proven slower");
    findings_free(&f);
}

/* Adds runs of both sides, whose times of processors are so many seconds apart, and vary by one. */
static void add_trial_runs(struct trial_runs *runs, size_t n, double apart)
{
    for (size_t i = 0; i < n; i++)
        for (unsigned side = 0; side < SIDES; side++) {
            struct trial_run run = {.side = (enum side)side};
            const double seconds = 100 + (double)(i & 1) + (side == SIDE_AFTER ? apart : 0);
            run.cost.cpu_ns = (uint64_t)(seconds * 1e9);
            trial_runs_add(runs, &run);
        }
}

static void what_one_look_proves_stays_proven_with_its_interval(void **state)
{
    struct measures m = {.rows = {{.kind = MEASURE_CPU, .name = "processor time"}}, .n = 1};
    struct trial_runs runs = {.n = 0};
    struct interim looks;
    enum interim_verdict verdict = INTERIM_OPEN;

    (void)state;
    interim_init(&looks, 0);
    add_trial_runs(&runs, 5, 5);
    verdict = measures_look(&m, &runs, &looks, verdict);
    assert_int_equal(verdict, INTERIM_PROVEN);
    assert_true(m.rows[0].low > 0);
    add_trial_runs(&runs, 15, -5);
    assert_int_equal(measures_look(&m, &runs, &looks, verdict), INTERIM_PROVEN);
    assert_int_equal(m.rows[0].evidence.n_after, 5);
    assert_true(m.rows[0].evidence.rows[0].proven && m.rows[0].low > 0);
    assert_int_not_equal(measures_look(&m, &runs, &looks, INTERIM_OPEN), INTERIM_PROVEN);
    assert_int_equal(m.rows[0].evidence.n_after, 20);
    measures_free(&m);
    trial_runs_free(&runs);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(self_and_total_are_told_apart),
        cmocka_unit_test(the_largest_change_comes_first_and_self_before_total),
        cmocka_unit_test(no_more_are_kept_than_are_told),
        cmocka_unit_test(the_sentence_names_self_changes_where_one_is_proven),
        cmocka_unit_test(the_sentence_names_totals_where_no_self_change_is_proven),
        cmocka_unit_test(the_sentence_says_where_a_change_is_likely),
        cmocka_unit_test(three_functions_are_named_and_others_counted),
        cmocka_unit_test(what_one_look_proves_stays_proven_with_its_interval),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
