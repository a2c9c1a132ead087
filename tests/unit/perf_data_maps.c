/* input/perf_data/code/maps: what processes have mapped, beside an array of all addresses. */
#include "input/perf_data/code/maps.h"

#include "profiles.h"

enum { ADDRESSES = 300, TREES = 6 };

/* Which file an address shows, and where in it. */
struct cell {
    uint32_t file; /* 0: none */
    uint64_t offset;
};

struct scene {
    struct maps maps;
    struct map_tree trees[TREES];
    struct cell cells[TREES][ADDRESSES];
};

static void add(struct scene *s, size_t tree, struct mapping map)
{
    maps_add(&s->maps, &s->trees[tree], &map);
    for (uint64_t i = map.start; i < map.end; i++)
        s->cells[tree][i] = (struct cell){map.file, map.offset + i - map.start};
}

static void check(struct scene *s)
{
    for (size_t tree = 0; tree < TREES; tree++) {
        const struct mapping *map = NULL;
        uint64_t end = 0;
        for (uint64_t i = 0; i < ADDRESSES; i++) {
            const struct cell *cell = &s->cells[tree][i];
            map = maps_find(&s->maps, &s->trees[tree], i);
            assert_int_equal(map ? map->file : 0, cell->file);
            if (map)
                assert_int_equal(map->offset + i - map->start, cell->offset);
        }
        while ((map = maps_next(&s->maps, &s->trees[tree], end))) {
            assert_true(map->start >= end && map->end > map->start);
            end = map->end;
        }
    }
}

static void newer_maps_cover_older_ones_of_the_same_process_only(void **state)
{
    struct scene *s = mem_alloc(1, sizeof *s);
    uint64_t seed = 20251123;

    (void)state;
    maps_init(&s->maps);
    for (uint32_t i = 1; i < 3000; i++) {
        size_t tree = random_below(&seed, TREES);
        uint64_t start = random_below(&seed, ADDRESSES - 1);
        uint64_t most = random_below(&seed, 4) ? 8 : ADDRESSES;
        uint64_t end = start + 1 + random_below(&seed, (uint32_t)most);
        if (random_below(&seed, 20) == 0) {
            size_t child = (tree + 1 + random_below(&seed, TREES - 1)) % TREES;
            maps_share(&s->maps, &s->trees[tree], &s->trees[child]);
            memcpy(s->cells[child], s->cells[tree], sizeof s->cells[tree]);
        }
        if (random_below(&seed, 100) == 0) {
            s->trees[tree] = (struct map_tree){.root = 0};
            memset(s->cells[tree], 0, sizeof s->cells[tree]);
        }
        add(s, tree, (struct mapping){start, end < ADDRESSES ? end : ADDRESSES, i * 1000, i});
        if (i % 10 == 0)
            check(s);
    }
    maps_free(&s->maps);
    mem_free(s, 1, sizeof *s);
}

static void maps_may_reach_the_last_address(void **state)
{
    struct maps m;
    struct map_tree tree = {.root = 0};

    (void)state;
    maps_init(&m);
    maps_add(&m, &tree, &(struct mapping){0, UINT64_MAX, 0, 1});
    maps_add(&m, &tree, &(struct mapping){UINT64_MAX - 1, UINT64_MAX, 5, 2});
    const struct mapping *first = maps_find(&m, &tree, 0);
    const struct mapping *last = maps_find(&m, &tree, UINT64_MAX - 1);
    assert_true(first && first->file == 1);
    assert_true(last && last->offset == 5);
    assert_null(maps_find(&m, &tree, UINT64_MAX));
    maps_free(&m);
}

/* What grows is counted: a copy of all maps for each fork would take hours. */
static void forks_share_what_they_do_not_change(void **state)
{
    enum { MAPS = 200000, FORKS = 200000 };
    struct maps m;
    struct map_tree parent = {.root = 0};
    struct map_tree child = {.root = 0};

    (void)state;
    maps_init(&m);
    for (uint64_t i = MAPS; i; i--)
        maps_add(&m, &parent, &(struct mapping){i * 16, i * 16 + 8, 0, 1});
    assert_int_equal(m.n, MAPS + 1);
    for (uint64_t i = 0; i < FORKS; i++)
        maps_share(&m, &parent, &child);
    assert_int_equal(m.n, MAPS + 1);
    for (uint64_t i = 0; i < 1000; i++) {
        maps_share(&m, &parent, &child);
        maps_add(&m, &child, &(struct mapping){i * 160, i * 160 + 4, 0, 2});
    }
    assert_true(m.n < MAPS + 1000 * 200);
    maps_free(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(newer_maps_cover_older_ones_of_the_same_process_only),
        cmocka_unit_test(maps_may_reach_the_last_address),
        cmocka_unit_test(forks_share_what_they_do_not_change),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
