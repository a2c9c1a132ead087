/* i 56384addf266 1 17 15 c 16 15 14: an instruction, its module, its function with file and line,
 * then those that it was inlined into. All numbers are hexadecimal; 0: not known.
 * Reads texts and instructions. */
#include "input/heaptrack/names.h"

#include <stdio.h>

#include "base/mem.h"
#include "base/parse.h"
#include "input/common/names/source_line.h"

struct heaptrack_ip {
    size_t first; /* frame */
    uint32_t n;
    rule_id rule; /* 0: none */
};

/* One function of an instruction, as text numbers. */
struct function {
    uint64_t name, file, line;
};

enum { FUNCTIONS_MOST = 256 };

void heaptrack_names_init(struct heaptrack_names *n, struct text *text)
{
    *n = (struct heaptrack_names){.text = text};
    names_init(&n->texts);
    heaptrack_suppressions_init(&n->suppressions);
}

void heaptrack_names_free(struct heaptrack_names *n)
{
    names_free(&n->texts);
    mem_free(n->strings, n->strings_room, sizeof *n->strings);
    mem_free(n->ips, n->ips_room, sizeof *n->ips);
    mem_free(n->frames, n->frames_room, sizeof *n->frames);
    buf_free(&n->room);
    heaptrack_suppressions_free(&n->suppressions);
    mem_free(n->rules, n->rules_room, sizeof *n->rules);
    *n = (struct heaptrack_names){0};
}

/* Whether there may be one more text, instruction or frame. */
static bool has_room(const struct heaptrack_names *n, size_t count)
{
    const struct reading *r = n->text->r;
    struct place place;

    return count < r->ask->limits.frames ||
           limits_reached(n->text->f, place_of(&place, r->name, r->tally.lines), "frames",
                          r->ask->limits.frames);
}

bool heaptrack_names_add(struct heaptrack_names *n, struct str text)
{
    if (!has_room(n, n->n_strings))
        return false;
    n->strings = mem_grow(n->strings, &n->strings_room, n->n_strings + 1, sizeof *n->strings);
    n->strings[n->n_strings++] = names_add(&n->texts, text);
    return true;
}

/* Lends the text of a number; "" for 0. */
static bool text_of(const struct heaptrack_names *n, uint64_t number, struct str *text)
{
    *text =
        number && number <= n->n_strings ? names_get(&n->texts, n->strings[number - 1]) : STR("");
    return number <= n->n_strings;
}

static bool add_frame(struct heaptrack_names *n, frame_id frame)
{
    if (!has_room(n, n->n_frames))
        return false;
    n->frames = mem_grow(n->frames, &n->frames_room, n->n_frames + 1, sizeof *n->frames);
    n->frames[n->n_frames++] = frame;
    return true;
}

static bool make_frame(struct heaptrack_names *n, const struct function *function, uint64_t address,
                       struct str module, enum frame_kind kind)
{
    struct text *t = n->text;
    struct frame row = {.kind = kind};
    char text[20];
    frame_id frame;
    struct str name;
    struct str file;

    snprintf(text, sizeof text, "%llx", (unsigned long long)address);
    if (!text_of(n, function->name, &name) || !text_of(n, function->file, &file))
        name = file = STR("");
    if (!tidier_row(&t->tidier, name, module, str_of(text), &row) ||
        !source_line(t, &n->room, file, function->line, &row))
        return false;
    if (t->tidier.naming.modules)
        row.offset = address;
    return builder_row(&t->builder, &row, &frame) && add_frame(n, frame);
}

/* Takes all numbers off the text, at most `most`; false on anything else. */
static bool parse_numbers(struct str *rest, uint64_t *numbers, size_t most, size_t *n)
{
    struct str word;

    for (*n = 0; *n < most && take_word(rest, &word); ++*n)
        if (!parse_hex_u64(word, &numbers[*n]))
            return false;
    return true;
}

/* Returns an error in the numbers of a function; NULL: none. */
static const char *parse_functions(const struct heaptrack_names *n, struct str *rest,
                                   struct function *functions, size_t *found)
{
    uint64_t numbers[3];
    size_t got;
    struct str text;

    for (*found = 0;; ++*found) {
        if (!parse_numbers(rest, numbers, 3, &got))
            return "no number where one is wanted";
        if (got == 0)
            return NULL;
        if (*found == FUNCTIONS_MOST)
            return "an instruction of more than 256 functions";
        if (got == 1) /* the file is not known */
            numbers[1] = numbers[2] = 0;
        else if (got != 3)
            return "a function without its line";
        if (!text_of(n, numbers[0], &text) || !text_of(n, numbers[1], &text))
            return "a text that is not there";
        functions[*found] = (struct function){numbers[0], numbers[1], numbers[2]};
    }
}

/* Finds the rule for the text of a number; each text is compared once. */
static rule_id rule_of(struct heaptrack_names *n, uint64_t number)
{
    if (number == 0 || number > n->n_strings)
        return 0;
    name_id id = n->strings[number - 1];
    n->rules = mem_grow(n->rules, &n->rules_room, (size_t)id + 1, sizeof *n->rules);
    if (!n->rules[id])
        n->rules[id] = 1 + heaptrack_suppressions_find(&n->suppressions, names_get(&n->texts, id));
    return n->rules[id] - 1;
}

/* The module comes first, then each function and its file. */
static rule_id find_rule(struct heaptrack_names *n, uint64_t module,
                         const struct function *functions, size_t n_functions)
{
    rule_id rule = rule_of(n, module);

    for (size_t i = 0; !rule && i < n_functions; i++) {
        rule = rule_of(n, functions[i].name);
        rule = rule ? rule : rule_of(n, functions[i].file);
    }
    return rule;
}

bool heaptrack_names_add_ip(struct heaptrack_names *n, struct str rest, const char **wrong)
{
    struct function functions[FUNCTIONS_MOST] = {{0}};
    uint64_t numbers[2] = {0};
    struct str module = STR("");
    size_t n_functions = 0;
    size_t got;

    if (!has_room(n, n->n_ips))
        return false;
    if (!parse_numbers(&rest, numbers, 2, &got) || got != 2)
        *wrong = "an instruction without address and module";
    else if (!text_of(n, numbers[1], &module))
        *wrong = "a text that is not there";
    else
        *wrong = parse_functions(n, &rest, functions, &n_functions);
    if (*wrong) {
        functions[0] = (struct function){0};
        n_functions = 0;
    }
    n->ips = mem_grow(n->ips, &n->ips_room, n->n_ips + 1, sizeof *n->ips);
    n->ips[n->n_ips++] =
        (struct heaptrack_ip){.first = n->n_frames,
                              .n = (uint32_t)(n_functions + !n_functions),
                              .rule = find_rule(n, numbers[1], functions, n_functions)};
    if (n_functions == 0) /* of no function that is known */
        return make_frame(n, &functions[0], numbers[0], module, KIND_UNKNOWN);
    for (size_t i = n_functions; i > 0; i--)
        if (!make_frame(n, &functions[i - 1], numbers[0], module,
                        i == n_functions ? KIND_UNKNOWN : KIND_INLINED))
            return false;
    return true;
}

bool heaptrack_names_find(const struct heaptrack_names *n, uint64_t ip, const frame_id **frames,
                          size_t *n_frames)
{
    if (ip == 0 || ip > n->n_ips)
        return false;
    *frames = n->frames + n->ips[ip - 1].first;
    *n_frames = n->ips[ip - 1].n;
    return true;
}

rule_id heaptrack_names_rule(const struct heaptrack_names *n, uint64_t ip)
{
    return ip && ip <= n->n_ips ? n->ips[ip - 1].rule : 0;
}
