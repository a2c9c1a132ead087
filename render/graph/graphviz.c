/* Builds the commands for graphviz, and receives its output. */
#include "render/graph/graphviz.h"

#include "base/process/child_process.h"

void graphviz_default(struct sink *s, enum graphviz_kind kind, const char *name, struct str value)
{
    sink_byte(s, GRAPHVIZ_DEFAULT);
    wire_number(s, kind);
    wire_text(s, str_of(name));
    wire_text(s, value);
}

void graphviz_node(struct sink *s, uint32_t node)
{
    sink_byte(s, GRAPHVIZ_NODE);
    wire_number(s, node);
}

void graphviz_edge(struct sink *s, uint32_t tail, uint32_t head)
{
    sink_byte(s, GRAPHVIZ_EDGE);
    wire_number(s, tail);
    wire_number(s, head);
}

void graphviz_attribute(struct sink *s, const char *name, struct str value)
{
    sink_byte(s, GRAPHVIZ_ATTRIBUTE);
    wire_text(s, str_of(name));
    wire_text(s, value);
}

void graphviz_cluster(struct sink *s, uint32_t cluster)
{
    sink_byte(s, GRAPHVIZ_CLUSTER);
    wire_number(s, cluster);
}

void graphviz_member(struct sink *s, uint32_t node)
{
    sink_byte(s, GRAPHVIZ_MEMBER);
    wire_number(s, node);
}

#ifdef FLAME_HAVE_GRAPHVIZ

bool graphviz_run(const char *task, struct str commands, unsigned seconds, struct sink *to,
                  bool *late, struct fault *f)
{
    struct child child = {.program = "flame-graphviz-layout", .task = task, .seconds = seconds};

    return child_run(&child, commands, to, late, f);
}

#else

bool graphviz_run(const char *task, struct str commands, unsigned seconds, struct sink *to,
                  bool *late, struct fault *f)
{
    (void)task;
    (void)commands;
    (void)seconds;
    (void)to;
    *late = false;
    return fault_set(f, FAULT_USAGE,
                     "this program was built without graphviz, wanted -DFLAME_GRAPHVIZ=ON and "
                     "libgraphviz-dev; --format dot, table and json need none");
}

#endif
