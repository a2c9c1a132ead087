/* v 10400 3
 * s 6 insert
 * i 56384addf237 1 16 15 12
 * t 9 8
 * a 20 9
 * + 1
 * - 1
 * c 4d2
 * Texts, instructions and stacks are numbered from 1, allocations from 0, in the order of lines. A
 * stack is an instruction and its caller's stack. All numbers are hexadecimal; c gives the time in
 * ms. */
#include "base/mem.h"
#include "base/parse.h"
#include "input/heaptrack/moments.h"
#include "input/heaptrack/names.h"

/* Versions of the file: before 1, blocks had addresses; since 3, texts have lengths. */
enum { VERSION_LEAST = 1, VERSION_LENGTHS = 3, VERSION_MOST = 3 };

struct heaptrack {
    struct text text;
    struct heaptrack_names names;
    struct heaptrack_heap heap;
    struct heaptrack_moments moments;
    struct snapshot_builder snapshots;
    uint64_t version; /* of the file */
    bool is_attached; /* to a process that ran already */
};

static const struct measure measures[HEAPTRACK_VALUES] = {
    [HEAPTRACK_PEAK] = {"peak", "bytes"},
    [HEAPTRACK_LEAKED] = {"leaked", "bytes"},
    [HEAPTRACK_ALLOCATIONS] = {"allocations", "allocations"},
    [HEAPTRACK_TEMPORARY] = {"temporary", "allocations"},
    [HEAPTRACK_ALLOCATED] = {"allocated", "bytes"},
};

/* For snapshots (reading.all_snapshots). */
static const struct measure held = {"held", "bytes"};

static bool bad(struct heaptrack *in, const char *reason, struct str line)
{
    return lines_bad(&in->text.lines, in->text.r->tally.lines, reason, line);
}

static bool refuse(struct heaptrack *in, const char *found, const char *wanted)
{
    struct place place;

    return fault_set(in->text.f, FAULT_INPUT, "%s: %s, wanted %s",
                     place_of(&place, in->text.r->name, in->text.r->tally.lines), found, wanted);
}

/* Reads exactly n numbers. */
static bool read_numbers(struct str rest, uint64_t *numbers, size_t n)
{
    struct str word;

    for (size_t i = 0; i < n; i++)
        if (!take_word(&rest, &word) || !parse_hex_u64(word, &numbers[i]))
            return false;
    return !take_word(&rest, &word);
}

static bool take_version(struct heaptrack *in, struct str rest, struct str line)
{
    uint64_t numbers[2] = {0};

    if (!read_numbers(rest, numbers, 2) && !read_numbers(rest, numbers, 1))
        return bad(in, "no version of heaptrack and of its file", line);
    in->version = numbers[1];
    if (in->version < VERSION_LEAST)
        return refuse(in, "is data of a heaptrack from before 1.1", "that of a later one");
    return in->version <= VERSION_MOST ||
           refuse(in, "is data of heaptrack in a later version", "one of the versions 1 to 3");
}

/* A text of the wrong length is kept, because it uses up a number. */
static bool take_string(struct heaptrack *in, struct str rest, struct str line)
{
    uint64_t length = 0;
    bool is_wrong = false;

    if (in->version >= VERSION_LENGTHS) {
        is_wrong = !parse_hex_head(&rest, &length) || !str_starts(rest, STR(" "));
        rest = str_from_to(rest, !is_wrong, rest.n);
        is_wrong = is_wrong || rest.n != length;
    }
    return heaptrack_names_add(&in->names, rest) &&
           (!is_wrong || bad(in, "a text whose length is not the stated one", line));
}

/* "leak:read_table", or with its length before it: heaptrack 1.4 writes that and cannot read it. */
static bool take_suppression(struct heaptrack *in, struct str rest, struct str line)
{
    struct str text = rest;
    uint64_t length;

    if (in->names.n_ips)
        return bad(in, "a rule on leaks behind the instructions that it is about", line);
    if (parse_hex_head(&text, &length) && str_starts(text, STR(" ")) && text.n - 1 == length)
        rest = str_from_to(text, 1, text.n);
    heaptrack_suppressions_add(&in->names.suppressions, rest);
    return true;
}

static bool take_instruction(struct heaptrack *in, struct str rest, struct str line)
{
    const char *wrong = NULL;

    return heaptrack_names_add_ip(&in->names, rest, &wrong) && (!wrong || bad(in, wrong, line));
}

/* Whether there may be one more stack or allocation. */
static bool has_room(struct heaptrack *in, size_t count)
{
    uint64_t most = in->text.r->ask->limits.nodes;
    struct place place;

    return (count < most && count < HEAPTRACK_NO_TRACE - 1) ||
           limits_reached(in->text.f, place_of(&place, in->text.r->name, in->text.r->tally.lines),
                          "nodes", most);
}

/* Makes the stack of an instruction and its callers. */
static bool make_stack(struct heaptrack *in, uint64_t ip, const struct heaptrack_trace *callers,
                       struct heaptrack_trace *made)
{
    struct builder *b = &in->text.builder;
    const frame_id *frames;
    size_t n;

    if (!heaptrack_names_find(&in->names, ip, &frames, &n))
        return true;
    if (n > in->text.r->ask->limits.depth - callers->depth)
        return builder_too_deep(b);
    builder_begin(b);
    for (size_t i = 0; i < n; i++)
        if (!builder_push(b, frames[i]))
            return false;
    made->stack = builder_stack_on(b, ROOT_FIRST, callers->stack);
    made->depth = callers->depth + (uint32_t)n;
    return builder_in_proportion(b, in->text.r->tally.lines) &&
           reading_within_limits(b->p, &in->text.r->ask->limits, in->text.r->name,
                                 in->text.r->tally.lines, b->f);
}

/* A damaged stack becomes an unknown one, because it uses up a number. */
static bool take_trace(struct heaptrack *in, struct str rest, struct str line)
{
    struct heaptrack_heap *h = &in->heap;
    uint64_t numbers[2] = {0};
    bool is_read = read_numbers(rest, numbers, 2) && numbers[1] < h->n_traces;
    struct heaptrack_trace callers = h->traces[is_read ? numbers[1] : 0];
    struct heaptrack_trace trace = {.stack = 0};

    if (!has_room(in, h->n_traces))
        return false;
    if (is_read && !make_stack(in, numbers[0], &callers, &trace))
        return false;
    trace.rule = callers.rule;
    if (is_read && !trace.rule)
        trace.rule = heaptrack_names_rule(&in->names, numbers[0]);
    h->traces = mem_grow(h->traces, &h->traces_room, h->n_traces + 1, sizeof *h->traces);
    h->traces[h->n_traces++] = trace;
    return trace.stack || bad(in, "a stack whose instruction or callers are not defined", line);
}

static bool take_block(struct heaptrack *in, struct str rest, struct str line)
{
    struct heaptrack_heap *h = &in->heap;
    uint64_t numbers[2] = {0};
    bool is_read = read_numbers(rest, numbers, 2) && numbers[1] < h->n_traces;

    if (!has_room(in, h->n_blocks))
        return false;
    h->blocks = mem_grow(h->blocks, &h->blocks_room, h->n_blocks + 1, sizeof *h->blocks);
    h->blocks[h->n_blocks++] = (struct heaptrack_block){
        .size = numbers[0],
        .trace = is_read ? (uint32_t)numbers[1] : HEAPTRACK_NO_TRACE,
    };
    return is_read || bad(in, "an allocation without a size, or whose stack is not defined", line);
}

static bool take_use(struct heaptrack *in, struct str rest, struct str line)
{
    uint64_t block = 0;

    if (!read_numbers(rest, &block, 1))
        return bad(in, "no number of an allocation", line);
    const char *wrong = line.p[0] == '+' ? heaptrack_heap_take(&in->heap, block)
                                         : heaptrack_heap_give(&in->heap, block);
    heaptrack_moments_look(&in->moments, &in->heap);
    return !wrong || bad(in, wrong, line);
}

static bool take_time(struct heaptrack *in, struct str rest, struct str line)
{
    uint64_t most = in->text.r->ask->limits.nodes;
    uint64_t ms = 0;
    struct place place;

    if (!read_numbers(rest, &ms, 1))
        return bad(in, "an invalid time", line);
    if (!in->text.r->ask->all_snapshots || heaptrack_moments_at(&in->moments, &in->heap, ms, most))
        return true;
    return limits_reached(in->text.f, place_of(&place, in->text.r->name, in->text.r->tally.lines),
                          "nodes", most);
}

static bool take_command(struct heaptrack *in, struct str rest)
{
    struct buf *command = &in->text.r->info->command;

    if (command->n == 0)
        buf_add(command, str_trim(rest));
    return true;
}

static bool is_raw(struct heaptrack *in)
{
    return refuse(in, "is raw data of heaptrack, without names",
                  "what heaptrack makes of it (zstdcat FILE | heaptrack_interpret > OUT)");
}

static bool take_line(struct heaptrack *in, struct str line)
{
    struct str rest = line.n > 2 ? str_from_to(line, 2, line.n) : STR("");

    if (line.n > 1 && line.p[1] != ' ')
        return bad(in, "a line that is not one of heaptrack", line);
    switch (line.p[0]) {
    case 'v':
        return take_version(in, rest, line);
    case 's':
        return take_string(in, rest, line);
    case 'i':
        return take_instruction(in, rest, line);
    case 't':
        return take_trace(in, rest, line);
    case 'a':
        return take_block(in, rest, line);
    case '+':
    case '-':
        return take_use(in, rest, line);
    case 'X':
        return take_command(in, rest);
    case 'A':
        in->is_attached = true;
        return true;
    case 'x': /* the program, and where its libraries lay: names are to be made of these */
    case 'm':
        return is_raw(in);
    case 'c':
        return take_time(in, rest, line);
    case 'S':
        return take_suppression(in, rest, line);
    case 'R': /* the memory in use, the machine */
    case 'I':
        return true;
    default:
        return bad(in, "a line that is not one of heaptrack", line);
    }
}

static bool read_lines(struct heaptrack *in)
{
    struct text *t = &in->text;
    struct str line;

    while (lines_next(&t->lines, &line)) {
        if (line.n == 0)
            t->r->tally.blank++;
        else if (line.p[0] == '#')
            t->r->tally.comments++;
        else if (!take_line(in, line))
            return false;
    }
    return t->f->kind == FAULT_NONE;
}

static bool add_sums(struct heaptrack *in, stack_id nothing)
{
    struct heaptrack_suppressions *suppressions = &in->names.suppressions;
    struct heaptrack_heap *h = &in->heap;

    for (size_t i = 0; i < h->n_traces; i++) {
        struct heaptrack_trace *trace = &h->traces[i];
        stack_id stack = trace->stack ? trace->stack : nothing;
        if (trace->rule) {
            heaptrack_suppressions_count(suppressions, trace->rule,
                                         trace->values[HEAPTRACK_LEAKED]);
            trace->values[HEAPTRACK_LEAKED] = 0;
        }
        if (trace->values[HEAPTRACK_ALLOCATIONS] &&
            !builder_add_stack(&in->text.builder, stack, 0, trace->values, in->text.r->tally.lines))
            return false;
    }
    heaptrack_suppressions_tell(suppressions, in->text.r);
    return true;
}

static bool add_all(struct heaptrack *in)
{
    struct builder *b = &in->text.builder;
    frame_id unknown;

    heaptrack_heap_end(&in->heap);
    builder_begin(b);
    if (!builder_frame(b, STR("[unknown]"), KIND_UNKNOWN, &unknown) || !builder_push(b, unknown))
        return false;
    stack_id nothing = builder_stack(b, ROOT_FIRST);
    bool ok = in->text.r->ask->all_snapshots
                  ? heaptrack_moments_end(&in->moments, &in->heap, &in->snapshots, nothing) &&
                        snapshot_builder_finish(&in->snapshots, STR("ms"))
                  : add_sums(in, nothing);
    if (ok && in->is_attached)
        reading_remark(
            &in->text.r->info->remarks,
            "heaptrack was attached to a running process: earlier allocations are not in the data");
    return ok;
}

static bool read(struct reading *r, struct blocks *blocks, struct profile *p, struct fault *f)
{
    struct heaptrack in = {.version = VERSION_MOST};

    text_init(&in.text, r, blocks, p, f);
    heaptrack_names_init(&in.names, &in.text);
    heaptrack_heap_init(&in.heap);
    snapshot_builder_init(&in.snapshots, &in.text);
    bool ok = text_measures(&in.text, TEXT_TIDY_NAMES, r->ask->all_snapshots ? &held : measures,
                            r->ask->all_snapshots ? 1 : HEAPTRACK_VALUES) &&
              read_lines(&in) && add_all(&in);
    snapshot_builder_free(&in.snapshots);
    heaptrack_moments_free(&in.moments);
    heaptrack_heap_free(&in.heap);
    heaptrack_names_free(&in.names);
    text_free(&in.text);
    return ok;
}

/* Near its start is a line about the machine, "I 1000 5e298f", with the page size and the number of
 * pages: about 60 bits; a version counts about 30. */
static unsigned recognise(struct str prefix)
{
    uint64_t numbers[2];
    struct str line;

    if (!take_field(&prefix, '\n', &line) || !str_starts(line, STR("v ")))
        return 0;
    line = str_trim(str_from_to(line, 2, line.n));
    if (!read_numbers(line, numbers, 2) && !read_numbers(line, numbers, 1))
        return 0;
    for (int i = 0; i < 8 && prefix.p && take_field(&prefix, '\n', &line); i++)
        if (str_starts(line, STR("I ")) &&
            read_numbers(str_trim(str_from_to(line, 2, line.n)), numbers, 2))
            return 90;
    return 0;
}

static const char *const endings[] = {"heaptrack", NULL};

const struct input_format input_heaptrack = {
    .name = "heaptrack",
    .about = "recordings of heaptrack: memory allocated and held, by stack",
    .endings = endings,
    .recognise = recognise,
    .read = read,
    .cut = CUT_NOWHERE,
};
