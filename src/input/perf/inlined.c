/*   401136 main+0x16 (/srv/demo/serve): add, inlined into main, as debug information of serve says.
 */
#include "input/perf/inlined.h"

#include "base/mem.h"
#include "base/parse.h"
#include "input/common/located_frames.h"
#include "symbol/modules.h"

void perf_inlined_init(struct perf_inlined *in, struct reading *r)
{
    *in = (struct perf_inlined){.r = r};
}

void perf_inlined_free(struct perf_inlined *in)
{
    if (in->r)
        in->r->tally.code_bytes += modules_loaded(in->modules);
    if (in->modules) {
        names_free(&in->names);
        pairs_free(&in->functions);
        mem_free(in->ranges, in->ranges_room, sizeof *in->ranges);
    }
    modules_free(in->modules);
    *in = (struct perf_inlined){.r = NULL};
}

/* The kernel, maps of generated code and what is no file have no debug information to ask. */
static module_id find_file(struct perf_inlined *in, const struct perf_frame *frame)
{
    const struct module_key key = {.path = frame->module};

    if (!in->r->ask->symbols.files || !str_starts(key.path, STR("/")) ||
        str_starts(key.path, STR("//")) || str_ends(key.path, STR(".map")))
        return 0;
    if (!in->modules) {
        in->modules = modules_new(&in->r->ask->symbols, &in->r->ask->limits, NULL);
        names_init(&in->names);
        pairs_init(&in->functions);
    }
    return modules_add(in->modules, &key);
}

/* Finds a function by its name, each only once. */
static struct code_range find_function(struct perf_inlined *in, module_id file, struct str name)
{
    const uint32_t n = in->functions.n;
    const uint32_t at = pairs_add(&in->functions, file, names_add(&in->names, name));

    if (at < n)
        return in->ranges[at];
    in->ranges = mem_grow(in->ranges, &in->ranges_room, (size_t)at + 1, sizeof *in->ranges);
    struct code_range *range = &in->ranges[at];
    if (!modules_function_named(in->modules, file, name, range))
        *range = (struct code_range){0};
    return *range;
}

/* Reads "+0x15"; false where there is none. */
static bool read_offset(struct str text, uint64_t *n)
{
    text = str_from_to(text, text.n > 0, text.n);
    return parse_hex_head(&text, n);
}

/* The address that the file itself has for the instruction. Where a function is known, it is that
 * much behind its begin, as the printed address may be one in memory. */
static bool find_address(struct perf_inlined *in, module_id file, const struct perf_frame *frame,
                         uint64_t *address)
{
    uint64_t offset;
    struct str text = frame->address;

    if (read_offset(frame->in_function, &offset)) {
        const struct code_range function = find_function(in, file, frame->name);
        if (offset < function.end - function.begin) {
            *address = function.begin + offset;
            return true;
        }
    }
    if (read_offset(frame->in_module, &offset))
        return modules_address(in->modules, file, offset, address);
    return parse_hex_head(&text, address);
}

bool perf_inlined_push(struct perf_inlined *in, struct tidier *t, const struct perf_frame *frame,
                       bool *pushed)
{
    struct located_frame at = {.path = frame->module};
    size_t n;

    *pushed = false;
    const module_id file = find_file(in, frame);
    if (!file || !find_address(in, file, frame, &at.address))
        return true;
    const struct code_place *places = modules_places(in->modules, file, at.address, &n);
    if (!places[n - 1].name.n || (n == 1 && !t->naming.sources))
        return true;
    at.kind = tidier_kind(t, frame->module);
    for (size_t i = 0; i < n; i++) {
        frame_id id;
        at.place = places[i];
        if (!located_frame_make(t, &at, &id) || !builder_push(t->b, id))
            return false;
    }
    *pushed = true;
    return true;
}

bool perf_inlined_check(const struct perf_inlined *in, struct fault *f)
{
    if (in->modules && f->kind == FAULT_NONE)
        *f = *modules_fault(in->modules);
    return f->kind == FAULT_NONE;
}
