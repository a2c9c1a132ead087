/* flame-graphviz-layout: the child process in which libgvc places the nodes and edges of a graph.
 * It reads the graph from standard input (render/process/graphviz_wire.h) and writes all positions
 * to standard output. The layout engines are linked in, so no plugin list is read. The graph gives
 * all sizes, so no library for text or drawing is loaded. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <graphviz/gvc.h>

#include "render/child/graphviz/read.h"
#include "render/process/graphviz_wire.h"

extern gvplugin_library_t gvplugin_dot_layout_LTX_library;
extern gvplugin_library_t gvplugin_neato_layout_LTX_library;

/* Writes a blank and hundredths of a point. NaN becomes a far-off number, which the reader refuses.
 */
static void hundredths(double points)
{
    printf(" %ld", isfinite(points) && fabs(points) < 1e12 ? lround(points * 100) : -1L);
}

/* Turns the y axis round: graphviz's goes up. */
static void place(const Agraph_t *g, pointf p)
{
    hundredths(p.x - GD_bb(g).LL.x);
    hundredths(GD_bb(g).UR.y - p.y);
}

static void write_node(const Agraph_t *g, Agnode_t *node, uint32_t number)
{
    printf("n %u", (unsigned)number);
    place(g, ND_coord(node));
    putchar('\n');
}

/* From the tail to the tip of the arrow at the head. */
static void write_edge(const Agraph_t *g, Agedge_t *edge, size_t number)
{
    const splines *all = ED_spl(edge);
    const textlabel_t *label = ED_label(edge);

    if (all && all->size > 0) {
        const bezier *b = &all->list[0];
        bool turned = b->sflag && !b->eflag;
        printf("e %zu", number);
        place(g, turned ? b->sp : b->eflag ? b->ep : b->list[b->size - 1]);
        for (int i = 0; i < b->size; i++)
            place(g, b->list[turned ? b->size - 1 - i : i]);
        putchar('\n');
    }
    if (label && label->set) {
        printf("l %zu", number);
        place(g, label->pos);
        putchar('\n');
    }
}

static void write_cluster(const Agraph_t *g, Agraph_t *cluster, size_t number)
{
    const textlabel_t *label = GD_label(cluster);

    if (!label || !label->set)
        return;
    printf("c %zu", number);
    place(g, (pointf){GD_bb(cluster).LL.x, GD_bb(cluster).UR.y});
    hundredths(GD_bb(cluster).UR.x - GD_bb(cluster).LL.x);
    hundredths(GD_bb(cluster).UR.y - GD_bb(cluster).LL.y);
    place(g, label->pos);
    putchar('\n');
}

/* Layouts other than ranks know no clusters and set no graph record for them. */
static void write_layout(const struct graphviz_graph *s, bool ranks)
{
    const Agraph_t *g = s->graph;

    putchar('g');
    hundredths(GD_bb(g).UR.x - GD_bb(g).LL.x);
    hundredths(GD_bb(g).UR.y - GD_bb(g).LL.y);
    putchar('\n');
    for (size_t i = 0; i < s->n_nodes; i++)
        write_node(g, s->nodes[i], s->numbers[i]);
    for (size_t i = 0; i < s->n_edges; i++)
        write_edge(g, s->edges[i], i);
    for (size_t i = 0; i < s->n_clusters && ranks; i++)
        write_cluster(g, s->clusters[i], i);
    puts(".");
}

int main(int argc, char **argv)
{
    const lt_symlist_t engines[] = {
        {"gvplugin_dot_layout_LTX_library", &gvplugin_dot_layout_LTX_library},
        {"gvplugin_neato_layout_LTX_library", &gvplugin_neato_layout_LTX_library},
        {NULL, NULL},
    };
    struct graphviz_graph s;

    if (argc != 3 || !child_begin(argv[2]))
        return CHILD_FAILED;
    bool ranks = strcmp(argv[1], GRAPHVIZ_BY_RANKS) == 0;
    if ((!ranks && strcmp(argv[1], GRAPHVIZ_BY_SPRINGS) != 0) || !graphviz_read(&s))
        return CHILD_FAILED;
    agseterr(AGERR); /* a warning would be about numbers that nobody knows */
    GVC_t *context = gvContextPlugins(engines, 0);
    if (!context || gvLayout(context, s.graph, ranks ? "dot" : "sfdp") != 0)
        return CHILD_FAILED;
    write_layout(&s, ranks);
    if (fflush(stdout) != 0 || ferror(stdout))
        return CHILD_FAILED;
    /* Graphviz does not free all that it took for clusters; the system does, and sooner. */
    _exit(0);
}
