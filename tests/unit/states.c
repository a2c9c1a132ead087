/* What readers of thread dumps and of waits tell that threads did. */
#include "unit.h"

#include "input/formats.h"
#include "model/profile.h"

#define JSTACK(state)                                                                              \
    "\"main\" #1 prio=5 os_prio=0 tid=0x1 nid=0x1 in Object.wait()\n"                              \
    "   java.lang.Thread.State: " state "\n\tat a.B.c(B.java:1)\n"
#define GO(state) "goroutine 1 [" state "]:\nmain.main()\n\t/srv/a.go:1 +0x1\n"
#define PY_SPY(state) "Thread 1 (" state "): \"MainThread\"\n    f (a.py:1)\n"
#define ANDROID(state, letter)                                                                     \
    "\"main\" prio=5 tid=1 " state "\n  | state=" letter                                           \
    " schedstat=( 1 2 3 )\n  at a.B.c(B.java:1)\n"

/* An input of one thread, and what it did. */
static const struct {
    const char *format, *text;
    enum thread_state state;
} inputs[] = {
    {"jstack", JSTACK("RUNNABLE"), STATE_RUNNING},
    {"jstack", JSTACK("BLOCKED (on object monitor)"), STATE_LOCK},
    {"jstack", JSTACK("WAITING (parking)"), STATE_WAITING},
    {"jstack", JSTACK("TIMED_WAITING (parking)"), STATE_WAITING},
    {"jstack", JSTACK("TIMED_WAITING (sleeping)"), STATE_TIMER},
    {"jstack", "Thread 7: (state = IN_JAVA)\n - a.B.c() @bci=1, line=1 (Compiled frame)\n",
     STATE_RUNNING},
    {"jstack", "Thread 7: (state = BLOCKED)\n - a.B.c() @bci=1, line=1 (Compiled frame)\n",
     STATE_WAITING},
    {"go", GO("running"), STATE_RUNNING},
    {"go", GO("runnable"), STATE_READY},
    {"go", GO("chan receive, 5 minutes"), STATE_WAITING},
    {"go", GO("select"), STATE_WAITING},
    {"go", GO("IO wait"), STATE_WAITING},
    {"go", GO("semacquire"), STATE_LOCK},
    {"go", GO("sync.Mutex.Lock"), STATE_LOCK},
    {"go", GO("sync.RWMutex.RLock, locked to thread"), STATE_LOCK},
    {"go", GO("sleep"), STATE_TIMER},
    {"py-spy", PY_SPY("active+gil"), STATE_RUNNING},
    {"py-spy", PY_SPY("idle"), STATE_WAITING},
    {"android-anr", ANDROID("Runnable", "S"), STATE_RUNNING},
    {"android-anr", ANDROID("Native", "R"), STATE_RUNNING},
    {"android-anr", ANDROID("Native", "S"), STATE_WAITING},
    {"android-anr", ANDROID("Native", "D"), STATE_DISK},
    {"android-anr", ANDROID("Blocked", "S"), STATE_LOCK},
    {"android-anr", ANDROID("Sleeping", "S"), STATE_TIMER},
    {"android-anr", ANDROID("WaitingForGcToComplete", "S"), STATE_WAITING},
};

static void readers_tell_what_threads_did(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof inputs / sizeof inputs[0]; i++) {
        const struct ask ask = {.limits = limits_usual()};
        struct fault f = {0};
        struct source source;
        struct blocks blocks;
        struct profile p;
        struct reading r = {.name = "made", .ask = &ask, .info = &p.info, .first_part = true};
        const struct input_format *format = input_find(str_of(inputs[i].format), &f);
        print_message("%s: %s\n", inputs[i].format, inputs[i].text);
        profile_init(&p, 1, TIME_NONE);
        assert_true(source_open_memory(&source, "made", str_of(inputs[i].text), &ask.limits, &f));
        blocks_init(&blocks, &source);
        assert_true(format->read(&r, &blocks, &p, &f));
        assert_int_equal(p.n_samples, 1);
        assert_int_equal(state_without_guess(moments_state(&p.moments, 0)), inputs[i].state);
        blocks_free(&blocks);
        source_close(&source);
        profile_free(&p);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(readers_tell_what_threads_did),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
