/* From SVG to a figure. */
#include "app/convert.h"

#include <sys/stat.h>

#include "base/cut.h"
#include "base/source.h"

enum { HEAD_MOST = 4096 };

/* Passes over blanks, and over what stands between marks. */
static struct str behind(struct str s, const char *from, const char *to)
{
    size_t at = 0;

    while (at < s.n && is_space(s.p[at]))
        at++;
    s = str_from_to(s, at, s.n);
    if (!str_starts(s, str_of(from)))
        return s;
    size_t end = str_find(s, 0, str_of(to));
    return str_from_to(s, end < s.n ? end + strlen(to) : s.n, s.n);
}

/* <!DOCTYPE svg PUBLIC "..." [ <!ENTITY name "value"> ]>: declarations stand in brackets. */
static struct str behind_doctype(struct str s)
{
    size_t end = str_find(s, 0, STR(">"));
    bool declares = str_find(str_from_to(s, 0, end), 0, STR("[")) < end;

    return behind(s, "<!DOCTYPE", declares ? "]>" : ">");
}

/* Its first element is "svg" or, where its namespace has a name, "ns0:svg". */
static bool is_svg(struct str head)
{
    size_t left;
    size_t n = 1;

    head = behind(head, "\xEF\xBB\xBF", "\xBF");
    do {
        left = head.n;
        head = behind(head, "<?", "?>");
        head = behind(head, "<!--", "-->");
        head = behind_doctype(head);
    } while (head.n < left);
    while (n < head.n && !is_space(head.p[n]) && head.p[n] != '>' && head.p[n] != '/')
        n++;
    struct str name = str_from_to(head, 0, n < head.n ? n : head.n);
    return str_equal(name, STR("<svg")) ||
           (str_starts(name, STR("<")) && str_ends(name, STR(":svg")));
}

/* Reads up to `most` bytes; false when the file cannot be read. */
static bool read_head(struct source *source, struct buf *to, size_t most, struct fault *f)
{
    size_t got = 1;

    while (got && to->n < most) {
        char block[HEAD_MOST];
        size_t want = most - to->n < sizeof block ? most - to->n : sizeof block;
        if (!source_read(source, block, want, &got, f))
            return false;
        buf_add(to, (struct str){block, got});
    }
    return true;
}

/* What comes out of a pipe or a device is gone when it was looked at. */
static bool can_be_read_twice(const char *path)
{
    struct stat status;

    return strcmp(path, "-") != 0 && stat(path, &status) == 0 && S_ISREG(status.st_mode);
}

/* What is wrong with a file is told by who reads it as a profile. */
bool convert_asked(const struct request *r)
{
    struct fault none = {0};
    struct source source;
    struct buf head = {0};

    if (r->inputs.n != 1 || r->from || !can_be_read_twice(r->inputs.items[0]) ||
        !source_open(&source, r->inputs.items[0], &r->limits, &none))
        return false;
    bool svg = read_head(&source, &head, HEAD_MOST, &none) && is_svg(buf_str(&head));
    buf_free(&head);
    source_close(&source);
    return svg;
}

static bool write(const struct request *r, struct str svg, enum figure_format format,
                  const struct figure_style *style, struct fault *f)
{
    struct sink sink;

    if (!sink_open(&sink, r->output, f))
        return false;
    if (figure_of_svg(svg, format, style, &r->limits, &sink, f))
        return sink_close(&sink, f);
    sink_discard(&sink);
    return false;
}

/* What the child refuses is a fault of the file, which it does not know by name. */
static void name_fault(struct fault *f, const char *path)
{
    struct fault named = {0};

    if (f->kind != FAULT_INPUT)
        return;
    fault_set(&named, FAULT_INPUT, "%s: %.800s", path, f->text);
    *f = named;
}

bool convert_svg(const struct request *r, enum figure_format format,
                 const struct figure_style *style, struct fault *f)
{
    const char *path = r->inputs.items[0];
    struct source source;
    struct buf svg = {0};

    if (!source_open(&source, path, &r->limits, f))
        return false;
    bool ok = read_head(&source, &svg, UINT32_MAX, f);
    source_close(&source);
    if (ok && !write(r, buf_str(&svg), format, style, f)) {
        name_fault(f, path);
        ok = false;
    }
    buf_free(&svg);
    return ok;
}
