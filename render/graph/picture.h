/* Output formats of call graphs: their contract and their registry. */
#ifndef RENDER_GRAPH_PICTURE_H
#define RENDER_GRAPH_PICTURE_H

#include "base/limits.h"
#include "base/sink.h"
#include "model/graph/view.h"
#include "render/figure/figure.h"
#include "render/graph/compare.h"
#include "render/theme/colormap.h"

struct graph_comparison; /* render/graph/comparison.h */

/* A line of a function's label. */
enum graph_line {
    GRAPH_TOTAL_PERCENT,
    GRAPH_SELF_PERCENT,
    GRAPH_TOTAL_TIME, /* in seconds; nothing where the measure is no time */
    GRAPH_SELF_TIME,
    GRAPH_TOTAL, /* in the unit of the profile */
    GRAPH_SELF,
    GRAPH_LINES
};

/* What boxes are drawn around. */
enum graph_cluster { GRAPH_NO_CLUSTERS, GRAPH_BY_MODULE, GRAPH_BY_FILE };

/* What the percentages of a graph are parts of. */
enum graph_relative {
    GRAPH_OF_FOCUS, /* of what --focus and its like leave */
    GRAPH_OF_ALL,   /* of everything that was read */
    GRAPH_OF_PARENT /* of what is left; those beside lines, of the total of the caller */
};

struct graph_style {
    enum graph_line lines[GRAPH_LINES]; /* in this order, below the names */
    size_t n_lines;
    bool strip; /* names without their parameters, template arguments and const */
    bool wrap;  /* names broken at blanks and hyphens, at 32 letters */
    bool show_samples;
    bool by_self;            /* colours and letters go by what functions hold by themselves */
    const char *time_format; /* of printf, for one double */
    enum graph_cluster cluster;
    enum graph_relative relative;
    struct colormap colours;
    double skew;      /* see colormap_colour */
    struct str title; /* of a picture; "": chosen */
    bool no_script;   /* no viewer in a picture */
    bool no_paper;    /* nor a ground */
    size_t rows;      /* of a table; 0: all */
    bool by_total;    /* they are ordered by totals, not by what functions hold by themselves */
    size_t columns;   /* cells of the terminal; 0: no limit */
};

enum graph_report_kind { GRAPH_CALLERS, GRAPH_CALLEES, GRAPH_PLACES, GRAPH_REPORTS };

/* What is asked of one function. */
struct graph_report {
    enum graph_report_kind kind;
    uint32_t function;
    uint32_t depth; /* calls above or below it */
};

/* What is written. Borrows all of it. */
struct graph_picture {
    const struct graph *graph;
    const struct graph_view *view;
    const struct graph_style *style;
    const struct figure_style *figure; /* of formats that are figures */
    const struct limits *limits;
    const struct gprof2dot_compare *compare; /* NULL: with nothing */
    const struct graph_measure *before;      /* of another profile, whose functions are in the same
                                                graph; NULL: there is none */
    const struct graph_comparison *both;     /* how both are compared, of --before; NULL: shares */
    const struct graph_report *reports; /* take the place of the functions, in formats that do so */
    size_t n_reports;
    uint64_t most_self;  /* what the function shown has by itself that has most */
    struct buf *remarks; /* gets sentences for the user, a line each; NULL: nobody hears them */
};

struct graph_picture graph_picture_of(const struct graph_view *view,
                                      const struct graph_style *style, const struct limits *limits);

/* Const, one for each format. */
struct graph_format {
    const char *name;
    const char *about;          /* one sentence for --list-formats */
    const char *const *endings; /* of file names, without the dot, ended by NULL */
    bool whole;                 /* shows all functions and edges unless it is told which matter */
    bool reports;               /* writes reports */
    const enum figure_format *figure; /* NULL: it is none */
    bool both; /* shows two profiles in one graph, see graph_picture.before */

    /* Writes the graph. The sink remembers its own failures; a fault is found before the first byte
     * is written. */
    bool (*write)(const struct graph_picture *picture, struct sink *sink, struct fault *f);
};

/* The registry, in the order of graph_outputs.def. */
const struct graph_format *const *graph_formats(size_t *n);

/* Returns the format of that name, or NULL with a fault that names the nearest. */
MUST_CHECK const struct graph_format *graph_format_find(struct str name, struct fault *f);

/* Returns the format of a file name's ending, or NULL. */
const struct graph_format *graph_format_of_ending(struct str path);

/* How a function looks: by its share, or of its own time that of the function which has most. */
double graph_function_share(const struct graph_picture *picture, uint32_t function);

/* How an edge looks: by its share. */
double graph_edge_share(const struct graph_picture *picture, uint32_t edge);

/* The colour of what looks so. */
struct colour graph_colour(const struct graph_picture *picture, double share);

/* Appends the lines of a function's label, clean, a newline behind each but the last. */
void graph_function_label(const struct graph_picture *picture, uint32_t function, struct buf *to);

/* Its parts: the module, where it is to stand there; the name as the style wants it; the numbers.
 * Each begins with a newline where something stands before it. */
void graph_function_module(const struct graph_picture *picture, uint32_t function, struct buf *to);
void graph_function_short_name(const struct graph_picture *picture, uint32_t function,
                               struct buf *to);
void graph_function_numbers(const struct graph_picture *picture, uint32_t function, struct buf *to);

/* The same for an edge; nothing where its weight and calls are not known. */
void graph_edge_label(const struct graph_picture *picture, uint32_t edge, struct buf *to);
void graph_residual_label(const struct graph_picture *picture, uint32_t residual, struct buf *to);

/* Appends all that is known of a function, clean: its name, then lines of "  KEY: VALUE". */
void graph_attributes(const struct graph_view *v, uint32_t function, struct buf *to);

/* The name of the box around a function: its module or, by file, its file where that is known; 0:
 * there is none. Where it is the module, labels do not repeat it. The second appends what the box
 * is called, clean. */
name_id graph_cluster_of(const struct graph_picture *picture, uint32_t function);
void graph_cluster_name(const struct graph_picture *picture, name_id cluster, struct buf *to);

/* Appends a function's whole name, clean, in one line. */
void graph_function_name(const struct graph *g, uint32_t function, struct buf *to);

/* Appends the title of a picture, clean. */
void graph_title(const struct graph_picture *picture, struct buf *to);

#endif
