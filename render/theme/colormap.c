/* Parses colour maps, and computes colours for shares. */
#include "render/theme/colormap.h"

#include <math.h>
#include <string.h>

#include "base/parse.h"
#include "render/common/text_file.h"
#include "render/theme/theme_file.h"

enum { DIGITS = 6 };

/* Generated from the files of themes/ by the build, sorted by name. */
extern const struct built_in_file embedded_colormaps[];

static const struct theme_files colormaps = {embedded_colormaps, "colour map", 1 << 16};

/* CSS Color Module Level 3, 4.2.4. */
static double channel(double p, double q, double hue)
{
    hue -= floor(hue);
    if (hue * 6 < 1)
        return p + (q - p) * hue * 6;
    if (hue * 2 < 1)
        return q;
    if (hue * 3 < 2)
        return p + (q - p) * (2.0 / 3 - hue) * 6;
    return p;
}

static unsigned char byte_of(double value, double gamma)
{
    value = pow(value < 0 ? 0 : value > 1 ? 1 : value, gamma);
    return (unsigned char)(255 * value + 0.5);
}

static struct colour colour_of(const double *hsl, double gamma)
{
    double q = hsl[2] <= 0.5 ? hsl[2] * (hsl[1] + 1) : hsl[2] + hsl[1] - hsl[2] * hsl[1];
    double p = hsl[2] * 2 - q;

    return (struct colour){byte_of(channel(p, q, hsl[0] + 1.0 / 3), gamma),
                           byte_of(channel(p, q, hsl[0]), gamma),
                           byte_of(channel(p, q, hsl[0] - 1.0 / 3), gamma)};
}

bool colormap_listed(size_t i, struct str *name, struct str *about)
{
    return theme_files_listed(&colormaps, i, name, about);
}

/* Parses n numbers from 0 to `most`, and nothing more. */
static bool numbers(struct str rest, double *to, size_t n, const double *most)
{
    struct decimal d;
    struct str word;

    for (size_t i = 0; i < n; i++) {
        if (!take_word(&rest, &word) || !parse_decimal(word, DIGITS, &d))
            return false;
        to[i] = (double)d.value / pow(10, d.scale);
        if (to[i] > most[i])
            return false;
    }
    return !take_word(&rest, &word);
}

static bool hsl(struct str rest, double *to)
{
    static const double most[] = {360, 100, 100};

    if (!numbers(rest, to, 3, most))
        return false;
    to[0] /= 360;
    to[1] /= 100;
    to[2] /= 100;
    return true;
}

static bool change(struct str rest, struct colour *to)
{
    double c[3];

    if (!hsl(rest, c))
        return false;
    struct colour made = colour_of(c, 1);
    *to = made;
    return true;
}

/* Borders and lines that have colours of their own have two. */
static bool own_line(struct colormap *m, struct str rest, double *to)
{
    if (!m->line_given) {
        memcpy(m->line_from, m->from, sizeof m->from);
        memcpy(m->line_to, m->to, sizeof m->to);
    }
    m->line_given = true;
    return hsl(rest, to);
}

static bool range(struct str rest, double most, double *least, double *to)
{
    double both[2];

    if (!numbers(rest, both, 2, (const double[]){most, most}) || both[0] > both[1])
        return false;
    *least = both[0];
    *to = both[1];
    return true;
}

/* Returns what the line should have been, or NULL if it is valid. */
static const char *read_line(struct colormap *m, struct str line)
{
    struct str word;

    if (!take_word(&line, &word) || word.p[0] == '#' || str_equal(word, STR("about")))
        return NULL;
    if (str_equal(word, STR("from")))
        return hsl(line, m->from) ? NULL : "from HUE SATURATION LIGHTNESS (to 360, 100 and 100)";
    if (str_equal(word, STR("to")))
        return hsl(line, m->to) ? NULL : "to HUE SATURATION LIGHTNESS (to 360, 100 and 100)";
    if (str_equal(word, STR("line-from")))
        return own_line(m, line, m->line_from)
                   ? NULL
                   : "line-from HUE SATURATION LIGHTNESS (to 360, 100 and 100)";
    if (str_equal(word, STR("line-to")))
        return own_line(m, line, m->line_to)
                   ? NULL
                   : "line-to HUE SATURATION LIGHTNESS (to 360, 100 and 100)";
    if (str_equal(word, STR("less")))
        return change(line, &m->less) ? NULL
                                      : "less HUE SATURATION LIGHTNESS (to 360, 100 and 100)";
    if (str_equal(word, STR("more")))
        return change(line, &m->more) ? NULL
                                      : "more HUE SATURATION LIGHTNESS (to 360, 100 and 100)";
    if (str_equal(word, STR("gamma")))
        return numbers(line, &m->gamma, 1, (const double[]){10}) ? NULL : "gamma NUMBER (to 10)";
    if (str_equal(word, STR("font")))
        return range(line, 200, &m->font_least, &m->font_most) ? NULL : "font LEAST MOST (to 200)";
    if (str_equal(word, STR("pen")))
        return range(line, 100, &m->pen_least, &m->pen_most) ? NULL : "pen LEAST MOST (to 100)";
    if (!str_equal(word, STR("fill")))
        return "about, from, to, line-from, line-to, less, more, gamma, font, pen or fill";
    line = str_trim(line);
    m->fill = str_equal(line, STR("yes"));
    return m->fill || str_equal(line, STR("no")) ? NULL : "fill yes or fill no";
}

bool colormap_parse(struct colormap *m, const char *file, struct str bytes, struct fault *f)
{
    struct text_lines lines = {.rest = bytes};
    struct excerpt e;

    *m = (struct colormap){.to = {0, 1, 0.5},
                           .from = {0, 1, 0.9},
                           .less = {0x1a, 0x66, 0xb8},
                           .more = {0xe6, 0x61, 0x00},
                           .gamma = 1,
                           .font_least = 10,
                           .font_most = 10,
                           .pen_least = 0.5,
                           .pen_most = 4,
                           .fill = true};
    while (text_lines_next(&lines)) {
        const char *wanted = read_line(m, lines.line);
        if (wanted)
            return fault_set(f, FAULT_INPUT, "%s:%llu: \"%s\" found, wanted %s", file,
                             (unsigned long long)lines.number, excerpt_of(&e, lines.line), wanted);
    }
    return true;
}

bool colormap_load(struct colormap *m, const char *name_or_path, struct fault *f)
{
    struct buf text = {0};
    bool ok = theme_files_read(&colormaps, &text, name_or_path, f) &&
              colormap_parse(m, name_or_path, buf_str(&text), f);

    buf_free(&text);
    return ok;
}

static struct colour between(const double *from, const double *to, double gamma, double share,
                             double skew)
{
    double c[3];
    double at = skew > 0 && skew != 1 ? (pow(skew, share) - 1) / (skew - 1) : share;

    for (size_t i = 0; i < 3; i++)
        c[i] = from[i] + (to[i] - from[i]) * at;
    return colour_of(c, gamma);
}

struct colour colormap_colour(const struct colormap *m, double share, double skew)
{
    return between(m->from, m->to, m->gamma, share, skew);
}

struct colour colormap_line(const struct colormap *m, double share, double skew)
{
    return between(m->line_given ? m->line_from : m->from, m->line_given ? m->line_to : m->to,
                   m->gamma, share, skew);
}

static unsigned char mixed(unsigned char from, unsigned char to, double part)
{
    return (unsigned char)((double)from + ((double)to - (double)from) * part + 0.5);
}

struct colour colormap_change(const struct colormap *m, double heat, bool box)
{
    unsigned char grey = box ? 0xe8 : 0x8c; /* what does not change */
    struct colour end = heat < 0 ? m->less : m->more;
    double part = fmin(fabs(heat), 1);

    return (struct colour){mixed(grey, end.r, part), mixed(grey, end.g, part),
                           mixed(grey, end.b, part)};
}

double colormap_font(const struct colormap *m, double share)
{
    return fmax(share * share * m->font_most, m->font_least);
}

double colormap_pen(const struct colormap *m, double share)
{
    return fmax(share * m->pen_most, m->pen_least);
}

double colormap_arrow(const struct colormap *m, double share)
{
    return 0.5 * sqrt(colormap_pen(m, share));
}
