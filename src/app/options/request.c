/* Frees a request. */
#include "app/options/request.h"

void request_free(struct request *r)
{
    struct request_list *lists[] = {&r->inputs,
                                    &r->selection.filter.base,
                                    &r->selection.filter.skip_after,
                                    &r->selection.filter.focus,
                                    &r->selection.filter.ignore,
                                    &r->selection.filter.hide,
                                    &r->selection.filter.show,
                                    &r->selection.filter.show_from,
                                    &r->selection.filter.prune_from,
                                    &r->selection.redact.patterns,
                                    &r->selection.where,
                                    &r->selection.comm,
                                    &r->selection.pid,
                                    &r->selection.tid,
                                    &r->graph.roots,
                                    &r->graph.leaves,
                                    &r->graph.paths,
                                    &r->sides.before,
                                    &r->read.symbols.symfs,
                                    &r->read.labels.labels,
                                    &r->read.labels.from,
                                    &r->read.labels.patterns,
                                    &r->selection.filter.allocator,
                                    &r->outputs};

    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++)
        request_list_free(lists[i]);
    record_request_free(&r->record);
    buf_free(&r->report.options);
    buf_free(&r->report.options_alone);
}
