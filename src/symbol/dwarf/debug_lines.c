/* Folders and files of a line table, and a program: libdw writes out each file with its folder, and
 * a line for each byte of the program. Tables may overlap, and files share a folder or a text. */
#include "symbol/dwarf/debug_lines.h"

#ifdef FLAME_HAVE_ELFUTILS

#include <dwarf.h>
#include <string.h>

#include "symbol/dwarf/debug_cursor.h"

enum { TEXT_MOST = 4096, FILE_BASE = 64, FORMATS_MOST = 16, CONTENT_PATH = 1 };

/* The header of a line table as it is read. */
struct header {
    struct debug_cursor c;
    const struct debug_lines *lines;
    unsigned version;
    uint64_t folder; /* bytes of the longest folder */
    uint64_t cost;   /* of all files */
    bool is_odd;     /* a text is too long, or it has what is not known */
};

void debug_lines_init(struct debug_lines *l, const struct image *image)
{
    *l = (struct debug_lines){.image = image,
                              .tables = debug_cursor_section(image, "line"),
                              .str = debug_cursor_section(image, "str"),
                              .line_str = debug_cursor_section(image, "line_str")};
}

static uint64_t length(struct header *h, struct str text)
{
    if (text.n > TEXT_MOST)
        h->is_odd = true;
    return text.n;
}

static void see_folder(struct header *h, uint64_t n)
{
    if (n > h->folder)
        h->folder = n;
}

/* Reads the lists of versions 2 to 4, each ended by an empty text. */
static void read_lists(struct header *h)
{
    uint64_t n;

    while ((n = length(h, debug_cursor_text(&h->c))))
        see_folder(h, n);
    while (!h->is_odd && (n = length(h, debug_cursor_text(&h->c)))) {
        for (unsigned i = 0; i < 3; i++)
            (void)debug_cursor_uleb(&h->c);
        h->cost += FILE_BASE + n + h->folder;
    }
}

/* The bytes of a text in a section, but not many more than a text may have. */
static uint64_t length_at(struct header *h, struct str section)
{
    uint64_t at = debug_cursor_number(&h->c, h->c.offset_size);
    struct str text = str_from_to(section, at < section.n ? (size_t)at : section.n, section.n);

    if (text.n > TEXT_MOST + 1)
        text.n = TEXT_MOST + 1;
    const char *end = memchr(text.p, '\0', text.n);
    if (end)
        text.n = (size_t)(end - text.p);
    return length(h, text);
}

/* Reads a value of version 5; returns its length when it is a text. */
static uint64_t read_value(struct header *h, uint64_t form)
{
    static const unsigned char sizes[] = {[DW_FORM_data1] = 1,
                                          [DW_FORM_data2] = 2,
                                          [DW_FORM_data4] = 4,
                                          [DW_FORM_data8] = 8,
                                          [DW_FORM_data16] = 16};

    switch (form) {
    case DW_FORM_string:
        return length(h, debug_cursor_text(&h->c));
    case DW_FORM_strp:
        return length_at(h, h->lines->str);
    case DW_FORM_line_strp:
        return length_at(h, h->lines->line_str);
    case DW_FORM_udata:
        (void)debug_cursor_uleb(&h->c);
        return 0;
    case DW_FORM_block:
        debug_cursor_skip(&h->c, debug_cursor_uleb(&h->c));
        return 0;
    default:
        h->is_odd = h->is_odd || form >= sizeof sizes || sizes[form] == 0;
        debug_cursor_skip(&h->c, h->is_odd ? 0 : sizes[form]);
        return 0;
    }
}

/* Reads a table of version 5: {number of formats, formats, number of rows, rows}. */
static void read_table(struct header *h, bool is_folders)
{
    uint64_t formats[2 * FORMATS_MOST] = {0};
    uint64_t n = debug_cursor_number(&h->c, 1);

    h->is_odd = h->is_odd || n > FORMATS_MOST;
    for (uint64_t i = 0; !h->is_odd && i < 2 * n; i++)
        formats[i] = debug_cursor_uleb(&h->c);
    uint64_t rows = debug_cursor_uleb(&h->c);
    h->is_odd = h->is_odd || (n == 0 && rows);
    for (uint64_t row = 0; row < rows && !h->is_odd && !h->c.is_cut; row++) {
        uint64_t path = 0;
        for (uint64_t i = 0; i < n && !h->is_odd; i++) {
            uint64_t size = read_value(h, formats[2 * i + 1]);
            path = formats[2 * i] == CONTENT_PATH ? size : path;
        }
        if (is_folders)
            see_folder(h, path);
        h->cost += FILE_BASE + (is_folders ? 0 : path + h->folder);
    }
}

/* Counts what may be the operation that adds a file: 0, its size, DW_LNE_define_file. */
static uint64_t count_added(struct str program)
{
    uint64_t n = 0;

    while (program.n > 2) {
        const char *zero = memchr(program.p, '\0', program.n - 2);
        if (!zero)
            break;
        n += zero[2] == DW_LNE_define_file;
        program = str_from_to(program, (size_t)(zero + 1 - program.p), program.n);
    }
    return n;
}

/* {version, size of the header, sizes, lengths of operations}, lists or tables, program. */
static void read_header(struct header *h)
{
    enum { LISTED = 5, TUPLES = 4 };

    h->version = (unsigned)debug_cursor_number(&h->c, 2);
    debug_cursor_skip(&h->c, h->version >= LISTED ? 2 : 0);
    debug_cursor_skip(&h->c, h->c.offset_size);
    debug_cursor_skip(&h->c, h->version >= TUPLES ? 5 : 4);
    uint64_t operations = debug_cursor_number(&h->c, 1);
    debug_cursor_skip(&h->c, operations ? operations - 1 : 0);
    if (h->version >= LISTED) {
        read_table(h, true);
        read_table(h, false);
    } else {
        read_lists(h);
        h->cost += count_added(h->c.rest) * (FILE_BASE + h->folder);
    }
}

/* Reads the folder of the unit, that of files without one. libdw would search for an alternative
 * file that has it. */
static void read_unit_folder(struct header *h, const struct debug_names *names, Dwarf_Die *unit)
{
    Dwarf_Attribute attribute;

    if (debug_attribute(names, unit, DW_AT_comp_dir, &attribute))
        see_folder(h, length(h, debug_text(names, &attribute, TEXT_MOST)));
    else
        h->is_odd = h->is_odd || libdw.dwarf_hasattr(unit, DW_AT_comp_dir);
}

bool debug_lines_take(struct debug_lines *l, const struct debug_names *names, Dwarf_Die *unit)
{
    struct header h = {.c = {.image = l->image}, .lines = l};
    Dwarf_Attribute attribute;
    Dwarf_Word at;

    if (!debug_attribute(names, unit, DW_AT_stmt_list, &attribute) ||
        libdw.dwarf_formudata(&attribute, &at) != 0 || at >= l->tables.n)
        return false;
    if (l->last == at + 1)
        return true;
    h.c.rest = str_from_to(l->tables, (size_t)at, l->tables.n);
    (void)debug_cursor_unit(&h.c);
    const size_t n = h.c.rest.n;
    if (h.c.is_cut)
        return false;
    read_unit_folder(&h, names, unit);
    read_header(&h);
    if (h.is_odd)
        return debug_budget_refuse(names->budget);
    if (!debug_budget_spend(names->budget, &names->budget->lines, n) ||
        !debug_budget_spend(names->budget, &names->budget->files, h.cost))
        return false;
    l->last = at + 1;
    return true;
}

#endif
