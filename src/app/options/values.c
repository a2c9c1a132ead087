/* --width 1200, --minwidth 0.5%, --limits=untrusted: reads and checks the values of options. */
#include "app/options/values.h"

#include <regex.h>
#include <stdio.h>

#include "app/options/figure_values.h"
#include "app/options/graph_values.h"
#include "app/options/label_pattern.h"
#include "app/options/record_values.h"
#include "app/options/side_values.h"
#include "app/options/symbol_folders.h"
#include "app/options/symbol_values.h"
#include "app/options/time_range.h"
#include "base/parse.h"
#include "input/formats.h"
#include "render/output.h"

static bool read_whole(const struct option_use *use, uint64_t least, uint64_t most,
                       const char *wanted, uint64_t *n, struct fault *f)
{
    if (parse_u64(str_of(use->value), n) && *n >= least && *n <= most)
        return true;
    return value_wrong(use, wanted, f);
}

enum { MILLION = VALUE_MILLION };

static bool read_pixels(const struct option_use *use, uint64_t most, const char *wanted, double *to,
                        struct fault *f)
{
    uint64_t n;

    if (!read_whole(use, 1, most, wanted, &n, f))
        return false;
    *to = (double)n;
    return true;
}

static bool read_width(struct request *r, const struct option_use *use, struct fault *f)
{
    return read_pixels(use, 1000000, "a whole number from 1 to 1000000", &r->picture.style.width_px,
                       f);
}

static bool read_height(struct request *r, const struct option_use *use, struct fault *f)
{
    return read_pixels(use, 1000, "a whole number from 1 to 1000", &r->picture.style.frame_px, f);
}

static bool read_fontsize(struct request *r, const struct option_use *use, struct fault *f)
{
    return value_read_double(use, MILLION, UINT64_C(200) * MILLION, "a number from 1 to 200",
                             &r->picture.style.fontsize, f);
}

static bool read_fontwidth(struct request *r, const struct option_use *use, struct fault *f)
{
    return value_read_double(use, MILLION / 10, UINT64_C(2) * MILLION, "a number from 0.1 to 2",
                             &r->picture.style.fontwidth, f);
}

static bool read_minwidth(struct request *r, const struct option_use *use, struct fault *f)
{
    static const uint64_t most_pixels = UINT64_C(1000000) * MILLION;
    static const uint64_t most_percent = UINT64_C(100) * MILLION;
    struct str s = str_of(use->value);
    struct decimal n;
    uint64_t millionths;
    bool percent = str_ends(s, STR("%"));

    s.n -= percent;
    if (!value_read_millionths(s, 0, percent ? most_percent : most_pixels, &n, &millionths))
        return value_wrong(use, "pixels from 0 to 1000000, or percent from 0% to 100%", f);
    r->picture.style.minwidth = (double)millionths / MILLION;
    r->picture.style.minwidth_percent = percent;
    return true;
}

static bool read_factor(struct request *r, const struct option_use *use, struct fault *f)
{
    uint64_t millionths;

    if (!value_read_millionths(str_of(use->value), 1, UINT64_MAX, &r->picture.style.factor,
                               &millionths))
        return value_wrong(use, "a number above 0 with at most 6 digits after the point", f);
    return true;
}

static bool read_total(struct request *r, const struct option_use *use, struct fault *f)
{
    return read_whole(use, 1, UINT64_MAX, "a whole number from 1", &r->picture.total, f);
}

static bool read_threads(struct request *r, const struct option_use *use, struct fault *f)
{
    uint64_t n;

    if (!read_whole(use, 1, 256, "a whole number from 1 to 256", &n, f))
        return false;
    r->read.ask.threads = (unsigned)n;
    return true;
}

static bool read_max_bad(struct request *r, const struct option_use *use, struct fault *f)
{
    return read_whole(use, 0, UINT64_MAX, "a whole number", &r->read.ask.max_bad, f);
}

static bool read_rows(struct request *r, const struct option_use *use, struct fault *f)
{
    uint64_t n;

    if (!read_whole(use, 0, SIZE_MAX, "a whole number", &n, f))
        return false;
    r->picture.style.rows = (size_t)n;
    r->picture.style.rows_given = true;
    return true;
}

static bool read_max_nodes(struct request *r, const struct option_use *use, struct fault *f)
{
    if (!read_whole(use, 2, UINT64_MAX, "a whole number from 2", &r->picture.style.max_nodes, f))
        return false;
    r->merge.max_nodes = r->merge.on ? r->picture.style.max_nodes : 0;
    return true;
}

static bool equal_in_any_case(struct str s, struct str upper)
{
    if (s.n != upper.n)
        return false;
    for (size_t i = 0; i < s.n; i++)
        if ((is_letter(s.p[i]) ? s.p[i] & ~0x20 : s.p[i]) != upper.p[i])
            return false;
    return true;
}

static bool is_snapshot(struct str s)
{
    uint64_t number;

    return str_equal(s, STR("peak")) || str_equal(s, STR("last")) || parse_u64(s, &number);
}

static bool read_snapshot(struct request *r, const struct option_use *use, struct fault *f)
{
    struct str value = str_of(use->value);
    size_t colon = str_find(value, 0, STR(":"));
    bool two = colon < value.n;

    r->selection.snapshot = two ? str_from_to(value, colon + 1, value.n) : value;
    r->sides.snapshot_before = str_from_to(value, 0, two ? colon : 0);
    return (is_snapshot(r->selection.snapshot) &&
            (!two || is_snapshot(r->sides.snapshot_before))) ||
           value_wrong(use, "a number, peak or last, or BEFORE:AFTER of two of these", f);
}

static bool read_encoding(struct request *r, const struct option_use *use, struct fault *f)
{
    struct str s = str_of(use->value);

    r->picture.style.ascii = equal_in_any_case(s, STR("US-ASCII"));
    if (!r->picture.style.ascii && !equal_in_any_case(s, STR("UTF-8")))
        return value_wrong(use, "UTF-8 or US-ASCII", f);
    return true;
}

/* The value goes into an attribute that browsers parse as CSS, so it may contain only names of font
 * families. */
static bool is_family(const struct option_use *use, const char *marks, const char *wanted,
                      struct fault *f)
{
    struct str s = str_of(use->value);
    bool letter = false;

    for (size_t i = 0; i < s.n; i++) {
        letter = letter || is_letter(s.p[i]);
        if (!is_letter(s.p[i]) && !is_digit(s.p[i]) && !strchr(marks, s.p[i]))
            return value_wrong(use, wanted, f);
    }
    return letter || value_wrong(use, "the name of a font family", f);
}

static bool read_fonttype(struct request *r, const struct option_use *use, struct fault *f)
{
    r->picture.style.fonttype = str_of(use->value);
    return is_family(use, " ,_-",
                     "font families of letters, digits, blanks, - and _, separated by commas", f);
}

static bool read_font(struct request *r, const struct option_use *use, struct fault *f)
{
    r->figure.font = use->value;
    return is_family(use, " _-", "one font family of letters, digits, blanks, - and _", f);
}

static bool read_format(struct request *r, const struct option_use *use, struct fault *f)
{
    r->output.format = output_find(str_of(use->value), f);
    return r->output.format;
}

static bool read_from(struct request *r, const struct option_use *use, struct fault *f)
{
    r->read.ask.format = input_find(str_of(use->value), f);
    return r->read.ask.format;
}

static bool read_limits(struct request *r, const struct option_use *use, struct fault *f)
{
    struct str s = str_of(use->value);

    if (str_equal(s, STR("untrusted")))
        r->read.ask.limits = limits_untrusted();
    else if (!str_equal(s, STR("usual")))
        return value_wrong(use, "usual or untrusted", f);
    r->read.ask.symbols.files = !str_equal(s, STR("untrusted"));
    symbol_folders_find(&r->read.ask.symbols, &r->read.debug_cache);
    return true;
}

static bool read_path(const struct option_use *use, const char **path, struct fault *f)
{
    *path = use->value;
    return **path ? true : value_wrong(use, "the name of a file", f);
}

static bool read_output(struct request *r, const struct option_use *use, struct fault *f)
{
    if (!read_path(use, &r->output.path, f))
        return false;
    if (strcmp(r->output.path, "-") == 0)
        r->output.path = NULL; /* standard output, as "-" is standard input */
    return true;
}

static bool read_outputs(struct request *r, const struct option_use *use, struct fault *f)
{
    request_add_output(r, use->value);
    return *use->value || value_wrong(use, "the name of a file", f);
}

static bool read_nameattr(struct request *r, const struct option_use *use, struct fault *f)
{
    return read_path(use, &r->picture.nameattr, f);
}

static bool read_cp(struct request *r, const struct option_use *use, struct fault *f)
{
    if (use->value)
        return read_path(use, &r->picture.palette_map, f);
    r->picture.palette_map = "palette.map";
    return true;
}

static bool read_colour(const struct option_use *use, struct colour *to, struct fault *f)
{
    return colour_parse(str_of(use->value), to) || value_wrong(use, "#rrggbb or rgb(R,G,B)", f);
}

static bool read_search_color(struct request *r, const struct option_use *use, struct fault *f)
{
    return read_colour(use, &r->picture.style.search_colour, f);
}

static bool read_stroke_color(struct request *r, const struct option_use *use, struct fault *f)
{
    r->picture.style.has_stroke = !str_equal(str_of(use->value), STR("none"));
    if (r->picture.style.has_stroke && !colour_parse(str_of(use->value), &r->picture.style.stroke))
        return value_wrong(use, "none, #rrggbb or rgb(R,G,B)", f);
    return true;
}

static bool read_uicolor(struct request *r, const struct option_use *use, struct fault *f)
{
    r->picture.style.has_ui_colour = true;
    return read_colour(use, &r->picture.style.ui_colour, f);
}

static bool read_bgcolors(struct request *r, const struct option_use *use, struct fault *f)
{
    struct background background;

    r->picture.bgcolors = use->value;
    return background_parse(str_of(use->value), &background) ||
           value_wrong(use, BACKGROUND_WANTED, f);
}

/* The topic is checked later, before it is printed. */
static bool read_help(struct request *r, const struct option_use *use, struct fault *f)
{
    (void)f;
    r->task = TASK_HELP;
    r->help_topic = use->value ? use->value : r->old_name ? r->old_name : "";
    return true;
}

static bool read_version(struct request *r, const struct option_use *use, struct fault *f)
{
    (void)use;
    (void)f;
    r->task = TASK_VERSION;
    return true;
}

static bool read_list_themes(struct request *r, const struct option_use *use, struct fault *f)
{
    (void)use;
    (void)f;
    r->task = TASK_THEMES;
    return true;
}

static bool read_list_formats(struct request *r, const struct option_use *use, struct fault *f)
{
    (void)use;
    (void)f;
    r->task = TASK_FORMATS;
    return true;
}

static bool read_csp(struct request *r, const struct option_use *use, struct fault *f)
{
    (void)use;
    (void)f;
    r->task = TASK_CSP;
    return true;
}

/* regcomp recurses for each group, so groups are limited. */
static bool read_expression(const struct option_use *use, struct request_list *list,
                            struct fault *f)
{
    enum { GROUPS = 200 };
    regex_t expression;
    char reason[100];
    char wanted[200];
    size_t groups = 0;

    for (const char *p = use->value; *p; p++)
        groups += *p == '(';
    if (groups > GROUPS)
        return value_wrong(use, "a regular expression with at most 200 groups", f);
    int error = regcomp(&expression, use->value, REG_EXTENDED | REG_NOSUB);
    if (error == REG_ESPACE)
        return fault_set(f, FAULT_SYSTEM, "--%s: out of memory", use->row->name);
    if (error) {
        regerror(error, &expression, reason, sizeof reason);
        snprintf(wanted, sizeof wanted, "a regular expression: %s", reason);
        return value_wrong(use, wanted, f);
    }
    regfree(&expression);
    request_list_add(list, use->value);
    return true;
}

static bool read_focus(struct request *r, const struct option_use *use, struct fault *f)
{
    return read_expression(use, &r->selection.filter.focus, f);
}

static bool read_ignore(struct request *r, const struct option_use *use, struct fault *f)
{
    return read_expression(use, &r->selection.filter.ignore, f);
}

static bool read_hide(struct request *r, const struct option_use *use, struct fault *f)
{
    return read_expression(use, &r->selection.filter.hide, f);
}

static bool read_show(struct request *r, const struct option_use *use, struct fault *f)
{
    return read_expression(use, &r->selection.filter.show, f);
}

static bool read_show_from(struct request *r, const struct option_use *use, struct fault *f)
{
    return read_expression(use, &r->selection.filter.show_from, f);
}

static bool read_prune_from(struct request *r, const struct option_use *use, struct fault *f)
{
    return read_expression(use, &r->selection.filter.prune_from, f);
}

static bool read_allocator(struct request *r, const struct option_use *use, struct fault *f)
{
    return read_expression(use, &r->selection.filter.allocator, f);
}

static bool read_redact(struct request *r, const struct option_use *use, struct fault *f)
{
    return read_expression(use, &r->selection.redact.patterns, f);
}

static bool read_weight(struct request *r, const struct option_use *use, struct fault *f)
{
    r->selection.weight_samples = strcmp(use->value, "samples") == 0;
    return r->selection.weight_samples || strcmp(use->value, "period") == 0 ||
           value_wrong(use, "samples or period", f);
}

/* Reads a label or a range of time; sets by_time where it is one. */
static bool read_condition(const struct option_use *use, struct request_list *labels,
                           struct time_window *window, bool *by_time, struct fault *f)
{
    struct str text = str_of(use->value);
    size_t equals = str_find(text, 0, STR("="));

    if (equals == 0 || equals + 1 >= text.n)
        return value_wrong(use, "KEY=VALUE", f);
    if (str_equal(str_from_to(text, 0, equals), STR("time"))) {
        const bool first = !*by_time;
        *by_time = true;
        return time_range_add(window, first, use, str_from_to(text, equals + 1, text.n), f);
    }
    request_list_add(labels, use->value);
    return true;
}

static bool read_where(struct request *r, const struct option_use *use, struct fault *f)
{
    struct selection_request *s = &r->selection;

    return read_condition(use, &s->where, &s->window, &s->by_time, f);
}

static bool read_before_where(struct request *r, const struct option_use *use, struct fault *f)
{
    struct side_request *s = &r->sides;

    s->chooses_before = true;
    return read_condition(use, &s->where_before, &s->window_before, &s->before_by_time, f);
}

static bool read_label(struct request *r, const struct option_use *use, struct fault *f)
{
    struct str text = str_of(use->value);
    size_t equals = str_find(text, 0, STR("="));

    if (equals == 0 || equals + 1 >= text.n ||
        str_find(str_from_to(text, 0, equals), 0, STR(",")) < equals)
        return value_wrong(use, "KEY=VALUE, no comma in KEY", f);
    request_list_add(&r->read.labels.labels, use->value);
    return true;
}

static bool read_label_from(struct request *r, const struct option_use *use, struct fault *f)
{
    const char *equals = strchr(use->value, '=');
    const char *pattern = use->second ? use->second : equals ? equals + 1 : "";
    struct label_pattern compiled;

    if (!pattern[0] || equals == use->value || !use->value[0])
        return value_wrong(use, "KEY RE, as path '/(?<pod>[^/]+)/'", f);
    if (!label_pattern_compile(&compiled, pattern, f))
        return false;
    label_pattern_free(&compiled);
    request_list_add(&r->read.labels.from, use->value);
    request_list_add(&r->read.labels.patterns, pattern);
    return true;
}

static bool read_root_by(struct request *r, const struct option_use *use, struct fault *f)
{
    struct str rest = str_of(use->value);
    struct str key;

    while (take_field(&rest, ',', &key))
        if (key.n == 0 || (str_equal(key, STR("none")) && key.n != strlen(use->value)))
            return value_wrong(use, "none, or labels separated by commas: comm, pid, tid", f);
    r->selection.root_by = use->value;
    return true;
}

static bool read_by(struct request *r, const struct option_use *use, struct fault *f)
{
    r->selection.by = true;
    r->picture.style.by = str_of(use->value);
    return str_equal(r->picture.style.by, STR("none"))
               ? value_wrong(use, "labels separated by commas: comm, pid, page", f)
               : read_root_by(r, use, f);
}

static bool read_annotate(struct request *r, const struct option_use *use, struct fault *f)
{
    static const enum frame_kind kinds[] = {KIND_KERNEL, KIND_JIT, KIND_INLINED};
    struct str rest = str_of(use->value);
    struct str word;

    while (take_field(&rest, ',', &word)) {
        unsigned bits = 0;
        for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
            if (str_equal(word, STR("all")) || str_equal(word, str_of(kind_word(kinds[i]))))
                bits |= 1u << kinds[i];
        if (!bits)
            return value_wrong(use, "any of kernel,jit,inlined, or all", f);
        r->selection.annotate |= bits;
    }
    return true;
}

static const value_reader readers[OPTION_COUNT] = {
    [OPTION_SNAPSHOT] = read_snapshot,
    [OPTION_WEIGHT] = read_weight,
    [OPTION_BEFORE_WHERE] = read_before_where,
    [OPTION_WHERE] = read_where,
    [OPTION_LABEL] = read_label,
    [OPTION_LABEL_FROM] = read_label_from,
    [OPTION_ROOT_BY] = read_root_by,
    [OPTION_BY] = read_by,
    [OPTION_GRAPH_ROOT_BY] = read_root_by,
    [OPTION_LIST_COLORMAPS] = read_list_themes,
    [OPTION_ANNOTATE] = read_annotate,
    [OPTION_OUTPUT] = read_outputs,
    [OPTION_GRAPH_OUTPUT] = read_output,
    [OPTION_FORMAT] = read_format,
    [OPTION_FROM] = read_from,
    [OPTION_OLD_FORMAT] = read_from,
    [OPTION_THREADS] = read_threads,
    [OPTION_ROWS] = read_rows,
    [OPTION_FOCUS] = read_focus,
    [OPTION_IGNORE] = read_ignore,
    [OPTION_HIDE] = read_hide,
    [OPTION_SHOW] = read_show,
    [OPTION_SHOW_FROM] = read_show_from,
    [OPTION_PRUNE_FROM] = read_prune_from,
    [OPTION_ALLOCATOR] = read_allocator,
    [OPTION_REDACT] = read_redact,
    [OPTION_TOTAL] = read_total,
    [OPTION_WIDTH] = read_width,
    [OPTION_HEIGHT] = read_height,
    [OPTION_MINWIDTH] = read_minwidth,
    [OPTION_FACTOR] = read_factor,
    [OPTION_FONTTYPE] = read_fonttype,
    [OPTION_FONT] = read_font,
    [OPTION_FONTSIZE] = read_fontsize,
    [OPTION_FONTWIDTH] = read_fontwidth,
    [OPTION_NAMEATTR] = read_nameattr,
    [OPTION_ENCODING] = read_encoding,
    [OPTION_MAX_NODES] = read_max_nodes,
    [OPTION_BGCOLORS] = read_bgcolors,
    [OPTION_CP] = read_cp,
    [OPTION_SEARCH_COLOR] = read_search_color,
    [OPTION_STROKE_COLOR] = read_stroke_color,
    [OPTION_UICOLOR] = read_uicolor,
    [OPTION_MAX_BAD] = read_max_bad,
    [OPTION_LIMITS] = read_limits,
    [OPTION_CSP] = read_csp,
    [OPTION_LIST_FORMATS] = read_list_formats,
    [OPTION_LIST_THEMES] = read_list_themes,
    [OPTION_HELP] = read_help,
    [OPTION_VERSION] = read_version,
};

value_reader value_reader_of(enum option_id id)
{
    return readers[id]                  ? readers[id]
           : side_value_reader_of(id)   ? side_value_reader_of(id)
           : graph_value_reader_of(id)  ? graph_value_reader_of(id)
           : symbol_value_reader_of(id) ? symbol_value_reader_of(id)
           : record_value_reader_of(id) ? record_value_reader_of(id)
                                        : figure_value_reader_of(id);
}
