/* bench-generate-kineto MB SEED FILE: about MB million bytes of a trace of PyTorch's profiler, as
 * Kineto writes it: steps of operators within each other, calls that launch kernels, and kernels
 * and copies on streams, each with the correlation of its call. */
#include "random.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

enum { MB_MAX = 2000, OPERATORS = 400, KERNELS = 300, MODULES = 120, STREAMS = 4, DEEPEST = 6 };
enum { PROCESS = 4711, THREADS = 2 };

struct trace {
    FILE *file;
    struct random r;
    uint64_t correlation, id;
    uint64_t now[THREADS];   /* us */
    uint64_t ready[STREAMS]; /* us */
};

static uint32_t parse_number(const char *text, uint32_t max)
{
    char *end;
    unsigned long long value = strtoull(text, &end, 10);

    return *text >= '0' && *text <= '9' && !*end && value <= max ? (uint32_t)value : 0;
}

/* An event of a thread, up to its arguments. */
static void begin_event(struct trace *t, const char *category, unsigned thread, uint64_t at,
                        uint64_t length)
{
    fprintf(
        t->file,
        "  {\n    \"ph\": \"X\", \"cat\": \"%s\", \"pid\": %d, \"tid\": %u,\n    \"ts\": %" PRIu64
        ".%03u, \"dur\": %" PRIu64 ".%03u, ",
        category, PROCESS, PROCESS + thread, at, random_below(&t->r, 1000), length,
        random_below(&t->r, 500));
}

static void write_kernel(struct trace *t, uint64_t launched)
{
    uint32_t stream = random_below(&t->r, STREAMS);
    uint32_t kernel = random_below(&t->r, KERNELS);
    uint64_t length = 2 + random_below(&t->r, 200);
    uint64_t begin = launched + 4 > t->ready[stream] ? launched + 4 : t->ready[stream];

    t->ready[stream] = begin + length + 1;
    fprintf(t->file,
            "  {\n    \"ph\": \"X\", \"cat\": \"%s\", \"name\": \"void "
            "at::native::elementwise_kernel_%" PRIu32
            "<128, 4, at::native::gpu_kernel_impl<at::native::Functor%" PRIu32
            "<float> >(at::TensorIteratorBase&)>(int)\", \"pid\": 0, \"tid\": %" PRIu32
            ",\n    \"ts\": %" PRIu64 ".250, \"dur\": %" PRIu64
            ".125,\n    \"args\": {\n      \"External id\": %" PRIu64
            ",\n      \"queued\": 0, \"device\": 0, \"context\": 1,\n      \"stream\": %" PRIu32
            ", \"correlation\": %" PRIu64 ",\n      \"registers per thread\": %" PRIu32
            ",\n      \"shared memory\": 0,\n      \"blocks per SM\": 1.25,\n      \"warps per "
            "SM\": 5,\n"
            "      \"grid\": [%" PRIu32 ", 1, 1],\n      \"block\": [128, 1, 1],\n"
            "      \"est. achieved occupancy %%\": 16\n    }\n  },\n",
            kernel % 16 ? "kernel" : "gpu_memcpy", kernel, kernel % 50, 7 + stream, begin, length,
            t->id, 7 + stream, t->correlation, 16 + kernel % 64, 1 + kernel);
}

static void write_launch(struct trace *t, unsigned thread)
{
    uint64_t at = t->now[thread];

    t->correlation++;
    begin_event(t, "cuda_runtime", thread, at, 5);
    fprintf(t->file,
            "\"name\": \"cudaLaunchKernel\",\n    \"args\": {\n      \"External id\": %" PRIu64
            ",\n      \"cbid\": 211, \"correlation\": %" PRIu64 "\n    }\n  },\n",
            t->id, t->correlation);
    write_kernel(t, at);
    t->now[thread] += 8;
}

/* An operator, what it calls, and how long all that took: of the innermost first. */
static void write_operators(struct trace *t, unsigned thread)
{
    uint32_t depth = 1 + random_below(&t->r, DEEPEST);
    uint32_t first = random_below(&t->r, OPERATORS);
    uint64_t begin = t->now[thread];

    t->now[thread] += 2 * depth;
    for (uint32_t n = random_below(&t->r, 3); n > 0; n--)
        write_launch(t, thread);
    for (uint32_t i = depth; i-- > 0;) {
        uint64_t from = begin + 2 * i;
        t->now[thread] += 2;
        t->id++;
        begin_event(t, i ? "cpu_op" : "python_function", thread, from, t->now[thread] - from - 1);
        if (i)
            fprintf(t->file, "\"name\": \"aten::operator_%" PRIu32 "\",\n",
                    (first + i) % OPERATORS);
        else
            fprintf(t->file, "\"name\": \"nn.Module: Layer_%" PRIu32 "\",\n", first % MODULES);
        fprintf(t->file,
                "    \"args\": {\n      \"External id\": %" PRIu64
                ",\"Record function id\": 0, \"Sequence number\": %" PRIu64
                ", \"Fwd thread id\": 0, \"Ev Idx\": %" PRIu64 "\n    }\n  },\n",
                t->id, t->id / 2, t->id);
    }
    t->now[thread] += 3;
}

static bool write_trace(struct trace *t, uint64_t size)
{
    fputs("{\n  \"schemaVersion\": 1,\n  \"deviceProperties\": [\n    {\"id\": 0, \"name\": "
          "\"GPU\"}\n"
          "  ],\n  \"displayTimeUnit\": \"ms\",\n  \"traceEvents\": [\n",
          t->file);
    for (long at = ftell(t->file); at >= 0 && (uint64_t)at < size; at = ftell(t->file))
        write_operators(t, random_below(&t->r, THREADS));
    fprintf(
        t->file,
        "  {\n    \"name\": \"process_name\", \"ph\": \"M\", \"ts\": 0, \"pid\": %d, \"tid\": 0,\n"
        "    \"args\": {\n      \"name\": \"python\"\n    }\n  }\n  ],\n"
        "  \"traceName\": \"trace.json\"\n}\n",
        PROCESS);
    return ferror(t->file) == 0;
}

int main(int argc, char **argv)
{
    uint32_t mb = argc == 4 ? parse_number(argv[1], MB_MAX) : 0;

    if (!mb) {
        fprintf(stderr, "usage: %s MB SEED FILE, MB 1 to %d\n", argv[0], MB_MAX);
        return 2;
    }
    struct trace t = {.file = fopen(argv[3], "wb"),
                      .r = random_seeded(parse_number(argv[2], UINT32_MAX))};
    bool ok = t.file && write_trace(&t, (uint64_t)mb * 1000000);
    ok = t.file && fclose(t.file) == 0 && ok;
    if (!ok)
        perror(argv[3]);
    return ok ? 0 : 1;
}
