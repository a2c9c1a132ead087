/* Reads source files, a few of limited size, and finds their lines. */
#include "app/annotate/source_text.h"

#include "base/mem.h"
#include "symbol/open.h"

enum { FILES_MOST = 64, BYTES_MOST = 8 << 20 };

struct source_text {
    struct buf path; /* NUL-terminated */
    struct buf text;
    size_t *lines; /* where each begins */
    size_t room;
    uint32_t n;
};

void source_texts_free(struct source_texts *s)
{
    for (size_t i = 0; i < s->n; i++) {
        buf_free(&s->files[i].path);
        buf_free(&s->files[i].text);
        mem_free(s->files[i].lines, s->files[i].room, sizeof *s->files[i].lines);
    }
    mem_free(s->files, s->room, sizeof *s->files);
    *s = (struct source_texts){.n = 0};
}

static void find_lines(struct source_text *t)
{
    const struct str text = buf_str(&t->text);

    for (size_t at = 0; at < text.n; at = str_find(text, at, STR("\n")) + 1) {
        t->lines = mem_grow(t->lines, &t->room, (size_t)t->n + 1, sizeof *t->lines);
        t->lines[t->n++] = at;
    }
}

/* What cannot be read has no lines: a listing is complete without them. */
static void read_lines(struct source_text *t, struct str path)
{
    struct fault unread = {0};

    buf_add(&t->path, path);
    buf_add_byte(&t->path, '\0');
    if (memchr(path.p, '\0', path.n) || !open_text(t->path.p, BYTES_MOST, &t->text, &unread) ||
        memchr(buf_str(&t->text).p, '\0', t->text.n))
        return;
    find_lines(t);
}

/* Finds the file, or reads it; NULL: it is not read. */
static const struct source_text *find(struct source_texts *s, struct str path)
{
    for (size_t i = 0; i < s->n; i++)
        if (str_equal(str_from_to(buf_str(&s->files[i].path), 0, s->files[i].path.n - 1), path))
            return &s->files[i];
    if (!s->readable || !path.n || s->n == FILES_MOST)
        return NULL;
    s->files = mem_grow(s->files, &s->room, s->n + 1, sizeof *s->files);
    s->files[s->n] = (struct source_text){.n = 0};
    read_lines(&s->files[s->n], path);
    return &s->files[s->n++];
}

struct str source_texts_line(struct source_texts *s, struct str path, uint32_t line)
{
    const struct source_text *t = line ? find(s, path) : NULL;

    if (!t || line > t->n)
        return STR("");
    struct str rest = str_from_to(buf_str(&t->text), t->lines[line - 1], t->text.n);
    return str_trim(str_from_to(rest, 0, str_find(rest, 0, STR("\n"))));
}

uint32_t source_texts_lines(struct source_texts *s, struct str path)
{
    const struct source_text *t = find(s, path);

    return t ? t->n : 0;
}
