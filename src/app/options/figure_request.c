/* Makes the style of a figure from its options, and checks them against the format. */
#include "app/options/figure_request.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/parse.h"

enum { PX_OF_INCH = 96, QUALITY = 90 };

static const double margin_on_paper_pt = 28.35; /* 10 mm */

static void set_paper(const struct figure_request *r, struct figure_paper *paper)
{
    bool turn = r->landscape && r->width_pt < r->height_pt;

    paper->scale = r->dpi > 0 ? r->dpi / PX_OF_INCH : r->scale;
    paper->width_pt = turn ? r->height_pt : r->width_pt;
    paper->height_pt = turn ? r->width_pt : r->height_pt;
    paper->margin_pt = r->margin_pt >= 0     ? r->margin_pt
                       : paper->width_pt > 0 ? margin_on_paper_pt
                                             : 0;
}

/* Reads SOURCE_DATE_EPOCH (reproducible-builds.org): seconds since 1970, used instead of the
 * current time. */
static bool set_date(struct figure_request *r, struct fault *f)
{
    const uint64_t most = UINT64_C(253402300799); /* the last second of the year 9999 */
    const char *epoch = getenv("SOURCE_DATE_EPOCH");
    uint64_t seconds;
    struct tm tm;
    struct excerpt e;

    if (!epoch || !*epoch)
        return true;
    if (!parse_u64(str_of(epoch), &seconds) || seconds > most)
        return fault_set(f, FAULT_USAGE,
                         "SOURCE_DATE_EPOCH: \"%s\" found, wanted seconds since 1970",
                         excerpt_of(&e, str_of(epoch)));
    time_t at = (time_t)seconds;
    if (!gmtime_r(&at, &tm) || !strftime(r->date, sizeof r->date, "%Y-%m-%dT%H:%M:%SZ", &tm))
        r->date[0] = '\0';
    return true;
}

bool figure_request_place(const enum figure_format *format, const char *output, struct fault *f)
{
    return !format || output || isatty(1) != 1 ||
           fault_set(f, FAULT_USAGE,
                     "--format %s: standard output is a terminal, wanted --output FILE",
                     figure_names[*format]);
}

bool figure_request_style(struct figure_request *r, const enum figure_format *format,
                          struct figure_style *style, struct fault *f)
{
    *style = (struct figure_style){
        .quality = r->quality ? (unsigned)r->quality : QUALITY,
        .transparent = r->transparent,
        .whole_text = r->whole_text,
        .table = r->table,
        .title = STR(""),
        .subject = STR(""),
        .keywords = STR(""),
        .creator = STR("flame " FLAME_VERSION),
        .font = r->font ? str_of(r->font) : STR(""),
        .date = STR(""),
    };
    set_paper(r, &style->paper);
    if (style->paper.width_pt > 0 && (style->paper.margin_pt * 2 >= style->paper.width_pt ||
                                      style->paper.margin_pt * 2 >= style->paper.height_pt))
        return fault_set(f, FAULT_USAGE, "--margin: leaves nothing of the paper, wanted less");
    if (!format || !set_date(r, f))
        return !format;
    style->date = str_of(r->date);
    return true;
}
