/* Thread 2 (Thread 0x7ffb610546c0 (LWP 21617) "pool 1"):
 * #0  0x000055d5d1fd in parse (s=0x0, n=2) at parse.c:12
 * Reads such threads, in the way of one reader or another. */
#include "input/common/dump.h"

void dump_init(struct dump *d, struct reading *r, struct blocks *blocks, struct profile *p,
               struct fault *f)
{
    *d = (struct dump){.stack = {.text = &d->text}};
    text_init(&d->text, r, blocks, p, f);
    frame_cache_init(&d->frame_cache);
}

void dump_free(struct dump *d)
{
    for (size_t i = 0; i < LABEL_BUILDER_KEYS; i++)
        buf_free(&d->values[i]);
    buf_free(&d->room);
    frame_cache_free(&d->frame_cache);
    label_builder_free(&d->label_builder);
    text_free(&d->text);
}

bool dump_begin(struct dump *d, const char *const *labels, size_t n)
{
    static const struct measure samples = {"samples", "samples"};

    label_builder_init(&d->label_builder, d->text.p, labels, n);
    return text_measures(&d->text, TEXT_FULL_NAMES, &samples, 1);
}

bool dump_lines(struct dump *d, const struct dump_steps *steps, void *reader)
{
    struct str line;

    while (lines_next(&d->text.lines, &line))
        if (!steps->line(reader, line))
            return false;
    return d->text.f->kind == FAULT_NONE &&
           (steps->end ? steps->end(reader) : numbered_end(&d->stack));
}

bool dump_read(const struct dump_form *form, struct reading *r, struct blocks *blocks,
               struct profile *p, struct fault *f)
{
    struct dump d;

    dump_init(&d, r, blocks, p, f);
    bool ok = dump_begin(&d, form->labels, form->n_labels) && dump_lines(&d, &form->steps, &d);
    dump_free(&d);
    return ok;
}

void dump_keep(struct dump *d, size_t label, struct str value)
{
    buf_clear(&d->values[label]);
    buf_add(&d->values[label], value);
}

labels_id dump_kept(struct dump *d)
{
    struct str values[LABEL_BUILDER_KEYS];

    for (size_t i = 0; i < d->label_builder.n; i++)
        values[i] = buf_str(&d->values[i]);
    return label_builder_of(&d->label_builder, values);
}
