/* symbol/modules: the files of a recording, where they are sought and what is refused. */
#define _XOPEN_SOURCE 700 /* nftw */
#include "symbol/modules.h"

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "unit.h"

#ifdef FLAME_HAVE_ELFUTILS

#include "symbol/vdso.h"

#include "elf_file.h"

#define ID "\x16\xee\xc6\x89"
#define OTHER "\x16\xee\xc6\x88"

/* A folder of its own for each test. */
struct stage {
    char path[64];
    const char *symfs[1];
    struct symbol_options options;
    struct limits limits;
};

/* A file with one function at 0x1100, and what else is asked for. */
struct cast {
    const char *name, *id; /* NULL: it has none */
    const char *link;      /* of debug information */
    uint32_t sum;
    const char *shared; /* what it has in common with others */
    bool is_rel;        /* it is not linked */
};

static int remove_one(const char *path, const struct stat *st, int kind, struct FTW *walk)
{
    (void)st;
    (void)kind;
    (void)walk;
    return remove(path);
}

static int set_up(void **state)
{
    struct stage *s = calloc(1, sizeof *s);

    if (!s)
        return -1;
    snprintf(s->path, sizeof s->path, "/tmp/flame-modules-XXXXXX");
    s->symfs[0] = mkdtemp(s->path);
    s->options = (struct symbol_options){.files = true, .symfs = s->symfs, .n_symfs = 1};
    s->limits = limits_usual();
    *state = s;
    return s->symfs[0] ? 0 : -1;
}

static int tear_down(void **state)
{
    struct stage *s = *state;

    nftw(s->path, remove_one, 8, FTW_DEPTH | FTW_PHYS);
    free(s);
    return 0;
}

static struct str build(const struct cast *cast, struct buf *to)
{
    static const char code[16] = {0};
    struct elf_file e = {.type = cast->is_rel ? ET_REL : ET_DYN, .machine = EM_X86_64};
    struct buf symbols = {0};
    struct buf names = {0};
    struct buf note = {0};
    struct buf link = {0};
    size_t n = 1;

    if (!cast->is_rel)
        e.segments[0] = (struct elf_segment){PT_LOAD, PF_X, 0x100, 0x1100, 0x10};
    e.sections[0] = (struct elf_section){
        ".text", SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR, 0x1100, {code, 16}, 0, 0, 0};
    if (cast->name) {
        elf_symbol(&e, &symbols, 0, 0, 0, 0, 0);
        elf_symbol(&e, &symbols, 1, ELF32_ST_INFO(STB_GLOBAL, STT_FUNC), 1, 0x1100, 16);
        buf_add_byte(&names, '\0');
        buf_add(&names, str_of(cast->name));
        buf_add_byte(&names, '\0');
        e.sections[n++] =
            (struct elf_section){".symtab", SHT_SYMTAB, 0, 0, buf_str(&symbols), 3, 24, 0};
        e.sections[n++] =
            (struct elf_section){".strtab", SHT_STRTAB, 0, 0, buf_str(&names), 0, 0, 0};
    }
    if (cast->id) {
        elf_build_id(&e, &note, cast->id);
        e.sections[n++] =
            (struct elf_section){".note", SHT_NOTE, SHF_ALLOC, 0, buf_str(&note), 0, 0, 0};
    }
    if (cast->link) {
        buf_add(&link, str_of(cast->link));
        do
            buf_add_byte(&link, '\0');
        while (link.n % 4);
        elf_put(&e, &link, cast->sum, 4);
        e.sections[n++] =
            (struct elf_section){".gnu_debuglink", SHT_PROGBITS, 0, 0, buf_str(&link), 0, 0, 0};
    }
    if (cast->shared) {
        buf_add(&link, str_of(cast->shared));
        buf_add(&link, (struct str){"\0" OTHER, 5});
        e.sections[n++] =
            (struct elf_section){".gnu_debugaltlink", SHT_PROGBITS, 0, 0, buf_str(&link), 0, 0, 0};
        e.sections[n++] =
            (struct elf_section){".debug_info", SHT_PROGBITS, 0, 0, STR("rubbish"), 0, 0, 0};
    }
    elf_write(&e, to);
    buf_free(&symbols);
    buf_free(&names);
    buf_free(&note);
    buf_free(&link);
    return buf_str(to);
}

/* Writes it below the folder of the test, with the folders above it. */
static void put(const struct stage *s, const char *path, const struct cast *cast)
{
    char full[256];
    struct buf bytes = {0};
    struct str text = build(cast, &bytes);

    snprintf(full, sizeof full, "%s/%s", s->path, path);
    for (char *slash = full + strlen(s->path) + 1; (slash = strchr(slash, '/')); slash++) {
        *slash = '\0';
        mkdir(full, 0700);
        *slash = '/';
    }
    FILE *file = fopen(full, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(text.p, 1, text.n, file), text.n);
    assert_int_equal(fclose(file), 0);
    buf_free(&bytes);
}

static struct module_key key_of(const char *path, const char *id)
{
    return (struct module_key){.path = str_of(path),
                               .build_id = id ? build_id_of((struct str){id, 4})
                                              : (struct build_id){.n = 0}};
}

/* Asserts what stands at byte 0x108 of the file; NULL: it was not found. */
static void expect(const struct stage *s, const struct module_key *key, const char *beside,
                   const char *name)
{
    struct modules *m = modules_new(&s->options, &s->limits, beside);
    module_id id = modules_add(m, key);
    uint64_t address = 0;
    size_t n = 0;

    if (name) {
        assert_true(modules_address(m, id, 0x108, &address));
        assert_int_equal(address, 0x1108);
        const struct code_place *place = modules_places(m, id, address, &n);
        assert_int_equal(n, 1);
        assert_str(place->name, name);
        assert_false(place->inlined);
    } else {
        assert_false(modules_address(m, id, 0x108, &address));
        assert_null(modules_image(m, id));
    }
    modules_free(m);
}

static void explains(const struct stage *s, const struct module_key *key, const char *text)
{
    struct modules *m = modules_new(&s->options, &s->limits, NULL);
    struct buf to = {0};

    modules_explain(m, modules_add(m, key), &to);
    if (str_find(buf_str(&to), 0, str_of(text)) == to.n)
        fail_msg("\"%s\" is not in \"%.*s\"", text, (int)to.n, to.p);
    buf_free(&to);
    modules_free(m);
}

static void the_longest_end_of_the_path_below_symfs_is_taken(void **state)
{
    const struct stage *s = *state;
    const struct module_key key = key_of("/srv/app/bin/x", NULL);

    expect(s, &key, NULL, NULL);
    put(s, "x", &(struct cast){.name = "shortest"});
    expect(s, &key, NULL, "shortest");
    put(s, "bin/x", &(struct cast){.name = "short"});
    expect(s, &key, NULL, "short");
    put(s, "srv/app/bin/x", &(struct cast){.name = "whole"});
    expect(s, &key, NULL, "whole");
    explains(s, &key, "(found by --symfs, the recording has no build-id to check it by)");
}

static void a_file_of_another_build_is_passed_over(void **state)
{
    const struct stage *s = *state;
    const struct module_key key = key_of("/srv/bin/x", ID);

    put(s, "srv/bin/x", &(struct cast){.name = "wrong", .id = OTHER});
    put(s, "x", &(struct cast){.name = "none"});
    expect(s, &key, NULL, NULL);
    explains(s, &key, "/srv/bin/x has another build-id, 16eec688\n");
    explains(s, &key, "/x has no build-id\n");
    explains(s, &key, "only another build of the file was found");
    put(s, "bin/x", &(struct cast){.name = "right", .id = ID});
    expect(s, &key, NULL, "right");
    explains(s, &key, "its build-id or checksum is the right one");
}

static void folders_by_build_id_are_looked_into(void **state)
{
    static const char *const paths[] = {".build-id/16/eec689/elf", ".debug/.build-id/16/eec689/elf",
                                        "usr/lib/debug/.build-id/16/eec689"};
    struct stage *s = *state;
    const struct module_key key = key_of("/srv/bin/x", ID);

    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        char path[128];
        put(s, paths[i], &(struct cast){.name = "found", .id = ID});
        expect(s, &key, NULL, "found");
        snprintf(path, sizeof path, "%s/%s", s->path, paths[i]);
        assert_int_equal(remove(path), 0);
    }
}

static void symbols_that_a_file_lacks_come_from_one_of_the_same_build(void **state)
{
    static const char *const paths[] = {".debug/.build-id/16/eec689/elf",
                                        ".build-id/16/eec689/debug",
                                        "usr/lib/debug/.build-id/16/eec689.debug"};
    struct stage *s = *state;
    const struct module_key key = key_of("/srv/bin/x", NULL);

    put(s, "bin/x", &(struct cast){.id = ID});
    expect(s, &key, NULL, "");
    explains(s, &key, "it has no symbols");
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        char path[128];
        put(s, paths[i], &(struct cast){.name = "found", .id = ID});
        expect(s, &key, NULL, "found");
        snprintf(path, sizeof path, "%s/%s", s->path, paths[i]);
        assert_int_equal(remove(path), 0);
        put(s, paths[i], &(struct cast){.name = "wrong", .id = OTHER});
        expect(s, &key, NULL, "");
        assert_int_equal(remove(path), 0);
    }
}

static void a_debug_link_is_followed_when_the_sum_is_right(void **state)
{
    static const char *const paths[] = {"bin/x.debug", "bin/.debug/x.debug",
                                        "usr/lib/debug/bin/x.debug"};
    struct stage *s = *state;
    const struct module_key key = key_of("/bin/x", NULL);
    struct image image = {0};
    struct cast debug = {.name = "linked"};

    build(&debug, &image.bytes);
    image.size = image.bytes.n;
    uint32_t sum = image_sum(&image);
    image_close(&image);
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        char path[128];
        put(s, paths[i], &debug);
        put(s, "bin/x", &(struct cast){.link = "x.debug", .sum = sum});
        expect(s, &key, NULL, "linked");
        put(s, "bin/x", &(struct cast){.link = "x.debug", .sum = sum + 1});
        expect(s, &key, NULL, "");
        explains(s, &key, "has another checksum");
        snprintf(path, sizeof path, "%s/%s", s->path, paths[i]);
        assert_int_equal(remove(path), 0);
    }
    put(s, "bin/x", &(struct cast){.link = "../x.debug", .sum = sum});
    put(s, "x.debug", &debug);
    expect(s, &key, NULL, "");
}

static void what_debug_information_shares_is_found_by_path_and_build_id(void **state)
{
    struct stage *s = *state;
    const struct module_key here = key_of("/bin/x", NULL);
    const struct module_key there = key_of("/bin/y", NULL);

    put(s, "bin/x", &(struct cast){.name = "x", .id = ID, .shared = "../all.debug"});
    put(s, "bin/y", &(struct cast){.name = "y", .id = ID, .shared = "/lost/all.debug"});
    put(s, "all.debug", &(struct cast){.id = ID});
    explains(s, &here, "all.debug has another build-id, 16eec689\n");
    put(s, "all.debug", &(struct cast){.id = OTHER});
    explains(s, &here, "/all.debug (found by .gnu_debugaltlink, ");
    put(s, "all.debug", &(struct cast){.id = OTHER, .is_rel = true}); /* as dwz writes it */
    explains(s, &here, "/all.debug (found by .gnu_debugaltlink, ");
    put(s, "all.debug", &(struct cast){.id = OTHER, .is_rel = true, .name = "unlinked"});
    explains(s, &here, "/all.debug is not a valid ELF file");
    put(s, "all.debug", &(struct cast){.id = OTHER});
    put(s, ".build-id/16/eec688.debug", &(struct cast){.id = OTHER});
    explains(s, &there, "/.build-id/16/eec688.debug (found by its build-id, ");
    expect(s, &here, NULL, "x");
}

static void the_vdso_is_that_of_this_program_when_its_build_id_is_right(void **state)
{
    const struct stage *s = *state;
    struct buf bytes = {0};
    struct image own;

    if (!vdso_copy(&bytes) || !image_open_bytes(&own, &bytes))
        skip();
    struct module_key key = {.path = STR("[vdso]"), .build_id = own.build_id};
    assert_true(own.build_id.n > 0);
    explains(s, &key, "[vdso] (found by the memory of this program, ");
    key.build_id.bytes[0] ^= 1;
    explains(s, &key, "perf archive keeps a copy");
    image_close(&own);
}

static void nothing_leads_out_of_symfs(void **state)
{
    struct stage *s = *state;
    struct stage inner = *s;
    char path[128];
    char target[128];
    char within[128];

    snprintf(within, sizeof within, "%s/in", s->path);
    inner.symfs[0] = within;
    inner.options.symfs = inner.symfs;
    put(s, "out", &(struct cast){.name = "out"});
    put(s, "in/there", &(struct cast){.name = "in"});
    snprintf(target, sizeof target, "%s/out", s->path);
    snprintf(path, sizeof path, "%s/in/absolute", s->path);
    assert_int_equal(symlink(target, path), 0);
    snprintf(path, sizeof path, "%s/in/relative", s->path);
    assert_int_equal(symlink("../out", path), 0);
    snprintf(path, sizeof path, "%s/in/good", s->path);
    assert_int_equal(symlink("/there", path), 0);
    expect(&inner, &(struct module_key){.path = STR("/absolute")}, NULL, NULL);
    expect(&inner, &(struct module_key){.path = STR("/relative")}, NULL, NULL);
    expect(&inner, &(struct module_key){.path = STR("/../out")}, NULL, NULL);
    expect(&inner, &(struct module_key){.path = STR("/the\0re")}, NULL, NULL);
    expect(&inner, &(struct module_key){.path = STR("/good")}, NULL, "in");
}

static void what_is_no_regular_file_is_not_waited_for(void **state)
{
    const struct stage *s = *state;
    const struct module_key key = key_of("/x", NULL);
    char path[128];

    snprintf(path, sizeof path, "%s/x", s->path);
    assert_int_equal(mkfifo(path, 0600), 0);
    expect(s, &key, NULL, NULL);
    explains(s, &key, "/x cannot be opened or is not a file");
}

static void
without_symfs_the_cache_goes_before_the_path_and_the_recordings_folder_after(void **state)
{
    struct stage *s = *state;
    char path[128];
    char cache[128];

    snprintf(path, sizeof path, "%s/bin/x", s->path);
    snprintf(cache, sizeof cache, "%s/cache", s->path);
    const struct module_key here = key_of(path, ID);
    s->options.n_symfs = 0;
    put(s, "x", &(struct cast){.name = "beside", .id = ID});
    expect(s, &here, s->path, "beside");
    put(s, "bin/x", &(struct cast){.name = "path", .id = ID});
    expect(s, &here, s->path, "path");
    put(s, "cache/.build-id/16/eec689/elf", &(struct cast){.name = "cache", .id = ID});
    expect(s, &here, s->path, "path");
    s->options.debug_cache = cache;
    expect(s, &here, s->path, "cache");
    s->options.files = false;
    expect(s, &here, s->path, NULL);
}

static void beside_a_recording_where_others_write_only_own_files_are_taken(void **state)
{
    struct stage *s = *state;
    char wanted[256];
    char at[128];
    char kept[128];
    size_t n;

    snprintf(kept, sizeof kept, "%s/kept", s->path);
    snprintf(at, sizeof at, "%s/x", s->path);
    const struct module_key key = key_of("/lost/x", NULL);
    s->options.n_symfs = 0;
    put(s, "kept", &(struct cast){.name = "kept"});
    assert_int_equal(link(kept, at), 0);
    expect(s, &key, s->path, "kept");
    assert_int_equal(chmod(s->path, 01777), 0);
    expect(s, &key, s->path, NULL);

    struct modules *m = modules_new(&s->options, &s->limits, s->path);
    assert_int_equal(modules_state(m, modules_add(m, &key)), MODULE_NOT_FOUND);
    snprintf(wanted, sizeof wanted, "%s was not read, as others can write to its folder", at);
    const struct str said = modules_untrusted(m, &n);
    assert_int_equal(n, 1);
    assert_true(str_starts(said, str_of(wanted)));
    modules_free(m);

    assert_int_equal(unlink(at), 0);
    put(s, "x", &(struct cast){.name = "own"});
    expect(s, &key, s->path, "own");
}

static void a_deleted_file_needs_a_build_id(void **state)
{
    struct stage *s = *state;
    const struct module_key unknown = key_of("/bin/x (deleted)", NULL);
    const struct module_key known = key_of("/bin/x (deleted)", ID);

    put(s, "bin/x", &(struct cast){.name = "x", .id = ID});
    expect(s, &unknown, NULL, NULL);
    expect(s, &known, NULL, "x");
}

/* The name and the address of byte 0x108 of a file, with what the recording brings along. */
static void expect_taken(const struct stage *s, const struct module_key *key, const char *brought,
                         const char *name, enum module_naming by)
{
    struct modules *m = modules_new(&s->options, &s->limits, NULL);
    struct embedded_symbols taken = {.n = 0};
    uint64_t address = 0;
    size_t n = 0;

    buf_add(&taken.text, str_of(brought));
    embedded_symbols_read(&taken);
    modules_take(m, &taken);
    module_id id = modules_add(m, key);
    assert_true(modules_address(m, id, 0x108, &address));
    assert_int_equal(address, 0x1108);
    assert_str(modules_places(m, id, address, &n)->name, name);
    assert_int_equal(modules_naming(m, id, address), by);
    assert_true(modules_is_elf(m, id));
    (void)modules_taken(m, &n);
    assert_int_equal(n, by == NAMED_BY_RECORDING && modules_image(m, id) == NULL);
    modules_free(m);
    embedded_symbols_free(&taken);
}

static void a_file_that_is_not_found_is_named_by_the_recording(void **state)
{
    const struct stage *s = *state;
    const struct module_key key = key_of("/bin/x", ID);
    static const char brought[] = "file 16eec689 /bin/x\ncode 100 10 1100\n1100 10 taken\n"
                                  "file 16eec688 /bin/x\ncode 100 10 1100\n1100 10 other\n";

    expect_taken(s, &key, brought, "taken", NAMED_BY_RECORDING);
    put(s, "bin/x", &(struct cast){.name = "other_build", .id = OTHER});
    expect_taken(s, &key, brought, "taken", NAMED_BY_RECORDING);
    put(s, "bin/x", &(struct cast){.name = "found", .id = ID});
    expect_taken(s, &key, brought, "found", NAMED_BY_SYMBOL);
}

static void what_the_file_has_no_name_for_is_named_by_the_recording(void **state)
{
    const struct stage *s = *state;
    const struct module_key key = key_of("/bin/x", ID);

    put(s, "bin/x", &(struct cast){.id = ID});
    expect_taken(s, &key, "file 16eec689 /bin/x\ncode 100 10 1100\n1100 10 taken\n", "taken",
                 NAMED_BY_RECORDING);
}

static void without_a_build_id_a_file_with_other_functions_is_passed_over(void **state)
{
    static const char brought[] = "file - /bin/x\ncode 100 10 1100\n1100 10 same\n";
    const struct stage *s = *state;
    const struct module_key key = key_of("/bin/x", NULL);

    put(s, "bin/x", &(struct cast){.name = "same"});
    expect_taken(s, &key, brought, "same", NAMED_BY_SYMBOL);
    put(s, "bin/x", &(struct cast){.name = "else"});
    expect_taken(s, &key, brought, "same", NAMED_BY_RECORDING);
}

static void equal_keys_have_one_id(void **state)
{
    const struct stage *s = *state;
    struct modules *m = modules_new(&s->options, &s->limits, NULL);
    const struct module_key a = key_of("/a", NULL);
    const struct module_key b = key_of("/a", ID);

    assert_int_equal(modules_add(m, &a), 1);
    assert_int_equal(modules_add(m, &b), 2);
    for (unsigned i = 0; i < 1000; i++) {
        char path[32];
        snprintf(path, sizeof path, "/lib/%u", i);
        const struct module_key key = key_of(path, NULL);
        assert_int_equal(modules_add(m, &key), 3 + i);
    }
    assert_int_equal(modules_add(m, &a), 1);
    assert_int_equal(modules_add(m, &b), 2);
    modules_free(m);
}

static void a_file_is_shown_with_one_slash_behind_its_folder(void **state)
{
    static const char *const parts[][3] = {{"/", "usr/lib/a", "/usr/lib/a"},
                                           {"/", "/usr/lib/a", "/usr/lib/a"},
                                           {"/symfs", "usr/lib/a", "/symfs/usr/lib/a"},
                                           {"/symfs/", "/usr/lib/a", "/symfs/usr/lib/a"},
                                           {"", "[vdso]", "[vdso]"}};

    (void)state;
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        struct module_file file = {0};
        struct buf shown = {0};
        buf_add(&file.folder_name, str_of(parts[i][0]));
        buf_add(&file.path, str_of(parts[i][1]));
        module_file_show(&shown, &file);
        assert_str(buf_str(&shown), parts[i][2]);
        module_file_close(&file);
        buf_free(&shown);
    }
}

#define staged(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        staged(the_longest_end_of_the_path_below_symfs_is_taken),
        staged(a_file_of_another_build_is_passed_over),
        staged(folders_by_build_id_are_looked_into),
        staged(symbols_that_a_file_lacks_come_from_one_of_the_same_build),
        staged(a_debug_link_is_followed_when_the_sum_is_right),
        staged(what_debug_information_shares_is_found_by_path_and_build_id),
        staged(the_vdso_is_that_of_this_program_when_its_build_id_is_right),
        staged(nothing_leads_out_of_symfs),
        staged(what_is_no_regular_file_is_not_waited_for),
        staged(without_symfs_the_cache_goes_before_the_path_and_the_recordings_folder_after),
        cmocka_unit_test_setup_teardown(
            beside_a_recording_where_others_write_only_own_files_are_taken, set_up, tear_down),
        staged(a_deleted_file_needs_a_build_id),
        staged(a_file_that_is_not_found_is_named_by_the_recording),
        staged(what_the_file_has_no_name_for_is_named_by_the_recording),
        staged(without_a_build_id_a_file_with_other_functions_is_passed_over),
        staged(equal_keys_have_one_id),
        cmocka_unit_test(a_file_is_shown_with_one_slash_behind_its_folder),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

#else

int main(void)
{
    return 77;
}

#endif
