/* A run of commands on standard input becomes a graph. */
#include "render/graphviz/read.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/mem.h"
#include "render/graphviz_wire.h"

enum { NAME_MOST = 32, BLOCK = 1 << 16 };

/* All that was read; texts get a NUL behind them in place. */
struct input {
    unsigned char *p;
    size_t n, room, at;
};

static bool read_all(struct input *in)
{
    for (;;) {
        in->p = mem_grow(in->p, &in->room, in->n + BLOCK, 1);
        ssize_t got = read(0, in->p + in->n, in->room - in->n);
        if (got <= 0)
            return got == 0;
        in->n += (size_t)got;
    }
}

static bool number(struct input *in, uint32_t *to)
{
    *to = 0;
    if (in->n - in->at < 4)
        return false;
    for (unsigned i = 0; i < 4; i++)
        *to |= (uint32_t)in->p[in->at++] << (8 * i);
    return true;
}

/* Lends the text, ended by a NUL where the next operation stood, which is kept in *next. */
static bool text(struct input *in, char **to, size_t *n)
{
    uint32_t length;

    if (!number(in, &length) || in->n - in->at < length)
        return false;
    *to = (char *)in->p + in->at;
    *n = length;
    in->at += length;
    return true;
}

/* Name and value stand one behind the other, so each is moved over its length to make room. */
static bool pair(struct input *in, char **name, char **value)
{
    size_t n_name;
    size_t n_value;

    if (!text(in, name, &n_name) || !text(in, value, &n_value))
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

static bool set_default(struct graphviz_graph *s, struct input *in)
{
    static const int kinds[] = {AGRAPH, AGNODE, AGEDGE};
    char *name;
    char *value;
    uint32_t kind;

    return number(in, &kind) && kind < 3 && pair(in, &name, &value) &&
           agattr(s->graph, kinds[kind], name, value);
}

static bool add_edge(struct graphviz_graph *s, struct input *in)
{
    char room[NAME_MOST];
    uint32_t tail;
    uint32_t head;

    if (!number(in, &tail) || !number(in, &head))
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

static bool add_node(struct graphviz_graph *s, struct input *in)
{
    char room[NAME_MOST];
    uint32_t n;

    Agnode_t *node = number(in, &n) ? agnode(s->graph, named(room, "n", n), 1) : NULL;
    if (!node)
        return false;
    s->nodes = mem_grow(s->nodes, &s->nodes_room, s->n_nodes + 1, sizeof(Agnode_t *));
    s->numbers = mem_grow(s->numbers, &s->numbers_room, s->n_nodes + 1, sizeof *s->numbers);
    s->numbers[s->n_nodes] = n;
    s->nodes[s->n_nodes++] = node;
    s->last = node;
    return true;
}

static bool add_cluster(struct graphviz_graph *s, struct input *in)
{
    char room[NAME_MOST];
    uint32_t n;

    s->cluster = number(in, &n) ? agsubg(s->graph, named(room, "cluster_", n), 1) : NULL;
    s->last = s->cluster;
    if (!s->cluster)
        return false;
    s->clusters = mem_grow(s->clusters, &s->clusters_room, s->n_clusters + 1, sizeof(Agraph_t *));
    s->clusters[s->n_clusters++] = s->cluster;
    return true;
}

static bool add_member(struct graphviz_graph *s, struct input *in)
{
    char room[NAME_MOST];
    uint32_t n;

    if (!number(in, &n) || !s->cluster)
        return false;
    Agnode_t *node = agnode(s->graph, named(room, "n", n), 0);
    return node && agsubnode(s->cluster, node, 1);
}

static bool set_attribute(struct graphviz_graph *s, struct input *in)
{
    char nothing[] = "";
    char *name;
    char *value;

    return s->last && pair(in, &name, &value) && agsafeset(s->last, name, value, nothing) == 0;
}

static bool build(struct graphviz_graph *s, struct input *in)
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
    struct input in = {0};

    *s = (struct graphviz_graph){.graph = agopen(name, Agdirected, NULL)};
    bool ok = s->graph && read_all(&in) && build(s, &in);
    s->bytes = in.p;
    s->bytes_room = in.room;
    return ok;
}

void graphviz_free(struct graphviz_graph *s)
{
    if (s->graph)
        agclose(s->graph);
    mem_free(s->nodes, s->nodes_room, sizeof(Agnode_t *));
    mem_free(s->numbers, s->numbers_room, sizeof *s->numbers);
    mem_free(s->edges, s->edges_room, sizeof(Agedge_t *));
    mem_free(s->clusters, s->clusters_room, sizeof(Agraph_t *));
    mem_free(s->bytes, s->bytes_room, 1);
    *s = (struct graphviz_graph){0};
}

/* The deadline in seconds of processor time; 0: none. */
bool graphviz_limit_time(const char *word)
{
    struct rlimit limit = {0, 0};
    struct rlimit had;

    for (; *word >= '0' && *word <= '9' && limit.rlim_cur < 1000000; word++)
        limit.rlim_cur = limit.rlim_cur * 10 + (rlim_t)(*word - '0');
    if (*word || getrlimit(RLIMIT_CPU, &had) != 0)
        return false;
    limit.rlim_max = had.rlim_max; /* which only root may raise */
    if (limit.rlim_cur > had.rlim_max)
        limit.rlim_cur = had.rlim_max;
    signal(SIGXCPU, SIG_DFL);
    return !limit.rlim_cur || setrlimit(RLIMIT_CPU, &limit) == 0;
}
