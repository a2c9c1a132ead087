/* --node-thres 0.5, --depth 3, --time-format %.3f: reads and checks the values of callgraph's
 * options. */
#include "app/options/graph_values.h"

#include "base/parse.h"
#include "base/utf8.h"
#include "input/formats.h"

/* In gprof2dot -f names the input format. */
static bool read_format(struct request *r, const struct option_use *use, struct fault *f)
{
    struct fault none = {0};

    r->output.graph_format = graph_format_find(str_of(use->value), f);
    if (!r->output.graph_format && input_find(str_of(use->value), &none)) {
        *f = (struct fault){0};
        return fault_set(f, FAULT_USAGE,
                         "--format: %s is an input format, wanted --from %s, or an output format "
                         "(--list-formats)",
                         use->value, use->value);
    }
    return r->output.graph_format;
}

static bool read_percent(const struct option_use *use, double *share, struct fault *f)
{
    double percent;

    if (!value_read_double(use, 0, UINT64_C(100) * VALUE_MILLION, "percent from 0 to 100", &percent,
                           f))
        return false;
    *share = percent / 100;
    return true;
}

static bool read_node_thres(struct request *r, const struct option_use *use, struct fault *f)
{
    return read_percent(use, &r->graph.node_least, f);
}

static bool read_edge_thres(struct request *r, const struct option_use *use, struct fault *f)
{
    return read_percent(use, &r->graph.edge_least, f);
}

static bool read_max_nodes(struct request *r, const struct option_use *use, struct fault *f)
{
    uint64_t n;

    if (!parse_u64(str_of(use->value), &n) || n == 0 || n > UINT32_MAX)
        return value_wrong(use, "a whole number from 1", f);
    r->graph.most = (uint32_t)n;
    return true;
}

static bool read_depth(struct request *r, const struct option_use *use, struct fault *f)
{
    uint64_t n;

    r->graph.depth_given = true;
    if (strcmp(use->value, "-1") == 0) { /* gprof2dot's default */
        r->graph.depth = UINT32_MAX;
        return true;
    }
    if (!parse_u64(str_of(use->value), &n) || n >= UINT32_MAX)
        return value_wrong(use, "a whole number", f);
    r->graph.depth = (uint32_t)n;
    return true;
}

static bool read_total(struct request *r, const struct option_use *use, struct fault *f)
{
    r->graph.ratios = strcmp(use->value, "callratios") == 0;
    return r->graph.ratios || strcmp(use->value, "exact") == 0 ||
           strcmp(use->value, "callstacks") == 0 || value_wrong(use, "exact or callratios", f);
}

static bool read_cluster(struct request *r, const struct option_use *use, struct fault *f)
{
    bool module = strcmp(use->value, "module") == 0;

    r->graph.style.cluster = module ? GRAPH_BY_MODULE : GRAPH_BY_FILE;
    return module || strcmp(use->value, "file") == 0 || value_wrong(use, "module or file", f);
}

static bool read_relative_to(struct request *r, const struct option_use *use, struct fault *f)
{
    static const char *const words[] = {
        [GRAPH_OF_FOCUS] = "focus", [GRAPH_OF_ALL] = "all", [GRAPH_OF_PARENT] = "parent"};

    for (unsigned i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strcmp(use->value, words[i]) == 0) {
            r->graph.style.relative = (enum graph_relative)i;
            return true;
        }
    return value_wrong(use, "all, focus or parent", f);
}

static bool read_sort(struct request *r, const struct option_use *use, struct fault *f)
{
    r->graph.style.by_total = strcmp(use->value, "total") == 0;
    return r->graph.style.by_total || strcmp(use->value, "self") == 0 ||
           value_wrong(use, "self or total", f);
}

static bool read_node_label(struct request *r, const struct option_use *use, struct fault *f)
{
    static const char *const words[GRAPH_LINES] = {
        [GRAPH_TOTAL_PERCENT] = "total-time-percentage",
        [GRAPH_SELF_PERCENT] = "self-time-percentage",
        [GRAPH_TOTAL_TIME] = "total-time",
        [GRAPH_SELF_TIME] = "self-time",
        [GRAPH_TOTAL] = "total",
        [GRAPH_SELF] = "self",
    };
    struct graph_style *style = &r->graph.style;

    if (!r->graph.lines_given)
        style->n_lines = 0;
    r->graph.lines_given = true;
    for (unsigned i = 0; i < GRAPH_LINES; i++) {
        if (strcmp(use->value, words[i]) != 0)
            continue;
        if (style->n_lines == GRAPH_LINES)
            return value_wrong(use, "each line once", f);
        style->lines[style->n_lines++] = (enum graph_line)i;
        return true;
    }
    return value_wrong(
        use, "total-time-percentage, self-time-percentage, total-time, self-time, total or self",
        f);
}

/* Skips at most two digits. */
static size_t behind_digits(struct str s, size_t at)
{
    for (size_t most = at + 2; at < s.n && at < most && is_digit(s.p[at]); at++)
        ;
    return at;
}

/* Whether s, at *at after a '%', continues with the rest of a conversion of a double; moves *at
 * past it. */
static bool is_conversion(struct str s, size_t *at)
{
    while (*at < s.n && strchr("-+ #0", s.p[*at]))
        ++*at;
    *at = behind_digits(s, *at);
    if (*at < s.n && s.p[*at] == '.')
        *at = behind_digits(s, *at + 1);
    return *at < s.n && strchr("aAeEfFgG", s.p[(*at)++]);
}

/* Accepts one conversion, and "%%": nothing that makes printf read other arguments. */
static bool read_time_format(struct request *r, const struct option_use *use, struct fault *f)
{
    enum { LONGEST = 64 };
    struct str s = str_of(use->value);
    size_t conversions = 0;
    bool ok = s.n <= LONGEST && utf8_plain(s); /* it becomes part of labels */

    for (size_t at = 0; ok && at < s.n;) {
        if (s.p[at++] != '%')
            continue;
        if (at < s.n && s.p[at] == '%') {
            at++;
            continue;
        }
        conversions++;
        ok = is_conversion(s, &at);
    }
    r->graph.style.time_format = use->value;
    return (ok && conversions == 1) ||
           value_wrong(use, "text with one conversion of printf for a number", f);
}

static bool read_skew(struct request *r, const struct option_use *use, struct fault *f)
{
    return value_read_double(use, 0, UINT64_MAX, "a number from 0", &r->graph.style.skew, f);
}

static bool read_tolerance(struct request *r, const struct option_use *use, struct fault *f)
{
    return value_read_double(use, 1, UINT64_MAX, "a number above 0", &r->graph.tolerance, f);
}

static const value_reader readers[OPTION_COUNT] = {
    [OPTION_GRAPH_FORMAT] = read_format,
    [OPTION_NODE_THRES] = read_node_thres,
    [OPTION_EDGE_THRES] = read_edge_thres,
    [OPTION_GRAPH_MAX_NODES] = read_max_nodes,
    [OPTION_DEPTH] = read_depth,
    [OPTION_TOTALS] = read_total,
    [OPTION_SORT] = read_sort,
    [OPTION_CLUSTER] = read_cluster,
    [OPTION_RELATIVE_TO] = read_relative_to,
    [OPTION_NODE_LABEL] = read_node_label,
    [OPTION_TIME_FORMAT] = read_time_format,
    [OPTION_SKEW] = read_skew,
    [OPTION_COMPARE_TOLERANCE] = read_tolerance,
};

value_reader graph_value_reader_of(enum option_id id)
{
    return readers[id];
}
