/* {"version": 0, "costs": [{"description": "Memory", "unit": "bytes"}],
 *  "functions": [{"name": "f", "module": "a.so"}, ...],
 *  "events": [{"callchain": [0, 3], "cost": [7]}, ...]}
 * The JSON that gprof2dot reads: events with numbered functions, leaf first, and costs. Members may
 * come in any order. If there are several such values, each has its own numbers. */
#include "base/mem.h"
#include "base/parse.h"
#include "input/common/deferred_stacks.h"
#include "input/common/label_builder.h"
#include "input/common/text.h"
#include "input/json/json.h"

/* The columns: the first cost, the number of events, the other costs. */
enum { COLUMN_COST, COLUMN_CALLS, COSTS_MOST = PROFILE_COLUMNS_MOST - 1 };

enum { NAME_MOST = 60 };

enum list { LIST_NONE, LIST_COSTS, LIST_FUNCTIONS, LIST_EVENTS };

struct cost_name {
    char name[NAME_MOST + 1], unit[NAME_MOST + 1];
};

struct callchains {
    struct text text;
    struct json json;
    struct label_builder label_builder;
    enum list list;
    bool in_record;
    bool in_chain, in_cost; /* an array of the event */
    bool lost;              /* damage among the functions: later numbers are not known */
    uint64_t line;          /* of the record */
    const char *wrong;      /* what is, in the event */

    struct cost_name costs[COSTS_MOST];
    size_t n_costs;
    struct deferred_function *functions; /* labelled with their processes */
    size_t n_functions, functions_room;
    struct buf name, module, process, placed; /* of a function */
    struct buf unit;                          /* and a cost */

    struct decimal values[COSTS_MOST]; /* of the event */
    size_t n_values;
    struct deferred_stacks events;
};

static bool bad(struct callchains *in, const char *reason, struct str near)
{
    return json_bad(&in->json, in->line, reason, near);
}

static void set(struct buf *to, const struct json_item *item)
{
    buf_clear(to);
    if (item->kind == JSON_STRING)
        buf_add(to, item->text);
}

static size_t column_of(size_t cost)
{
    return cost == 0 ? COLUMN_COST : cost + 1;
}

/* A name by which options can choose a measure. */
static void set_name(char *to, struct str text, const char *otherwise)
{
    bool plain = text.n > 0 && text.n <= NAME_MOST;

    for (size_t i = 0; i < text.n; i++)
        plain = plain && (unsigned char)text.p[i] >= ' ' && text.p[i] != 0x7f;
    if (!plain)
        text = str_of(otherwise);
    memcpy(to, text.p, text.n);
    to[text.n] = '\0';
}

static bool end_cost(struct callchains *in)
{
    _Static_assert(COSTS_MOST == 23, "the sentence says how many");
    if (in->n_costs == COSTS_MOST)
        return bad(in, "more costs than 23", buf_str(&in->name));
    struct cost_name *cost = &in->costs[in->n_costs++];
    set_name(cost->name, buf_str(&in->name), "cost");
    set_name(cost->unit, buf_str(&in->unit), "");
    return true;
}

static bool end_function(struct callchains *in)
{
    const struct str process = buf_str(&in->process);
    struct str module = buf_str(&in->module);
    struct deferred_function function = {0};
    struct frame row = {0};

    if (in->lost)
        return true;
    if (in->text.tidier.naming.modules && process.n) { /* as xperf: a.exe!a.dll */
        buf_clear(&in->placed);
        buf_add(&in->placed, process);
        buf_add(&in->placed, module.n ? STR("!") : STR(""));
        buf_add(&in->placed, module);
        module = buf_str(&in->placed);
    }
    if (!tidier_row(&in->text.tidier, buf_str(&in->name), module, STR(""), &row) ||
        !tidier_show_in(&in->text.tidier, buf_str(&in->name), buf_str(&in->module), &row) ||
        !builder_row(&in->text.builder, &row, &function.frame))
        return false;
    function.labels = label_builder_of(&in->label_builder, &process);
    in->functions =
        mem_grow(in->functions, &in->functions_room, in->n_functions + 1, sizeof *in->functions);
    in->functions[in->n_functions++] = function;
    return true;
}

static bool overflow(struct callchains *in)
{
    struct place place;

    return fault_set(in->text.f, FAULT_INPUT,
                     "%s: the sum of all costs grows beyond 2^64-1 here, wanted one that fits",
                     place_of(&place, in->text.r->name, in->line));
}

/* Converts a cost and its column to the same scale. */
static bool scale_cost(struct callchains *in, size_t column, struct decimal cost, uint64_t *value)
{
    const struct column *c = &in->events.samples.columns[column];

    if (cost.scale > c->scale && !profile_rescale(&in->events.samples, column, cost.scale))
        return overflow(in);
    if (!decimal_scale(&cost, c->scale))
        return overflow(in);
    *value = cost.value;
    return true;
}

static bool end_event(struct callchains *in)
{
    uint64_t values[PROFILE_COLUMNS_MOST] = {[COLUMN_CALLS] = 1};

    if (!in->wrong && deferred_depth(&in->events) == 0)
        in->wrong = "an event without a callchain";
    if (!in->wrong && in->n_values == 0)
        in->wrong = "an event without a cost";
    if (in->wrong)
        return bad(in, in->wrong, STR(""));
    profile_need_columns(&in->events.samples, column_of(in->n_values - 1) + 1);
    for (size_t i = 0; i < in->n_values; i++)
        if (!scale_cost(in, column_of(i), in->values[i], &values[column_of(i)]))
            return false;
    return deferred_add(&in->events, values, in->line);
}

static bool end_record(struct callchains *in)
{
    in->in_record = in->in_chain = in->in_cost = false;
    switch (in->list) {
    case LIST_NONE:
        return true;
    case LIST_COSTS:
        return end_cost(in);
    case LIST_FUNCTIONS:
        return end_function(in);
    case LIST_EVENTS:
        return end_event(in);
    }
    return true;
}

static void begin_record(struct callchains *in)
{
    struct buf *const bufs[] = {&in->name, &in->module, &in->process, &in->placed, &in->unit};

    in->in_record = true;
    in->in_chain = in->in_cost = false;
    in->line = json_line(&in->json);
    in->wrong = NULL;
    deferred_begin(&in->events);
    in->n_values = 0;
    for (size_t i = 0; i < sizeof bufs / sizeof bufs[0]; i++)
        buf_clear(bufs[i]);
}

/* An item in a list of records: a record, or something invalid. */
static bool take_record(struct callchains *in, const struct json_item *item)
{
    if (item->kind == JSON_OBJECT) {
        begin_record(in);
        return true;
    }
    if (item->kind == JSON_OBJECT_END)
        return !in->in_record || end_record(in);
    if (item->kind == JSON_ARRAY_END)
        return true;
    begin_record(in);
    if (!bad(in, "a record that is not an object", STR("")))
        return false;
    in->in_record = false;
    /* A cost or a function keeps its place, so that the numbers of the others stay. */
    return in->list == LIST_EVENTS || end_record(in);
}

/* A member of a record. */
static void take_member(struct callchains *in, const struct json_item *item)
{
    struct str key = item->key;
    bool array = item->kind == JSON_ARRAY;

    if (item->kind == JSON_ARRAY_END || item->kind == JSON_OBJECT_END) {
        in->in_chain = in->in_cost = false;
    } else if (str_equal(key, STR("name")) || str_equal(key, STR("description"))) {
        set(&in->name, item);
    } else if (str_equal(key, STR("module"))) {
        set(&in->module, item);
    } else if (str_equal(key, STR("process"))) {
        set(&in->process, item);
    } else if (str_equal(key, STR("unit"))) {
        set(&in->unit, item);
    } else if (str_equal(key, STR("callchain"))) {
        in->in_chain = array;
        deferred_begin(&in->events);
    } else if (str_equal(key, STR("cost"))) {
        in->in_cost = array;
        in->n_values = 0;
    }
}

/* The number of a function in a callchain. */
static bool take_function(struct callchains *in, const struct json_item *item)
{
    uint64_t number;

    if (item->kind == JSON_NUMBER && parse_u64(item->text, &number) && number < UINT32_MAX)
        return deferred_push(&in->events, (uint32_t)number);
    in->wrong = "an event with a function that is not a number";
    return true;
}

static bool take_value(struct callchains *in, const struct json_item *item)
{
    struct reading *r = in->text.r;
    bool rounded = false;

    if (in->n_values == COSTS_MOST)
        return true; /* this was reported for its name */
    struct decimal *value = &in->values[in->n_values];
    if (item->kind != JSON_NUMBER || !parse_float(item->text, PROFILE_SCALE_MAX, value, &rounded) ||
        (!value->scale && builder_is_below(&value->value, 1))) {
        in->wrong = "an event with a cost that is negative, not a number, or too large";
        return true;
    }
    in->n_values++;
    if (rounded)
        notes_add(&r->notes, r->name, in->line, "a cost of more than 6 decimals, rounded",
                  item->text);
    return true;
}

static bool name_columns(struct callchains *in)
{
    struct measure measures[PROFILE_COLUMNS_MOST];
    size_t n = in->events.samples.n_columns;

    for (size_t i = 0; i < n; i++)
        measures[i] = (struct measure){"cost", ""};
    for (size_t i = 0; i < in->n_costs && column_of(i) < n; i++)
        measures[column_of(i)] = (struct measure){in->costs[i].name, in->costs[i].unit};
    measures[COLUMN_CALLS] = (struct measure){"calls", "calls"};
    if (!text_measures(&in->text, TEXT_FULL_NAMES, measures, n))
        return false;
    for (size_t i = 0; i < n; i++)
        if (!builder_scale(&in->text.builder, i, in->events.samples.columns[i].scale))
            return false;
    return true;
}

static void begin_events(struct callchains *in)
{
    deferred_init(&in->events, in->text.r, in->text.p, COLUMN_CALLS + 1, in->text.f);
    in->events.builder.sums = true; /* costs have been looked at */
}

/* Adds the events of a value, and discards its functions. */
static bool end_value(struct callchains *in)
{
    if (in->events.samples.n_samples &&
        !(name_columns(in) &&
          deferred_finish(&in->events, &in->text.builder, in->functions, in->n_functions)))
        return false;
    deferred_free(&in->events);
    begin_events(in);
    in->n_functions = in->n_costs = 0;
    in->lost = false;
    return true;
}

/* Finds the lists, and their ends. */
static bool take_outer(struct callchains *in, const struct json_item *item)
{
    static const struct {
        const char *key;
        enum list list;
    } lists[] = {{"costs", LIST_COSTS}, {"functions", LIST_FUNCTIONS}, {"events", LIST_EVENTS}};
    struct place place;
    struct excerpt e;

    if (item->depth == 0 && item->kind == JSON_OBJECT)
        return end_value(in); /* the one before */
    if (item->depth != 1)
        return true;
    if (item->kind == JSON_ARRAY_END)
        in->list = LIST_NONE;
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++)
        if (item->kind == JSON_ARRAY && json_says(item, lists[i].key))
            in->list = lists[i].list;
    in->json.records = in->list ? 2 : 0;
    if (item->kind != JSON_NUMBER || !json_says(item, "version") || str_equal(item->text, STR("0")))
        return true;
    return fault_set(in->text.f, FAULT_INPUT, "%s: version %s found, wanted 0",
                     place_of(&place, in->text.r->name, json_line(&in->json)),
                     excerpt_of(&e, item->text));
}

static bool take(void *context, const struct json_item *item)
{
    struct callchains *in = context;

    if (item->kind == JSON_DAMAGE) {
        in->lost = in->lost || in->list == LIST_FUNCTIONS;
        in->in_record = in->in_chain = in->in_cost = false;
        return true;
    }
    if (!in->list || item->depth < 2)
        return take_outer(in, item);
    if (item->depth == 2)
        return take_record(in, item);
    if (!in->in_record)
        return true;
    if (item->depth == 3)
        take_member(in, item);
    else if (item->depth == 4 && in->in_chain)
        return take_function(in, item);
    else if (item->depth == 4 && in->in_cost)
        return take_value(in, item);
    return true;
}

static void free_all(struct callchains *in)
{
    struct buf *const bufs[] = {&in->name, &in->module, &in->process, &in->placed, &in->unit};

    for (size_t i = 0; i < sizeof bufs / sizeof bufs[0]; i++)
        buf_free(bufs[i]);
    mem_free(in->functions, in->functions_room, sizeof *in->functions);
    deferred_free(&in->events);
    label_builder_free(&in->label_builder);
    text_free(&in->text);
}

static bool read(struct reading *r, struct blocks *blocks, struct profile *p, struct fault *f)
{
    static const char *const keys[] = {"comm"};
    struct callchains in = {0};

    text_init(&in.text, r, blocks, p, f);
    in.text.tidier.printed = true;
    label_builder_init(&in.label_builder, p, keys, 1);
    begin_events(&in);
    in.json = (struct json){
        .r = r, .blocks = blocks, .f = f, .take = take, .context = &in, .alike = true};
    bool ok = json_read(&in.json) && end_value(&in);
    free_all(&in);
    return ok;
}

/* Needs two of its members, in any order. */
static unsigned recognise(struct str prefix)
{
    if (json_first(prefix) != '{')
        return 0;
    bool costs = json_mentions(prefix, "costs");
    bool chain = json_mentions(prefix, "callchain");
    bool events = json_mentions(prefix, "events");
    bool functions = json_mentions(prefix, "functions");
    return (costs && (chain || events || functions)) ||
                   (events && chain && json_mentions(prefix, "cost"))
               ? 48
               : 0;
}

static const char *const endings[] = {"callchains", NULL};

const struct input_format input_callchains = {
    .name = "callchains",
    .alias = "json",
    .about = "callchains and their costs as JSON, in the schema of gprof2dot",
    .endings = endings,
    .recognise = recognise,
    .signs = {ANY_OF("\"costs\"", "\"callchain\"")},
    .read = read,
};
