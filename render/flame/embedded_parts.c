/* Modules, packages and kinds of the functions of an embedded tree. */
#include "render/flame/embedded_parts.h"

#include "base/leb128.h"
#include "base/mem.h"
#include "render/common/text.h"
#include "render/flame/program_part.h"

/* The weight that a module has by itself, and a frame in it. */
struct module_weight {
    uint64_t self;
    frame_id frame;
};

/* The module with most of the weight: what functions of the program itself belong to is said by
 * their files. */
static struct str find_program(const struct tree *t)
{
    const struct profile *p = t->profile;
    const struct frame *frames = p->frames.rows;
    struct module_weight *modules;
    struct str program = STR("");
    uint64_t most = 0;
    frame_id i = 1;

    while (i < p->frames.n && !frames[i].seen.module)
        i++;
    if (i >= p->frames.n)
        return program;
    modules = mem_alloc(p->names.n, sizeof *modules);
    for (uint32_t k = 0; k < p->n_samples; k++) {
        frame_id frame = p->stacks.rows[p->samples[k].stack].frame;
        struct module_weight *module = &modules[frames[frame].seen.module];
        module->self += t->column->values[k];
        module->frame = frame;
    }
    for (name_id module = 1; module < p->names.n; module++) {
        if (modules[module].self <= most)
            continue;
        struct str name = program_module(p, modules[module].frame);
        most = name.n ? modules[module].self : most;
        program = name.n ? name : program;
    }
    mem_free(modules, p->names.n, sizeof *modules);
    return program;
}

/* "kernel ee8262f7b39c": a colour of the theme, and between what it lies. */
static void name_kind(struct names *names, const struct theme_colour *kind)
{
    struct colour_text from;
    struct colour_text to;
    struct buf text = {0};

    colour_hex(&from, (struct colour){(unsigned char)kind->r.base, (unsigned char)kind->g.base,
                                      (unsigned char)kind->b.base});
    colour_hex(&to, (struct colour){(unsigned char)(kind->r.base + kind->r.span),
                                    (unsigned char)(kind->g.base + kind->g.span),
                                    (unsigned char)(kind->b.base + kind->b.span)});
    buf_add(&text, kind->name);
    buf_add_byte(&text, ' ');
    buf_add(&text, str_of(from.text + 1));
    buf_add(&text, str_of(to.text + 1));
    names_add(names, buf_str(&text));
    buf_free(&text);
}

/* Where a kind is known the names of kinds are the colours of the theme, in its order. */
static void init_kinds(struct embedded_parts *parts)
{
    const struct frames *frames = &parts->p->frames;
    struct fault ignored;
    frame_id i = 1;

    while (i < frames->n && frames->rows[i].kind == KIND_UNKNOWN)
        i++;
    if (i >= frames->n || !theme_load(&parts->kinds, "kinds", &ignored))
        return;
    for (size_t k = 0; k < parts->kinds.n_colours; k++)
        name_kind(&parts->names[EMBEDDED_BY_KIND], &parts->kinds.colours[k]);
}

void embedded_parts_init(struct embedded_parts *parts, const struct tree *t)
{
    *parts = (struct embedded_parts){.p = t->profile, .program = find_program(t)};
    for (size_t i = 0; i < EMBEDDED_PARTS; i++)
        names_init(&parts->names[i]);
    init_kinds(parts);
}

void embedded_parts_add(struct embedded_parts *parts, frame_id frame)
{
    const struct profile *p = parts->p;
    const struct frame *row = &p->frames.rows[frame];
    const struct str own[] = {
        [EMBEDDED_BY_MODULE] = frame ? program_module(p, frame) : STR(""),
        [EMBEDDED_BY_PACKAGE] = frame ? program_part(p, frame, parts->program) : STR(""),
    };

    for (size_t i = 0; i < sizeof own / sizeof own[0]; i++)
        leb128_add(&parts->ids[i], names_add(&parts->names[i], own[i]));
    if (parts->kinds.n_colours)
        leb128_add(&parts->ids[EMBEDDED_BY_KIND],
                   theme_match(&parts->kinds, names_get(&p->names, row->name), row->kind) + 1);
}

void embedded_parts_write(const struct embedded_parts *parts, struct buf *to)
{
    const struct names *names = parts->names;
    struct buf clean = {0};
    size_t known = 0;

    for (size_t i = 0; i < EMBEDDED_PARTS; i++)
        known += names[i].n - 1;
    if (!known)
        return;
    for (size_t i = 0; i < EMBEDDED_PARTS; i++) {
        leb128_add(to, names[i].n - 1);
        for (name_id id = 1; id < names[i].n; id++) {
            buf_clear(&clean);
            text_clean(names_get(&names[i], id), &clean);
            leb128_add_text(to, buf_str(&clean));
        }
        if (names[i].n > 1)
            buf_add(to, buf_str(&parts->ids[i]));
    }
    buf_free(&clean);
}

void embedded_parts_free(struct embedded_parts *parts)
{
    for (size_t i = 0; i < EMBEDDED_PARTS && parts->p; i++) {
        names_free(&parts->names[i]);
        buf_free(&parts->ids[i]);
    }
    theme_free(&parts->kinds);
    *parts = (struct embedded_parts){.p = NULL};
}
