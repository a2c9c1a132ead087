/* Colours: parsing, contrast as WCAG 2 defines it, backgrounds. */
#include "render/theme/colour.h"

#include "base/parse.h"

enum {
    STEPS = 255,
    DARK_ENOUGH = 375000000,  /* white text has 12:1 on it: 1.05 / (0.0375 + 0.05) */
    BLACK_READS = 1750000000, /* black text has 4.5:1 on it: (0.175 + 0.05) / 0.05 */
    BLACK_WINS = 1791287847,  /* black and white text have the same: sqrt(1.05 * 0.05) - 0.05 */
};

/* The linear light of a channel value in millionths, rounded down: v = i / 255, then v / 12.92 up
 * to 0.04045, else ((v + 0.055) / 1.055) ^ 2.4 (WCAG 2.2, "relative luminance", with sRGB's
 * constant). */
static const uint32_t linear[256] = {
    0,      303,    607,    910,     1214,   1517,   1821,   2124,   2428,   2731,   3035,   3346,
    3676,   4024,   4391,   4776,    5181,   5605,   6048,   6512,   6995,   7499,   8023,   8568,
    9134,   9721,   10329,  10960,   11612,  12286,  12983,  13702,  14443,  15208,  15996,  16807,
    17641,  18500,  19382,  20288,   21219,  22173,  23153,  24157,  25186,  26241,  27320,  28426,
    29556,  30713,  31896,  33104,   34339,  35601,  36889,  38204,  39546,  40915,  42311,  43735,
    45186,  46665,  48171,  49706,   51269,  52860,  54480,  56128,  57805,  59511,  61246,  63010,
    64803,  66625,  68478,  70360,   72271,  74213,  76185,  78187,  80219,  82282,  84376,  86500,
    88655,  90841,  93058,  95307,   97587,  99898,  102241, 104616, 107023, 109461, 111932, 114435,
    116970, 119538, 122138, 124771,  127437, 130136, 132868, 135633, 138431, 141263, 144128, 147027,
    149959, 152926, 155926, 158960,  162029, 165132, 168269, 171441, 174647, 177888, 181164, 184474,
    187820, 191201, 194617, 198069,  201556, 205078, 208636, 212230, 215860, 219526, 223227, 226965,
    230740, 234550, 238397, 242281,  246201, 250158, 254152, 258182, 262250, 266355, 270497, 274677,
    278894, 283148, 287440, 291770,  296138, 300543, 304987, 309468, 313988, 318546, 323143, 327778,
    332451, 337163, 341914, 346704,  351532, 356400, 361306, 366252, 371237, 376262, 381326, 386429,
    391572, 396755, 401977, 407240,  412542, 417885, 423267, 428690, 434153, 439657, 445201, 450785,
    456411, 462076, 467783, 473531,  479320, 485149, 491020, 496932, 502886, 508881, 514917, 520995,
    527115, 533276, 539479, 545724,  552011, 558340, 564711, 571124, 577580, 584078, 590618, 597201,
    603827, 610495, 617206, 623960,  630757, 637596, 644479, 651405, 658374, 665387, 672443, 679542,
    686685, 693871, 701101, 708375,  715693, 723055, 730460, 737910, 745404, 752942, 760524, 768151,
    775822, 783537, 791297, 799102,  806952, 814846, 822785, 830769, 838799, 846873, 854992, 863157,
    871367, 879622, 887923, 896269,  904661, 913098, 921581, 930110, 938685, 947306, 955973, 964686,
    973445, 982250, 991102, 1000000,
};

static const struct {
    const char *name;
    struct background background;
} gradients[] = {
    {"yellow", {{0xee, 0xee, 0xee}, {0xee, 0xee, 0xb0}, {0x1c, 0x1c, 0x1c}, {0x2a, 0x28, 0x1a}}},
    {"blue", {{0xee, 0xee, 0xee}, {0xe0, 0xe0, 0xff}, {0x1c, 0x1c, 0x1e}, {0x1c, 0x1e, 0x34}}},
    {"green", {{0xee, 0xf2, 0xee}, {0xe0, 0xff, 0xe0}, {0x1b, 0x1e, 0x1b}, {0x18, 0x2c, 0x1a}}},
    {"grey", {{0xf8, 0xf8, 0xf8}, {0xe8, 0xe8, 0xe8}, {0x1a, 0x1a, 0x1a}, {0x26, 0x26, 0x26}}},
};

const char *colour_hex(struct colour_text *t, struct colour c)
{
    static const char digits[] = "0123456789abcdef";
    const unsigned char channels[3] = {c.r, c.g, c.b};

    t->text[0] = '#';
    for (size_t i = 0; i < 3; i++) {
        t->text[1 + 2 * i] = digits[channels[i] >> 4];
        t->text[2 + 2 * i] = digits[channels[i] & 15];
    }
    t->text[7] = '\0';
    return t->text;
}

static bool hex_digit(char c, unsigned *value)
{
    if (is_digit(c))
        *value = (unsigned)(c - '0');
    else if (c >= 'a' && c <= 'f')
        *value = (unsigned)(c - 'a') + 10;
    else if (c >= 'A' && c <= 'F')
        *value = (unsigned)(c - 'A') + 10;
    else
        return false;
    return true;
}

static bool parse_hex(struct str s, struct colour *c)
{
    unsigned char channels[3];

    if (s.n != 7 || s.p[0] != '#')
        return false;
    for (size_t i = 0; i < 3; i++) {
        unsigned high;
        unsigned low;
        if (!hex_digit(s.p[1 + 2 * i], &high) || !hex_digit(s.p[2 + 2 * i], &low))
            return false;
        channels[i] = (unsigned char)(high << 4 | low);
    }
    *c = (struct colour){channels[0], channels[1], channels[2]};
    return true;
}

/* rgb(205, 115,27) */
static bool parse_rgb(struct str s, struct colour *c)
{
    unsigned char channels[3];
    struct str part;
    size_t n = 0;

    if (!str_starts(s, STR("rgb(")) || s.p[s.n - 1] != ')')
        return false;
    s = str_from_to(s, 4, s.n - 1);
    while (take_field(&s, ',', &part)) {
        uint64_t value;
        if (n == 3 || !parse_u64(str_trim(part), &value) || value > 255)
            return false;
        channels[n++] = (unsigned char)value;
    }
    if (n != 3)
        return false;
    *c = (struct colour){channels[0], channels[1], channels[2]};
    return true;
}

bool colour_parse(struct str s, struct colour *c)
{
    return parse_hex(s, c) || parse_rgb(s, c);
}

uint64_t colour_luminance(struct colour c)
{
    return UINT64_C(2126) * linear[c.r] + UINT64_C(7152) * linear[c.g] +
           UINT64_C(722) * linear[c.b];
}

static unsigned char towards_white(unsigned char channel, unsigned k)
{
    return (unsigned char)(channel + (255u - channel) * k / STEPS);
}

static struct colour mix_white(struct colour c, unsigned k)
{
    return (struct colour){towards_white(c.r, k), towards_white(c.g, k), towards_white(c.b, k)};
}

/* Luminance never falls from step to step, so bisection finds the first step that is light enough;
 * the last step is white and always is. */
struct colour colour_lightened(struct colour c, uint64_t luminance)
{
    unsigned dark = 0;
    unsigned light = STEPS;

    if (colour_luminance(c) >= luminance)
        return c;
    while (light - dark > 1) {
        unsigned k = (dark + light) / 2;
        if (colour_luminance(mix_white(c, k)) >= luminance)
            light = k;
        else
            dark = k;
    }
    return mix_white(c, light);
}

struct colour colour_under_black(struct colour c)
{
    return colour_lightened(c, BLACK_READS);
}

struct colour colour_text_on(struct colour fill)
{
    if (colour_luminance(fill) >= BLACK_WINS)
        return (struct colour){0, 0, 0};
    return (struct colour){255, 255, 255};
}

static unsigned char channel_mixed(unsigned a, unsigned b, unsigned part)
{
    return (unsigned char)((a * (256 - part) + b * part + 128) / 256);
}

struct colour colour_mixed(struct colour a, struct colour b, unsigned part)
{
    return (struct colour){channel_mixed(a.r, b.r, part), channel_mixed(a.g, b.g, part),
                           channel_mixed(a.b, b.b, part)};
}

/* Hue in degrees; -1 for colours that are called grey. */
static int hue_of(struct colour c)
{
    int r = c.r;
    int g = c.g;
    int b = c.b;
    int most = r > g ? (r > b ? r : b) : g > b ? g : b;
    int least = r < g ? (r < b ? r : b) : g < b ? g : b;
    int span = most - least;

    if (span == 0 || span * 8 < most)
        return -1;
    int hue = most == r   ? 60 * (g - b) / span
              : most == g ? 120 + 60 * (b - r) / span
                          : 240 + 60 * (r - g) / span;
    return hue < 0 ? hue + 360 : hue;
}

const char *colour_word(struct colour c)
{
    static const struct {
        int below;
        const char *word;
    } words[] = {{0, "grey"},   {15, "red"},   {45, "orange"},  {70, "yellow"}, {165, "green"},
                 {195, "aqua"}, {255, "blue"}, {290, "purple"}, {345, "pink"},  {361, "red"}};
    size_t i = 0;

    while (hue_of(c) >= words[i].below)
        i++;
    return words[i].word;
}

bool colour_of_separator(struct str raw_name, struct colour *c)
{
    if (raw_name.n == 0 || raw_name.n > 2 || raw_name.p[0] != '-')
        return false;
    if (raw_name.n == 2 && raw_name.p[1] != '-')
        return false;
    *c = raw_name.n == 1 ? (struct colour){200, 200, 200} : (struct colour){160, 160, 160};
    return true;
}

static unsigned char towards_black(unsigned char channel, unsigned k)
{
    return (unsigned char)(channel * (STEPS - k) / STEPS);
}

static struct colour mix_black(struct colour c, unsigned k)
{
    return (struct colour){towards_black(c.r, k), towards_black(c.g, k), towards_black(c.b, k)};
}

/* As colour_under_black: the last step is black and always dark enough. */
static struct colour darkened(struct colour c)
{
    unsigned light = 0;
    unsigned dark = STEPS;

    if (colour_luminance(c) <= DARK_ENOUGH)
        return c;
    while (dark - light > 1) {
        unsigned k = (dark + light) / 2;
        if (colour_luminance(mix_black(c, k)) <= DARK_ENOUGH)
            dark = k;
        else
            light = k;
    }
    return mix_black(c, dark);
}

struct background background_of(struct colour top, struct colour bottom)
{
    return (struct background){top, bottom, darkened(top), darkened(bottom)};
}

bool background_parse(struct str s, struct background *b)
{
    struct colour flat;

    for (size_t i = 0; i < sizeof gradients / sizeof gradients[0]; i++) {
        if (str_equal(s, str_of(gradients[i].name))) {
            *b = gradients[i].background;
            return true;
        }
    }
    if (!parse_hex(s, &flat))
        return false;
    *b = background_of(flat, flat);
    return true;
}
