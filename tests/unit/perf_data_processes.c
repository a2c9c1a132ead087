/* input/perf_data/processes: who maps what, and what threads are called. */
#include "input/perf_data/processes.h"

#include "recordings.h"

struct scene {
    struct recording rec;
    struct processes p;
    struct made made;
};

static void begin(struct scene *s)
{
    *s = (struct scene){.made = {.big = false}};
    names_init(&s->rec.names);
    made_event(&s->made, "cycles", MADE_USUAL);
}

static void start(struct scene *s)
{
    processes_init(&s->p, &s->rec);
}

static void end(struct scene *s)
{
    processes_free(&s->p);
    names_free(&s->rec.names);
    mem_free(s->rec.ids, s->rec.ids_room, sizeof *s->rec.ids);
    made_free(&s->made);
}

/* Carries out the records that were made since. */
static void apply(struct scene *s)
{
    struct bytes b = bytes_of(buf_str(&s->made.records), false);

    while (b.n) {
        size_t size = u16_at(b.p + 6, false);
        const struct record record = {.type = u32_at(b.p, false),
                                      .misc = u16_at(b.p + 4, false),
                                      .body = {b.p + 8, size - 8, false}};
        processes_apply(&s->p, &record);
        assert_true(bytes_skip(&b, size));
    }
    buf_clear(&s->made.records);
}

static const struct mapping *find(struct scene *s, uint32_t pid, uint64_t address)
{
    return processes_find(&s->p, processes_get(&s->p, pid), address);
}

static void assert_path(struct scene *s, uint32_t pid, uint64_t address, const char *path)
{
    const struct mapping *map = find(s, pid, address);

    assert_str(map ? names_get(&s->p.names, s->p.files[map->file].path) : STR("nothing"), path);
}

static void assert_build_id(struct scene *s, uint64_t address, const char *id)
{
    const struct mapping *map = find(s, 1, address);

    assert_non_null(map);
    assert_str(names_get(&s->p.names, s->p.files[map->file].build_id), id);
}

static void assert_comm(struct scene *s, uint32_t tid, const char *comm)
{
    assert_str(names_get(&s->p.names, processes_comm(&s->p, tid)), comm);
}

static void maps_hold_their_addresses(void **state)
{
    struct scene s;

    (void)state;
    begin(&s);
    start(&s);
    made_mmap(&s.made, 1, (struct made_map){0x1000, 0x1000, 0x400, "/a"}, 1);
    made_mmap(&s.made, 1, (struct made_map){0x3000, 0x1000, 0, "/b"}, 1);
    made_mmap(&s.made, 1, (struct made_map){0x1800, 0x100, 0, "/c"}, 1);
    made_mmap(&s.made, 1, (struct made_map){0x9000, 0, 0, "/empty"}, 1);
    made_mmap(&s.made, 1, (struct made_map){UINT64_MAX - 9, 100, 0, "/wrapped"}, 1);
    apply(&s);
    assert_path(&s, 1, 0xfff, "nothing");
    assert_path(&s, 1, 0x1000, "/a");
    assert_path(&s, 1, 0x1800, "/c");
    assert_path(&s, 1, 0x1900, "/a");
    assert_int_equal(find(&s, 1, 0x1900)->offset, 0x400 + 0x900);
    assert_path(&s, 1, 0x2000, "nothing");
    assert_path(&s, 1, 0x3fff, "/b");
    assert_path(&s, 1, 0x9000, "nothing");
    assert_path(&s, 1, UINT64_MAX - 1, "nothing");
    assert_path(&s, 2, 0x1000, "nothing");
    end(&s);
}

static void children_have_the_maps_of_their_parent_at_that_time(void **state)
{
    struct scene s;

    (void)state;
    begin(&s);
    start(&s);
    made_comm(&s.made, 1, "parent", 1);
    made_mmap(&s.made, 1, (struct made_map){0x1000, 0x1000, 0, "/a"}, 1);
    made_mmap(&s.made, 2, (struct made_map){0x7000, 0x1000, 0, "/of another of that number"}, 1);
    made_fork(&s.made, 2, 1, 2);
    made_mmap(&s.made, 1, (struct made_map){0x3000, 0x1000, 0, "/later"}, 3);
    made_mmap(&s.made, 2, (struct made_map){0x1000, 0x10, 0, "/own"}, 3);
    apply(&s);
    assert_path(&s, 2, 0x1010, "/a");
    assert_path(&s, 2, 0x1000, "/own");
    assert_path(&s, 1, 0x1000, "/a");
    assert_path(&s, 2, 0x3000, "nothing");
    assert_path(&s, 2, 0x7000, "nothing");
    assert_comm(&s, 2, "parent");
    end(&s);
}

/* Bit 13 of a FORK says that perf made it of a process that ran before: its maps follow. */
static void processes_that_ran_before_have_none_of_their_parents_maps(void **state)
{
    struct scene s;

    (void)state;
    begin(&s);
    start(&s);
    made_comm(&s.made, 1, "init", 1);
    made_mmap(&s.made, 1, (struct made_map){0x1000, 0x1000, 0, "/init"}, 1);
    made_fork(&s.made, 2, 1, 2);
    s.made.records.p[s.made.begun + 5] = 1 << 5;
    apply(&s);
    assert_path(&s, 2, 0x1000, "nothing");
    assert_comm(&s, 2, "init");
    end(&s);
}

static void threads_are_called_like_the_one_that_made_them(void **state)
{
    struct scene s;

    (void)state;
    begin(&s);
    start(&s);
    made_comm(&s.made, 1, "main", 1);
    made_mmap(&s.made, 1, (struct made_map){0x1000, 0x1000, 0, "/a"}, 1);
    made_begin(&s.made, RECORD_FORK, 0);
    made_words(&s.made, (const uint64_t[]){1 | UINT64_C(1) << 32, 5 | UINT64_C(1) << 32, 2}, 3);
    made_end(&s.made);
    apply(&s);
    assert_comm(&s, 5, "main");
    assert_path(&s, 1, 0x1000, "/a");
    made_begin(&s.made, RECORD_COMM, 0);
    made_words(&s.made, (const uint64_t[]){1 | UINT64_C(5) << 32}, 1);
    made_text(&s.made, "worker");
    made_end(&s.made);
    apply(&s);
    assert_comm(&s, 5, "worker");
    assert_comm(&s, 1, "main");
    end(&s);
}

static void another_program_drops_the_maps(void **state)
{
    struct scene s;

    (void)state;
    begin(&s);
    start(&s);
    made_mmap(&s.made, 1, (struct made_map){0x1000, 0x1000, 0, "/a"}, 1);
    made_fork(&s.made, 2, 1, 2);
    made_exec(&s.made, 2, "other", 3);
    made_mmap(&s.made, 2, (struct made_map){0x5000, 0x1000, 0, "/other"}, 3);
    apply(&s);
    assert_path(&s, 2, 0x1000, "nothing");
    assert_path(&s, 2, 0x5000, "/other");
    assert_path(&s, 1, 0x1000, "/a");
    assert_path(&s, 1, 0x5000, "nothing");
    assert_comm(&s, 2, "other");
    end(&s);
}

static void processors_that_run_nothing_are_called_swapper(void **state)
{
    struct scene s;

    (void)state;
    begin(&s);
    start(&s);
    assert_comm(&s, 0, "swapper");
    assert_comm(&s, 9, "");
    end(&s);
}

static void files_have_the_build_id_of_their_map_or_of_the_header(void **state)
{
    struct scene s;

    (void)state;
    begin(&s);
    s.rec.ids = mem_grow(NULL, &s.rec.ids_room, 1, sizeof *s.rec.ids);
    s.rec.ids[s.rec.n_ids++] = (struct recorded_id){names_add(&s.rec.names, STR("/a")),
                                                    names_add(&s.rec.names, STR("from header"))};
    start(&s);
    made_mmap(&s.made, 1, (struct made_map){0x1000, 0x1000, 0, "/a"}, 1);
    made_mmap(&s.made, 1, (struct made_map){0x2000, 0x1000, 0, "/b"}, 1);
    made_mmap(&s.made, 1, (struct made_map){0x3000, 0x1000, 0, "/a"}, 1);
    s.made.records.p[s.made.begun + 5] = 1 << 6;
    memcpy(s.made.records.p + s.made.begun + 40, "\x04\0\0\0self", 8);
    made_mmap(&s.made, 1, (struct made_map){0x4000, 0x1000, 0, "/a"}, 1);
    s.made.records.p[s.made.begun + 5] = 1 << 6;
    memcpy(s.made.records.p + s.made.begun + 40, "\xff\0\0\0self", 8);
    apply(&s);
    assert_build_id(&s, 0x1000, "from header");
    assert_build_id(&s, 0x2000, "");
    assert_build_id(&s, 0x3000, "self");
    assert_build_id(&s, 0x4000, "from header");
    end(&s);
}

static void the_kernel_is_one_for_all_and_guests_are_apart(void **state)
{
    struct scene s;

    (void)state;
    begin(&s);
    start(&s);
    made_mmap(&s.made, UINT32_MAX, (struct made_map){0x1000, 0x9000, 0x1000, "[kernel]"}, 1);
    s.made.records.p[s.made.begun + 4] = MODE_KERNEL;
    made_mmap(&s.made, 0, (struct made_map){0x2000, 0x1000, 0, "[guest.kernel]"}, 1);
    s.made.records.p[s.made.begun + 4] = MODE_GUEST_KERNEL;
    made_mmap(&s.made, 1, (struct made_map){0x3000, 0x1000, 0, "/guest"}, 1);
    s.made.records.p[s.made.begun + 4] = MODE_GUEST_USER;
    apply(&s);
    assert_path(&s, PROCESS_KERNEL, 0x2000, "[kernel]");
    assert_path(&s, 1, 0x3000, "nothing");
    end(&s);
}

static void memory_without_a_file_is_told_from_files(void **state)
{
    static const struct {
        const char *path;
        bool is_memory;
    } rows[] = {
        {"//anon", true},    {"[heap]", true},   {"/memfd:doublemapper (deleted)", true},
        {"", true},          {"/bin/a", false},  {"[vdso]", false},
        {"/dev/zero", true}, {"[anon:x]", true}, {"/SYSV00000000 (deleted)", true},
    };
    struct scene s;

    (void)state;
    begin(&s);
    start(&s);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        made_mmap(&s.made, 1, (struct made_map){0x1000, 0x1000, 0, rows[i].path}, 1);
        apply(&s);
        assert_int_equal(s.p.files[find(&s, 1, 0x1000)->file].is_memory, rows[i].is_memory);
    }
    end(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(maps_hold_their_addresses),
        cmocka_unit_test(children_have_the_maps_of_their_parent_at_that_time),
        cmocka_unit_test(processes_that_ran_before_have_none_of_their_parents_maps),
        cmocka_unit_test(threads_are_called_like_the_one_that_made_them),
        cmocka_unit_test(another_program_drops_the_maps),
        cmocka_unit_test(processors_that_run_nothing_are_called_swapper),
        cmocka_unit_test(files_have_the_build_id_of_their_map_or_of_the_header),
        cmocka_unit_test(the_kernel_is_one_for_all_and_guests_are_apart),
        cmocka_unit_test(memory_without_a_file_is_told_from_files),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
