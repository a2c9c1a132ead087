/* "  -o, --output FILE         where to write" */
#include "app/help/help_lines.h"

#include "app/help/help_parts.h"
#include "base/parse.h"

void help_spaces(struct sink *s, size_t n)
{
    while (n-- > 0)
        sink_byte(s, ' ');
}

void help_sentence(struct sink *s, size_t at, struct str text)
{
    struct str word;
    bool first = true;

    if (at + 1 < HELP_TEXT_AT)
        help_spaces(s, HELP_TEXT_AT - at);
    else
        sink_text(s, "  ");
    at = at + 1 < HELP_TEXT_AT ? HELP_TEXT_AT : at + 2;
    for (; take_word(&text, &word); first = false) {
        if (!first && at + 1 + word.n >= HELP_COLUMNS) {
            sink_byte(s, '\n');
            help_spaces(s, HELP_TEXT_AT);
            at = HELP_TEXT_AT;
        } else if (!first) {
            sink_byte(s, ' ');
            at++;
        }
        sink_str(s, word);
        at += word.n;
    }
    sink_byte(s, '\n');
}

/* "name   sentence" */
void help_item_line(struct sink *s, struct str name, struct str about)
{
    sink_text(s, "  ");
    sink_str(s, name);
    help_sentence(s, 2 + name.n, about);
}

void help_option_line(struct sink *s, const struct option_row *row)
{
    uint64_t begin = s->written;

    sink_text(s, "  ");
    if (row->letter) {
        sink_byte(s, '-');
        sink_byte(s, row->letter);
        sink_text(s, ", ");
    } else {
        help_spaces(s, 4);
    }
    sink_text(s, "--");
    sink_text(s, row->name);
    help_value(s, row, " ");
    help_sentence(s, (size_t)(s->written - begin), str_of(row->about));
}
