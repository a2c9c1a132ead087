/*  ABI:2    AX:0xa9511    BX:0x63  insn: 48 89 c2
 * Recognises what perf script prints behind the stack of a sample. */
#include "input/perf/tail.h"

#include "base/ascii.h"
#include "base/parse.h"

static bool is_one_of(char c, struct str set)
{
    for (size_t i = 0; i < set.n; i++)
        if (set.p[i] == c)
            return true;
    return false;
}

/* "/P/-/-/5": behind the two addresses or functions of a branch. */
static size_t branch_at(struct str s)
{
    for (size_t i = str_find(s, 0, STR("/-/")); i < s.n; i = str_find(s, i + 1, STR("/-/"))) {
        size_t from = i;
        while (from && i - from < 2 && is_one_of(s.p[from - 1], STR("MPN-")))
            from--;
        bool abort = i + 4 < s.n && (s.p[i + 3] == '-' || s.p[i + 3] == 'A') && s.p[i + 4] == '/';
        if (from < i && from && s.p[from - 1] == '/' && abort)
            return from - 1;
    }
    return s.n;
}

bool perf_is_page_size(struct str s)
{
    if (str_equal(s, STR("N/A")))
        return true;
    return s.n > 1 && is_one_of(s.p[s.n - 1], STR("BKMGT")) &&
           is_whole_number(str_from_to(s, 0, s.n - 1));
}

/* "        10a5b2c40 4K 2M": a physical address, without a tab, and sizes of pages. */
static bool is_memory(struct str line)
{
    enum { COLUMNS = 16 };
    struct str rest = line;
    struct str word;

    if (line.p[0] != ' ' || !take_word(&rest, &word))
        return false;
    size_t to = (size_t)(word.p - line.p) + word.n;
    bool address = is_hex_number(word) && to == COLUMNS;
    if (!address && !perf_is_page_size(word))
        return false;
    while (take_word(&rest, &word))
        if (!perf_is_page_size(word) && !is_hex_number(word))
            return false;
    return true;
}

/* "|12       x = y;" */
static bool is_source_code(struct str line)
{
    enum { COLUMNS = 9 };
    size_t i = 1;

    if (line.n <= COLUMNS || line.p[0] != '|' || !is_digit(line.p[1]))
        return false;
    while (i < line.n && is_digit(line.p[i]))
        i++;
    while (i < COLUMNS && line.p[i] == ' ')
        i++;
    return i >= COLUMNS && line.p[i] == ' ';
}

/* Lines of brstackinsn: "\tmain+12:", "\t000055d0\tinsn: 48 89 c2", "\t000055d0\tmov %rax, %rbx".
 */
static bool is_block_of_code(struct str line)
{
    struct str rest = str_from_to(line, 1, line.n);
    struct str word;

    if (line.p[0] != '\t')
        return false;
    if (str_starts(rest, STR("... not reaching sample")) ||
        str_starts(rest, STR("mismatch of LBR data")))
        return true;
    if (line.n > 1 && line.p[1] == '\t')
        return line.n > 2 && !is_blank(line.p[2]); /* -F disasm */
    if (!take_field(&rest, '\t', &word))
        return false;
    if (word.n && word.p[word.n - 1] == ':')
        return true; /* a function, and perhaps its source */
    return rest.p && is_hex_number(word);
}

struct tail_mark {
    struct str mark, fields;
};

/* Begins a line. */
static const struct tail_mark marks[] = {
    {{" ABI:", 5}, {"uregs/iregs", 11}},
    {{" insn:", 6}, {"insn", 4}},
    {{" ilen:", 6}, {"insnlen", 7}},
    {{" \t IPC:", 7}, {"ipc", 3}},
    {{"      BPF output:", 17}, {"bpf-output", 10}},
    {{"      BPF string:", 17}, {"bpf-output", 10}},
    {{"                  0", 19}, {"bpf-output", 10}},
    {{" /", 2}, {"cgroup", 6}},
    {{"# Branch counter", 16}, {"brcntr", 6}},
};

struct str perf_tail_fields(struct str line)
{
    enum { MARKS = sizeof marks / sizeof marks[0] };

    if (line.n == 0)
        return STR("");
    for (size_t i = 0; i < MARKS; i++)
        if (str_starts(line, marks[i].mark))
            return marks[i].fields;
    if (is_memory(line))
        return STR("phys_addr/page_size");
    if (is_source_code(line))
        return STR("srccode");
    if (is_block_of_code(line))
        return STR("brstackinsn");
    return branch_at(line) < line.n ? STR("brstack") : STR("");
}

/* Returns where the first mark begins in a text; its length when there is none. */
static size_t mark_at(struct str text)
{
    static const struct str within[] = {
        {" ABI:", 5}, {" insn:", 6}, {" ilen:", 6}, {" => ", 4}, {"\t IPC:", 6}};
    size_t least = text.n;

    for (size_t i = 0; i < sizeof within / sizeof within[0]; i++) {
        size_t at = str_find(text, 0, within[i]);
        least = at < least ? at : least;
    }
    return least;
}

/* Without the blanks at its end. */
static struct str shorten(struct str text, size_t to)
{
    while (to && is_blank(text.p[to - 1]))
        to--;
    return str_from_to(text, 0, to);
}

struct str perf_tail_cut(struct str text)
{
    text = shorten(text, mark_at(text));
    size_t branch = branch_at(text);
    if (branch < text.n) { /* " 0x55d0(/bin/a)/0x55e0(/bin/a)/P/-/-/0" */
        size_t at = str_find(text, 0, STR(" 0x"));
        text = shorten(text, at < branch ? at : text.n);
    }
    struct str whole = text;
    while (text.n && text.p[text.n - 1] != ')') {
        size_t from = text.n;
        while (from && !is_blank(text.p[from - 1]))
            from--;
        struct str last = str_from_to(text, from, text.n);
        bool number = is_hex_number(last) && from > 1 && is_blank(text.p[from - 2]);
        if (from == 0 || (!perf_is_page_size(last) && !number))
            return whole;
        text = shorten(text, from);
    }
    return text.n ? text : whole;
}
