/* "14 samples were lost during recording", "2 threads end in the middle": lines of text. */
#include "model/text_list.h"

#include "base/mem.h"

static void add_line(struct text_list *to, struct str line)
{
    buf_add(&to->text, line);
    to->ends = mem_grow(to->ends, &to->room, to->n + 1, sizeof *to->ends);
    to->ends[to->n++] = to->text.n;
}

void text_list_add(struct text_list *to, struct str text)
{
    size_t from = 0;

    while (from < text.n) {
        const size_t end = str_find(text, from, STR("\n"));
        if (end > from)
            add_line(to, str_from_to(text, from, end));
        from = end + 1;
    }
}

void text_list_add_all(struct text_list *to, const struct text_list *lines, size_t from)
{
    for (size_t i = from; i < lines->n; i++)
        add_line(to, text_list_get(lines, i));
}

struct str text_list_get(const struct text_list *lines, size_t i)
{
    return str_from_to(buf_str(&lines->text), i ? lines->ends[i - 1] : 0, lines->ends[i]);
}

void text_list_free(struct text_list *lines)
{
    buf_free(&lines->text);
    mem_free(lines->ends, lines->room, sizeof *lines->ends);
    *lines = (struct text_list){.n = 0};
}
