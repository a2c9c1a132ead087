/* Output formats of call graphs: the interface and the registry. */
#ifndef RENDER_GRAPH_PICTURE_H
#define RENDER_GRAPH_PICTURE_H

#include "base/limits.h"
#include "base/sink.h"
#include "model/graph/choice.h"
#include "render/figure/figure.h"
#include "render/graph/compare.h"
#include "render/theme/colormap.h"

struct graph_comparison; /* render/graph/comparison.h */
struct listings;         /* render/common/listing.h */
struct tiers;

/* A line of a function's label. */
enum graph_line {
    GRAPH_TOTAL_PERCENT,
    GRAPH_SELF_PERCENT,
    GRAPH_TOTAL_TIME, /* in seconds; nothing unless the measure is a time */
    GRAPH_SELF_TIME,
    GRAPH_TOTAL, /* in the unit of the profile */
    GRAPH_SELF,
    GRAPH_LINES
};

/* Which functions share a box. */
enum graph_cluster { GRAPH_NO_CLUSTERS, GRAPH_BY_MODULE, GRAPH_BY_FILE };

/* What the percentages of a graph are shares of. */
enum graph_relative {
    GRAPH_OF_FOCUS, /* of what --focus and other filters leave */
    GRAPH_OF_ALL,   /* of everything that was read */
    GRAPH_OF_PARENT /* as GRAPH_OF_FOCUS; on edges, of the caller's total */
};

struct graph_style {
    enum graph_line lines[GRAPH_LINES]; /* in this order, below the names */
    size_t n_lines;
    bool strip; /* names without parameters, template arguments and const */
    bool wrap;  /* names broken at blanks and hyphens, at 32 letters */
    bool show_samples;
    bool by_self;            /* colours and font sizes follow self values */
    const char *time_format; /* for printf with one double */
    enum graph_cluster cluster;
    enum graph_relative relative;
    struct colormap colours;
    double skew;        /* see colormap_colour */
    struct str title;   /* of a picture; "": automatic */
    struct str subject; /* what was recorded, or the file; "": not known */
    struct str file;    /* where it was recorded, unless it is the subject; "": none */
    bool no_script;     /* no viewer script */
    bool no_paper;      /* no background */
    size_t rows;        /* of a table; 0: all */
    bool rows_given;    /* rows was chosen; else what fits on the terminal */
    bool by_total;      /* rows are sorted by total, not by self value */
    size_t columns;     /* width of the terminal; 0: no limit */
    size_t height;      /* and its lines; 0: no limit */
    bool scaled;        /* the table writes 1.23 ms, not 1,230,000 */
};

enum graph_report_kind { GRAPH_CALLERS, GRAPH_CALLEES, GRAPH_PLACES, GRAPH_REPORTS };

/* A query about one function. */
struct graph_report {
    enum graph_report_kind kind;
    uint32_t function;
    uint32_t depth; /* levels of calls above or below it */
};

/* A call graph to be written. Borrows everything. */
struct graph_picture {
    const struct graph *graph;
    const struct graph_view *view;
    const struct graph_choice *choice; /* what the view was built with */
    const struct graph_style *style;
    const struct figure_style *figure; /* for formats that are figures */
    const struct limits *limits;
    const struct gprof2dot_compare *compare; /* NULL: no comparison */
    const struct graph_measure *before;      /* of another profile, whose functions are in the same
                                              * graph; NULL: none */
    const struct graph_comparison *both;     /* how --before compares; NULL: by shares */
    struct tiers *tiers; /* how functions of two profiles were compiled; NULL: not known */
    const struct graph_report *reports; /* written instead of the functions, if the format can */
    size_t n_reports;
    const struct listings *listings; /* of the format that lists code; NULL: none */
    uint64_t most_self;              /* the greatest self value of a shown function */
    struct buf *remarks; /* receives sentences for the user, a line each; NULL: not wanted */
};

struct graph_picture graph_picture_of(const struct graph_view *view,
                                      const struct graph_style *style, const struct limits *limits);

/* Const, one for each format. */
struct graph_format {
    const char *name;
    const char *about;                /* one sentence for --list-formats */
    const char *const *endings;       /* of file names, without the dot; NULL-terminated */
    bool drawn;                       /* a picture, not text or data */
    bool whole;                       /* shows all functions and edges unless asked to choose */
    bool reports;                     /* writes reports */
    bool lists_code;                  /* writes picture->listings */
    const enum figure_format *figure; /* NULL: not a figure */
    bool both; /* can show two profiles in one graph, see graph_picture.before */

    /* Writes the graph. The sink keeps its own failures; other faults occur before the first byte
     * is written. */
    bool (*write)(const struct graph_picture *picture, struct sink *sink, struct fault *f);
};

/* The registry, in the order of graph_outputs.def. */
const struct graph_format *const *graph_formats(size_t *n);

/* Returns the format with that name, or NULL with a fault that suggests the nearest. */
MUST_CHECK const struct graph_format *graph_format_find(struct str name, struct fault *f);

/* Returns the format for a file name's extension, or NULL. */
const struct graph_format *graph_format_of_ending(struct str path);

/* The value from 0 to 1 that decides how a function looks: its share; by_self, its self value
 * divided by the greatest. */
double graph_function_share(const struct graph_picture *picture, uint32_t function);

/* The same for an edge: its share. */
double graph_edge_share(const struct graph_picture *picture, uint32_t edge);

/* The colour of boxes for such a value, and that of their borders and of lines. */
struct colour graph_colour(const struct graph_picture *picture, double share);
struct colour graph_line_colour(const struct graph_picture *picture, double share);

/* Appends the lines of a function's label, clean, separated by newlines. */
void graph_function_label(const struct graph_picture *picture, uint32_t function, struct buf *to);

/* The parts of the label: the module, if the style shows it; the name in the style's form; the
 * numbers. Each begins with a newline unless it is the first. */
void graph_function_module(const struct graph_picture *picture, uint32_t function, struct buf *to);
void graph_function_short_name(const struct graph_picture *picture, uint32_t function,
                               struct buf *to);
void graph_function_numbers(const struct graph_picture *picture, uint32_t function, struct buf *to);

/* The same for an edge; nothing if its weight and calls are not known. */
void graph_edge_label(const struct graph_picture *picture, uint32_t edge, struct buf *to);
void graph_residual_label(const struct graph_picture *picture, uint32_t residual, struct buf *to);

/* Appends all that is known about a function, clean: its name, then lines of "  KEY: VALUE". */
void graph_attributes(const struct graph_view *v, uint32_t function, struct buf *to);

/* The name of the box around a function: its module or, by file, its file if known; 0: none. Labels
 * do not repeat the module of the box. The second function appends the title of the box, clean. */
name_id graph_cluster_of(const struct graph_picture *picture, uint32_t function);
void graph_cluster_name(const struct graph_picture *picture, name_id cluster, struct buf *to);

/* Appends what tells a function apart from others of its name: " (b.c)", " #2"; nothing unless
 * graph_tell_namesakes was called. */
void graph_add_origin(const struct graph *g, uint32_t function, struct buf *to);

/* Appends a function's full name, clean, in one line, and what tells it apart. */
void graph_function_name(const struct graph *g, uint32_t function, struct buf *to);

/* Appends the title of a picture, clean: "Call graph: perf record ./server - 1.32 s". */
void graph_title(const struct graph_picture *picture, struct buf *to);

/* The same after the name of the file, for a list of open pages. */
void graph_page_title(const struct graph_picture *picture, struct buf *to);

/* Appends the whole command and the sum in full; nothing for a comparison. */
void graph_exact_title(const struct graph_picture *picture, struct buf *to);

#endif
