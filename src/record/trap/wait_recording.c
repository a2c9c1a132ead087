/* {maps, names}, then for each {identifier, ip, {pid, tid}, time, processor, period, chain
 * {kernel}, registers, stack}. */
#include "record/trap/wait_recording.h"

#include "base/mem.h"
#include "base/native.h"
#include "record/code/kernel_map.h"
#include "record/recording_file.h"
#include "record/sample_fields.h"
#include "record/stack_copy.h"
#include "record/targets/tasks.h"

static const struct perf_event_attr written = {
    .type = PERF_TYPE_SOFTWARE,
    .size = PERF_ATTR_SIZE_VER5,
    .config = PERF_COUNT_SW_CPU_CLOCK,
    .sample_period = 1,
    .sample_type =
        SAMPLE_FIELDS | PERF_SAMPLE_CALLCHAIN | PERF_SAMPLE_REGS_USER | PERF_SAMPLE_STACK_USER,
    .sample_regs_user = TASK_REGISTERS_MASK,
    .sample_stack_user = WAIT_STACK_MOST,
    .exclude_callchain_user = 1,
    .sample_id_all = 1,
};

/* The kernel's callers, without zeros. */
static size_t count_callers(const struct waiting_row *row)
{
    size_t n = 0;

    while (n < WAITING_CALLERS && (int32_t)(8 * n) < row->callers_bytes && row->callers[n])
        n++;
    return n;
}

size_t wait_recording_stack(const struct waiting_row *row, unsigned char to[WAIT_STACK_MOST])
{
    return stack_copy(row->pid, row->registers[TASK_STACK_POINTER], to, WAIT_STACK_MOST);
}

static void add_sample(struct buf *to, const struct waiting_row *row, uint64_t number,
                       unsigned char *stack)
{
    struct perf_event_header header = {.type = PERF_RECORD_SAMPLE};
    const size_t n = count_callers(row);
    const size_t bytes = wait_recording_stack(row, stack);
    const size_t from = to->n;

    header.misc = n ? PERF_RECORD_MISC_KERNEL : PERF_RECORD_MISC_USER;
    buf_add(to, (struct str){(const char *)&header, sizeof header});
    native_u64(to, 1);
    native_u64(to, n ? row->callers[0] : row->registers[TASK_INSTRUCTION_POINTER]);
    native_u32(to, row->pid);
    native_u32(to, row->tid);
    native_u64(to, row->now_ns);
    native_u64(to, 0);
    native_u64(to, number);
    native_u64(to, n ? n + 1 : 0);
    if (n)
        native_u64(to, PERF_CONTEXT_KERNEL);
    for (size_t i = 0; i < n; i++)
        native_u64(to, row->callers[i]);
    native_u64(to, bytes ? PERF_SAMPLE_REGS_ABI_64 : PERF_SAMPLE_REGS_ABI_NONE);
    if (bytes)
        task_registers_add(to, row->registers);
    native_u64(to, bytes);
    buf_add(to, (struct str){(const char *)stack, bytes});
    if (bytes)
        native_u64(to, bytes);
    header.size = (uint16_t)(to->n - from);
    memcpy(to->p + from, &header, sizeof header);
}

static bool is_first_of_process(const struct waiting_row *rows, size_t i)
{
    for (size_t k = 0; k < i; k++)
        if (rows[k].pid == rows[i].pid)
            return false;
    return true;
}

/* Whoever asked for it ends this process when it takes too long. */
static bool is_never_cancelled(void *context)
{
    (void)context;
    return false;
}

bool wait_recording_write(int fd, const struct waiting_row *rows, size_t n,
                          struct code_names *names, struct fault *f)
{
    const uint64_t id = 1;
    const struct recorded_event event = {&written, "cpu-clock", &id, 1};
    char *none[] = {NULL};
    struct recording_file file = {.fd = fd,
                                  .path = "the stacks of waits",
                                  .events = &event,
                                  .n_events = 1,
                                  .n_sets = 1,
                                  .program = "flame",
                                  .arguments = none,
                                  .command = none,
                                  .taken_fd = -1};
    unsigned char *stack = mem_alloc(WAIT_STACK_MOST, 1);
    struct tasks tasks = {.held = &names->held};
    struct buf records = {0};

    for (size_t i = 0; i < n; i++)
        add_sample(&records, &rows[i], i + 1, stack);
    struct buf maps = {0};
    kernel_map_add(&maps);
    for (size_t i = 0; i < n; i++)
        if (is_first_of_process(rows, i))
            tasks_add(&tasks, rows[i].pid, &maps);
    code_names_see_all(names, buf_str(&maps));
    code_names_see_all(names, buf_str(&records));
    code_names_finish(names, is_never_cancelled, NULL);
    file.build_ids = buf_str(&names->build_ids.records);
    file.taken_fd = names->files.fd;
    file.taken_size = names->files.size;
    bool ok = recording_file_begin(&file, f) && recording_file_add(&file, buf_str(&maps), f) &&
              recording_file_add(&file, buf_str(&records), f) && recording_file_finish(&file, f);
    tasks_free(&tasks);
    buf_free(&maps);
    buf_free(&records);
    mem_free(stack, WAIT_STACK_MOST, 1);
    return ok;
}
