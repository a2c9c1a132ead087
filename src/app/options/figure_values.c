/* --paper a4, --dpi 300: reads and checks the values of figure options. */
#include "app/options/figure_values.h"

#include "base/parse.h"

enum { LEAST_PT = 20, MOST_PT = FIGURE_PDF_MOST };

static bool read_dpi(struct request *r, const struct option_use *use, struct fault *f)
{
    return value_read_double(use, VALUE_MILLION, UINT64_C(2400) * VALUE_MILLION,
                             "pixels per inch, from 1 to 2400", &r->figure.dpi, f);
}

static bool read_scale(struct request *r, const struct option_use *use, struct fault *f)
{
    return value_read_double(use, VALUE_MILLION / 100, UINT64_C(25) * VALUE_MILLION,
                             "a number from 0.01 to 25", &r->figure.scale, f);
}

/* Removes "mm", "in" or "pt" from the end; returns the number of points in that unit. */
static double parse_unit(struct str *s)
{
    static const struct {
        char name[3];
        double pt;
    } units[] = {{"mm", 72 / 25.4}, {"in", 72}, {"pt", 1}};

    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++)
        if (str_ends(*s, str_of(units[i].name))) {
            s->n -= 2;
            return units[i].pt;
        }
    return units[0].pt;
}

static bool parse_length(struct str s, double unit, double *pt)
{
    enum { DIGITS = 6 };
    struct decimal n;

    if (!parse_decimal(s, DIGITS, &n))
        return false;
    *pt = (double)n.value * unit;
    for (unsigned i = 0; i < n.scale; i++)
        *pt /= 10;
    return true;
}

/* Ignores case: many write "A4". */
static bool is_called(struct str s, const char *name)
{
    if (s.n != strlen(name))
        return false;
    for (size_t i = 0; i < s.n; i++)
        if ((is_letter(s.p[i]) ? s.p[i] | 0x20 : s.p[i]) != name[i])
            return false;
    return true;
}

static bool read_paper(struct request *r, const struct option_use *use, struct fault *f)
{
    static const struct {
        const char *name;
        double width_pt, height_pt;
    } known[] = {
        {"a3", 841.89, 1190.55}, {"a4", 595.28, 841.89}, {"a5", 419.53, 595.28},
        {"letter", 612, 792},    {"legal", 612, 1008},   {"tabloid", 792, 1224},
    };
    struct figure_request *to = &r->figure;
    struct str size = str_of(use->value);

    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (is_called(size, known[i].name)) {
            to->width_pt = known[i].width_pt;
            to->height_pt = known[i].height_pt;
            return true;
        }
    double unit = parse_unit(&size);
    size_t mark = str_find(size, 0, STR("x"));
    if (mark < size.n && parse_length(str_from_to(size, 0, mark), unit, &to->width_pt) &&
        parse_length(str_from_to(size, mark + 1, size.n), unit, &to->height_pt) &&
        to->width_pt >= LEAST_PT && to->height_pt >= LEAST_PT && to->width_pt <= MOST_PT &&
        to->height_pt <= MOST_PT)
        return true;
    return value_wrong(use,
                       "a3, a4, a5, letter, legal, tabloid, or WIDTHxHEIGHT in mm as 210x297, or "
                       "8.5x11in; at most 200 inches",
                       f);
}

static bool read_margin(struct request *r, const struct option_use *use, struct fault *f)
{
    struct str size = str_of(use->value);
    double unit = parse_unit(&size);

    return (parse_length(size, unit, &r->figure.margin_pt) && r->figure.margin_pt <= MOST_PT) ||
           value_wrong(use, "a length in mm, or as 0.5in", f);
}

static bool read_quality(struct request *r, const struct option_use *use, struct fault *f)
{
    return (parse_u64(str_of(use->value), &r->figure.quality) && r->figure.quality >= 1 &&
            r->figure.quality <= 100) ||
           value_wrong(use, "a whole number from 1 to 100", f);
}

value_reader figure_value_reader_of(enum option_id id)
{
    static const value_reader readers[OPTION_COUNT] = {
        [OPTION_DPI] = read_dpi,       [OPTION_SCALE] = read_scale,     [OPTION_PAPER] = read_paper,
        [OPTION_MARGIN] = read_margin, [OPTION_QUALITY] = read_quality,
    };

    return readers[id];
}
