/* #1  0x000055d5d1fd5a10 parse - /bin/demo, leaf first, below a line "TID 21613:": what eu-stack
 * prints, several times over; and coredumpctl info, #1 0x000055d5d1fd5a10 parse (demo + 0x5a10)
 * below "Stack trace of thread 21613:", in old versions without the offset. */
#include "base/parse.h"
#include "input/common/dump.h"
#include "input/common/names/source_line.h"

struct eu_stack {
    struct dump dump;
    size_t n;      /* frames before the last one, */
    uint64_t hash; /* and the builder's hash of them */
    bool is_last;  /* a source line may follow the last one */
    char pid[20];
    size_t pid_n;
    bool of_core; /* as coredumpctl prints them */
};

static const char *const label_keys[] = {"pid", "tid"};
static const struct str core_thread = {"Stack trace of thread ", 22};

struct eu_frame {
    uint64_t number;
    struct str address; /* without 0x */
    struct str name;    /* with the module */
};

/* Takes " - /usr/lib/libc.so.6" (-m) off the end of a name. */
static struct str strip_module(struct str *name)
{
    struct str s = *name;

    for (size_t i = s.n; i-- > 0;)
        if (s.p[i] == '-' && i + 2 < s.n && s.p[i + 1] == ' ' && (i == 0 || s.p[i - 1] == ' ') &&
            (s.p[i + 2] == '/' || s.p[i + 2] == '[')) {
            *name = str_trim(str_from_to(s, 0, i));
            return str_from_to(s, i + 2, s.n);
        }
    return STR("");
}

/* Takes " (libc.so.6 + 0x3cef5)" or " (libc.so.6)" off the end of a name of coredumpctl, which
 * writes n/a for a name that is not known. */
static struct str strip_core_module(struct str *name)
{
    size_t open = str_find_last(*name, STR(" ("));

    if (open == name->n || name->p[name->n - 1] != ')')
        return STR("");
    struct str module = str_from_to(*name, open + 2, name->n - 1);
    *name = str_trim(str_from_to(*name, 0, open));
    if (str_equal(*name, STR("n/a")))
        *name = STR("");
    module.n = str_find(module, 0, STR(" + 0x"));
    return str_equal(module, STR("n/a")) ? STR("") : module;
}

/* Takes "0x000055d5d1fd5a10" off the start of *rest; it has 8 or 16 digits unless it was truncated.
 */
static bool parse_address(struct str *rest, struct str *address)
{
    while (rest->n && rest->p[0] == ' ')
        *rest = str_from_to(*rest, 1, rest->n);
    size_t n = rest->n >= 18 && (rest->n == 18 || rest->p[18] == ' ') ? 18 : 10;
    if (!str_starts(*rest, STR("0x")) || rest->n < n || (rest->n > n && rest->p[n] != ' '))
        return false;
    *address = str_from_to(*rest, 2, n);
    *rest = str_from_to(*rest, n, rest->n);
    return is_hex_number(*address);
}

/* Reads a line that begins with '#'. False when it is no frame. */
static bool read_frame(struct str line, struct eu_frame *frame)
{
    size_t n = 1;

    while (n < line.n && is_digit(line.p[n]))
        n++;
    struct str rest = str_from_to(line, n, line.n);
    if (!parse_u64(str_from_to(line, 1, n), &frame->number) ||
        !parse_address(&rest, &frame->address))
        return false;
    if (str_starts(rest, STR(" - 1"))) /* -a: not the leaf's own */
        rest = str_from_to(rest, 4, rest.n);
    frame->name = str_trim(rest);
    return true;
}

/* PID 21606 - process, TID 21613: */
static bool read_number(struct str line, struct str word, struct str *number)
{
    size_t n = word.n;

    if (!str_starts(line, word))
        return false;
    while (n < line.n && is_digit(line.p[n]))
        n++;
    *number = str_from_to(line, word.n, n);
    return number->n > 0 && n < line.n && (line.p[n] == ':' || line.p[n] == ' ');
}

static bool begin_process(struct eu_stack *in, struct str pid)
{
    in->pid_n = pid.n <= sizeof in->pid ? pid.n : 0;
    memcpy(in->pid, pid.p, in->pid_n);
    return numbered_end(&in->dump.stack);
}

static bool begin_thread(struct eu_stack *in, struct str tid)
{
    const struct str values[] = {{in->pid, in->pid_n}, tid};

    return numbered_thread(&in->dump.stack, label_builder_of(&in->dump.label_builder, values));
}

/* Stack trace of thread 1201: */
static bool begin_core_thread(struct eu_stack *in, struct str tid)
{
    in->of_core = true;
    return begin_thread(in, tid);
}

static bool push(struct eu_stack *in, const struct eu_frame *frame)
{
    struct text *t = &in->dump.text;
    struct str name = frame->name;
    size_t before = t->builder.n;
    frame_id *known = frame_cache_frame(&in->dump.frame_cache, name);

    if (*known)
        return builder_push(&t->builder, *known);
    struct str module = in->of_core ? strip_core_module(&name) : strip_module(&name);
    if (!tidier_push(&t->tidier, name, module, frame->address, tidy_kind(module)))
        return false;
    if (t->builder.n == before + 1 && name.n && !str_equal(name, STR("[unknown]")))
        *known = t->builder.frames[before];
    return true;
}

static bool take_frame(struct eu_stack *in, struct str line)
{
    struct eu_frame frame;
    bool wanted;

    in->is_last = false;
    if (!read_frame(line, &frame))
        return numbered_break(&in->dump.stack, "no frame of eu-stack", line);
    if (!numbered_frame(&in->dump.stack, frame.number, &wanted))
        return false;
    in->n = in->dump.text.builder.n;
    in->hash = in->dump.text.builder.hash;
    in->is_last = wanted;
    return !wanted || push(in, &frame);
}

/* "    /srv/demo/work.c:13:19" below a frame (-s) */
static bool take_place(struct eu_stack *in, struct str place)
{
    struct str file;
    uint64_t line;

    if (!in->is_last || in->dump.text.builder.n != in->n + 1 ||
        !source_line_read(place, &file, &line))
        return lines_keep(&in->dump.text.lines);
    in->is_last = false;
    return source_line_of_last(&in->dump.text, &in->dump.room, in->hash, file, line);
}

static bool take_line(void *reader, struct str line)
{
    struct eu_stack *in = reader;
    struct str number;
    struct str text = str_trim(line);

    if (text.n && text.p[0] == '#' && (in->of_core || line.p[0] == '#'))
        return take_frame(in, text);
    if (text.n == 0)
        in->dump.text.r->tally.blank++;
    else if (read_number(text, core_thread, &number))
        return begin_core_thread(in, number);
    else if (read_number(text, STR("PID: "), &number) || read_number(line, STR("PID "), &number))
        return begin_process(in, number);
    else if (is_blank(line.p[0]))
        return take_place(in, text);
    else if (read_number(line, STR("TID "), &number))
        return begin_thread(in, number);
    else
        lines_other(&in->dump.text.lines);
    return true;
}

static bool read(struct reading *r, struct blocks *blocks, struct profile *p, struct fault *f)
{
    static const struct dump_steps steps = {.line = take_line};
    struct eu_stack in = {.n = 0};

    dump_init(&in.dump, r, blocks, p, f);
    bool ok = dump_begin(&in.dump, label_keys, sizeof label_keys / sizeof label_keys[0]) &&
              dump_lines(&in.dump, &steps, &in);
    dump_free(&in.dump);
    return ok;
}

/* A frame is about 30 bits: '#', "0x", the number of digits; its thread as many. */
static unsigned recognise(struct str prefix)
{
    struct str rest = prefix;
    struct str line;
    struct str number;
    struct eu_frame frame;
    bool thread = false;

    while (take_field(&rest, '\n', &line)) {
        line = str_trim(line);
        if (read_number(line, STR("TID "), &number) || read_number(line, core_thread, &number))
            thread = true;
        else if (str_starts(line, STR("#0  0x")) && read_frame(line, &frame) &&
                 !str_starts(frame.name, STR("in ")))
            return thread ? 48 : 24;
    }
    return 0;
}

static const char *const endings[] = {"eu-stack", NULL};

const struct input_format input_eu_stack = {
    .name = "eu-stack",
    .about = "stacks that eu-stack of elfutils or coredumpctl info prints, one dump or several",
    .endings = endings,
    .recognise = recognise,
    .signs = {ANY_OF("\n#0  0x")},
    .read = read,
    .census = true,
    .cut = CUT_NOWHERE,
};
