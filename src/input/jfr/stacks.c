/* Truncated or not, and frames, leaf first: method, line, bytecode index, and Interpreted, JIT
 * compiled, Inlined or Native; in async-profiler also C++ and Kernel.
 * Converts stacks, classes and threads. */
#include "input/jfr/stacks.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/mem.h"
#include "base/parse.h"
#include "input/common/names/source_line.h"

/* A converted frame type: its kind, and whether it is not a Java method. */
enum { TYPE_KIND = 15, TYPE_IS_C = 16 };

enum found { FOUND_NOTHING, FOUND_NEW, FOUND_MADE };

static const struct str unknown = {"[unknown]", 9};

void jfr_stacks_free(struct jfr_stacks *s)
{
    mem_free(s->methods, s->methods_room, sizeof *s->methods);
    mem_free(s->threads, s->threads_room, sizeof *s->threads);
    names_free(&s->classes);
    buf_free(&s->name);
    buf_free(&s->other);
    *s = (struct jfr_stacks){.text = NULL};
}

/* Finds what a field refers to. entry: that of the pool, or NULL if the field contains the value.
 * If it was converted before, 1 + its id is entry->made. */
static enum found find(const struct jfr_stacks *s, const struct jfr_value *v, enum jfr_as as,
                       struct jfr_object *object, struct jfr_entry **entry, const char **wrong)
{
    if (!jfr_object_of(s->pools, v, object, entry, wrong))
        return FOUND_NOTHING;
    struct jfr_entry *e = *entry;
    if (!e || e->as == JFR_AS_NOTHING) {
        if (e)
            e->as = as;
        return FOUND_NEW;
    }
    *wrong = e->as == as ? e->wrong : "a value that is of two kinds";
    return *wrong || !e->made ? FOUND_NOTHING : FOUND_MADE;
}

static void remember(struct jfr_entry *entry, size_t made, const char *wrong)
{
    if (!entry)
        return;
    entry->made = (uint32_t)made;
    entry->wrong = wrong;
}

static void remember_stack(struct jfr_entry *entry, stack_id stack, const char *wrong, bool lacks)
{
    remember(entry, 1 + (size_t)stack, wrong);
    if (entry)
        entry->lacks = lacks;
}

static struct str text_of(struct jfr_stacks *s, const struct jfr_value *v, struct buf *to,
                          const char **wrong)
{
    buf_clear(to);
    jfr_text_of(s->pools, v, to, wrong);
    return buf_str(to);
}

/* "Native" means Java methods in the JDK, C functions in async-profiler; only the latter has a type
 * for kernel frames. */
static bool names_kernel(struct jfr_stacks *s)
{
    const struct jfr_metadata *m = s->pools->metadata;
    const char *wrong;

    for (size_t i = 0; i < s->pools->n; i++) {
        const struct jfr_entry *e = &s->pools->entries[i];
        const struct jfr_class *class = &m->classes[e->class_at];
        if (!str_equal(class->name, STR("jdk.types.FrameType")))
            continue;
        const struct jfr_field here = {.class_at = e->class_at};
        const struct jfr_value v = {.field = &here, .class = class, .at = e->at};
        if (str_equal(text_of(s, &v, &s->name, &wrong), STR("Kernel")))
            return true;
    }
    return false;
}

void jfr_stacks_init(struct jfr_stacks *s, struct text *text, const struct jfr_pools *pools)
{
    *s = (struct jfr_stacks){.text = text, .pools = pools};
    names_init(&s->classes);
    s->is_native_c = names_kernel(s);
}

/* ---- classes and methods */

/* Whether that is wrong which costs only a name: no pool has what is referred to. */
static bool is_missing(struct jfr_stacks *s, const char **wrong)
{
    if (*wrong != jfr_not_there)
        return false;
    *wrong = NULL;
    s->lacks = true;
    return true;
}

/* A hidden class is called Work$$Lambda$14+0x0000000800c03000, or by its Java name with a hash:
 * java.lang.invoke.LambdaForm$MH/0x00007fef34009000/63001505. */
static void tidy_hidden(struct buf *name)
{
    size_t at = str_find_last(buf_str(name), STR("+0x"));

    if (at == name->n)
        at = str_find_last(buf_str(name), STR("/0x"));
    if (at == name->n)
        return;
    for (size_t i = 0; i <= at; i++)
        if (i == at || name->p[i] == '.')
            name->p[i] = '/';
    size_t hash = str_find_last(buf_str(name), STR("/"));
    if (hash > at)
        name->n = hash;
}

/* Finds the name of the class that a field refers to, with slashes; empty: none. */
static struct str class_of(struct jfr_stacks *s, const struct jfr_value *v, const char **wrong)
{
    struct jfr_value values[JFR_ROLES];
    struct jfr_object class;
    struct jfr_entry *entry;
    enum found found = find(s, v, JFR_AS_CLASS, &class, &entry, wrong);

    if (found == FOUND_MADE)
        return names_get(&s->classes, entry->made - 1);
    if (found == FOUND_NOTHING)
        return STR("");
    jfr_open(s->pools, &class, values);
    text_of(s, &values[JFR_NAME], &s->name, wrong);
    tidy_hidden(&s->name);
    name_id id = names_add(&s->classes, *wrong ? STR("") : buf_str(&s->name));
    remember(entry, 1 + (size_t)id, *wrong);
    return names_get(&s->classes, id);
}

/* Overloads are distinguished if arguments are wanted. */
static bool make_method(struct jfr_stacks *s, const struct jfr_object *object,
                        struct jfr_method *method, const char **wrong)
{
    struct tidier *tidier = &s->text->tidier;
    struct jfr_value values[JFR_ROLES];

    *method = (struct jfr_method){0};
    jfr_open(s->pools, object, values);
    struct str class = class_of(s, &values[JFR_TYPE], wrong);
    bool is_unknown = is_missing(s, wrong);
    if (*wrong)
        return true;
    struct str bare = text_of(s, &values[JFR_NAME], &s->other, wrong);
    if (!is_missing(s, wrong) && *wrong)
        return true;
    buf_clear(&s->name);
    class = is_unknown ? unknown : class;
    buf_add(&s->name, class);
    buf_add(&s->name, class.n ? STR(".") : STR(""));
    buf_add(&s->name, bare.n ? bare : unknown);
    if (!tidier_name(tidier, bare.n ? bare : unknown, &method->bare))
        return false;
    if (tidier->naming.modules && !is_unknown &&
        !builder_name(&s->text->builder, class, &method->module))
        return false;
    if (tidier->naming.demangled_full)
        buf_add(&s->name, text_of(s, &values[JFR_DESCRIPTOR], &s->other, wrong));
    return (!is_missing(s, wrong) && *wrong) ||
           tidier_name(tidier, buf_str(&s->name), &method->name);
}

static bool find_method(struct jfr_stacks *s, const struct jfr_value *v, struct jfr_method *method,
                        const char **wrong)
{
    struct jfr_object object;
    struct jfr_entry *entry;
    enum found found = find(s, v, JFR_AS_METHOD, &object, &entry, wrong);

    *method = (struct jfr_method){0};
    if (found == FOUND_MADE)
        *method = s->methods[entry->made - 1];
    s->lacks = s->lacks || method->lacks;
    if (found == FOUND_NOTHING && (is_missing(s, wrong) || !*wrong)) {
        if (!tidier_name(&s->text->tidier, unknown, &method->name))
            return false;
        method->bare = method->name;
    }
    if (found != FOUND_NEW)
        return true;
    bool lacked = s->lacks;
    s->lacks = false;
    if (!make_method(s, &object, method, wrong))
        return false;
    method->lacks = s->lacks;
    s->lacks = s->lacks || lacked;
    s->methods = mem_grow(s->methods, &s->methods_room, s->n_methods + 1, sizeof *method);
    s->methods[s->n_methods++] = *method;
    remember(entry, s->n_methods, *wrong);
    return true;
}

/* ---- frames */

static uint32_t type_named(const struct jfr_stacks *s, struct str name)
{
    static const struct {
        const char *name;
        uint32_t type;
    } types[] = {
        {"Interpreted", KIND_USER},     {"JIT compiled", KIND_JIT},
        {"C1 compiled", KIND_JIT},      {"Inlined", KIND_INLINED},
        {"C++", KIND_USER | TYPE_IS_C}, {"Kernel", KIND_KERNEL | TYPE_IS_C},
    };

    if (str_equal(name, STR("Native")))
        return KIND_USER | (s->is_native_c ? TYPE_IS_C : 0);
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++)
        if (str_equal(name, str_of(types[i].name)))
            return types[i].type;
    return KIND_UNKNOWN;
}

/* A damaged frame type only costs the frame its kind. */
static uint32_t find_type(struct jfr_stacks *s, const struct jfr_value *v)
{
    struct jfr_object object;
    struct jfr_entry *entry;
    const char *wrong;
    enum found found = find(s, v, JFR_AS_FRAME_TYPE, &object, &entry, &wrong);

    if (found == FOUND_MADE)
        return entry->made - 1;
    if (found == FOUND_NOTHING)
        return KIND_UNKNOWN;
    uint32_t type = type_named(s, text_of(s, v, &s->name, &wrong));
    remember(entry, 1 + (size_t)type, NULL);
    return type;
}

static bool push_frame(struct jfr_stacks *s, const struct jfr_value *values, const char **wrong)
{
    const struct naming *naming = &s->text->tidier.naming;
    const struct jfr_value *line = &values[JFR_LINE];
    struct jfr_method method;
    frame_id frame;

    if (!find_method(s, &values[JFR_METHOD], &method, wrong))
        return false;
    if (*wrong)
        return true;
    uint32_t type = find_type(s, &values[JFR_TYPE]);
    struct frame row = {.name = type & TYPE_IS_C ? method.bare : method.name,
                        .module = type & TYPE_IS_C ? method.module : 0,
                        .kind = (enum frame_kind)(type & TYPE_KIND)};
    if ((naming->modules || naming->sources) && jfr_is_number(line) && line->number <= INT32_MAX)
        row.line = (uint32_t)line->number;
    if (naming->sources && row.line &&
        !source_line_name(&s->text->builder, &s->name, STR(""), &row)) /* files are not known */
        return false;
    return builder_row(&s->text->builder, &row, &frame) && builder_push(&s->text->builder, frame);
}

/* ---- stacks */

static bool push_unknown(struct jfr_stacks *s)
{
    frame_id frame;

    return builder_frame(&s->text->builder, unknown, KIND_UNKNOWN, &frame) &&
           builder_push(&s->text->builder, frame);
}

/* Pushes the frames of an array, leaf first, and a marker if the root is missing. */
static bool push_frames(struct jfr_stacks *s, const struct jfr_value *frames, bool is_cut,
                        const char **wrong)
{
    struct jfr_value values[JFR_ROLES];
    struct builder *b = &s->text->builder;
    frame_id cut;

    if (!frames->field || !frames->field->array || frames->field->pooled ||
        frames->class->kind != JFR_STRUCT || frames->class->empty) {
        *wrong = "a stack without frames of its own";
        return true;
    }
    struct jfr_bytes all = jfr_chunk_from(s->pools->chunk, frames->at);
    for (uint32_t n = jfr_count(&all); n && !*wrong && !all.wrong; n--) {
        jfr_take(s->pools->metadata, &all, frames->class, values);
        if (!push_frame(s, values, wrong))
            return false;
    }
    return *wrong || !is_cut ||
           (builder_frame(b, STR("[truncated]"), KIND_UNKNOWN, &cut) && builder_push(b, cut));
}

bool jfr_stack_of(struct jfr_stacks *s, const struct jfr_value *v, stack_id *stack, bool *is_found,
                  const char **wrong)
{
    struct jfr_value values[JFR_ROLES];
    struct jfr_object object;
    struct jfr_entry *entry;
    enum found found = find(s, v, JFR_AS_STACK, &object, &entry, wrong);

    *is_found = found != FOUND_NOTHING;
    *stack = found == FOUND_MADE ? entry->made - 1 : 0;
    s->lacks = found == FOUND_MADE && entry->lacks;
    if (found == FOUND_NOTHING && !s->pools->chunk->is_open && is_missing(s, wrong)) {
        *is_found = true;
        builder_clear(&s->text->builder);
        if (!push_unknown(s))
            return false;
        *stack = builder_stack(&s->text->builder, LEAF_FIRST);
    }
    if (found != FOUND_NEW)
        return true;
    jfr_open(s->pools, &object, values);
    builder_clear(&s->text->builder);
    bool is_cut = jfr_is_number(&values[JFR_TRUNCATED]) && values[JFR_TRUNCATED].number;
    if (!push_frames(s, &values[JFR_FRAMES], is_cut, wrong))
        return false;
    if (!*wrong)
        *stack = builder_stack(&s->text->builder, LEAF_FIRST);
    remember_stack(entry, *stack, *wrong, s->lacks);
    return true;
}

/* Writes "[Ljava/lang/String;" as "java.lang.String[]", and "[I" as "int[]", which distinguishes
 * classes from code. */
static void write_class(struct str class, struct buf *to)
{
    static const char letters[] = "ZBCSIJFD";
    static const char *const types[] = {"boolean", "byte", "char",  "short",
                                        "int",     "long", "float", "double"};
    size_t deep = 0;

    while (deep < class.n && class.p[deep] == '[')
        deep++;
    class = str_from_to(class, deep, class.n);
    const char *letter = class.n == 1 ? strchr(letters, class.p[0]) : NULL;
    buf_clear(to);
    if (deep && letter && *letter)
        class = str_of(types[letter - letters]);
    else if (deep && class.n > 2 && class.p[0] == 'L' && class.p[class.n - 1] == ';')
        class = str_from_to(class, 1, class.n - 1);
    buf_add(to, class);
    for (size_t i = 0; i < class.n; i++)
        if (class.p[i] == '/' && (i + 1 == class.n || !is_digit(class.p[i + 1])))
            to->p[i] = '.';
    for (; deep; deep--)
        buf_add(to, STR("[]"));
}

bool jfr_class_on(struct jfr_stacks *s, const struct jfr_value *v, stack_id *stack,
                  const char **wrong)
{
    struct builder *b = &s->text->builder;
    struct str class = class_of(s, v, wrong);
    name_id name;
    frame_id frame;

    bool lacks = is_missing(s, wrong);
    if (*wrong || (class.n == 0 && !lacks))
        return true;
    write_class(class, &s->other);
    builder_clear(b);
    if (lacks) {
        if (!push_unknown(s))
            return false;
    } else {
        if (!tidier_name(&s->text->tidier, buf_str(&s->other), &name))
            return false;
        const struct frame row = {.name = name};
        if (!builder_row(b, &row, &frame) || !builder_push(b, frame))
            return false;
    }
    *stack = builder_stack_on(b, LEAF_FIRST, *stack);
    return true;
}

/* ---- threads and their states */

/* A virtual thread has no id of the system, only Java's. */
static bool make_thread(struct jfr_stacks *s, const struct jfr_object *object,
                        struct jfr_thread *thread, const char **wrong)
{
    struct jfr_value values[JFR_ROLES];
    const struct jfr_value *ids[] = {&values[JFR_OS_ID], &values[JFR_JAVA_ID]};
    uint64_t tid = 0;
    char text[24];

    *thread = (struct jfr_thread){0};
    jfr_open(s->pools, object, values);
    struct str name = text_of(s, &values[JFR_JAVA_NAME], &s->name, wrong);
    if (!*wrong && name.n == 0)
        name = text_of(s, &values[JFR_OS_NAME], &s->name, wrong);
    for (size_t i = 0; i < 2 && !tid; i++)
        if (jfr_is_number(ids[i]) && ids[i]->number <= INT64_MAX)
            tid = ids[i]->number;
    if (tid) {
        snprintf(text, sizeof text, "%" PRIu64, tid);
        thread->tid = names_add(&s->text->p->names, str_of(text));
    }
    return *wrong || name.n == 0 || builder_name(&s->text->builder, name, &thread->name);
}

bool jfr_thread_of(struct jfr_stacks *s, const struct jfr_value *v, struct jfr_thread *thread,
                   const char **wrong)
{
    struct jfr_object object;
    struct jfr_entry *entry;
    enum found found = find(s, v, JFR_AS_THREAD, &object, &entry, wrong);

    *thread = (struct jfr_thread){0};
    if (found == FOUND_MADE)
        *thread = s->threads[entry->made - 1];
    if (found != FOUND_NEW)
        return true;
    if (!make_thread(s, &object, thread, wrong))
        return false;
    s->threads = mem_grow(s->threads, &s->threads_room, s->n_threads + 1, sizeof *thread);
    s->threads[s->n_threads++] = *thread;
    remember(entry, s->n_threads, *wrong);
    return true;
}

bool jfr_state_of(struct jfr_stacks *s, const struct jfr_value *v, name_id *state,
                  const char **wrong)
{
    struct jfr_object object;
    struct jfr_entry *entry;
    enum found found = find(s, v, JFR_AS_STATE, &object, &entry, wrong);

    *state = found == FOUND_MADE ? entry->made - 1 : 0;
    if (found != FOUND_NEW)
        return true;
    struct str name = text_of(s, v, &s->name, wrong);
    if (str_starts(name, STR("STATE_")))
        name = str_from_to(name, 6, name.n);
    if (!*wrong && !builder_name(&s->text->builder, name, state))
        return false;
    remember(entry, 1 + (size_t)*state, *wrong);
    return true;
}
