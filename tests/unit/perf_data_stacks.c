/* Samples of recordings: their events, weights, and every kind of chain. */
#include "readings.h"

#define EXE UINT64_C(0x400000)
#define KERNEL UINT64_C(0xffffffff81000000)

static struct made begin(uint64_t sample_type)
{
    struct made m = {.big = false};

    made_event(&m, "cycles", sample_type);
    return m;
}

static void add_process(struct made *m)
{
    made_comm(m, 7, "a", 0);
    made_mmap(m, 7, (struct made_map){EXE, 0x10000, 0, "/bin/a"}, 0);
}

static void add_chain(struct made *m, uint64_t time, const uint64_t *chain, size_t n)
{
    made_sample(
        m, 0,
        (struct made_sample){.ip = chain[1], .pid = 7, .time = time, .chain = chain, .n_chain = n});
}

/* ---- events and weights -------------------------------------------------------------- */

static void events_are_told_apart_by_their_ids(void **state)
{
    static const uint64_t ids[][2] = {{11, 12}, {21, 22}, {31, 32}};
    static const uint64_t types[] = {MADE_USUAL | SAMPLE_IDENTIFIER, MADE_USUAL | SAMPLE_ID,
                                     MADE_USUAL | SAMPLE_ID | SAMPLE_ADDR | SAMPLE_CPU};
    static const char *const names[] = {"cycles", "cpu_core/cycles/", "page-faults/period=1/"};

    (void)state;
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        struct made m = {.big = i == 1};
        for (size_t k = 0; k < 3; k++) {
            struct made_event *e = made_event(&m, names[k], types[i]);
            e->ids = ids[k];
            e->n_ids = 2;
        }
        add_process(&m);
        for (size_t k = 0; k < 6; k++)
            made_sample(&m, 0,
                        (struct made_sample){.ip = EXE + k,
                                             .pid = 7,
                                             .time = k + 1,
                                             .period = k + 1,
                                             .id = ids[k % 3][k / 3]});
        made_sample(&m, 0, (struct made_sample){.ip = EXE, .pid = 7, .time = 9, .id = 999});
        made_names(&m, made_feature(&m, 12));
        assert_made(&m, "a/7 cycles: [a <0>] 1\n"
                        "a/7 cpu_core/cycles/: [a <1>] 2\n"
                        "a/7 page-faults/period=1/: [a <2>] 3\n"
                        "a/7 cycles: [a <3>] 4\n"
                        "a/7 cpu_core/cycles/: [a <4>] 5\n"
                        "a/7 page-faults/period=1/: [a <5>] 6\n"
                        "a/7 cycles: [a <0>] 1\n");
        made_free(&m);
    }
}

static void names_may_be_told_by_updates(void **state)
{
    static const uint64_t ids[] = {5};
    struct made m = {.big = false};

    (void)state;
    made_event(&m, NULL, MADE_USUAL | SAMPLE_IDENTIFIER)->ids = ids;
    m.events[0].n_ids = 1;
    m.events[0].type = 4;
    made_begin(&m, RECORD_EVENT_UPDATE, 0);
    made_words(&m, (const uint64_t[]){2, 5}, 2);
    made_text(&m, "cpu/event=0x3c/");
    made_end(&m);
    made_begin(&m, RECORD_EVENT_UPDATE, 0);
    made_words(&m, (const uint64_t[]){1, 5}, 2);
    made_text(&m, "a unit");
    made_end(&m);
    add_process(&m);
    made_sample(&m, 0, (struct made_sample){.ip = EXE, .pid = 7, .time = 1});
    assert_made(&m, "a/7 cpu/event=0x3c/: [a <0>] 1\n");
    made_free(&m);
}

static void the_period_of_the_event_holds_where_samples_do_not_say_theirs(void **state)
{
    struct made m = begin(MADE_USUAL & ~SAMPLE_PERIOD);

    (void)state;
    m.events[0].period = 1000;
    add_process(&m);
    made_sample(&m, 0, (struct made_sample){.ip = EXE, .pid = 7, .time = 1});
    assert_made(&m, "a/7 cycles: [a <0>] 1000\n");
    m.events[0].flags |= MADE_FREQ;
    assert_made(&m, "a/7 cycles: [a <0>] 1\n");
    made_free(&m);
}

/* The kernel tells totals, of which each sample is worth what they have grown by. */
static void groups_are_worth_what_each_counter_has_counted(void **state)
{
    static const uint64_t ids[][1] = {{11}, {22}};
    static const uint64_t reads[][8] = {{2, 100, 11, 0, 40, 22, 0},
                                        {2, 150, 11, 3, 40, 22, 3},
                                        {2, 150, 11, 3, 90, 22, 3},
                                        {2, 160, 11, 9, 1, 99, 0},
                                        {9, 0, 0, 0, 0, 0, 0}};
    struct made m = {.big = false};

    (void)state;
    for (size_t k = 0; k < 2; k++) {
        struct made_event *e =
            made_event(&m, k ? "instructions" : "cycles", MADE_USUAL | SAMPLE_ID | SAMPLE_READ);
        e->read_format = READ_GROUP | READ_ID | READ_LOST;
        e->config = k;
        e->ids = ids[k];
        e->n_ids = 1;
    }
    add_process(&m);
    for (size_t i = 0; i < 5; i++)
        made_sample(&m, 0,
                    (struct made_sample){
                        .ip = EXE + i, .pid = 7, .time = i + 1, .read = reads[i], .n_read = 7});
    made_names(&m, made_feature(&m, 12));
    assert_made(&m, "a/7 cycles: [a <0>] 100\n"
                    "a/7 instructions: [a <0>] 40\n"
                    "a/7 cycles: [a <1>] 50\n"
                    "a/7 instructions: [a <2>] 50\n"
                    "a/7 cycles: [a <3>] 10\n");
    made_free(&m);
}

static bool is_remarked(const struct got *got, const char *text)
{
    struct str remarks = buf_str(&got->remarks.text);

    return str_find(remarks, 0, str_of(text)) < remarks.n;
}

static void what_was_lost_is_said(void **state)
{
    struct made m = begin(MADE_USUAL);
    struct buf bytes = {0};

    (void)state;
    add_process(&m);
    made_sample(&m, 0, (struct made_sample){.ip = EXE, .pid = 7, .time = 1});
    for (int i = 0; i < 3; i++) {
        made_begin(&m, i ? RECORD_THROTTLE : RECORD_UNTHROTTLE, 0);
        made_words(&m, (const uint64_t[]){1, 2, 3}, 3);
        made_trailer(&m, 7, 5);
    }
    made_begin(&m, RECORD_LOST, 0);
    made_words(&m, (const uint64_t[]){0, 41}, 2);
    made_trailer(&m, 7, 5);
    made_begin(&m, RECORD_LOST, 0);
    made_words(&m, (const uint64_t[]){0, UINT64_MAX}, 2);
    made_trailer(&m, 7, 5);
    made_begin(&m, RECORD_LOST_SAMPLES, 0);
    made_words(&m, (const uint64_t[]){40}, 1);
    made_trailer(&m, 7, 5);
    made_file(&m, &bytes);
    struct got got = read_bytes(buf_str(&bytes));
    assert_got(&got, "a/7 cycles: [a <0>] 1\n");
    assert_true(is_remarked(&got, "41 samples were lost during recording: "));
    assert_true(is_remarked(&got, "sampling was stopped 2 times because it took too long"));
    got_free(&got);
    buf_free(&bytes);
    made_free(&m);
}

static void samples_too_short_are_counted_as_bad(void **state)
{
    struct made m = begin(MADE_USUAL);
    struct buf bytes = {0};

    (void)state;
    add_process(&m);
    made_sample(&m, 0, (struct made_sample){.ip = EXE, .pid = 7, .time = 1});
    made_begin(&m, RECORD_SAMPLE, MODE_USER);
    made_words(&m, (const uint64_t[]){EXE, 7, 2, 1, 100}, 5);
    made_end(&m);
    made_begin(&m, RECORD_SAMPLE, MODE_USER);
    made_end(&m);
    made_file(&m, &bytes);
    struct got got = read_bytes(buf_str(&bytes));
    assert_got(&got, "a/7 cycles: [a <0>] 1\n");
    assert_int_equal(got.n_bad, 2);
    got_free(&got);
    buf_free(&bytes);
    made_free(&m);
}

/* ---- chains --------------------------------------------------------------------------- */

static void callers_are_looked_up_at_their_calls(void **state)
{
    struct made m = begin(MADE_USUAL);

    (void)state;
    add_process(&m);
    add_chain(&m, 1, (const uint64_t[]){MARK_USER, EXE + 0x30, EXE + 0x20, EXE + 0x10}, 4);
    add_chain(&m, 2, (const uint64_t[]){MARK_KERNEL, KERNEL + 8, MARK_USER, EXE + 0x30, EXE}, 5);
    made_sample(&m, 0, (struct made_sample){.ip = EXE + 5, .pid = 7, .time = 3});
    assert_made(
        &m, "a/7 cycles: [a <f>];[a <1f>];[a <30>] 1\n"
            "a/7 cycles: [unknown <400000>];[a <30>];[[kernel.kallsyms] <ffffffff81000008>]_[k] "
            "1\n"
            "a/7 cycles: [a <5>] 1\n");
    made_free(&m);
}

static void without_a_chain_the_address_is_the_stack(void **state)
{
    struct made m = begin(MADE_USUAL & ~SAMPLE_CALLCHAIN);

    (void)state;
    add_process(&m);
    made_sample(&m, 0, (struct made_sample){.ip = EXE + 5, .pid = 7, .time = 3});
    made_sample(&m, 0,
                (struct made_sample){.ip = KERNEL, .pid = 7, .time = 3, .misc = MODE_KERNEL});
    assert_made(&m, "a/7 cycles: [a <5>] 1\n"
                    "a/7 cycles: [[kernel.kallsyms] <ffffffff81000000>]_[k] 1\n");
    made_free(&m);
}

static void chains_of_nothing_but_marks_are_the_address(void **state)
{
    struct made m = begin(MADE_USUAL);

    (void)state;
    add_process(&m);
    add_chain(&m, 1, (const uint64_t[]){MARK_KERNEL, MARK_USER}, 2);
    m.records.n = m.begun;
    made_sample(&m, 0,
                (struct made_sample){.ip = EXE + 4,
                                     .pid = 7,
                                     .time = 3,
                                     .chain = (const uint64_t[]){MARK_KERNEL, MARK_USER},
                                     .n_chain = 2});
    made_sample(
        &m, 0,
        (struct made_sample){.ip = EXE + 4, .pid = 7, .time = 3, .chain = (const uint64_t[]){0}});
    assert_made(&m, "a/7 cycles: [a <4>] 1\na/7 cycles: [a <4>] 1\n");
    made_free(&m);
}

static void guests_have_frames_without_names(void **state)
{
    struct made m = begin(MADE_USUAL);

    (void)state;
    add_process(&m);
    made_sample(&m, 0,
                (struct made_sample){
                    .ip = EXE,
                    .pid = 7,
                    .time = 1,
                    .misc = MODE_GUEST_KERNEL,
                    .chain = (const uint64_t[]){MARK_GUEST_KERNEL, EXE, MARK_GUEST_USER, EXE + 4},
                    .n_chain = 4});
    made_sample(&m, 0,
                (struct made_sample){.ip = EXE,
                                     .pid = 7,
                                     .time = 2,
                                     .misc = MODE_GUEST_USER,
                                     .chain = (const uint64_t[]){0},
                                     .n_chain = 0});
    assert_made(&m, "a/7 cycles: [guest];[guest kernel] 1\na/7 cycles: [guest] 1\n");
    made_free(&m);
}

static void chains_as_long_as_can_be_recorded_are_cut(void **state)
{
    uint64_t chain[130] = {MARK_USER};
    struct made m = begin(MADE_USUAL);
    struct buf bytes = {0};

    (void)state;
    made_event(&m, "other", MADE_USUAL)->stack_most = 3;
    add_process(&m);
    for (size_t i = 1; i < 130; i++)
        chain[i] = EXE + 1;
    add_chain(&m, 1, chain, 127);
    add_chain(&m, 2, chain, 128);
    made_file(&m, &bytes);
    struct got got = read_bytes(buf_str(&bytes));
    struct str samples = buf_str(&got.samples);
    size_t second = str_find(samples, 0, STR("\n")) + 1;
    assert_true(str_starts(samples, STR("a/7 cycles: [a <0>];")));
    assert_true(str_starts(str_from_to(samples, second, samples.n),
                           STR("a/7 cycles: [truncated];[a <0>];")));
    got_free(&got);
    buf_free(&bytes);
    made_free(&m);
}

static void each_event_has_a_limit_of_its_own(void **state)
{
    static const uint64_t ids[][1] = {{11}, {22}};
    static const uint64_t chain[] = {MARK_USER, EXE + 9, EXE + 2};
    struct made m = {.big = false};

    (void)state;
    for (size_t k = 0; k < 2; k++) {
        struct made_event *e =
            made_event(&m, k ? "other" : "cycles", MADE_USUAL | SAMPLE_IDENTIFIER);
        e->stack_most = k ? 2 : 3;
        e->ids = ids[k];
        e->n_ids = 1;
    }
    add_process(&m);
    for (size_t i = 0; i < 4; i++)
        made_sample(&m, i % 2,
                    (struct made_sample){
                        .ip = EXE + 9, .pid = 7, .time = i + 1, .chain = chain, .n_chain = 3});
    made_names(&m, made_feature(&m, 12));
    assert_made(&m, "a/7 cycles: [a <1>];[a <9>] 1\n"
                    "a/7 other: [truncated];[a <1>];[a <9>] 1\n"
                    "a/7 cycles: [a <1>];[a <9>] 1\n"
                    "a/7 other: [truncated];[a <1>];[a <9>] 1\n");
    made_free(&m);
}

/* The sample says where the process was; each branch came from where a caller called. */
static void calls_that_the_processor_recorded_take_the_place_of_the_chain(void **state)
{
    static const uint64_t types[] = {BRANCH_CALL_STACK, BRANCH_CALL_STACK | BRANCH_HW_INDEX,
                                     BRANCH_CALL_STACK | BRANCH_HW_INDEX | BRANCH_COUNTERS};

    (void)state;
    for (size_t i = 0; i < 2; i++) {
        struct made m = begin(MADE_USUAL | SAMPLE_BRANCH_STACK);
        m.events[0].branch_type = types[i];
        add_process(&m);
        made_sample(
            &m, 0,
            (struct made_sample){
                .ip = KERNEL,
                .pid = 7,
                .time = 1,
                .misc = MODE_KERNEL,
                .chain = (const uint64_t[]){MARK_KERNEL, KERNEL + 4, MARK_USER, EXE + 0x99},
                .n_chain = 4,
                .branches = (const uint64_t[]){EXE + 0x20, EXE + 0x30, EXE + 0x10, EXE + 0x1f},
                .n_branches = 4});
        assert_made(&m, "a/7 cycles: [a <10>];[a <20>];[a <99>];"
                        "[[kernel.kallsyms] <ffffffff81000000>]_[k] 1\n");
        made_free(&m);
    }
}

/* The kernel had been entered by the time that the chain was made. */
static void a_sample_in_a_process_has_its_leaf_there(void **state)
{
    struct made m = begin(MADE_USUAL | SAMPLE_BRANCH_STACK);

    (void)state;
    m.events[0].branch_type = BRANCH_CALL_STACK;
    add_process(&m);
    made_sample(&m, 0,
                (struct made_sample){
                    .ip = EXE + 0x33,
                    .pid = 7,
                    .time = 1,
                    .misc = MODE_USER,
                    .chain = (const uint64_t[]){MARK_KERNEL, KERNEL, MARK_USER, EXE + 0x35},
                    .n_chain = 4,
                    .branches = (const uint64_t[]){EXE + 0x20, EXE + 0x30},
                    .n_branches = 2});
    assert_made(&m, "a/7 cycles: [a <20>];[a <33>] 1\n");
    made_free(&m);
}

static void add_text(struct made *m, struct buf *to, const char *text)
{
    made_number(m, to, strlen(text) + 1, 4);
    buf_add(to, (struct str){text, strlen(text) + 1});
}

/* What the processor can: feature 28, or 31 where it has counters of several kinds. */
static void add_caps(struct made *m, unsigned bit, const char *branches)
{
    struct buf *to = made_feature(m, bit);

    if (bit == 31) {
        made_number(m, to, 2, 4);
        made_number(m, to, 0, 4);
        add_text(m, to, "cpu_atom");
    }
    made_number(m, to, 2, 4);
    add_text(m, to, "max_precise");
    add_text(m, to, "3");
    add_text(m, to, "branches");
    add_text(m, to, branches);
    if (bit == 31)
        add_text(m, to, "cpu_core");
}

static void a_processor_that_remembers_no_more_calls_is_marked(void **state)
{
    static const unsigned bits[] = {28, 31};

    (void)state;
    for (size_t i = 0; i < 4; i++) {
        struct made m = begin(MADE_USUAL | SAMPLE_BRANCH_STACK);
        m.events[0].branch_type = BRANCH_CALL_STACK;
        add_process(&m);
        for (size_t n = 1; n < 3; n++)
            made_sample(&m, 0,
                        (struct made_sample){.ip = EXE + 0x30,
                                             .pid = 7,
                                             .time = n,
                                             .branches = (const uint64_t[]){EXE + 0x20, EXE + 0x30,
                                                                            EXE + 0x10, EXE + 0x1f},
                                             .n_branches = 2 * n});
        add_caps(&m, bits[i % 2], i < 2 ? "2" : "3");
        assert_made(&m, i < 2 ? "a/7 cycles: [a <20>];[a <30>] 1\n"
                                "a/7 cycles: [truncated];[a <10>];[a <20>];[a <30>] 1\n"
                              : "a/7 cycles: [a <20>];[a <30>] 1\n"
                                "a/7 cycles: [a <10>];[a <20>];[a <30>] 1\n");
        made_free(&m);
    }
}

static void no_processor_remembers_more_than_32_calls(void **state)
{
    enum { MOST = 32 };
    uint64_t branches[2 * MOST];

    (void)state;
    for (size_t i = 0; i < MOST; i++) {
        branches[2 * i] = EXE + i;
        branches[2 * i + 1] = EXE;
    }
    struct made m = begin(MADE_USUAL | SAMPLE_BRANCH_STACK);
    m.events[0].branch_type = BRANCH_CALL_STACK;
    add_process(&m);
    for (size_t i = 1; i < 4; i++)
        made_sample(&m, 0,
                    (struct made_sample){.ip = EXE,
                                         .pid = 7,
                                         .time = i,
                                         .branches = branches,
                                         .n_branches = 2 * (MOST - (i == 1))});
    struct buf bytes = {0};
    made_file(&m, &bytes);
    struct got got = read_bytes(buf_str(&bytes));
    buf_add_byte(&got.samples, '\0');
    const char *second = strchr(got.samples.p, '\n');
    assert_non_null(second);
    assert_true(strstr(got.samples.p, "[truncated]") > second);
    struct str mend = STR("the processor keeps only the last few calls");
    assert_true(str_find(buf_str(&got.remarks.text), 0, mend) < got.remarks.text.n);
    got_free(&got);
    buf_free(&bytes);
    made_free(&m);
}

/* ---- parts of chains that are told later ------------------------------------------------- */

static void add_deferred(struct made *m, uint64_t cookie, uint64_t time, const uint64_t *chain,
                         size_t n)
{
    made_begin(m, RECORD_CALLCHAIN_DEFERRED, MODE_USER);
    made_64(m, cookie);
    made_64(m, n);
    made_words(m, chain, n);
    made_trailer(m, 7, time);
}

static void chains_end_as_the_record_of_their_cookie_says(void **state)
{
    static const uint64_t first[] = {MARK_KERNEL, KERNEL, KERNEL + 9, MARK_DEFERRED, 77};
    static const uint64_t second[] = {MARK_KERNEL, KERNEL + 4, MARK_DEFERRED, 77};
    static const uint64_t third[] = {MARK_KERNEL, KERNEL + 4, MARK_DEFERRED, 78};
    struct made m = begin(MADE_USUAL);

    (void)state;
    add_process(&m);
    add_chain(&m, 1, first, 5);
    add_chain(&m, 2, second, 4);
    add_deferred(&m, 77, 3, (const uint64_t[]){MARK_USER, EXE + 0x20, EXE + 0x10}, 3);
    add_chain(&m, 4, third, 4);
    add_deferred(&m, 78, 5, (const uint64_t[]){MARK_USER, EXE + 0x40}, 2);
    assert_made(&m, "a/7 cycles: [a <f>];[a <20>];[[kernel.kallsyms] <ffffffff81000008>]_[k];"
                    "[[kernel.kallsyms] <ffffffff81000000>]_[k] 1\n"
                    "a/7 cycles: [a <f>];[a <20>];[[kernel.kallsyms] <ffffffff81000004>]_[k] 1\n"
                    "a/7 cycles: [a <40>];[[kernel.kallsyms] <ffffffff81000004>]_[k] 1\n");
    made_free(&m);
}

/* A recording may end before the kernel is left. */
static void chains_whose_other_part_is_missing_are_cut(void **state)
{
    static const uint64_t lost[] = {MARK_KERNEL, KERNEL, MARK_DEFERRED, 79};
    static const uint64_t cut[] = {MARK_KERNEL, KERNEL, MARK_DEFERRED};
    struct made m = begin(MADE_USUAL);

    (void)state;
    add_process(&m);
    add_chain(&m, 1, lost, 4);
    add_deferred(&m, 80, 3, (const uint64_t[]){MARK_USER, EXE + 0x20}, 2);
    add_chain(&m, 4, cut, 3);
    add_chain(&m, 5, lost, 4);
    assert_made(&m, "a/7 cycles: [truncated];[[kernel.kallsyms] <ffffffff81000000>]_[k] 1\n"
                    "a/7 cycles: [truncated];[[kernel.kallsyms] <ffffffff81000000>]_[k] 1\n"
                    "a/7 cycles: [truncated];[[kernel.kallsyms] <ffffffff81000000>]_[k] 1\n");
    made_free(&m);
    m = begin(MADE_USUAL);
    add_process(&m);
    add_chain(&m, 1, lost, 4);
    assert_made(&m, "a/7 cycles: [truncated];[[kernel.kallsyms] <ffffffff81000000>]_[k] 1\n");
    made_free(&m);
}

/* ---- code of the kernel ------------------------------------------------------------------- */

static void add_code(struct made *m, uint64_t address, const char *name, bool gone, uint64_t time)
{
    made_begin(m, RECORD_KSYMBOL, 0);
    made_64(m, address);
    made_32(m, 0x100);
    made_16(m, 1);
    made_16(m, gone);
    made_text(m, name);
    made_trailer(m, 0, time);
}

static void code_of_the_kernel_has_its_name_while_it_is_there(void **state)
{
    struct made m = begin(MADE_USUAL);

    (void)state;
    add_process(&m);
    for (uint64_t time = 1; time < 8; time += 2)
        add_chain(&m, time, (const uint64_t[]){MARK_KERNEL, KERNEL + 0x10, KERNEL + 0x21}, 3);
    add_code(&m, KERNEL, "bpf_prog_1", false, 2);
    add_code(&m, KERNEL, "bpf_prog_1", true, 4);
    add_code(&m, KERNEL, "ftrace_trampoline", false, 6);
    assert_made(&m, "a/7 cycles: [[kernel.kallsyms] <ffffffff81000020>]_[k];"
                    "[[kernel.kallsyms] <ffffffff81000010>]_[k] 1\n"
                    "a/7 cycles: bpf_prog_1_[k];bpf_prog_1_[k] 1\n"
                    "a/7 cycles: [[kernel.kallsyms] <ffffffff81000020>]_[k];"
                    "[[kernel.kallsyms] <ffffffff81000010>]_[k] 1\n"
                    "a/7 cycles: ftrace_trampoline_[k];ftrace_trampoline_[k] 1\n");
    made_free(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(events_are_told_apart_by_their_ids),
        cmocka_unit_test(names_may_be_told_by_updates),
        cmocka_unit_test(the_period_of_the_event_holds_where_samples_do_not_say_theirs),
        cmocka_unit_test(groups_are_worth_what_each_counter_has_counted),
        cmocka_unit_test(what_was_lost_is_said),
        cmocka_unit_test(samples_too_short_are_counted_as_bad),
        cmocka_unit_test(callers_are_looked_up_at_their_calls),
        cmocka_unit_test(without_a_chain_the_address_is_the_stack),
        cmocka_unit_test(chains_of_nothing_but_marks_are_the_address),
        cmocka_unit_test(guests_have_frames_without_names),
        cmocka_unit_test(chains_as_long_as_can_be_recorded_are_cut),
        cmocka_unit_test(each_event_has_a_limit_of_its_own),
        cmocka_unit_test(calls_that_the_processor_recorded_take_the_place_of_the_chain),
        cmocka_unit_test(a_sample_in_a_process_has_its_leaf_there),
        cmocka_unit_test(a_processor_that_remembers_no_more_calls_is_marked),
        cmocka_unit_test(no_processor_remembers_more_than_32_calls),
        cmocka_unit_test(chains_end_as_the_record_of_their_cookie_says),
        cmocka_unit_test(chains_whose_other_part_is_missing_are_cut),
        cmocka_unit_test(code_of_the_kernel_has_its_name_while_it_is_there),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
