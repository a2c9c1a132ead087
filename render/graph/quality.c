/* The layouts of a graph, from the best down to the quickest. */
#include "render/graph/quality.h"

#include "render/process/graphviz_wire.h"

static const struct layout_quality_row rows[LAYOUT_QUALITIES] = {
    [LAYOUT_FULL] = {.task = GRAPHVIZ_BY_RANKS, .sentence = ""},
    [LAYOUT_QUICK] = {.task = GRAPHVIZ_BY_RANKS,
                      .attributes = {{"nslimit", "10"}, {"mclimit", "0.1"}},
                      .sentence = "more of its lines cross than necessary"},
    [LAYOUT_STRAIGHT] = {.task = GRAPHVIZ_BY_RANKS,
                         .attributes = {{"nslimit", "1"},
                                        {"nslimit1", "1"},
                                        {"mclimit", "0.1"},
                                        {"splines", "line"}},
                         .sentence = "its lines are straight and may cross boxes"},
    [LAYOUT_SPRINGS] = {.task = GRAPHVIZ_BY_SPRINGS,
                        .attributes = {{"splines", "line"}, {"overlap", "prism"}},
                        .sentence = "callers are not above their callees"},
};

/* What takes longer than about a second begins one layout lower. Nodes and edges were measured on
 * graphs of real programs, whose edges pass at most some 400 ranks; ranks on graphs in which every
 * function calls every other. */
enum layout_quality layout_quality_of(size_t nodes, size_t edges, uint64_t ranks_passed)
{
    static const struct {
        size_t nodes, edges;
        uint64_t ranks_passed;
    } most[] = {[LAYOUT_FULL] = {200, 300, 1000},
                [LAYOUT_QUICK] = {400, 800, 2000},
                [LAYOUT_STRAIGHT] = {1500, 4000, 6000}};
    unsigned quality = LAYOUT_FULL;

    while (quality < LAYOUT_SPRINGS &&
           (nodes > most[quality].nodes || edges > most[quality].edges ||
            ranks_passed > most[quality].ranks_passed))
        quality++;
    return (enum layout_quality)quality;
}

const struct layout_quality_row *layout_quality_row(enum layout_quality quality)
{
    return &rows[quality];
}
