/* --root-by pod --where host=web1: finds the labels that are kept only when they are asked for. */
#include "app/options/optional_labels.h"

#include "base/parse.h"
#include "input/common/memory_access.h"
#include "input/common/optional_labels.h"

struct optional_label {
    struct str key;
    unsigned place;
    unsigned of_reader;
    const char *mend;
};

static const char all_groups[] = "perf record --all-cgroups and flame record tell it";
static const char all_nodes[] = "perf record --sample-cpu and flame record tell it";

static const struct optional_label rows[] = {
    {{"process", 7}, PLACE_PROCESS, OPTIONAL_PROCESS, NULL},
    {{"cgroup", 6}, PLACE_CGROUP, OPTIONAL_CGROUP, all_groups},
    {{"pod", 3}, PLACE_POD, OPTIONAL_CGROUP, all_groups},
    {{"container", 9}, PLACE_CONTAINER, OPTIONAL_CGROUP, all_groups},
    {{"node", 4}, 1u << (PLACE_MEMORY + MEMORY_NODE), OPTIONAL_NODE, all_nodes},
    {{"kind", 4}, PLACE_KIND, 0, NULL},
    {{"host", 4}, PLACE_HOST, 0, "--label host=NAME says it"},
    {{"file", 4}, PLACE_FILE, 0, NULL},
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

    return row ? row->place : memory_label_bit(key) << PLACE_MEMORY;
}

unsigned optional_labels_places(const struct selection_request *r,
                                const struct label_request *labels)
{
    struct str rest = str_of(r->root_by ? r->root_by : "none");
    struct str key;
    unsigned places = labels->labels.n + labels->from.n ? PLACE_LABELS : 0;

    for (size_t i = 0; i < labels->from.n; i++) {
        struct str text = str_of(labels->from.items[i]);
        places |= bit_of(str_from_to(text, 0, str_find(text, 0, STR("="))));
    }
    while (!r->root_by_implied && take_field(&rest, ',', &key))
        places |= bit_of(key);
    for (size_t i = 0; i < r->where.n; i++) {
        struct str text = str_of(r->where.items[i]);
        places |= bit_of(str_from_to(text, 0, str_find(text, 0, STR("="))));
    }
    return places;
}

unsigned optional_labels_of_reader(unsigned places)
{
    unsigned asked = 0;

    for (size_t i = 0; i < N_ROWS; i++)
        if (places & rows[i].place)
            asked |= rows[i].of_reader;
    return asked;
}

unsigned optional_labels_of_memory(unsigned places)
{
    return places >> PLACE_MEMORY;
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
