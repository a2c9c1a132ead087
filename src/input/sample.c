/* +   825 main  (in rg) + 41  [0x10384b549]
 * The call graph of macOS's sample(1): the number of samples of each function; callees are
 * indented. */
#include "base/parse.h"
#include "input/common/cache.h"
#include "input/common/label_builder.h"
#include "input/common/outline.h"

struct sample_text {
    struct text text;
    struct outline outline;
    struct label_builder label_builder;
    struct cache cache; /* the text after the numbers, and its frame */
    struct str pid;     /* in pid_text */
    char pid_text[24];
    bool inside; /* of the call graph */
};

/* Strips " (.llvm.7886897009887049720)", which differs from build to build. */
static struct str without_clone(struct str name)
{
    size_t at = str_find(name, 0, STR(" (.llvm."));

    return at < name.n && name.p[name.n - 1] == ')' ? str_from_to(name, 0, at) : name;
}

/* Parses "name  (in module) + 41  [0x1234]  file.c:12" and finds the frame. */
static bool find_frame(struct sample_text *in, struct str text, frame_id *frame)
{
    struct tidier *tidier = &in->text.tidier;
    size_t at = str_find(text, 0, STR("  (in "));
    struct str name = str_from_to(text, 0, at);
    struct str module = STR("");
    struct str address = STR("");
    struct frame row = {0};

    if (at < text.n) {
        size_t end = str_find(text, at, STR(")  "));
        size_t plus = str_find(text, at, STR(") + "));
        end = plus < end ? plus : end;
        end = end < text.n ? end : text.n - (text.p[text.n - 1] == ')');
        module = str_from_to(text, at + 6, end > at + 6 ? end : at + 6);
    } else {
        name.n = str_find(text, 0, STR("  [0x"));
    }
    size_t from = str_find(text, at < text.n ? at : 0, STR("[0x"));
    if (from < text.n)
        address = str_from_to(text, from + 3, str_find(text, from, STR("]")));
    name = without_clone(str_trim(name));
    if (str_equal(name, STR("???")))
        name = STR("");
    return tidier_name_in(tidier, module, name, address, &row) &&
           builder_row(&in->text.builder, &row, frame);
}

static bool take_function(struct sample_text *in, size_t column, struct str text,
                          const uint64_t *count)
{
    line_id known = cache_find(&in->cache, text);
    frame_id frame;

    if (known) {
        frame = *cache_frames(&in->cache, cache_line(&in->cache, known));
    } else {
        if (!find_frame(in, text, &frame))
            return false;
        cache_add(&in->cache, text, &frame, 1);
    }
    return outline_end(&in->outline, column) && outline_add(&in->outline, column, frame, count);
}

/* "Thread_123: name", "Thread_123   DispatchQueue_1: com.apple.main-thread  (serial)": the name, or
 * the queue, or Thread_123. */
static labels_id labels_of(struct sample_text *in, struct str text)
{
    size_t end = 0;

    while (end < text.n && text.p[end] != ':' && !is_blank(text.p[end]))
        end++;
    struct str name = str_from_to(text, 0, end);
    struct str tid = str_from_to(name, 7, name.n);
    struct str rest = str_trim(str_from_to(text, end, text.n));
    size_t queue = str_find(rest, 0, STR("DispatchQueue_"));
    if (rest.n && rest.p[0] == ':')
        name = str_trim(str_from_to(rest, 1, queue));
    if (queue == 0) {
        size_t colon = str_find(rest, 0, STR(": "));
        size_t kind = str_find(rest, 0, STR("  ("));
        if (colon + 2 < kind)
            name = str_trim(str_from_to(rest, colon + 2, kind));
    }
    const struct str labels[] = {name, tid, in->pid};
    return label_builder_of(&in->label_builder, labels);
}

static bool take_thread(struct sample_text *in, size_t column, struct str text,
                        const uint64_t *count)
{
    if (!outline_end(&in->outline, 0))
        return false;
    in->outline.labels = labels_of(in, text);
    return outline_add(&in->outline, column, 0, count);
}

static bool is_mark(char c)
{
    return c == ' ' || c == '+' || c == '!' || c == ':' || c == '|' || c == '\t';
}

/* Rows below a damaged one do not belong to its sibling. */
static bool leave_siblings(struct sample_text *in, size_t column)
{
    for (size_t i = 0; i < in->outline.n; i++) {
        if (outline_column(&in->outline, i) != column)
            continue;
        if (!outline_end(&in->outline, column))
            return false;
        if (i == 0)
            in->outline.labels = 0;
    }
    return true;
}

/* A line of the call graph: marks for the depth, a number, a function. */
static bool read_row(struct sample_text *in, struct str line)
{
    struct lines *l = &in->text.lines;
    size_t column = 0;
    size_t end;
    uint64_t count;

    while (column < line.n && is_mark(line.p[column]))
        column++;
    for (end = column; end < line.n && is_digit(line.p[end]);)
        end++;
    struct str text = str_trim(str_from_to(line, end, line.n));
    if (end == column || text.n == 0 || end == line.n || line.p[end] != ' ')
        return leave_siblings(in, column) &&
               lines_bad(l, l->r->tally.lines, "no number of samples with a function", line);
    bool known = parse_u64(str_from_to(line, column, end), &count);
    if (!known && !lines_bad(l, l->r->tally.lines, "a number of samples of 2^64 or more", line))
        return false;
    if (str_starts(text, STR("Thread_")) &&
        (in->outline.n == 0 || outline_column(&in->outline, 0) >= column))
        return take_thread(in, column, text, known ? &count : NULL);
    return take_function(in, column, text, known ? &count : NULL);
}

static bool is_title(struct str line)
{
    return str_starts(line, STR("Analysis of sampling "));
}

static bool ends_graph(struct str line)
{
    return str_starts(line, STR("Total number in stack")) ||
           str_starts(line, STR("Sort by top of stack")) ||
           str_starts(line, STR("Binary Images")) || is_title(line);
}

/* "Analysis of sampling rg (pid 64751) every 1 millisecond" */
static void keep_pid(struct sample_text *in, struct str line)
{
    size_t at = str_find(line, 0, STR("(pid ")) + 5;
    size_t end = str_find(line, 0, STR(") every"));

    in->pid.n = 0;
    if (at >= end || end == line.n || end - at > sizeof in->pid_text)
        return;
    memcpy(in->pid_text, line.p + at, end - at);
    in->pid.n = end - at;
}

/* "Analysis Tool:   /usr/bin/sample", a sum, or an image and its addresses: what stands around the
 * graph. */
static bool is_known(struct str line)
{
    const struct str text = str_trim(line);
    size_t n = 0;

    while (n < text.n && (is_letter(text.p[n]) || is_blank(text.p[n]) || text.p[n] == '/'))
        n++;
    return is_blank(line.p[0]) || is_title(text) || (n && n < text.n && text.p[n] == ':') ||
           str_starts(text, STR("0x")) || str_starts(text, STR("Total number in stack")) ||
           str_starts(text, STR("Sort by top of stack"));
}

static bool read_line(struct sample_text *in, struct str line)
{
    struct tally *tally = &in->text.r->tally;

    if (str_trim(line).n == 0) {
        tally->blank++;
        return true;
    }
    if (in->inside && !ends_graph(str_trim(line)))
        return read_row(in, line);
    if (is_known(line))
        tally->comments++;
    else
        lines_other(&in->text.lines);
    if (in->inside && !outline_end(&in->outline, 0))
        return false;
    in->inside = str_starts(str_trim(line), STR("Call graph:"));
    if (is_title(str_trim(line)))
        keep_pid(in, line);
    return true;
}

static const char *const label_keys[] = {"thread", "tid", "pid"};
static const struct measure measures[] = {{"samples", "samples"}};

static bool read(struct reading *r, struct blocks *blocks, struct profile *p, struct fault *f)
{
    struct sample_text in = {.inside = false};
    struct str line;

    in.pid = (struct str){in.pid_text, 0};
    text_init(&in.text, r, blocks, p, f);
    outline_init(&in.outline, &in.text, true);
    cache_init(&in.cache);
    label_builder_init(&in.label_builder, p, label_keys, sizeof label_keys / sizeof label_keys[0]);
    bool ok = text_measures(&in.text, TEXT_FULL_NAMES, measures, 1);
    while (ok && lines_next(&in.text.lines, &line))
        ok = read_line(&in, line);
    ok = ok && f->kind == FAULT_NONE && outline_end(&in.outline, 0);
    label_builder_free(&in.label_builder);
    cache_free(&in.cache);
    outline_free(&in.outline);
    text_free(&in.text);
    return ok;
}

/* The title counts for its words; a call graph without it for its own title and a thread below. */
static unsigned recognise(struct str prefix)
{
    struct str rest = prefix;
    struct str line;
    bool graph = false;

    while (take_field(&rest, '\n', &line)) {
        struct str text = str_trim(line);
        size_t i = 0;
        if (is_title(text) && str_find(text, 0, STR(" every ")) < text.n)
            return 60;
        while (i < text.n && (is_mark(text.p[i]) || is_digit(text.p[i])))
            i++;
        if (graph && text.n)
            return str_starts(str_from_to(text, i, text.n), STR("Thread_")) ? 40 : 0;
        graph = str_equal(text, STR("Call graph:"));
    }
    return 0;
}

static const char *const endings[] = {"sample", NULL};

const struct input_format input_sample = {
    .name = "sample",
    .about = "the call graph that sample(1) of macOS prints",
    .endings = endings,
    .recognise = recognise,
    .signs = {ANY_OF("\nAnalysis of sampling ", "\nCall graph:")},
    .read = read,
    .cut = CUT_NOWHERE,
};
