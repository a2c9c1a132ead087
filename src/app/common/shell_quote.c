/* "it's" becomes 'it'\''s': quotes words for a shell. */
#include "app/common/shell_quote.h"

#include "base/parse.h"

static bool is_plain(char c)
{
    return is_letter(c) || is_digit(c) || (c && strchr("_-./+=:,%@", c)) ||
           (unsigned char)c >= 0x80;
}

void shell_quote(struct buf *to, struct str word)
{
    bool plain = word.n > 0;

    for (size_t i = 0; i < word.n; i++)
        plain = plain && is_plain(word.p[i]);
    if (plain) {
        buf_add(to, word);
        return;
    }
    buf_add_byte(to, '\'');
    for (size_t i = 0; i < word.n; i++)
        buf_add(to, word.p[i] == '\'' ? STR("'\\''") : str_from_to(word, i, i + 1));
    buf_add_byte(to, '\'');
}
