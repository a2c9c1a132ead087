/* The work of GPUs in a trace of Kineto, PyTorch's profiler, below the stacks that launched it. */
#ifndef INPUT_CHROME_GPU_H
#define INPUT_CHROME_GPU_H

#include "input/common/spans.h"
#include "input/common/text.h"
#include "input/json/json.h"

/* Owns its arrays and buffers; borrows the text. */
struct chrome_gpu {
    struct text *text;
    uint64_t correlation;       /* of the event that is read; 0: none */
    struct buf device, stream;  /* the same; empty: not told */
    struct gpu_kernel *kernels; /* and copies of memory */
    size_t n, room;
    struct gpu_launch *launches; /* the mark of each is 1 + its index (spans.h) */
    size_t n_launches, launches_room;
    size_t wall_column;  /* of work and idle time; 0: it was not asked for */
    uint64_t n_drawn;    /* kernels that took time */
    uint64_t n_lost;     /* of these: whose launch is not in the trace */
    uint64_t n_left_out; /* spans that are no work: they sum up others, wait or are overhead */
};

void chrome_gpu_init(struct chrome_gpu *g, struct text *text);
void chrome_gpu_free(struct chrome_gpu *g);

/* Begins an event. */
void chrome_gpu_begin(struct chrome_gpu *g);

/* Takes a member of the event's args. */
void chrome_gpu_take(struct chrome_gpu *g, const struct json_item *item);

/* Whether the args of the event are those of work on a device. */
bool chrome_gpu_says_place(const struct chrome_gpu *g);

/* Adds what a device did in the event: a span on a thread that is one of its streams. */
void chrome_gpu_add(struct chrome_gpu *g, uint32_t thread, const struct span *span, struct str pid,
                    struct str tid);

/* Marks the span of a call that may launch work. */
void chrome_gpu_mark(struct chrome_gpu *g, uint32_t thread, struct span *span);

/* Whether there is work, so that spans of threads are time of another event. */
bool chrome_gpu_works(const struct chrome_gpu *g);

/* Adds to the labels of n threads that their spans are time of processors. */
void chrome_gpu_label_others(const struct chrome_gpu *g, labels_id *labels, size_t n);

/* Call it after spans_finish: adds the work below the stacks of its launches, with the labels of
 * the threads that launched it, before chrome_gpu_label_others. False with a fault. */
MUST_CHECK bool chrome_gpu_finish(struct chrome_gpu *g, const struct spans *spans,
                                  const labels_id *labels);

/* The events: "gpu" is drawn by default, "cpu" are operators, calls and functions of threads. */
bool chrome_gpu_is_gpu(struct str event);
struct str chrome_gpu_unit(struct str event);

#endif
