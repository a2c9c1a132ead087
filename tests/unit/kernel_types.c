/* record/sleep/kernel_types: what the kernel tells of its own types. */
#include "record/sleep/kernel_types.h"

#include <fcntl.h>
#include <linux/btf.h>
#include <stdlib.h>
#include <unistd.h>

#include "unit.h"

static const char names[] = "\0task_struct\0pid\0tgid\0flag\0btf_trace_sched_switch\0pid_t";
enum { TASK = 1, PID = 13, TGID = 17, FLAG = 22, TRACE = 27, PID_T = 50 };
#define KFLAG (UINT32_C(1) << 31)

/* An integer with its 4 bytes, an array, a typedef, a struct whose members lie at bits 64, 96 and,
 * with a size, at 131, and a typedef of it. */
static const uint32_t types[] = {
    PID_T, BTF_KIND_INT << 24,
    4,     32, /* 1 */
    0,     BTF_KIND_ARRAY << 24,
    0,     1,
    1,     3, /* 2 */
    TRACE, BTF_KIND_TYPEDEF << 24,
    1, /* 3 */
    TASK,  KFLAG | BTF_KIND_STRUCT << 24 | 3,
    64,    PID,
    1,     64,
    TGID,  1,
    96,    FLAG,
    1,     1 << 24 | 131, /* 4 */
    TASK,  BTF_KIND_TYPEDEF << 24,
    4, /* 5 */
};

struct made {
    struct btf_header header;
    unsigned char types[sizeof types];
    char names[sizeof names];
};

static void make(struct made *m)
{
    *m = (struct made){.header = {.magic = BTF_MAGIC,
                                  .version = 1,
                                  .hdr_len = sizeof m->header,
                                  .type_len = sizeof types,
                                  .str_off = sizeof types,
                                  .str_len = sizeof names}};
    memcpy(m->types, types, sizeof types);
    memcpy(m->names, names, sizeof names);
}

/* Reads the first bytes of it from a file. */
static bool read_made(struct kernel_types *t, const struct made *m, size_t n)
{
    char path[] = "/tmp/kernel-types-XXXXXX";
    const int fd = mkstemp(path);

    assert_true(fd >= 0 && write(fd, m, n) == (ssize_t)n);
    close(fd);
    *t = (struct kernel_types){.bytes = {.p = NULL}};
    bool ok = kernel_types_read(t, path);
    unlink(path);
    return ok;
}

static void types_and_members_are_found(void **state)
{
    struct kernel_types t;
    struct made m;
    int16_t at = 0;

    (void)state;
    make(&m);
    assert_true(read_made(&t, &m, sizeof m));
    assert_int_equal(kernel_types_find(&t, BTF_KIND_INT, STR("pid_t")), 1);
    assert_int_equal(kernel_types_find(&t, BTF_KIND_TYPEDEF, STR("btf_trace_sched_switch")), 3);
    assert_int_equal(kernel_types_find(&t, BTF_KIND_STRUCT, STR("task_struct")), 4);
    assert_int_equal(kernel_types_find(&t, BTF_KIND_TYPEDEF, STR("task_struct")), 5);
    assert_int_equal(kernel_types_find(&t, BTF_KIND_STRUCT, STR("task_struc")), 0);
    assert_int_equal(kernel_types_find(&t, BTF_KIND_UNION, STR("task_struct")), 0);
    assert_true(kernel_types_member(&t, STR("task_struct"), STR("pid"), &at));
    assert_int_equal(at, 8);
    assert_true(kernel_types_member(&t, STR("task_struct"), STR("tgid"), &at));
    assert_int_equal(at, 12);
    kernel_types_free(&t);
}

static void members_within_a_byte_or_of_no_struct_are_not_found(void **state)
{
    struct kernel_types t;
    struct made m;
    int16_t at = 0;

    (void)state;
    make(&m);
    assert_true(read_made(&t, &m, sizeof m));
    assert_false(kernel_types_member(&t, STR("task_struct"), STR("flag"), &at));
    assert_false(kernel_types_member(&t, STR("task_struct"), STR("state"), &at));
    assert_false(kernel_types_member(&t, STR("pid_t"), STR("pid"), &at));
    kernel_types_free(&t);
}

static void no_file_that_is_cut_or_lies_is_believed(void **state)
{
    struct kernel_types t = {.bytes = {.p = NULL}};
    struct made m;
    int16_t at = 0;

    (void)state;
    assert_false(kernel_types_read(&t, "/nonexistent"));
    kernel_types_free(&t);
    make(&m);
    for (size_t n = 0; n < sizeof m; n++) {
        assert_false(read_made(&t, &m, n));
        kernel_types_free(&t);
    }
    for (size_t i = 0; i < sizeof m; i++) { /* nothing is read beyond the end */
        make(&m);
        ((unsigned char *)&m)[i] = 0xff;
        if (read_made(&t, &m, sizeof m)) {
            (void)!kernel_types_member(&t, STR("task_struct"), STR("tgid"), &at);
            kernel_types_find(&t, BTF_KIND_TYPEDEF, STR("none"));
        }
        kernel_types_free(&t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(types_and_members_are_found),
        cmocka_unit_test(members_within_a_byte_or_of_no_struct_are_not_found),
        cmocka_unit_test(no_file_that_is_cut_or_lies_is_believed),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
