/* bench-alarms SEED SPLITS RUNS KIND CHANGED FILE... [-- FILE...]
 *
 * How often comparisons of recorded runs are right. Draws RUNS of the first files a side, or a side
 * of the first and one of the second, as often as SPLITS says, and compares them as reports do.
 * CHANGED is a pattern of the functions that the second files changed, "" for none. KIND: "counts"
 * are samples; "unit" are the same in a unit of which a sample's weight is not told; "noisy" are
 * samples, each run multiplied by a number drawn anew, as if processors ran at another speed each
 * time: 0.83 to 1.17, whose standard deviation is a tenth.
 *
 * Prints a line for functions by themselves (self), with callees (total), and for the whole profile
 * as one row:
 *   tested  rows that were tested, a split
 *   noise   tested rows whose interval does not hold 0, a split
 *   any     splits in which any row was proven
 *   found   splits in which the change was proven
 *   others  splits in which something but the change and its callers was proven
 *   least   the change of a function of 100 samples that would have been proven, the median */
#include <fnmatch.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/mem.h"
#include "base/parse.h"
#include "input/input.h"
#include "model/compare/evidence.h"
#include "model/identity.h"
#include "random.h"

enum { FILES_MOST = 100 };

/* Families of rows: functions have two values; the whole is one row. */
enum { VALUE_SELF, VALUE_TOTAL, VALUES, FAMILIES };

enum kind { KIND_COUNTS, KIND_UNIT, KIND_NOISY };

struct file {
    struct profile profile;
    double *values[VALUES]; /* by key, once all files are read */
    double whole;
};

struct files {
    const char *paths[FILES_MOST];
    size_t n, n_first;
    struct file at[FILES_MOST];
    struct names keys;
    bool *changed; /* by key */
    bool *above;   /* by key: a caller of one, or it */
};

/* What the splits gave for one family. */
struct score {
    uint64_t tested, noise; /* rows */
    uint64_t any, found, others;
    double *least; /* by split */
};

struct scores {
    struct score of[FAMILIES];
};

static void must(bool ok, const struct fault *f)
{
    if (ok)
        return;
    fprintf(stderr, "bench-alarms: %s\n", f->text);
    exit(1);
}

static void read_file(struct file *file, const char *path)
{
    const struct input_file input = {.path = path};
    const struct ask ask = {.limits = limits_usual(), .threads = 1};
    struct input_report report = {0};
    struct fault f = {0};

    profile_init(&file->profile, INPUT_COLUMNS, TIME_NONE);
    must(input_read(&input, &ask, &file->profile, &report, &f), &f);
}

/* The key of each frame: its name's identity, with the mark of its kind. */
static name_id *keys_of(struct names *keys, const struct profile *p)
{
    name_id *key = mem_alloc(p->frames.n, sizeof *key);

    for (frame_id i = 1; i < p->frames.n; i++)
        key[i] = identity_of(keys, names_add(keys, names_get(&p->names, p->frames.rows[i].name)));
    return key;
}

/* Adds up self and total by key, each key once a stack. met: by key, the last sample that has it.
 */
static void add_up(struct file *file, const name_id *key, uint32_t *met)
{
    const struct profile *p = &file->profile;

    for (uint32_t i = 0; i < p->n_samples; i++) {
        double value = (double)p->columns[COLUMN_WEIGHT].values[i];
        stack_id at = p->samples[i].stack;
        file->whole += value;
        file->values[VALUE_SELF][key[p->stacks.rows[at].frame]] += value;
        for (; at; at = p->stacks.rows[at].caller) {
            name_id k = key[p->stacks.rows[at].frame];
            if (met[k] != i + 1)
                file->values[VALUE_TOTAL][k] += value;
            met[k] = i + 1;
        }
    }
}

/* Marks what the change is called from, and what changed. */
static void mark_callers(struct files *files, const struct profile *p, const name_id *key)
{
    bool *below = mem_alloc(p->stacks.n, sizeof *below);

    for (stack_id i = p->stacks.n; i-- > 1;) {
        below[i] = below[i] || files->changed[key[p->stacks.rows[i].frame]];
        if (!below[i])
            continue;
        files->above[key[p->stacks.rows[i].frame]] = true;
        below[p->stacks.rows[i].caller] = true;
    }
    mem_free(below, p->stacks.n, sizeof *below);
}

static void mark_changed(struct files *files, const char *pattern)
{
    struct buf name = {0};

    for (name_id i = 1; i < files->keys.n && *pattern; i++) {
        buf_clear(&name);
        buf_add(&name, names_get(&files->keys, i));
        buf_add_byte(&name, '\0');
        files->changed[i] = fnmatch(pattern, name.p, 0) == 0;
    }
    buf_free(&name);
}

static void read_all(struct files *files, const char *pattern)
{
    size_t n = files->n;
    name_id *key[FILES_MOST];

    names_init(&files->keys);
    for (size_t i = 0; i < n; i++) {
        struct file *file = &files->at[i];
        read_file(file, files->paths[i]);
        key[i] = keys_of(&files->keys, &file->profile);
    }
    files->changed = mem_alloc(files->keys.n, sizeof *files->changed);
    files->above = mem_alloc(files->keys.n, sizeof *files->above);
    mark_changed(files, pattern);
    for (size_t i = 0; i < n; i++) {
        struct file *file = &files->at[i];
        uint32_t *met = mem_alloc(files->keys.n, sizeof *met);
        for (size_t v = 0; v < VALUES; v++)
            file->values[v] = mem_alloc(files->keys.n, sizeof *file->values[v]);
        add_up(file, key[i], met);
        mark_callers(files, &file->profile, key[i]);
        mem_free(met, files->keys.n, sizeof *met);
        mem_free(key[i], file->profile.frames.n, sizeof *key[i]);
        profile_free(&file->profile);
    }
}

static void files_free(struct files *files)
{
    for (size_t i = 0; i < files->n; i++)
        for (size_t v = 0; v < VALUES; v++)
            mem_free(files->at[i].values[v], files->keys.n, sizeof(double));
    mem_free(files->changed, files->keys.n, sizeof *files->changed);
    mem_free(files->above, files->keys.n, sizeof *files->above);
    names_free(&files->keys);
}

/* Draws n of a range, each once, to the front of it. */
static void draw(struct random *r, size_t *range, size_t range_n, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        size_t other = i + random_below(r, (uint32_t)(range_n - i));
        size_t held = range[i];
        range[i] = range[other];
        range[other] = held;
    }
}

static const double unit_weight = 1e6;

/* What the runs of a split are multiplied by. */
static void draw_factors(struct random *r, enum kind kind, double *factors, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        factors[i] = kind == KIND_UNIT ? unit_weight : 1;
        if (kind == KIND_NOISY)
            factors[i] = 0.827 + 0.346 * random_below(r, 1 << 16) / (1 << 16);
    }
}

static double value_of(const struct file *file, size_t family, size_t key)
{
    return family < VALUES ? file->values[family][key] : file->whole;
}

static void score_rows(struct score *score, const struct files *files, const struct evidence *e,
                       size_t family)
{
    bool found = false;
    bool others = false;

    for (size_t i = 0; i < e->n_rows; i++) {
        const struct evidence_row *row = &e->rows[i];
        score->noise += row->tested && row->beyond_noise;
        found = found || (family < VALUES && row->proven && files->changed[i]);
        others = others || (family < VALUES && row->proven && !files->above[i]);
    }
    score->tested += e->n_tested;
    score->any += e->n_proven > 0;
    score->found += found;
    score->others += others;
}

/* Compares the files of one split. order: those before, then those after. */
static void compare(struct scores *scores, const struct files *files,
                    const struct evidence_runs *runs, const size_t *order, const double *factors,
                    size_t split)
{
    size_t n = runs->n_before + runs->n_after;
    double *values = mem_alloc(n * files->keys.n, sizeof *values);
    double weight = runs->weight > 0 ? runs->weight : unit_weight;

    for (size_t family = 0; family < FAMILIES; family++) {
        size_t n_rows = family < VALUES ? files->keys.n : 1;
        struct evidence_row typical;
        struct evidence e;
        for (size_t row = 0; row < n_rows; row++)
            for (size_t i = 0; i < n; i++)
                values[row * n + i] = factors[i] * value_of(&files->at[order[i]], family, row);
        evidence_test(&e, runs, values, n_rows);
        score_rows(&scores->of[family], files, &e, family);
        evidence_typical(&e, 100 * weight, &typical);
        scores->of[family].least[split] = evidence_least(&e, &typical) / weight;
        evidence_free(&e);
    }
    mem_free(values, n * files->keys.n, sizeof *values);
}

struct trial {
    struct random random;
    size_t splits, runs;
    enum kind kind;
};

static void run(struct trial *t, const struct files *files, struct scores *scores)
{
    const struct evidence_runs runs = {
        .n_before = t->runs, .n_after = t->runs, .weight = t->kind == KIND_UNIT ? 0 : 1};
    size_t order[FILES_MOST] = {0};
    double factors[FILES_MOST] = {0};
    size_t drawn[FILES_MOST] = {0};

    for (size_t i = 0; i < files->n; i++)
        order[i] = i;
    for (size_t split = 0; split < t->splits; split++) {
        bool apart = files->n > files->n_first;
        size_t after = apart ? files->n_first : t->runs;
        draw(&t->random, order, files->n_first, apart ? t->runs : 2 * t->runs);
        if (apart)
            draw(&t->random, order + after, files->n - after, t->runs);
        for (size_t i = 0; i < t->runs; i++) {
            drawn[i] = order[i];
            drawn[t->runs + i] = order[after + i];
        }
        draw_factors(&t->random, t->kind, factors, 2 * t->runs);
        compare(scores, files, &runs, drawn, factors, split);
    }
}

static int compare_doubles(const void *a, const void *b)
{
    double x = *(const double *)a;
    double y = *(const double *)b;

    return (x > y) - (x < y);
}

static void print(struct scores *scores, size_t splits)
{
    static const char *const names[FAMILIES] = {"self", "total", "whole"};

    for (size_t i = 0; i < FAMILIES; i++) {
        struct score *s = &scores->of[i];
        qsort(s->least, splits, sizeof *s->least, compare_doubles);
        printf("%s tested %.2f noise %.3f any %" PRIu64 " found %" PRIu64 " others %" PRIu64
               " least %.1f\n",
               names[i], (double)s->tested / (double)splits, (double)s->noise / (double)splits,
               s->any, s->found, s->others, s->least[splits / 2]);
    }
}

/* Gives a whole number of 1 .. most, or 0 when the text is none. */
static uint32_t number(const char *text, uint32_t most)
{
    uint64_t n;

    return parse_u64(str_of(text), &n) && n <= most ? (uint32_t)n : 0;
}

/* Reads SEED SPLITS RUNS KIND. */
static bool read_trial(struct trial *t, char **args)
{
    static const char *const kinds[] = {"counts", "unit", "noisy"};
    uint32_t seed = number(args[0], UINT32_MAX);

    t->random = random_seeded(seed);
    t->splits = number(args[1], 1000000);
    t->runs = number(args[2], FILES_MOST / 2);
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (strcmp(args[3], kinds[i]) == 0) {
            t->kind = (enum kind)i;
            return seed && t->splits && t->runs;
        }
    return false;
}

enum { FIRST_FILE = 6 };

/* Reads FILE... [-- FILE...]; false when they are not enough for the trial. */
static bool read_paths(struct files *files, const struct trial *t, char **args, int n)
{
    for (int i = FIRST_FILE; i < n; i++) {
        if (strcmp(args[i], "--") == 0)
            files->n_first = files->n;
        else if (files->n < FILES_MOST)
            files->paths[files->n++] = args[i];
        else
            return false;
    }
    if (!files->n_first)
        files->n_first = files->n;
    if (files->n == files->n_first)
        return 2 * t->runs <= files->n;
    return t->runs <= files->n_first && t->runs <= files->n - files->n_first;
}

int main(int argc, char **argv)
{
    struct files *files = mem_alloc(1, sizeof *files);
    struct scores scores = {0};
    struct trial trial;

    if (argc <= FIRST_FILE || !read_trial(&trial, argv + 1) ||
        !read_paths(files, &trial, argv, argc)) {
        fputs(
            "usage: bench-alarms SEED SPLITS RUNS counts|unit|noisy CHANGED FILE... [-- FILE...]\n",
            stderr);
        return 2;
    }
    read_all(files, argv[FIRST_FILE - 1]);
    for (size_t i = 0; i < FAMILIES; i++)
        scores.of[i].least = mem_alloc(trial.splits, sizeof(double));
    run(&trial, files, &scores);
    print(&scores, trial.splits);
    for (size_t i = 0; i < FAMILIES; i++)
        mem_free(scores.of[i].least, trial.splits, sizeof(double));
    files_free(files);
    mem_free(files, 1, sizeof *files);
    return 0;
}
