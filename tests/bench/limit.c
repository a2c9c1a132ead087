/* The least that a machine must do to read a profile, to hold a reader's time against:
 *
 *     limit frames FILE    cuts "main;run;read 12" at each ';', interns every frame
 *     limit lines FILE     interns every line
 *     limit scan FILE      counts the lines
 *
 * The last frame keeps its count, for finding where it ends is the reader's work. */
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { BLOCK = 1 << 20, FIRST_SLOTS = 1 << 16, FIRST_TEXT = 1 << 22 };

enum work { WORK_FRAMES, WORK_LINES, WORK_SCAN };

struct slot {
    uint64_t hash;
    uint32_t at;
    uint32_t len; /* 0: empty */
};

struct names {
    struct slot *slots; /* open addressing, at most half full */
    size_t mask;
    size_t n;
    char *text;
    size_t text_used;
    size_t text_cap;
};

struct block {
    char *bytes;
    size_t used;
    size_t cap;
};

static void *must(void *memory)
{
    if (!memory) {
        fputs("limit: out of memory\n", stderr);
        exit(3);
    }
    return memory;
}

static uint64_t stir(uint64_t h, uint64_t word)
{
    h = (h ^ word) * 0x9fb21c651e98df25U;
    return h ^ h >> 32;
}

static uint64_t hash_bytes(const char *p, size_t n)
{
    uint64_t h = n + 0x2545f4914f6cdd1dU;
    uint64_t word;

    for (; n >= sizeof word; p += sizeof word, n -= sizeof word) {
        memcpy(&word, p, sizeof word);
        h = stir(h, word);
    }
    word = 0;
    memcpy(&word, p, n);
    return stir(h, word);
}

static void names_grow(struct names *names)
{
    size_t old_n = names->mask + 1;
    struct slot *old = names->slots;

    names->mask = old_n * 2 - 1;
    names->slots = must(calloc(old_n * 2, sizeof *old));
    for (size_t i = 0; i < old_n; i++) {
        if (old[i].len == 0)
            continue;
        size_t k = old[i].hash & names->mask;
        while (names->slots[k].len)
            k = (k + 1) & names->mask;
        names->slots[k] = old[i];
    }
    free(old);
}

static void names_store(struct names *names, struct slot *slot, uint64_t hash, const char *p,
                        size_t n)
{
    while (n > names->text_cap - names->text_used) {
        names->text_cap *= 2;
        names->text = must(realloc(names->text, names->text_cap));
    }
    memcpy(names->text + names->text_used, p, n);
    *slot = (struct slot){.hash = hash, .at = (uint32_t)names->text_used, .len = (uint32_t)n};
    names->text_used += n;
    if (++names->n * 2 > names->mask)
        names_grow(names);
}

static void names_add(struct names *names, const char *p, size_t n)
{
    if (n == 0)
        return;

    uint64_t hash = hash_bytes(p, n);
    size_t k = hash & names->mask;
    for (; names->slots[k].len; k = (k + 1) & names->mask) {
        const struct slot *slot = &names->slots[k];
        if (slot->hash == hash && slot->len == n && memcmp(names->text + slot->at, p, n) == 0)
            return;
    }
    names_store(names, &names->slots[k], hash, p, n);
}

static size_t add_frames(struct names *names, const char *p, const char *end)
{
    size_t found = 0;

    while (p < end) {
        const char *semicolon = memchr(p, ';', (size_t)(end - p));
        const char *stop = semicolon ? semicolon : end;
        names_add(names, p, (size_t)(stop - p));
        found++;
        p = stop + 1;
    }
    return found;
}

static size_t do_line(struct names *names, enum work work, const char *p, const char *end)
{
    if (work == WORK_FRAMES)
        return add_frames(names, p, end);
    if (work == WORK_LINES)
        names_add(names, p, (size_t)(end - p));
    return 1;
}

/* Does the whole lines of the block; what is left of the last one moves to the front. */
static size_t do_block(struct names *names, enum work work, struct block *block)
{
    const char *p = block->bytes;
    const char *end = p + block->used;
    const char *newline;
    size_t found = 0;

    while ((newline = memchr(p, '\n', (size_t)(end - p)))) {
        found += do_line(names, work, p, newline);
        p = newline + 1;
    }
    block->used = (size_t)(end - p);
    memmove(block->bytes, p, block->used);
    if (block->used == block->cap) {
        block->cap *= 2;
        block->bytes = must(realloc(block->bytes, block->cap));
    }
    return found;
}

static bool parse_work(const char *word, enum work *work)
{
    static const char *const words[] = {
        [WORK_FRAMES] = "frames", [WORK_LINES] = "lines", [WORK_SCAN] = "scan"};

    for (*work = WORK_FRAMES; *work <= WORK_SCAN; ++*work)
        if (strcmp(word, words[*work]) == 0)
            return true;
    return false;
}

/* Gives false when reading fails. */
static bool do_file(struct names *names, enum work work, int fd, size_t *found)
{
    struct block block = {.bytes = must(malloc(BLOCK)), .cap = BLOCK};
    ssize_t got;

    while ((got = read(fd, block.bytes + block.used, block.cap - block.used)) > 0) {
        block.used += (size_t)got;
        *found += do_block(names, work, &block);
    }
    free(block.bytes);
    return got == 0;
}

int main(int argc, char **argv)
{
    enum work work;

    if (argc != 3 || !parse_work(argv[1], &work)) {
        fputs("usage: limit frames|lines|scan FILE\n", stderr);
        return 2;
    }

    struct names names = {.slots = must(calloc(FIRST_SLOTS, sizeof *names.slots)),
                          .mask = FIRST_SLOTS - 1,
                          .text = must(malloc(FIRST_TEXT)),
                          .text_cap = FIRST_TEXT};
    int fd = open(argv[2], O_RDONLY);
    size_t found = 0;
    bool good = do_file(&names, work, fd, &found);
    if (good)
        printf("%zu found, %zu distinct\n", found, names.n);
    else
        fprintf(stderr, "limit: %s cannot be read\n", argv[2]);
    free(names.slots);
    free(names.text);
    if (fd >= 0)
        close(fd);
    return good ? 0 : 3;
}
