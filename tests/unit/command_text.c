/* app/draw/command_text: what stands in a title for the command that was recorded. */
#include "app/draw/command_text.h"

#include "base/buf.h"
#include "unit.h"

static void assert_fits(const char *command, size_t cells, const char *want)
{
    struct buf made = {0};

    command_text_fit(str_of(command), cells, 24, &made);
    assert_str(buf_str(&made), want);
    buf_free(&made);
}

static void options_of_the_recorder_are_left_out(void **state)
{
    (void)state;
    assert_fits("perf record -g -F 997 --call-graph dwarf -o x.data ./server 80", 80,
                "./server 80");
    assert_fits("/usr/bin/perf record -F99 --call-graph=fp -ge cycles ./server", 80, "./server");
    assert_fits("perf record -gF 99 -vo x ./server -o y", 80, "./server -o y");
    assert_fits("perf record -g ./server", 80, "perf record -g ./server");
    assert_fits("perf record -g -F 99 ./server", 80, "./server");
}

static void a_recorder_that_looked_at_others_stays(void **state)
{
    static const char *const commands[] = {
        "perf record -ag sleep 10", "perf record -g -p 4711",  "perf record --cpu=3 sleep 1",
        "perf record -g",           "perf report -g ./server", "perf",
        "perf record -g -e",        "perf record -g -t 7 --",  "perf record",
    };

    (void)state;
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++)
        assert_fits(commands[i], 80, commands[i]);
}

static void options_of_an_interpreter_go_before_its_script(void **state)
{
    static const char *const node = "perf record -g -F 997 --call-graph dwarf -o a.data "
                                    "/usr/local/bin/node --perf-basic-prof "
                                    "--interpreted-frames-native-stack /srv/app/server.js 8080";

    (void)state;
    assert_fits("node --prof app/server.js 80", 80, "node … app/server.js 80");
    assert_fits("node --prof server.js 80", 80, "node --prof server.js 80");
    assert_fits("java -cp x.jar com.example.shop.orders.OrderServer 3", 80,
                "java … …OrderServer 3");
    assert_fits(node, 100, "node … server.js 8080");
    assert_fits(node, 20, "node … server.js 80…");
    assert_fits(node, 10, "node … se…");
    assert_fits(
        "java -XX:+UnlockDiagnosticVMOptions -XX:+PreserveFramePointer -cp ../../classes:x.jar "
        "com.example.Main 3",
        100, "java … com.example.Main 3");
    assert_fits("/opt/jdk-21/bin/java -Xmx4g -XX:+UseParallelGC -jar /srv/shop/shop.jar --port 80",
                100, "java … shop.jar --port 80");
    assert_fits("/usr/bin/python3.12 -X perf -m http.server 8000 --directory /srv", 100,
                "python3.12 … http.server 8000 --directory /srv");
    assert_fits("bash -c for i in 1 2 3; do ./work; done", 20, "bash -c for i in 1 …");
}

static void of_other_programs_the_end_is_cut(void **state)
{
    struct buf made = {0};

    (void)state;
    command_text_fit(STR("../bin/demo-small 3"), 80, 14, &made);
    assert_str(buf_str(&made), "demo-small 3");
    buf_free(&made);
    assert_fits("./server --port 8080 --threads 8", 20, "./server --port 808…");
    assert_fits("/opt/company/products/2026/releases/17/bin/server --port 8080", 30,
                "server --port 8080");
    assert_fits("/opt/company/products/2026/releases/17/bin/python3", 20, "python3");
    assert_fits("node", 16, "node");
    assert_fits("node --prof", 16, "node --prof");
    assert_fits("node -r", 16, "node -r");
    assert_fits("python3 -m", 16, "python3 -m");
    assert_fits("", 16, "");
    assert_fits("  ", 16, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(options_of_the_recorder_are_left_out),
        cmocka_unit_test(a_recorder_that_looked_at_others_stays),
        cmocka_unit_test(options_of_an_interpreter_go_before_its_script),
        cmocka_unit_test(of_other_programs_the_end_is_cut),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
