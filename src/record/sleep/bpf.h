/* Small programs that the kernel runs for us: maps, instructions, loading. The numbers:
 * include/uapi/linux/bpf.h, whose names are kept here, as it names functions that are banned and
 * may be older than what is used; the instructions: https://docs.kernel.org/bpf/standardization/.
 */
#ifndef RECORD_SLEEP_BPF_H
#define RECORD_SLEEP_BPF_H

#include <linux/bpf_common.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"
#include "base/buf.h"

enum {
    BPF_ALU64 = 0x07,
    BPF_DW = 0x18,
    BPF_LOAD_WIDE = 0x18, /* BPF_LD | BPF_DW | BPF_IMM */
    BPF_MOV = 0xb0,
    BPF_JNE = 0x50,
    BPF_JLT = 0xa0,
    BPF_JLE = 0xb0,
    BPF_JSLT = 0xc0,
    BPF_JSLE = 0xd0,
    BPF_CALL = 0x80,
    BPF_EXIT = 0x90,
    BPF_PSEUDO_MAP_FD = 1,
    BPF_ANY = 0,
    BPF_NOEXIST = 1,
    BPF_F_NO_PREALLOC = 1,
};

enum bpf_map_type {
    BPF_MAP_TYPE_HASH = 1,
    BPF_MAP_TYPE_ARRAY = 2,
    BPF_MAP_TYPE_PERF_EVENT_ARRAY = 4,
    BPF_MAP_TYPE_LRU_HASH = 9, /* what was used longest ago makes room */
};

enum {
    BPF_FUNC_map_lookup_elem = 1,
    BPF_FUNC_map_update_elem = 2,
    BPF_FUNC_map_delete_elem = 3,
    BPF_FUNC_ktime_get_ns = 5,
    BPF_FUNC_get_prandom_u32 = 7,
    BPF_FUNC_get_smp_processor_id = 8,
    BPF_FUNC_get_current_pid_tgid = 14,
    BPF_FUNC_perf_event_output = 25,
    BPF_FUNC_get_stack = 67,
    BPF_FUNC_probe_read_user = 112,
    BPF_FUNC_probe_read_kernel = 113,
    BPF_FUNC_seq_write = 127,
    BPF_FUNC_get_task_stack = 141,
    BPF_FUNC_task_pt_regs = 175,        /* since Linux 5.15 */
    BPF_FUNC_copy_from_user_task = 191, /* since Linux 5.18 */
};

struct bpf_insn {
    uint8_t code;
    uint8_t registers; /* to, and from times 16 */
    int16_t off;
    int32_t imm;
};

/* Whether numbers of processes here are those that programs in the kernel see. */
bool bpf_numbers_are_ours(void);

/* All return -1, or false, with the reason in errno. */

/* Creates a map; its descriptor is the caller's. */
int bpf_map(enum bpf_map_type type, uint32_t key_size, uint32_t value_size, uint32_t n,
            uint32_t flags);

MUST_CHECK bool bpf_map_set(int map, const void *key, const void *value);
MUST_CHECK bool bpf_map_add(int map, const void *key, const void *value); /* unless it is there */
MUST_CHECK bool bpf_map_get(int map, const void *key, void *value);

/* Sets next to the key behind a key; NULL: to the first. False when there is none. */
MUST_CHECK bool bpf_map_next(int map, const void *key, void *next);

/* Instructions, and where jumps to their end lie. What does not fit is left out and remembered. */
enum { BPF_CODE_MOST = 4096, BPF_JUMPS_MOST = 32 };
struct bpf_code {
    struct bpf_insn rows[BPF_CODE_MOST];
    size_t n;
    bool full;
};

/* Jumps from a place that is not known yet. Zeroed: there are none. */
struct bpf_jumps {
    size_t from[BPF_JUMPS_MOST];
    size_t n;
};

/* Registers. */
enum { R0, R1, R2, R3, R4, R5, R6, R7, R8, R9, FRAME };

/* Append an instruction. to = value; to = from; to OP= value, to OP= from (BPF_ADD, BPF_SUB, ...).
 */
void bpf_set(struct bpf_code *c, int to, int32_t value);
void bpf_move(struct bpf_code *c, int to, int from);
void bpf_do(struct bpf_code *c, int operation, int to, int32_t value);
void bpf_do_with(struct bpf_code *c, int operation, int to, int from);

/* to = *(from + at); *(to + at) = from; *(to + at) = value. Sizes: BPF_W, BPF_DW. */
void bpf_load(struct bpf_code *c, int size, int to, int from, int16_t at);
void bpf_store(struct bpf_code *c, int size, int to, int16_t at, int from);
void bpf_store_value(struct bpf_code *c, int size, int to, int16_t at, int32_t value);

/* to = the map. */
void bpf_load_map(struct bpf_code *c, int to, int map);

/* R0 = helper(R1, ..., R5), which changes these. */
void bpf_call(struct bpf_code *c, int helper);

/* to = the address of a place in the frame. */
void bpf_address_in_frame(struct bpf_code *c, int to, int16_t at);

/* R0 = the address of the value whose key lies in the frame; 0: there is none. */
void bpf_look_up(struct bpf_code *c, int map, int16_t key);

/* Returns a value. */
void bpf_end(struct bpf_code *c, int32_t value);

/* Jumps when a register compares so (BPF_JEQ, BPF_JGT, ...) with the value. */
void bpf_jump_if(struct bpf_code *c, int comparison, int reg, int32_t value,
                 struct bpf_jumps *jumps);
void bpf_jump(struct bpf_code *c, struct bpf_jumps *jumps);

/* The jumps lead to what is appended next. */
void bpf_set_jump_targets(struct bpf_code *c, struct bpf_jumps *jumps);

/* Loads a program for a raw tracepoint whose arguments have types, by the number of the type
 * btf_trace_NAME; its descriptor is the caller's. */
int bpf_load_program(const struct bpf_code *c, uint32_t tracepoint_type);

/* The same for a counter, whose samples are dropped where the program returns 0. */
int bpf_load_filter(const struct bpf_code *c);

/* The same for one that runs once for each task, by the number of the function bpf_iter_task. It
 * may read their memory. */
int bpf_load_task_program(const struct bpf_code *c, uint32_t iterator_type);
MUST_CHECK bool bpf_run_task_program(int program);

/* The same for one that does not read their memory, but hands out rows (BPF_FUNC_seq_write). */
int bpf_load_task_look(const struct bpf_code *c, uint32_t iterator_type);

/* Returns a descriptor for looks at the threads of a process (since Linux 6.1); 0: at all. */
int bpf_link_task_look(int program, uint32_t pid);

/* Looks at each of the threads once; appends what the program hands out. */
MUST_CHECK bool bpf_look_at_tasks(int link, struct buf *to);

/* Lets the program run until the descriptor that is returned is closed. */
int bpf_attach(int program);

#endif
