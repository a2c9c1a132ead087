/* "alpha (http://localhost:8000/simple.js:1:14)", "js::RunScript", "0x7fff7d962da1"
 * Makes frames and stacks from the tables. */
#include "input/firefox/frames.h"

#include "base/mem.h"
#include "base/parse.h"
#include "input/common/names/source_line.h"

/* Why a stack is invalid; stored as UINT32_MAX minus the reason. */
enum { WRONG_PREFIX, WRONG_CYCLE, WRONG_STACK, WRONG_FRAME, WRONG_FUNCTION, WRONG_NAME, REASONS };

static const char *const reasons[REASONS] = {
    [WRONG_PREFIX] = "a stack whose caller is beyond the table",
    [WRONG_CYCLE] = "a stack that is its own caller",
    [WRONG_STACK] = "a stack beyond the table",
    [WRONG_FRAME] = "a frame beyond the table",
    [WRONG_FUNCTION] = "a function beyond the table",
    [WRONG_NAME] = "a function without a name",
};

#define IS_WAITING (UINT32_MAX - REASONS)

/* What is known of a frame. */
struct code {
    struct str name, file;
    uint64_t line, address;
    const struct firefox_lib *lib; /* NULL: none is known */
    enum frame_kind kind;
    bool is_address; /* it has no name */
};

void firefox_frames_free(struct firefox_frames *fr)
{
    mem_free(fr->path, fr->path_room, sizeof *fr->path);
    mem_free(fr->made, fr->made_room, sizeof *fr->made);
    buf_free(&fr->name);
}

enum frame_kind firefox_kind_of(struct str category)
{
    static const struct {
        const char *name;
        enum frame_kind kind;
    } kinds[] = {{"Kernel", KIND_KERNEL}, {"User", KIND_USER},   {"Inlined", KIND_INLINED},
                 {"JIT", KIND_JIT},       {"Waker", KIND_WAKER}, {"Guest", KIND_GUEST}};

    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (str_equal(category, str_of(kinds[i].name)))
            return kinds[i].kind;
    return KIND_UNKNOWN;
}

/* ---- frames ----------------------------------------------------------------------------- */

/* Reads "0x7fff7d962da1". */
static bool is_address(struct str name, uint64_t *address)
{
    return str_starts(name, STR("0x")) && parse_hex_u64(str_from_to(name, 2, name.n), address);
}

static const struct firefox_lib *lib_at(const struct firefox_view *v, uint64_t at)
{
    return at < v->libs.n ? &v->file->libs[v->libs.first + at] : NULL;
}

/* Raw profiles say where libraries were loaded. */
static const struct firefox_lib *lib_around(const struct firefox_view *v, uint64_t address)
{
    for (size_t i = 0; i < v->libs.n; i++) {
        const struct firefox_lib *lib = lib_at(v, i);
        if (address >= lib->start && address < lib->end)
            return lib;
    }
    return NULL;
}

/* Takes ":12" off the end. */
static bool parse_line(struct str *text, uint64_t *line)
{
    size_t at = text->n;

    while (at && is_digit(text->p[at - 1]))
        at--;
    if (at == text->n || at < 2 || text->p[at - 1] != ':' ||
        !parse_u64(str_from_to(*text, at, text->n), line))
        return false;
    text->n = at - 1;
    return true;
}

/* A script loaded by another one follows it: "loader.js -> lib.js:3:7". */
static struct str strip_loader(struct str script)
{
    size_t at = str_find(script, 0, STR(" -> "));

    while (at < script.n) {
        script = str_from_to(script, at + 4, script.n);
        at = str_find(script, 0, STR(" -> "));
    }
    return script;
}

/* Parses "SCRIPT:LINE:COLUMN"; in older profiles also "SCRIPT:LINE" if it is certain. */
static void read_script(struct str script, bool is_sure, struct code *code)
{
    uint64_t column;

    script = strip_loader(script);
    if (!parse_line(&script, &column))
        return;
    bool has_both = parse_line(&script, &code->line);
    if (!has_both && is_sure)
        code->line = column;
    if (has_both || is_sure)
        code->file = script;
}

static size_t find_last(struct str text, char c)
{
    size_t at = text.n;

    while (at && text.p[at - 1] != c)
        at--;
    return at ? at - 1 : text.n;
}

/* "NAME (SCRIPT:LINE:COLUMN)", "SCRIPT:LINE:COLUMN", or a label. */
static void read_location(struct str location, struct code *code)
{
    size_t open = str_ends(location, STR(")")) ? find_last(location, '(') : location.n;

    code->name = location;
    if (open < location.n && open > 1 && location.p[open - 1] == ' ')
        read_script(str_from_to(location, open + 1, location.n - 1), true, code);
    if (code->file.n) {
        code->name = str_from_to(location, 0, open - 1);
        return;
    }
    if (str_find(location, 0, STR("://")) == location.n ||
        memchr(strip_loader(location).p, ' ', strip_loader(location).n))
        return;
    read_script(location, false, code);
    code->name = code->file.n ? code->file : location;
}

static void find_raw(const struct firefox_view *v, struct code *code)
{
    uint64_t address;

    code->is_address = is_address(code->name, &address);
    if (!code->is_address) {
        read_location(code->name, code);
        return;
    }
    code->lib = lib_around(v, address);
    code->address = code->lib ? address - code->lib->start + code->lib->offset : address;
}

static enum frame_kind kind_of_frame(const struct firefox_view *v, uint64_t frame)
{
    uint64_t category = firefox_cell(v, FRAME_CATEGORY, frame);
    struct str how;

    if (firefox_is_inlined(v, frame))
        return KIND_INLINED;
    if (firefox_text(v, firefox_cell(v, FRAME_IMPLEMENTATION, frame), &how) &&
        (str_equal(how, STR("ion")) || str_equal(how, STR("baseline"))))
        return KIND_JIT;
    return category < v->categories.n ? v->file->categories[v->categories.first + category]
                                      : KIND_UNKNOWN;
}

/* Returns why a frame has no function, or REASONS. */
static unsigned find_function(const struct firefox_view *v, uint64_t frame, struct code *code)
{
    uint64_t function = firefox_cell(v, FRAME_FUNCTION, frame);
    uint64_t name = firefox_cell(v, FUNCTION_NAME, function);
    uint64_t lib = firefox_cell(v, FRAME_LIB, frame);
    uint64_t file = firefox_cell(v, FUNCTION_FILE, function);

    if (function >= firefox_rows(v, FUNCTION_NAME))
        return WRONG_FUNCTION;
    if (!firefox_text(v, name, &code->name))
        return WRONG_NAME;
    if (file >= FIREFOX_WRONG)
        file = firefox_cell(v, SOURCE_FILE, firefox_cell(v, FUNCTION_SOURCE, function));
    if (!firefox_text(v, file, &code->file))
        code->file = STR("");
    if (lib >= FIREFOX_WRONG)
        lib = firefox_cell(v, RESOURCE_LIB, firefox_cell(v, FUNCTION_RESOURCE, function));
    if (lib >= FIREFOX_WRONG)
        lib = firefox_cell(v, SYMBOL_LIB, firefox_cell(v, FRAME_SYMBOL, frame));
    code->lib = lib_at(v, lib);
    code->line = firefox_cell(v, FUNCTION_LINE, function);
    code->address = firefox_cell(v, FRAME_ADDRESS, frame);
    uint64_t named;
    code->is_address = is_address(code->name, &named);
    if (code->address >= FIREFOX_WRONG)
        code->address = code->is_address ? named : 0;
    return REASONS;
}

static unsigned find_code(const struct firefox_view *v, uint64_t frame, struct code *code)
{
    bool is_raw = firefox_rows(v, FRAME_LOCATION) > 0;
    enum firefox_column column = is_raw ? FRAME_LOCATION : FRAME_FUNCTION;
    unsigned wrong = REASONS;

    *code = (struct code){.name = STR(""), .file = STR("")};
    if (frame >= firefox_rows(v, column))
        return WRONG_FRAME;
    if (!is_raw)
        wrong = find_function(v, frame, code);
    else if (!firefox_text(v, firefox_cell(v, column, frame), &code->name))
        wrong = WRONG_NAME;
    else
        find_raw(v, code);
    uint64_t line = firefox_cell(v, FRAME_LINE, frame);
    code->line = line < FIREFOX_WRONG ? line : code->line;
    code->kind = kind_of_frame(v, frame);
    return wrong;
}

static bool name_row(struct firefox_frames *fr, const struct code *code, struct str lib,
                     struct frame *row)
{
    struct tidier *tidier = &fr->text->tidier;
    char address[20];

    if (!code->is_address && code->name.n)
        return tidier_name(tidier, code->name, &row->name);
    snprintf(address, sizeof address, "%llx", (unsigned long long)code->address);
    return tidier_row(tidier, STR(""), lib, str_of(code->is_address ? address : ""), row);
}

/* Modules and lines are kept as in the reader of profile.proto. */
static bool make_frame(struct firefox_frames *fr, const struct code *code,
                       const struct names *texts, frame_id *frame)
{
    struct builder *b = &fr->text->builder;
    struct tidier *tidier = &fr->text->tidier;
    const struct naming *naming = &tidier->naming;
    struct str lib = code->lib ? names_get(texts, code->lib->path) : STR("");
    bool has_line = code->line <= UINT32_MAX;
    bool is_lined = naming->sources && has_line && code->line && code->file.n;
    struct frame row = {.kind = code->kind};

    if (!name_row(fr, code, lib, &row))
        return false;
    if (row.kind == KIND_UNKNOWN)
        row.kind = kind_of_mark(names_get(&b->p->names, row.name));
    if (row.kind == KIND_UNKNOWN && lib.n && tidier_kind(tidier, lib) != KIND_USER)
        row.kind = tidier_kind(tidier, lib);
    if (is_lined || naming->modules) {
        if (!builder_name(b, code->file, &row.file))
            return false;
        row.line = has_line ? (uint32_t)code->line : 0;
    }
    if (naming->shown || (!is_lined && !naming->modules))
        row.seen.file = builder_place(b, code->file);
    if (is_lined && !source_line_name(b, &fr->name, code->file, &row))
        return false;
    if (naming->modules) {
        struct str id = code->lib ? names_get(texts, code->lib->build_id) : STR("");
        row.offset = code->address;
        if (!builder_name(b, lib, &row.module) || !builder_name(b, id, &row.build_id))
            return false;
    }
    return builder_row(b, &row, frame);
}

/* Makes the frames of an unnamed address from the functions found there. */
static bool name_frames(struct firefox_frames *fr, const struct code *code,
                        const struct names *texts, struct firefox_made *made)
{
    const uint64_t limit =
        fr->text->r->ask->limits.frames; /* rows of one address have as many each */
    const uint64_t most = limit && limit < UINT32_MAX ? limit : UINT32_MAX;
    const struct code_place *places = NULL;
    size_t n = 0;

    if (code->is_address && code->lib)
        places = firefox_naming_places(fr->naming, code->lib, code->address, &n);
    if (!places)
        return true;
    if (n > most - fr->n_made)
        return limits_reached(fr->text->f, fr->text->r->name, "frames", most);
    fr->made = mem_grow(fr->made, &fr->made_room, fr->n_made + n, sizeof *fr->made);
    for (size_t i = 0; i < n; i++) {
        const struct code_place *place = &places[n - 1 - i];
        struct code named = *code;
        named.name = place->name;
        named.file = place->file;
        named.line = place->line ? place->line : FIREFOX_NONE;
        named.is_address = named.name.n == 0;
        named.kind = place->inlined ? KIND_INLINED : code->kind;
        if (!make_frame(fr, &named, texts, &fr->made[fr->n_made + i]))
            return false;
    }
    *made =
        (struct firefox_made){n == 1 ? fr->made[fr->n_made] : (uint32_t)fr->n_made, (uint32_t)n};
    fr->n_made += n == 1 ? 0 : n;
    return true;
}

/* Finds the frames, or sets *wrong to why there are none; else it is REASONS. */
static bool find_frames(struct firefox_frames *fr, struct firefox_tables *t,
                        const struct firefox_view *v, uint64_t at, struct firefox_made *made,
                        unsigned *wrong)
{
    struct code code;

    *wrong = at < t->n_frames ? REASONS : WRONG_FRAME;
    if (*wrong != REASONS)
        return true;
    *made = t->frames[at];
    if (made->n)
        return true;
    *wrong = find_code(v, at, &code);
    if (*wrong != REASONS)
        return true;
    if (!name_frames(fr, &code, &v->file->texts, made))
        return false;
    if (!made->n) {
        made->n = 1;
        if (!make_frame(fr, &code, &v->file->texts, &made->first))
            return false;
    }
    t->frames[at] = *made;
    fr->n_frames++;
    return true;
}

/* ---- stacks ----------------------------------------------------------------------------- */

static void make_room(struct firefox_tables *t, const struct firefox_view *v)
{
    bool is_raw = firefox_rows(v, FRAME_LOCATION) > 0;

    if (t->stacks)
        return;
    t->n_frames = firefox_rows(v, is_raw ? FRAME_LOCATION : FRAME_FUNCTION);
    t->n_stacks = firefox_rows(v, STACK_FRAME);
    t->frames = mem_alloc(t->n_frames, sizeof *t->frames);
    t->stacks = mem_alloc(t->n_stacks, sizeof *t->stacks);
    t->depths = mem_alloc(t->n_stacks, sizeof *t->depths);
}

/* Follows callers from a stack to a known one, and marks those between. Returns what is known: a
 * stack, 0 beyond the root, or an error. */
static stack_id find_known(struct firefox_frames *fr, struct firefox_tables *t,
                           const struct firefox_view *v, uint64_t at, size_t *n, uint32_t *depth)
{
    *depth = 0;
    for (*n = 0; at != FIREFOX_NONE; at = firefox_caller(v, at)) {
        if (at >= t->n_stacks)
            return UINT32_MAX - WRONG_PREFIX;
        if (t->stacks[at] == IS_WAITING)
            return UINT32_MAX - WRONG_CYCLE;
        if (t->stacks[at]) {
            *depth = t->depths[at];
            return t->stacks[at];
        }
        t->stacks[at] = IS_WAITING;
        fr->path = mem_grow(fr->path, &fr->path_room, *n + 1, sizeof *fr->path);
        fr->path[(*n)++] = (uint32_t)at;
    }
    return 0;
}

static bool add_frame(struct firefox_frames *fr, frame_id frame, uint32_t depth, stack_id *stack)
{
    const struct text *text = fr->text;
    struct stacks *stacks = &text->p->stacks;
    const struct reading *r = text->r;

    if (depth > r->ask->limits.depth)
        return limits_reached(text->f, r->name, "depth", r->ask->limits.depth);
    *stack = stacks_add(stacks, *stack, frame);
    return stacks->n - 1 <= r->ask->limits.nodes ||
           limits_reached(text->f, r->name, "nodes", r->ask->limits.nodes);
}

static bool add_frames(struct firefox_frames *fr, const struct firefox_made *made, uint32_t *depth,
                       stack_id *stack)
{
    if (made->n == 1)
        return add_frame(fr, made->first, ++*depth, stack);
    for (uint32_t i = 0; i < made->n; i++)
        if (!add_frame(fr, fr->made[made->first + i], ++*depth, stack))
            return false;
    return true;
}

bool firefox_stack(struct firefox_frames *fr, struct firefox_tables *tables,
                   const struct firefox_view *view, uint64_t at, stack_id *stack,
                   const char **wrong)
{
    size_t n;
    uint32_t depth;

    make_room(tables, view);
    *wrong = NULL;
    if (at >= tables->n_stacks || at >= UINT32_MAX) {
        *wrong = reasons[WRONG_STACK];
        return true;
    }
    *stack = find_known(fr, tables, view, at, &n, &depth);
    while (n > 0) {
        uint64_t next = fr->path[--n];
        uint64_t cell = firefox_cell(view, STACK_FRAME, next);
        unsigned reason = REASONS;
        struct firefox_made made = {0};
        if (*stack < IS_WAITING && !find_frames(fr, tables, view, cell, &made, &reason))
            return false;
        if (reason != REASONS)
            *stack = UINT32_MAX - reason;
        else if (*stack < IS_WAITING && !add_frames(fr, &made, &depth, stack))
            return false;
        tables->stacks[next] = *stack;
        tables->depths[next] = depth;
    }
    if (*stack > IS_WAITING)
        *wrong = reasons[UINT32_MAX - *stack];
    return true;
}
