/* "main" prio=5 tid=1 Blocked
 *   | sysTid=4711 nice=-10 cgrp=top-app sched=0/0 handle=0x7683b3d4f8
 *   | state=S schedstat=( 812334123 102938412 1203 ) utm=61 stm=19 core=7 HZ=100
 *   native: #00 pc 00000000000b6f18  /apex/com.android.runtime/lib64/bionic/libc.so (__ioctl+8)
 *   at com.example.shop.Cart.total(Cart.java:41)
 * and a blank line, leaf first, below "Cmd line: com.example.shop" and "DALVIK THREADS (4):": what
 * Android writes of an application that does not respond, or gets SIGQUIT. Frames of the kernel
 * come first, then those of native code, then Java's. */
#include <inttypes.h>

#include "base/parse.h"
#include "input/common/dump.h"
#include "input/common/state_words.h"
#include "input/java/frames.h"

enum { PROCESS, PID, THREAD, TID, STATE, LABELS };
static const char *const label_keys[LABELS] = {"process", "pid", "thread", "tid", "state"};

struct android_anr {
    struct dump dump;
    bool in_process;    /* from its line to the one that ends it */
    bool inside;        /* a thread was begun */
    bool broken;        /* with a line that is no frame */
    uint64_t line;      /* where it began */
    char kernel_state;  /* R, S, D ...; 0: not told */
    uint64_t told, met; /* threads of the process: stated, and found */
    bool is_told;
};

/* ---- threads */

/* A thread in native code runs or waits as the kernel says. */
static enum thread_state state_of(const struct android_anr *in)
{
    static const struct state_word words[] = {
        {"Runnable", STATE_RUNNING}, {"RUNNABLE", STATE_RUNNING}, {"Blocked", STATE_LOCK},
        {"MONITOR", STATE_LOCK},     {"Sleeping", STATE_TIMER},
    };
    struct str word = buf_str(&in->dump.values[STATE]);
    bool native = str_equal(word, STR("Native")) || str_equal(word, STR("NATIVE"));

    if (native && in->kernel_state == 'R')
        return STATE_RUNNING;
    return native && in->kernel_state == 'D'
               ? STATE_DISK
               : state_of_word(words, sizeof words / sizeof words[0], word);
}

static bool finish(void *reader)
{
    static const uint64_t one[] = {1};
    struct android_anr *in = reader;
    struct text *t = &in->dump.text;
    bool wanted = in->inside && !in->broken;

    in->inside = false;
    if (!wanted)
        return true;
    t->builder.moment.state = (unsigned char)state_of(in);
    return builder_add(&t->builder, LEAF_FIRST, dump_kept(&in->dump), one, in->line);
}

/* The parts of "main" daemon prio=5 tid=1 Blocked; a name may contain quotes. */
static bool parse_thread(struct str line, struct str *name, struct str *state)
{
    struct str word;

    if (!line.n || line.p[0] != '"')
        return false;
    size_t end = str_find_last(line, STR("\" prio="));
    size_t daemon = str_find_last(line, STR("\" daemon prio="));
    size_t tid = str_find_last(line, STR(" tid="));
    end = end < line.n ? end : daemon;
    if (end == line.n || end == 0)
        return false;
    *name = str_from_to(line, 1, end);
    struct str rest = str_from_to(line, tid < line.n ? tid + 5 : line.n, line.n);
    *state = STR("");
    if (tid > end && take_word(&rest, &word))
        *state = str_trim(rest);
    return tid < line.n || str_ends(line, STR("(not attached)"));
}

static bool begin(struct android_anr *in, struct str name, struct str state)
{
    if (!finish(in))
        return false;
    builder_begin(&in->dump.text.builder);
    in->inside = true;
    in->broken = false;
    in->kernel_state = '\0';
    in->line = in->dump.text.r->tally.lines;
    in->met++;
    dump_keep(&in->dump, THREAD, name);
    dump_keep(&in->dump, TID, STR(""));
    dump_keep(&in->dump, STATE, state);
    return true;
}

/* | sysTid=4711 nice=-10 ..., | state=S schedstat=( ... */
static void take_attributes(struct android_anr *in, struct str text)
{
    size_t tid = str_find(text, 0, STR(" sysTid="));
    size_t state = str_find(text, 0, STR(" state="));
    struct str rest = str_from_to(text, tid < text.n ? tid + 8 : text.n, text.n);
    struct str word;
    uint64_t number;

    if (take_word(&rest, &word) && parse_u64(word, &number))
        dump_keep(&in->dump, TID, word);
    if (state + 7 < text.n)
        in->kernel_state = text.p[state + 7];
}

/* ---- frames */

/* Takes the next text in brackets off the start of *rest, without these. */
static bool take_brackets(struct str *rest, struct str *text)
{
    size_t depth = 0;
    size_t from = str_find(*rest, 0, STR(" ("));

    for (size_t i = from; i < rest->n; i++) {
        depth += rest->p[i] == '(';
        if (rest->p[i] != ')' || --depth)
            continue;
        *text = str_from_to(*rest, from + 2, i);
        *rest = str_from_to(*rest, i + 1, rest->n);
        return true;
    }
    return false;
}

/* art::Thread::DumpStack+420 */
static struct str without_offset(struct str name)
{
    size_t plus = str_find_last(name, STR("+"));

    return plus && plus < name.n && is_whole_number(str_from_to(name, plus + 1, name.n))
               ? str_from_to(name, 0, plus)
               : name;
}

/* #00 pc 00000000005480f0  /apex/com.android.art/lib64/libart.so (offset 0x1000) (f+108) (BuildId:
 * ab12), or pc without #00 */
static bool push_native(struct android_anr *in, struct str text)
{
    size_t at = str_find(text, 0, STR("pc "));
    struct str rest = str_from_to(text, at < text.n ? at + 3 : text.n, text.n);
    struct str address;
    struct str name = STR("");
    struct str found;

    if (!take_word(&rest, &address) || !is_hex_number(address)) {
        in->broken = true;
        return lines_bad(&in->dump.text.lines, in->dump.text.r->tally.lines,
                         "a native frame without its address", text);
    }
    rest = str_trim(rest);
    struct str module = str_from_to(rest, 0, str_find(rest, 0, STR(" (")));
    while (!name.n && take_brackets(&rest, &found))
        if (!str_starts(found, STR("offset 0x")) && !str_starts(found, STR("BuildId: ")) &&
            !str_equal(found, STR("deleted")) && !str_equal(found, STR("???")))
            name = without_offset(found);
    return tidier_push(&in->dump.text.tidier, name, module, address, KIND_USER);
}

/* __switch_to+0xb4/0xc0 */
static bool push_kernel(struct android_anr *in, struct str text)
{
    struct str name = str_from_to(text, 0, str_find(text, 0, STR("+0x")));

    return tidier_push(&in->dump.text.tidier, name, STR("[kernel]"), STR(""), KIND_KERNEL);
}

static bool push_java(struct android_anr *in, struct str frame)
{
    struct str name = java_name(frame);

    if (name.n)
        return java_push_line(&in->dump.text, &in->dump.room, name, frame);
    in->broken = true;
    return lines_bad(&in->dump.text.lines, in->dump.text.r->tally.lines,
                     "a thread with a frame that is cut off", frame);
}

/* Takes "native: " off the start. */
static bool take_start(struct str *text, struct str start)
{
    if (!str_starts(*text, start))
        return false;
    *text = str_trim(str_from_to(*text, start.n, text->n));
    return true;
}

static bool take_inside(struct android_anr *in, struct str line)
{
    struct str frame = java_at(line);
    struct str text = str_trim(line);

    if (str_starts(text, STR("|"))) {
        take_attributes(in, text);
        return true;
    }
    bool is_remark = str_starts(text, STR("- ")) || str_starts(text, STR("("));
    if (in->broken || is_remark)
        return true;
    if (frame.p)
        return push_java(in, frame);
    bool native = take_start(&text, STR("native:")) || str_starts(text, STR("#"));
    if (str_starts(text, STR("("))) /* (backtrace::Unwind failed for thread 9: ...) */
        return true;
    if (native)
        return push_native(in, text);
    if (take_start(&text, STR("kernel:")))
        return str_starts(text, STR("(")) || push_kernel(in, text);
    in->broken = true;
    return lines_bad(&in->dump.text.lines, in->dump.text.r->tally.lines,
                     "neither a thread nor a frame", line);
}

/* ---- processes */

static void end_process(struct android_anr *in)
{
    if (in->is_told && in->met < in->told)
        reading_remark(&in->dump.text.r->info->remarks,
                       "holds %" PRIu64 " of the %" PRIu64 " threads that it states", in->met,
                       in->told);
    in->is_told = false;
    in->met = 0;
}

/* ----- pid 4711 at 2025-11-03 09:12:44 ----- */
static void begin_process(struct android_anr *in, struct str line)
{
    in->in_process = true;
    struct str rest = str_from_to(line, 10, line.n);
    struct str pid;

    end_process(in);
    dump_keep(&in->dump, PROCESS, STR(""));
    dump_keep(&in->dump, PID, take_word(&rest, &pid) ? pid : STR(""));
}

/* DALVIK THREADS (4): */
static void take_count(struct android_anr *in, struct str line)
{
    struct str count = str_from_to(line, 16, str_find(line, 0, STR(")")));

    in->is_told = parse_u64(count, &in->told);
    in->met = 0;
}

static bool take_outside(struct android_anr *in, struct str line)
{
    const bool is_amid = in->inside && line.p[0] != '-';

    if (!finish(in))
        return false;
    if (str_starts(line, STR("----- pid ")))
        begin_process(in, line);
    else if (str_starts(line, STR("Cmd line: ")))
        dump_keep(&in->dump, PROCESS, str_trim(str_from_to(line, 10, line.n)));
    else if (str_starts(line, STR("DALVIK THREADS (")) && str_find(line, 0, STR(")")) < line.n)
        take_count(in, line);
    if ((in->in_process && !is_amid && !is_blank(line.p[0])) ||
        str_starts(line, STR("DALVIK THREADS")))
        in->dump.text.r->tally.comments++; /* what the runtime says of itself */
    else
        lines_other(&in->dump.text.lines);
    in->in_process = in->in_process && !str_starts(line, STR("----- end "));
    return true;
}

static bool take_line(void *reader, struct str line)
{
    struct android_anr *in = reader;
    struct str name;
    struct str state;

    if (str_trim(line).n == 0) {
        in->dump.text.r->tally.blank++;
        return finish(in);
    }
    if (parse_thread(line, &name, &state))
        return begin(in, name, state);
    if (in->inside && is_blank(line.p[0]))
        return take_inside(in, line);
    return take_outside(in, line);
}

static bool end(void *reader)
{
    struct android_anr *in = reader;

    if (!finish(in))
        return false;
    end_process(in);
    return true;
}

static bool read(struct reading *r, struct blocks *blocks, struct profile *p, struct fault *f)
{
    static const struct dump_steps steps = {take_line, end};
    struct android_anr in = {.inside = false};

    dump_init(&in.dump, r, blocks, p, f);
    bool ok = dump_begin(&in.dump, label_keys, LABELS) && dump_lines(&in.dump, &steps, &in);
    dump_free(&in.dump);
    return ok;
}

/* The heading of a process's threads, or a thread with the number that the system gave it. */
static unsigned recognise(struct str prefix)
{
    struct str rest = prefix;
    struct str line;
    struct str name;
    struct str state;
    bool is_below_thread = false;

    if (!memchr(prefix.p, '|', prefix.n)) /* which each thread has, and few others */
        return 0;
    while (take_field(&rest, '\n', &line)) {
        line = str_trim(line);
        if (str_starts(line, STR("DALVIK THREADS (")) ||
            (is_below_thread && str_starts(line, STR("| sysTid="))))
            return 64;
        is_below_thread =
            parse_thread(line, &name, &state) || (is_below_thread && str_starts(line, STR("| ")));
    }
    return 0;
}

static const char *const endings[] = {"anr", NULL};

const struct input_format input_android_anr = {
    .name = "android-anr",
    .about = "threads of an Android application that does not respond: traces.txt, anr_*",
    .endings = endings,
    .recognise = recognise,
    .signs = {ANY_OF("DALVIK THREADS (", "| sysTid=")},
    .read = read,
    .census = true,
    .cut = CUT_NOWHERE,
};
