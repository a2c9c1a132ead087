/* Shrinks generic arguments: std::map<std::string, std::vector<int>>::find becomes
 * std::map<std::string, std::vector<â¦>>::find, then std::map<â¦>::find. */
#include "base/utf8.h"
#include "render/common/name_parts.h"

#define ELLIPSIS STR("\xE2\x80\xA6")

/* Names with more groups than this exist; those further right are then not shortened. */
enum { MOST_GROUPS = 96, NO_GROUP = MOST_GROUPS };

/* Generic arguments: the text between `<` and its `>`. */
struct group {
    size_t begin, end; /* bytes between the brackets; end 0: not closed */
    size_t cells;      /* before it until it is closed, then of the text between */
    unsigned depth;    /* of groups around it */
    unsigned around;   /* the group it was opened in, or NO_GROUP */
    bool leads;        /* nothing that takes arguments stands before it: <T as Trait>:: */
    bool picked;       /* may shrink */
    bool shrunk;
};

struct groups {
    struct group all[MOST_GROUPS]; /* by where they begin */
    unsigned n;
    unsigned open;   /* the innermost that is open, or NO_GROUP */
    size_t unstored; /* brackets that are open, but for which there was no room */
};

static char byte_at(struct str s, size_t at)
{
    if (at < s.n)
        return s.p[at];
    return '\0';
}

/* Whether a `<` at `at` follows something that takes arguments: a name, Rust's `::`, operator(),
 * operator->, a lambda, or the blank after an operator (operator< <int>). */
static bool follows_name(struct str s, size_t at)
{
    if (at == 0)
        return false;
    char c = s.p[at - 1];
    if (c == ' ' && at > 1)
        return s.p[at - 2] == '<' || s.p[at - 2] == '>' || s.p[at - 2] == '=';
    return name_is_letter(c) || c == ':' || c == ')' || c == ']' || c == '}' || c == '>';
}

static void open_group(struct groups *g, size_t at, size_t cells, bool leads)
{
    if (g->n == MOST_GROUPS) {
        g->unstored++;
        return;
    }
    g->all[g->n] = (struct group){
        .begin = at + 1,
        .cells = cells,
        .depth = g->open == NO_GROUP ? 0 : g->all[g->open].depth + 1,
        .around = g->open,
        .leads = leads,
    };
    g->open = g->n++;
}

/* Template arguments may be followed by anything but a single colon (py::<module>:/srv/job.py); a
 * group at the start of a path is followed by two. Everything else (<init>, <unknown>) is a name
 * and is kept. */
static bool ends_arguments(const struct group *group, struct str s, size_t at)
{
    bool colon = byte_at(s, at + 1) == ':';
    bool path = colon && byte_at(s, at + 2) == ':';

    return group->leads ? path : path || !colon;
}

static void close_group(struct groups *g, struct str s, size_t at, size_t cells)
{
    if (g->unstored) {
        g->unstored--;
        return;
    }
    if (g->open == NO_GROUP)
        return;
    struct group *group = &g->all[g->open];
    g->open = group->around;
    if (!ends_arguments(group, s, at))
        return;
    group->end = at;
    group->cells = cells - group->cells - 1;
}

/* A `<` before a blank or `=` is a comparison; the `>` of -> and => is an arrow. */
static void find_groups(struct groups *g, struct str s)
{
    size_t cells = 0;
    size_t behind_operator = 0;

    for (size_t at = 0; at < s.n;) {
        char c = s.p[at];
        size_t skipped = c == 'o' ? name_operator_length(s, at) : 0;
        if (skipped) {
            at += skipped;
            cells += skipped;
            behind_operator = at;
            continue;
        }
        if (c == '<' && byte_at(s, at + 1) != ' ' && byte_at(s, at + 1) != '=')
            open_group(g, at, cells, (at == 0 || at != behind_operator) && !follows_name(s, at));
        else if (c == '>' && at > 0 && s.p[at - 1] != '-' && s.p[at - 1] != '=')
            close_group(g, s, at, cells);
        cells += utf8_cells(utf8_next(s, &at));
    }
}

/* Picks the outermost groups at or below a depth. Returns how many cells shortening all of them
 * saves. */
static size_t pick_from_depth(struct groups *g, unsigned depth)
{
    size_t saved = 0;
    size_t passed = 0;

    for (unsigned i = 0; i < g->n; i++) {
        struct group *group = &g->all[i];
        group->picked =
            group->end && group->begin >= passed && group->depth >= depth && group->cells > 1;
        if (!group->picked)
            continue;
        saved += group->cells - 1;
        passed = group->end;
    }
    return saved;
}

static struct group *longest_picked(struct groups *g)
{
    struct group *longest = NULL;

    for (unsigned i = 0; i < g->n; i++) {
        struct group *group = &g->all[i];
        if (group->picked && !group->shrunk && (!longest || group->cells > longest->cells))
            longest = group;
    }
    return longest;
}

/* Marks groups to shorten so that `over` cells are saved: the deepest if that is enough, and of
 * these the longest first. */
static void choose_groups(struct groups *g, size_t over)
{
    unsigned depth = 0;

    for (unsigned i = 0; i < g->n; i++)
        if (g->all[i].end && g->all[i].depth > depth)
            depth = g->all[i].depth;
    while (pick_from_depth(g, depth) < over && depth > 0)
        depth--;
    while (over > 0) {
        struct group *group = longest_picked(g);
        if (!group)
            return;
        group->shrunk = true;
        over -= over < group->cells - 1 ? over : group->cells - 1;
    }
}

void name_shrink_arguments(struct str s, size_t over, struct buf *to)
{
    struct groups g;
    size_t from = 0;

    if (!over || !memchr(s.p, '<', s.n)) {
        buf_add(to, s);
        return;
    }
    g.n = 0;
    g.open = NO_GROUP;
    g.unstored = 0;
    find_groups(&g, s);
    choose_groups(&g, over);
    for (unsigned i = 0; i < g.n; i++) {
        if (!g.all[i].shrunk)
            continue;
        buf_add(to, str_from_to(s, from, g.all[i].begin));
        buf_add(to, ELLIPSIS);
        from = g.all[i].end;
    }
    buf_add(to, str_from_to(s, from, s.n));
}
