/* bench-generate-perf MB STACKS SEED FILE: about MB million bytes of perf script text. As long as
 * fewer than STACKS stacks were written each sample has a new one; then they come again. */
#include "calls.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MB_MAX = 2000, STACKS_MAX = 10000000 };

/* Sample of a stack that was written. */
struct sample {
    struct stack stack;
    uint32_t unknown; /* 0: the root is known, else it is this address in no module */
};

static uint32_t parse_number(const char *text, uint32_t max)
{
    char *end;
    unsigned long long value = strtoull(text, &end, 10);

    return *text >= '0' && *text <= '9' && !*end && value <= max ? (uint32_t)value : 0;
}

/* A return address tells which of its callees the caller called. */
static void write_frame(FILE *file, const struct pool *pool, uint32_t id, uint32_t callee)
{
    static const char *const modules[LANG_N] = {"/usr/lib/x86_64-linux-gnu/libc.so.6",
                                                "/usr/lib/x86_64-linux-gnu/libc.so.6",
                                                "[kernel.kallsyms]",
                                                "/usr/lib/x86_64-linux-gnu/libLLVM-14.so.1",
                                                "/tmp/perf-4242.map",
                                                "/usr/bin/rustc",
                                                "/usr/local/bin/server"};
    const struct pool_name *name = &pool->names[id];
    bool kernel = name->language == LANG_KERNEL;
    uint32_t offset = 1 + mix(id, callee) % 4000;
    uint64_t base = kernel ? UINT64_C(0xffffffff81000000) : 0x1000;

    fprintf(file, "\t%16" PRIx64 " %.*s+0x%x (%s)\n", base + (uint64_t)id * 4096 + offset,
            name->len - (kernel ? 4 : 0), pool->text + name->at, offset, modules[name->language]);
}

static void write_sample(FILE *file, const struct pool *pool, const struct sample *s, uint64_t n)
{
    static const char *const comms[] = {"java", "rustc", "nginx: worker", "kworker/u8:1"};
    uint32_t root = s->stack.frames[0];
    uint32_t process = root % 4;
    uint32_t callee = mix(s->stack.depth, s->stack.frames[s->stack.depth - 1]) % 4;

    fprintf(file,
            "%-16s %5" PRIu32 "/%-5" PRIu32 " [%03" PRIu32 "] %5" PRIu64 ".%06" PRIu64
            ": %10d cycles:u: \n",
            comms[process], 1000 + process, 1000 + process + root % 16, mix(root, (uint32_t)n) % 8,
            100 + n / 4000, n % 4000 * 250, 1010101);
    for (uint32_t i = s->stack.depth; i > 0; i--) {
        write_frame(file, pool, s->stack.frames[i - 1], callee);
        callee = s->stack.frames[i - 1];
    }
    if (s->unknown)
        fprintf(file, "\t    7ffd%08" PRIx32 " [unknown] ([unknown])\n", s->unknown);
    putc('\n', file);
}

static bool write_text(FILE *file, uint64_t size, uint32_t n_stacks, struct random *r)
{
    static const struct depths depths = {3, 21, 2, 6};
    struct sample *kept = malloc(n_stacks * sizeof *kept);
    struct sample s = {.unknown = 0};
    struct pool pool;

    if (!kept)
        return false;
    pool_init(&pool);
    for (uint64_t n = 0; (uint64_t)ftell(file) < size; n++) {
        if (n < n_stacks) {
            next_stack(&pool, r, &depths, &s.stack);
            s.unknown = random_below(r, 4) == 0 ? 1 + random_below(r, UINT32_MAX) : 0;
            kept[n] = s;
        }
        write_sample(file, &pool, n < n_stacks ? &s : &kept[random_below(r, n_stacks)], n);
    }
    pool_free(&pool);
    free(kept);
    return !ferror(file);
}

int main(int argc, char **argv)
{
    uint32_t megabytes = argc == 5 ? parse_number(argv[1], MB_MAX) : 0;
    uint32_t stacks = argc == 5 ? parse_number(argv[2], STACKS_MAX) : 0;
    uint32_t seed = argc == 5 ? parse_number(argv[3], UINT32_MAX) : 0;

    if (megabytes == 0 || stacks == 0 || seed == 0) {
        fputs("usage: bench-generate-perf MB STACKS SEED FILE (numbers from 1)\n", stderr);
        return 2;
    }
    FILE *file = fopen(argv[4], "wb");
    struct random r = random_seeded(seed);
    bool good = file && write_text(file, (uint64_t)megabytes * 1000000, stacks, &r);
    if (file)
        good = fclose(file) == 0 && good;
    if (!good)
        fprintf(stderr, "bench-generate-perf: %s cannot be written\n", argv[4]);
    return good ? 0 : 3;
}
