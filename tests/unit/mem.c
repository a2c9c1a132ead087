/* base/mem: blocks small and large, and their exhaustion. */
#include "base/mem.h"

#include "unit.h"

#include <sys/wait.h>
#include <unistd.h>

static void assert_zero(const char *p, size_t from, size_t to)
{
    for (size_t i = from; i < to; i++)
        if (p[i])
            fail_msg("byte %zu is not zero", i);
}

static void new_blocks_are_zero(void **state)
{
    static const size_t sizes[] = {1, 100, MEM_HUGE - 1, MEM_HUGE, MEM_HUGE + 1};

    (void)state;
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        char *p = mem_alloc(sizes[i], 1);
        assert_zero(p, 0, sizes[i]);
        memset(p, 1, sizes[i]);
        mem_free(p, sizes[i], 1);
    }
}

static void nothing_has_an_address_too(void **state)
{
    (void)state;
    void *p = mem_alloc(0, 8);
    assert_non_null(p);
    mem_free(p, 0, 8);
    mem_free(NULL, 0, 8);
    mem_free(NULL, 1 << 20, 8);
}

/* From a few bytes over the border between small and large blocks to several large ones. */
static void elements_survive_growth_and_new_ones_are_zero(void **state)
{
    uint64_t *p = NULL;
    size_t room = 0;
    size_t n = 0;

    (void)state;
    for (size_t need = 1; need < (size_t)4 << 20; need = need * 3 / 2 + 1) {
        p = mem_grow(p, &room, need, sizeof *p);
        assert_true(room >= need);
        for (size_t i = 0; i < n; i++)
            if (p[i] != i + 1)
                fail_msg("element %zu did not survive", i);
        assert_zero((const char *)(p + n), 0, (room - n) * sizeof *p);
        for (n = 0; n < room; n++)
            p[n] = n + 1;
    }
    mem_free(p, room, sizeof *p);
}

static void what_fits_does_not_move(void **state)
{
    size_t room = 0;

    (void)state;
    char *p = mem_grow(NULL, &room, 10, 4);
    size_t had = room;
    assert_ptr_equal(mem_grow(p, &room, had, 4), p);
    assert_int_equal(room, had);
    mem_free(p, room, 4);
}

static void leave_with_42(void)
{
    _exit(42);
}

static int status_of_exhaustion(void (*hook)(void), void (*take)(void))
{
    int status;
    pid_t pid = fork();

    if (pid == 0) {
        close(2);
        mem_on_exhaustion(hook);
        take();
        _exit(0);
    }
    assert_int_equal(waitpid(pid, &status, 0), pid);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void take_a_product_that_wraps(void)
{
    mem_alloc(SIZE_MAX / 4 + 2, 4);
}

static void take_all_addresses(void)
{
    mem_alloc(SIZE_MAX / 4, 1);
}

static void grow_to_a_product_that_wraps(void)
{
    size_t room = 0;

    mem_grow(NULL, &room, SIZE_MAX / 8 + 2, 8);
}

static void exhausted_memory_ends_with_status_3(void **state)
{
    (void)state;
    assert_int_equal(status_of_exhaustion(NULL, take_a_product_that_wraps), 3);
    assert_int_equal(status_of_exhaustion(NULL, take_all_addresses), 3);
    assert_int_equal(status_of_exhaustion(NULL, grow_to_a_product_that_wraps), 3);
}

static void exhausted_memory_calls_the_hook(void **state)
{
    (void)state;
    assert_int_equal(status_of_exhaustion(leave_with_42, take_a_product_that_wraps), 42);
    assert_int_equal(status_of_exhaustion(leave_with_42, take_all_addresses), 42);
}

static void two_large_blocks_are_joined_without_copying(void **state)
{
    enum { N = MEM_HUGE / sizeof(uint64_t) };
    size_t room = 0;
    size_t from_room = 0;
    uint64_t *to = mem_grow(NULL, &room, N + 7, sizeof *to);
    uint64_t *from = mem_grow(NULL, &from_room, N + 9, sizeof *from);

    (void)state;
    to[N + 6] = 1;
    from[0] = 2;
    from[N + 8] = 3;
    struct mem_pair pair = {
        .to = to, .room = room, .n = N + 7, .from = from, .from_room = from_room};
    assert_true(mem_join(&pair, sizeof *to));
    uint64_t *whole = pair.to;
    assert_true(pair.n >= N + 7 && pair.n + N + 9 <= pair.room);
    assert_int_equal(whole[N + 6], 1);
    assert_int_equal(whole[pair.n], 2);
    assert_int_equal(whole[pair.n + N + 8], 3);
    mem_free(whole, pair.room, sizeof *whole);
}

static void small_blocks_are_not_joined(void **state)
{
    size_t room = 0;
    size_t from_room = 0;
    uint64_t *to = mem_grow(NULL, &room, 7, sizeof *to);
    uint64_t *from = mem_grow(NULL, &from_room, 9, sizeof *from);
    struct mem_pair pair = {.to = to, .room = room, .n = 7, .from = from, .from_room = from_room};

    (void)state;
    assert_false(mem_join(&pair, sizeof *to));
    assert_ptr_equal(pair.to, to);
    mem_free(to, room, sizeof *to);
    mem_free(from, from_room, sizeof *from);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(new_blocks_are_zero),
        cmocka_unit_test(nothing_has_an_address_too),
        cmocka_unit_test(elements_survive_growth_and_new_ones_are_zero),
        cmocka_unit_test(what_fits_does_not_move),
        cmocka_unit_test(exhausted_memory_ends_with_status_3),
        cmocka_unit_test(exhausted_memory_calls_the_hook),
        cmocka_unit_test(two_large_blocks_are_joined_without_copying),
        cmocka_unit_test(small_blocks_are_not_joined),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
