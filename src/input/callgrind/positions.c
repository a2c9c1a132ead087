/* positions: instr line
 * 0x4010 16 400
 * +3 * 4
 * An address or a line as a number, or relative to that of the line with costs before. */
#include "input/callgrind/positions.h"

#include "base/parse.h"

void cg_positions_set(struct cg_positions *p, struct str words)
{
    struct str word;

    p->n = p->instruction = p->line = 0;
    while (take_word(&words, &word)) {
        p->n++;
        if (str_equal(word, STR("instr")))
            p->instruction = p->n;
        else if (str_equal(word, STR("line")))
            p->line = p->n;
    }
    if (p->n == 0)
        p->n = p->line = 1;
}

static bool has_sign(struct str word)
{
    return word.n && (word.p[0] == '+' || word.p[0] == '-');
}

static bool is_hex(struct str word)
{
    return word.n > 2 && word.p[0] == '0' && word.p[1] == 'x';
}

/* "16", "0x4010", "+3", "-2", "*" */
static bool is_position(struct str word)
{
    if (str_equal(word, STR("*")))
        return true;
    word = str_from_to(word, has_sign(word), word.n);
    if (is_hex(word))
        return is_hex_number(str_from_to(word, 2, word.n));
    return word.n && is_whole_number(word);
}

bool cg_positions_skip(const struct cg_positions *p, struct str *rest)
{
    struct str word;

    for (size_t i = 0; i < p->n; i++)
        if (!take_word(rest, &word) || !is_position(word))
            return false;
    return true;
}

/* A number that does not fit is not known. */
static uint64_t moved(uint64_t from, struct str word)
{
    struct str digits = str_from_to(word, has_sign(word), word.n);
    uint64_t n = 0;

    if (str_equal(word, STR("*")))
        return from;
    bool fits = is_hex(digits) ? parse_hex_u64(str_from_to(digits, 2, digits.n), &n)
                               : parse_u64(digits, &n);
    if (!fits)
        return 0;
    if (!has_sign(word))
        return n;
    return word.p[0] == '+' ? from + n : from - n;
}

void cg_positions_move(struct cg_positions *p, struct str line)
{
    struct str rest = line;
    struct str word;

    if (!cg_positions_skip(p, &rest))
        return;
    for (size_t i = 1; i <= p->n && take_word(&line, &word); i++) {
        if (i == p->instruction)
            p->address = moved(p->address, word);
        else if (i == p->line)
            p->number = moved(p->number, word);
    }
}

struct frame cg_positions_row(const struct cg_positions *p, const struct frame *function,
                              name_id file)
{
    struct frame row = *function;

    row.offset = p->instruction ? p->address : 0;
    row.offset_kind = row.module || !row.offset ? p->offset_kind : OFFSET_IN_MEMORY;
    row.line = p->line && p->number <= UINT32_MAX ? (uint32_t)p->number : 0;
    if (file != row.file && file != row.seen.file)
        row.line_file = file;
    return row;
}
