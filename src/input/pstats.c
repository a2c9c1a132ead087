/* {("work.py", 12, "f"): (cc, nc, tt, ct, {("work.py", 30, "g"): (nc, cc, tt, ct), ...}), ...}
 * What Python's cProfile and profile write, through marshal: for each function the number of calls
 * without and with recursive ones, its own seconds and the inclusive ones, and the same by caller
 * (in profile only counts). */
#include "base/parse.h"
#include "input/common/marshal.h"
#include "input/common/text.h"

struct pstats {
    struct text text;
    struct marshal marshal;
    struct buf name;
    uint64_t visited; /* values of callers that were gone through */
};

/* Call counts and costs of a function. */
struct function_costs {
    uint64_t primitive, calls;
    uint64_t own_ns, total_ns;
};

static bool bad(struct pstats *in, const char *reason, struct str near)
{
    return reading_bad(in->text.r, 0, reason, near, in->text.f);
}

static const struct marshal_value *value_of(const struct pstats *in,
                                            const struct marshal_value *tuple, size_t i)
{
    return &in->marshal.values[tuple->values.first + i];
}

static bool is_tuple(const struct marshal_value *value, size_t least)
{
    return value->kind == MARSHAL_TUPLE && value->values.n >= least;
}

/* Seconds to ns, rounded once: a time is a double in the input. */
static bool time_of(const struct marshal_value *value, uint64_t *ns)
{
    double seconds = value->kind == MARSHAL_INT ? (double)value->integer : value->real;

    if (value->kind != MARSHAL_INT && value->kind != MARSHAL_FLOAT)
        return false;
    if (!(seconds >= 0 && seconds < 9e9))
        return false;
    *ns = (uint64_t)(seconds * 1e9 + 0.5);
    return true;
}

static bool count_of(const struct marshal_value *value, uint64_t *count)
{
    if (value->kind != MARSHAL_INT || value->integer < 0)
        return false;
    *count = (uint64_t)value->integer;
    return true;
}

/* Reads two counts and two times from a tuple. */
static bool costs_of(const struct pstats *in, const struct marshal_value *tuple, size_t from,
                     struct function_costs *costs)
{
    return count_of(value_of(in, tuple, from), &costs->primitive) &&
           count_of(value_of(in, tuple, from + 1), &costs->calls) &&
           time_of(value_of(in, tuple, from + 2), &costs->own_ns) &&
           time_of(value_of(in, tuple, from + 3), &costs->total_ns);
}

/* Returns the name of a file without folder and extension: "/lib/re/_parser.py" is "_parser". */
static struct str module_of(struct str file)
{
    struct str base = path_base_name(file);
    size_t dots = 0;

    while (dots < base.n && base.p[dots] == '.')
        dots++;
    for (size_t i = base.n; i > dots; i--)
        if (base.p[i - 1] == '.')
            return str_from_to(base, 0, i - 1);
    return base;
}

static void add_number(struct buf *b, uint64_t number)
{
    char digits[20];
    size_t n = sizeof digits;

    do
        digits[--n] = (char)('0' + number % 10);
    while (number /= 10);
    buf_add(b, (struct str){digits + n, sizeof digits - n});
}

/* Finds or adds the function of a key: "module:line:name". *is is false when it is no key. */
static bool find_function(struct pstats *in, const struct marshal_value *key, frame_id *frame,
                          bool *is)
{
    struct builder *b = &in->text.builder;
    struct frame row = {0};

    *is = is_tuple(key, 3) && value_of(in, key, 0)->kind == MARSHAL_TEXT &&
          value_of(in, key, 1)->kind == MARSHAL_INT && value_of(in, key, 1)->integer >= 0 &&
          value_of(in, key, 1)->integer <= UINT32_MAX && value_of(in, key, 2)->kind == MARSHAL_TEXT;
    if (!*is)
        return true;
    struct str file = names_get(&in->marshal.texts, value_of(in, key, 0)->text);
    row.line = (uint32_t)value_of(in, key, 1)->integer;
    buf_clear(&in->name);
    buf_add(&in->name, module_of(file));
    buf_add_byte(&in->name, ':');
    add_number(&in->name, row.line);
    buf_add_byte(&in->name, ':');
    buf_add(&in->name, names_get(&in->marshal.texts, value_of(in, key, 2)->text));
    return builder_name(b, buf_str(&in->name), &row.name) && builder_name(b, file, &row.file) &&
           builder_row(b, &row, frame);
}

static bool overflow(struct pstats *in)
{
    return fault_set(in->text.f, FAULT_INPUT,
                     "%s: the sum of all times or calls grows beyond 2^64-1, wanted one that fits",
                     in->text.r->name);
}

/* If only the number of calls is known, divides the callee's time by it. */
static uint64_t share_of(uint64_t total, uint64_t calls, uint64_t all)
{
    if (calls >= all)
        return total;
    return (uint64_t)((double)total * ((double)calls / (double)all));
}

/* Adds the calls of one caller. *is is false when they are invalid. */
static bool add_caller(struct pstats *in, frame_id caller, frame_id callee,
                       const struct marshal_value *value, const struct function_costs *whole,
                       bool *is)
{
    struct function_costs sum = {0};

    in->visited += value->kind == MARSHAL_TUPLE ? value->values.n : 0;
    *is = is_tuple(value, 4) ? value->values.n % 4 == 0 && in->visited <= in->marshal.at
                             : count_of(value, &sum.calls);
    if (*is && value->kind == MARSHAL_INT)
        sum.total_ns = share_of(whole->total_ns, sum.calls, whole->calls);
    for (size_t i = 0; *is && value->kind == MARSHAL_TUPLE && i < value->values.n; i += 4) {
        struct function_costs part;
        *is = costs_of(in, value, i, &part);
        if (*is &&
            (sum.calls > UINT64_MAX - part.calls || sum.total_ns > UINT64_MAX - part.total_ns))
            return overflow(in);
        sum.calls += *is ? part.calls : 0; /* here the calls that are not inside of its own */
        sum.total_ns += *is ? part.total_ns : 0;
    }
    if (!*is)
        return true;
    const uint64_t costs[PROFILE_COLUMNS_MOST] = {sum.total_ns};
    in->text.r->tally.taken--; /* which text_add_call counts; here functions are counted */
    return text_add_call(&in->text, caller, callee, sum.calls, costs);
}

static bool add_callers(struct pstats *in, frame_id callee, const struct marshal_value *callers,
                        const struct function_costs *whole)
{
    /* A file may use one dictionary for many functions: reading it again and again costs more than
     * its bytes. */
    in->visited += callers->values.n;
    if (in->visited > in->marshal.at)
        return bad(in, "callers that were given before", STR(""));
    for (size_t i = 0; i < callers->values.n; i += 2) {
        frame_id caller = 0;
        bool is;
        if (!find_function(in, value_of(in, callers, i), &caller, &is))
            return false;
        if (is && !add_caller(in, caller, callee, value_of(in, callers, i + 1), whole, &is))
            return false;
        if (!is && !bad(in, "an invalid caller", STR("")))
            return false;
    }
    return true;
}

static bool add_function(struct pstats *in, frame_id frame, const struct function_costs *costs)
{
    const uint64_t values[PROFILE_COLUMNS_MOST] = {costs->own_ns};
    struct text *t = &in->text;

    return text_add_called(t, frame, costs->calls) &&
           text_add_total(t, frame, 0, costs->total_ns) && text_add_own(t, frame, values);
}

static bool take_function(struct pstats *in, const struct marshal_value *key,
                          const struct marshal_value *value)
{
    struct profile *p = in->text.p;
    frame_id frame = 0;
    struct function_costs costs;
    bool is;

    if (!find_function(in, key, &frame, &is))
        return false;
    if (!is)
        return bad(in, "a key that is not a function: (file, line, name)", STR(""));
    if (!is_tuple(value, 5) || !costs_of(in, value, 0, &costs) ||
        value_of(in, value, 4)->kind != MARSHAL_DICT)
        return bad(in, "a function without two counts, two times and its callers",
                   names_get(&p->names, p->frames.rows[frame].name));
    return add_function(in, frame, &costs) &&
           add_callers(in, frame, value_of(in, value, 4), &costs);
}

/* What follows damage cannot be distinguished from it, and nobody knows how much that is: a fault,
 * unless bad lines are allowed. */
static bool stop_at_damage(struct pstats *in)
{
    const struct marshal *m = &in->marshal;
    const bool any = in->text.r->tally.taken > 0;
    char where[40];

    snprintf(where, sizeof where, "byte %llu", (unsigned long long)m->at);
    if (any && ask_goes_on(in->text.r->ask))
        return bad(in, m->damage, str_of(where));
    return fault_set(in->text.f, FAULT_INPUT, "%s:@0x%llx: %s, wanted functions of cProfile%s",
                     in->text.r->name, (unsigned long long)m->at, m->damage,
                     any ? ", or --max-bad for those before it" : "");
}

static bool read_functions(struct pstats *in)
{
    struct marshal *m = &in->marshal;
    struct marshal_value key;
    struct marshal_value value;

    for (;;) {
        if (!marshal_next(m, &key))
            return false;
        if (key.kind == MARSHAL_END)
            return true;
        if (key.kind != MARSHAL_DAMAGE && !marshal_next(m, &value))
            return false;
        if (key.kind == MARSHAL_DAMAGE || value.kind == MARSHAL_DAMAGE)
            return stop_at_damage(in);
        if (!take_function(in, &key, &value))
            return false;
        marshal_forget(m);
    }
}

static bool begin(struct pstats *in)
{
    static const struct measure time = {"time", "ns"};
    bool is;

    if (!text_shares(&in->text, CALLS_AS_COSTS) ||
        !text_measures(&in->text, TEXT_FULL_NAMES, &time, 1) || !marshal_enter(&in->marshal, &is))
        return false;
    return is || fault_set(in->text.f, FAULT_INPUT, "%s:@0x0: wanted a dictionary of functions",
                           in->text.r->name);
}

static bool read(struct reading *r, struct blocks *blocks, struct profile *p, struct fault *f)
{
    struct pstats in = {0};

    text_init(&in.text, r, blocks, p, f);
    marshal_init(&in.marshal, r, blocks, f);
    bool ok = begin(&in) && read_functions(&in);
    r->tally.bytes = in.marshal.at;
    r->tally.lines = r->tally.taken + r->tally.bad; /* there are none: one a function */
    marshal_free(&in.marshal);
    buf_free(&in.name);
    text_free(&in.text);
    return ok;
}

/* A dictionary, a tuple of three, and a text. */
static unsigned recognise(struct str prefix)
{
    static const char texts[] = {'s', 'u', 't', 'a', 'A', 'z', 'Z'};
    enum { BITS = 40, LETTER = 0x7f };
    char letters[3];
    size_t at = 2;

    if (prefix.n < 8)
        return 0;
    letters[0] = (char)(prefix.p[0] & LETTER);
    letters[1] = (char)(prefix.p[1] & LETTER);
    at += letters[1] == '(' ? 4 : 1;
    letters[2] = (char)(prefix.p[at] & LETTER);
    if (letters[0] != '{' || (letters[1] != '(' && letters[1] != ')') ||
        !memchr(texts, letters[2], sizeof texts) || prefix.p[2] != 3)
        return 0;
    return letters[1] == ')' || memcmp(prefix.p + 3, "\0\0\0", 3) == 0 ? BITS : 0;
}

static const char *const endings[] = {"pstats", NULL};

const struct input_format input_pstats = {
    .name = "pstats",
    .about = "what Python's cProfile saves: functions, their callers and their times",
    .endings = endings,
    .recognise = recognise,
    .read = read,
    .binary = true,
    .stackless = true,
    .cut = CUT_NOWHERE,
};
