/* Finds units by address range, the chain of inlined functions of an address, and lines with libdw.
 */
#include "symbol/dwarf/debug_info.h"

#ifdef FLAME_HAVE_ELFUTILS

#include <dwarf.h>

#include "base/mem.h"
#include "symbol/dwarf/debug_aranges.h"
#include "symbol/dwarf/debug_check.h"
#include "symbol/dwarf/debug_lines.h"
#include "symbol/dwarf/debug_sections.h"
#include "symbol/dwarf/debug_unit.h"
#include "symbol/dwarf/libdw.h"
#include "symbol/image.h"

enum { UNITS_MOST = 1 << 24 };

struct debug_info {
    Dwarf *dwarf;
    Dwarf *alt; /* NULL: there is none */
    struct debug_sections sections, alt_sections;
    bool lines;
    struct debug_unit *units;
    size_t n, room;
    struct debug_ranges ranges; /* of units, sorted */
    struct debug_names names;
    struct debug_budget budget;
    struct debug_lines line_tables;
};

/* Skips type units and partial units (of dwz): they have no code. */
static void add_unit(struct debug_info *d, struct debug_aranges *aranges, const Dwarf_Die *die)
{
    const uint32_t id = (uint32_t)d->n;
    const size_t before = d->ranges.n;
    Dwarf_Die unit = *die;

    if (!debug_aranges_add(aranges, libdw.dwarf_dieoffset(&unit), &d->budget, &d->ranges, id))
        debug_unit_ranges(&unit, &d->budget, &d->ranges, id);
    if (d->ranges.n == before)
        return;
    d->units = mem_grow(d->units, &d->room, d->n + 1, sizeof *d->units);
    d->units[d->n++].die = unit;
}

/* Does not ask for subdies: libdw would look for the file of a split unit. */
static void add_units(struct debug_info *d)
{
    Dwarf_CU *cu = NULL;
    Dwarf_CU *next;
    uint8_t type;
    Dwarf_Die die;
    struct debug_aranges aranges;

    debug_aranges_read(&aranges, d->dwarf);
    while (d->n < UNITS_MOST &&
           libdw.dwarf_get_units(d->dwarf, cu, &next, NULL, &type, &die, NULL) == 0) {
        cu = next;
        if (die.addr && (type == DW_UT_compile || type == DW_UT_skeleton))
            add_unit(d, &aranges, &die);
    }
    debug_aranges_free(&aranges);
    debug_ranges_sort(&d->ranges);
}

static Dwarf *open_dwarf(struct debug_sections *sections, const struct image *image,
                         const struct limits *limits, bool lines)
{
    libdw_load();
    debug_sections_open(sections, image, limits, lines);
    Dwarf *dwarf = libdw.dwarf_begin_elf(image->elf, DWARF_C_READ, NULL);
    if (!dwarf || debug_check(image))
        return dwarf;
    image->taken->refused = true;
    libdw.dwarf_end(dwarf);
    return NULL;
}

struct debug_info *debug_info_new(const struct image *file, const struct image *alt,
                                  const struct limits *limits, bool lines)
{
    struct debug_sections sections = {0};
    Dwarf *dwarf = open_dwarf(&sections, file, limits, lines);

    if (!dwarf) {
        debug_sections_free(&sections);
        return NULL;
    }
    libdw.dwarf_new_oom_handler(dwarf, mem_exhausted);
    struct debug_info *d = mem_alloc(1, sizeof *d);
    d->dwarf = dwarf;
    d->sections = sections;
    d->lines = lines;
    d->alt = alt ? open_dwarf(&d->alt_sections, alt, limits, lines) : NULL;
    if (d->alt) {
        libdw.dwarf_new_oom_handler(d->alt, mem_exhausted);
        libdw.dwarf_setalt(dwarf, d->alt);
    }
    debug_budget_init(&d->budget, file, alt);
    debug_names_init(&d->names, d->alt, &d->budget);
    debug_names_take(&d->names, file);
    if (d->alt)
        debug_names_take(&d->names, alt);
    debug_lines_init(&d->line_tables, file);
    add_units(d);
    return d;
}

void debug_info_free(struct debug_info *d)
{
    if (!d)
        return;
    for (size_t i = 0; i < d->n; i++)
        debug_unit_free(&d->units[i]);
    mem_free(d->units, d->room, sizeof *d->units);
    debug_ranges_free(&d->ranges);
    debug_names_free(&d->names);
    libdw.dwarf_end(d->dwarf);
    if (d->alt)
        libdw.dwarf_end(d->alt);
    debug_sections_free(&d->sections);
    debug_sections_free(&d->alt_sections);
    mem_free(d, 1, sizeof *d);
}

/* Whether the unit has lines that may be read. */
static bool has_lines(struct debug_info *d, struct debug_unit *u)
{
    if (d->lines && !u->has_paid)
        u->has_lines = debug_lines_take(&d->line_tables, &d->names, &u->die);
    u->has_paid = true;
    return u->has_lines;
}

static void set_line(struct debug_info *d, struct debug_unit *u, uint64_t address,
                     struct code_place *place)
{
    int line = 0;
    Dwarf_Line *found = has_lines(d, u) ? libdw.dwarf_getsrc_die(&u->die, address) : NULL;

    if (!found || libdw.dwarf_lineno(found, &line) != 0 || line <= 0)
        return;
    const char *file = libdw.dwarf_linesrc(found, NULL, NULL);
    place->line = (uint32_t)line;
    if (file)
        place->file = str_of(file);
}

static uint64_t number_of(const struct debug_info *d, Dwarf_Die *die, unsigned name)
{
    Dwarf_Attribute attribute;
    Dwarf_Word number;

    if (!debug_attribute(&d->names, die, name, &attribute) ||
        libdw.dwarf_formudata(&attribute, &number) != 0)
        return 0;
    return number;
}

/* Sets the line of the caller: where the inlined function is called. */
static void set_call(struct debug_info *d, struct debug_unit *u, Dwarf_Die *callee,
                     struct code_place *caller)
{
    Dwarf_Files *files;
    size_t n;
    uint64_t line = d->lines ? number_of(d, callee, DW_AT_call_line) : 0;

    if (line == 0 || line > UINT32_MAX)
        return;
    caller->line = (uint32_t)line;
    uint64_t at = number_of(d, callee, DW_AT_call_file);
    if (!has_lines(d, u) || libdw.dwarf_getsrcfiles(&u->die, &files, &n) != 0 || at >= n)
        return;
    const char *file = libdw.dwarf_filesrc(files, at, NULL, NULL);
    if (file)
        caller->file = str_of(file);
}

static struct code_place *add_place(struct code_place **places, size_t *room, size_t n)
{
    *places = mem_grow(*places, room, n + 1, sizeof **places);
    (*places)[n] = (struct code_place){.name = STR(""), .file = STR("")};
    return *places + n;
}

static struct str name_of(struct debug_info *d, const struct debug_unit *u, struct debug_entry *e)
{
    Dwarf_Die die = {.addr = e->die, .cu = u->die.cu};

    if (!e->is_named)
        e->name = debug_names_get(&d->names, &die);
    e->is_named = true;
    return e->name;
}

size_t debug_info_places(struct debug_info *d, uint64_t address, struct code_place **places,
                         size_t *room)
{
    uint32_t id = debug_ranges_find(&d->ranges, address);
    size_t n = 0;

    if (!id)
        return 0;
    struct debug_unit *u = &d->units[id - 1];
    struct debug_function *f = debug_unit_function(u, &d->names, address);
    struct code_place *place = add_place(places, room, n++);
    set_line(d, u, address, place);
    if (!f)
        return place->line ? 1 : 0;
    for (uint32_t i = debug_function_inlined(f, address); i; i = f->inlined[i - 1].parent) {
        Dwarf_Die die = {.addr = f->inlined[i - 1].die, .cu = u->die.cu};
        place->name = name_of(d, u, &f->inlined[i - 1]);
        place->inlined = true;
        place = add_place(places, room, n++);
        set_call(d, u, &die, place);
    }
    place->name = name_of(d, u, &f->entry);
    return n;
}

#else

struct debug_info *debug_info_new(const struct image *file, const struct image *alt,
                                  const struct limits *limits, bool lines)
{
    (void)file;
    (void)alt;
    (void)limits;
    (void)lines;
    return NULL;
}

void debug_info_free(struct debug_info *d)
{
    (void)d;
}

size_t debug_info_places(struct debug_info *d, uint64_t address, struct code_place **places,
                         size_t *room)
{
    (void)d;
    (void)address;
    (void)places;
    (void)room;
    return 0;
}

#endif
