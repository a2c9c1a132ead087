/* Shortens names: std::map<std::string, std::vector<int>>::find becomes std::map<std::string,
 * std::vector<…>>::find, then std::map<…>::find, then std::map<…
 * Drops arguments before it cuts the end. */
#include "base/parse.h"
#include "base/utf8.h"
#include "render/common/text.h"

#define ELLIPSIS STR("\xE2\x80\xA6")

/* Names with more groups than this exist; those further right are then not shortened. */
enum { PATH_CELLS = 6 }; /* below, an ellipsis at both ends leaves too little */

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

static bool is_name_byte(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '$' || (unsigned char)c >= 0x80;
}

/* Returns the length of `operator` and the brackets after it if both are at `at`, else 0.
 * operator<<int> is read as << before a stray int>: demanglers write operator< <int>. */
static size_t operator_length(struct str s, size_t at)
{
    static const char *const signs[] = {"<<=", "<=>", ">>=", "->*", "<<", ">>",
                                        "<=",  ">=",  "->",  "<",   ">"};
    const struct str word = STR("operator");

    if ((at > 0 && is_name_byte(s.p[at - 1])) || !str_starts(str_from_to(s, at, s.n), word))
        return 0;
    struct str rest = str_from_to(s, at + word.n, s.n);
    for (size_t i = 0; i < sizeof signs / sizeof signs[0]; i++) {
        struct str sign = str_of(signs[i]);
        if (str_starts(rest, sign))
            return word.n + sign.n;
    }
    return 0;
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
    return is_name_byte(c) || c == ':' || c == ')' || c == ']' || c == '}' || c == '>';
}

static void open_group(struct groups *g, struct str s, size_t at, size_t cells)
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
        .leads = !follows_name(s, at),
    };
    g->open = g->n++;
}

/* Template arguments may be followed by anything but a single colon (py::<module>:/srv/job.py); a
 * group at the start of a path is followed by two. Everything else (<init>, <unknown>) is a name
 * and is kept. */
static bool takes_end(const struct group *group, struct str s, size_t at)
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
    if (!takes_end(group, s, at))
        return;
    group->end = at;
    group->cells = cells - group->cells - 1;
}

/* A `<` before a blank or `=` is a comparison; the `>` of -> and => is an arrow. */
static void find_groups(struct groups *g, struct str s)
{
    size_t cells = 0;

    for (size_t at = 0; at < s.n;) {
        char c = s.p[at];
        size_t skipped = c == 'o' ? operator_length(s, at) : 0;
        if (skipped) {
            at += skipped;
            cells += skipped;
            continue;
        }
        if (c == '<' && byte_at(s, at + 1) != ' ' && byte_at(s, at + 1) != '=')
            open_group(g, s, at, cells);
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

static void add_shrunk(struct str s, size_t over, struct buf *to)
{
    struct groups g;
    size_t from = 0;

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

static bool is_folder(char c)
{
    return is_letter(c) || is_digit(c) || c == '/' || c == '_' || c == '-' || c == '.' || c == '$';
}

/* Where the packages before a class end: "java.util.List.of". `at` itself if there are none. */
static size_t package_end(struct str s, size_t at)
{
    size_t end = at;

    for (size_t i = at; i < s.n && s.p[i] >= 'a' && s.p[i] <= 'z'; i = end) {
        while (i < s.n && (is_letter(s.p[i]) || is_digit(s.p[i]) || s.p[i] == '_'))
            i++;
        if (i == s.n || s.p[i] != '.')
            return at;
        end = i + 1;
    }
    return end < s.n && s.p[end] >= 'A' && s.p[end] <= 'Z' ? end : at;
}

/* Where the longest end of a path begins that fits, or if none fits, its last part: "Handler:.read"
 * says more about "org/jboss/Handler:.read" than "org/jboss" does. Packages are treated alike. 0
 * when the text is no path. */
static size_t path_end(struct str s, size_t cells)
{
    size_t left = text_cells(s);
    size_t last = 0;
    size_t packages = package_end(s, 0);

    for (size_t i = 0; i + 1 < s.n && is_folder(s.p[i]); i++) {
        left--;
        if (s.p[i] == '/')
            packages = package_end(s, i + 1);
        else if (s.p[i] != '.' || i >= packages)
            continue;
        last = i + 1;
        if (left <= cells)
            break;
    }
    return last;
}

/* How many bytes at the start fit into that many cells, including the combining marks of the last
 * letter. */
static size_t length_within(struct str s, size_t cells)
{
    size_t at = 0;

    while (at < s.n) {
        size_t next = at;
        unsigned more = utf8_cells(utf8_next(s, &next));
        if (more > cells)
            break;
        cells -= more;
        at = next;
    }
    return at;
}

void text_fit(struct str clean, size_t cells, enum text_cut cut, struct buf *to)
{
    size_t has = text_cells(clean);

    if (has <= cells) {
        buf_add(to, clean);
        return;
    }
    if (cells < 3)
        return;
    size_t from = to->n;
    if (cut == TEXT_CUT_SMART)
        add_shrunk(clean, has - cells, to);
    else
        buf_add(to, clean);
    struct str text = str_from_to(buf_str(to), from, to->n);
    if (text_cells(text) <= cells)
        return;
    size_t end = cut == TEXT_CUT_SMART && cells >= PATH_CELLS ? path_end(clean, cells - 1) : 0;
    if (end) {
        to->n = from;
        buf_add(to, ELLIPSIS);
        buf_add(to, str_from_to(clean, end, clean.n));
        text = str_from_to(buf_str(to), from, to->n);
        if (text_cells(text) <= cells)
            return;
    }
    text.n = length_within(text, cells - 1);
    to->n = from + text.n;
    if (!str_ends(text, ELLIPSIS))
        buf_add(to, ELLIPSIS);
}
