/* --- Thread 7f794964e700 (name: thread1/14751) stack: ---
 *   PC:  0x7f794a32bf7d: nanosleep
 *   0x7f794a32414e: start_thread
 *       creator: 0xa45b96 0xa460b4
 * Leaf first; the creator's stack becomes the thread's callers. */
#include "input/pprof_text/threads.h"

#include "base/parse.h"

enum { THREAD, TID, LABELS };
static const char *const label_keys[LABELS] = {"thread", "tid"};

void threads_read_init(struct threads_read *t, struct traces *traces)
{
    *t = (struct threads_read){.traces = traces};
    label_builder_init(&t->label_builder, traces->text->p, label_keys, LABELS);
}

void threads_read_free(struct threads_read *t)
{
    label_builder_free(&t->label_builder);
}

bool threads_read_begins(struct str line)
{
    return str_starts(line, STR("--- Thread "));
}

static bool add_thread(struct threads_read *t)
{
    static const uint64_t values[PROFILE_COLUMNS_MOST] = {1};

    if (!t->line)
        return true;
    if (!(t->is_same && t->has_last) && !traces_stack(t->traces, &t->last))
        return false;
    t->has_last = true;
    return traces_add(t->traces, t->last, t->labels, values, t->line);
}

/* The thread's number follows the last '/' of the name. */
static labels_id labels_of(struct threads_read *t, struct str line)
{
    struct str begin = STR("(name: ");
    struct str texts[LABELS] = {STR(""), STR("")};
    size_t from = str_find(line, 0, begin);
    size_t to = str_find_last(line, STR(")"));

    if (from < line.n && from + begin.n <= to && to < line.n) {
        struct str name = str_from_to(line, from + begin.n, to);
        size_t slash = str_find_last(name, STR("/"));
        texts[THREAD] = str_from_to(name, 0, slash);
        if (slash < name.n)
            texts[TID] = str_from_to(name, slash + 1, name.n);
    }
    return label_builder_of(&t->label_builder, texts);
}

/* All but the first are return addresses. */
static bool push(struct threads_read *t, uint64_t address, struct str name)
{
    const struct code_place place = {.name = name, .file = STR("")};
    uint64_t at = address - (traces_depth(t->traces) > 0 && address > 0);

    return name.n ? traces_push_place(t->traces, &place, at) : traces_push(t->traces, at);
}

/* Addresses; one may have a name after a ':'. */
static bool take_addresses(struct threads_read *t, struct str line)
{
    struct str rest = line;
    struct str word;
    uint64_t address;
    size_t n = 0;

    while (take_word(&rest, &word)) {
        if (!str_starts(word, STR("0x")) && n == 0)
            continue; /* PC: */
        if (!parse_hex_head(&word, &address) || !(word.n == 0 || str_equal(word, STR(":"))))
            return lines_bad(&t->traces->text->lines, t->traces->text->r->tally.lines,
                             "an invalid address", line);
        struct str name = word.n ? str_trim(rest) : STR("");
        if (!push(t, address, name))
            return false;
        n++;
        if (name.n)
            break;
    }
    return n || lines_bad(&t->traces->text->lines, t->traces->text->r->tally.lines,
                          "no frame of a thread", line);
}

bool threads_read_line(struct threads_read *t, struct str line)
{
    struct text *text = t->traces->text;

    if (threads_read_begins(line)) {
        if (!add_thread(t))
            return false;
        traces_begin(t->traces);
        t->line = text->r->tally.lines;
        t->is_same = false;
        t->labels = labels_of(t, line);
        return true;
    }
    if (!t->line)
        return lines_bad(&text->lines, text->r->tally.lines, "a frame outside of a thread", line);
    if (str_find(line, 0, STR("same as previous thread")) < line.n) {
        t->is_same = true;
        return true;
    }
    return take_addresses(t, line);
}

bool threads_read_end(struct threads_read *t)
{
    bool ok = add_thread(t);

    t->line = 0;
    t->has_last = false;
    return ok;
}
