/* {"code": [{"name": "fib /app/a.js:1:13", "type": "JS", "kind": "Opt", "func": 0, "tm": 39689}],
 *  "functions": [...], "ticks": [{"tm": 53921, "vm": 0, "s": [0, 8, 0, 151]}], "scripts": []}
 * What node --prof-process --preprocess makes of isolate-*.log: a stack of pairs, leaf first, each
 * a number in "code" and an offset there; -1 and an address where no code is known. Members come in
 * any order. */
#include "base/mem.h"
#include "base/parse.h"
#include "input/common/label_builder.h"
#include "input/common/names/source_line.h"
#include "input/common/text.h"
#include "input/json/json.h"

#define NO_CODE UINT32_MAX

enum { NS_A_US = 1000 };

enum ticks_list { LIST_NONE, LIST_CODE, LIST_TICKS };

struct tick {
    size_t from, n; /* among the numbers of code */
    uint64_t us;
    uint64_t line;
    unsigned char vm;
    bool is_timed, is_wrong;
};

struct v8_ticks {
    struct text text;
    struct json json;
    struct label_builder label_builder;
    struct buf room;
    enum ticks_list list;
    bool in_record, in_stack;
    uint64_t n_pairs;      /* numbers of the stack that is read */
    struct buf name, type; /* of the code that is read */
    frame_id *code;
    size_t n_code, code_room;
    uint32_t *stacks; /* of all ticks */
    size_t n_stacks, stacks_room;
    struct tick *ticks;
    size_t n_ticks, ticks_room;
    bool cut; /* the end is missing, and that is noted */
};

/* ---- code */

/* Parses the place of "fib /app/a.js:1:13" and takes it off; the line is 0 where there is none. */
static void take_place(struct str *name, struct str *file, uint64_t *line)
{
    size_t blank = str_find_last(*name, STR(" "));
    struct str place = str_from_to(*name, blank < name->n ? blank + 1 : name->n, name->n);

    *line = 0;
    *file = STR("");
    if (!source_line_read(place, file, line))
        return;
    *name = str_from_to(*name, 0, blank < name->n ? blank : 0);
}

/* "T node::Start(int, char**)", as nm prints it. */
static struct str without_letter(struct str type, struct str name)
{
    bool has_one = str_equal(type, STR("CPP")) && name.n > 2 && name.p[1] == ' ';

    return has_one ? str_from_to(name, 2, name.n) : name;
}

/* The name of a function without one, by its place. */
static struct str name_anonymous(struct v8_ticks *in, struct str file, uint64_t line)
{
    char number[32];

    snprintf(number, sizeof number, ":%llu)", (unsigned long long)line);
    buf_clear(&in->room);
    buf_add(&in->room, STR("(anonymous "));
    buf_add(&in->room, path_base_name(file));
    buf_add(&in->room, str_of(number));
    return buf_str(&in->room);
}

static bool end_code(struct v8_ticks *in)
{
    struct text *t = &in->text;
    struct str type = buf_str(&in->type);
    struct str name = buf_str(&in->name);
    struct str file = STR("");
    struct frame row = {.kind = KIND_USER};
    uint64_t line = 0;
    frame_id id = 0;

    if (str_equal(type, STR("JS"))) {
        row.kind = KIND_JIT;
        take_place(&name, &file, &line);
        if (!name.n && line)
            name = t->tidier.naming.sources ? STR("(anonymous)") : name_anonymous(in, file, line);
        if (!tidier_name(&t->tidier, name, &row.name) ||
            !source_line(t, &in->room, file, line, &row))
            return false;
        row.first = row.line;
    } else if (str_equal(type, STR("SHARED_LIB"))) {
        if (!tidier_row(&t->tidier, STR(""), name, STR(""), &row))
            return false;
    } else if (!tidier_name(&t->tidier, without_letter(type, name), &row.name)) {
        return false;
    }
    if (!builder_row(&t->builder, &row, &id))
        return false;
    in->code = mem_grow(in->code, &in->code_room, in->n_code + 1, sizeof *in->code);
    in->code[in->n_code++] = id;
    return true;
}

static void set(struct buf *to, const struct json_item *item)
{
    buf_clear(to);
    if (item->kind == JSON_STRING)
        buf_add(to, item->text);
}

static void take_of_code(struct v8_ticks *in, const struct json_item *item)
{
    if (json_says(item, "name"))
        set(&in->name, item);
    else if (json_says(item, "type"))
        set(&in->type, item);
}

/* ---- ticks */

/* What the machine did, by number since V8 8.2; before it, 7 was idle. */
static const struct vm_state {
    const char *name;
    enum thread_state state;
} vm_states[] = {
    {"js", STATE_RUNNING},       {"gc", STATE_RUNNING},
    {"parser", STATE_RUNNING},   {"bytecode compiler", STATE_RUNNING},
    {"compiler", STATE_RUNNING}, {"other", STATE_RUNNING},
    {"external", STATE_RUNNING}, {"atomics wait", STATE_LOCK},
    {"idle", STATE_IDLE},        {"logging", STATE_RUNNING},
};

static struct vm_state vm_of(unsigned vm)
{
    static const struct vm_state unknown = {"", STATE_RUNNING};

    return vm < sizeof vm_states / sizeof vm_states[0] ? vm_states[vm] : unknown;
}

static void begin_tick(struct v8_ticks *in)
{
    in->ticks = mem_grow(in->ticks, &in->ticks_room, in->n_ticks + 1, sizeof *in->ticks);
    in->ticks[in->n_ticks++] =
        (struct tick){.from = in->n_stacks, .line = json_line(&in->json), .vm = UINT8_MAX};
}

static void take_of_stack(struct v8_ticks *in, const struct json_item *item)
{
    struct tick *tick = &in->ticks[in->n_ticks - 1];
    uint64_t number = 0;
    bool is_none = item->kind == JSON_NUMBER && str_equal(item->text, STR("-1"));

    if (in->n_pairs++ % 2)
        return; /* an offset */
    bool ok = item->kind == JSON_NUMBER && parse_u64(item->text, &number) && number < NO_CODE;
    tick->is_wrong = tick->is_wrong || (!ok && !is_none);
    in->stacks = mem_grow(in->stacks, &in->stacks_room, in->n_stacks + 1, sizeof *in->stacks);
    in->stacks[in->n_stacks++] = ok ? (uint32_t)number : NO_CODE;
    tick->n++;
}

static void take_of_tick(struct v8_ticks *in, const struct json_item *item)
{
    struct tick *tick = &in->ticks[in->n_ticks - 1];
    uint64_t number;
    bool known = item->kind == JSON_NUMBER && parse_u64(item->text, &number);

    in->in_stack = item->kind == JSON_ARRAY && json_says(item, "s");
    in->n_pairs = 0;
    if (in->in_stack) {
        tick->from = in->n_stacks;
        tick->n = 0;
    } else if (known && json_says(item, "tm")) {
        tick->us = number;
        tick->is_timed = true;
    } else if (known && json_says(item, "vm")) {
        tick->vm = number < UINT8_MAX ? (unsigned char)number : UINT8_MAX;
    }
}

/* As in what --prof-process prints, code that is not known is shown where it ran, not amid the
 * callers. */
static const char *push_code(struct v8_ticks *in, const struct tick *tick, bool *ok)
{
    for (size_t i = 0; *ok && i < tick->n; i++) {
        uint32_t number = in->stacks[tick->from + i];
        if (number == NO_CODE) {
            *ok = i > 0 || tidier_push(&in->text.tidier, STR(""), STR(""), STR(""), KIND_UNKNOWN);
            continue;
        }
        if (number >= in->n_code)
            return "a tick of code that is not listed";
        *ok = builder_push(&in->text.builder, in->code[number]);
    }
    return NULL;
}

static bool add_tick(struct v8_ticks *in, const struct tick *tick)
{
    static const uint64_t one[] = {1};
    const struct vm_state vm = vm_of(tick->vm);
    const struct str values[] = {str_of(vm.name)};
    struct text *t = &in->text;
    bool ok = true;

    builder_begin(&t->builder);
    const char *wrong = tick->is_wrong ? "a tick with code that is not a number" : NULL;
    wrong = wrong ? wrong : push_code(in, tick, &ok);
    if (!ok)
        return false;
    if (wrong)
        return reading_bad(t->r, tick->line, wrong, STR(""), t->f);
    if (tick->is_timed && tick->us < NO_TIME / NS_A_US)
        t->builder.moment.at_ns = tick->us * NS_A_US;
    t->builder.moment.state = (unsigned char)vm.state;
    return builder_add(&t->builder, LEAF_FIRST, label_builder_of(&in->label_builder, values), one,
                       tick->line);
}

/* All code is known: adds the ticks. */
static bool end_document(struct v8_ticks *in)
{
    static const struct measure ticks = {"samples", "samples"};

    if (!text_measures(&in->text, TEXT_FULL_NAMES, &ticks, 1))
        return false;
    for (size_t i = 0; i < in->n_ticks; i++)
        if (!add_tick(in, &in->ticks[i]))
            return false;
    in->n_ticks = in->n_stacks = in->n_code = 0;
    return true;
}

/* ---- JSON */

static bool begin_record(struct v8_ticks *in)
{
    in->in_record = true;
    in->in_stack = false;
    if (in->list == LIST_TICKS) {
        begin_tick(in);
        return true;
    }
    buf_clear(&in->name);
    buf_clear(&in->type);
    return true;
}

/* A place of the list that is no object, such as null, keeps its number. */
static bool take_record(struct v8_ticks *in, const struct json_item *item)
{
    if (item->kind == JSON_OBJECT)
        return begin_record(in);
    if (item->kind == JSON_ARRAY_END)
        return true;
    bool ended = item->kind == JSON_OBJECT_END && in->in_record;
    in->in_record = in->in_stack = false;
    if (!ended && in->list == LIST_TICKS)
        return json_bad(&in->json, json_line(&in->json), "a tick that is not an object",
                        item->text);
    if (!ended && in->list == LIST_CODE) {
        buf_clear(&in->name);
        buf_clear(&in->type);
    }
    return in->list != LIST_CODE || end_code(in);
}

/* Code is known by its number, so after damage nothing can be used. */
static bool take_damage(struct v8_ticks *in, const struct json_item *item)
{
    in->cut = item->text.n == 0;
    return in->cut || json_invalid(&in->json, item, "what node --prof-process --preprocess writes");
}

static bool take_outer(struct v8_ticks *in, const struct json_item *item)
{
    if (item->depth == 0 && item->kind == JSON_OBJECT_END)
        return end_document(in);
    if (item->depth != 1)
        return true;
    in->list = LIST_NONE;
    if (item->kind == JSON_ARRAY)
        in->list = json_says(item, "code")    ? LIST_CODE
                   : json_says(item, "ticks") ? LIST_TICKS
                                              : LIST_NONE;
    return true;
}

static bool take(void *context, const struct json_item *item)
{
    struct v8_ticks *in = context;

    if (item->kind == JSON_DAMAGE)
        return take_damage(in, item);
    if (item->depth < 2)
        return take_outer(in, item);
    if (!in->list)
        return true;
    if (item->depth == 2)
        return take_record(in, item);
    if (!in->in_record)
        return true;
    if (item->depth == 3 && in->list == LIST_CODE)
        take_of_code(in, item);
    else if (item->depth == 3)
        take_of_tick(in, item);
    else if (item->depth == 4 && in->in_stack)
        take_of_stack(in, item);
    return true;
}

static void free_all(struct v8_ticks *in)
{
    mem_free(in->code, in->code_room, sizeof *in->code);
    mem_free(in->stacks, in->stacks_room, sizeof *in->stacks);
    mem_free(in->ticks, in->ticks_room, sizeof *in->ticks);
    buf_free(&in->name);
    buf_free(&in->type);
    buf_free(&in->room);
    label_builder_free(&in->label_builder);
    text_free(&in->text);
}

static bool read(struct reading *r, struct blocks *blocks, struct profile *p, struct fault *f)
{
    static const char *const keys[] = {"vm"};
    struct v8_ticks in = {.list = LIST_NONE};

    text_init(&in.text, r, blocks, p, f);
    in.text.tidier.printed = true;
    label_builder_init(&in.label_builder, p, keys, 1);
    in.json = (struct json){.r = r, .blocks = blocks, .f = f, .take = take, .context = &in};
    bool ok = json_read(&in.json) && end_document(&in);
    free_all(&in);
    return ok;
}

/* Whether the text has a type of code that only this format has. */
static bool has_type(struct str prefix)
{
    static const char *const types[] = {"\"SHARED_LIB\"", "\"CPP\"", "\"JS\""};

    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++)
        if (str_find(prefix, 0, str_of(types[i])) < prefix.n)
            return true;
    return false;
}

/* The names of members; the list of code, or of ticks, may fill the prefix. */
static unsigned recognise(struct str prefix)
{
    if (json_first(prefix) != '{')
        return 0;
    bool code = json_mentions(prefix, "code") && json_mentions(prefix, "type") && has_type(prefix);
    bool ticks =
        json_mentions(prefix, "ticks") && json_mentions(prefix, "tm") && json_mentions(prefix, "s");
    return code && ticks ? 80 : code ? 56 : ticks ? 40 : 0;
}

static const char *const endings[] = {"v8log.json", NULL};

const struct input_format input_v8_ticks = {
    .name = "v8-ticks",
    .about = "ticks of node --prof, as JSON of node --prof-process --preprocess",
    .endings = endings,
    .recognise = recognise,
    .signs = {ANY_OF("\"SHARED_LIB\"", "\"CPP\"", "\"JS\"", "\"ticks\"")},
    .read = read,
    .cut = CUT_NOWHERE,
};
