/* @[
 *     vfs_read+142
 * ,
 *     read+79
 * , dd, 25036]: 4
 * is, in JSON, "\n    vfs_read+142\n,\n    read+79\n,dd,25036": 4
 * Parses keys of bpftrace's maps. */
#include "input/bpftrace/key.h"

#include "base/parse.h"
#include "input/bpftrace/frame.h"
#include "input/common/names/source_line.h"

static const char *const label_keys[KEY_WORDS] = {"event", "comm", "pid", "tid", "key"};

void key_init(struct map_key *k, struct text *text)
{
    *k = (struct map_key){.text = text};
    label_builder_init(&k->label_builder, text->p, label_keys, KEY_WORDS);
    for (size_t i = 0; i < KEY_KINDS; i++)
        line_cache_init(&k->line_cache[i], text);
}

void key_free(struct map_key *k)
{
    label_builder_free(&k->label_builder);
    for (size_t i = 0; i < KEY_KINDS; i++)
        line_cache_free(&k->line_cache[i]);
    for (size_t i = 0; i < KEY_WORDS; i++)
        buf_free(&k->words[i]);
    buf_free(&k->room);
}

void key_begin(struct map_key *k, struct str map)
{
    builder_begin(&k->text->builder);
    if (!str_equal(map, buf_str(&k->words[WORD_EVENT])))
        k->two = k->user_first = false;
    for (size_t i = 0; i < KEY_WORDS; i++)
        buf_clear(&k->words[i]);
    buf_add(&k->words[WORD_EVENT], map);
    k->n_stacks = 0;
    k->began = k->pending = k->framed = false;
}

/* The usual order of keys: the first number is the pid, the second the tid, and text is the comm.
 */
static void add_word(struct map_key *k, struct str word)
{
    uint64_t number;
    enum key_word to = WORD_OTHER;

    if (!parse_u64(word, &number) && k->words[WORD_COMM].n == 0)
        to = WORD_COMM;
    else if (parse_u64(word, &number) && k->words[WORD_PID].n == 0)
        to = WORD_PID;
    else if (parse_u64(word, &number) && k->words[WORD_TID].n == 0)
        to = WORD_TID;
    if (k->words[to].n)
        buf_add(&k->words[to], STR(","));
    buf_add(&k->words[to], word);
}

static void begin_stack(struct map_key *k, size_t from)
{
    if (k->n_stacks < KEY_STACKS)
        k->from[k->n_stacks++] = from;
}

/* After a stack, the text before the first comma is not a word. */
void key_fragment(struct map_key *k, struct str text)
{
    struct str rest = text;
    struct str word;
    bool behind_stack = k->began;

    if (k->pending && !k->framed)
        begin_stack(k, k->text->builder.n);
    k->began = true;
    k->pending = k->framed = false;
    while (take_field(&rest, ',', &word)) {
        word = str_trim(word);
        if (word.n)
            add_word(k, word);
        else if (!behind_stack && rest.p)
            begin_stack(k, k->text->builder.n);
        else if (!behind_stack)
            k->pending = true;
        behind_stack = false;
    }
}

static bool is_kernel_address(struct str address)
{
    return address.n == 16 && address.p[0] >= '8';
}

/* The kind that the stack's position implies, as far as known. */
static enum frame_kind kind_of_place(const struct map_key *k, size_t stack)
{
    if (!k->two || stack > 1)
        return KIND_UNKNOWN;
    return (stack == 0) == k->user_first ? KIND_USER : KIND_KERNEL;
}

/* The kind of the stack that the next frame belongs to. */
static enum frame_kind next_kind(const struct map_key *k)
{
    return kind_of_place(k, k->framed ? k->n_stacks - 1 : k->n_stacks);
}

/* The frames in the builder from index `from` on belong to one line. */
static void take_frames(struct map_key *k, size_t from)
{
    if (!k->framed)
        begin_stack(k, from);
    k->framed = true;
    k->pending = false;
}

bool key_next(struct map_key *k, struct str text, size_t *n)
{
    size_t from = k->text->builder.n;

    if (!line_cache_next_of(&k->line_cache[next_kind(k)], text, n))
        return false;
    if (*n)
        take_frames(k, from);
    return true;
}

static enum frame_kind kind_of_frame(const struct bpftrace_frame *frame, enum frame_kind of_place)
{
    if (frame->inlined)
        return KIND_INLINED;
    if (is_kernel_address(frame->address))
        return KIND_KERNEL;
    if (frame->has_build_id) /* the kernel tells it of processes only */
        return KIND_USER;
    return frame->module.n ? tidy_kind(frame->module) : of_place;
}

static bool push(struct map_key *k, const struct bpftrace_frame *frame, enum frame_kind kind)
{
    struct text *text = k->text;
    const struct naming *naming = &text->tidier.naming;
    struct frame row = {.kind = kind};
    frame_id id = 0;

    if (!frame->line || !frame->name.n || (!naming->modules && !naming->sources))
        return tidier_push(&text->tidier, frame->name, frame->module, frame->address, kind);
    if (!tidier_row(&text->tidier, frame->name, frame->module, frame->address, &row) ||
        !source_line(text, &k->room, frame->file, frame->line, &row))
        return false;
    source_line_show_pushed(text, frame->name, &row);
    return builder_row(&text->builder, &row, &id) && builder_push(&text->builder, id);
}

bool key_frame(struct map_key *k, struct str text, struct str whole)
{
    enum frame_kind kind = next_kind(k);
    struct line_cache *known = &k->line_cache[kind];
    size_t from = k->text->builder.n;
    bool taken;

    take_frames(k, from);
    if (!line_cache_find(known, whole, &taken) || taken)
        return taken;
    struct bpftrace_frame frame;
    bpftrace_frame_read(text, &frame);
    if (!push(k, &frame, kind_of_frame(&frame, kind)))
        return false;
    if (whole.n > text.n) /* else another line may begin with it */
        line_cache_add(known, whole, from);
    return true;
}

static bool enters_process(struct str name)
{
    return str_equal(name, STR("main")) || str_equal(name, STR("_start")) ||
           str_starts(name, STR("__libc_start_")) || str_starts(name, STR("start_thread")) ||
           str_starts(name, STR("clone")) || str_starts(name, STR("__clone"));
}

/* What the outermost frame says about its whole stack. */
static enum frame_kind kind_of_root(struct map_key *k, size_t from, size_t to)
{
    const struct profile *p = k->text->p;

    if (from == to)
        return KIND_UNKNOWN;
    frame_id frame = k->text->builder.frames[to - 1];
    struct key_root *root = &k->roots[frame % KEY_ROOTS];
    if (root->frame == frame)
        return root->kind;
    struct str name = names_get(&p->names, p->frames.rows[frame].name);
    *root = (struct key_root){frame, KIND_UNKNOWN};
    if (tidy_enters_kernel(name))
        root->kind = KIND_KERNEL;
    else if (enters_process(name))
        root->kind = KIND_USER;
    return root->kind;
}

static void reverse(frame_id *frames, size_t from, size_t to)
{
    for (; from + 1 < to; from++, to--) {
        frame_id frame = frames[from];
        frames[from] = frames[to - 1];
        frames[to - 1] = frame;
    }
}

/* Of two stacks the first is the kernel's, unless their outermost frames say otherwise; the
 * process's stack becomes the caller. */
static void join_two(struct map_key *k)
{
    struct builder *b = &k->text->builder;
    size_t second = k->from[1];
    size_t to = k->from[2];
    enum frame_kind expected = kind_of_place(k, 0);
    enum frame_kind expected_second = kind_of_place(k, 1);
    enum frame_kind a = kind_of_root(k, 0, second);
    enum frame_kind c = kind_of_root(k, second, to);

    k->two = true;
    if (a == KIND_USER || c == KIND_KERNEL)
        k->user_first = true;
    if (a == KIND_KERNEL || c == KIND_USER)
        k->user_first = false;
    if (expected != kind_of_place(k, 0)) {
        builder_rekind(b, 0, second, expected, kind_of_place(k, 0));
        builder_rekind(b, second, to, expected_second, kind_of_place(k, 1));
    }
    if (!k->user_first || second == 0 || second == to)
        return;
    reverse(b->frames, 0, second);
    reverse(b->frames, second, to);
    reverse(b->frames, 0, to);
    builder_rekind(b, 0, 0, KIND_UNKNOWN, KIND_UNKNOWN);
}

bool key_end(struct map_key *k)
{
    if (k->pending && !k->framed)
        begin_stack(k, k->text->builder.n);
    k->pending = k->framed = false;
    k->from[k->n_stacks] = k->text->builder.n;
    if (k->n_stacks > 1)
        join_two(k);
    return k->n_stacks > 0;
}

bool key_add(struct map_key *k, uint64_t value, uint64_t line)
{
    struct str values[KEY_WORDS];

    for (size_t i = 0; i < KEY_WORDS; i++)
        values[i] = buf_str(&k->words[i]);
    return builder_add(&k->text->builder, LEAF_FIRST, label_builder_of(&k->label_builder, values),
                       &value, line);
}
