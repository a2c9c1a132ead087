/* --root-by pod --where host=web1: finds the labels that are kept only when they are asked for. */
#include "app/options/optional_labels.h"

#include "base/parse.h"
#include "input/common/memory_access.h"
#include "input/common/optional_labels.h"

struct optional_label {
    struct str key;
    unsigned bit;
    const char *mend;
};

static const char all_groups[] = "perf record --all-cgroups and flame record tell it";
static const char all_nodes[] = "perf record --sample-cpu and flame record tell it";

static const struct optional_label rows[] = {
    {{"process", 7}, OPTIONAL_PROCESS, NULL},
    {{"cgroup", 6}, OPTIONAL_CGROUP, all_groups},
    {{"pod", 3}, OPTIONAL_POD, all_groups},
    {{"container", 9}, OPTIONAL_CONTAINER, all_groups},
    {{"node", 4}, OPTIONAL_NODE, all_nodes},
    {{"kind", 4}, OPTIONAL_KIND, NULL},
    {{"host", 4}, OPTIONAL_HOST, "--label host=NAME says it"},
    {{"file", 4}, OPTIONAL_FILE, NULL},
};

enum { N_ROWS = sizeof rows / sizeof rows[0] };

static const struct optional_label *row_of(struct str key)
{
    for (size_t i = 0; i < N_ROWS; i++)
        if (str_equal(rows[i].key, key))
            return &rows[i];
    return NULL;
}

static unsigned bit_of(struct str key)
{
    const struct optional_label *row = row_of(key);

    return row ? row->bit : memory_label_bit(key) << OPTIONAL_MEMORY;
}

unsigned optional_labels_named(const struct selection_request *r,
                               const struct label_request *labels)
{
    struct str rest = str_of(r->root_by ? r->root_by : "none");
    struct str key;
    unsigned named = labels->labels.n + labels->from.n ? OPTIONAL_GIVEN : 0;

    for (size_t i = 0; i < labels->from.n; i++) {
        struct str text = str_of(labels->from.items[i]);
        named |= bit_of(str_from_to(text, 0, str_find(text, 0, STR("="))));
    }
    while (!r->root_by_implied && take_field(&rest, ',', &key))
        named |= bit_of(key);
    for (size_t i = 0; i < r->where.n; i++) {
        struct str text = str_of(r->where.items[i]);
        named |= bit_of(str_from_to(text, 0, str_find(text, 0, STR("="))));
    }
    return named;
}

bool optional_labels_snapshots(const struct selection_request *r)
{
    static const char *const keys[] = {"snapshot=", "time=", "peak=", "last="};

    for (size_t i = 0; i < r->where.n; i++)
        for (size_t k = 0; k < sizeof keys / sizeof keys[0]; k++)
            if (str_starts(str_of(r->where.items[i]), str_of(keys[k])))
                return true;
    return r->snapshot.n || r->all_snapshots;
}

static const char *mend_of_memory(unsigned bit)
{
    static const char *const mends[MEMORY_LABELS] = {
        [MEMORY_PAGE] = "perf record -d --data-page-size tells it",
        [MEMORY_CODE_PAGE] = "perf record --code-page-size tells it",
        [MEMORY_LEVEL] = "perf mem record tells it",
        [MEMORY_TLB] = "perf mem record tells it",
        [MEMORY_SNOOP] = "perf mem record tells it",
        [MEMORY_OP] = "perf mem record tells it",
        [MEMORY_DATA] = "perf record -d and perf mem record tell it",
    };

    for (size_t i = 0; i < MEMORY_LABELS; i++)
        if (bit == 1u << i)
            return mends[i];
    return NULL;
}

const char *optional_labels_mend(struct str key)
{
    const struct optional_label *row = row_of(key);

    return row ? row->mend : mend_of_memory(memory_label_bit(key));
}
