/* "read+79@/src/io.c:12" is read, in line 12 of /src/io.c.
 * Parses lines of bpftrace's stacks. */
#include "input/bpftrace/frame.h"

#include "base/parse.h"

enum {
    BUILD_ID_LEAST = 16, /* digits of a build id */
    ADDRESS_SURE = 8,    /* from so many digits on a word of hexadecimal digits is no function */
    BRACKETS_MOST = 32,  /* that are tried as the start of a module */
};

static bool is_hex(struct str text)
{
    for (size_t i = 0; i < text.n; i++)
        if (!is_digit(text.p[i]) && (text.p[i] < 'a' || text.p[i] > 'f'))
            return false;
    return text.n > 0;
}

static struct str without_0x(struct str text)
{
    return str_starts(text, STR("0x")) ? str_from_to(text, 2, text.n) : text;
}

/* "read+79" to "read": the offset is decimal. */
static struct str strip_offset(struct str name)
{
    size_t at = name.n;

    while (at && is_digit(name.p[at - 1]))
        at--;
    return at > 1 && at < name.n && name.p[at - 1] == '+' ? str_from_to(name, 0, at - 1) : name;
}

/* Takes ":12" off the end. */
static bool strip_number(struct str *text, uint64_t *number)
{
    size_t at = text->n;

    while (at && is_digit(text->p[at - 1]))
        at--;
    if (at < 2 || text->p[at - 1] != ':' || !parse_u64(str_from_to(*text, at, text->n), number))
        return false;
    *text = str_from_to(*text, 0, at - 1);
    return true;
}

/* Returns where the '@' before a source file is: behind an offset, or, as inlined functions have
 * none, the first. Names with versions ("memcpy@@GLIBC_2.14") end in no line. */
static size_t find_location(struct str text)
{
    size_t first = text.n;

    for (size_t at = 1; at + 1 < text.n; at++) {
        if (text.p[at] != '@')
            continue;
        if (strip_offset(str_from_to(text, 0, at)).n < at)
            return at;
        if (first == text.n)
            first = at;
    }
    return first;
}

/* "read+79@/src/io.c:12" to "read+79"; a column may follow the line. */
static bool strip_location(struct str *text, struct str *file, uint64_t *line)
{
    struct str place = *text;
    uint64_t before;

    if (!strip_number(&place, line))
        return false;
    if (strip_number(&place, &before))
        *line = before;
    size_t at = find_location(place);
    if (at >= place.n)
        return false;
    *file = str_from_to(place, at + 1, place.n);
    *text = str_from_to(place, 0, at);
    return true;
}

/* Whether the text is a frame without its module: it ends in an offset or a source line, or is an
 * unknown function. */
static bool is_function(struct str text)
{
    struct str file;
    uint64_t line;

    return strip_offset(text).n < text.n || strip_location(&text, &file, &line) || text.n == 0 ||
           text.p[text.n - 1] == ']' || str_starts(text, STR("0x"));
}

/* "read+79 (/usr/lib/libc.so.6)" */
static void strip_module(struct bpftrace_frame *frame)
{
    struct str text = frame->name;
    int tries = 0;

    if (text.n == 0 || text.p[text.n - 1] != ')')
        return;
    for (size_t at = text.n; at > 0 && tries < BRACKETS_MOST; at--) {
        if (text.p[at - 1] != '(' || (at > 1 && text.p[at - 2] != ' '))
            continue;
        tries++;
        struct str before = str_trim(str_from_to(text, 0, at - 1));
        if (!is_function(before) && !frame->inlined)
            continue;
        frame->module = str_from_to(text, at, text.n - 1);
        frame->name = before;
        return;
    }
}

static bool is_address(struct str word)
{
    struct str digits = without_0x(word);

    if (!is_hex(digits))
        return false;
    return digits.n < word.n || digits.n >= ADDRESS_SURE || is_digit(digits.p[0]);
}

/* "5a3fe6a6ae3a0a2b 0x1aae5b" */
static bool read_build_id(struct bpftrace_frame *frame)
{
    struct str rest = frame->name;
    struct str id;
    struct str offset;

    if (!take_word(&rest, &id) || id.n < BUILD_ID_LEAST || !is_hex(id) ||
        !take_word(&rest, &offset) || !str_starts(offset, STR("0x")) ||
        !is_hex(without_0x(offset)) || str_trim(rest).n)
        return false;
    frame->module = id;
    frame->address = without_0x(offset);
    frame->name = STR("");
    frame->has_build_id = true;
    return true;
}

/* "[inlined] sort" and "sort (inlined)" */
static void strip_inlined(struct bpftrace_frame *frame)
{
    struct str name = frame->name;

    if (str_starts(name, STR("[inlined] "))) {
        frame->inlined = true;
        name = str_from_to(name, 10, name.n);
    }
    if (str_ends(name, STR(" (inlined)"))) {
        frame->inlined = true;
        name = str_from_to(name, 0, name.n - 10);
    }
    frame->name = str_trim(name);
}

void bpftrace_frame_read(struct str line, struct bpftrace_frame *frame)
{
    struct str rest = str_trim(line);
    struct str word;

    *frame = (struct bpftrace_frame){
        .name = rest, .module = STR(""), .address = STR(""), .file = STR("")};
    if (line.p[0] == '\t' && take_word(&rest, &word) && is_hex(word)) {
        frame->address = word;
        frame->name = str_trim(rest);
        strip_inlined(frame);
        strip_module(frame);
    }
    if (read_build_id(frame))
        return;
    if (is_address(frame->name)) {
        frame->address = without_0x(frame->name);
        frame->name = STR("");
    }
    strip_inlined(frame);
    strip_location(&frame->name, &frame->file, &frame->line);
    frame->name = strip_offset(frame->name);
}
