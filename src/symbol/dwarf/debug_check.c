/* libdw keeps a table of abbreviations for each unit, even when they share one. */
#include "symbol/dwarf/debug_check.h"

#include "symbol/dwarf/debug_cursor.h"

enum {
    TABLES_FREE = 1 << 18, /* bytes of abbreviations */
    TABLES_RATIO = 4,
    ATTRIBUTES_MOST = 1000, /* of an abbreviation; real ones have some thirty */
    BASES_MOST = 100        /* entries of a list of ranges that are no range, one after another */
};

enum { FORM_IMPLICIT_CONST = 0x21, RANGES_BASE = 5, RANGES_BASE_INDEX = 1 };

/* Reads the attributes of an abbreviation; libdw looks through them for each entry. */
static bool read_attributes(struct debug_cursor *c)
{
    for (unsigned n = 0; n < ATTRIBUTES_MOST && !c->is_cut; n++) {
        uint64_t name = debug_cursor_uleb(c);
        uint64_t form = debug_cursor_uleb(c);
        if (form == FORM_IMPLICIT_CONST)
            (void)debug_cursor_uleb(c);
        if (name == 0 || form == 0)
            return name == 0 && form == 0;
    }
    return c->is_cut;
}

/* Takes the bytes of a table from *left; false: too few are left, or an abbreviation is too long.
 * What is cut off libdw does not read either. */
static bool take_table(struct debug_cursor c, uint64_t offset, uint64_t *left)
{
    debug_cursor_skip(&c, offset);
    while (!c.is_cut) {
        const size_t before = c.rest.n;
        if (debug_cursor_uleb(&c) == 0)
            break;
        (void)debug_cursor_uleb(&c);
        debug_cursor_skip(&c, 1);
        if (!read_attributes(&c) || before - c.rest.n > *left)
            return false;
        *left -= before - c.rest.n;
    }
    return true;
}

/* {length, version, offset of the table, ...}, or {length, 5, type, size of addresses, offset}. */
static bool take_units(const struct image *image, const char *section, struct str tables,
                       uint64_t *left)
{
    struct str rest = debug_cursor_section(image, section);

    while (rest.n) {
        struct debug_cursor c = {.image = image, .rest = rest};
        rest = debug_cursor_unit(&c);
        if (debug_cursor_number(&c, 2) >= 5)
            debug_cursor_skip(&c, 2);
        uint64_t offset = debug_cursor_number(&c, c.offset_size);
        if (!c.is_cut &&
            !take_table((struct debug_cursor){.image = image, .rest = tables}, offset, left))
            return false;
    }
    return true;
}

static size_t leb_size(struct str s)
{
    size_t n = 0;

    while (n < s.n && n < 10 && ((unsigned char)s.p[n] & 0x80))
        n++;
    return n + 1;
}

/* The size of an entry that only sets the base of those that follow; 0: it is another one. */
static size_t base_size(struct str s, bool is_listed, size_t address)
{
    size_t ones = 0;

    if (is_listed && s.p[0] == RANGES_BASE)
        return 1 + address;
    if (is_listed)
        return s.p[0] == RANGES_BASE_INDEX ? 1 + leb_size(str_from_to(s, 1, s.n)) : 0;
    while (ones < address && ones < s.n && (unsigned char)s.p[ones] == 0xff)
        ones++;
    return ones == address ? 2 * address : 0;
}

/* Whether no list of ranges has many entries in a row that are no ranges: libdw reads over all of
 * them for each entry that uses the list. A list may begin at any byte. */
static bool lists_are_short(struct str bytes, bool is_listed, size_t address)
{
    enum { WINDOW = 32 };
    unsigned runs[WINDOW] = {0}; /* of the entries behind the place */

    for (size_t at = bytes.n; at-- > 0;) {
        size_t n = base_size(str_from_to(bytes, at, bytes.n), is_listed, address);
        runs[at % WINDOW] = n ? runs[(at + n) % WINDOW] + 1 : 0;
        if (runs[at % WINDOW] > BASES_MOST)
            return false;
    }
    return true;
}

/* Whether no text goes on behind the end of its section, where libdw would read on. */
static bool texts_end(struct str section)
{
    return section.n == 0 || section.p[section.n - 1] == '\0';
}

bool debug_check(const struct image *image)
{
    struct str tables = debug_cursor_section(image, "abbrev");
    struct str ranges = debug_cursor_section(image, "ranges");
    struct str lists = debug_cursor_section(image, "rnglists");
    uint64_t left = TABLES_FREE + image->size * TABLES_RATIO;

    return texts_end(debug_cursor_section(image, "str")) &&
           texts_end(debug_cursor_section(image, "line_str")) &&
           take_units(image, "info", tables, &left) && take_units(image, "types", tables, &left) &&
           lists_are_short(ranges, false, 4) && lists_are_short(ranges, false, 8) &&
           lists_are_short(lists, true, 4) && lists_are_short(lists, true, 8);
}
