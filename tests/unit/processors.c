/* record/processors: what -C asks for, and what a made folder /sys says is online. */
#include "record/processors.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "unit.h"

enum { PATH = 256, FOLDERS = 4 };

static const char *const folders[FOLDERS] = {"/sys", "/sys/devices", "/sys/devices/system",
                                             "/sys/devices/system/cpu"};

/* Asks for a list where these are online; NULL: that is not told. */
static bool find(struct processors *p, const char *list, const char *online, struct fault *f)
{
    char root[] = "/tmp/flame-processors-XXXXXX";
    char path[PATH];
    char file[PATH];

    assert_non_null(mkdtemp(root));
    for (size_t i = 0; i < FOLDERS; i++) {
        snprintf(path, sizeof path, "%s%s", root, folders[i]);
        assert_int_equal(mkdir(path, 0700), 0);
    }
    snprintf(file, sizeof file, "%s%s/online", root, folders[FOLDERS - 1]);
    if (online) {
        FILE *to = fopen(file, "w");
        assert_non_null(to);
        assert_true(fprintf(to, "%s\n", online) > 0);
        assert_int_equal(fclose(to), 0);
    }
    const bool ok = processors_find(p, str_of(list), root, f);
    if (online)
        assert_int_equal(remove(file), 0);
    for (size_t i = FOLDERS; i-- > 0;) {
        snprintf(path, sizeof path, "%s%s", root, folders[i]);
        assert_int_equal(rmdir(path), 0);
    }
    assert_int_equal(rmdir(root), 0);
    return ok;
}

static void assert_found(const char *list, const char *online, const uint32_t *wanted, size_t n)
{
    struct processors p;
    struct fault f = {0};

    assert_true(find(&p, list, online, &f));
    assert_int_equal(p.n, n);
    assert_memory_equal(p.numbers, wanted, n * sizeof *wanted);
    processors_free(&p);
}

static void assert_refused(const char *list, const char *online, const char *said)
{
    struct processors p;
    struct fault f = {0};

    assert_false(find(&p, list, online, &f));
    assert_int_equal(f.kind, FAULT_USAGE);
    assert_string_equal(f.text, said);
    processors_free(&p);
}

static void lists_are_those_that_are_online(void **state)
{
    (void)state;
    assert_found("", "0-2,5", (uint32_t[]){0, 1, 2, 5}, 4);
    assert_found("1,5", "0-2,5", (uint32_t[]){1, 5}, 2);
    assert_found("1-2,1,2,0", "0-2,5", (uint32_t[]){1, 2, 0}, 3);
    assert_found("3,9", NULL, (uint32_t[]){3, 9}, 2);
}

static void what_is_not_online_is_told_with_what_is(void **state)
{
    (void)state;
    assert_refused("9", "0-1", "-C: processor 9 is not there or not online, wanted some of 0-1");
    assert_refused("0-5", "0-2,5",
                   "-C: processor 3 is not there or not online, wanted some of 0-2,5");
    assert_refused("2-1", "0-2", "-C: \"2-1\" found, wanted processors, as 0-3,5");
    assert_refused("a", "0-2", "-C: \"a\" found, wanted processors, as 0-3,5");
    assert_refused("0,", "0-2", "-C: \"0,\" found, wanted processors, as 0-3,5");
    assert_refused("0-99999999", "0-2", "-C: \"0-99999999\" found, wanted processors, as 0-3,5");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lists_are_those_that_are_online),
        cmocka_unit_test(what_is_not_online_is_told_with_what_is),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
