/* --hash --random, --negate without --before: looks through conflicts.def. */
#include "app/options/conflicts.h"

#include <stdio.h>
#include <string.h>

#include "app/options/record_outputs.h"
#include "app/options/states.h"
#include "base/mem.h"
#include "render/output.h"

enum { OTHERS = 3 };

struct conflict {
    const char *sentence;
    unsigned short one;
    unsigned short others[OTHERS];
    unsigned char n_others;
    bool needs; /* any of the others; else the one excludes the only other */
};

static const struct conflict conflicts[] = {
#define EXCLUDES(one, other, sentence) {sentence, one, {other}, 1, false},
#define NEEDS(one, sentence, ...)                                                                  \
    {sentence, one, {__VA_ARGS__}, sizeof((int[]){__VA_ARGS__}) / sizeof(int), true},
#include "app/options/conflicts.def"
#undef EXCLUDES
#undef NEEDS
};

/* By option and circumstance. */
struct given {
    bool is[CIRCUMSTANCES];
};

static void note_flame_format(struct given *g, const struct output_format *format)
{
    g->is[FORMAT_TABLE] = strcmp(format->name, "table") == 0;
    g->is[FORMAT_FOLDED] = strcmp(format->name, "folded") == 0;
    g->is[FORMAT_BOTH_SIDES] = format->both;
    g->is[FORMAT_CODE] = format->lists_code;
    g->is[FORMAT_WHOLE] = format->whole && !format->all_snapshots;
    g->is[FORMAT_SNAPSHOTS] = format->all_snapshots;
}

static void note_figure(struct given *g, enum figure_format format)
{
    g->is[FORMAT_FIGURE] = true;
    g->is[FORMAT_PIXELS] = figure_has_pixels(format);
    g->is[FORMAT_PAGES] = format == FIGURE_PDF || format == FIGURE_PS;
    g->is[FORMAT_PNG] = format == FIGURE_PNG;
    g->is[FORMAT_PDF] = format == FIGURE_PDF;
    g->is[FORMAT_JPEG] = format == FIGURE_JPEG;
}

static void note_format(struct given *g, const struct output_request *to)
{
    if (to->format)
        note_flame_format(g, to->format);
    if (to->graph_format) {
        g->is[FORMAT_CODE] = to->graph_format->lists_code;
        g->is[FORMAT_OF_REPORTS] = to->graph_format->reports;
    }
    if (to->figure_format)
        note_figure(g, *to->figure_format);
}

static void note_record(struct given *g, const struct record_request *r)
{
    const struct trap_request *trap = &r->trap;

    g->is[COMMAND] = r->on && r->command[0];
    g->is[A_TRAP] = trap_request_is_set(trap);
    g->is[SEVERAL_TIMES] = trap->times > 1;
    for (size_t i = 0; i < trap->n_conditions; i++) {
        g->is[A_STALL] = g->is[A_STALL] || trap->conditions[i].metric == METRIC_STALL;
        g->is[A_TRAP_OF_WHAT_IS_RECORDED] =
            g->is[A_TRAP_OF_WHAT_IS_RECORDED] || trap->conditions[i].of == OF_RECORDED;
    }
}

/* In what is merged to pprof, --root-by says which labels are kept. */
static bool labels_are_frames(const struct request *r)
{
    const char *root_by = r->selection.root_by;
    const struct output_format *format = r->output.format;

    return root_by && strcmp(root_by, "none") != 0 &&
           !(r->merge.on && format && strcmp(format->name, "pprof") == 0);
}

/* The same of the pictures of a recording, which itself shows no states. */
static bool states_are_of_pictures(const bool *given, const struct record_request *r)
{
    unsigned char *reads = mem_alloc(r->outputs.n, sizeof *reads);
    size_t n = 0;

    for (size_t i = 0; i < r->outputs.n; i++)
        if (!record_is_recording(r->outputs.items[i]))
            reads[n++] = r->output_reads[i];
    const bool are = states_are_of_outputs(given, reads, n);
    mem_free(reads, r->outputs.n, sizeof *reads);
    return are;
}

static void note_all(struct given *g, const struct request *r)
{
    memcpy(g->is, r->given, sizeof r->given);
    g->is[FLAME_MERGE] = r->merge.on;
    g->is[FLAME_REPORT] = r->report.on;
    g->is[SEVERAL_OUTPUTS] = r->outputs.n > 1;
    g->is[SEVERAL_STATES] = states_given(r->given) > 1;
    g->is[STATES_OF_OUTPUTS] = r->record.on
                                   ? states_are_of_pictures(r->given, &r->record)
                                   : states_are_of_outputs(r->given, r->output_reads, r->outputs.n);
    g->is[LIMITS_UNTRUSTED] = !r->read.ask.symbols.files;
    g->is[FROM_DIFF_FOLDED] =
        r->read.ask.format && strcmp(r->read.ask.format->name, "diff-folded") == 0;
    g->is[TWO_SNAPSHOTS] = r->sides.snapshot_before.n != 0;
    g->is[LABELS_AS_FRAMES] = labels_are_frames(r);
    g->is[RELATIVE_TO_PARENT] = r->graph.style.relative == GRAPH_OF_PARENT;
    g->is[DEPTH_0] = r->graph.depth_given && r->graph.depth == 0;
    note_format(g, &r->output);
    note_record(g, &r->record);
}

static bool is_broken(const struct conflict *row, const struct given *g)
{
    bool other = false;

    if (!g->is[row->one])
        return false;
    for (unsigned i = 0; i < row->n_others; i++)
        other = other || g->is[row->others[i]];
    return other != row->needs;
}

/* Puts a word in the place of the %s in a sentence. */
static bool fail(const char *sentence, const char *word, struct fault *f)
{
    const char *at = strstr(sentence, "%s");

    if (!at)
        return fault_set(f, FAULT_USAGE, "%s", sentence);
    return fault_set(f, FAULT_USAGE, "%.*s%s%s", (int)(at - sentence), sentence, word, at + 2);
}

static bool fail_of(const struct conflict *row, const struct request *r, struct fault *f)
{
    const struct output_request *to = &r->output;
    char number[24];

    snprintf(number, sizeof number, "%zu", r->outputs.n);
    return fail(row->sentence,
                row->others[0] == SEVERAL_OUTPUTS ? number
                : to->format                      ? to->format->name
                : to->graph_format                ? to->graph_format->name
                                                  : "",
                f);
}

bool conflicts_check(const struct request *r, struct fault *f)
{
    struct given given = {{false}};

    if (r->old_name && r->program == PROGRAM_FLAME)
        return true;
    note_all(&given, r);
    for (size_t i = 0; i < sizeof conflicts / sizeof *conflicts; i++)
        if (is_broken(&conflicts[i], &given))
            return fail_of(&conflicts[i], r, f);
    return true;
}
