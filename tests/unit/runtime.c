/* record/code/runtime: which runtimes were not asked to name their functions. */
#include "record/code/runtime.h"

#include "unit.h"

static const char *lack(const char *program, struct str words, struct str environment)
{
    const struct runtime *r = runtime_that_lacks(str_of(program), words, environment);

    return r ? r->wants : "";
}

#define LACK(program, words, environment) lack(program, STR(words), STR(environment))

static void programs_are_known_by_name(void **state)
{
    (void)state;
    assert_string_equal(LACK("/usr/bin/node", "node\0app.js\0", ""), "--perf-basic-prof");
    assert_string_equal(LACK("nodejs", "nodejs\0", ""), "--perf-basic-prof");
    assert_string_equal(LACK("/usr/bin/python3.12", "x\0", ""), "-X perf (from Python 3.12 on)");
    assert_string_equal(LACK("java", "java\0-jar\0a.jar\0", ""), "-XX:+PreserveFramePointer");
    assert_string_equal(LACK("dotnet", "dotnet\0a.dll\0", ""), "DOTNET_PerfMapEnabled=1");
    assert_string_equal(LACK("nodes", "nodes\0", ""), "");
    assert_string_equal(LACK("/opt/node/server", "server\0", ""), "");
    assert_string_equal(LACK("", "", ""), "");
    assert_string_equal(LACK("3.12", "", ""), "");
}

static void words_give_what_is_wanted(void **state)
{
    (void)state;
    assert_string_equal(LACK("node", "node\0--perf-basic-prof\0app.js\0", ""), "");
    assert_string_equal(LACK("node", "node\0--perf-basic-prof-only-functions\0app.js", ""), "");
    assert_string_equal(LACK("python3", "python3\0-X\0perf\0a.py\0", ""), "");
    assert_string_equal(LACK("python3", "python3\0-Xperf_jit\0a.py\0", ""), "");
    assert_string_equal(LACK("java", "java\0-XX:+PreserveFramePointer\0A\0", ""), "");
    assert_string_equal(LACK("java", "java\0-XX:-PreserveFramePointer\0A\0", ""),
                        "-XX:+PreserveFramePointer");
}

static void variables_give_it_as_well(void **state)
{
    (void)state;
    assert_string_equal(LACK("node", "node\0", "A=1\0NODE_OPTIONS=--x --perf-basic-prof\0"), "");
    assert_string_equal(LACK("node", "node\0", "OTHER=--perf-basic-prof\0"), "--perf-basic-prof");
    assert_string_equal(LACK("python", "python\0", "PYTHONPERFSUPPORT=1\0"), "");
    assert_string_equal(LACK("python", "python\0", "PYTHONPERFSUPPORT=0\0"),
                        "-X perf (from Python 3.12 on)");
    assert_string_equal(LACK("dotnet", "dotnet\0", "DOTNET_PerfMapEnabled=3\0"), "");
    assert_string_equal(LACK("dotnet", "dotnet\0", "DOTNET_PerfMapEnabled=0\0"),
                        "DOTNET_PerfMapEnabled=1");
    assert_string_equal(LACK("dotnet", "dotnet\0", "DOTNET_PerfMapEnabled="),
                        "DOTNET_PerfMapEnabled=1");
    assert_string_equal(LACK("java", "java\0", "JDK_JAVA_OPTIONS=-Xmx1g -XX:+PreserveFramePointer"),
                        "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(programs_are_known_by_name),
        cmocka_unit_test(words_give_what_is_wanted),
        cmocka_unit_test(variables_give_it_as_well),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
