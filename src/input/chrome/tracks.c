/* {"ph": "C", "name": "memory", "ts": 5, "pid": 1, "args": {"used": 3, "free": 4}}
 * {"ph": "i", "name": "painted", "ts": 6, "pid": 1, "tid": 2, "s": "t", "args": {"frame": "f1"}}
 * {"ph": "b", "name": "request", "id": "0x1f", "ts": 7, "pid": 1, "tid": 2} and later "ph": "e"
 * Counters, of which each argument is one, and marks. */
#include "input/chrome/tracks.h"

#include "base/mem.h"
#include "base/parse.h"
#include "input/common/amount.h"

/* Where a key and its value end in args. */
struct chrome_argument {
    size_t key_end, end;
    bool is_number;
};

struct chrome_mark {
    struct mark mark; /* of no thread yet */
    uint32_t thread;
    size_t outer; /* of one that has begun: 1 + that which began before it, with the same key */
};

struct chrome_count {
    name_id name;
    uint32_t process;
    int64_t at_ns, value;
    unsigned scale;
};

void chrome_tracks_init(struct chrome_tracks *t, struct text *text)
{
    *t = (struct chrome_tracks){.text = text};
    names_init(&t->keys);
}

void chrome_tracks_free(struct chrome_tracks *t)
{
    buf_free(&t->args);
    buf_free(&t->name);
    mem_free(t->list, t->list_room, sizeof *t->list);
    mem_free(t->pairs, t->pairs_room, sizeof *t->pairs);
    mem_free(t->marks, t->marks_room, sizeof *t->marks);
    mem_free(t->counts, t->counts_room, sizeof *t->counts);
    mem_free(t->open, t->open_room, sizeof *t->open);
    names_free(&t->keys);
}

bool chrome_tracks_has(char phase)
{
    return phase && memchr("CiIRnbeSF", phase, sizeof "CiIRnbeSF" - 1);
}

void chrome_tracks_argument(struct chrome_tracks *t, const struct json_item *item)
{
    if (item->kind != JSON_NUMBER && item->kind != JSON_STRING)
        return;
    t->list = mem_grow(t->list, &t->list_room, t->n_list + 1, sizeof *t->list);
    struct chrome_argument *argument = &t->list[t->n_list++];
    buf_add(&t->args, item->key);
    argument->key_end = t->args.n;
    buf_add(&t->args, item->text);
    argument->end = t->args.n;
    argument->is_number = item->kind == JSON_NUMBER;
}

static struct str key_at(const struct chrome_tracks *t, size_t i)
{
    return str_from_to(buf_str(&t->args), i ? t->list[i - 1].end : 0, t->list[i].key_end);
}

static struct str value_at(const struct chrome_tracks *t, size_t i)
{
    return str_from_to(buf_str(&t->args), t->list[i].key_end, t->list[i].end);
}

/* ---- counters ------------------------------------------------------------------------------ */

/* The counter of an argument: "memory used"; "memory" where the argument is its value. */
static name_id counter_name(struct chrome_tracks *t, struct str name, struct str key)
{
    buf_clear(&t->name);
    buf_add(&t->name, name);
    if (key.n && !str_equal(key, STR("value")) && !str_equal(key, name)) {
        buf_add(&t->name, name.n ? STR(" ") : STR(""));
        buf_add(&t->name, key);
    }
    return builder_place(&t->text->builder, buf_str(&t->name));
}

static void take_counts(struct chrome_tracks *t, const struct chrome_track_event *e)
{
    for (size_t i = 0; i < t->n_list; i++) {
        struct chrome_count count = {.process = e->process, .at_ns = e->at_ns};
        if (!amount_read_signed(value_at(t, i), &count.value, &count.scale))
            continue;
        count.name = counter_name(t, e->name, key_at(t, i));
        t->counts = mem_grow(t->counts, &t->counts_room, t->n_counts + 1, sizeof *t->counts);
        t->counts[t->n_counts++] = count;
    }
}

/* ---- marks --------------------------------------------------------------------------------- */

static labels_id labels_of(struct chrome_tracks *t)
{
    struct builder *b = &t->text->builder;
    size_t n = 0;

    t->pairs = mem_grow(t->pairs, &t->pairs_room, t->n_list, sizeof *t->pairs);
    for (size_t i = 0; i < t->n_list; i++) {
        const struct label pair = {builder_place(b, key_at(t, i)),
                                   builder_place(b, value_at(t, i))};
        if (pair.key && pair.value)
            t->pairs[n++] = pair;
    }
    return marks_labels(&t->text->p->tracks.marks, t->pairs, n);
}

/* "31", "0x1f"; others tell spans apart, but are no numbers. */
static uint64_t id_of(struct str text)
{
    uint64_t id;

    if (parse_u64(text, &id) || (str_starts(text, STR("0x")) && parse_hex_head(&text, &id)))
        return id;
    return 0;
}

static size_t add_mark(struct chrome_tracks *t, const struct chrome_track_event *e)
{
    struct builder *b = &t->text->builder;

    t->marks = mem_grow(t->marks, &t->marks_room, t->n_marks + 1, sizeof *t->marks);
    t->marks[t->n_marks++] = (struct chrome_mark){
        .mark = {.from_ns = e->at_ns,
                 .to_ns = e->at_ns,
                 .id = id_of(e->id),
                 .text = builder_place(b, e->name),
                 .labels = labels_of(t)},
        .thread = t->scope == 'p' ? e->process : e->thread,
    };
    return t->n_marks;
}

/* Spans of one id and name; of one thread and name where there is no id. */
static size_t *open_of(struct chrome_tracks *t, const struct chrome_track_event *e)
{
    buf_clear(&t->name);
    buf_add(&t->name, e->id.n ? e->id : (struct str){(const char *)&e->thread, sizeof e->thread});
    buf_add_byte(&t->name, '\0');
    buf_add(&t->name, e->name);
    const name_id key = names_add(&t->keys, buf_str(&t->name));
    t->open = mem_grow(t->open, &t->open_room, (size_t)key + 1, sizeof *t->open);
    return &t->open[key];
}

void chrome_tracks_take(struct chrome_tracks *t, const struct chrome_track_event *e)
{
    switch (e->phase) {
    case 'C':
        take_counts(t, e);
        break;
    case 'b':
    case 'S': {
        const size_t mark = add_mark(t, e);
        size_t *open = open_of(t, e);
        t->marks[mark - 1].outer = *open;
        *open = mark;
        break;
    }
    case 'e':
    case 'F': {
        size_t *open = open_of(t, e);
        if (!*open)
            break;
        t->marks[*open - 1].mark.to_ns = e->at_ns;
        *open = t->marks[*open - 1].outer;
        break;
    }
    default:
        add_mark(t, e);
        if (t->scope == 'g')
            t->marks[t->n_marks - 1].thread = UINT32_MAX;
    }
}

void chrome_tracks_finish(struct chrome_tracks *t, const labels_id *labels, int64_t first_ns)
{
    struct profile *p = t->text->p;

    for (size_t i = 0; i < t->n_marks; i++) {
        const uint32_t thread = t->marks[i].thread;
        struct mark mark = t->marks[i].mark;
        mark.from_ns -= first_ns;
        mark.to_ns -= first_ns;
        mark.of = thread == UINT32_MAX ? 0 : p->labels.thread[labels[thread]];
        marks_add(&p->tracks.marks, &mark);
    }
    for (size_t i = 0; i < t->n_counts; i++) {
        const struct chrome_count *c = &t->counts[i];
        const thread_id of = p->labels.thread[labels[c->process]];
        counter_add(counters_add(&p->tracks.counters, c->name, 0, of), c->at_ns - first_ns,
                    c->value, c->scale);
    }
}
