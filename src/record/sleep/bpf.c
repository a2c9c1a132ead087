/* Assembles and loads BPF programs, and reads and writes their maps: bpf(2). */
#include "record/sleep/bpf.h"

#include <errno.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum {
    BPF_MAP_CREATE = 0,
    BPF_MAP_LOOKUP_ELEM = 1,
    BPF_MAP_UPDATE_ELEM = 2,
    BPF_MAP_GET_NEXT_KEY = 4,
    BPF_PROG_LOAD = 5,
    BPF_RAW_TRACEPOINT_OPEN = 17,
    BPF_LINK_CREATE = 28,
    BPF_ITER_CREATE = 33,
    BPF_PROG_TYPE_PERF_EVENT = 7,
    BPF_PROG_TYPE_TRACING = 26,
    BPF_TRACE_RAW_TP = 23,
    BPF_TRACE_ITER = 28,
    BPF_F_SLEEPABLE = 1 << 4,
};

/* The part of union bpf_attr that a command reads; the kernel takes what lies behind for 0. */
struct map_attr {
    uint32_t type, key_size, value_size, n, flags;
};

struct element_attr {
    uint32_t map, pad;
    uint64_t key, value, flags;
};

struct program_attr {
    uint32_t type, n;
    uint64_t instructions, license;
    uint32_t log_level, log_size;
    uint64_t log;
    uint32_t kernel_version, flags;
    char name[16];
    uint32_t interface, attach_type, types, function_info_size;
    uint64_t function_info;
    uint32_t n_function_info, line_info_size;
    uint64_t line_info;
    uint32_t n_line_info, attach_type_number, attach_program, pad;
};

struct attach_attr {
    uint64_t name;
    uint32_t program, pad;
};

struct link_attr {
    uint32_t program, target, attach_type, flags;
    uint64_t which; /* struct looked_at */
    uint32_t which_size, pad;
};

/* Of which threads: union bpf_iter_link_info. */
struct looked_at {
    uint32_t tid, pid, pid_fd, pad;
};

struct iterator_attr {
    uint32_t link, flags;
};

/* The number of the first namespace of processes: PROC_PID_INIT_INO. */
#define FIRST_NAMESPACE UINT32_C(0xeffffffc)

bool bpf_numbers_are_ours(void)
{
    struct stat status;

    return stat("/proc/self/ns/pid", &status) == 0 && status.st_ino == FIRST_NAMESPACE;
}

static int call(int command, void *attr, size_t size)
{
    return (int)syscall(SYS_bpf, command, attr, size);
}

int bpf_map(enum bpf_map_type type, uint32_t key_size, uint32_t value_size, uint32_t n,
            uint32_t flags)
{
    struct map_attr attr = {type, key_size, value_size, n, flags};

    return call(BPF_MAP_CREATE, &attr, sizeof attr);
}

static bool use_element(int command, int map, const void *key, const void *value, uint64_t flags)
{
    struct element_attr attr = {
        .map = (uint32_t)map, .key = (uintptr_t)key, .value = (uintptr_t)value, .flags = flags};

    return call(command, &attr, sizeof attr) == 0;
}

bool bpf_map_set(int map, const void *key, const void *value)
{
    return use_element(BPF_MAP_UPDATE_ELEM, map, key, value, BPF_ANY);
}

bool bpf_map_add(int map, const void *key, const void *value)
{
    return use_element(BPF_MAP_UPDATE_ELEM, map, key, value, BPF_NOEXIST);
}

bool bpf_map_get(int map, const void *key, void *value)
{
    return use_element(BPF_MAP_LOOKUP_ELEM, map, key, value, 0);
}

bool bpf_map_next(int map, const void *key, void *next)
{
    return use_element(BPF_MAP_GET_NEXT_KEY, map, key, next, 0);
}

static void add(struct bpf_code *c, int code, int to, int from, int16_t at, int32_t value)
{
    if (c->n == BPF_CODE_MOST) {
        c->full = true;
        return;
    }
    c->rows[c->n++] = (struct bpf_insn){
        .code = (uint8_t)code, .registers = (uint8_t)(to | from << 4), .off = at, .imm = value};
}

void bpf_set(struct bpf_code *c, int to, int32_t value)
{
    bpf_do(c, BPF_MOV, to, value);
}

void bpf_move(struct bpf_code *c, int to, int from)
{
    bpf_do_with(c, BPF_MOV, to, from);
}

void bpf_do(struct bpf_code *c, int operation, int to, int32_t value)
{
    add(c, BPF_ALU64 | operation | BPF_K, to, 0, 0, value);
}

void bpf_do_with(struct bpf_code *c, int operation, int to, int from)
{
    add(c, BPF_ALU64 | operation | BPF_X, to, from, 0, 0);
}

void bpf_load(struct bpf_code *c, int size, int to, int from, int16_t at)
{
    add(c, BPF_LDX | BPF_MEM | size, to, from, at, 0);
}

void bpf_store(struct bpf_code *c, int size, int to, int16_t at, int from)
{
    add(c, BPF_STX | BPF_MEM | size, to, from, at, 0);
}

void bpf_store_value(struct bpf_code *c, int size, int to, int16_t at, int32_t value)
{
    add(c, BPF_ST | BPF_MEM | size, to, 0, at, value);
}

/* One instruction of two. */
void bpf_load_map(struct bpf_code *c, int to, int map)
{
    add(c, BPF_LOAD_WIDE, to, BPF_PSEUDO_MAP_FD, 0, map);
    add(c, 0, 0, 0, 0, 0);
}

void bpf_call(struct bpf_code *c, int helper)
{
    add(c, BPF_JMP | BPF_CALL, 0, 0, 0, helper);
}

void bpf_address_in_frame(struct bpf_code *c, int to, int16_t at)
{
    bpf_move(c, to, FRAME);
    bpf_do(c, BPF_ADD, to, at);
}

void bpf_look_up(struct bpf_code *c, int map, int16_t key)
{
    bpf_address_in_frame(c, R2, key);
    bpf_load_map(c, R1, map);
    bpf_call(c, BPF_FUNC_map_lookup_elem);
}

void bpf_end(struct bpf_code *c, int32_t value)
{
    bpf_set(c, R0, value);
    add(c, BPF_JMP | BPF_EXIT, 0, 0, 0, 0);
}

static void remember(struct bpf_code *c, struct bpf_jumps *jumps)
{
    if (jumps->n == BPF_JUMPS_MOST)
        c->full = true;
    else
        jumps->from[jumps->n++] = c->n;
}

void bpf_jump_if(struct bpf_code *c, int comparison, int reg, int32_t value,
                 struct bpf_jumps *jumps)
{
    remember(c, jumps);
    add(c, BPF_JMP | comparison | BPF_K, reg, 0, 0, value);
}

void bpf_jump(struct bpf_code *c, struct bpf_jumps *jumps)
{
    remember(c, jumps);
    add(c, BPF_JMP | BPF_JA, 0, 0, 0, 0);
}

void bpf_set_jump_targets(struct bpf_code *c, struct bpf_jumps *jumps)
{
    for (size_t i = 0; i < jumps->n; i++)
        if (jumps->from[i] < c->n)
            c->rows[jumps->from[i]].off = (int16_t)(c->n - jumps->from[i] - 1);
    jumps->n = 0;
}

static int load(const struct bpf_code *c, struct program_attr *attr)
{
    static const char license[] = "Dual MIT/GPL"; /* as helpers that read the kernel want it */

    attr->n = (uint32_t)c->n;
    attr->instructions = (uintptr_t)c->rows;
    attr->license = (uintptr_t)license;
    if (c->full) {
        errno = E2BIG;
        return -1;
    }
    return call(BPF_PROG_LOAD, attr, sizeof *attr);
}

int bpf_load_program(const struct bpf_code *c, uint32_t tracepoint_type)
{
    struct program_attr attr = {.type = BPF_PROG_TYPE_TRACING,
                                .attach_type = BPF_TRACE_RAW_TP,
                                .attach_type_number = tracepoint_type};

    return load(c, &attr);
}

int bpf_load_filter(const struct bpf_code *c)
{
    struct program_attr attr = {.type = BPF_PROG_TYPE_PERF_EVENT};

    return load(c, &attr);
}

int bpf_attach(int program)
{
    struct attach_attr attr = {.program = (uint32_t)program};

    return call(BPF_RAW_TRACEPOINT_OPEN, &attr, sizeof attr);
}

int bpf_load_task_program(const struct bpf_code *c, uint32_t iterator_type)
{
    struct program_attr attr = {.type = BPF_PROG_TYPE_TRACING,
                                .attach_type = BPF_TRACE_ITER,
                                .flags = BPF_F_SLEEPABLE,
                                .attach_type_number = iterator_type};

    return load(c, &attr);
}

/* What the program would print is read until there is no more; it prints nothing. */
static bool read_all(int iterator)
{
    char text[64];
    ssize_t n;

    do
        n = read(iterator, text, sizeof text);
    while (n > 0 || (n < 0 && (errno == EAGAIN || errno == EINTR)));
    return n == 0;
}

bool bpf_run_task_program(int program)
{
    struct link_attr attr = {.program = (uint32_t)program, .attach_type = BPF_TRACE_ITER};
    const int link = call(BPF_LINK_CREATE, &attr, sizeof attr);

    if (link < 0)
        return false;
    struct iterator_attr of = {.link = (uint32_t)link};
    const int iterator = call(BPF_ITER_CREATE, &of, sizeof of);
    bool ok = iterator >= 0 && read_all(iterator);
    if (iterator >= 0)
        close(iterator);
    close(link);
    return ok;
}

int bpf_load_task_look(const struct bpf_code *c, uint32_t iterator_type)
{
    struct program_attr attr = {.type = BPF_PROG_TYPE_TRACING,
                                .attach_type = BPF_TRACE_ITER,
                                .attach_type_number = iterator_type};

    return load(c, &attr);
}

int bpf_link_task_look(int program, uint32_t pid)
{
    const struct looked_at which = {.pid = pid};
    struct link_attr attr = {.program = (uint32_t)program, .attach_type = BPF_TRACE_ITER};

    if (pid) {
        attr.which = (uintptr_t)&which;
        attr.which_size = sizeof which;
    }
    return call(BPF_LINK_CREATE, &attr, sizeof attr);
}

bool bpf_look_at_tasks(int link, struct buf *to)
{
    struct iterator_attr of = {.link = (uint32_t)link};
    const int iterator = call(BPF_ITER_CREATE, &of, sizeof of);
    char rows[4096];
    ssize_t n;

    if (iterator < 0)
        return false;
    do {
        n = read(iterator, rows, sizeof rows);
        if (n > 0)
            buf_add(to, (struct str){rows, (size_t)n});
    } while (n > 0 || (n < 0 && (errno == EAGAIN || errno == EINTR)));
    close(iterator);
    return n == 0;
}
