/*   7fdc4db8a4b0 table+0x0 (/tmp/mem)   68100142 |OP LOAD|LVL L1 hit|SNP None|TLB L1 or L2 hit|LCK
 * No|BLK  N/A              12 : and behind the stack
 *                0 4K 2M
 * Reads what perf script prints of memory accesses. */
#include "input/perf/memory.h"

#include "base/ascii.h"
#include "base/parse.h"
#include "input/perf/frame.h"
#include "input/perf/tail.h"
#include "input/perf/words.h"

bool perf_memory_is_in(struct str text)
{
    static const struct str mark = {"|SNP ", 5};

    return str_find(text, 0, mark) < text.n;
}

/* Takes the last word off a text. */
static bool take_last(struct str *text, struct str *word)
{
    size_t to = text->n;

    while (to && is_blank(text->p[to - 1]))
        to--;
    size_t from = to;
    while (from && !is_blank(text->p[from - 1]))
        from--;
    *word = str_from_to(*text, from, to);
    text->n = from;
    return word->n > 0;
}

/* Reads where data came from. The number before the first bar holds all that is between them; "N/A"
 * may follow it. Other numbers have bits that it leaves free. *before is cut off in front of it. */
static void read_source(struct str *before, struct memory_access *m)
{
    enum { BITS = 46 };
    struct str word;
    uint64_t source;

    if (!take_last(before, &word) || (str_equal(word, STR("N/A")) && !take_last(before, &word)))
        return;
    if (parse_hex_u64(word, &source) && source >> BITS == 0)
        memory_access_set_source(m, source);
}

/* Returns what follows the last of the fields that begin with bars: "BLK  N/A", "BLK  Data Addr",
 * or of older versions "LCK No". */
static struct str behind_bars(struct str text)
{
    size_t bar = str_find_last(text, STR("|"));
    struct str rest = str_from_to(text, bar + 1, text.n);
    struct str key, value;

    if (!take_word(&rest, &key) || !take_word(&rest, &value))
        return STR("");
    struct str after = rest;
    return take_word(&after, &value) && str_equal(value, STR("Addr")) ? after : rest;
}

/* Takes sizes of pages off the end of a text: that of the data, and then that of the code. */
static void read_pages(struct str text, struct memory_access *m)
{
    struct str words[2];
    size_t n = 0;

    while (n < 2 && take_last(&text, &words[n]) && perf_is_page_size(words[n]))
        n++;
    if (n)
        memory_access_set_text(m, MEMORY_PAGE, words[n - 1]);
    if (n > 1)
        memory_access_set_text(m, MEMORY_CODE_PAGE, words[0]);
}

/* Reads what lies at an address. */
static void read_data(struct str text, struct memory_access *m)
{
    struct perf_frame data;

    if (!perf_frame_read(str_trim(text), &data) || !is_hex_number(data.address) ||
        data.module.n == 0)
        return;
    bool named = !str_equal(data.name, STR("[unknown]"));
    memory_access_set_data(m, named ? data.name : STR(""), data.module);
}

/* Of two addresses in a header the first is the data's. Lends the part with it; "": there is none.
 */
static struct str data_in(struct str text, bool chained)
{
    struct str rest = text;
    struct str word;

    if (!take_word(&rest, &word))
        return STR("");
    size_t end = perf_wide_number(text, (size_t)(rest.p - text.p));
    return end < text.n || chained ? str_from_to(text, 0, end) : STR("");
}

void perf_memory_read_header(struct str text, bool chained, struct memory_access *m,
                             uint64_t *weight)
{
    struct str word;

    *weight = 0;
    if (perf_memory_is_in(text)) {
        struct str before = str_from_to(text, 0, str_find(text, 0, STR("|")));
        read_source(&before, m);
        read_data(before, m);
        struct str rest = text = behind_bars(text);
        if (take_word(&rest, &word) && !parse_u64(word, weight))
            *weight = 0;
    } else {
        read_data(data_in(text, chained), m);
    }
    read_pages(text, m);
}

void perf_memory_read_tail(struct str line, struct memory_access *m)
{
    read_pages(line, m);
}
