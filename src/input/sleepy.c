/* Symbols.txt:    sym91 "OPENGL32" "Trace::Writer::endEnter" "z:\trace_writer.cpp" 209
 * Callstacks.txt: 0.065085 sym15 sym18 sym91
 * What Very Sleepy saves, a zip archive: the seconds of each stack, its symbols leaf first. */
#include "base/mem.h"
#include "base/parse.h"
#include "base/unpack/zip.h"
#include "input/common/deferred_stacks.h"
#include "input/common/frame_cache.h"
#include "input/common/text.h"

enum { CHUNK = 64 << 10, NS_DIGITS = 9 };

struct sleepy {
    struct text text;
    struct zip zip;
    struct deferred_stacks stacks;
    struct names symbols;                /* their number is that in stacks and functions */
    struct deferred_function *functions; /* by symbol */
    size_t functions_room;
    struct frame_cache frames; /* by module and name: symbols of one function are one */
    struct buf key;
    struct buf line;
    uint64_t number; /* of the line, in its file */
    bool has_stacks;
};

static bool bad(struct sleepy *in, const char *reason, struct str near)
{
    return reading_bad(in->text.r, in->number, reason, near, in->text.f);
}

/* The parts of a symbol's line. */
struct symbol {
    struct str id, module, name, file;
    uint64_t line;
};

/* Parses a line from both ends, as names may contain quotes. */
static bool parse_symbol(struct str line, struct symbol *symbol)
{
    static const struct str between = {"\" \"", 3};
    size_t last = line.n;

    while (last && !is_blank(line.p[last - 1]))
        last--;
    if (!parse_u64(str_from_to(line, last, line.n), &symbol->line))
        return false;
    line = str_trim(str_from_to(line, 0, last));
    if (!take_word(&line, &symbol->id))
        return false;
    line = str_trim(line);
    if (line.n < 2 || line.p[0] != '"' || line.p[line.n - 1] != '"')
        return false;
    line = str_from_to(line, 1, line.n - 1);
    size_t first = str_find(line, 0, between);
    size_t second = str_find_last(line, between);
    if (first == line.n || first + between.n > second)
        return false;
    symbol->module = str_from_to(line, 0, first);
    symbol->name = str_from_to(line, first + between.n, second);
    symbol->file = str_from_to(line, second + between.n, line.n);
    return true;
}

static bool make_frame(struct sleepy *in, const struct symbol *symbol, frame_id *frame)
{
    struct str address = str_starts(symbol->id, STR("0x")) ? symbol->id : STR("");
    struct str name = symbol->name;
    bool has_file = symbol->file.n && !str_equal(symbol->file, STR("[unknown]"));
    struct frame row = {0};

    if (str_equal(name, STR("[unknown]")))
        name = STR("");
    if (!tidier_row(&in->text.tidier, name, symbol->module, address, &row))
        return false;
    if (has_file && (!in->text.r->ask->naming.modules || in->text.r->ask->naming.shown))
        row.seen.file = builder_place(&in->text.builder, symbol->file);
    if (has_file && in->text.r->ask->naming.modules) {
        if (!builder_name(&in->text.builder, symbol->file, &row.file))
            return false;
        row.line = symbol->line <= UINT32_MAX ? (uint32_t)symbol->line : 0;
    }
    return builder_row(&in->text.builder, &row, frame);
}

/* Finds or adds the number of a symbol. */
static uint32_t symbol_of(struct sleepy *in, struct str id)
{
    uint32_t number = names_add(&in->symbols, id);

    in->functions =
        mem_grow(in->functions, &in->functions_room, (size_t)number + 1, sizeof *in->functions);
    return number;
}

static bool take_symbol(struct sleepy *in, struct str line)
{
    struct symbol symbol;

    if (!parse_symbol(line, &symbol))
        return bad(in, "a symbol without module, name, file and line", line);
    if (symbol.id.n > in->text.r->ask->limits.name)
        return limits_reached(in->text.f, in->text.r->name, "name", in->text.r->ask->limits.name);
    buf_clear(&in->key);
    buf_add(&in->key, symbol.module);
    buf_add_byte(&in->key, '\n');
    buf_add(&in->key, symbol.name);
    frame_id *frame = frame_cache_frame(&in->frames, buf_str(&in->key));
    if (!*frame && !make_frame(in, &symbol, frame))
        return false;
    uint32_t number = symbol_of(in, symbol.id);
    in->functions[number].frame = *frame;
    return true;
}

static bool take_stack(struct sleepy *in, struct str line)
{
    uint64_t values[PROFILE_COLUMNS_MOST] = {0};
    struct decimal seconds = {0};
    struct str rest = line;
    struct str word = STR("");
    bool rounded;

    if (!take_word(&rest, &word) || !parse_float(word, NS_DIGITS, &seconds, &rounded) ||
        !decimal_scale(&seconds, NS_DIGITS))
        return bad(in, "a callstack that does not begin with seconds", line);
    deferred_begin(&in->stacks);
    while (take_word(&rest, &word)) {
        if (word.n > in->text.r->ask->limits.name)
            return limits_reached(in->text.f, in->text.r->name, "name",
                                  in->text.r->ask->limits.name);
        if (!deferred_push(&in->stacks, symbol_of(in, word)))
            return false;
    }
    if (deferred_depth(&in->stacks) == 0)
        return bad(in, "a callstack without symbols", line);
    values[0] = seconds.value;
    return deferred_add(&in->stacks, values, in->number);
}

enum sleepy_file { FILE_OTHER, FILE_SYMBOLS, FILE_STACKS };

static bool is_name(struct str name, const char *wanted)
{
    if (name.n != strlen(wanted))
        return false;
    for (size_t i = 0; i < name.n; i++) {
        char c = name.p[i];
        if ((c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c) != wanted[i])
            return false;
    }
    return true;
}

static enum sleepy_file file_of(struct str name)
{
    if (is_name(name, "symbols.txt"))
        return FILE_SYMBOLS;
    return is_name(name, "callstacks.txt") ? FILE_STACKS : FILE_OTHER;
}

static bool take_line(struct sleepy *in, enum sleepy_file file, struct str line)
{
    struct tally *t = &in->text.r->tally;

    in->number++;
    t->lines++;
    line = str_trim(line);
    if (line.n == 0) {
        t->blank++;
        return true;
    }
    return file == FILE_SYMBOLS ? take_symbol(in, line) : take_stack(in, line);
}

/* Takes the whole lines of a chunk; the first may have begun in the chunk before. */
static bool take_chunk(struct sleepy *in, enum sleepy_file file, struct str chunk)
{
    struct reading *r = in->text.r;
    struct place place;
    struct str rest = chunk;
    struct str line;

    while (take_field(&rest, '\n', &line) && rest.p) {
        if (in->line.n) {
            buf_add(&in->line, line);
            line = buf_str(&in->line);
        }
        if (!take_line(in, file, line))
            return false;
        buf_clear(&in->line);
    }
    buf_add(&in->line, line);
    return in->line.n <= r->ask->limits.line ||
           limits_reached(in->text.f, place_of(&place, r->name, in->number + 1), "line",
                          r->ask->limits.line);
}

static bool read_file(struct sleepy *in, enum sleepy_file file, char *chunk)
{
    struct reading *r = in->text.r;
    size_t got = 1;

    in->number = 0;
    buf_clear(&in->line);
    while (got) {
        if (!zip_read(&in->zip, chunk, CHUNK, &got, in->text.f))
            return false;
        r->tally.bytes += got;
        if (got && !take_chunk(in, file, (struct str){chunk, got}))
            return false;
        if (r->progress)
            r->progress(r->progress_context, in->zip.at * r->parts);
    }
    return in->line.n == 0 || take_line(in, file, buf_str(&in->line));
}

static bool read_files(struct sleepy *in)
{
    static const struct measure time = {"time", "ns"};
    char *chunk = mem_alloc(CHUNK, 1);
    bool ok = text_measures(&in->text, TEXT_FULL_NAMES, &time, 1) && zip_next(&in->zip, in->text.f);

    while (ok && in->zip.in_file) {
        enum sleepy_file file = file_of(buf_str(&in->zip.file));
        in->has_stacks = in->has_stacks || file == FILE_STACKS;
        ok = (file == FILE_OTHER || read_file(in, file, chunk)) && zip_next(&in->zip, in->text.f);
    }
    mem_free(chunk, CHUNK, 1);
    if (ok && !in->has_stacks)
        return fault_set(
            in->text.f, FAULT_INPUT,
            "%s: no file Callstacks.txt in this archive, wanted what Very Sleepy saves",
            in->text.r->name);
    return ok && deferred_finish(&in->stacks, &in->text.builder, in->functions, in->functions_room);
}

static bool read(struct reading *r, struct blocks *blocks, struct profile *p, struct fault *f)
{
    struct sleepy in = {0};

    text_init(&in.text, r, blocks, p, f);
    zip_init(&in.zip, blocks, r->name, &r->ask->limits);
    deferred_init(&in.stacks, r, p, 1, f);
    names_init(&in.symbols);
    frame_cache_init(&in.frames);
    bool ok = read_files(&in);
    r->tally.bytes = in.zip.at;
    zip_free(&in.zip);
    deferred_free(&in.stacks);
    names_free(&in.symbols);
    frame_cache_free(&in.frames);
    mem_free(in.functions, in.functions_room, sizeof *in.functions);
    buf_free(&in.key);
    buf_free(&in.line);
    text_free(&in.text);
    return ok;
}

/* A zip archive whose first file is one that Very Sleepy writes. */
static unsigned recognise(struct str prefix)
{
    static const char *const names[] = {"stats.txt", "ipcounts.txt", "symbols.txt",
                                        "callstacks.txt", "threads.txt"};
    enum { NAME = 30, N_NAME = 26, BITS = 60 };

    if (prefix.n < NAME || !str_starts(prefix, STR("PK\3\4")))
        return 0;
    size_t n = (unsigned char)prefix.p[N_NAME];
    if (prefix.n < NAME + n)
        return 0;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (is_name(str_from_to(prefix, NAME, NAME + n), names[i]))
            return BITS;
    return str_starts(str_from_to(prefix, NAME, NAME + n), STR("Version ")) ? BITS : 0;
}

static const char *const endings[] = {"sleepy", NULL};

const struct input_format input_sleepy = {
    .name = "sleepy",
    .about = "the zip archive that Very Sleepy saves",
    .endings = endings,
    .recognise = recognise,
    .read = read,
    .binary = true,
};
