/*     13:   319488 [    13:   319488] @ 0xc635c8 0x42ecc3
 * below heap profile: 144: 8498176 [ 144: 8498176] @ heap_v2/524288, and pprof's other formats of
 * text. Stacks are leaf first; Go names frames after '#', others list the mapped files last. */
#include <inttypes.h>

#include "base/parse.h"
#include "input/common/pprof_cpu_profile.h"
#include "input/common/pprof_symbols.h"
#include "input/pprof_text/amounts.h"
#include "input/pprof_text/threads.h"

enum pprof_text_kind {
    OF_HEAP,
    OF_JEMALLOC,
    OF_CONTENTION,
    OF_THREADS,
    OF_HEAPZ,
    OF_CPU,
    OF_NOTHING
};

/* How each kind of text begins. */
static const struct {
    const char *start;
    enum pprof_text_kind kind;
} heads[] = {
    {"heap profile:", OF_HEAP},
    {"heap_v2/", OF_JEMALLOC},
    {"--- contentionz ", OF_CONTENTION},
    {"--- contention:", OF_CONTENTION},
    {"--- mutex:", OF_CONTENTION},
    {"--- threadz ", OF_THREADS},
    {"--- heapz ", OF_HEAPZ},
};

enum { N_HEADS = sizeof heads / sizeof heads[0] };

/* What follows the '@' of the first line. */
static const struct heap_kind {
    const char *name;
    bool is_sampled;
    bool is_of_go; /* whose rate is given twice */
    bool is_in_use;
} heap_kinds[] = {
    {"heap", true, true, true},
    {"heap_v2", true, false, true},
    {"heapz_v2", true, false, true},
    {"heapprofile", false, false, true},
    {"growth", false, false, false},
    {"growthz", false, false, false},
    {"fragmentation", false, false, false},
    {"fragmentationz", false, false, false},
};

/* The columns; the first is drawn by default. */
static const struct measure in_use[] = {
    {"inuse_space", "bytes"},
    {"inuse_objects", "objects"},
    {"alloc_space", "bytes"},
    {"alloc_objects", "objects"},
};
static const struct measure not_in_use[] = {{"space", "bytes"}, {"objects", "objects"}};
static const struct measure waiting[] = {{"delay", "ns"}, {"contentions", "contentions"}};
static const struct measure cycles_waiting[] = {{"delay", "cycles"},
                                                {"contentions", "contentions"}};
static const struct measure threads[] = {{"thread", "threads"}};

enum { COLUMNS = sizeof in_use / sizeof in_use[0] };

struct pprof_text {
    struct text text;
    struct traces traces;
    struct threads_read thread;
    struct symbols symbols;
    bool in_symbols, behind_symbols;
    enum pprof_text_kind kind;
    bool in_maps;
    bool is_measured; /* the columns are named */
    bool has_allocated;
    uint64_t rate;          /* of samples, in bytes; 0: all was recorded */
    uint64_t told[AMOUNTS]; /* by the first line */
    uint64_t met[AMOUNTS];
    bool has_told;       /* and `met` is known */
    uint64_t period, hz; /* of contention; hz 0: not known */
    uint64_t line;       /* where the stack began that is read; 0: none did */
    bool is_named;       /* its frames are those after '#' */
    bool has_values;
    uint64_t values[PROFILE_COLUMNS_MOST];
};

static bool bad(struct pprof_text *in, const char *reason, struct str near)
{
    return lines_bad(&in->text.lines, in->text.r->tally.lines, reason, near);
}

static bool measure(struct pprof_text *in, const struct measure *measures, size_t n)
{
    in->is_measured = true;
    return text_measures(&in->text, TEXT_FULL_NAMES, measures, n);
}

/* ---- stacks */

static bool finish_stack(struct pprof_text *in)
{
    uint64_t line = in->line;
    stack_id stack;

    in->line = 0;
    if (!line)
        return true;
    if (!in->has_values)
        return lines_bad(&in->text.lines, line, "a stack without its sums", STR(""));
    return traces_stack(&in->traces, &stack) && traces_add(&in->traces, stack, 0, in->values, line);
}

static void begin_stack(struct pprof_text *in)
{
    traces_begin(&in->traces);
    in->line = in->text.r->tally.lines;
    in->is_named = false;
    in->has_values = false;
    memset(in->values, 0, sizeof in->values);
}

/* " 0xc635c8 0x42ecc3": return addresses; calls lie before them. */
static bool take_addresses(struct pprof_text *in, struct str rest)
{
    struct str word;
    uint64_t address;
    bool found;

    while (take_word(&rest, &word)) {
        if (!str_starts(word, STR("0x")) || !parse_hex_head(&word, &address) || word.n) {
            in->line = 0;
            return bad(in, "an invalid address", word);
        }
        address -= address > 0;
        if (!symbols_push(&in->symbols, &in->traces, address, &found) ||
            (!found && !traces_push(&in->traces, address)))
            return false;
    }
    return true;
}

/* "main.makeRows+0x3e		/srv/demo/work.go:29"; the last part may be missing. */
static struct code_place place_of_go(struct str text)
{
    struct code_place place = {.name = str_trim(text), .file = STR("")};
    const char *tab = memchr(place.name.p, '\t', place.name.n);
    size_t plus;
    uint64_t line;

    if (tab) {
        struct str name = place.name;
        size_t n = (size_t)(tab - name.p);
        place.name = str_from_to(name, 0, n);
        place.file = str_trim(str_from_to(name, n, name.n));
    }
    plus = str_find_last(place.name, STR("+0x"));
    place.name = str_from_to(place.name, 0, plus);
    size_t colon = str_find_last(place.file, STR(":"));
    if (colon < place.file.n &&
        parse_u64(str_from_to(place.file, colon + 1, place.file.n), &line) && line <= UINT32_MAX) {
        place.line = (uint32_t)line;
        place.file = str_from_to(place.file, 0, colon);
    }
    return place;
}

/* #	0x4b62fe	main.makeRows+0x3e	/srv/demo/work.go:29 */
static bool take_named(struct pprof_text *in, struct str line)
{
    struct str rest = str_from_to(line, 2, line.n);
    uint64_t address;

    if (!in->line)
        return true; /* of a stack that was skipped */
    if (!parse_hex_head(&rest, &address))
        return bad(in, "no frame of a Go profile", line);
    const struct code_place place = place_of_go(rest);
    if (!in->is_named)
        traces_begin(&in->traces);
    in->is_named = true;
    return traces_push_place(&in->traces, &place, address);
}

/* ---- heaps */

static bool begin_heap(struct pprof_text *in, struct str line)
{
    struct str rest = str_from_to(line, STR("heap profile:").n, line.n);
    struct str name;
    struct excerpt e;
    struct place place;
    uint64_t rate = 0;

    in->has_told = amounts_take(&rest, in->told);
    bool ok = in->has_told && amounts_mark(&rest, '@');
    rest = str_trim(rest);
    struct str kind = rest;
    ok = ok && take_field(&rest, '/', &name) && (!rest.p || rest.n == 0 || parse_u64(rest, &rate));
    for (size_t i = 0; ok && i < sizeof heap_kinds / sizeof heap_kinds[0]; i++) {
        const struct heap_kind *known = &heap_kinds[i];
        if (!str_equal(name, str_of(known->name)))
            continue;
        in->rate = known->is_sampled ? rate / (known->is_of_go ? 2 : 1) : 0;
        in->has_allocated =
            known->is_in_use &&
            ((in->told[ALL_OBJECTS] && in->told[ALL_OBJECTS] != in->told[OBJECTS]) ||
             (in->told[ALL_BYTES] && in->told[ALL_BYTES] != in->told[BYTES]));
        return measure(in, known->is_in_use ? in_use : not_in_use, in->has_allocated ? 4 : 2);
    }
    return fault_set(in->text.f, FAULT_INPUT,
                     "%s: a heap profile of \"%s\", wanted one of heap, heap_v2, heapprofile, "
                     "growthz or fragmentationz",
                     place_of(&place, in->text.r->name, in->text.r->tally.lines),
                     excerpt_of(&e, ok ? kind : line));
}

/* Sums what was read, to find what the first line's totals include beyond it; not known if a sum
 * exceeds 2^64-1. */
static void count_met(struct pprof_text *in, const uint64_t *amounts)
{
    for (size_t i = 0; i < AMOUNTS; i++) {
        in->has_told = in->has_told && amounts[i] <= UINT64_MAX - in->met[i];
        in->met[i] += in->has_told ? amounts[i] : 0;
    }
}

/* Returns an error in the amounts, or NULL: they are the values. */
static const char *take_amounts(struct pprof_text *in, uint64_t *amounts)
{
    count_met(in, amounts);
    for (size_t i = 0; i < AMOUNTS; i += 2)
        if (!amounts_unsample(&amounts[i], &amounts[i + 1], in->rate))
            return "a value beyond 2^63-1";
    in->values[0] = amounts[BYTES];
    in->values[1] = amounts[OBJECTS];
    in->values[2] = in->has_allocated ? amounts[ALL_BYTES] : 0;
    in->values[3] = in->has_allocated ? amounts[ALL_OBJECTS] : 0;
    in->has_values = true;
    return NULL;
}

static bool take_heap(struct pprof_text *in, struct str line)
{
    struct str rest = line;
    uint64_t amounts[AMOUNTS];

    if (!finish_stack(in))
        return false;
    if (!amounts_take(&rest, amounts) || !amounts_mark(&rest, '@'))
        return bad(in,
                   memchr(line.p, '-', line.n) && memchr(line.p, '@', line.n)
                       ? "a negative value, as differences of profiles have"
                       : "no stack of a heap profile",
                   line);
    begin_stack(in);
    const char *wrong = take_amounts(in, amounts);
    if (wrong) {
        in->line = 0;
        return bad(in, wrong, line);
    }
    return take_addresses(in, rest);
}

/* ---- heaps of jemalloc */

static bool begin_jemalloc(struct pprof_text *in, struct str line)
{
    struct place place;

    return parse_u64(str_from_to(line, STR("heap_v2/").n, line.n), &in->rate) ||
           fault_set(in->text.f, FAULT_INPUT,
                     "%s: a heap profile of jemalloc without its rate, wanted heap_v2/524288",
                     place_of(&place, in->text.r->name, in->text.r->tally.lines));
}

/* "t*: 13: 6688 [0: 0]": of all threads; it includes those of single ones. */
static bool take_sums(struct pprof_text *in, struct str line)
{
    struct str rest = str_from_to(line, 2, line.n);
    uint64_t amounts[AMOUNTS];

    if (str_starts(line, STR("t")) && line.n > 1 && is_digit(line.p[1]))
        return true;
    if (!str_starts(line, STR("t*")) || !amounts_mark(&rest, ':') || !amounts_take(&rest, amounts))
        return bad(in, "no line of a heap profile of jemalloc", line);
    if (!in->is_measured) {
        in->has_allocated = amounts[ALL_OBJECTS] || amounts[ALL_BYTES];
        if (!measure(in, in_use, in->has_allocated ? 4 : 2))
            return false;
    }
    if (!in->line) {
        in->has_told = true;
        memcpy(in->told, amounts, sizeof in->told);
        return true;
    }
    if (in->has_values)
        return bad(in, "sums without a stack", line);
    const char *wrong = take_amounts(in, amounts);
    if (!wrong)
        return true;
    in->line = 0;
    return bad(in, wrong, line);
}

static bool take_jemalloc(struct pprof_text *in, struct str line)
{
    struct str rest = str_trim(line);

    if (rest.p[0] != '@')
        return take_sums(in, rest);
    if (!finish_stack(in))
        return false;
    begin_stack(in);
    return take_addresses(in, str_from_to(rest, 1, rest.n));
}

/* ---- contention */

/* cycles/second = 3201000000 */
static bool take_attribute(struct pprof_text *in, struct str line)
{
    const struct reading *r = in->text.r;
    struct str value = line;
    struct str key;
    struct place place;
    uint64_t number = 0;

    if (!take_field(&value, '=', &key) || !value.p)
        return bad(in, "no stack of a contention profile", line);
    key = str_trim(key);
    bool is_number = parse_u64(str_trim(value), &number);
    if (str_equal(key, STR("format")) || str_equal(key, STR("resolution")))
        return fault_set(in->text.f, FAULT_INPUT,
                         "%s: a profile of Java, whose frames are numbers of lines below it, "
                         "wanted one of Go or C++",
                         place_of(&place, r->name, r->tally.lines));
    if (!is_number)
        return bad(in, "an attribute that is not a number", line);
    if (str_equal(key, STR("cycles/second")))
        in->hz = number;
    else if (str_equal(key, STR("sampling period")))
        in->period = number ? number : 1;
    else if (str_equal(key, STR("ms since reset")))
        reading_remark(&r->info->details, "recorded for %" PRIu64 ".%03" PRIu64 " s", number / 1000,
                       number % 1000);
    else if (str_equal(key, STR("discarded samples")) && number)
        reading_remark(&r->info->remarks,
                       "%" PRIu64 " samples were discarded while it was recorded", number);
    return true;
}

/* Returns an error, or NULL. Without the processor's speed, cycles stay cycles. */
static const char *take_contention_values(struct pprof_text *in, uint64_t delay, uint64_t count)
{
    if (count > UINT64_MAX / in->period || (!in->hz && delay > UINT64_MAX / in->period) ||
        (in->hz && !amounts_time(&delay, in->period, in->hz)))
        return "a value beyond 2^63-1";
    in->values[0] = in->hz ? delay : delay * in->period;
    in->values[1] = count * in->period;
    in->has_values = true;
    return NULL;
}

/* "   19490304       27 @ 0xbccc97 0xc61202", of Go "1000 3 @ 0x1234" */
static bool take_contention(struct pprof_text *in, struct str line)
{
    struct str rest = line;
    uint64_t delay;
    uint64_t count;

    if (!finish_stack(in))
        return false;
    if (!amounts_number(&rest, &delay))
        return take_attribute(in, line);
    if (!amounts_number(&rest, &count) || !amounts_mark(&rest, '@'))
        return bad(in, "no stack of a contention profile", line);
    if (!in->is_measured && !measure(in, in->hz ? waiting : cycles_waiting, 2))
        return false;
    begin_stack(in);
    const char *wrong = take_contention_values(in, delay, count);
    if (wrong) {
        in->line = 0;
        return bad(in, wrong, line);
    }
    return take_addresses(in, rest);
}

/* ---- the text */

static enum pprof_text_kind kind_of(struct str line)
{
    for (size_t i = 0; i < N_HEADS; i++)
        if (str_starts(line, str_of(heads[i].start)))
            return heads[i].kind;
    return OF_NOTHING;
}

static void tell_met(const struct pprof_text *in)
{
    static const char *const names[AMOUNTS] = {"objects", NULL, "allocated objects", NULL};

    for (size_t i = 0; in->has_told && i < AMOUNTS; i += ALL_OBJECTS)
        if (in->met[i] < in->told[i])
            reading_remark(&in->text.r->info->remarks,
                           "its stacks hold %" PRIu64 " of the %" PRIu64
                           " %s that its first lines state",
                           in->met[i], in->told[i], names[i]);
    if (in->rate > 1)
        reading_remark(&in->text.r->info->details,
                       "one sample per %" PRIu64 " bytes, scaled to estimate all of them",
                       in->rate);
}

/* Ends the profile of one header. */
static bool finish(struct pprof_text *in)
{
    if (!finish_stack(in) || !threads_read_end(&in->thread) || !traces_finish(&in->traces))
        return false;
    if (in->kind == OF_HEAP || in->kind == OF_JEMALLOC)
        tell_met(in);
    return true;
}

static bool begin(struct pprof_text *in, enum pprof_text_kind kind, struct str line)
{
    if (!finish(in))
        return false;
    in->text.r->tally.comments++;
    in->kind = kind;
    in->in_maps = in->is_measured = in->has_told = in->has_allocated = false;
    in->rate = in->hz = 0;
    in->period = 1;
    memset(in->met, 0, sizeof in->met);
    if (kind == OF_HEAP)
        return begin_heap(in, line);
    if (kind == OF_JEMALLOC)
        return begin_jemalloc(in, line);
    return kind != OF_THREADS || measure(in, threads, 1);
}

static bool is_before_maps(struct str line)
{
    return str_starts(line, STR("MAPPED_LIBRARIES:")) ||
           str_starts(line, STR("--- Memory map: ---"));
}

static bool take_of_kind(struct pprof_text *in, struct str line)
{
    switch (in->kind) {
    case OF_HEAP:
        return take_heap(in, line);
    case OF_JEMALLOC:
        return take_jemalloc(in, line);
    case OF_CONTENTION:
    case OF_HEAPZ:
        return take_contention(in, line);
    case OF_THREADS:
        return threads_read_line(&in->thread, line);
    case OF_CPU:
    case OF_NOTHING:
        break;
    }
    return bad(in, "a line before any profile", line);
}

static bool is_symbols(struct str line)
{
    return str_equal(line, STR("--- symbol"));
}

static bool refuse(struct pprof_text *in, const char *what)
{
    struct place place;

    return fault_set(in->text.f, FAULT_INPUT, "%s: %s",
                     place_of(&place, in->text.r->name, in->text.r->tally.lines), what);
}

/* Behind the line that names it, all is a CPU profile. */
static bool take_cpu_profile(struct pprof_text *in)
{
    struct buf bytes = {0};

    in->kind = OF_CPU;
    bool ok = lines_rest(&in->text.lines, &bytes) &&
              cpu_profile_read(&in->text, &in->traces, &in->symbols, buf_str(&bytes));
    buf_free(&bytes);
    return ok;
}

/* Takes a line of the table of symbols, or the one that names the profile behind it. */
static bool take_symbol(struct pprof_text *in, struct str line)
{
    in->text.r->tally.comments++;
    if (is_symbols(line)) {
        in->in_symbols = in->behind_symbols = true;
        return finish(in);
    }
    if (str_equal(line, STR("--- profile")))
        return take_cpu_profile(in);
    if (str_starts(line, STR("---"))) {
        in->in_symbols = false;
        return true;
    }
    if (in->in_symbols && (str_starts(line, STR("binary=")) || symbols_add(&in->symbols, line)))
        return true;
    in->text.r->tally.comments--;
    return bad(in, "no symbol", line);
}

static bool take_line(struct pprof_text *in, struct str line)
{
    struct tally *tally = &in->text.r->tally;
    enum pprof_text_kind kind = kind_of(line);

    if (kind != OF_NOTHING)
        in->behind_symbols = in->in_symbols = false;
    if (is_symbols(line) || (in->behind_symbols && str_trim(line).n))
        return take_symbol(in, line);
    if (kind != OF_NOTHING)
        return begin(in, kind, line);
    if (str_trim(line).n == 0) {
        tally->blank++;
        return true;
    }
    if (is_before_maps(line)) {
        tally->comments++;
        in->in_maps = true;
        return finish_stack(in);
    }
    if (in->in_maps)
        return traces_map(&in->traces, line);
    if (str_starts(line, STR("#\t0x")))
        return take_named(in, line);
    if (line.p[0] == '#') {
        tally->comments++;
        return true;
    }
    return take_of_kind(in, line);
}

static bool read(struct reading *r, struct blocks *blocks, struct profile *p, struct fault *f)
{
    struct pprof_text in = {.kind = OF_NOTHING, .period = 1};
    struct str line;

    text_init(&in.text, r, blocks, p, f);
    traces_init(&in.traces, &in.text, COLUMNS);
    threads_read_init(&in.thread, &in.traces);
    bool ok = true;
    while (ok && lines_next(&in.text.lines, &line))
        ok = take_line(&in, line);
    ok = ok && f->kind == FAULT_NONE && finish(&in) && traces_tell(&in.traces);
    if (ok && in.symbols.n && in.kind == OF_NOTHING)
        ok = refuse(&in, "is a table of symbols (pprof --raw) without a profile behind it");
    if (in.kind == OF_CPU)
        r->tally.lines = r->tally.blank + r->tally.comments + r->tally.taken + r->tally.bad;
    symbols_free(&in.symbols);
    threads_read_free(&in.thread);
    traces_free(&in.traces);
    text_free(&in.text);
    return ok;
}

/* The first line begins with certain words, in most formats followed by numbers. */
static unsigned recognise(struct str prefix)
{
    struct str line;

    while (take_field(&prefix, '\n', &line)) {
        line = str_trim(line);
        if (is_symbols(line))
            return 60;
        if (line.n && kind_of(line) == OF_NOTHING)
            return 0;
        if (line.n)
            return kind_of(line) == OF_JEMALLOC && !is_whole_number(str_from_to(line, 8, line.n))
                       ? 0
                       : 60;
    }
    return 0;
}

static const char *const endings[] = {"pprof-text", "heap", NULL};

const struct input_format input_pprof_text = {
    .name = "pprof-text",
    .about = "the older text format of pprof: heaps of Go, gperftools and jemalloc, contention, "
             "threads; "
             "pprof --raw",
    .endings = endings,
    .recognise = recognise,
    .read = read,
    .binary = true, /* a CPU profile may stand behind the table of symbols */
    .cut = CUT_NOWHERE,
};
