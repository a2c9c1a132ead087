/* pkg.Class.method(Class.java:12): parses frames and threads of Java's dumps. */
#include "input/java/frames.h"

#include "base/parse.h"
#include "input/common/names/source_line.h"
#include "input/common/state_words.h"

/* Returns the position after the bracket that closes the one at i; 0 when none does. */
static size_t after_closing(struct str s, size_t i)
{
    size_t depth = 0;

    for (; i < s.n; i++) {
        if (s.p[i] == '(')
            depth++;
        if (s.p[i] == ')' && --depth == 0)
            return i + 1;
    }
    return 0;
}

/* The location is the last bracket that follows a name and closes at its end: Kotlin's names may
 * contain brackets and blanks, JRockit prints signatures, and loggers append the archive. */
static size_t find_place(struct str frame)
{
    size_t found = 0;

    for (size_t i = 0; i < frame.n; i++) {
        if (frame.p[i] != '(')
            continue;
        size_t end = after_closing(frame, i);
        if (!end)
            break;
        bool ends = end == frame.n || is_blank(frame.p[end]) || frame.p[end] == '[';
        if (i && !is_blank(frame.p[i - 1]) && ends)
            found = i;
        i = end - 1;
    }
    return found;
}

struct str java_name(struct str frame)
{
    const char *open = frame.n ? memchr(frame.p, '(', frame.n) : NULL;
    size_t at = open ? (size_t)(open - frame.p) : 0;

    if (!at)
        return STR("");
    size_t left = frame.n - at - 1;
    bool plain = frame.p[frame.n - 1] == ')' && !is_blank(frame.p[at - 1]);
    if (!plain || memchr(open + 1, '(', left))
        at = find_place(frame);
    return str_from_to(frame, 0, at);
}

struct str java_at(struct str line)
{
    size_t i = 0;

    while (i < line.n && is_blank(line.p[i]))
        i++;
    if (line.n - i < 3 || line.p[i] != 'a' || line.p[i + 1] != 't' || line.p[i + 2] != ' ')
        return (struct str){NULL, 0};
    return str_from_to(line, i + 3, line.n);
}

bool java_push(struct text *t, struct str name)
{
    struct profile *p = t->p;
    struct frame row = {0};
    frame_id frame = 0;

    if (!tidier_name(&t->tidier, name, &row.name))
        return false;
    if (!t->tidier.naming.shown)
        return builder_push(&t->builder, frames_add_named(&p->frames, &p->names, row.name));
    row.kind = kind_of_mark(names_get(&p->names, row.name));
    return builder_row(&t->builder, &row, &frame) && builder_push(&t->builder, frame);
}

bool java_push_line(struct text *t, struct buf *room, struct str name, struct str frame)
{
    struct str place = str_from_to(frame, name.n + (name.n < frame.n), frame.n);
    struct frame row = {0};
    uint64_t line = 0;
    frame_id id = 0;

    place = str_from_to(place, 0, str_find(place, 0, STR(")")));
    place = str_from_to(place, 0, str_find(place, 0, STR("("))); /* :30(Compiled Code) */
    size_t colon = str_find_last(place, STR(":"));
    /* Methods of the virtual machine have no file, but are the same ones in call graphs. */
    if (!t->tidier.naming.sources || colon == place.n ||
        !parse_u64(str_from_to(place, colon + 1, place.n), &line))
        return java_push(t, name);
    return tidier_name(&t->tidier, name, &row.name) &&
           source_line(t, room, path_base_name(str_from_to(place, 0, colon)), line, &row) &&
           builder_row(&t->builder, &row, &id) && builder_push(&t->builder, id);
}

bool java_push_unknown(struct text *t)
{
    return tidier_push(&t->tidier, STR(""), STR(""), STR(""), KIND_UNKNOWN);
}

enum { THREAD, POOL, STATE, TID, LABELS };
static const char *const label_keys[LABELS] = {"thread", "pool", "state", "tid"};

void java_thread_init(struct java_thread *t, struct profile *p)
{
    *t = (struct java_thread){0};
    label_builder_init(&t->label_builder, p, label_keys, LABELS);
}

void java_thread_free(struct java_thread *t)
{
    label_builder_free(&t->label_builder);
    buf_free(&t->name);
    buf_free(&t->state);
    buf_free(&t->tid);
}

static void set(struct buf *to, struct str text)
{
    buf_clear(to);
    buf_add(to, text);
}

void java_thread_begin(struct java_thread *t, struct str name)
{
    static const char *const background[] = {
        "C1 CompilerThread", "C2 CompilerThread", "Signal Dispatcher",        "Service Thread",
        "Attach Listener",   "Sweeper thread",    "Monitor Deflation Thread", "Notification Thread",
    };

    set(&t->name, name);
    buf_clear(&t->state);
    buf_clear(&t->tid);
    t->background = t->is_waiting = t->is_asleep = t->in_network = false;
    for (size_t i = 0; i < sizeof background / sizeof background[0]; i++)
        t->background = t->background || str_starts(name, str_of(background[i]));
}

void java_thread_set_state(struct java_thread *t, struct str state)
{
    set(&t->state, state);
}

void java_thread_set_tid(struct java_thread *t, struct str number)
{
    uint64_t value;
    char digits[20];
    size_t n = sizeof digits;

    if (!str_starts(number, STR("0x"))) {
        if (parse_u64(number, &value))
            set(&t->tid, number);
        return;
    }
    if (!parse_hex_u64(str_from_to(number, 2, number.n), &value))
        return;
    do
        digits[--n] = (char)('0' + value % 10);
    while (value /= 10);
    set(&t->tid, (struct str){digits + n, sizeof digits - n});
}

static bool waits_for_network(struct str name)
{
    return str_ends(name, STR("socketAccept")) || str_ends(name, STR("socketRead0")) ||
           str_ends(name, STR("sun.nio.ch.Net.accept")) ||
           str_ends(name, STR("sun.nio.ch.Net.poll")) ||
           (str_ends(name, STR("accept0")) && str_find(name, 0, STR("Socket")) < name.n);
}

static bool waits_for_events(struct str name)
{
    return str_ends(name, STR("epollWait")) || str_ends(name, STR("EPoll.wait")) ||
           str_ends(name, STR("KQueue.poll")) || str_ends(name, STR(".poll0"));
}

void java_thread_set_leaf(struct java_thread *t, struct str name)
{
    t->is_waiting = t->is_waiting || waits_for_events(name);
    t->in_network = waits_for_network(name);
}

void java_thread_settle_state(struct java_thread *t)
{
    if (!str_equal(buf_str(&t->state), STR("RUNNABLE")))
        return;
    if (t->in_network)
        java_thread_set_state(t, STR("NETWORK"));
    else if (t->background)
        java_thread_set_state(t, STR("BACKGROUND"));
    else if (t->is_waiting)
        java_thread_set_state(t, STR("WAITING"));
}

/* pool-1-thread-7 belongs to pool-1-thread, virtual thread #24 to the virtual threads. */
static struct str pool_of(struct str thread)
{
    size_t n = thread.n;

    while (n && is_digit(thread.p[n - 1]))
        n--;
    if (n < 2 || n == thread.n)
        return thread;
    if (str_equal(str_from_to(thread, 0, n), STR("virtual thread #")))
        return STR("virtual thread");
    return thread.p[n - 1] == '-' ? str_from_to(thread, 0, n - 1) : thread;
}

/* The words of java.lang.Thread.State, of jstack -F, of the first lines of threads, and the letters
 * of J9. */
static enum thread_state state_of(const struct java_thread *t)
{
    static const struct state_word words[] = {
        {"RUNNABLE", STATE_RUNNING},
        {"runnable", STATE_RUNNING},
        {"R", STATE_RUNNING},
        {"IN_JAVA", STATE_RUNNING},
        {"IN_NATIVE", STATE_RUNNING},
        {"IN_VM", STATE_RUNNING},
        {"BLOCKED", STATE_LOCK},
        {"B", STATE_LOCK},
        {"waiting for monitor entry", STATE_LOCK},
        {"sleeping", STATE_TIMER},
    };

    if (t->is_asleep)
        return STATE_TIMER;
    return t->is_waiting ? STATE_WAITING
                         : state_of_word(words, sizeof words / sizeof words[0], buf_str(&t->state));
}

bool java_thread_add(struct java_thread *t, struct text *text, uint64_t line)
{
    static const uint64_t one[PROFILE_COLUMNS_MOST] = {1};
    struct str thread = buf_str(&t->name);
    const struct str values[LABELS] = {thread, pool_of(thread), buf_str(&t->state),
                                       buf_str(&t->tid)};
    labels_id labels = label_builder_of(&t->label_builder, values);

    if (!labels && text->builder.n == 0 && !java_push_unknown(text))
        return false;
    text->builder.moment.state = (unsigned char)state_of(t);
    return builder_add(&text->builder, LEAF_FIRST, labels, one, line);
}
