/* Builds a graphviz graph from the commands on standard input. */
#include "render/child/graphviz/read.h"

#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "render/process/graphviz_wire.h"

enum { NAME_MOST = 32 };

/* Name and value follow each other, so each is moved over its length to make room for a NUL. */
static bool pair(struct commands *in, char **name, char **value)
{
    size_t n_name;
    size_t n_value;

    if (!commands_text(in, name, &n_name) || !commands_text(in, value, &n_value))
        return false;
    *name = memmove(*name - 1, *name, n_name);
    (*name)[n_name] = '\0';
    *value = memmove(*value - 1, *value, n_value);
    (*value)[n_value] = '\0';
    return true;
}

static char *named(char *room, const char *prefix, uint32_t n)
{
    snprintf(room, NAME_MOST, "%s%u", prefix, (unsigned)n);
    return room;
}

static bool set_default(struct graphviz_graph *s, struct commands *in)
{
    static const int kinds[] = {
        [GRAPHVIZ_GRAPHS] = AGRAPH, [GRAPHVIZ_NODES] = AGNODE, [GRAPHVIZ_EDGES] = AGEDGE};
    char *name;
    char *value;
    uint32_t kind;

    return commands_number(in, &kind) && kind < sizeof kinds / sizeof kinds[0] &&
           pair(in, &name, &value) && agattr(s->graph, kinds[kind], name, value);
}

static bool add_edge(struct graphviz_graph *s, struct commands *in)
{
    char room[NAME_MOST];
    uint32_t tail;
    uint32_t head;

    if (!commands_number(in, &tail) || !commands_number(in, &head))
        return false;
    Agnode_t *from = agnode(s->graph, named(room, "n", tail), 0);
    Agnode_t *to = agnode(s->graph, named(room, "n", head), 0);
    Agedge_t *edge = from && to ? agedge(s->graph, from, to, NULL, 1) : NULL;
    if (!edge)
        return false;
    s->edges = mem_grow(s->edges, &s->edges_room, s->n_edges + 1, sizeof(Agedge_t *));
    s->edges[s->n_edges++] = edge;
    s->last = edge;
    return true;
}

static bool add_node(struct graphviz_graph *s, struct commands *in)
{
    char room[NAME_MOST];
    uint32_t n;

    Agnode_t *node = commands_number(in, &n) ? agnode(s->graph, named(room, "n", n), 1) : NULL;
    if (!node)
        return false;
    s->nodes = mem_grow(s->nodes, &s->nodes_room, s->n_nodes + 1, sizeof(Agnode_t *));
    s->numbers = mem_grow(s->numbers, &s->numbers_room, s->n_nodes + 1, sizeof *s->numbers);
    s->numbers[s->n_nodes] = n;
    s->nodes[s->n_nodes++] = node;
    s->last = node;
    return true;
}

static bool add_cluster(struct graphviz_graph *s, struct commands *in)
{
    char room[NAME_MOST];
    uint32_t n;

    s->cluster = commands_number(in, &n) ? agsubg(s->graph, named(room, "cluster_", n), 1) : NULL;
    s->last = s->cluster;
    if (!s->cluster)
        return false;
    s->clusters = mem_grow(s->clusters, &s->clusters_room, s->n_clusters + 1, sizeof(Agraph_t *));
    s->clusters[s->n_clusters++] = s->cluster;
    return true;
}

static bool add_member(struct graphviz_graph *s, struct commands *in)
{
    char room[NAME_MOST];
    uint32_t n;

    if (!commands_number(in, &n) || !s->cluster)
        return false;
    Agnode_t *node = agnode(s->graph, named(room, "n", n), 0);
    return node && agsubnode(s->cluster, node, 1);
}

static bool set_attribute(struct graphviz_graph *s, struct commands *in)
{
    char nothing[] = "";
    char *name;
    char *value;

    return s->last && pair(in, &name, &value) && agsafeset(s->last, name, value, nothing) == 0;
}

static bool build(struct graphviz_graph *s, struct commands *in)
{
    while (in->at < in->n) {
        bool ok = false;
        switch ((enum graphviz_operation)in->p[in->at++]) {
        case GRAPHVIZ_DEFAULT:
            ok = set_default(s, in);
            break;
        case GRAPHVIZ_NODE:
            ok = add_node(s, in);
            break;
        case GRAPHVIZ_EDGE:
            ok = add_edge(s, in);
            break;
        case GRAPHVIZ_ATTRIBUTE:
            ok = set_attribute(s, in);
            break;
        case GRAPHVIZ_CLUSTER:
            ok = add_cluster(s, in);
            break;
        case GRAPHVIZ_MEMBER:
            ok = add_member(s, in);
            break;
        }
        if (!ok)
            return false;
    }
    return true;
}

bool graphviz_read(struct graphviz_graph *s)
{
    char name[] = "callgraph";

    *s = (struct graphviz_graph){.graph = agopen(name, Agdirected, NULL)};
    return s->graph && commands_read(&s->commands) && build(s, &s->commands);
}

void graphviz_free(struct graphviz_graph *s)
{
    if (s->graph)
        agclose(s->graph);
    mem_free(s->nodes, s->nodes_room, sizeof(Agnode_t *));
    mem_free(s->numbers, s->numbers_room, sizeof *s->numbers);
    mem_free(s->edges, s->edges_room, sizeof(Agedge_t *));
    mem_free(s->clusters, s->clusters_room, sizeof(Agraph_t *));
    commands_free(&s->commands);
    *s = (struct graphviz_graph){0};
}
