/* goroutine 18 [chan receive]: and pairs of a call and its file, or "3 @ 0x437bf6 0x40619b" and
 * frames after '#'; leaf first. */
#include "input/go/dump.h"

#include <stdio.h>

#include "base/mem.h"
#include "base/parse.h"
#include "input/common/names/source_line.h"
#include "input/common/state_words.h"
#include "input/common/thread_labels.h"

enum { PAIRS_MOST = 64 };

static const char *const label_keys[] = {"state"};

/* goroutine profile: total 7 */
static bool is_count(struct str line, struct str *counted)
{
    struct str total = STR(" profile: total ");
    size_t at = str_find(line, 0, total);

    *counted = str_from_to(line, 0, at);
    return at > 0 && at < line.n && !memchr(line.p, ' ', at) && !memchr(line.p, '\t', at) &&
           !memchr(line.p, '\0', at) && is_whole_number(str_from_to(line, at + total.n, line.n));
}

bool go_dump_begins(struct str line, struct str *counted)
{
    if (is_count(line, counted))
        return true;
    *counted = STR("goroutine");
    return str_starts(line, STR("goroutine ")) && line.n > 10 && is_digit(line.p[10]) &&
           str_find(line, 0, STR(" [")) < line.n;
}

bool go_dump_is_file(struct str line)
{
    return line.n && line.p[0] == '\t' && str_find(line, 0, STR(".go:")) < line.n &&
           str_find(line, 0, STR(" +0x")) < line.n;
}

void go_dump_init(struct go_dump *d, struct text *t)
{
    *d = (struct go_dump){.t = t};
    label_builder_init(&d->label_builder, t->p, label_keys,
                       sizeof label_keys / sizeof label_keys[0]);
}

void go_dump_free(struct go_dump *d)
{
    label_builder_free(&d->label_builder);
    mem_free(d->pairs, d->pairs_room, sizeof *d->pairs);
    buf_free(&d->word);
    buf_free(&d->room);
    *d = (struct go_dump){0};
}

/* Removes the last frame if no file was given for it. */
static void settle(struct go_dump *d)
{
    if (!d->waits)
        return;
    d->t->builder.n = d->n;
    d->t->builder.hash = d->hash;
    d->waits = false;
}

static bool finish(struct go_dump *d)
{
    struct text *t = d->t;
    bool inside = d->state == GO_COUNTED || d->state == GO_GOROUTINE;
    frame_id unknown = 0;

    settle(d);
    d->state = GO_OUTSIDE;
    if (!inside)
        return true;
    if (t->builder.n == 0 &&
        (!builder_frame(&t->builder, STR("[unknown]"), KIND_UNKNOWN, &unknown) ||
         !builder_push(&t->builder, unknown)))
        return false;
    return builder_add(&t->builder, LEAF_FIRST, d->label, &d->count, d->line);
}

static void begin(struct go_dump *d, enum go_dump_state state)
{
    builder_begin(&d->t->builder);
    d->state = state;
    d->line = d->t->r->tally.lines;
    d->count = 1;
    d->label = 0;
    d->cut = false;
    d->is_named = false;
}

static bool broken(struct go_dump *d, const char *reason, struct str line)
{
    d->state = GO_BROKEN;
    d->waits = false;
    return lines_bad(&d->t->lines, d->t->r->tally.lines, reason, line);
}

/* The words of the runtime for what goroutines wait for. */
static enum thread_state state_of(struct str word)
{
    static const struct state_word words[] = {
        {"running", STATE_RUNNING},         {"runnable", STATE_READY},
        {"preempted", STATE_READY},         {"semacquire", STATE_LOCK},
        {"sync.Mutex.Lock", STATE_LOCK},    {"sync.RWMutex.Lock", STATE_LOCK},
        {"sync.RWMutex.RLock", STATE_LOCK}, {"sleep", STATE_TIMER},
    };

    return state_of_word(words, sizeof words / sizeof words[0], word);
}

/* goroutine 18 gp=0xc000002380 m=0 [chan receive, 5 minutes, locked to thread]: */
static bool begin_goroutine(struct go_dump *d, struct str line)
{
    if (!finish(d))
        return false;
    begin(d, GO_GOROUTINE);
    size_t from = str_find(line, 0, STR(" [")) + 2;
    size_t to = from;
    while (to < line.n && line.p[to] != ']' && line.p[to] != ',')
        to++;
    if (to == line.n)
        return broken(d, "a goroutine without a state", line);
    struct str state = str_from_to(line, from, to);
    d->label = label_builder_of(&d->label_builder, &state);
    d->t->builder.moment.state = (unsigned char)state_of(state);
    return true;
}

/* 3 @ 0x437bf6 0x40619b */
static bool parse_count(struct str line, uint64_t *count, struct str *addresses)
{
    size_t n = 0;

    while (n < line.n && is_digit(line.p[n]))
        n++;
    struct str rest = str_from_to(line, n, line.n);
    if (!n || !(str_starts(rest, STR(" @ ")) || str_equal(rest, STR(" @"))))
        return false;
    *addresses = str_from_to(rest, 2, rest.n);
    return parse_u64(str_from_to(line, 0, n), count);
}

/* Named frames may follow; if not, only the return addresses are known. Calls lie before them. */
static bool begin_counted(struct go_dump *d, uint64_t count, struct str addresses)
{
    struct str word;
    uint64_t address;
    char hex[20];

    begin(d, GO_COUNTED);
    d->count = count;
    while (take_word(&addresses, &word)) {
        if (!str_starts(word, STR("0x")) || !parse_hex_head(&word, &address) || word.n)
            return broken(d, "an invalid address", addresses);
        snprintf(hex, sizeof hex, "%llx", (unsigned long long)(address - (address > 0)));
        if (!tidier_push(&d->t->tidier, STR(""), STR(""), str_of(hex), KIND_UNKNOWN))
            return false;
    }
    return true;
}

/* Takes "a \"b\"" off the start of *rest and writes it unquoted to d->word. */
static bool parse_quoted(struct go_dump *d, struct str *rest)
{
    size_t i = 1;

    buf_clear(&d->word);
    if (rest->n == 0 || rest->p[0] != '"')
        return false;
    for (; i < rest->n && rest->p[i] != '"'; i++) {
        i += rest->p[i] == '\\' && i + 1 < rest->n;
        buf_add_byte(&d->word, rest->p[i]);
    }
    if (i >= rest->n)
        return false;
    *rest = str_from_to(*rest, i + 1, rest->n);
    return true;
}

/* # labels: {"kind":"x", "tenant":"a b"} */
static bool read_labels(struct go_dump *d, struct str line)
{
    struct builder *b = &d->t->builder;
    struct str rest = str_from_to(line, 11, line.n);
    size_t n = 0;

    while (n < PAIRS_MOST) {
        struct label pair;
        while (rest.n && (rest.p[0] == ' ' || rest.p[0] == ','))
            rest = str_from_to(rest, 1, rest.n);
        if (!parse_quoted(d, &rest))
            break;
        if (!builder_name(b, buf_str(&d->word), &pair.key))
            return false;
        if (rest.n == 0 || rest.p[0] != ':')
            break;
        rest = str_from_to(rest, 1, rest.n);
        if (!parse_quoted(d, &rest))
            break;
        if (!builder_name(b, buf_str(&d->word), &pair.value))
            return false;
        d->pairs = mem_grow(d->pairs, &d->pairs_room, n + 1, sizeof *d->pairs);
        if (pair.key && pair.value)
            d->pairs[n++] = pair;
    }
    d->label = thread_labels_add(&d->t->p->labels, &d->t->p->names, d->pairs, n);
    return true;
}

/* Adds "/srv/demo/work.go:15 +0x1e" to the frame that was pushed last onto n frames. */
static bool add_place(struct go_dump *d, size_t n, uint64_t hash, struct str place)
{
    struct str file;
    uint64_t line;

    place = str_trim(str_from_to(place, 0, str_find(place, 0, STR(" +0x"))));
    return d->t->builder.n != n + 1 || !source_line_read(place, &file, &line) ||
           source_line_of_last(d->t, &d->room, hash, file, line);
}

/* #	0x4ac0d4	runtime/pprof.writeRuntimeProfile+0xb4	/usr/lib/go/pprof.go:723 */
static bool read_counted(struct go_dump *d, struct str line)
{
    struct str rest = str_from_to(line, 2, line.n);
    struct str address;
    struct str name = STR("");

    if (!take_field(&rest, '\t', &address) || !str_starts(address, STR("0x")))
        return broken(d, "no frame of a Go profile", line);
    if (rest.p && !take_field(&rest, '\t', &name))
        name = STR("");
    for (size_t i = name.n; i-- > 0;)
        if (name.p[i] == '+') {
            name.n = i;
            break;
        }
    if (!d->is_named)
        builder_clear(&d->t->builder);
    d->is_named = true;
    size_t n = d->t->builder.n;
    uint64_t hash = d->t->builder.hash;
    return tidier_push(&d->t->tidier, name, STR(""), str_from_to(address, 2, address.n),
                       KIND_UNKNOWN) &&
           (!rest.p || !name.n || add_place(d, n, hash, rest));
}

/* Returns where the arguments of "main.(*Pool).wait(0x0?, {0x1, 0x2})" begin; 0: not a call. Only
 * type parameters may contain blanks. */
static size_t find_arguments(struct str line)
{
    size_t depth = 0;
    size_t at = line.n;

    if (line.p[line.n - 1] != ')')
        return 0;
    do {
        at--;
        if (line.p[at] == ')')
            depth++;
        else if (line.p[at] == '(')
            depth--;
    } while (at && depth);
    if (at && memchr(line.p, ' ', at) && !memchr(line.p, '[', at))
        return 0;
    return at;
}

/* A call; its file follows. An inlined one has no arguments but "...". */
static bool read_call(struct go_dump *d, struct str line, size_t at)
{
    struct builder *b = &d->t->builder;
    bool inlined = str_equal(str_from_to(line, at, line.n), STR("(...)"));

    settle(d);
    d->n = b->n;
    d->hash = b->hash;
    d->waits = true;
    return tidier_push(&d->t->tidier, str_from_to(line, 0, at), STR(""), STR(""),
                       inlined ? KIND_INLINED : KIND_UNKNOWN);
}

/* Other lines are foreign output, or a truncated call. */
static bool read_goroutine(struct go_dump *d, struct str line)
{
    if (line.p[0] == '\t') {
        bool waited = d->waits;
        d->waits = false;
        d->cut = false;
        return !waited || add_place(d, d->n, d->hash, line);
    }
    if (str_starts(line, STR("created by ")))
        return true;
    size_t at = find_arguments(line);
    d->cut = !at && memchr(line.p, '(', line.n);
    if (at)
        return read_call(d, line, at);
    if (!d->cut && line.p[0] != '.' && line.p[0] != '[' && !str_starts(line, STR("goroutine ")))
        lines_other(&d->t->lines);
    return true;
}

bool go_dump_is_of_panic(struct str line)
{
    static const char *const begins[] = {"panic: ",  "fatal error: ", "runtime: ",
                                         "SIG",      "PC=",           "exit status ",
                                         "[signal ", "created by ",   "goroutine "};
    bool is = line.p[0] == '#' || is_blank(line.p[0]) ||
              str_find(line, 0, STR(" profile: total ")) < line.n;

    for (size_t i = 0; !is && i < sizeof begins / sizeof begins[0]; i++)
        is = str_starts(line, str_of(begins[i]));
    return is;
}

bool go_dump_line(struct go_dump *d, struct str line)
{
    struct str rest;
    uint64_t count;

    if (line.n == 0) {
        d->t->r->tally.blank++;
        return finish(d);
    }
    if (str_starts(line, STR("goroutine ")) && go_dump_begins(line, &rest)) {
        if (!str_starts(line, STR("goroutine profile")))
            return begin_goroutine(d, line);
    } else if (parse_count(line, &count, &rest)) {
        return finish(d) && begin_counted(d, count, rest);
    }
    if (d->state == GO_GOROUTINE)
        return read_goroutine(d, line);
    if (str_starts(line, STR("# labels: {")) && d->state == GO_COUNTED)
        return read_labels(d, line);
    if (str_starts(line, STR("#\t"))) {
        if (d->state == GO_COUNTED)
            return read_counted(d, line);
        return d->state == GO_BROKEN || broken(d, "a frame without a count", line);
    }
    if (d->state == GO_OUTSIDE && go_dump_is_file(line))
        return broken(d, "a frame outside of a goroutine", line);
    if (str_find(line, 0, STR(" @ ")) < line.n && d->state != GO_BROKEN)
        return finish(d) && broken(d, "no count of stacks", line);
    if (d->state == GO_OUTSIDE && !go_dump_is_of_panic(line))
        lines_other(&d->t->lines);
    else
        lines_keep(&d->t->lines);
    return true;
}

/* The file of the very last frame may be truncated. */
bool go_dump_end(struct go_dump *d)
{
    if (d->state == GO_GOROUTINE && (d->waits || d->cut))
        return broken(d, "a goroutine that was cut off", STR(""));
    return finish(d);
}
