/* "1 10000000: 1 2 3" with location numbers, leaf first, and below "Locations" "2: 0x4b7015 M=1
 * sort.Ints /src/sort.go:157 s=0", innermost inlined function first. */
#include "input/go/raw.h"

#include "base/mem.h"
#include "base/parse.h"
#include "input/common/thread_labels.h"
#include "model/pprof_units.h"

enum { PAIRS_MOST = 64, NAME_MOST = 63, MAPPINGS_MOST = 1 << 16, SMALL_DIGITS = 6 };

struct go_location {
    bool listed;
    uint64_t address;
    uint64_t mapping;
    size_t first, n; /* in functions */
};

struct go_mapping {
    name_id file;
};

bool go_raw_begins(struct str line)
{
    return str_starts(line, STR("PeriodType: ")) || str_equal(line, STR("Samples:"));
}

void go_raw_init(struct go_raw *raw, struct text *t)
{
    *raw = (struct go_raw){.t = t};
    profile_init(&raw->pending, 1, TIME_ORDER); /* no two of its samples are equal */
    builder_init(&raw->builder, t->r, &raw->pending, t->f);
}

void go_raw_free(struct go_raw *raw)
{
    builder_free(&raw->builder);
    profile_free(&raw->pending);
    mem_free(raw->pairs, raw->pairs_room, sizeof *raw->pairs);
    buf_free(&raw->label_line);
    mem_free(raw->labels, raw->labels_room, sizeof *raw->labels);
    mem_free(raw->by_number, raw->by_number_room, sizeof *raw->by_number);
    mem_free(raw->locations, raw->locations_room, sizeof *raw->locations);
    mem_free(raw->functions, raw->functions_room, sizeof *raw->functions);
    mem_free(raw->mappings, raw->mappings_room, sizeof *raw->mappings);
    *raw = (struct go_raw){0};
}

static bool bad(struct go_raw *raw, const char *reason, struct str line)
{
    return lines_bad(&raw->t->lines, raw->t->r->tally.lines, reason, line);
}

static void copy(char *to, struct str s)
{
    memcpy(to, s.p, s.n);
    to[s.n] = '\0';
}

/* samples/count cpu/nanoseconds[dflt]: the marked one becomes the first column. */
static bool read_types(struct go_raw *raw, struct str line)
{
    char text[GO_VALUES][2][NAME_MOST + 1];
    struct measure found[GO_VALUES];
    struct measure measures[GO_VALUES];
    struct str word;
    size_t n = 0;

    raw->first = 0;
    for (; take_word(&line, &word); n++) {
        if (n == GO_VALUES)
            return bad(raw, "more than 16 types of values", word);
        if (str_ends(word, STR("[dflt]"))) {
            word.n -= 6;
            raw->first = n;
        }
        size_t slash = word.n - path_base_name(word).n;
        if (slash < 2 || slash > NAME_MOST || word.n - slash > NAME_MOST)
            return bad(raw, "no type of values", word);
        copy(text[n][0], str_from_to(word, 0, slash - 1));
        copy(text[n][1], str_from_to(word, slash, word.n));
        found[n] = (struct measure){text[n][0], pprof_unit(text[n][0], text[n][1])};
    }
    if (n == 0)
        return bad(raw, "no types of values", STR(""));
    for (size_t i = 0; i < n; i++)
        measures[i] = found[i == 0 ? raw->first : i - (i <= raw->first)];
    raw->n_values = n;
    profile_need_columns(&raw->pending, n);
    raw->builder.n_values = n;
    return text_measures(raw->t, TEXT_FULL_NAMES, measures, n);
}

/* Keeps the sample until its locations are known; it counts as taken then. */
static bool finish_sample(struct go_raw *raw)
{
    if (!raw->inside)
        return true;
    raw->inside = false;
    labels_id label = raw->n_pairs ? labels_add(&raw->pending.labels, raw->pairs, raw->n_pairs) : 0;
    bool ok = builder_add(&raw->builder, LEAF_FIRST, label, raw->values, raw->line);
    raw->t->r->tally.taken = raw->taken;
    return ok;
}

/* Finds the frame in `pending` for a location number; these count from 1. */
static bool find_location(struct go_raw *raw, struct str digits, frame_id *frame)
{
    size_t at = 0;

    if (digits.n == 0 || digits.n > 20)
        return false;
    if (digits.n > SMALL_DIGITS)
        return builder_frame(&raw->builder, digits, KIND_UNKNOWN, frame);
    for (size_t i = 0; i < digits.n; i++)
        at = at * 10 + (size_t)(digits.p[i] - '0');
    if (at >= raw->by_number_room)
        raw->by_number = mem_grow(raw->by_number, &raw->by_number_room, at + 1, sizeof(frame_id));
    if (!raw->by_number[at] &&
        !builder_frame(&raw->builder, digits, KIND_UNKNOWN, &raw->by_number[at]))
        return false;
    *frame = raw->by_number[at];
    return true;
}

/* Parses values up to the one with a ':'. Returns an error, or NULL. */
static const char *parse_values(struct go_raw *raw, struct str *rest)
{
    struct str word;
    size_t n = 0;
    bool last = false;

    while (!last && take_word(rest, &word)) {
        last = word.p[word.n - 1] == ':';
        word.n -= last;
        if (n == raw->n_values)
            return "more values than types";
        if (word.n && word.p[0] == '-')
            return "a negative value";
        size_t column = n == raw->first ? 0 : n + (n < raw->first);
        if (!parse_u64(word, &raw->values[column]))
            return "no sample of a Go profile";
        n++;
    }
    return last && n == raw->n_values ? NULL : "fewer values than types";
}

static bool begin_sample(struct go_raw *raw, struct str line)
{
    struct str rest = line;
    frame_id frame = 0;
    const char *wrong = parse_values(raw, &rest);

    if (wrong)
        return bad(raw, wrong, line);
    builder_begin(&raw->builder);
    size_t i = 0;
    while (i < rest.n) {
        size_t from = i;
        size_t number = 0;
        for (; i < rest.n && is_digit(rest.p[i]); i++)
            number = number * 10 + (size_t)(rest.p[i] - '0');
        if (i > from) {
            bool known = i - from <= SMALL_DIGITS && number < raw->by_number_room;
            frame = known ? raw->by_number[number] : 0;
            if (!frame && !find_location(raw, str_from_to(rest, from, i), &frame))
                return raw->t->f->kind == FAULT_NONE && bad(raw, "no number of a location", line);
            if (!builder_push(&raw->builder, frame))
                return false;
        } else if (!is_blank(rest.p[i++])) {
            return bad(raw, "no number of a location", line);
        }
    }
    raw->inside = true;
    raw->line = raw->t->r->tally.lines;
    raw->n_pairs = 0;
    return true;
}

/* kind:[x] tenant:[a b] */
static bool parse_labels(struct go_raw *raw, struct str rest)
{
    struct builder *b = &raw->builder;

    while (rest.n && raw->n_pairs < PAIRS_MOST) {
        struct label pair;
        size_t colon = str_find(rest, 0, STR(":["));
        if (colon == rest.n)
            break;
        size_t end = str_find(rest, colon, STR("] "));
        if (end == rest.n)
            end = rest.n - 1;
        if (!builder_name(b, str_trim(str_from_to(rest, 0, colon)), &pair.key) ||
            !builder_name(b, str_from_to(rest, colon + 2, end > colon + 2 ? end : colon + 2),
                          &pair.value))
            return false;
        raw->pairs = mem_grow(raw->pairs, &raw->pairs_room, raw->n_pairs + 1, sizeof *raw->pairs);
        if (pair.key && pair.value)
            raw->pairs[raw->n_pairs++] = pair;
        rest = str_trim(str_from_to(rest, end + 1, rest.n));
    }
    return true;
}

/* Labels often repeat those of the previous sample, whose pairs are still there. */
static bool read_labels(struct go_raw *raw, struct str line)
{
    bool first = raw->n_pairs == 0;

    if (first && line.n && str_equal(line, buf_str(&raw->label_line))) {
        raw->n_pairs = raw->n_before;
        return true;
    }
    buf_clear(&raw->label_line);
    if (first)
        buf_add(&raw->label_line, line);
    if (!parse_labels(raw, line))
        return false;
    raw->n_before = raw->n_pairs;
    return true;
}

static bool read_sample(struct go_raw *raw, struct str text)
{
    bool number = is_digit(text.p[0]) || text.p[0] == '-';

    if (!number && str_find(text, 0, STR(":[")) < text.n)
        return !raw->inside || read_labels(raw, text);
    if (!finish_sample(raw))
        return false;
    return begin_sample(raw, text);
}

static bool is_hex(char c)
{
    return is_digit(c) || (c >= 'a' && c <= 'f');
}

/* Takes "0x4b7015" off the start of *rest. */
static bool parse_hex(struct str *rest, uint64_t *value)
{
    size_t n = 2;

    *value = 0;
    if (!str_starts(*rest, STR("0x")))
        return false;
    for (; n < rest->n && is_hex(rest->p[n]); n++) {
        if (*value >> 60)
            return false;
        char c = rest->p[n];
        *value = *value << 4 | (uint64_t)(is_digit(c) ? c - '0' : c - 'a' + 10);
    }
    *rest = str_from_to(*rest, n, rest->n);
    return n > 2;
}

static size_t without_number(struct str s)
{
    size_t n = s.n;

    while (n && is_digit(s.p[n - 1]))
        n--;
    return n < s.n && n && s.p[n - 1] == ':' ? n - 1 : s.n;
}

/* Returns the name of "sort.Ints /src/sort.go:157:4 s=0(sort.Ints)"; empty when it is "??". */
static struct str function_of(struct str s)
{
    size_t at = s.n;

    for (size_t i = s.n; i-- > 3 && at == s.n;)
        if (s.p[i - 2] == 's' && s.p[i - 3] == ' ' && s.p[i - 1] == '=' && is_digit(s.p[i]))
            at = i - 3;
    if (at == s.n)
        return str_equal(s, STR("??")) ? STR("") : s;
    s.n = at;
    s.n = without_number(s);
    s.n = without_number(s);
    size_t file = str_find(s, 0, STR(" /"));
    if (file == s.n)
        while (file && s.p[file - 1] != ' ')
            file--;
    return str_trim(str_from_to(s, 0, file));
}

static bool add_function(struct go_raw *raw, struct str text)
{
    struct go_location *location = &raw->locations[raw->location];
    struct str name = function_of(text);
    name_id id = 0;

    if (name.n && !tidier_name(&raw->t->tidier, name, &id))
        return false;
    raw->functions = mem_grow(raw->functions, &raw->functions_room, raw->n_functions + 1,
                              sizeof *raw->functions);
    raw->functions[raw->n_functions++] = id;
    location->n++;
    return true;
}

/* Takes "2: 0x4b7015 M=1 [F] " off the start of a line; false when it continues the location
 * before. */
static bool begin_location(struct go_raw *raw, struct str *rest, bool *begun)
{
    struct go_location location = {.listed = true, .first = raw->n_functions};
    struct str text = *rest;
    size_t n = 0;

    *begun = false;
    while (n < text.n && is_digit(text.p[n]))
        n++;
    struct str number = str_from_to(text, 0, n);
    text = str_from_to(text, n, text.n);
    if (n == 0 || !str_starts(text, STR(": 0x")))
        return true;
    text = str_from_to(text, 2, text.n);
    if (!parse_hex(&text, &location.address))
        return true;
    text = str_trim(text);
    if (str_starts(text, STR("M="))) {
        for (n = 2; n < text.n && is_digit(text.p[n]);)
            n++;
        if (!parse_u64(str_from_to(text, 2, n), &location.mapping))
            return true;
        text = str_trim(str_from_to(text, n, text.n));
    }
    if (str_starts(text, STR("[F]")))
        text = str_trim(str_from_to(text, 3, text.n));
    raw->location = 0;
    if (!find_location(raw, number, &raw->location))
        return raw->t->f->kind == FAULT_NONE;
    raw->locations = mem_grow(raw->locations, &raw->locations_room, (size_t)raw->location + 1,
                              sizeof *raw->locations);
    raw->locations[raw->location] = location;
    *rest = text;
    *begun = true;
    return true;
}

static bool read_location(struct go_raw *raw, struct str line)
{
    struct str text = str_trim(line);
    bool begun;

    if (!begin_location(raw, &text, &begun))
        return false;
    if (begun || (raw->location && str_starts(line, STR("          "))))
        return add_function(raw, text);
    raw->location = 0;
    return bad(raw, "no location of a Go profile", line);
}

/* 1: 0x400000/0x4b8000/0x0 /srv/demo/work BUILDID [FN] */
static bool read_mapping(struct go_raw *raw, struct str line)
{
    struct str rest = line;
    struct str part;
    uint64_t number;

    while (rest.n && rest.p[0] == ' ')
        rest = str_from_to(rest, 1, rest.n);
    if (!take_field(&rest, ':', &part) || !parse_u64(part, &number) || !rest.p ||
        number >= MAPPINGS_MOST || rest.n == 0)
        return true;
    rest = str_from_to(rest, 1, rest.n);
    if (!take_field(&rest, ' ', &part) || !rest.p)
        return true;
    for (int i = 0; i < 2; i++) {
        size_t n = rest.n;
        while (n && rest.p[n - 1] != ' ')
            n--;
        if (n)
            rest.n = n - 1;
    }
    raw->mappings =
        mem_grow(raw->mappings, &raw->mappings_room, (size_t)number + 1, sizeof *raw->mappings);
    return builder_name(&raw->builder, rest, &raw->mappings[number].file);
}

/* text is the line without surrounding blanks. */
static bool read_in_part(struct go_raw *raw, struct str line, struct str text)
{
    switch (raw->part) {
    case GO_HEADER:
        raw->t->r->tally.comments++;
        return true;
    case GO_TYPES:
        raw->part = GO_SAMPLES;
        return read_types(raw, line);
    case GO_SAMPLES:
        return read_sample(raw, text);
    case GO_LOCATIONS:
        return read_location(raw, line);
    case GO_MAPPINGS:
        return read_mapping(raw, line);
    }
    return true;
}

bool go_raw_line(struct go_raw *raw, struct str line)
{
    struct text *t = raw->t;
    struct str text = str_trim(line);

    if (raw->part == GO_HEADER)
        raw->taken = t->r->tally.taken;
    if (text.n == 0) {
        t->r->tally.blank++;
        return true;
    }
    if (str_starts(line, STR("PeriodType: ")) && raw->part != GO_HEADER) {
        if (!go_raw_end(raw))
            return false;
        go_raw_free(raw);
        go_raw_init(raw, t);
    } else if (str_equal(line, STR("Samples:")) && raw->part == GO_HEADER) {
        raw->part = GO_TYPES;
        return true;
    } else if (str_equal(line, STR("Locations"))) {
        raw->part = GO_LOCATIONS;
        return finish_sample(raw);
    } else if (str_equal(line, STR("Mappings"))) {
        raw->part = GO_MAPPINGS;
        return finish_sample(raw);
    }
    return read_in_part(raw, line, text);
}

/* 0x4b7015 as 4b7015, to name code without a name. */
static struct str hex_of(uint64_t value, char text[16])
{
    size_t n = 0;

    for (unsigned shift = 64; shift > 0; shift -= 4) {
        unsigned digit = (unsigned)(value >> (shift - 4)) & 15;
        if (n || digit || shift == 4)
            text[n++] = "0123456789abcdef"[digit];
    }
    return (struct str){text, n};
}

/* Finds the frame of an unnamed location, by its module. */
static bool find_unknown(struct go_raw *raw, const struct go_location *location, frame_id *frame)
{
    struct builder *b = &raw->t->builder;
    struct str module = STR("");
    char address[16];

    if (location->mapping < raw->mappings_room)
        module = names_get(&raw->pending.names, raw->mappings[location->mapping].file);
    builder_begin(b);
    if (!tidier_push(&raw->t->tidier, STR(""), module, hex_of(location->address, address),
                     tidy_kind(module)))
        return false;
    *frame = b->frames[0];
    return true;
}

/* All functions of a location except the last are inlined into the last. */
static bool make_frames(struct go_raw *raw, struct go_location *location)
{
    for (size_t i = 0; i < location->n; i++) {
        uint32_t *name = &raw->functions[location->first + i];
        struct frame row = {.name = *name,
                            .kind = i + 1 < location->n ? KIND_INLINED : KIND_UNKNOWN};
        if (!(row.name ? builder_row(&raw->t->builder, &row, name)
                       : find_unknown(raw, location, name)))
            return false;
    }
    return true;
}

static bool make_all_frames(struct go_raw *raw)
{
    for (size_t i = 0; i < raw->locations_room; i++)
        if (raw->locations[i].listed && !make_frames(raw, &raw->locations[i]))
            return false;
    return true;
}

static const stack_id not_listed = UINT32_MAX;

/* The profile's stack for a stack in pending. */
struct go_stack {
    stack_id stack; /* not_listed: one of its locations is not known */
    uint32_t depth;
};

/* Fills stacks, by stack of pending; callers come first. */
static bool make_stacks(struct go_raw *raw, struct go_stack *stacks)
{
    struct reading *r = raw->t->r;
    struct place place;

    for (stack_id i = 1; i < raw->pending.stacks.n; i++) {
        const struct stack *row = &raw->pending.stacks.rows[i];
        struct go_stack *to = &stacks[i];
        *to = stacks[row->caller];
        if (row->frame >= raw->locations_room || !raw->locations[row->frame].listed)
            to->stack = not_listed;
        if (to->stack == not_listed)
            continue;
        const struct go_location *location = &raw->locations[row->frame];
        if (location->n > r->ask->limits.depth - to->depth)
            return limits_reached(raw->t->f, place_of(&place, r->name, r->tally.lines), "depth",
                                  r->ask->limits.depth);
        to->depth += (uint32_t)location->n;
        for (size_t k = location->n; k-- > 0;)
            to->stack =
                stacks_add(&raw->t->p->stacks, to->stack, raw->functions[location->first + k]);
        if (!builder_in_proportion(&raw->t->builder, r->tally.lines))
            return false;
    }
    return true;
}

/* The profile's label set for one in pending. */
static labels_id label_of(struct go_raw *raw, labels_id label)
{
    struct profile *p = raw->t->p;
    size_t n;

    if (!label)
        return 0;
    raw->labels =
        mem_grow(raw->labels, &raw->labels_room, raw->pending.labels.n, sizeof *raw->labels);
    if (raw->labels[label])
        return raw->labels[label];
    const struct label *from = labels_get(&raw->pending.labels, label, &n);
    struct label pairs[PAIRS_MOST];
    for (size_t i = 0; i < n; i++) {
        pairs[i].key = names_add(&p->names, names_get(&raw->pending.names, from[i].key));
        pairs[i].value = names_add(&p->names, names_get(&raw->pending.names, from[i].value));
    }
    raw->labels[label] = thread_labels_add(&p->labels, &p->names, pairs, n);
    return raw->labels[label];
}

static bool add_samples(struct go_raw *raw, const struct go_stack *stacks)
{
    struct text *t = raw->t;
    uint64_t values[GO_VALUES];

    for (uint32_t i = 0; i < raw->pending.n_samples; i++) {
        const struct sample *sample = &raw->pending.samples[i];
        stack_id stack = stacks[sample->stack].stack;
        for (size_t c = 0; c < raw->n_values; c++)
            values[c] = raw->pending.columns[c].values[i];
        if (!(stack == not_listed
                  ? bad(raw, "a sample whose locations are not listed", STR(""))
                  : builder_add_stack(&t->builder, stack, label_of(raw, sample->labels), values,
                                      t->r->tally.lines)))
            return false;
    }
    return true;
}

bool go_raw_end(struct go_raw *raw)
{
    if (!finish_sample(raw) || !make_all_frames(raw))
        return false;
    struct go_stack *stacks = mem_alloc(raw->pending.stacks.n, sizeof *stacks);
    bool ok = make_stacks(raw, stacks) && add_samples(raw, stacks);
    mem_free(stacks, raw->pending.stacks.n, sizeof *stacks);
    return ok;
}
