/* Signs are found wherever they stand, and no format is kept from what it recognises. */
#include "golden_inputs.h"

#include "base/mem.h"
#include "base/source.h"
#include "input/common/signs.h"
#include "input/formats.h"
#include "profiles.h"

static bool may_have(const char *text, const char *sign)
{
    struct signs s;

    signs_find(&s, str_of(text));
    const bool may = signs_may_have(&s, str_of(sign));
    signs_free(&s);
    return may;
}

static void a_sign_is_found_where_it_stands(void **state)
{
    (void)state;
    assert_true(may_have("Call Trace:", "Call Trace:"));
    assert_true(may_have("x\n  Call Trace:\n", "Call Trace:"));
    assert_true(may_have("main;`tick 1", "`"));
    assert_true(may_have("a %", "%"));
    assert_false(may_have("Call Trace", "Call Trace:"));
    assert_false(may_have("main;tick 1", "`"));
    assert_false(may_have("", "%"));
    assert_false(may_have("", "Call"));
}

static void a_newline_in_a_sign_is_that_of_a_line_without_its_blanks(void **state)
{
    static const char *const begin[] = {"#0", "\t #0\n", "x\n#0", "x\r\n\r  #0 main",
                                        "x\n\n\t#0\r"};
    static const char *const end[] = {"a]", "a]\n", "a] \t\r\nb", "x\nb]\r\n", "]\n"};

    (void)state;
    for (size_t i = 0; i < sizeof begin / sizeof begin[0]; i++) {
        assert_true(may_have(begin[i], "\n#0"));
        assert_true(may_have(begin[i], "\n#"));
        assert_false(may_have(begin[i], "\n#1"));
    }
    for (size_t i = 0; i < sizeof end / sizeof end[0]; i++)
        assert_true(may_have(end[i], "]\n"));
    assert_true(may_have(" Tracing x", "\nTracing "));
    assert_true(may_have("dated]", "dated]\n"));
    assert_false(may_have("x #0\n0#\n", "\n#0"));
    assert_false(may_have("x Tracing \n", "\nTracing "));
    assert_false(may_have("] x\n", "]\n"));
}

static void signs_that_are_no_texts_are_found(void **state)
{
    (void)state;
    assert_true(may_have("x\n 2026-05-01T12:00:00 a", SIGN_DATE));
    assert_true(may_have("2x-y-01-02T", "\n2"));
    assert_false(may_have("x 2026-05-01T12:00:00 a", SIGN_DATE));
    assert_false(may_have("2026-05-01 12:00:00 a", SIGN_DATE));
    assert_true(may_have("\n# a comment\n\nmain;parse", SIGN_NO_LINE));
    assert_true(may_have("", SIGN_NO_LINE));
    assert_false(may_have("main;parse\n", SIGN_NO_LINE));
}

/* What a text holds at any place of a text as long as a prefix. */
static void random_words_of_a_text_are_found(void **state)
{
    enum { LENGTH = SOURCE_PREFIX, WORDS = 2000 };
    char *text = mem_alloc(LENGTH, 1);
    uint64_t seed = 20261130;
    struct signs s;
    char word[33];

    (void)state;
    print_message("seed %llu\n", (unsigned long long)seed);
    for (size_t i = 0; i < LENGTH; i++)
        text[i] = (char)(' ' + random_below(&seed, 90));
    for (unsigned n = 1; n <= LENGTH; n = n * 5 + 1) {
        signs_find(&s, (struct str){text, n});
        for (unsigned i = 0; i < WORDS; i++) {
            const uint32_t from = random_below(&seed, n);
            const uint32_t most = n - from < sizeof word - 1 ? n - from : sizeof word - 1;
            const uint32_t length = 1 + random_below(&seed, most);
            assert_true(signs_may_have(&s, (struct str){text + from, length}));
        }
        signs_free(&s);
    }
    mem_free(text, LENGTH, 1);
}

/* No format is kept from a text that it recognises. */
static void ask_each(const char *path, struct str text)
{
    size_t n;
    const struct input_format *const *formats = input_formats(&n);
    struct signs s;

    signs_find(&s, text);
    for (size_t i = 0; i < n; i++)
        if (formats[i]->recognise && !signs_allow(&s, formats[i]) && formats[i]->recognise(text))
            fail_msg("%s has no sign of %s, which recognises it: %.*s", path, formats[i]->name,
                     text.n < 2000 ? (int)text.n : 2000, text.p);
    signs_free(&s);
}

/* Changes some bytes to others of the text, or to what ends lines and words. */
static void change(char *text, size_t n, uint64_t *seed)
{
    static const char breaks[] = {'\n', ' ', '\t', '\r', '0', '['};
    uint32_t left = random_below(seed, 4);

    while (left--) {
        char *p = text + random_below(seed, (uint32_t)n);
        const uint32_t other = random_below(seed, 2 * sizeof breaks);
        *p = other < sizeof breaks ? breaks[other] : text[random_below(seed, (uint32_t)n)];
    }
}

static void ask_one(const char *name, struct str text)
{
    struct fault f = {0};
    const struct input_format *format = input_find(str_of(name), &f);

    if (!format || !format->recognise(text))
        fail_msg("%s does not recognise: %.*s", name, (int)text.n, text.p);
    ask_each(name, text);
}

/* Each has one sign alone, which golden inputs have beside others. */
static const struct {
    const char *format, *text;
} texts[] = {
    {"bcc", "Tracing 2 functions for \"read*\"... Hit Ctrl-C to end.\n"},
    {"bcc", "Sampling at 99 Hertz of all threads by user + kernel stack\n"},
    {"bcc", "    target:          bash\n        12\n"},
    {"bpftrace", "Attaching 2 probes...\n"},
    {"chrome", "{\"traceEvents\": []}"},
    {"chrome", "{\"otherData\": {}}"},
    {"chrome", "{\"stackFrames\": {}}"},
    {"chrome", "[{\"ph\": \"X\", \"tid\": 1}]"},
    {"d3-flame-graph", "{\"n\": \"\", \"l\": \"\", \"v\": 0, \"c\": []}"},
    {"d3-flame-graph", "{\"n\": \"\", \"l\": \"\", \"v\": 0, \"c\" : []}"},
    {"d3-flame-graph", "{\"n\": \"\", \"l\": \"\", \"v\": 0, \"c\"\t: []}"},
    {"d3-flame-graph", "{\"n\": \"\", \"l\": \"\", \"v\": 0, \"c\"\r: []}"},
    {"d3-flame-graph", "{\"n\": \"\", \"l\": \"\", \"v\": 0, \"c\"\n: []}"},
    {"dhat", "{\"dhatFileVersion\": 2}"},
    {"dhat", "{\"tb\": 1, \"tbk\": 1, \"fs\": [], \"pps\": []}"},
    {"dmesg", "[<c010f1a4>] (show_stack) from [<c010b1a4>] (dump_stack+0x10/0x20)\n"},
    {"dmesg", "Call Trace:\n schedule+0x5e/0xd0\n"},
    {"dmesg", "Call trace:\n schedule+0x5e/0xd0\n"},
    {"dmesg", "<4>[ 1.5] a\n<4>[ 1.6] b\n<4>[ 1.7] c\n"},
    {"dmesg", "a kernel: [ 1.5] a\na kernel: [ 1.6] b\na kernel: [ 1.7] c\n"},
    {"dmesg", "kern  :info  : [ 1.5] a\nkern  :info  : [ 1.6] b\nkern  :info  : [ 1.7] c\n"},
    {"dmesg", "2026-05-01T1 [ 1.5] a\n2026-05-01T1 [ 1.6] b\n2026-05-01T1 [ 1.7] c\n"},
    {"dtrace", "CPU     ID                    FUNCTION:NAME\n"},
    {"folded", "main;parse 3.\n"},
    {"ftrace", "# tracer: nop\n"},
    {"ghcprof", "\tWed Jan  7 08:09 2026 Time and Allocation Profiling Report  (Final)\n"},
    {"go", "PeriodType: cpu nanoseconds\n"},
    {"hprof", "JAVA PROFILE 1.0.1, created now\n"},
    {"ibmjava", "0SECTION       TITLE subcomponent\n"},
    {"sample", "Analysis of sampling demo (pid 1) every 1 millisecond\n"},
    {"speedscope", "{\"$schema\": \"https://www.speedscope.app/file-format-schema.json\"}"},
    {"speedscope", "{\"type\": \"sampled\", \"unit\": \"none\", \"profiles\": []}"},
    {"speedscope", "{\"shared\": {\"frames\": []}}"},
    {"stackprof", "{\"gc_samples\": 0}"},
    {"stackprof", "{\"raw_timestamp_deltas\": []}"},
    {"stackprof", "{\"missed_samples\": 0}"},
    {"stackprof", "{\"frames\": {}, \"total_samples\": 1}"},
    {"v8", "{\"nodes\": [{\"callFrame\": {}}]}"},
    {"v8", "{\"head\": {\"functionName\": \"\"}}"},
    {"v8", "{\"samples\": []}"},
    {"v8", "{\"timeDeltas\": []}"},
    {"v8-ticks", "{\"code\": [{\"type\": \"SHARED_LIB\"}]}"},
    {"v8-ticks", "{\"code\": [{\"type\": \"CPP\"}]}"},
    {"v8-ticks", "{\"code\": [{\"type\": \"JS\"}]}"},
    {"v8-ticks", "{\"ticks\": [{\"tm\": 1, \"s\": []}]}"},
    {"vtune", "\"Function Stack\",\"CPU Time:Self\"\n"},
    {"vtune-mc", "\"Function Stack\",\"Allocations\"\n"},
    {"windbg", "Child-SP x\ndemo!main\n"},
    {"windbg", "ChildEBP x\ndemo!main\n"},
    {"windbg", "RetAddr\ndemo!main\n"},
    {"windbg", "Call Site\ndemo!main\n"},
    {"windbg", "0 Id: 1a.1b Suspend: 1\n"},
    {"windbg", "THREAD ff  Cid 0d4c.0d50\n"},
};

static void each_sign_suffices(void **state)
{
    char text[200];

    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        ask_one(texts[i].format, str_of(texts[i].text));
    for (int i = 0; i < 10; i++) {
        snprintf(text, sizeof text, "#%d \"worker\"\n      java.lang.Thread.sleep(Thread.java:1)\n",
                 i);
        ask_one("dump-to-file", str_of(text));
        snprintf(text, sizeof text, "Thread 1 (Thread 0x7f12):\n#%d  0x7f12 in main () at a.c:1\n",
                 i);
        ask_one("gdb", str_of(text));
    }
}

/* Of folded stacks the first line may be longer than a prefix. */
static void a_prefix_without_the_end_of_a_line_may_be_folded_stacks(void **state)
{
    char *text = mem_alloc(SOURCE_PREFIX, 1);

    (void)state;
    memset(text, 'a', SOURCE_PREFIX);
    memcpy(text, "# x\n\nmain;", 10);
    ask_one("folded", (struct str){text, SOURCE_PREFIX});
    mem_free(text, SOURCE_PREFIX, 1);
}

/* Takes lines of a text from a random one on, all or one in so many; returns their length. */
static size_t take_lines(struct str text, uint32_t one_in, uint64_t *seed, char *part, size_t most)
{
    struct str rest = str_from_to(text, random_below(seed, (uint32_t)text.n), text.n);
    struct str line;
    size_t n = 0;

    if (rest.p > text.p)
        (void)take_field(&rest, '\n', &line);
    while (rest.p && n < most && take_field(&rest, '\n', &line)) {
        if (random_below(seed, one_in))
            continue;
        line.n = line.n < most - n ? line.n : most - n;
        memcpy(part + n, line.p, line.n);
        n += line.n;
        if (n < most)
            part[n++] = '\n';
    }
    return n;
}

/* Lines of an input, as behind others or in a log, and some changed: where a format is recognised
 * by one of several signs, others are often left out. */
static void ask_of_parts(const char *path, struct str format, bool told)
{
    enum { PARTS = 24, MOST = 4 << 10, ONE_IN = 6 };
    const struct limits limits = limits_usual();
    uint64_t seed = 1;
    struct fault f = {0};
    struct source source;
    struct blocks blocks;
    struct str prefix;
    char part[MOST];

    (void)format;
    (void)told;
    for (const char *p = path; *p; p++)
        seed = seed * 31 + (unsigned char)*p;
    if (!source_open(&source, path, &limits, &f))
        return; /* one that cannot be read */
    blocks_init(&blocks, &source);
    if (blocks_prefix(&blocks, &prefix, &f) && prefix.n) {
        ask_each(path, prefix);
        for (uint32_t i = 0; i < PARTS; i++) {
            const size_t n =
                take_lines(prefix, 1 + i % ONE_IN, &seed, part, 1 + random_below(&seed, MOST));
            if (n && i % 3 == 0)
                change(part, n, &seed);
            ask_each(path, (struct str){part, n});
        }
    }
    blocks_free(&blocks);
    source_close(&source);
}

static void no_format_is_kept_from_what_it_recognises(void **state)
{
    (void)state;
    visit_golden(ask_of_parts);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_sign_is_found_where_it_stands),
        cmocka_unit_test(a_newline_in_a_sign_is_that_of_a_line_without_its_blanks),
        cmocka_unit_test(signs_that_are_no_texts_are_found),
        cmocka_unit_test(random_words_of_a_text_are_found),
        cmocka_unit_test(each_sign_suffices),
        cmocka_unit_test(a_prefix_without_the_end_of_a_line_may_be_folded_stacks),
        cmocka_unit_test(no_format_is_kept_from_what_it_recognises),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
