/* model/wait_class: what a wait is for, by made stacks. */
#include "model/wait_class.h"

#include "unit.h"

enum { FRAMES = 24 };

/* "kernel;kernel|user;user", the innermost first. */
static enum wait_class class_of(const char *text, struct str *site)
{
    struct wait_frame frames[FRAMES] = {{.is_kernel = false}};
    struct str rest = str_of(text);
    struct str name;
    struct buf scratch = {0};
    size_t n = 0;
    size_t at;
    bool kernel = true;

    while (n < FRAMES && rest.n) {
        size_t end = 0;
        while (end < rest.n && rest.p[end] != ';' && rest.p[end] != '|')
            end++;
        name = str_from_to(rest, 0, end);
        frames[n++] = (struct wait_frame){name, kernel};
        kernel = kernel && !(end < rest.n && rest.p[end] == '|');
        rest = str_from_to(rest, end < rest.n ? end + 1 : end, rest.n);
    }
    enum wait_class c = wait_class_of(frames, n, &at, &scratch);
    if (site)
        *site = at < n ? frames[at].name : STR("");
    buf_free(&scratch);
    return c;
}

static void the_kernel_alone_is_sure_of_disks_and_timers(void **state)
{
    (void)state;
    assert_int_equal(class_of("__schedule_[k];io_schedule_[k]|fsync;pthread_mutex_lock", NULL),
                     WAIT_DISK);
    assert_int_equal(class_of("schedule;do_nanosleep|clock_nanosleep;pthread_cond_wait", NULL),
                     WAIT_TIMER);
    assert_int_equal(class_of("schedule;rwsem_down_read_slowpath.constprop.0|main", NULL),
                     WAIT_LOCK);
    assert_int_equal(class_of("schedule;do_epoll_wait|epoll_wait;main", NULL), WAIT_MANY);
}

static void a_bare_futex_says_nothing(void **state)
{
    (void)state;
    assert_int_equal(class_of("schedule;futex_wait_queue;futex_wait;do_futex|syscall;main", NULL),
                     WAIT_NOT_TOLD);
    assert_int_equal(class_of("schedule;futex_wait_queue", NULL), WAIT_NOT_TOLD);
    assert_int_equal(class_of("", NULL), WAIT_NOT_TOLD);
}

static void user_space_overrides_by_rank_and_then_by_nearness(void **state)
{
    (void)state;
    assert_int_equal(class_of("futex_wait|__lll_lock_wait;pthread_mutex_lock@@GLIBC_2.2.5;f", NULL),
                     WAIT_LOCK);
    assert_int_equal(class_of("futex_wait|__lll_lock_wait;pthread_cond_wait;f", NULL), WAIT_LOCK);
    assert_int_equal(class_of("futex_wait|pthread_cond_wait;__lll_lock_wait;f", NULL), WAIT_QUEUE);
    assert_int_equal(class_of("futex_wait|pthread_cond_timedwait;take_gil;f", NULL), WAIT_LOCK);
    assert_int_equal(class_of("do_epoll_wait|epoll_wait;LWLockAcquireOrWait;f", NULL), WAIT_LOCK);
    assert_int_equal(class_of("futex_wait|a;b;c;d;e;f;g;h;i;j;k;l;m;n;pthread_mutex_lock", NULL),
                     WAIT_NOT_TOLD);
}

static void names_of_the_kernel_and_of_programs_are_held_apart(void **state)
{
    (void)state;
    assert_int_equal(class_of("futex_wait|io_schedule;main", NULL), WAIT_NOT_TOLD);
    assert_int_equal(class_of("pthread_mutex_lock|main", NULL), WAIT_NOT_TOLD);
}

static void stars_stand_for_any_text(void **state)
{
    (void)state;
    assert_int_equal(class_of("futex_wait|java.util.concurrent.locks.ReentrantReadWriteLock"
                              "$WriteLock.lock(long)",
                              NULL),
                     WAIT_LOCK);
    assert_int_equal(class_of("x|std::sys::sync::mutex::futex::Mutex::lock_contended", NULL),
                     WAIT_LOCK);
    assert_int_equal(class_of("pipe_read|read", NULL), WAIT_PEER);
    assert_int_equal(class_of("anon_pipe_read|read", NULL), WAIT_PEER);
    assert_int_equal(class_of("anon_pipe_reads|read", NULL), WAIT_NOT_TOLD);
}

static void the_site_is_the_program_s_own_function(void **state)
{
    struct str site;

    (void)state;
    (void)class_of("futex_wait|__lll_lock_wait;pthread_mutex_lock;std::mutex::lock();Cache::get",
                   &site);
    assert_true(str_equal(site, STR("Cache::get")));
    (void)class_of("schedule;io_schedule|write_page;main", &site);
    assert_true(str_equal(site, STR("write_page")));
    (void)class_of("schedule;io_schedule", &site);
    assert_int_equal(site.n, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_kernel_alone_is_sure_of_disks_and_timers),
        cmocka_unit_test(a_bare_futex_says_nothing),
        cmocka_unit_test(user_space_overrides_by_rank_and_then_by_nearness),
        cmocka_unit_test(names_of_the_kernel_and_of_programs_are_held_apart),
        cmocka_unit_test(stars_stand_for_any_text),
        cmocka_unit_test(the_site_is_the_program_s_own_function),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
