/* What a request owns. */
#include "app/options/request.h"

void request_free(struct request *r)
{
    struct request_list *lists[] = {
        &r->inputs,       &r->base,        &r->skip_after,   &r->focus,         &r->ignore,
        &r->hide,         &r->show,        &r->show_from,    &r->prune_from,    &r->redact,
        &r->where,        &r->comm,        &r->pid,          &r->tid,           &r->graph.roots,
        &r->graph.leaves, &r->graph.paths, &r->sides.before, &r->symbols.symfs, &r->allocator};

    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++)
        request_list_free(lists[i]);
    buf_free(&r->report.options);
    buf_free(&r->report.options_alone);
}
