/* 5:cpuid42;
 * A text follows its length and ':'; a number ends with ';'. */
#include "base/fields.h"

#include "base/parse.h"

void fields_put_number(struct sink *s, uint64_t n)
{
    sink_u64(s, n);
    sink_byte(s, ';');
}

void fields_put_text(struct sink *s, struct str text)
{
    sink_u64(s, text.n);
    sink_byte(s, ':');
    sink_str(s, text);
}

static bool get_number(struct str *rest, char end, uint64_t *n)
{
    size_t i = 0;

    while (i < rest->n && is_digit(rest->p[i]))
        i++;
    if (i == rest->n || rest->p[i] != end || !parse_u64(str_from_to(*rest, 0, i), n))
        return false;
    *rest = str_from_to(*rest, i + 1, rest->n);
    return true;
}

bool fields_get_number(struct str *rest, uint64_t *n)
{
    return get_number(rest, ';', n);
}

bool fields_get_text(struct str *rest, struct str *text)
{
    uint64_t n;

    if (!get_number(rest, ':', &n) || n > rest->n)
        return false;
    *text = str_from_to(*rest, 0, (size_t)n);
    *rest = str_from_to(*rest, (size_t)n, rest->n);
    return true;
}

bool fields_get_count(struct str *rest, size_t most, size_t *n)
{
    uint64_t found;

    if (!get_number(rest, ';', &found) || found > most)
        return false;
    *n = (size_t)found;
    return true;
}
