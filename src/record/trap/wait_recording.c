/* {maps, names}, then a sample of each. */
#include "record/trap/wait_recording.h"

#include "base/mem.h"
#include "record/code/kernel_map.h"
#include "record/recording_file.h"
#include "record/sleep/wait_sample.h"
#include "record/stack_copy.h"
#include "record/targets/tasks.h"

static const struct perf_event_attr written = {
    .type = PERF_TYPE_SOFTWARE,
    .size = PERF_ATTR_SIZE_VER5,
    .config = PERF_COUNT_SW_CPU_CLOCK,
    .sample_period = 1,
    .sample_type = WAIT_SAMPLE_FIELDS,
    .sample_regs_user = TASK_REGISTERS_MASK,
    .sample_stack_user = WAIT_STACK_MOST,
    .exclude_callchain_user = 1,
    .sample_id_all = 1,
};

size_t wait_recording_stack(const struct waiting_row *row, unsigned char to[WAIT_STACK_MOST])
{
    return stack_copy(row->pid, row->registers[TASK_STACK_POINTER], to, WAIT_STACK_MOST);
}

static void add_sample(struct buf *to, const struct waiting_row *row, uint64_t number,
                       unsigned char *stack)
{
    const size_t n = wait_recording_stack(row, stack);
    const struct wait_sample sample = {.id = 1,
                                       .time_ns = row->now_ns,
                                       .period = number,
                                       .pid = row->pid,
                                       .tid = row->tid,
                                       .callers = row->callers,
                                       .callers_bytes = row->callers_bytes,
                                       .registers = row->registers,
                                       .stack = {(const char *)stack, n}};

    wait_sample_add(to, &sample);
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
