/* DW_AT_linkage_name; for functions without one, their name after those of the scopes around them.
 */
#include "symbol/dwarf/debug_names.h"

#ifdef FLAME_HAVE_ELFUTILS

#include <dwarf.h>

#include "base/mem.h"
#include "symbol/dwarf/debug_cursor.h"

enum {
    HOPS_MOST = 16,
    NAME_MOST = 64 << 10,
    NAME_FREE = 256,
    PARENTS_MOST = 1 << 24,
    LANG_CPP_17 = 0x2a, /* newer than DWARF 5: dwarfstd.org/languages.html */
    LANG_CPP_20 = 0x2b,
};

void debug_names_init(struct debug_names *names, const Dwarf *alt, struct debug_budget *budget)
{
    *names = (struct debug_names){.alt = alt, .budget = budget};
    names->key = hash_key_draw();
    names->text.max = NAME_MOST;
}

void debug_names_free(struct debug_names *names)
{
    for (size_t i = 0; i < names->n; i++)
        mem_free(names->names[i].text, names->names[i].n, 1);
    mem_free(names->names, names->room, sizeof *names->names);
    slots_free(&names->slots);
    for (size_t i = 0; i < names->n_units; i++)
        mem_free(names->units[i].parents, names->units[i].room, sizeof *names->units[i].parents);
    mem_free(names->units, names->units_room, sizeof *names->units);
    buf_free(&names->text);
}

bool debug_attribute(const struct debug_names *names, Dwarf_Die *die, unsigned name,
                     Dwarf_Attribute *attribute)
{
    if (!libdw.dwarf_attr(die, name, attribute))
        return false;
    switch (libdw.dwarf_whatform(attribute)) {
    case DW_FORM_GNU_ref_alt:
    case DW_FORM_GNU_strp_alt:
    case DW_FORM_ref_sup4:
    case DW_FORM_ref_sup8:
    case DW_FORM_strp_sup:
        return names->alt && libdw.dwarf_cu_getdwarf(attribute->cu) != names->alt;
    default:
        return true;
    }
}

void debug_names_take(struct debug_names *names, const struct image *image)
{
    static const char *const sections[] = {"info", "types"};

    for (size_t i = 0; i < 2 && names->n_entries < 4; i++)
        names->entries[names->n_entries++] = debug_cursor_section(image, sections[i]);
}

/* The bytes from a place in a section of entries to its end; 0: it is in none. */
static size_t bytes_behind(const struct debug_names *names, const char *place)
{
    for (size_t i = 0; i < names->n_entries; i++) {
        size_t at = (uintptr_t)place - (uintptr_t)names->entries[i].p;
        if (at < names->entries[i].n)
            return names->entries[i].n - at;
    }
    return 0;
}

/* Sections of texts end in a NUL (debug_check), but those of entries need not. */
struct str debug_text(const struct debug_names *names, Dwarf_Attribute *attribute, size_t most)
{
    const char *text = libdw.dwarf_formstring(attribute);
    size_t n = most + 1;

    if (!text)
        return (struct str){0};
    if (libdw.dwarf_whatform(attribute) == DW_FORM_string && bytes_behind(names, text) < n)
        n = bytes_behind(names, text);
    const char *end = memchr(text, '\0', n);
    return (struct str){text, end ? (size_t)(end - text) : most + 1};
}

/* Lends a text that is not too long; p NULL: there is none. */
static struct str text_of(const struct debug_names *names, Dwarf_Die *die, unsigned name)
{
    static const struct str none = {0};
    Dwarf_Attribute attribute;

    if (!debug_attribute(names, die, name, &attribute))
        return none;
    struct str text = debug_text(names, &attribute, NAME_MOST);
    if (text.n > NAME_MOST)
        (void)debug_budget_refuse(names->budget);
    return text.n <= NAME_MOST ? text : none;
}

static struct str linkage_name(const struct debug_names *names, Dwarf_Die *die)
{
    struct str text = text_of(names, die, DW_AT_linkage_name);

    return text.p ? text : text_of(names, die, DW_AT_MIPS_linkage_name);
}

/* Goes from an instance to its abstract origin, or from a definition to its declaration. */
static bool follow(const struct debug_names *names, Dwarf_Die *die)
{
    Dwarf_Attribute attribute;
    Dwarf_Die to;

    if (!debug_attribute(names, die, DW_AT_abstract_origin, &attribute) &&
        !debug_attribute(names, die, DW_AT_specification, &attribute))
        return false;
    if (!libdw.dwarf_formref_die(&attribute, &to))
        return false;
    *die = to;
    return true;
}

static bool has_scopes(const struct debug_names *names, Dwarf_Die *unit)
{
    Dwarf_Attribute attribute;
    Dwarf_Word language;

    if (!debug_attribute(names, unit, DW_AT_language, &attribute) ||
        libdw.dwarf_formudata(&attribute, &language) != 0)
        return false;
    switch (language) {
    case DW_LANG_C_plus_plus:
    case DW_LANG_C_plus_plus_03:
    case DW_LANG_C_plus_plus_11:
    case DW_LANG_C_plus_plus_14:
    case DW_LANG_D:
    case DW_LANG_Rust:
    case LANG_CPP_17:
    case LANG_CPP_20:
        return true;
    default:
        return false;
    }
}

static bool is_scope(int tag)
{
    return tag == DW_TAG_namespace || tag == DW_TAG_class_type || tag == DW_TAG_structure_type ||
           tag == DW_TAG_union_type || tag == DW_TAG_subprogram;
}

static void read_parents(struct debug_walk *w, const Dwarf_Die *unit, struct debug_parents *to)
{
    uint32_t open = 0; /* plus 1 */
    bool down = true;

    debug_walk_start(w, unit);
    while (to->n < PARENTS_MOST && debug_walk_next(w, down)) {
        Dwarf_Die *die = debug_walk_at(w);
        int tag = libdw.dwarf_tag(die);
        for (; open && to->parents[open - 1].depth >= w->depth; open = to->parents[open - 1].parent)
            to->parents[open - 1].end = die->addr;
        down = is_scope(tag) || tag == DW_TAG_lexical_block;
        if (!is_scope(tag) || libdw.dwarf_haschildren(die) <= 0)
            continue;
        to->parents = mem_grow(to->parents, &to->room, to->n + 1, sizeof *to->parents);
        to->parents[to->n++] = (struct debug_parent){*die, NULL, open, (uint32_t)w->depth};
        open = (uint32_t)to->n;
    }
}

static const struct debug_parents *parents_of(struct debug_names *names, const Dwarf_Die *unit)
{
    for (size_t i = names->n_units; i-- > 0;)
        if (names->units[i].unit == unit->addr)
            return &names->units[i];
    names->units =
        mem_grow(names->units, &names->units_room, names->n_units + 1, sizeof *names->units);
    struct debug_parents *p = &names->units[names->n_units++];
    p->unit = unit->addr;
    read_parents(&names->walk, unit, p);
    return p;
}

/* Returns the innermost scope around a DIE of a unit as index + 1; 0: the unit. */
static uint32_t innermost(const struct debug_parents *p, const void *at)
{
    size_t from = 0;
    size_t to = p->n;

    while (from < to) {
        size_t middle = from + (to - from) / 2;
        if ((uintptr_t)p->parents[middle].die.addr < (uintptr_t)at)
            from = middle + 1;
        else
            to = middle;
    }
    uint32_t i = (uint32_t)from;
    while (i && p->parents[i - 1].end && (uintptr_t)p->parents[i - 1].end <= (uintptr_t)at)
        i = p->parents[i - 1].parent;
    return i;
}

/* Compilers give a lambda's type no name; is_call: the function is an operator(). */
static void add_scopes(struct debug_names *names, const struct debug_parents *p, uint32_t scope,
                       bool is_call)
{
    struct str parts[DEBUG_DEPTH];
    size_t n = 0;
    size_t bytes = 0;

    for (uint32_t i = scope; i && n < DEBUG_DEPTH && bytes <= NAME_MOST;
         i = p->parents[i - 1].parent) {
        Dwarf_Die die = p->parents[i - 1].die;
        struct str name = text_of(names, &die, DW_AT_name);
        for (unsigned hops = 0; !name.p && hops < HOPS_MOST && follow(names, &die); hops++)
            name = text_of(names, &die, DW_AT_name);
        bytes += name.n;
        if (name.p)
            parts[n++] = name;
        else if (libdw.dwarf_tag(&die) == DW_TAG_namespace)
            parts[n++] = STR("(anonymous namespace)");
        else if (n == 0 && is_call)
            parts[n++] = STR("{lambda}");
    }
    while (n) {
        buf_add(&names->text, parts[--n]);
        buf_add(&names->text, STR("::"));
    }
}

/* NULL: its name is not known yet. */
static const struct debug_name *find_known(const struct debug_names *names, uint32_t tag,
                                           const void *die)
{
    for (struct slots_match m = slots_find(&names->slots, tag); m.id; slots_find_next(&m))
        if (names->names[m.id - 1].die == die)
            return &names->names[m.id - 1];
    return NULL;
}

static struct str keep(struct debug_names *names, const void *die, uint32_t tag)
{
    struct str made = buf_str(&names->text);
    struct debug_name name = {.die = die, .text = mem_alloc(made.n, 1), .n = made.n};

    memcpy(name.text, made.p, made.n);
    names->names = mem_grow(names->names, &names->room, names->n + 1, sizeof *names->names);
    names->names[names->n++] = name;
    slots_add(&names->slots, tag, (uint32_t)names->n);
    return (struct str){name.text, name.n};
}

/* Takes a name from the budget, if it is long. */
static bool is_affordable(struct debug_names *names, size_t n)
{
    return n <= NAME_FREE || debug_budget_spend(names->budget, &names->budget->names, n);
}

static struct str with_scopes(struct debug_names *names, Dwarf_Die *die, struct str name)
{
    Dwarf_Die unit;
    uint32_t tag = (uint32_t)hash_pair(&names->key, (uintptr_t)die->addr, 0);
    const struct debug_name *known = find_known(names, tag, die->addr);

    if (known)
        return (struct str){known->text, known->n};
    if (!libdw.dwarf_diecu(die, &unit, NULL, NULL) || !has_scopes(names, &unit))
        return name;
    const struct debug_parents *parents = parents_of(names, &unit);
    uint32_t scope = innermost(parents, die->addr);
    if (!scope)
        return name;
    buf_clear(&names->text);
    add_scopes(names, parents, scope, str_starts(name, STR("operator()")));
    buf_add(&names->text, name);
    if (names->text.full || !is_affordable(names, names->text.n))
        return name;
    return keep(names, die->addr, tag);
}

static struct str find_name(struct debug_names *names, Dwarf_Die *die)
{
    Dwarf_Die at = *die;
    Dwarf_Die named = at;
    struct str name = {0};

    for (unsigned hops = 0; hops < HOPS_MOST; hops++) {
        struct str linkage = linkage_name(names, &at);
        if (linkage.p)
            return linkage;
        if (!name.p)
            name = text_of(names, &at, DW_AT_name);
        named = at;
        if (!follow(names, &at))
            break;
    }
    return name.p ? with_scopes(names, &named, name) : STR("");
}

struct str debug_names_get(struct debug_names *names, Dwarf_Die *die)
{
    struct str name = find_name(names, die);

    return is_affordable(names, name.n) ? name : STR("");
}

#endif
