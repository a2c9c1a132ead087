/* main;load;operator new;je_malloc;prof_backtrace becomes main;load: a memory profile is about who
 * allocated, not about how the allocator works and takes its samples. */
#include "app/selection/allocators.h"

#include "base/mem.h"
#include "base/parse.h"
#include "model/compare/change.h"

/* The entries of libc and C++, and functions of tcmalloc and jemalloc that have no mark in their
 * name. */
static const char *const names[] = {
    "malloc",
    "calloc",
    "realloc",
    "reallocarray",
    "memalign",
    "aligned_alloc",
    "posix_memalign",
    "valloc",
    "pvalloc",
    "__libc_malloc",
    "__libc_calloc",
    "__libc_realloc",
    "__libc_memalign",
    "__builtin_new",
    "__builtin_vec_new",
    "operator new",
    "operator new[]",
    "do_malloc",
    "do_memalign",
    "do_malloc_pages",
    "do_malloc_small",
    "newImpl",
    "fallbackNewImpl",
    "DoSampledAllocation",
    "imalloc",
    "imalloc_sample",
    "imalloc_body",
    "prof_alloc_prep",
    "prof_tctx_create",
    "prof_backtrace",
    "prof_backtrace_impl",
    "do_rallocx",
};
static const char *const starts[] = {
    "tc_malloc", "tc_calloc",  "tc_realloc", "tc_new", "tc_memalign", "tc_posix_memalign",
    "tc_valloc", "tc_pvalloc", "tcmalloc::", "je_",    "_rjem_"};
static const char *const libraries[] = {"libjemalloc.", "libtcmalloc.", "libtcmalloc_"};

static bool is_library(struct str file)
{
    bool is = false;

    for (size_t i = 0; i < sizeof libraries / sizeof libraries[0]; i++)
        is = is || str_starts(file, str_of(libraries[i]));
    return is;
}

/* "operator new(unsigned long)" to "operator new" */
static struct str without_arguments(struct str name)
{
    size_t at = str_find(name, 0, STR("("));

    return at && at < name.n ? str_from_to(name, 0, at) : name;
}

/* A function by its name, or by its module; one without a name is "[libjemalloc.so.2 <22ed8>]". */
static bool is_allocator(const struct profile *p, const struct frame *frame)
{
    struct str name = name_without_mark(names_get(&p->names, frame->name));
    bool is = is_library(path_base_name(names_get(&p->names, frame->module)));

    if (name.n && name.p[0] == '[')
        return is || is_library(path_base_name(str_from_to(name, 1, name.n)));
    name = without_arguments(name);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        is = is || str_equal(name, str_of(names[i]));
    for (size_t i = 0; i < sizeof starts / sizeof starts[0]; i++)
        is = is || str_starts(name, str_of(starts[i]));
    return is;
}

static bool measures_memory(const struct profile *p, const struct column *column)
{
    static const char *const measures[] = {"inuse_objects", "alloc_objects", "allocations",
                                           "objects"};
    struct str name = names_get(&p->names, column->name);
    bool does = str_equal(names_get(&p->names, column->unit), STR("bytes"));

    for (size_t i = 0; i < sizeof measures / sizeof measures[0]; i++)
        does = does || str_equal(name, str_of(measures[i]));
    return does;
}

bool allocators_leave_out(const struct profile *from, size_t column, struct profile *to)
{
    bool any = false;

    if (!measures_memory(from, &from->columns[column]))
        return false;
    unsigned char *marks = mem_alloc(from->frames.n, 1);
    unsigned char *ends = mem_alloc(from->frames.n, 1);
    for (frame_id i = 1; i < from->frames.n; i++)
        ends[i] = is_allocator(from, &from->frames.rows[i]);
    for (uint32_t i = 0; i < from->n_samples && !any; i++) {
        const struct stack *leaf = &from->stacks.rows[from->samples[i].stack];
        any = leaf->caller && ends[leaf->frame];
    }
    if (any)
        change_apply(to, from,
                     &(struct change){.marks = marks, .ends = ends, .keeps_outermost = true});
    mem_free(marks, from->frames.n, 1);
    mem_free(ends, from->frames.n, 1);
    return any;
}
