/* The request of a command line without options, and its end. */
#include "app/options/request.h"

#include "app/options/states.h"
#include "app/options/symbol_folders.h"
#include "base/limits.h"
#include "base/mem.h"

void request_set_defaults(struct request *r)
{
    *r = (struct request){
        .read = {.ask = {.limits = limits_usual(),
                         .symbols = {.files = true},
                         .children = true,
                         .max_bad = UINT64_MAX}},
        .selection = {.window = {.to_ns = UINT64_MAX}},
        .sides = {.window_before = {.to_ns = UINT64_MAX}},
        .figure = {.margin_pt = -1},
        .picture = {.colors = COLORS_USUAL, .paint_source = PAINT_BY_NAME},
    };
    r->picture.style = (struct style){
        .title = STR(""),
        .subtitle = STR(""),
        .notes = STR(""),
        .countname = STR(""),
        .nametype = STR("Function:"),
        .fonttype = STR("monospace"),
        .fontsize = 12,
        .fontwidth = 0.602, /* as in DejaVu Sans Mono and similar fonts */
        .width_px = 1200,
        .frame_px = 18,
        .minwidth = 0.5,
        .max_nodes = 5000000,
        .factor = {.value = 1},
        .cut = TEXT_CUT_SMART,
        .inverted = true,
        .search_colour = {0xe6, 0x00, 0xe6},
    };
    symbol_folders_find(&r->read.ask.symbols, &r->read.debug_cache);
}

void request_add_output(struct request *r, const char *path)
{
    r->output_reads = mem_grow(r->output_reads, &r->output_reads_room, r->outputs.n + 1, 1);
    r->output_reads[r->outputs.n] = states_of_output(r->given, r->read.ask.read);
    request_list_add(&r->outputs, path);
    if (r->outputs.n == 1)
        r->output.path = strcmp(path, "-") == 0 ? NULL : path;
}

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
                                    &r->sides.where_before,
                                    &r->read.symfs,
                                    &r->read.labels.labels,
                                    &r->read.labels.from,
                                    &r->read.labels.patterns,
                                    &r->selection.filter.allocator,
                                    &r->outputs};

    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++)
        request_list_free(lists[i]);
    mem_free(r->output_reads, r->output_reads_room, 1);
    record_request_free(&r->record);
    buf_free(&r->read.debug_cache);
    buf_free(&r->report.options);
    buf_free(&r->report.options_alone);
}
