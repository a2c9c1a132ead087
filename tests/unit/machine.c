/* record/machine: the state of a machine in made folders /proc and /sys. */
#include "record/machine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "unit.h"

enum { PATH = 256, FILES = 4 };

static const char *const folders[] = {"/proc",
                                      "/sys",
                                      "/sys/devices",
                                      "/sys/devices/system",
                                      "/sys/devices/system/cpu",
                                      "/sys/devices/system/cpu/cpu0",
                                      "/sys/devices/system/cpu/cpu0/cpufreq"};

static const char *const files[FILES] = {"/proc/stat", "/proc/loadavg",
                                         "/sys/devices/system/cpu/cpu0/cpufreq/scaling_cur_freq",
                                         "/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"};

static const char *below(const char *root, const char *name, char *path)
{
    snprintf(path, PATH, "%s%s", root, name);
    return path;
}

/* Looks at a machine whose files say this; NULL: is not there. */
static void look(struct machine_state *m, const char *const texts[FILES])
{
    char root[] = "/tmp/flame-machine-XXXXXX";
    char path[PATH];

    assert_non_null(mkdtemp(root));
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
        assert_int_equal(mkdir(below(root, folders[i], path), 0700), 0);
    for (size_t i = 0; i < FILES; i++) {
        FILE *file = texts[i] ? fopen(below(root, files[i], path), "w") : NULL;
        if (!texts[i])
            continue;
        assert_non_null(file);
        assert_true(fputs(texts[i], file) >= 0);
        assert_int_equal(fclose(file), 0);
    }
    machine_look(m, root);
    for (size_t i = 0; i < FILES; i++)
        unlink(below(root, files[i], path));
    for (size_t i = sizeof folders / sizeof *folders; i-- > 0;)
        assert_int_equal(rmdir(below(root, folders[i], path)), 0);
    assert_int_equal(rmdir(root), 0);
}

static void time_of_processors_is_busy_but_for_idle_and_waits(void **state)
{
    struct machine_state m;

    (void)state;
    look(&m, (const char *const[FILES]){"cpu  10 20 30 4000 500 6 7 80 9 9\ncpu0 1 1 1\n",
                                        "0.5 0.25 0.10 1/2 3\n", "1200000\n", "powersave\n"});
    const uint64_t tick = 1000000000 / (uint64_t)sysconf(_SC_CLK_TCK);
    assert_int_equal(m.busy_ns, (10 + 20 + 30 + 6 + 7) * tick);
    assert_int_equal(m.stolen_ns, 80 * tick);
    assert_int_equal(m.load, 50);
    assert_int_equal(m.khz, 1200000);
    assert_string_equal(m.governor, "powersave");
}

static void what_is_not_there_or_strange_is_zero(void **state)
{
    struct machine_state m;

    (void)state;
    look(&m, (const char *const[FILES]){NULL, NULL, NULL, NULL});
    assert_int_equal(m.busy_ns + m.stolen_ns + m.khz + m.load, 0);
    assert_string_equal(m.governor, "");
    look(&m, (const char *const[FILES]){"intr 5\n", "x\n", "fast\n",
                                        "a-name-that-is-longer-than-any-governor\n"});
    assert_int_equal(m.busy_ns + m.stolen_ns + m.khz + m.load, 0);
    assert_int_equal(strlen(m.governor), sizeof m.governor - 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(time_of_processors_is_busy_but_for_idle_and_waits),
        cmocka_unit_test(what_is_not_there_or_strange_is_zero),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
