/* A frame of perf script, by name and module, and with its place where that is asked for. */
#include "input/perf/push.h"

/* perf script --no-merge-callchains */
static bool push_deferred(struct builder *b)
{
    frame_id truncated;

    return builder_frame(b, STR("[truncated]"), KIND_UNKNOWN, &truncated) &&
           builder_push(b, truncated);
}

/* Pushes what the file of the frame tells, unless perf printed what is inlined into the frame. */
static bool push_inlined(struct tidier *t, struct perf_inlined *inlined,
                         const struct perf_frame *frame, bool *pushed)
{
    const struct builder *b = t->b;

    *pushed = false;
    if (frame->inlined || (b->n && b->p->frames.rows[b->frames[b->n - 1]].kind == KIND_INLINED))
        return true;
    return perf_inlined_push(inlined, t, frame, pushed);
}

bool perf_push(struct tidier *t, struct perf_inlined *inlined, const struct perf_frame *frame)
{
    bool pushed;

    if (frame->deferred)
        return push_deferred(t->b);
    if (t->naming.inlined && (!push_inlined(t, inlined, frame, &pushed) || pushed))
        return pushed;
    enum frame_kind kind = frame->inlined ? KIND_INLINED : tidier_kind(t, frame->module);
    if (!t->naming.places)
        return tidier_push(t, frame->name, frame->module, frame->address, kind);
    struct frame row = {.kind = kind};
    perf_frame_locate(frame, &row);
    return tidier_push_row(t, frame->name, frame->module, frame->address, &row);
}
