/* page=4K code-page=2M level=L3 tlb="L1 or L2 hit" snoop=None op=LOAD */
#include "input/common/memory_access.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { PAIRS_MOST = 32 };

/* A field of perf_mem_data_src, from its lowest bit. */
struct field {
    unsigned from, bits;
};

static const struct field of_op = {0, 5}, of_level = {5, 14}, of_snoop = {19, 5}, of_tlb = {26, 7},
                          of_level_number = {33, 4}, of_remote = {37, 1}, of_snoop_more = {38, 2};

static const char *const keys[MEMORY_LABELS] = {
    [MEMORY_PAGE] = "page",   [MEMORY_CODE_PAGE] = "code-page",
    [MEMORY_LEVEL] = "level", [MEMORY_TLB] = "tlb",
    [MEMORY_SNOOP] = "snoop", [MEMORY_OP] = "op",
    [MEMORY_NODE] = "node",   [MEMORY_DATA] = "data"};

/* Names of bits, from the lowest; NULL: told otherwise. Those of perf script. */
static const char *const ops[] = {NULL, "LOAD", "STORE", "PFETCH", "EXEC", NULL};
static const char *const snoops[] = {NULL, "None", "Hit", "Miss", "HitM", NULL};
static const char *const more_snoops[] = {"Fwd", "Peer"};
static const char *const tlbs[] = {NULL, NULL, NULL, "L1", "L2", "Walker", "Fault"};
static const char *const levels[] = {
    NULL,  NULL,         NULL,         "L1",           "LFB",          "L2",  "L3",
    "RAM", "remote RAM", "remote RAM", "remote cache", "remote cache", "I/O", "uncached"};

/* The same by number, which newer kernels give beside or instead of the bits. */
static const char *const level_numbers[16] = {NULL,  "L1",  "L2",       "L3",  "L4",  "L2 MHB",
                                              "MSC", NULL,  "uncached", "CXL", "I/O", "cache",
                                              "LFB", "RAM", "PMEM",     NULL};

static unsigned field_of(uint64_t source, struct field field)
{
    return (unsigned)(source >> field.from) & ((1u << field.bits) - 1);
}

unsigned memory_label_bit(struct str key)
{
    for (unsigned i = 0; i < MEMORY_LABELS; i++)
        if (str_equal(key, str_of(keys[i])))
            return 1u << i;
    return 0;
}

void memory_access_set_text(struct memory_access *m, enum memory_label label, struct str text)
{
    size_t n = text.n < sizeof m->texts[label] ? text.n : sizeof m->texts[label] - 1;

    memcpy(m->texts[label], text.p, n);
    m->values[label] = (struct str){m->texts[label], n};
}

static void set_text(struct memory_access *m, enum memory_label label, const char *text)
{
    memory_access_set_text(m, label, str_of(text));
}

void memory_access_set_page(struct memory_access *m, enum memory_label label, uint64_t bytes)
{
    static const char units[] = "BKMGT";
    char text[32];
    size_t unit = 0;

    while (bytes % 1024 == 0 && bytes && unit + 2 < sizeof units) {
        bytes /= 1024;
        unit++;
    }
    snprintf(text, sizeof text, "%" PRIu64 "%c", bytes, units[unit]);
    set_text(m, label, bytes ? text : "N/A");
}

/* Appends the names of the bits that are set, with "or" between them. */
static void join(char *text, size_t room, unsigned bits, const char *const *names, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (bits >> i & 1 && names[i]) {
            size_t at = strlen(text);
            snprintf(text + at, room - at, "%s%s", at ? " or " : "", names[i]);
        }
}

static void set_joined(struct memory_access *m, enum memory_label label, const char *text,
                       const char *behind)
{
    char whole[80];

    snprintf(whole, sizeof whole, "%.63s%s", text, behind);
    set_text(m, label, text[0] ? whole : "N/A");
}

static void set_level(struct memory_access *m, uint64_t source)
{
    enum { MISS = 1 << 2 };
    unsigned bits = field_of(source, of_level);
    const char *number = level_numbers[field_of(source, of_level_number)];
    bool is_remote = field_of(source, of_remote) != 0;
    char text[64] = "";

    if (number)
        snprintf(text, sizeof text, "%s%s", is_remote ? "remote " : "", number);
    else
        join(text, sizeof text, bits, levels, sizeof levels / sizeof levels[0]);
    set_joined(m, MEMORY_LEVEL, text, bits & MISS ? " miss" : "");
}

static void set_tlb(struct memory_access *m, uint64_t source)
{
    enum { HIT = 1 << 1, MISS = 1 << 2 };
    unsigned bits = field_of(source, of_tlb);
    char text[64] = "";

    join(text, sizeof text, bits, tlbs, sizeof tlbs / sizeof tlbs[0]);
    set_joined(m, MEMORY_TLB, text, bits & HIT ? " hit" : bits & MISS ? " miss" : "");
}

void memory_access_set_source(struct memory_access *m, uint64_t source)
{
    char text[64] = "";

    join(text, sizeof text, field_of(source, of_op), ops, of_op.bits);
    set_joined(m, MEMORY_OP, text, "");
    text[0] = '\0';
    join(text, sizeof text, field_of(source, of_snoop), snoops, of_snoop.bits);
    join(text, sizeof text, field_of(source, of_snoop_more), more_snoops, of_snoop_more.bits);
    set_joined(m, MEMORY_SNOOP, text, "");
    set_level(m, source);
    set_tlb(m, source);
}

/* Memory that is no file, by what its path begins with. */
static struct str kind_of_memory(struct str path)
{
    static const char *const kinds[][2] = {
        {"[heap]", "heap"},        {"[stack", "stack"},        {"//anon", "anonymous"},
        {"[anon", "anonymous"},    {"/dev/zero", "anonymous"}, {"/anon_hugepage", "anonymous"},
        {"/memfd:", "anonymous"},  {"/SYSV", "anonymous"},     {"[kernel", "kernel"},
        {"[unknown]", "[unknown]"}};

    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (str_starts(path, str_of(kinds[i][0])))
            return str_of(kinds[i][1]);
    return path.n ? STR("") : STR("[unknown]");
}

void memory_access_set_data(struct memory_access *m, struct str symbol, struct str path)
{
    struct str kind = kind_of_memory(path);
    struct str module = kind.n ? kind : path_base_name(path);
    char text[sizeof m->texts[0]];

    if (symbol.n)
        snprintf(text, sizeof text, "%.*s (%.*s)", (int)(symbol.n < 190 ? symbol.n : 190), symbol.p,
                 (int)(module.n < 60 ? module.n : 60), module.p);
    else if (kind.n || str_starts(module, STR("[")))
        snprintf(text, sizeof text, "%.*s", (int)(module.n < 60 ? module.n : 60), module.p);
    else
        snprintf(text, sizeof text, "[%.*s]", (int)(module.n < 250 ? module.n : 250), module.p);
    set_text(m, MEMORY_DATA, text);
}

/* Whether a label of the set is told better by the access: its node is that of the memory, not that
 * of the processor. */
static bool is_replaced(const struct memory_access *m, unsigned wanted, struct str key)
{
    unsigned bit = memory_label_bit(key) & wanted;

    for (size_t i = 0; bit && i < MEMORY_LABELS; i++)
        if (bit == 1u << i)
            return m->values[i].n > 0;
    return false;
}

labels_id memory_access_labels(const struct memory_access *m, unsigned wanted, struct profile *p,
                               labels_id base)
{
    struct label pairs[PAIRS_MOST + MEMORY_LABELS];
    size_t n;
    const struct label *lent = labels_get(&p->labels, base, &n);

    if (n > PAIRS_MOST)
        return base;
    size_t n_lent = n;
    n = 0;
    for (size_t i = 0; i < n_lent; i++)
        if (!is_replaced(m, wanted, names_get(&p->names, lent[i].key)))
            pairs[n++] = lent[i];
    for (size_t i = 0; i < MEMORY_LABELS; i++)
        if (wanted >> i & 1 && m->values[i].n)
            pairs[n++] = (struct label){names_add(&p->names, str_of(keys[i])),
                                        names_add(&p->names, m->values[i])};
    return labels_add_of(&p->labels, labels_subject(&p->labels, base), pairs, n);
}
