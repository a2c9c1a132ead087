/* {identifier, ip, {pid, tid}, time, processor, period, chain {}, {stack pointer, ip}, stack}. The
 * other registers are not known, so callers are found as far as tables go by the stack pointer. */
#include "record/sleep/polled_waits.h"

#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/native.h"
#include "base/perf_file.h"
#include "record/sample_fields.h"
#include "record/sleep/syscall_place.h"

enum {
    LEAST_NS = 20000000,   /* between looks */
    MOST_NS = 250000000,   /* the same */
    PART = 100,            /* of a processor: one of so many */
    ROUND_CPU_NS = 2000000 /* that looks take at a time */
};

/* The stack pointer, and behind it the instruction pointer: asm/perf_regs.h. */
#if defined __x86_64__
#define REGISTERS ((uint64_t)1 << 7 | (uint64_t)1 << 8)
#elif defined __aarch64__
#define REGISTERS ((uint64_t)1 << 31 | (uint64_t)1 << 32)
#else /* none are known */
#define REGISTERS UINT64_C(0)
#endif

static const struct perf_event_attr written = {
    .type = PERF_TYPE_SOFTWARE,
    .size = PERF_ATTR_SIZE_VER5,
    .config = PERF_COUNT_SW_CONTEXT_SWITCHES,
    .sample_period = 1,
    .sample_type =
        SAMPLE_FIELDS | PERF_SAMPLE_CALLCHAIN | PERF_SAMPLE_REGS_USER | PERF_SAMPLE_STACK_USER,
    .sample_regs_user = REGISTERS,
    .exclude_kernel = 1,
    .exclude_callchain_user = 1,
    .sample_id_all = 1,
    .use_clockid = 1,
    .clockid = CLOCK_MONOTONIC,
};

static uint64_t cpu_now_ns(void)
{
    struct timespec t = {0};

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

/* What a thread of another user has for a stack may keep who reads it waiting for as long as that
 * user likes; root looks at all users' and has better ways. */
bool polled_waits_open(struct polled_waits *l, uint32_t stack_bytes)
{
    struct perf_event_attr nothing = {.type = PERF_TYPE_SOFTWARE,
                                      .size = PERF_ATTR_SIZE_VER5,
                                      .config = PERF_COUNT_SW_DUMMY,
                                      .exclude_kernel = 1,
                                      .exclude_hv = 1};

    *l = (struct polled_waits){.fd = -1};
    if (REGISTERS == 0 || geteuid() == 0)
        return false;
    l->fd = (int)syscall(SYS_perf_event_open, &nothing, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
    if (l->fd < 0 || ioctl(l->fd, PERF_EVENT_IOC_ID, &l->id) != 0) {
        if (l->fd >= 0)
            close(l->fd);
        return false;
    }
    l->is_open = true;
    l->attr = written;
    l->attr.sample_stack_user = stack_bytes;
    l->event = (struct recorded_event){&l->attr, PERF_LOOKED_EVENT, &l->id, 1};
    l->stack_bytes = stack_bytes;
    l->stack = mem_alloc(stack_bytes, 1);
    asleep_init(&l->asleep);
    return true;
}

int polled_waits_step_ms(const struct polled_waits *l, uint64_t now_ns, int most_ms)
{
    if (!l->is_open)
        return most_ms;
    const uint64_t ms = l->next_ns > now_ns ? (l->next_ns - now_ns) / 1000000 + 1 : 1;
    return ms < (uint64_t)most_ms ? (int)ms : most_ms;
}

static void make_sample(struct polled_waits *l, const struct asleep_slot *who,
                        const struct syscall_place *p)
{
    struct perf_event_header header = {.type = PERF_RECORD_SAMPLE, .misc = PERF_RECORD_MISC_USER};
    struct buf *to = &l->record;

    buf_clear(to);
    buf_add(to, (struct str){(const char *)&header, sizeof header});
    native_u64(to, l->id);
    native_u64(to, p->instruction);
    native_u32(to, who->pid);
    native_u32(to, who->tid);
    native_u64(to, p->time_ns);
    native_u64(to, 0);
    native_u64(to, 1);
    native_u64(to, 0);
    native_u64(to, PERF_SAMPLE_REGS_ABI_64);
    native_u64(to, p->stack);
    native_u64(to, p->instruction);
    native_u64(to, p->n);
    buf_add(to, (struct str){(const char *)l->stack, p->n});
    native_u64(to, p->n);
    header.size = (uint16_t)to->n;
    memcpy(to->p, &header, sizeof header);
}

static bool look(struct polled_waits *l, const struct asleep_slot *who, const struct ring_use *use,
                 struct fault *f)
{
    struct syscall_place p;

    if (!syscall_place_find(&p, who->pid, who->tid, l->stack, l->stack_bytes))
        return true;
    l->n_found++;
    make_sample(l, who, &p);
    return ring_use_add_wait(use, buf_str(&l->record), p.time_ns, f);
}

bool polled_waits_take(struct polled_waits *l, uint64_t now_ns, const struct ring_use *use,
                       struct fault *f)
{
    const uint64_t from_ns = cpu_now_ns();
    uint64_t cpu_ns = from_ns;
    size_t left = ASLEEP_SLOTS;
    const struct asleep_slot *who;
    bool ok = true;

    if (!l->is_open || now_ns < l->next_ns)
        return true;
    while (ok && cpu_ns - from_ns < ROUND_CPU_NS && (who = asleep_take(&l->asleep, &left))) {
        ok = look(l, who, use, f);
        cpu_ns = cpu_now_ns();
    }
    const uint64_t step_ns = (cpu_ns - (l->cpu_ns ? l->cpu_ns : from_ns)) * PART;
    l->cpu_ns = cpu_ns;
    l->next_ns = now_ns + (step_ns < LEAST_NS ? LEAST_NS : step_ns > MOST_NS ? MOST_NS : step_ns);
    return ok;
}

void polled_waits_close(struct polled_waits *l)
{
    if (!l->is_open)
        return;
    close(l->fd);
    asleep_free(&l->asleep);
    mem_free(l->stack, l->stack_bytes, 1);
    buf_free(&l->record);
    *l = (struct polled_waits){.fd = -1};
}
