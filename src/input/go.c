/* Stacks of Go: goroutine dumps ("goroutine 1 [running]:", "goroutine profile: total 7") and the
 * output of go tool pprof -raw. */
#include <stdio.h>

#include "base/parse.h"
#include "input/go/dump.h"
#include "input/go/raw.h"
#include "model/pprof_units.h"

enum { NAME_MOST = 63 };

/* Skips everything before the first line that tells which of the two it is. */
static bool find_first(struct text *t, struct str *line, bool *raw, struct str *counted)
{
    bool noted = false;

    while (lines_next(&t->lines, line)) {
        *raw = go_raw_begins(*line);
        if (*raw || go_dump_begins(*line, counted))
            return true;
        const bool is_blank_line = str_trim(*line).n == 0;
        t->r->tally.blank += is_blank_line;
        if (!is_blank_line && !go_dump_is_file(*line) && !go_dump_is_of_panic(*line))
            lines_other(&t->lines);
        if (go_dump_is_file(*line) && !noted &&
            !lines_bad(&t->lines, t->r->tally.lines, "a frame outside of a goroutine", *line))
            return false;
        noted = noted || go_dump_is_file(*line);
    }
    return false;
}

/* Programs may count anything by stacks, and name it as they like. */
static bool set_measure(struct text *t, struct str counted)
{
    char name[NAME_MOST + 1];

    snprintf(name, sizeof name, "%.*s", (int)(counted.n < NAME_MOST ? counted.n : NAME_MOST),
             counted.p);
    const struct measure measure = {name, pprof_unit(name, "count")};
    return text_measures(t, TEXT_FULL_NAMES, &measure, 1);
}

static bool read_dump(struct text *t, struct str line, struct str counted)
{
    struct go_dump d;

    go_dump_init(&d, t);
    bool ok = set_measure(t, counted) && go_dump_line(&d, line);
    while (ok && lines_next(&t->lines, &line))
        ok = go_dump_line(&d, line);
    ok = ok && t->f->kind == FAULT_NONE && go_dump_end(&d);
    go_dump_free(&d);
    return ok;
}

static bool read_raw(struct text *t, struct str line)
{
    struct go_raw raw;

    go_raw_init(&raw, t);
    bool ok = go_raw_line(&raw, line);
    while (ok && lines_next(&t->lines, &line))
        ok = go_raw_line(&raw, line);
    ok = ok && t->f->kind == FAULT_NONE && go_raw_end(&raw);
    go_raw_free(&raw);
    return ok;
}

static bool read(struct reading *r, struct blocks *blocks, struct profile *p, struct fault *f)
{
    struct text t;
    struct str line;
    bool raw = false;
    struct str counted = STR("");
    bool ok = true;

    text_init(&t, r, blocks, p, f);
    if (find_first(&t, &line, &raw, &counted))
        ok = raw ? read_raw(&t, line) : read_dump(&t, line, counted);
    text_free(&t);
    return ok && f->kind == FAULT_NONE;
}

/* The words of the first line count about 60 bits; the text of a panic precedes its goroutine. */
static unsigned recognise(struct str prefix)
{
    struct str rest = prefix;
    struct str line;
    struct str counted;

    for (bool first = true; take_field(&rest, '\n', &line);
         first = first && str_trim(line).n == 0) {
        line = str_trim(line);
        if (go_raw_begins(line))
            return 60;
        if (go_dump_begins(line, &counted))
            return first ? 60 : 40;
    }
    return 0;
}

static const char *const endings[] = {"go", NULL};

const struct input_format input_go = {
    .name = "go",
    .about = "goroutines of Go, listed one by one or counted, and the text of go tool pprof -raw",
    .endings = endings,
    .recognise = recognise,
    .signs = {ANY_OF("goroutine ", " profile: total ", "\nPeriodType: ", "\nSamples:")},
    .read = read,
    .dump_lines = 4, /* the text of a panic */
    .cut = CUT_NOWHERE,
};
