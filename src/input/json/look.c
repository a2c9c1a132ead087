/* {"traceEvents": [{"name": ... : looks at the start of a text before it is known to be JSON. */
#include "base/parse.h"
#include "input/json/json.h"

char json_first(struct str text)
{
    size_t i = 0;

    while (i < text.n && is_space(text.p[i]))
        i++;
    if (i == text.n)
        return '\0';
    return text.p[i];
}

bool json_mentions(struct str text, const char *key)
{
    struct str word = str_of(key);

    for (size_t at = str_find(text, 0, word); at < text.n; at = str_find(text, at + 1, word)) {
        size_t end = at + word.n;
        if (at == 0 || text.p[at - 1] != '"' || end == text.n || text.p[end++] != '"')
            continue;
        while (end < text.n && is_space(text.p[end]))
            end++;
        if (end < text.n && text.p[end] == ':')
            return true;
    }
    return false;
}

void json_opening_take(struct json_opening *o, struct str text)
{
    for (size_t i = 0; i < text.n && !o->ended; i++) {
        char c = text.p[i];
        if (o->in_string) {
            o->in_string = o->escaped || c != '"';
            o->escaped = !o->escaped && c == '\\';
        } else if (c == '"') {
            o->in_string = true;
        } else if (c == '[' || c == '{') {
            o->ended = o->depth++ == o->most;
        } else {
            o->ended = c != ':' && !is_space(c);
        }
        o->lines += c == '\n';
    }
}
