/* Reads whole lines from a source. The buffer is as small as the lines allow, so that a block is
 * still in the processor's cache when it is parsed. */
#include <inttypes.h>
#include <stdio.h>

#include "base/mem.h"
#include "base/source.h"
#include "base/unpack/decoder.h"

void blocks_init(struct blocks *b, struct source *source)
{
    *b = (struct blocks){.source = source};
}

void blocks_free(struct blocks *b)
{
    decoder_free(b->decoder);
    mem_free(b->bytes, b->room, 1);
    *b = (struct blocks){0};
}

/* Reads once into the room after b->end. */
static bool read_more(struct blocks *b, struct fault *f)
{
    size_t n = b->room - b->end < SOURCE_BLOCK ? b->room - b->end : SOURCE_BLOCK;
    size_t got;

    if (b->decoder ? !decoder_read(b->decoder, b->source, b->bytes + b->end, n, &got, f)
                   : !source_read(b->source, b->bytes + b->end, n, &got, f))
        return false;
    b->ended = got == 0;
    b->end += got;
    return true;
}

static void make_room(struct blocks *b)
{
    if (b->end < b->room)
        return;
    if (!b->bytes) {
        b->bytes = mem_alloc_buffer(SOURCE_BLOCK, 1);
        b->room = SOURCE_BLOCK;
        return;
    }
    b->bytes = mem_grow(b->bytes, &b->room, b->end + 1, 1);
}

bool blocks_look(struct blocks *b, size_t n, struct str *text, struct fault *f)
{
    make_room(b);
    while (b->end < n && !b->ended) {
        if (!read_more(b, f))
            return false;
        make_room(b);
    }
    *text = (struct str){b->bytes, b->end < n ? b->end : n};
    return true;
}

bool blocks_prefix(struct blocks *b, struct str *prefix, struct fault *f)
{
    return blocks_look(b, SOURCE_PREFIX, prefix, f);
}

void blocks_decode(struct blocks *b, const struct decoding *what)
{
    b->decoder = decoder_new(what);
    decoder_add(b->decoder, (struct str){b->bytes, b->end}, b->ended);
    b->end = 0;
    b->ended = false;
}

/* Returns where the last whole line of the buffer ends, searching back to `from`; or `from`. */
static size_t behind_last_newline(const struct blocks *b, size_t from)
{
    size_t at = b->end;

    while (at > from && b->bytes[at - 1] != '\n')
        at--;
    return at;
}

static bool line_too_long(const struct blocks *b, uint64_t line, struct fault *f)
{
    char place[1200];

    snprintf(place, sizeof place, "%s:%" PRIu64, b->source->name, line);
    return limits_reached(f, place, "line", b->source->limits->line);
}

/* Checks the length of each line. Only needed for blocks longer than a line may be. */
static bool check_lines(const struct blocks *b, uint64_t lines_before, struct str block,
                        struct fault *f)
{
    while (block.n > b->source->limits->line) {
        const char *newline = memchr(block.p, '\n', block.n);
        size_t length = newline ? (size_t)(newline - block.p) : block.n;
        lines_before++;
        if (length > b->source->limits->line)
            return line_too_long(b, lines_before, f);
        block = str_from_to(block, length + (newline != NULL), block.n);
    }
    return true;
}

/* Reads until the buffer holds the end of a line, or the end of the input. */
static bool fill(struct blocks *b, uint64_t lines_before, size_t *length, struct fault *f)
{
    uint64_t limit = b->source->limits->line;
    size_t looked = 0;

    while ((*length = behind_last_newline(b, looked)) == looked) {
        if (b->ended) {
            *length = b->end;
            return true;
        }
        looked = b->end;
        if (limit && b->end > limit)
            return line_too_long(b, lines_before + 1, f);
        make_room(b);
        if (!read_more(b, f))
            return false;
    }
    return true;
}

/* Drops the block that was lent. */
static void drop_block(struct blocks *b)
{
    b->end -= b->begin;
    if (b->begin && b->end)
        memmove(b->bytes, b->bytes + b->begin, b->end);
    b->begin = 0;
}

void blocks_skip(struct blocks *b, size_t n)
{
    b->begin = n;
    drop_block(b);
}

void blocks_keep(struct blocks *b, size_t n)
{
    b->end = n;
    b->ended = true;
}

bool blocks_next_bytes(struct blocks *b, struct str *block, struct fault *f)
{
    drop_block(b);
    make_room(b);
    if (b->end == 0 && !b->ended && !read_more(b, f))
        return false;
    b->begin = b->end;
    *block = (struct str){b->bytes, b->end};
    return true;
}

bool blocks_next(struct blocks *b, uint64_t lines_before, struct str *block, struct fault *f)
{
    size_t length;

    drop_block(b);
    if (!fill(b, lines_before, &length, f))
        return false;
    b->begin = length;
    *block = (struct str){b->bytes ? b->bytes : "", length};
    return !b->source->limits->line || check_lines(b, lines_before, *block, f);
}
