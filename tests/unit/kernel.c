/* symbol/kernel: which list of symbols belongs to a recording. */
#include "symbol/kernel.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "unit.h"

/* A folder that looks like the root of a machine, and one like a recording with its kernel's. */
struct place {
    char root[32];
    const char *symfs[1];
    struct symbol_options o;
};

static const char *const folders[] = {"proc",
                                      "proc/sys",
                                      "proc/sys/kernel",
                                      "sys",
                                      "sys/kernel",
                                      "rec",
                                      "rec/kcore_dir",
                                      "cache",
                                      "cache/[kernel.kallsyms]",
                                      "cache/[kernel.kallsyms]/0102030405060708"};
static const char *const files[] = {"proc/kallsyms",
                                    "proc/sys/kernel/osrelease",
                                    "proc/sys/kernel/hostname",
                                    "sys/kernel/notes",
                                    "rec/kcore_dir/kallsyms",
                                    "given",
                                    "cache/[kernel.kallsyms]/0102030405060708/kallsyms"};

enum { N_FOLDERS = sizeof folders / sizeof folders[0], N_FILES = sizeof files / sizeof files[0] };

static const char *path_of(const struct place *p, const char *name)
{
    char *path = test_malloc(200);

    snprintf(path, 200, "%s/%s", p->root, name);
    return path;
}

static int set_up(void **state)
{
    struct place *p = test_calloc(1, sizeof *p);
    int failed = 0;

    snprintf(p->root, sizeof p->root, "/tmp/flame-test-XXXXXX");
    if (!mkdtemp(p->root))
        return 1;
    for (size_t i = 0; i < N_FOLDERS; i++) {
        const char *path = path_of(p, folders[i]);
        failed |= mkdir(path, 0700);
        test_free((void *)path);
    }
    p->symfs[0] = p->root;
    p->o = (struct symbol_options){.files = true, .symfs = p->symfs, .n_symfs = 1};
    *state = p;
    return failed;
}

static int tear_down(void **state)
{
    struct place *p = *state;
    int failed = 0;

    for (size_t i = 0; i < N_FILES; i++) {
        const char *path = path_of(p, files[i]);
        unlink(path);
        test_free((void *)path);
    }
    for (size_t i = N_FOLDERS; i > 0; i--) {
        const char *path = path_of(p, folders[i - 1]);
        failed |= rmdir(path);
        test_free((void *)path);
    }
    failed |= rmdir(p->root);
    test_free(p);
    return failed;
}

static void put(const struct place *p, const char *name, struct str text)
{
    const char *path = path_of(p, name);
    FILE *out = fopen(path, "w");

    assert_non_null(out);
    assert_int_equal(fwrite(text.p, 1, text.n, out), text.n);
    fclose(out);
    test_free((void *)path);
}

static const struct build_id recorded = {{1, 2, 3, 4, 5, 6, 7, 8}, 8};

static void put_notes(const struct place *p, unsigned char last)
{
    struct {
        uint32_t a[3];
        char linux_[8];
        uint32_t version;
        uint32_t b[3];
        char gnu[4];
        unsigned char id[8];
    } notes = {{6, 4, 0x101}, "Linux", 1, {4, 8, 3}, "GNU", {1, 2, 3, 4, 5, 6, 7, last}};

    put(p, "sys/kernel/notes", (struct str){(const char *)&notes, sizeof notes});
}

static const char list[] = "1000 T _text\n2000 T function\n3000 t other\t[mod]\n";

/* Which rule found the list, and that it names. */
static enum kernel_rule load(const struct symbol_options *o, const struct kernel_key *key,
                             const char *why)
{
    struct limits limits = limits_usual();
    struct kernel k;
    struct str name;
    struct str module;

    kernel_load(&k, key, o, &limits);
    enum kernel_rule rule = k.rule;
    if (rule != KERNEL_NONE) {
        assert_true(kernel_find(&k, 0x2008, &name, &module));
        assert_str(name, "function");
        assert_str(module, "[kernel.kallsyms]");
        assert_true(kernel_find(&k, 0x3008, &name, &module));
        assert_str(module, "[mod]");
        assert_int_equal(k.why.n, 0);
    } else {
        assert_int_equal(k.path.n, 0);
        if (str_find(buf_str(&k.why), 0, str_of(why)) == k.why.n)
            fail_msg("\"%.*s\" has no \"%s\"", (int)k.why.n, k.why.p, why);
    }
    kernel_free(&k);
    return rule;
}

static void the_running_kernel_is_used_only_when_its_build_id_is_the_same(void **state)
{
    const struct place *p = *state;
    struct kernel_key key = {.build_id = recorded};

    put(p, "proc/kallsyms", str_of(list));
    assert_int_equal(load(&p->o, &key, "another kernel"), KERNEL_NONE);
    put_notes(p, 9);
    assert_int_equal(load(&p->o, &key, "--kallsyms"), KERNEL_NONE);
    put_notes(p, 8);
    assert_int_equal(load(&p->o, &key, ""), KERNEL_HERE);
    key.release = STR("wrong");
    assert_int_equal(load(&p->o, &key, ""), KERNEL_HERE);
}

static void without_a_build_id_release_and_name_of_the_machine_decide(void **state)
{
    const struct place *p = *state;
    struct kernel_key key = {.release = STR("6.1.0-18-amd64"), .hostname = STR("box")};
    struct kernel_key nothing = {.release = STR(""), .hostname = STR("")};

    put(p, "proc/kallsyms", str_of(list));
    put(p, "proc/sys/kernel/osrelease", STR("6.1.0-18-amd64\n"));
    put(p, "proc/sys/kernel/hostname", STR("other\n"));
    assert_int_equal(load(&p->o, &key, "another kernel"), KERNEL_NONE);
    put(p, "proc/sys/kernel/hostname", STR("box\n"));
    assert_int_equal(load(&p->o, &key, ""), KERNEL_HERE);
    assert_int_equal(load(&p->o, &nothing, "does not say of which kernel"), KERNEL_NONE);
}

static void hidden_addresses_are_told_with_what_shows_them(void **state)
{
    const struct place *p = *state;
    struct kernel_key key = {.build_id = recorded};

    put_notes(p, 8);
    put(p, "proc/kallsyms", STR("0000 T _text\n0000 T function\n"));
    assert_int_equal(load(&p->o, &key, "kernel.kptr_restrict=0"), KERNEL_NONE);
    put(p, "proc/kallsyms", STR("nothing\n"));
    assert_int_equal(load(&p->o, &key, "holds no symbols"), KERNEL_NONE);
}

static void a_line_without_an_end_is_no_list(void **state)
{
    enum { SIZE = 1 << 20 };
    struct place *p = *state;
    const struct kernel_key key = {.build_id = recorded};
    struct limits limits = limits_usual();
    struct buf text = {0};
    struct kernel k;

    buf_add(&text, str_of(list));
    memset(buf_reserve(&text, SIZE), 'x', SIZE);
    text.n += SIZE;
    put_notes(p, 8);
    put(p, "proc/kallsyms", buf_str(&text));
    assert_int_equal(load(&p->o, &key, ""), KERNEL_HERE);
    limits.line = SIZE / 2;
    kernel_load(&k, &key, &p->o, &limits);
    assert_int_equal(k.rule, KERNEL_NONE);
    assert_true(str_find(buf_str(&k.why), 0, STR("limit line")) < k.why.n);
    kernel_free(&k);
    buf_free(&text);
}

static void the_file_that_was_named_comes_alone(void **state)
{
    struct place *p = *state;
    struct kernel_key key = {.build_id = recorded};
    struct symbol_options o = {.files = true};

    o.kallsyms = path_of(p, "given");
    put_notes(p, 8);
    put(p, "proc/kallsyms", str_of(list));
    assert_int_equal(load(&o, &key, "given: is not a readable file"), KERNEL_NONE);
    put(p, "given", str_of(list));
    o.files = false;
    assert_int_equal(load(&o, &key, ""), KERNEL_GIVEN);
    test_free((void *)o.kallsyms);
    o.kallsyms = NULL;
    assert_int_equal(load(&o, &key, "no file may be opened"), KERNEL_NONE);
}

static void what_lies_beside_the_recording_and_the_cache_are_looked_into(void **state)
{
    struct place *p = *state;
    struct kernel_key key = {.build_id = recorded};
    struct symbol_options o = {.files = true};

    o.debug_cache = path_of(p, "cache");
    key.recording_folder = path_of(p, "rec");
    put(p, files[6], str_of(list));
    assert_int_equal(load(&o, &key, ""), KERNEL_CACHE);
    put(p, "rec/kcore_dir/kallsyms", str_of(list));
    assert_int_equal(load(&o, &key, ""), KERNEL_RECORDING);
    test_free((void *)o.debug_cache);
    test_free((void *)key.recording_folder);
}

static void a_list_that_others_may_have_put_there_is_not_read(void **state)
{
    struct place *p = *state;
    struct limits limits = limits_usual();
    const struct symbol_options o = {.files = true};
    const char *given = path_of(p, "given");
    const char *beside = path_of(p, "rec/kcore_dir/kallsyms");
    struct kernel_key key = {.build_id = recorded, .recording_folder = path_of(p, "rec")};
    struct kernel k;

    put(p, "given", str_of(list));
    assert_int_equal(symlink(given, beside), 0);
    assert_int_equal(load(&o, &key, ""), KERNEL_RECORDING);
    assert_int_equal(chmod(key.recording_folder, 01777), 0);
    kernel_load(&k, &key, &o, &limits);
    assert_int_not_equal(k.rule, KERNEL_RECORDING);
    assert_string_equal(k.refused.p, beside);
    kernel_free(&k);
    test_free((void *)given);
    test_free((void *)beside);
    test_free((void *)key.recording_folder);
}

static void it_is_loaded_beside_other_work_too(void **state)
{
    struct place *p = *state;
    struct limits limits = limits_usual();
    char release[] = "6.1.0-18-amd64";
    char hostname[] = "box";
    struct kernel_key key = {
        .release = str_of(release), .hostname = str_of(hostname), .mark = STR("_text")};
    struct kernel k;
    struct str name;
    struct str module;

    put(p, "proc/kallsyms", str_of(list));
    put(p, "proc/sys/kernel/osrelease", STR("6.1.0-18-amd64\n"));
    put(p, "proc/sys/kernel/hostname", STR("box\n"));
    key.text = 0x11000;
    kernel_begin(&k, &key, &p->o, &limits);
    release[0] = hostname[0] = '?'; /* it has copies */
    kernel_wait(&k);
    assert_true(kernel_is_ready(&k));
    assert_int_equal(k.rule, KERNEL_HERE);
    assert_true(kernel_find(&k, 0x12008, &name, &module));
    assert_str(name, "function");
    kernel_wait(&k);
    kernel_free(&k);
    kernel_begin(&k, &key, &p->o, &limits);
    kernel_free(&k);
}

static void what_records_tell_and_a_table_are_asked_too(void **state)
{
    struct kernel k = {0};
    struct symbol_table t = {0};
    struct str name;
    struct str module;

    (void)state;
    table_add(&t, 0x2000, 0x10, STR("of_vmlinux"), 0);
    kernel_add_table(&k, &t);
    kernel_add(&k, 0x8000, 0x10, STR("bpf_prog_1_x"));
    kernel_add(&k, 0x9000, 0x10, STR("kprobe_optinsn_page"));
    assert_true(kernel_find(&k, 0x2008, &name, &module));
    assert_str(name, "of_vmlinux");
    assert_int_equal(k.rule, KERNEL_FILE);
    assert_true(kernel_find(&k, 0x8008, &name, &module));
    assert_str(module, "[bpf]");
    assert_true(kernel_find(&k, 0x9008, &name, &module));
    assert_str(module, "[kernel.kallsyms]");
    assert_false(kernel_find(&k, 0x9010, &name, &module));
    kernel_remove(&k, 0x9000);
    assert_false(kernel_find(&k, 0x9008, &name, &module));
    kernel_free(&k);
}

#define at_a_place(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        at_a_place(the_running_kernel_is_used_only_when_its_build_id_is_the_same),
        at_a_place(without_a_build_id_release_and_name_of_the_machine_decide),
        at_a_place(hidden_addresses_are_told_with_what_shows_them),
        at_a_place(a_line_without_an_end_is_no_list),
        at_a_place(the_file_that_was_named_comes_alone),
        at_a_place(what_lies_beside_the_recording_and_the_cache_are_looked_into),
        cmocka_unit_test_setup_teardown(a_list_that_others_may_have_put_there_is_not_read, set_up,
                                        tear_down),
        at_a_place(it_is_loaded_beside_other_work_too),
        cmocka_unit_test(what_records_tell_and_a_table_are_asked_too),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
