/* Turns rows of the BPF program into samples with copies of stacks. */
#include "record/sleep/off_cpu.h"

#include <errno.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/parse.h"
#include "record/sleep/off_cpu_stack.h"
#include "record/sleep/wait_sample.h"
#include "record/small_file.h"

enum { CODES = OFF_CPU_PROGRAMS + 1 };

enum {
    RING_BYTES = 4 << 20,
    CLOCK = 1, /* CLOCK_MONOTONIC */
    PROCESSORS_MOST = 1 << 16,
    RAW_AT = 36, /* in a record: behind header, identifier, time, processor and its size */
};

static const struct perf_event_attr written = {
    .type = PERF_TYPE_SOFTWARE,
    .size = PERF_ATTR_SIZE_VER5,
    .config = PERF_COUNT_SW_BPF_OUTPUT,
    .sample_period = 1,
    .sample_type = WAIT_SAMPLE_FIELDS,
    .sample_regs_user = TASK_REGISTERS_MASK,
    .exclude_callchain_user = 1,
    .sample_id_all = 1,
    .use_clockid = 1,
    .clockid = CLOCK,
};

static const struct perf_event_attr counted = {
    .type = PERF_TYPE_SOFTWARE,
    .size = PERF_ATTR_SIZE_VER5,
    .config = PERF_COUNT_SW_BPF_OUTPUT,
    .sample_period = 1,
    .sample_type = PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_TIME | PERF_SAMPLE_CPU | PERF_SAMPLE_RAW,
    .use_clockid = 1,
    .clockid = CLOCK,
    .watermark = 1,
    .wakeup_watermark = RING_BYTES / 4,
};

/* How many pages of stacks are kept at a time: 32 MB, with very many threads up to 128, and at
 * most a 32nd of the machine's memory. They are there from the start, as where threads change
 * places memory cannot always be had, and with Linux before 6.1 must not be asked for. */
static uint32_t pages_kept(void)
{
    enum { LEAST = 8192, MOST = 4 * LEAST, A_THREAD = 2, PART = 32, FEWEST = 512 };
    struct sysinfo machine;

    if (sysinfo(&machine) != 0)
        return LEAST;
    const uint64_t memory = (uint64_t)machine.totalram * machine.mem_unit / OFF_CPU_PAGE / PART;
    const uint32_t wanted = machine.procs * A_THREAD;
    const uint32_t n = wanted < LEAST ? LEAST : wanted > MOST ? MOST : wanted;

    return memory < FEWEST ? FEWEST : memory < n ? (uint32_t)memory : n;
}

static bool make_maps(struct off_cpu_maps *maps, uint32_t n_processors, uint32_t stack_bytes)
{
    const uint32_t size = sizeof(struct off_cpu_thread);
    const uint32_t key = sizeof(uint32_t);
    const uint32_t whole = size + OFF_CPU_PAGE * off_cpu_pages(stack_bytes);

    maps->stack_bytes = stack_bytes;
    maps->n_scratch = n_processors + 1;
    maps->threads = bpf_map(BPF_MAP_TYPE_HASH, key, size, OFF_CPU_THREADS, BPF_F_NO_PREALLOC);
    maps->empty = bpf_map(BPF_MAP_TYPE_ARRAY, key, size, 2, 0);
    maps->output = bpf_map(BPF_MAP_TYPE_PERF_EVENT_ARRAY, key, key, n_processors, 0);
    maps->pages =
        bpf_map(BPF_MAP_TYPE_HASH, sizeof(struct off_cpu_page_key), OFF_CPU_PAGE, pages_kept(), 0);
    maps->scratch = bpf_map(BPF_MAP_TYPE_ARRAY, key, whole, maps->n_scratch, 0);
    return maps->threads >= 0 && maps->empty >= 0 && maps->output >= 0 && maps->pages >= 0 &&
           maps->scratch >= 0;
}

static bool load(struct off_cpu_recorder *o, const struct bpf_code *code, uint32_t type)
{
    const int fd = bpf_load_program(code, type);

    if (fd >= 0)
        o->programs[o->n_programs++] = fd;
    return fd >= 0;
}

static bool load_all(struct off_cpu_recorder *o, const struct off_cpu_types *types)
{
    struct bpf_code *code = mem_alloc(CODES, sizeof *code);

    off_cpu_rename_code(&code[0], types, &o->maps);
    off_cpu_fork_code(&code[1], types, &o->maps);
    off_cpu_switch_code(&code[2], types, &o->maps, o->all, o->period_ns);
    off_cpu_asleep_code(&code[3], types, &o->maps, o->all, o->period_ns);
    bool ok = (o->all || (load(o, &code[0], types->task_rename) &&
                          load(o, &code[1], types->sched_process_fork))) &&
              load(o, &code[2], types->sched_switch);
    const int error = errno;
    /* Kernels before 6.1 do not let these use such a map. */
    const int asleep =
        ok && types->iter_task ? bpf_load_task_program(&code[3], types->iter_task) : -1;
    o->asleep = asleep > 0 ? asleep : 0;
    mem_free(code, CODES, sizeof *code);
    errno = error;
    return ok;
}

/* A processor that is off has no counter, and no thread to sleep there. */
static bool open_output(struct off_cpu_recorder *o, uint32_t processor)
{
    struct perf_event_attr attr = counted;
    const int fd =
        (int)syscall(SYS_perf_event_open, &attr, -1, processor, -1, PERF_FLAG_FD_CLOEXEC);

    if (fd < 0)
        return errno == ENODEV;
    const size_t at = o->n_processors++;
    o->fds[at] = fd;
    return ioctl(fd, PERF_EVENT_IOC_ID, &o->ids[at]) == 0 &&
           ring_map(&o->rings[at], fd, RING_BYTES) &&
           bpf_map_set(o->maps.output, &processor, &fd) && ioctl(fd, PERF_EVENT_IOC_ENABLE, 0) == 0;
}

static enum off_cpu_fault fault_of(int error)
{
    return error == EPERM || error == EACCES ? OFF_CPU_NO_RIGHT : OFF_CPU_REFUSED;
}

/* How many processors there may be. */
static uint32_t processors_most(void)
{
    const long n = sysconf(_SC_NPROCESSORS_CONF);

    return n > 0 && n <= PROCESSORS_MOST ? (uint32_t)n : PROCESSORS_MOST;
}

static enum off_cpu_fault open_all(struct off_cpu_recorder *o, const struct off_cpu_types *types,
                                   uint32_t stack_bytes)
{
    const uint32_t n = processors_most();

    if (!make_maps(&o->maps, n, stack_bytes))
        return fault_of(errno);
    o->fds = mem_alloc(n, sizeof *o->fds);
    o->ids = mem_alloc(n, sizeof *o->ids);
    o->rings = mem_alloc(n, sizeof *o->rings);
    for (uint32_t i = 0; i < n; i++)
        if (!open_output(o, i))
            return fault_of(errno);
    if (!load_all(o, types))
        return errno == EINVAL ? OFF_CPU_NO_TYPES : fault_of(errno);
    o->attr = written;
    o->attr.sample_stack_user = stack_bytes;
    o->event = (struct recorded_event){&o->attr, "offcpu-time", o->ids, (uint32_t)o->n_processors};
    return OFF_CPU_FINE;
}

enum off_cpu_fault off_cpu_open(struct off_cpu_recorder *o, bool all, uint32_t period_ns,
                                uint32_t stack_bytes)
{
    struct kernel_types types = {.names = STR("")};
    struct off_cpu_types found = {0};

    *o = (struct off_cpu_recorder){
        .is_open = true, .maps = {-1, -1, -1, -1, -1, 0, 0}, .period_ns = period_ns, .all = all};
    if (TASK_REGISTERS_MASK == 0)
        return OFF_CPU_NO_TYPES;
    if (!bpf_numbers_are_ours())
        return OFF_CPU_NAMESPACE;
    bool known =
        kernel_types_read(&types, "/sys/kernel/btf/vmlinux") && off_cpu_types_find(&found, &types);
    kernel_types_free(&types);
    return known ? open_all(o, &found, stack_bytes) : OFF_CPU_NO_TYPES;
}

bool off_cpu_begin(struct off_cpu_recorder *o)
{
    bool ok = true;

    for (size_t i = 0; ok && i < o->n_programs; i++) {
        o->links[i] = bpf_attach(o->programs[i]);
        ok = o->links[i] >= 0;
        o->n_links += ok;
    }
    return ok;
}

bool off_cpu_add(struct off_cpu_recorder *o, uint32_t tid, bool awaited)
{
    struct off_cpu_thread *empty = mem_alloc(1, sizeof *empty);

    empty->awaited = awaited;
    const bool ok = bpf_map_add(o->maps.threads, &tid, empty) || errno == EEXIST;
    const int error = errno;

    mem_free(empty, 1, sizeof *empty);
    errno = error;
    return ok;
}

void off_cpu_find_asleep(const struct off_cpu_recorder *o)
{
    if (o->asleep)
        (void)!bpf_run_task_program(o->asleep);
}

void off_cpu_look(struct off_cpu_recorder *o)
{
    for (size_t i = 0; i < o->n_processors; i++)
        ring_look(&o->rings[i]);
}

/* By which processor it is told, when, with its stack. */
static void make_sample(struct buf *to, const struct off_cpu_thread *t,
                        const struct wait_sample *told)
{
    struct wait_sample sample = *told;

    sample.period = t->told_ns;
    sample.pid = t->pid;
    sample.tid = t->tid;
    sample.callers = t->callers;
    sample.callers_bytes = t->callers_bytes;
    sample.registers = t->registers;
    buf_clear(to);
    wait_sample_add(to, &sample);
}

/* Whether some of what it stands for was since the recording began; the rest is taken from it. */
static bool shorten(const struct off_cpu_recorder *o, struct off_cpu_thread *t, uint64_t time_ns)
{
    const uint64_t most = time_ns > o->from_ns ? time_ns - o->from_ns : 0;

    if (t->told_ns > most)
        t->told_ns = most - most % o->period_ns;
    return t->told_ns != 0;
}

/* {header, identifier, time, processor, size, thread} */
static bool take_sample(struct off_cpu_recorder *o, const struct ring_use *use, struct fault *f)
{
    const struct str taken = buf_str(&o->taken);
    const size_t before = RAW_AT + offsetof(struct off_cpu_thread, stack);
    struct off_cpu_thread t = {0};
    uint64_t words[4];

    if (taken.n < before)
        return true;
    memcpy(words, taken.p, sizeof words);
    memcpy(&t, taken.p + RAW_AT, offsetof(struct off_cpu_thread, stack));
    const uint32_t all = t.stack_bytes > taken.n - before ? 0 : t.stack_bytes;
    const uint32_t n = all < o->maps.stack_bytes ? all : o->maps.stack_bytes;
    const struct wait_sample told = {.id = words[1],
                                     .time_ns = words[2],
                                     .processor = words[3] & UINT32_MAX,
                                     .stack = {taken.p + before, n}};
    if (!shorten(o, &t, told.time_ns))
        return true;
    make_sample(&o->record, &t, &told);
    return ring_use_add_wait(use, buf_str(&o->record), told.time_ns, f);
}

bool off_cpu_drain(struct off_cpu_recorder *o, const struct ring_use *use, struct fault *f)
{
    struct perf_event_header header;
    uint64_t lost;
    bool ok = true;

    for (size_t i = 0; ok && i < o->n_processors; i++)
        while (ok && ring_take(&o->rings[i], &o->taken)) {
            memcpy(&header, o->taken.p, sizeof header);
            if (header.type == PERF_RECORD_SAMPLE) {
                ok = take_sample(o, use, f);
            } else if (header.type == PERF_RECORD_LOST && o->taken.n >= 24) {
                memcpy(&lost, o->taken.p + 16, sizeof lost);
                o->lost += lost;
            }
        }
    return ok;
}

/* For how long it ran since it went to sleep, if the program did not see that it came back. */
static uint64_t ran_since(const struct off_cpu_thread *t)
{
    struct buf text = {0};
    struct str rest, word;
    uint64_t ran_ns = 0;

    bool ok = small_file_read(&text, "/proc/%u/task/%u/schedstat", t->pid, t->tid);
    rest = buf_str(&text);
    ok = ok && take_field(&rest, ' ', &word) && parse_u64(word, &ran_ns) && ran_ns > t->ran_ns;
    buf_free(&text);
    return ok ? ran_ns - t->ran_ns : 0;
}

/* The stack of a thread that sleeps still, from its first bytes or its pages; those that are not
 * there are zeros. */
static struct str stack_of(struct off_cpu_recorder *o, const struct off_cpu_thread *t)
{
    const uint64_t pointer = t->registers[TASK_STACK_POINTER];
    size_t n = OFF_CPU_PAGE - pointer % OFF_CPU_PAGE;
    struct off_cpu_page_key key = {t->tid, 0};

    const uint32_t most = o->maps.stack_bytes;
    const uint32_t all = t->stack_bytes < most ? t->stack_bytes : most;

    if (t->stack_bytes <= OFF_CPU_FIRST)
        return (struct str){(const char *)t->stack, all};
    unsigned char *page = mem_alloc(1, OFF_CPU_PAGE);
    for (buf_clear(&o->stack); o->stack.n < all; n = OFF_CPU_PAGE) {
        if (!bpf_map_get(o->maps.pages, &key, page))
            memset(page, 0, OFF_CPU_PAGE);
        buf_add(&o->stack, (struct str){(const char *)page, n});
        key.i++;
    }
    mem_free(page, 1, OFF_CPU_PAGE);
    return (struct str){o->stack.p, all};
}

/* Of a thread that sleeps still: what makes whole periods. */
static bool end_thread(struct off_cpu_recorder *o, struct off_cpu_thread *t, uint64_t now_ns,
                       const struct ring_use *use, struct fault *f)
{
    const bool sleeps = t->since_ns && t->since_ns < now_ns && t->stack_bytes <= OFF_CPU_STACK;
    const uint64_t passed = sleeps ? now_ns - t->since_ns : 0;
    const uint64_t ran = sleeps ? ran_since(t) : 0;
    const uint64_t slept = sleeps && ran < passed ? t->slept_ns + passed - ran : 0;

    t->told_ns = slept - slept % o->period_ns;
    if (!shorten(o, t, now_ns))
        return true;
    const struct wait_sample told = {.id = o->ids[0], .time_ns = now_ns, .stack = stack_of(o, t)};
    make_sample(&o->record, t, &told);
    return ring_use_add_wait(use, buf_str(&o->record), now_ns, f);
}

bool off_cpu_end(struct off_cpu_recorder *o, uint64_t now_ns, const struct ring_use *use,
                 struct fault *f)
{
    struct off_cpu_thread *t = mem_alloc(1, sizeof *t);
    uint32_t key = 0;
    bool ok = true;

    while (o->n_links)
        close(o->links[--o->n_links]);
    off_cpu_look(o);
    ok = off_cpu_drain(o, use, f);
    bool more = ok && o->n_processors && bpf_map_next(o->maps.threads, NULL, &key);
    for (size_t i = 0; ok && more && i < OFF_CPU_THREADS; i++) {
        if (bpf_map_get(o->maps.threads, &key, t))
            ok = end_thread(o, t, now_ns, use, f);
        more = bpf_map_next(o->maps.threads, &key, &key);
    }
    key = 1;
    if (bpf_map_get(o->maps.empty, &key, t)) {
        o->is_full = t->told_ns != 0;
        o->n_cut = t->slept_ns;
    }
    mem_free(t, 1, sizeof *t);
    return ok;
}

static void close_one(int fd)
{
    if (fd >= 0)
        close(fd);
}

void off_cpu_close(struct off_cpu_recorder *o)
{
    const uint32_t n = processors_most();

    if (!o->is_open)
        return;

    while (o->n_links)
        close(o->links[--o->n_links]);
    while (o->n_programs)
        close(o->programs[--o->n_programs]);
    if (o->asleep)
        close(o->asleep);
    for (size_t i = 0; i < o->n_processors; i++) {
        ring_unmap(&o->rings[i]);
        close(o->fds[i]);
    }
    close_one(o->maps.threads);
    close_one(o->maps.empty);
    close_one(o->maps.output);
    close_one(o->maps.pages);
    close_one(o->maps.scratch);
    mem_free(o->fds, n, sizeof *o->fds);
    mem_free(o->ids, n, sizeof *o->ids);
    mem_free(o->rings, n, sizeof *o->rings);
    buf_free(&o->taken);
    buf_free(&o->stack);
    buf_free(&o->record);
    *o = (struct off_cpu_recorder){.is_open = false};
}
