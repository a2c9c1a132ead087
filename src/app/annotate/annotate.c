/* Lists functions by instruction or, where addresses are not known, by source line. */
#include "app/annotate/annotate.h"

#include <stdlib.h>

#include "app/annotate/code.h"
#include "app/annotate/line_list.h"
#include "app/selection/graph_find.h"
#include "base/mem.h"
#include "base/parse.h"
#include "render/common/amount.h"

enum { MOST = 100 }; /* functions: each needs a pass through all frames */

/* What all listings share. Owns its parts but the first three. */
struct annotating {
    const struct graph *g;
    size_t measure;
    const struct input_request *r;
    uint64_t *self;          /* by frame, with what is inlined into it */
    uint64_t *function_self; /* the same, by function */
    bool *has_places;        /* by function: the input says where in it its samples are */
    uint32_t functions[MOST];
    size_t n_functions;
    struct symbol_options symbols; /* the modules borrow them, */
    struct buf folder;             /* and this */
    struct modules *modules;
    struct source_texts sources;
};

struct sampled_frame {
    const struct frame *row;
    uint64_t self;
};

/* The samples of a function in one file. */
struct file_samples {
    const struct sampled_frame *frames;
    size_t n;
};

/* The frame in whose code the leaf is inlined; 0: it is not inlined, or that is not known. */
static frame_id code_frame(const struct profile *p, stack_id stack)
{
    if (p->frames.rows[p->stacks.rows[stack].frame].kind != KIND_INLINED)
        return 0;
    do
        stack = p->stacks.rows[stack].caller;
    while (p->frames.rows[p->stacks.rows[stack].frame].kind == KIND_INLINED);
    const frame_id frame = p->stacks.rows[stack].frame;
    return frame_has_offset(&p->frames.rows[frame]) ? frame : 0;
}

static void find_selves(struct annotating *a)
{
    const struct profile *p = a->g->profile;
    const struct column *c = &p->columns[a->measure];
    uint64_t unit = 1; /* estimates have more digits than the profile's column */

    for (unsigned i = c->scale; i < a->g->measures[a->measure].scale; i++)
        unit *= 10;
    a->self = mem_alloc(p->frames.n, sizeof *a->self);
    a->function_self = mem_alloc(a->g->n_functions, sizeof *a->function_self);
    a->has_places = mem_alloc(a->g->n_functions, sizeof *a->has_places);
    for (uint32_t i = 0; i < p->n_samples; i++) {
        const stack_id stack = p->samples[i].stack;
        const frame_id leaf = p->stacks.rows[stack].frame;
        const frame_id code = code_frame(p, stack);
        if (code)
            a->self[code] += c->values[i] * unit;
        if (!code || a->g->function_of[leaf] != a->g->function_of[code])
            a->self[leaf] += c->values[i] * unit;
    }
    for (frame_id i = 1; i < p->frames.n; i++) {
        const struct frame *row = &p->frames.rows[i];
        if (!a->self[i])
            continue;
        a->function_self[a->g->function_of[i]] += a->self[i];
        if (frame_has_offset(row) || row->line)
            a->has_places[a->g->function_of[i]] = true;
    }
}

/* Keeps the heaviest functions, the heaviest first. */
static void keep(struct annotating *a, uint32_t function)
{
    const uint64_t *self = a->function_self;
    size_t at = a->n_functions;

    while (at > 0 && self[a->functions[at - 1]] < self[function])
        at--;
    if (at == MOST)
        return;
    a->n_functions += a->n_functions < MOST;
    for (size_t i = a->n_functions - 1; i > at; i--)
        a->functions[i] = a->functions[i - 1];
    a->functions[at] = function;
}

static bool no_function(const struct annotating *a, uint32_t function, struct fault *f)
{
    const struct graph *g = a->g;
    struct excerpt e;
    const char *name = excerpt_of(&e, graph_text(g, g->functions[function].name));

    if (!a->function_self[function])
        return fault_set(
            f, FAULT_INPUT,
            "--function: no sample is in \"%s\" itself, only in what it calls; wanted a "
            "function with a self value, as --format table lists them",
            name);
    return fault_set(f, FAULT_INPUT,
                     "--function: the input has neither addresses nor lines of \"%s\"; perf.data, "
                     "pprof and others have them",
                     name);
}

/* Of the marked functions keeps those that can be listed; without marks, the heaviest. */
static bool choose(struct annotating *a, const bool *marks, struct fault *f)
{
    const struct graph *g = a->g;
    const uint64_t *self = a->function_self;
    uint32_t heaviest = 0;
    bool any = false;

    for (uint32_t i = 0; i < g->n_functions; i++) {
        if (!(marks ? marks[i] : g->functions[i].met))
            continue;
        if (!any || self[i] > self[heaviest])
            heaviest = i;
        any = true;
        if (marks && a->has_places[i])
            keep(a, i);
    }
    if (!any)
        return fault_set(f, FAULT_INPUT, "--format annotate: the input has no functions");
    if (!marks && a->has_places[heaviest])
        keep(a, heaviest);
    return a->n_functions || no_function(a, heaviest, f);
}

static bool find_functions(struct annotating *a, struct fault *f)
{
    const char *name = a->r->selection->function;

    if (!name)
        return choose(a, NULL, f);
    bool *marks = mem_alloc(a->g->n_functions, sizeof *marks);
    bool ok = graph_find(a->g, name, marks) ? choose(a, marks, f)
                                            : graph_find_none(a->g, "--function", name, f);
    mem_free(marks, a->g->n_functions, sizeof *marks);
    return ok;
}

/* The folder of the recording, where its files may lie. */
static const char *find_folder(struct annotating *a)
{
    const struct request_list *paths = a->r->paths;
    const char *path = paths->n ? paths->items[0] : "-";
    const char *slash = strrchr(path, '/');

    if (strcmp(path, "-") == 0)
        return NULL;
    buf_add(&a->folder, (struct str){path, slash ? (size_t)(slash - path) + 1 : 0});
    buf_add_byte(&a->folder, '\0');
    return a->folder.p;
}

static void open_files(struct annotating *a)
{
    a->symbols = a->r->read->ask.symbols;
    a->symbols.lines = true;
    a->sources.readable = a->symbols.files && !a->symbols.n_symfs;
    a->modules = modules_new(&a->symbols, &a->r->read->ask.limits, find_folder(a));
}

/* Reads a build-id of hexadecimal digits; false when it is none. */
static bool read_build_id(struct str text, struct build_id *id)
{
    unsigned char bytes[BUILD_ID_MOST];
    uint64_t value;
    size_t n = text.n / 2;

    *id = (struct build_id){.n = 0};
    if (text.n % 2 || n > BUILD_ID_MOST)
        return false;
    for (size_t i = 0; i < n; i++) {
        if (!parse_hex_u64(str_from_to(text, 2 * i, 2 * i + 2), &value) || value > UINT8_MAX)
            return false;
        bytes[i] = (unsigned char)value;
    }
    *id = build_id_of((struct str){(const char *)bytes, n});
    return true;
}

/* Says why there is no file of these frames; "": there may be one. */
static struct str no_file(const struct annotating *a, const struct frame *row)
{
    struct str module = graph_text(a->g, row->module);

    if (row->kind == KIND_JIT)
        return STR("instructions are not shown, as the code was made while the program ran, and is "
                   "in no file");
    if (row->kind == KIND_KERNEL || row->kind == KIND_GUEST || str_starts(module, STR("[")))
        return STR("instructions are not shown, as those of the kernel are not read");
    if (!module.n)
        return STR("instructions are not shown, as the input does not say in which file the "
                   "function is");
    if (row->offset_kind == OFFSET_IN_MEMORY)
        return STR(
            "instructions are not shown, as the input has addresses in memory, not in a file");
    if (!a->symbols.files)
        return STR("instructions are not shown, as the input may not have files opened");
    return STR("");
}

/* Finds the file in which the frames are; NULL, with the note set, when there is none. */
static const struct image *find_image(struct annotating *a, struct listing *l,
                                      const struct frame *row, module_id *module)
{
    struct module_key key = {.path = graph_text(a->g, row->module)};
    struct buf path = {0};
    struct str why = no_file(a, row);

    if (!why.n && !read_build_id(graph_text(a->g, row->build_id), &key.build_id))
        why = STR("instructions are not shown, as the build-id is none of a file of ELF");
    if (why.n) {
        l->note = listing_keep(l, why);
        return NULL;
    }
    /* Some inputs have names without folders, which --symfs may name. */
    if (memchr(key.path.p, '/', key.path.n) == NULL)
        buf_add_byte(&path, '/');
    buf_add(&path, key.path);
    key.path = buf_str(&path);
    *module = modules_add(a->modules, &key);
    buf_free(&path);
    const struct image *image = modules_image(a->modules, *module);
    if (!image) {
        struct buf note = {0};
        buf_add(&note, STR("instructions are not shown: "));
        buf_add(&note, modules_mend(a->modules, *module));
        l->note = listing_keep(l, buf_str(&note));
        buf_free(&note);
    }
    return image;
}

/* What is known of the function that offsets count from. */
struct counted_from {
    name_id name; /* 0: none was looked for */
    bool is_known;
    struct code_range range;
};

/* Finds the address of a frame as the file has it; what cannot be converted stays as it is. False
 * when the frame counts from a function that the file does not have, or has more than once. */
static bool find_address(const struct annotating *a, const struct frame *row, module_id module,
                         struct counted_from *from, uint64_t *address)
{
    const name_id name = row->symbol ? row->symbol : row->name;

    *address = row->offset;
    if (row->offset_kind == OFFSET_IN_FILE &&
        !modules_address(a->modules, module, row->offset, address))
        *address = row->offset;
    if (row->offset_kind != OFFSET_IN_FUNCTION)
        return true;
    if (from->name != name) {
        from->name = name;
        from->is_known = modules_function_named(
            a->modules, module, name_without_mark(graph_text(a->g, name)), &from->range);
    }
    if (!from->is_known || row->offset >= from->range.end - from->range.begin)
        return false;
    *address = from->range.begin + row->offset;
    return true;
}

static int compare_spots(const void *a, const void *b)
{
    const struct spot *x = a;
    const struct spot *y = b;

    return (x->address > y->address) - (x->address < y->address);
}

/* Samples whose address is not known. */
static void add_unknown(struct listing *l, uint64_t self)
{
    if (!self)
        return;
    struct listing_row *row = listing_add(l);
    row->unknown = true;
    row->self = self;
}

/* Whether the frames can be found in the file; if not, the note says why. */
static bool are_in_file(const struct annotating *a, struct listing *l,
                        const struct file_samples *part, module_id module)
{
    struct counted_from from = {0};
    uint64_t address;

    for (size_t i = 0; i < part->n; i++)
        if (!find_address(a, part->frames[i].row, module, &from, &address)) {
            l->note =
                listing_keep(l, STR("instructions are not shown, as the input counts from a "
                                    "function that the file does not have, or more than once"));
            return false;
        }
    return true;
}

/* Lists by instruction. */
static void list_addresses(struct annotating *a, struct listing *l, const struct file_samples *part)
{
    struct spot *spots = mem_alloc(part->n, sizeof *spots);
    struct counted_from from = {0};
    uint64_t unknown = 0;
    module_id module = 0;
    size_t n = 0;
    const struct image *image = find_image(a, l, part->frames[0].row, &module);

    if (image && !are_in_file(a, l, part, module))
        image = NULL;
    for (size_t i = 0; i < part->n; i++) {
        const struct frame *row = part->frames[i].row;
        uint64_t address = row->offset;
        if (!frame_has_offset(row)) {
            unknown += part->frames[i].self;
            continue;
        }
        if (image)
            (void)find_address(a, row, module, &from, &address);
        spots[n++] = (struct spot){.address = address,
                                   .self = part->frames[i].self,
                                   .file = graph_text(a->g, frame_line_file(row)),
                                   .line = row->line};
    }
    qsort(spots, n, sizeof *spots, compare_spots);
    if (image)
        code_list(l, &(struct code_files){a->modules, module, &a->sources}, spots, n);
    else
        code_list_spots(l, spots, n);
    add_unknown(l, unknown);
    mem_free(spots, part->n, sizeof *spots);
}

/* Lists by source line. */
static void list_lines(struct annotating *a, struct listing *l, const struct file_samples *part)
{
    struct line_spot *spots = mem_alloc(part->n, sizeof *spots);
    uint64_t unknown = 0;
    size_t n = 0;

    for (size_t i = 0; i < part->n; i++) {
        const struct frame *row = part->frames[i].row;
        if (!row->line)
            unknown += part->frames[i].self;
        else
            spots[n++] = (struct line_spot){graph_text(a->g, frame_line_file(row)), row->line,
                                            part->frames[i].self};
    }
    l->by_line = true;
    line_list(l, &a->sources, spots, n);
    add_unknown(l, unknown);
    mem_free(spots, part->n, sizeof *spots);
}

static void list_part(struct annotating *a, struct listings *to, uint32_t function,
                      const struct file_samples *part)
{
    const struct graph_measure *m = &a->g->measures[a->measure];
    const struct frame *row = part->frames[0].row;
    struct listing l;
    bool addressed = false;

    listing_init(&l);
    l.whole = m->sum;
    l.scale = m->scale;
    l.unit = amount_unit_text(&a->g->profile->names, m->unit);
    l.function = listing_keep(&l, graph_text(a->g, a->g->functions[function].name));
    l.module = listing_keep(&l, graph_text(a->g, row->module));
    l.build_id = listing_keep(&l, graph_text(a->g, row->build_id));
    for (size_t i = 0; i < part->n; i++) {
        l.self += part->frames[i].self;
        addressed = addressed || frame_has_offset(part->frames[i].row);
    }
    if (addressed)
        list_addresses(a, &l, part);
    else
        list_lines(a, &l, part);
    to->items = mem_grow(to->items, &to->room, to->n + 1, sizeof *to->items);
    to->items[to->n++] = l;
}

static int compare_files(const void *a, const void *b)
{
    const struct frame *x = ((const struct sampled_frame *)a)->row;
    const struct frame *y = ((const struct sampled_frame *)b)->row;

    if (x->module != y->module)
        return x->module < y->module ? -1 : 1;
    if (x->build_id != y->build_id)
        return x->build_id < y->build_id ? -1 : 1;
    return (x > y) - (x < y);
}

static bool same_file(const struct frame *a, const struct frame *b)
{
    return a->module == b->module && a->build_id == b->build_id;
}

/* Finds the frames of a function that have samples, and makes a listing of those in each file. */
static void list_function(struct annotating *a, struct listings *to, uint32_t function)
{
    const struct frames *all = &a->g->profile->frames;
    struct sampled_frame *frames = mem_alloc(all->n, sizeof *frames);
    size_t n = 0;

    for (frame_id i = 1; i < all->n; i++)
        if (a->g->function_of[i] == function && a->self[i])
            frames[n++] = (struct sampled_frame){&all->rows[i], a->self[i]};
    qsort(frames, n, sizeof *frames, compare_files);
    for (size_t from = 0, end; from < n; from = end) {
        for (end = from + 1; end < n && same_file(frames[from].row, frames[end].row);)
            end++;
        list_part(a, to, function, &(struct file_samples){frames + from, end - from});
    }
    mem_free(frames, all->n, sizeof *frames);
}

bool annotate(struct listings *to, const struct graph *g, size_t measure,
              const struct input_request *r, struct fault *f)
{
    struct annotating a = {.g = g, .measure = measure, .r = r};

    find_selves(&a);
    bool ok = find_functions(&a, f);
    if (ok)
        open_files(&a);
    for (size_t i = 0; ok && i < a.n_functions; i++)
        list_function(&a, to, a.functions[i]);
    if (ok && modules_fault(a.modules)->kind != FAULT_NONE) {
        *f = *modules_fault(a.modules);
        ok = false;
    }
    modules_free(a.modules);
    source_texts_free(&a.sources);
    buf_free(&a.folder);
    mem_free(a.self, g->profile->frames.n, sizeof *a.self);
    mem_free(a.function_self, g->n_functions, sizeof *a.function_self);
    mem_free(a.has_places, g->n_functions, sizeof *a.has_places);
    return ok;
}
