/* Runs graphviz in a child process: its commands, and its output. */
#ifndef RENDER_GRAPH_GRAPHVIZ_H
#define RENDER_GRAPH_GRAPHVIZ_H

#include "base/fault.h"
#include "base/process/wire.h"
#include "base/sink.h"
#include "render/process/graphviz_wire.h"

/* Append commands to a sink. Texts are in graphviz's form, at most 16,000 bytes. */
void graphviz_default(struct sink *s, enum graphviz_kind kind, const char *name, struct str value);
void graphviz_node(struct sink *s, uint32_t number);
void graphviz_edge(struct sink *s, uint32_t tail, uint32_t head);
void graphviz_attribute(struct sink *s, const char *name, struct str value);
void graphviz_cluster(struct sink *s, uint32_t number);
void graphviz_member(struct sink *s, uint32_t number);

/* Runs the child that lays out on the commands; see child_run. */
MUST_CHECK bool graphviz_run(const char *task, struct str commands, unsigned seconds,
                             struct sink *to, bool *late, struct fault *f);

#endif
