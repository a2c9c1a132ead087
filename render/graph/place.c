/* Places a graph with graphviz, and falls back to a simpler layout if that takes too long. */
#include "render/graph/place.h"

#include <math.h>

#include "base/mem.h"
#include "base/parse.h"
#include "render/graph/graphviz.h"
#include "render/graph/ranks.h"

enum { POINTS_PER_INCH = 72, LAYOUT_SECONDS = 10, COORDINATE_MOST = 1000000000 };

static void attribute(struct sink *s, const char *name, const char *value)
{
    graphviz_attribute(s, name, str_of(value));
}

static void number(struct sink *s, const char *name, double value, unsigned digits)
{
    struct sink text;

    sink_open_buf(&text);
    sink_fixed(&text, value, digits);
    graphviz_attribute(s, name, buf_str(&text.buf));
    sink_discard(&text);
}

static void send_defaults(struct sink *s, const struct layout_quality_row *quality)
{
    static const struct {
        enum graphviz_kind kind;
        const char *name, *value;
    } rows[] = {
        {GRAPHVIZ_GRAPHS, "nodesep", "0.2"}, {GRAPHVIZ_GRAPHS, "ranksep", "0.4"},
        {GRAPHVIZ_NODES, "shape", "box"},    {GRAPHVIZ_NODES, "fixedsize", "true"},
        {GRAPHVIZ_NODES, "label", ""},       {GRAPHVIZ_EDGES, "fontname", "Courier"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        graphviz_default(s, rows[i].kind, rows[i].name, str_of(rows[i].value));
    for (size_t i = 0; quality->attributes[i][0]; i++)
        graphviz_default(s, GRAPHVIZ_GRAPHS, quality->attributes[i][0],
                         str_of(quality->attributes[i][1]));
}

/* Gives graphviz a label of as many letters as the text is wide, plus one for padding: without a
 * text library, graphviz assumes that Courier is 0.6 of its size wide. */
static void send_label(struct sink *s, const struct drawing *d, const struct drawn_label *label,
                       double more_px)
{
    const struct drawn_line *first = &d->lines[label->first];
    size_t cells = (size_t)ceil((label->width_px + more_px) / (GRAPH_CELL * first->size_px)) + 1;
    struct buf text = {0};

    for (size_t i = 0; i < cells; i++)
        buf_add_byte(&text, 'x');
    for (size_t i = 1; i < label->n; i++)
        buf_add(&text, STR("\\nx"));
    graphviz_attribute(s, "label", buf_str(&text));
    number(s, "fontsize", first->size_px, 2);
    buf_free(&text);
}

/* Heavy edges, and most of all the hot path, should be short and straight. */
static const char *weight_of(const struct drawn_edge *edge)
{
    return edge->hot ? "100" : edge->residual || edge->other ? "0" : "1";
}

static void send_box(const struct drawing *d, uint32_t box, bool *sent, struct sink *s)
{
    if (sent[box])
        return;
    sent[box] = true;
    graphviz_node(s, box);
    number(s, "width", d->boxes[box].width_px / POINTS_PER_INCH, 4);
    number(s, "height", d->boxes[box].height_px / POINTS_PER_INCH, 4);
}

/* Graphviz reverses edges that lead back to nodes it has visited, starting with the first node. So
 * the hot path comes first, to lead down, then functions without callers. */
static void send_boxes(const struct drawing *d, struct sink *s)
{
    const struct graph_view *v = d->picture->view;
    bool *sent = mem_alloc(d->n_boxes, sizeof *sent);
    bool *called = mem_alloc(d->n_boxes, sizeof *called);

    for (uint32_t i = 0; i < d->n_edges; i++)
        called[d->edges[i].callee] |= d->edges[i].caller != d->edges[i].callee;
    for (uint32_t i = 0; i < v->n_hot; i++)
        send_box(d, d->box_of[v->hot[i]] - 1, sent, s);
    for (uint32_t i = 0; i < d->n_boxes; i++)
        if (!called[i])
            send_box(d, i, sent, s);
    for (uint32_t i = 0; i < d->n_boxes; i++)
        send_box(d, i, sent, s);
    mem_free(sent, d->n_boxes, sizeof *sent);
    mem_free(called, d->n_boxes, sizeof *called);
}

static void send_clusters(const struct drawing *d, struct sink *s)
{
    for (uint32_t i = 0; i < d->n_clusters; i++) {
        graphviz_cluster(s, i);
        attribute(s, "fontname", "Courier");
        if (d->clusters[i].label.n)
            send_label(s, d, &d->clusters[i].label, 0);
        for (uint32_t box = 0; box < d->n_boxes; box++)
            if (d->boxes[box].cluster == i + 1)
                graphviz_member(s, box);
    }
}

static void send_graph(const struct drawing *d, const struct layout_quality_row *quality,
                       struct sink *s)
{
    send_defaults(s, quality);
    send_boxes(d, s);
    send_clusters(d, s);
    for (uint32_t i = 0; i < d->n_edges; i++) {
        const struct drawn_edge *edge = &d->edges[i];
        graphviz_edge(s, edge->caller, edge->callee);
        if (edge->label.n)
            send_label(s, d, &edge->label, edge->pen_px); /* more beside a thick line */
        number(s, "arrowsize", edge->arrow, 2);
        attribute(s, "weight", weight_of(edge));
        if (!d->boxes[edge->caller].hot && d->boxes[edge->callee].hot)
            attribute(s, "constraint", "false"); /* a way around does not stretch the hot path */
    }
}

/* Takes hundredths of a point off the line; rejects numbers that no picture could have. */
static bool coordinate(struct str *line, double *to)
{
    struct str word;
    uint64_t hundredths;

    if (!take_word(line, &word))
        return false;
    bool minus = word.n && word.p[0] == '-';
    if (!parse_u64(str_from_to(word, minus, word.n), &hundredths) || hundredths > COORDINATE_MOST)
        return false;
    *to = (double)hundredths / (minus ? -100 : 100);
    return true;
}

static bool point(struct str *line, struct drawn_point *to)
{
    return coordinate(line, &to->x) && coordinate(line, &to->y);
}

static bool index_below(struct str *line, uint32_t n, uint32_t *to)
{
    struct str word;
    uint64_t i;

    if (!take_word(line, &word) || !parse_u64(word, &i) || i >= n)
        return false;
    *to = (uint32_t)i;
    return true;
}

/* A route of cubic curves: a point, and three more for each curve. */
static bool read_way(struct drawing *d, struct str *line)
{
    uint32_t i;
    struct drawn_point p;

    if (!index_below(line, d->n_edges, &i) || !point(line, &d->edges[i].tip))
        return false;
    struct drawn_edge *edge = &d->edges[i];
    edge->first_point = d->n_points;
    for (*line = str_trim(*line); line->n; *line = str_trim(*line)) {
        if (!point(line, &p))
            return false;
        d->points = mem_grow(d->points, &d->points_room, d->n_points + 1, sizeof *d->points);
        d->points[d->n_points++] = p;
    }
    edge->points = d->n_points - edge->first_point;
    return edge->points >= 4 && edge->points % 3 == 1;
}

static bool read_box(struct drawing *d, struct str *line, uint32_t *n_placed)
{
    uint32_t i;

    if (!index_below(line, d->n_boxes, &i) || !point(line, &d->boxes[i].middle))
        return false;
    ++*n_placed;
    return true;
}

static bool read_label(struct drawing *d, struct str *line)
{
    uint32_t i;

    return index_below(line, d->n_edges, &i) && point(line, &d->edges[i].label_middle);
}

static bool read_cluster(struct drawing *d, struct str *line)
{
    uint32_t i;

    if (!index_below(line, d->n_clusters, &i))
        return false;
    struct drawn_cluster *c = &d->clusters[i];
    return point(line, &c->corner) && coordinate(line, &c->width_px) &&
           coordinate(line, &c->height_px) && point(line, &c->label_middle) && c->width_px >= 0 &&
           c->height_px >= 0;
}

static bool read_size(struct drawing *d, struct str *line)
{
    return coordinate(line, &d->width_px) && coordinate(line, &d->height_px) && d->width_px >= 0 &&
           d->height_px >= 0;
}

bool graph_place_read(struct drawing *d, struct str text)
{
    struct str line;
    struct str word;
    uint32_t n_placed = 0;
    bool sized = false;
    bool ended = false;

    while (!ended && take_field(&text, '\n', &line)) {
        bool ok = take_word(&line, &word) && word.n == 1;
        char kind = '\0';
        if (ok)
            kind = word.p[0];
        if (kind == 'g')
            ok = sized = read_size(d, &line);
        else if (kind == 'n')
            ok = read_box(d, &line, &n_placed);
        else if (kind == 'e')
            ok = read_way(d, &line);
        else if (kind == 'l')
            ok = read_label(d, &line);
        else if (kind == 'c')
            ok = read_cluster(d, &line);
        else
            ok = ended = kind == '.';
        if (!ok || take_word(&line, &word))
            return false;
    }
    return ended && sized && n_placed == d->n_boxes;
}

static bool check_size(const struct drawing *d, struct fault *f)
{
    uint64_t limit = d->picture->limits->dot_nodes;

    return d->n_boxes <= limit || limits_reached(f, "picture", "dot-nodes", limit);
}

static void remark(const struct drawing *d, enum layout_quality quality, bool late)
{
    struct buf *to = d->picture->remarks;
    struct sink s;

    if (!to || (!late && quality != LAYOUT_SPRINGS))
        return;
    sink_open_buf(&s);
    sink_text(&s, late ? "laying the graph out took too long, so " : "the graph is so large that ");
    sink_text(&s, layout_quality_row(quality)->sentence);
    if (quality == LAYOUT_SPRINGS && d->n_clusters)
        sink_text(&s, ", and no boxes are drawn around modules or files");
    sink_text(&s, "; --node-thres and --max-nodes make it smaller\n");
    buf_add(to, buf_str(&s.buf));
    sink_discard(&s);
}

/* Tries one layout; sets *late if its time is over. */
static bool try_layout(struct drawing *d, enum layout_quality quality, unsigned seconds, bool *late,
                       struct fault *f)
{
    const struct layout_quality_row *row = layout_quality_row(quality);
    struct sink commands;
    struct sink made;

    sink_open_buf(&commands);
    sink_open_buf(&made);
    send_graph(d, row, &commands);
    bool ok = graphviz_run(row->task, buf_str(&commands.buf), seconds, &made, late, f);
    if (ok && !*late)
        ok = graph_place_read(d, buf_str(&made.buf)) ||
             fault_set(f, FAULT_SYSTEM, "flame-graphviz-layout: its output is cut off or damaged");
    sink_discard(&commands);
    sink_discard(&made);
    return ok;
}

bool graph_place(struct drawing *d, struct fault *f)
{
    uint64_t left = d->picture->limits->time; /* 0: any */
    unsigned quality = layout_quality_of(d->n_boxes, d->n_edges, graph_ranks_passed(d));

    if (!check_size(d, f))
        return false;
    for (unsigned first = quality; quality < LAYOUT_QUALITIES; quality++) {
        bool late;
        unsigned seconds = left && left < LAYOUT_SECONDS ? (unsigned)left : LAYOUT_SECONDS;
        if (!try_layout(d, (enum layout_quality)quality, seconds, &late, f))
            return false;
        if (!late) {
            remark(d, (enum layout_quality)quality, quality > first);
            return true;
        }
        if (left && left <= seconds)
            return limits_reached(f, "picture", "time", d->picture->limits->time);
        left -= left ? seconds : 0;
    }
    return fault_set(f, FAULT_INPUT,
                     "the graph of %u functions and %u calls takes too long to be laid out, wanted "
                     "a smaller one (--node-thres, --max-nodes), or --format dot",
                     (unsigned)d->n_boxes, (unsigned)d->n_edges);
}
