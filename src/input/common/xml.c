/* <?xml version="1.0"?>: what all XML readers share. */
#include "input/common/xml.h"

#include "base/buf.h"
#include "base/parse.h"

#ifdef FLAME_HAVE_EXPAT

#include <expat.h>

#include "base/process/library.h"

#define LIBEXPAT(f)                                                                                \
    f(XML_ErrorString) f(XML_GetCurrentByteIndex) f(XML_GetCurrentLineNumber) f(XML_GetErrorCode)  \
        f(XML_Parse) f(XML_ParserCreate) f(XML_ParserFree) f(XML_SetCharacterDataHandler)          \
            f(XML_SetElementHandler) f(XML_SetStartDoctypeDeclHandler) f(XML_SetUserData)          \
                f(XML_StopParser)

struct libexpat {
    LIBEXPAT(LIBRARY_POINTER)
};

#ifdef FLAME_LOADS_EXPAT

LIBRARY_TABLE static struct libexpat libexpat;

static void libexpat_load(void)
{
    static const char *const names[] = {LIBEXPAT(LIBRARY_NAME)};

    library_load(FLAME_LOADS_EXPAT, names, sizeof names / sizeof names[0], &libexpat);
}

#else

LIBRARY_TABLE static struct libexpat libexpat = {LIBEXPAT(LIBRARY_ADDRESS)};

static void libexpat_load(void) {}

#endif

/* The longest tag; expat scans it again from its start with each block. */
enum { TAG_MOST = 4 << 20 };

struct xml {
    const struct xml_reader *reader;
    struct reading *r;
    struct fault *f;
    XML_Parser parser;
    uint64_t depth;
    bool keeping;
    struct buf text;
    bool in_line; /* the last byte was no newline */
};

uint64_t xml_line(struct xml *x)
{
    x->r->tally.lines = libexpat.XML_GetCurrentLineNumber(x->parser);
    return x->r->tally.lines;
}

bool xml_bad(struct xml *x, uint64_t line, const char *reason, struct str near)
{
    return reading_bad(x->r, line, reason, near, x->f);
}

static void stop_unless(struct xml *x, bool ok)
{
    if (!ok)
        libexpat.XML_StopParser(x->parser, XML_FALSE);
}

static bool limit(struct xml *x, const char *name, uint64_t most)
{
    struct place place;

    return limits_reached(x->f, place_of(&place, x->r->name, xml_line(x)), name, most);
}

void xml_keep_text(struct xml *x)
{
    x->keeping = true;
}

static void on_start(void *context, const char *name, const char **attributes)
{
    struct xml *x = context;

    if (x->f->kind != FAULT_NONE)
        return;
    x->keeping = false;
    buf_clear(&x->text);
    if (x->depth++ >= x->r->ask->limits.depth)
        stop_unless(x, limit(x, "depth", x->r->ask->limits.depth));
    else
        stop_unless(x,
                    x->reader->start(x->reader->context, x, name, (const char *const *)attributes));
}

static void on_end(void *context, const char *name)
{
    struct xml *x = context;

    if (x->f->kind != FAULT_NONE)
        return;
    x->depth--;
    stop_unless(x, x->reader->end(x->reader->context, x, name, buf_str(&x->text)));
    x->keeping = false;
    buf_clear(&x->text);
}

static void on_text(void *context, const char *text, int n)
{
    struct xml *x = context;

    if (!x->keeping || x->f->kind != FAULT_NONE)
        return;
    buf_add(&x->text, (struct str){text, (size_t)n});
    if (x->text.n > x->r->ask->limits.name)
        stop_unless(x, limit(x, "name", x->r->ask->limits.name));
}

/* Document types can declare entities, with which little input expands to much, or other files are
 * read. */
static void on_document_type(void *context, const char *name, const char *system_id,
                             const char *public_id, int has_declarations)
{
    struct xml *x = context;
    struct place place;
    struct excerpt e;

    (void)system_id, (void)public_id;
    if (has_declarations)
        stop_unless(x, fault_set(x->f, FAULT_INPUT,
                                 "%s: declarations for \"%s\" found, wanted XML without any",
                                 place_of(&place, x->r->name, xml_line(x)),
                                 excerpt_of(&e, str_of(name))));
}

/* An error from expat: damage if something was read before it. */
static bool not_well_formed(struct xml *x)
{
    enum XML_Error error = libexpat.XML_GetErrorCode(x->parser);
    uint64_t line = xml_line(x);
    struct place place;

    if (x->f->kind != FAULT_NONE)
        return false;
    if (error == XML_ERROR_NO_MEMORY)
        return fault_set(x->f, FAULT_SYSTEM, "%s: there is not enough memory to read XML",
                         place_of(&place, x->r->name, line));
    if (x->r->tally.taken)
        return xml_bad(x, line, "XML that is cut off or not well-formed; the rest is not read",
                       str_of(libexpat.XML_ErrorString(error)));
    return fault_set(x->f, FAULT_INPUT, "%s: XML that is cut off or not well-formed: %s",
                     place_of(&place, x->r->name, line), libexpat.XML_ErrorString(error));
}

/* The position of expat's current event in the input. */
static uint64_t place_in_input(const struct xml *x)
{
    XML_Index index = libexpat.XML_GetCurrentByteIndex(x->parser);

    return index < 0 ? 0 : (uint64_t)index;
}

/* Nothing after the damage is read or counted, wherever the block ended. */
static bool stop_at_damage(struct xml *x)
{
    x->r->tally.bytes = place_in_input(x);
    return not_well_formed(x);
}

/* Whether the text that expat has not yet reported is within the limit of a tag. */
static bool is_within_limit(struct xml *x)
{
    uint64_t line = x->r->ask->limits.line;
    uint64_t most = line && line < TAG_MOST ? line : TAG_MOST;

    return x->r->tally.bytes - place_in_input(x) <= most || limit(x, "line", most);
}

/* Blocks are at most SOURCE_BLOCK long. */
static bool parse_block(struct xml *x, struct str block, bool *well_formed)
{
    struct reading *r = x->r;

    r->tally.bytes += block.n;
    x->in_line = block.n ? block.p[block.n - 1] != '\n' : x->in_line;
    *well_formed =
        libexpat.XML_Parse(x->parser, block.p, (int)block.n, block.n == 0) == XML_STATUS_OK;
    if (!*well_formed)
        return stop_at_damage(x);
    r->tally.lines = xml_line(x) - !x->in_line;
    if (block.n && r->progress)
        r->progress(r->progress_context, r->tally.bytes * r->parts);
    return is_within_limit(x);
}

static bool read_all(struct xml *x, struct blocks *blocks)
{
    struct str block = STR("");
    bool well_formed = true;

    do {
        if (!blocks_next_bytes(blocks, &block, x->f))
            return false;
        if (!parse_block(x, block, &well_formed))
            return false;
    } while (block.n && well_formed);
    return true;
}

bool xml_read(const struct xml_reader *reader, struct reading *r, struct blocks *blocks,
              struct fault *f)
{
    struct xml x = {.reader = reader, .r = r, .f = f};

    libexpat_load();
    /* The declaration still states the encoding from before the conversion. */
    x.parser = libexpat.XML_ParserCreate(blocks->decoder ? "UTF-8" : NULL);
    if (!x.parser)
        return fault_set(f, FAULT_SYSTEM, "%s: there is not enough memory to read XML", r->name);
    libexpat.XML_SetUserData(x.parser, &x);
    libexpat.XML_SetElementHandler(x.parser, on_start, on_end);
    libexpat.XML_SetCharacterDataHandler(x.parser, on_text);
    libexpat.XML_SetStartDoctypeDeclHandler(x.parser, on_document_type);
    bool ok = read_all(&x, blocks);
    libexpat.XML_ParserFree(x.parser);
    buf_free(&x.text);
    return ok && f->kind == FAULT_NONE;
}

#else

bool xml_read(const struct xml_reader *reader, struct reading *r, struct blocks *blocks,
              struct fault *f)
{
    (void)reader, (void)blocks;
    return fault_set(f, FAULT_INPUT,
                     "%s: is XML, which this build does not read; wanted flame built with expat "
                     "(libexpat1-dev)",
                     r->name);
}

void xml_keep_text(struct xml *x)
{
    (void)x;
}

uint64_t xml_line(struct xml *x)
{
    (void)x;
    return 0;
}

bool xml_bad(struct xml *x, uint64_t line, const char *reason, struct str near)
{
    (void)x, (void)line, (void)reason, (void)near;
    return true;
}

#endif

const char *xml_attribute(const char *const *attributes, const char *name)
{
    for (; attributes[0]; attributes += 2)
        if (strcmp(attributes[0], name) == 0)
            return attributes[1];
    return NULL;
}

/* Returns the position after the text at i that begins with `from` and ends with `to`; i if there
 * is none. */
static size_t behind(struct str s, size_t i, struct str from, struct str to)
{
    if (!str_starts(str_from_to(s, i, s.n), from))
        return i;
    size_t end = str_find(s, i + from.n, to);
    return end < s.n ? end + to.n : s.n;
}

unsigned xml_recognise(struct str prefix, struct str root)
{
    size_t i = 0;
    size_t before;

    do {
        before = i;
        while (i < prefix.n && is_space(prefix.p[i]))
            i++;
        i = behind(prefix, i, STR("<?"), STR("?>"));
        i = behind(prefix, i, STR("<!--"), STR("-->"));
        i = behind(prefix, i, STR("<!DOCTYPE"), STR(">"));
    } while (i > before);
    struct str rest = str_from_to(prefix, i, prefix.n);
    if (rest.n < root.n + 2 || rest.p[0] != '<' || !str_starts(str_from_to(rest, 1, rest.n), root))
        return 0;
    char c = rest.p[root.n + 1];
    if (c != '>' && c != '/' && !is_blank(c) && c != '\n' && c != '\r')
        return 0;
    return root.n < 7 ? 8 * (unsigned)root.n : 60;
}
