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

/* Measured on graphs of real programs: what takes longer than about a second begins one layout
 * lower. */
enum layout_quality layout_quality_of(size_t nodes, size_t edges)
{
    static const struct {
        size_t nodes, edges;
    } most[] = {
        [LAYOUT_FULL] = {200, 300}, [LAYOUT_QUICK] = {400, 800}, [LAYOUT_STRAIGHT] = {1500, 4000}};
    unsigned quality = LAYOUT_FULL;

    while (quality < LAYOUT_SPRINGS && (nodes > most[quality].nodes || edges > most[quality].edges))
        quality++;
    return (enum layout_quality)quality;
}

const struct layout_quality_row *layout_quality_row(enum layout_quality quality)
{
    return &rows[quality];
}
