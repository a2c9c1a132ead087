/* symbol/vmlinux: names of the kernel from its own file. */
#include "symbol/vmlinux.h"

#include "symbol/kernel.h"

#include "unit.h"

#ifdef FLAME_HAVE_ELFUTILS

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "elf_file.h"

static const struct build_id recorded = {{1, 2, 3, 4}, 4};

/* _text at 0x1000, function at 0x1100. */
static struct str build(struct buf *to)
{
    static const char texts[] = "\0_text\0function";
    struct elf_file e = {.type = ET_EXEC, .machine = EM_X86_64};
    struct buf symbols = {0};
    struct buf note = {0};

    elf_symbol(&e, &symbols, 0, 0, 0, 0, 0);
    elf_symbol(&e, &symbols, 1, ELF32_ST_INFO(STB_GLOBAL, STT_NOTYPE), 1, 0x1000, 0);
    elf_symbol(&e, &symbols, 7, ELF32_ST_INFO(STB_GLOBAL, STT_FUNC), 1, 0x1100, 16);
    elf_build_id(&e, &note, "\1\2\3\4");
    e.sections[0] = (struct elf_section){
        ".text", SHT_NOBITS, SHF_ALLOC | SHF_EXECINSTR, 0x1000, STR(""), 0, 0, 0x200};
    e.sections[1] = (struct elf_section){".symtab", SHT_SYMTAB, 0, 0, buf_str(&symbols), 3, 24, 0};
    e.sections[2] =
        (struct elf_section){".strtab", SHT_STRTAB, 0, 0, {texts, sizeof texts}, 0, 0, 0};
    e.sections[3] = (struct elf_section){".note.gnu.build-id", SHT_NOTE, SHF_ALLOC, 0x200,
                                         buf_str(&note),       0,        0,         0};
    elf_write(&e, to);
    buf_free(&symbols);
    buf_free(&note);
    return buf_str(to);
}

static void expect(const struct symbol_options *o, const struct kernel_key *key,
                   enum kernel_rule rule, const char *name)
{
    struct limits limits = limits_usual();
    struct kernel k;
    struct str found;
    struct str module;

    kernel_load(&k, key, o, &limits);
    assert_int_equal(k.rule, rule);
    assert_int_equal(kernel_find(&k, 0x51108, &found, &module), name != NULL);
    if (name)
        assert_str(found, name);
    kernel_free(&k);
}

static void the_file_is_found_below_symfs_and_moved_to_where_it_ran(void **state)
{
    char root[] = "/tmp/flame-test-XXXXXX";
    char folder[64], path[96];
    struct buf bytes = {0};
    struct kernel_key key = {
        .build_id = recorded, .release = STR("6.1.0-x"), .mark = STR("_text"), .text = 0x51000};

    (void)state;
    assert_non_null(mkdtemp(root));
    snprintf(folder, sizeof folder, "%s/boot", root);
    snprintf(path, sizeof path, "%s/vmlinux-6.1.0-x", folder);
    assert_int_equal(mkdir(folder, 0700), 0);
    FILE *out = fopen(path, "w");
    assert_non_null(out);
    struct str text = build(&bytes);
    assert_int_equal(fwrite(text.p, 1, text.n, out), text.n);
    fclose(out);
    const char *symfs = root;
    const struct symbol_options below = {.files = true, .symfs = &symfs, .n_symfs = 1};
    const struct symbol_options given = {.kallsyms = path};
    expect(&below, &key, KERNEL_FILE, "function");
    expect(&given, &key, KERNEL_GIVEN, "function");
    key.mark = STR("_stext"); /* which this file lacks */
    expect(&below, &key, KERNEL_NONE, NULL);
    key.mark = STR("_text");
    key.release = STR("../boot/6.1.0-x");
    expect(&below, &key, KERNEL_NONE, NULL);
    key.release = STR("6.1.0-x");
    key.build_id.bytes[0] = 9;
    expect(&below, &key, KERNEL_NONE, NULL);
    expect(&given, &key, KERNEL_NONE, NULL);
    key.build_id.n = 0;
    expect(&below, &key, KERNEL_NONE, NULL);
    buf_free(&bytes);
    assert_int_equal(unlink(path) | rmdir(folder) | rmdir(root), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_file_is_found_below_symfs_and_moved_to_where_it_ran),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

#else

int main(void)
{
    return 77;
}

#endif
