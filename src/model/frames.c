/* The table of frames, each row once. */
#include "model/frames.h"

#include <assert.h>

#include "base/mem.h"

static const struct {
    const char *word, *mark;
} kinds[KIND_COUNT] = {
    [KIND_UNKNOWN] = {"unknown", ""},   [KIND_USER] = {"user", ""},
    [KIND_KERNEL] = {"kernel", "_[k]"}, [KIND_INLINED] = {"inlined", "_[i]"},
    [KIND_JIT] = {"jit", "_[j]"},       [KIND_WAKER] = {"waker", "_[w]"},
    [KIND_GUEST] = {"guest", ""},
};

/* Further marks of async-profiler: interpreted methods, and those of the first compiler. */
static const struct {
    char letter;
    enum frame_kind kind;
} more_marks[] = {{'0', KIND_USER}, {'1', KIND_JIT}};

const char *kind_word(enum frame_kind kind)
{
    return kinds[kind].word;
}

const char *kind_mark(enum frame_kind kind)
{
    return kinds[kind].mark;
}

enum frame_kind kind_of_mark(struct str name)
{
    if (name.n <= 4 || name.p[name.n - 1] != ']' || name.p[name.n - 3] != '[' ||
        name.p[name.n - 4] != '_')
        return KIND_UNKNOWN;
    for (enum frame_kind kind = KIND_UNKNOWN; kind < KIND_COUNT; kind++)
        if (kinds[kind].mark[0] && kinds[kind].mark[2] == name.p[name.n - 2])
            return kind;
    for (size_t i = 0; i < sizeof more_marks / sizeof more_marks[0]; i++)
        if (more_marks[i].letter == name.p[name.n - 2])
            return more_marks[i].kind;
    return KIND_UNKNOWN;
}

struct str name_without_mark(struct str name)
{
    if (kind_of_mark(name) != KIND_UNKNOWN)
        name.n -= 4;
    return name;
}

void frame_rename(struct frame *row, const name_id *names)
{
    name_id *const all[] = {&row->name,      &row->module, &row->build_id,
                            &row->file,      &row->symbol, &row->seen.module,
                            &row->seen.file, &row->shown,  &row->line_file};

    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        *all[i] = names[*all[i]];
}

void frames_init(struct frames *frames)
{
    *frames = (struct frames){.key = hash_key_draw(), .n = 1};
    frames->rows = mem_grow(NULL, &frames->room, 1, sizeof *frames->rows);
}

void frames_free(struct frames *frames)
{
    mem_free(frames->rows, frames->room, sizeof *frames->rows);
    slots_free(&frames->slots);
    mem_free(frames->plain, frames->plain_room, sizeof *frames->plain);
    *frames = (struct frames){0};
}

void frames_copy(struct frames *to, const struct frames *from)
{
    *to = *from;
    to->rows = mem_copy(from->rows, from->room, from->n, sizeof *from->rows);
    slots_copy(&to->slots, &from->slots);
    to->plain = mem_copy(from->plain, from->plain_room, from->plain_room, sizeof *from->plain);
}

static frame_id append(struct frames *frames, const struct frame *row)
{
    assert(frames->n < UINT32_MAX);
    frames->rows =
        mem_grow(frames->rows, &frames->room, (size_t)frames->n + 1, sizeof *frames->rows);
    frames->rows[frames->n] = *row;
    return frames->n++;
}

/* Hashes a row but for `shown`. Most rows have only a name and a kind. */
static uint32_t tag_of(const struct frames *frames, const struct frame *row)
{
    uint32_t tag = hash_ids(&frames->key, row->name, row->kind);

    if (row->module | row->file | row->line | row->build_id || row->offset)
        tag ^= (uint32_t)hash_pair(
            &frames->key, (uint64_t)row->file << 32 | row->line,
            hash_pair(&frames->key, (uint64_t)row->module << 32 | row->build_id, row->offset));
    if (row->symbol | row->first)
        tag ^= hash_ids(&frames->key, row->symbol, row->first);
    if (row->twin | row->offset_kind | row->line_file)
        tag ^= (uint32_t)hash_pair(&frames->key, row->line_file,
                                   (uint64_t)row->twin << 32 | row->offset_kind);
    return tag;
}

/* Apart from `shown`. */
static bool same(const struct frame *a, const struct frame *b)
{
    return a->name == b->name && a->module == b->module && a->build_id == b->build_id &&
           a->file == b->file && a->offset == b->offset && a->line == b->line &&
           a->symbol == b->symbol && a->twin == b->twin && a->first == b->first &&
           a->kind == b->kind && a->offset_kind == b->offset_kind && a->line_file == b->line_file;
}

/* Plain rows are entered in the table as well, so that both functions that add find them. */
frame_id frames_add(struct frames *frames, const struct frame *row)
{
    uint32_t tag = tag_of(frames, row);
    struct slots_match m = slots_find(&frames->slots, tag);

    for (; m.id; slots_find_next(&m)) {
        if (!same(&frames->rows[m.id], row))
            continue;
        if (frames->rows[m.id].shown != row->shown) {
            frames->doubled = true;
            continue;
        }
        if (row->seen.module | row->seen.file)
            frames_see(frames, m.id, row->seen);
        return m.id;
    }
    frame_id id = append(frames, row);
    slots_put(&frames->slots, &m, id);
    return id;
}

frame_id frames_add_new_named(struct frames *frames, const struct names *names, name_id name)
{
    frame_id id = frames_add(
        frames, &(struct frame){.name = name, .kind = kind_of_mark(names_get(names, name))});
    frames->plain =
        mem_grow(frames->plain, &frames->plain_room, (size_t)name + 1, sizeof *frames->plain);
    frames->plain[name] = id;
    return id;
}
