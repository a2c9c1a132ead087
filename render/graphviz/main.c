/* flame-graphviz: the child process in which graphviz works, because it may crash when memory runs
 * out and cannot be interrupted. It reads a graph from standard input (render/graphviz_wire.h) and
 * writes what its argument asks for to standard output. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include <graphviz/cgraph.h>

#include "base/mem.h"
#include "render/graphviz_wire.h"

enum { FAILED = 3, NAME_MOST = 32, BLOCK = 1 << 16 };

/* All that was read; texts get a NUL behind them in place. */
struct input {
    unsigned char *p;
    size_t n, room, at;
};

/* The graph, and what was made last. */
struct state {
    Agraph_t *graph;
    Agraph_t *cluster;
    void *last;
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

static bool set_default(struct state *s, struct input *in)
{
    static const int kinds[] = {AGRAPH, AGNODE, AGEDGE};
    char *name;
    char *value;
    uint32_t kind;

    return number(in, &kind) && kind < 3 && pair(in, &name, &value) &&
           agattr(s->graph, kinds[kind], name, value);
}

static bool add_edge(struct state *s, struct input *in)
{
    char room[NAME_MOST];
    uint32_t tail;
    uint32_t head;

    if (!number(in, &tail) || !number(in, &head))
        return false;
    Agnode_t *from = agnode(s->graph, named(room, "n", tail), 0);
    Agnode_t *to = agnode(s->graph, named(room, "n", head), 0);
    s->last = from && to ? agedge(s->graph, from, to, NULL, 1) : NULL;
    return s->last;
}

static bool add_node(struct state *s, struct input *in)
{
    char room[NAME_MOST];
    uint32_t n;

    s->last = number(in, &n) ? agnode(s->graph, named(room, "n", n), 1) : NULL;
    return s->last;
}

static bool add_cluster(struct state *s, struct input *in)
{
    char room[NAME_MOST];
    uint32_t n;

    s->cluster = number(in, &n) ? agsubg(s->graph, named(room, "cluster_", n), 1) : NULL;
    s->last = s->cluster;
    return s->cluster;
}

static bool add_member(struct state *s, struct input *in)
{
    char room[NAME_MOST];
    uint32_t n;

    if (!number(in, &n) || !s->cluster)
        return false;
    Agnode_t *node = agnode(s->graph, named(room, "n", n), 0);
    return node && agsubnode(s->cluster, node, 1);
}

static bool set_attribute(struct state *s, struct input *in)
{
    char nothing[] = "";
    char *name;
    char *value;

    return s->last && pair(in, &name, &value) && agsafeset(s->last, name, value, nothing) == 0;
}

static bool build(struct state *s, struct input *in)
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

/* The deadline in seconds of processor time; 0: none. */
static bool limit_time(const char *word)
{
    struct rlimit limit = {0, 0};

    for (; *word >= '0' && *word <= '9' && limit.rlim_cur < 1000000; word++)
        limit.rlim_cur = limit.rlim_cur * 10 + (rlim_t)(*word - '0');
    limit.rlim_max = limit.rlim_cur + 1;
    return *word == '\0' && (!limit.rlim_cur || setrlimit(RLIMIT_CPU, &limit) == 0);
}

int main(int argc, char **argv)
{
    char name[] = "callgraph";
    struct input in = {0};

    if (argc != 3 || strcmp(argv[1], GRAPHVIZ_TO_DOT) != 0 || !limit_time(argv[2]))
        return FAILED;
    struct state s = {.graph = agopen(name, Agdirected, NULL)};
    if (!s.graph || !read_all(&in) || !build(&s, &in))
        return FAILED;
    if (agwrite(s.graph, stdout) != 0 || fflush(stdout) != 0 || ferror(stdout))
        return FAILED;
    agclose(s.graph);
    mem_free(in.p, in.room, 1);
    return 0;
}
