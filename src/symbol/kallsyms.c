/* ffffffffc0a3b000 t nft_do_chain	[nf_tables] */
#include "symbol/kallsyms.h"

#include "base/cut.h"

/* Data is among them: it ends the function before it. So perf has it, too. */
static bool is_taken(char type)
{
    switch (type | 0x20) {
    case 't':
    case 'w':
    case 'd':
    case 'b':
        return true;
    default:
        return false;
    }
}

static void read_line(struct kallsyms *k, struct str line)
{
    uint64_t address;

    if (!cut_hex_head(&line, &address) || line.n < 4 || line.p[0] != ' ' || line.p[2] != ' ')
        return;
    struct str name = str_from_to(line, 3, line.n);
    if (name.p[name.n - 1] == '\r')
        name.n--;
    if (name.n == 0)
        return;
    k->lines++;
    k->any_address = k->any_address || address;
    if (!is_taken(line.p[1]))
        return;
    if (name.p[0] == '_' && str_equal(name, STR("_text")))
        k->text = address;
    else if (name.p[0] == '_' && str_equal(name, STR("_stext")))
        k->stext = address;
    /* Of several at one address the last stays, as perf has it. */
    table_add(&k->symbols, address, 0, name, k->symbols.n);
}

void kallsyms_read(struct kallsyms *k, struct str lines)
{
    struct str line;

    while (lines.n && cut_part(&lines, '\n', &line))
        read_line(k, line);
}

struct str kallsyms_function(struct str name)
{
    const char *tab = memchr(name.p, '\t', name.n);

    return str_from_to(name, 0, tab ? (size_t)(tab - name.p) : name.n);
}

struct str kallsyms_module(struct str name)
{
    size_t from = kallsyms_function(name).n;

    return str_from_to(name, from < name.n ? from + 1 : from, name.n);
}

static void move(struct symbol_table *t, uint64_t by)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < t->n; i++) {
        struct symbol s = t->symbols[i];
        if (kallsyms_module(table_name(t, &s)).n)
            continue;
        s.address += by;
        t->symbols[n++] = s;
    }
    t->n = n;
}

/* The last function of the kernel does not reach up to the first module. */
static void end_modules(struct symbol_table *t)
{
    enum { PAGE = 4096 };
    struct str module = STR("");

    for (uint32_t i = 0; i < t->n; i++) {
        struct str next = kallsyms_module(table_name(t, &t->symbols[i]));
        if (i && !str_equal(module, next)) {
            struct symbol *s = &t->symbols[i - 1];
            uint64_t to_page = PAGE - s->address % PAGE;
            uint64_t room = t->symbols[i].address - s->address;
            s->size = room < to_page + PAGE ? room : to_page + PAGE;
        }
        module = next;
    }
    if (t->n)
        t->symbols[t->n - 1].size = PAGE - t->symbols[t->n - 1].address % PAGE + PAGE;
}

void kallsyms_finish(struct kallsyms *k, struct str mark, uint64_t recorded)
{
    uint64_t here = str_equal(mark, STR("_stext")) ? k->stext : k->text;

    if (here && recorded && here != recorded)
        move(&k->symbols, recorded - here);
    table_sort(&k->symbols);
    end_modules(&k->symbols);
}

void kallsyms_free(struct kallsyms *k)
{
    table_free(&k->symbols);
    *k = (struct kallsyms){0};
}
