/* base/source: blocks of whole lines. */
#include "base/source.h"

#include "unit.h"

#include <sys/wait.h>
#include <unistd.h>

#include "base/buf.h"

#define TWO_LINES "main;parse 3\nmain;write 4\n"

/* Lines of 1 to 200 bytes, more than two blocks of them. */
static void make_lines(struct buf *lines)
{
    for (unsigned i = 0; lines->n < 2 * SOURCE_BLOCK + 1000; i++) {
        for (unsigned k = 0; k < i * 37 % 200; k++)
            buf_add_byte(lines, (char)('a' + (i + k) % 26));
        buf_add_byte(lines, '\n');
    }
}

static void assert_blocks(struct source *s, struct str wanted, bool look)
{
    struct blocks b;
    struct str block;
    struct fault f = {0};
    size_t at = 0;

    blocks_init(&b, s);
    if (look) {
        size_t n = wanted.n < SOURCE_PREFIX ? wanted.n : SOURCE_PREFIX;
        assert_true(blocks_prefix(&b, &block, &f));
        assert_int_equal(block.n, n);
        assert_memory_equal(block.p, wanted.p, n);
    }
    for (;;) {
        assert_true(blocks_next(&b, 0, &block, &f));
        if (!block.n)
            break;
        assert_in_range(block.n, 1, wanted.n - at);
        assert_memory_equal(block.p, wanted.p + at, block.n);
        at += block.n;
        assert_true(block.p[block.n - 1] == '\n' || at == wanted.n);
    }
    assert_int_equal(at, wanted.n);
    assert_true(blocks_next(&b, 0, &block, &f));
    assert_int_equal(block.n, 0);
    blocks_free(&b);
}

static void blocks_hold_whole_lines(void **state)
{
    const struct limits limits = limits_usual();
    struct buf lines = {0};
    struct fault f = {0};

    (void)state;
    make_lines(&lines);
    for (size_t n = lines.n - 300; n <= lines.n; n += 50) {
        for (unsigned look = 0; look < 2; look++) {
            struct source s;
            struct str text = {lines.p, n};
            assert_true(source_open_memory(&s, "memory", text, &limits, &f));
            assert_blocks(&s, text, look);
            source_close(&s);
        }
    }
    buf_free(&lines);
}

static void blocks_of_bytes_are_the_whole_input_whatever_its_lines(void **state)
{
    struct limits limits = limits_usual();
    struct buf text = {0};
    struct blocks b;
    struct source s;
    struct str block;
    struct fault f = {0};
    size_t at = 0;

    (void)state;
    limits.line = 100;
    for (size_t i = 0; i < 3 * SOURCE_BLOCK + 7; i++)
        buf_add_byte(&text, (char)('a' + i % 23));
    assert_true(source_open_memory(&s, "memory", buf_str(&text), &limits, &f));
    blocks_init(&b, &s);
    assert_true(blocks_prefix(&b, &block, &f));
    for (;;) {
        assert_true(blocks_next_bytes(&b, &block, &f));
        if (!block.n)
            break;
        assert_in_range(block.n, 1, text.n - at);
        assert_memory_equal(block.p, text.p + at, block.n);
        at += block.n;
    }
    assert_int_equal(at, text.n);
    blocks_free(&b);
    source_close(&s);
    buf_free(&text);
}

static void a_line_longer_than_a_block_stays_whole(void **state)
{
    const struct limits limits = limits_usual();
    struct buf text = {0};
    struct source s;
    struct fault f = {0};

    (void)state;
    buf_add(&text, STR("before\n"));
    memset(buf_reserve(&text, 5 * SOURCE_BLOCK), 'x', 5 * SOURCE_BLOCK);
    text.n += 5 * SOURCE_BLOCK;
    buf_add(&text, STR("\nafter"));
    for (unsigned look = 0; look < 2; look++) {
        assert_true(source_open_memory(&s, "memory", buf_str(&text), &limits, &f));
        assert_blocks(&s, buf_str(&text), look);
        source_close(&s);
    }
    buf_free(&text);
}

static void an_empty_source_has_an_empty_prefix_and_no_block(void **state)
{
    const struct limits limits = limits_usual();
    struct source s;
    struct fault f = {0};

    (void)state;
    assert_true(source_open_memory(&s, "memory", STR(""), &limits, &f));
    assert_blocks(&s, STR(""), true);
    assert_blocks(&s, STR(""), false);
    source_close(&s);
}

/* Starts a process that writes the bytes to fd, one at a time. */
static pid_t start_slow_writer(int fd, int to_close, struct str bytes)
{
    pid_t pid = fork();

    if (pid != 0)
        return pid;
    close(to_close);
    for (size_t i = 0; i < bytes.n; i++)
        if (write(fd, bytes.p + i, 1) != 1)
            _exit(1);
    _exit(0);
}

static void assert_ended_well(pid_t pid)
{
    int status;

    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_int_equal(status, 0);
}

static void a_slow_pipe_is_looked_at_and_read_whole(void **state)
{
    const struct limits limits = limits_usual();
    struct source s;
    struct fault f = {0};
    int saved = dup(0);
    int ends[2];

    (void)state;
    assert_int_equal(pipe(ends), 0);
    pid_t pid = start_slow_writer(ends[1], ends[0], STR(TWO_LINES));
    close(ends[1]);
    dup2(ends[0], 0);
    close(ends[0]);
    assert_true(source_open(&s, "-", &limits, &f));
    assert_blocks(&s, STR(TWO_LINES), true);
    source_close(&s);
    assert_ended_well(pid);
    dup2(saved, 0);
    close(saved);
}

/* Reads all blocks, counting lines as a reader does. */
static bool count_lines(struct str text, struct limits limits, uint64_t *lines, struct fault *f)
{
    struct source s;
    struct blocks b;
    struct str block;
    bool ok = source_open_memory(&s, "x", text, &limits, f);

    blocks_init(&b, &s);
    *lines = 0;
    do {
        ok = ok && blocks_next(&b, *lines, &block, f);
        for (size_t i = 0; ok && i < block.n; i++)
            *lines += block.p[i] == '\n';
    } while (ok && block.n);
    blocks_free(&b);
    source_close(&s);
    return ok;
}

static void the_limit_on_lines_is_exact_and_names_the_line(void **state)
{
    struct limits limits = limits_usual();
    struct fault f = {0};
    uint64_t lines;

    (void)state;
    limits.line = 5;
    assert_true(count_lines(STR("a\n12345\nb\n12345"), limits, &lines, &f));
    assert_int_equal(lines, 3);
    assert_false(count_lines(STR("a\n12345\n123456\nb\n"), limits, &lines, &f));
    assert_int_equal(f.kind, FAULT_INPUT);
    assert_string_equal(f.text, "x:3: limit \"line\" (5) reached; raise it with --limit line=10");
    f = (struct fault){0};
    assert_false(count_lines(STR("a\n12345\nb\n123456"), limits, &lines, &f));
    assert_int_equal(strncmp(f.text, "x:4: ", 5), 0);
}

static void long_lines_stop_at_the_limit_too(void **state)
{
    struct limits limits = limits_usual();
    struct buf text = {0};
    struct fault f = {0};
    uint64_t lines;

    (void)state;
    buf_add(&text, STR("a\nb\n"));
    memset(buf_reserve(&text, 3 * SOURCE_BLOCK), 'x', 3 * SOURCE_BLOCK);
    text.n += 3 * SOURCE_BLOCK;
    buf_add(&text, STR("\nc\n"));
    limits.line = 3 * SOURCE_BLOCK;
    assert_true(count_lines(buf_str(&text), limits, &lines, &f));
    limits.line--;
    assert_false(count_lines(buf_str(&text), limits, &lines, &f));
    assert_int_equal(strncmp(f.text, "x:3: limit \"line\"", 17), 0);
    limits.line = 0;
    f = (struct fault){0};
    assert_true(count_lines(buf_str(&text), limits, &lines, &f));
    assert_int_equal(lines, 4);
    buf_free(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blocks_hold_whole_lines),
        cmocka_unit_test(blocks_of_bytes_are_the_whole_input_whatever_its_lines),
        cmocka_unit_test(a_line_longer_than_a_block_stays_whole),
        cmocka_unit_test(an_empty_source_has_an_empty_prefix_and_no_block),
        cmocka_unit_test(a_slow_pipe_is_looked_at_and_read_whole),
        cmocka_unit_test(the_limit_on_lines_is_exact_and_names_the_line),
        cmocka_unit_test(long_lines_stop_at_the_limit_too),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
