/* Builds the commands for graphviz, and receives its output. */
#include "render/graph/graphviz.h"

#include "base/process/child_process.h"

/* The size of a text as cgraph writes it: broken by a backslash and a newline after so many
 * columns; the last few bytes are for an ellipsis and the quotes. */
enum {
    WRITTEN_MOST = 16000,
    COLUMNS = 128,
    TEXT_MOST = WRITTEN_MOST - WRITTEN_MOST / COLUMNS * 2 - 8
};

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

void graphviz_text(struct str clean, struct buf *to)
{
    size_t start = to->n;
    size_t quotes = 0;    /* cgraph writes a backslash before each */
    size_t whole = to->n; /* behind the last whole character that fits */

    for (size_t i = 0; i < clean.n; i++) {
        bool begins = ((unsigned char)clean.p[i] & 0xc0) != 0x80;
        bool fits = to->n - start + quotes <= TEXT_MOST;
        if (begins && fits)
            whole = to->n;
        if (!fits) {
            to->n = whole;
            buf_add(to, STR("\xE2\x80\xA6"));
            return;
        }
        quotes += clean.p[i] == '"';
        if (clean.p[i] == '\n')
            buf_add(to, STR("\\n"));
        else if (clean.p[i] == '\\')
            buf_add(to, STR("\\\\"));
        else
            buf_add_byte(to, clean.p[i]);
    }
}

#ifdef FLAME_HAVE_GRAPHVIZ

bool graphviz_run(const char *task, struct str commands, unsigned seconds, struct sink *to,
                  bool *late, struct fault *f)
{
    /* Dot text is made without the libraries of layout, which take longer to load than it takes. */
    bool dot = strcmp(task, GRAPHVIZ_TO_DOT) == 0;
    struct child child = {.program = dot ? "flame-graphviz" : "flame-graphviz-layout",
                          .task = task,
                          .seconds = seconds};

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
                     "libgraphviz-dev; --format table and --format json need none");
}

#endif
