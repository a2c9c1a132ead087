/* Text for a window: bars, and what fits. */
#include "render/common/terminal_text.h"

#include "render/common/text.h"

enum { COLUMNS_NARROW = 72, BAR = 8, COLUMNS_WIDE = 100, BAR_WIDE = 12, EIGHTHS = 8 };

size_t terminal_text_bar(size_t columns)
{
    if (columns < COLUMNS_NARROW)
        return 0;
    return columns < COLUMNS_WIDE ? BAR : BAR_WIDE;
}

static double share_of(uint64_t value, uint64_t whole)
{
    return value < whole ? (double)value / (double)whole : whole ? 1 : 0;
}

enum ink terminal_text_ink(uint64_t value, uint64_t whole)
{
    const double hot = 0.1;

    return share_of(value, whole) >= hot ? INK_HOT : INK_WARM;
}

void terminal_text_write_bar(struct sink *s, uint64_t value, uint64_t most, size_t cells,
                             enum ink ink)
{
    static const char *const parts[EIGHTHS] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
    size_t eighths = (size_t)((double)(cells * EIGHTHS) * share_of(value, most) + 0.5);

    if (ink != INK_PLAIN)
        sink_ink(s, ink);
    for (size_t i = 0; i < eighths / EIGHTHS; i++)
        sink_text(s, "█");
    sink_text(s, parts[eighths % EIGHTHS]);
    if (ink != INK_PLAIN)
        sink_ink(s, INK_PLAIN);
    for (size_t used = (eighths + EIGHTHS - 1) / EIGHTHS; used < cells; used++)
        sink_byte(s, ' ');
}

void terminal_text_write_rest(struct sink *s, const char *format, bool coloured)
{
    if (coloured)
        sink_ink(s, INK_FAINT);
    sink_text(s, "to see the rest: add -f ");
    sink_text(s, format);
    sink_text(s, " --rows 0 | less");
    if (coloured)
        sink_ink(s, INK_PLAIN);
    sink_byte(s, '\n');
}

void terminal_text_write_wrapped(struct sink *s, struct str line, size_t columns)
{
    size_t used = 0;

    for (size_t from = 0; from < line.n;) {
        size_t end = str_find(line, from, STR(" "));
        struct str word = str_from_to(line, from, end);
        size_t cells = text_cells(word);
        if (used && columns && used + 1 + cells > columns) {
            sink_byte(s, '\n');
            used = 0;
        }
        sink_text(s, used ? " " : "");
        sink_str(s, word);
        used += cells + (used > 0);
        from = end + 1;
    }
    sink_byte(s, '\n');
}

size_t terminal_text_lines(struct str text, size_t columns)
{
    size_t lines = 0;

    while (text.n) {
        size_t end = str_find(text, 0, STR("\n"));
        size_t cells = text_cells(str_from_to(text, 0, end));
        lines += columns && cells ? (cells + columns - 1) / columns : 1;
        text = str_from_to(text, end < text.n ? end + 1 : end, text.n);
    }
    return lines;
}
