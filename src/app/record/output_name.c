/* stall-%n-%t.svg */
#include "app/record/output_name.h"

#include <inttypes.h>
#include <stdio.h>

static bool has(const char *name, char letter)
{
    for (const char *p = name; *p; p++)
        if (*p == '%' && *++p == letter)
            return true;
        else if (!*p)
            break;
    return false;
}

static void add_number(struct buf *to, const char *before, uint64_t number)
{
    char text[32];

    snprintf(text, sizeof text, "%s%" PRIu64, before, number);
    buf_add(to, str_of(text));
}

static void add_time(struct buf *to, const struct tm *t)
{
    char text[32];

    if (strftime(text, sizeof text, "%Y%m%d-%H%M%S", t))
        buf_add(to, str_of(text));
}

/* Appends a part of a name. */
static void add_part(struct buf *to, struct str part, const struct output_turn *turn)
{
    for (size_t i = 0; i < part.n; i++) {
        const int next = part.p[i] == '%' && i + 1 < part.n ? part.p[i + 1] : 0;
        if (next == 'n')
            add_number(to, "", turn->number);
        else if (next == 't')
            add_time(to, &turn->time);
        else
            buf_add_byte(to, part.p[i]);
        i += next == 'n' || next == 't' || next == '%';
    }
}

/* Where the ending begins: x.svg, x.pb.gz and x.html.gz have one, .svg and a name without a point
 * have none. */
static size_t ending_at(struct str name)
{
    const size_t base = (size_t)(path_base_name(name).p - name.p);
    const struct str packed[] = {STR(".gz"), STR(".zst"), STR(".xz")};
    struct str s = name;

    for (size_t i = 0; i < sizeof packed / sizeof *packed; i++)
        if (str_ends(name, packed[i]))
            s.n -= packed[i].n;
    const struct str last = str_from_to(s, base, s.n);
    const size_t point = str_find_last(last, STR("."));
    return point == 0 || point == last.n ? s.n : base + point;
}

void output_name_add(struct buf *to, const char *name, const struct output_turn *turn)
{
    const struct str all = str_of(name);
    const bool plain = turn->of > 1 && strcmp(name, "-") != 0 && !has(name, 'n') &&
                       !(has(name, 't') && turn->distinct);
    const size_t at = plain ? ending_at(all) : all.n;

    add_part(to, str_from_to(all, 0, at), turn);
    if (plain)
        add_number(to, "-", turn->number);
    add_part(to, str_from_to(all, at, all.n), turn);
    buf_add_byte(to, '\0');
}
