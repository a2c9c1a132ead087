/* foo::bar(int, char const*) const to foo::bar, Lcom/x/Y;::m to com/x/Y:::m
 * Makes function names readable. */
#include "input/common/names/tidy.h"

#include "base/kernel_path.h"
#include "base/parse.h"
#include "model/signature.h"

static bool is_word(char c)
{
    return is_letter(c) || is_digit(c) || c == '_' || c == '$';
}

static bool is_hex(char c)
{
    return is_digit(c) || (c >= 'a' && c <= 'f');
}

static bool at(struct str s, size_t i, struct str part)
{
    return i <= s.n && str_starts(str_from_to(s, i, s.n), part);
}

static bool has(struct str s, char c)
{
    return s.n && memchr(s.p, c, s.n);
}

/* Returns where a Rust hash begins, which ends the name or precedes what compilers append:
 * "::h0123456789abcdef", "::h0123456789abcdef.cold"; s.n if there is none. */
static size_t rust_hash(struct str s)
{
    enum { TAIL = 3 + 16 };
    size_t from = s.n < TAIL ? s.n : str_find_last(s, STR("::h"));

    if (s.n - from < TAIL)
        return s.n;
    for (size_t i = from + 3; i < from + TAIL; i++)
        if (!is_hex(s.p[i]))
            return s.n;
    size_t end = from + TAIL;
    return end == s.n || s.p[end] == '.' || s.p[end] == ' ' || s.p[end] == '@' ? from : s.n;
}

/* Returns the length of what LLVM appends to make a name unique: ".llvm.8213", and as some
 * demanglers write it, " (.llvm.8213)"; 0 if it is not at i. */
static size_t llvm_number(struct str s, size_t i)
{
    bool bracket = at(s, i, STR(" (.llvm."));
    size_t from = i + (bracket ? 8 : 6);
    size_t end = from;

    if (!bracket && !at(s, i, STR(".llvm.")))
        return 0;
    while (end < s.n && is_digit(s.p[end]))
        end++;
    if (end == from || (bracket && (end == s.n || s.p[end] != ')')))
        return 0;
    end += bracket;
    return end == s.n || !is_word(s.p[end]) ? end - i : 0;
}

static void drop_llvm_numbers(struct str s, struct buf *to)
{
    for (size_t i = 0; i < s.n;) {
        size_t n = s.p[i] == '.' || s.p[i] == ' ' ? llvm_number(s, i) : 0;
        if (!n)
            buf_add_byte(to, s.p[i]);
        i += n ? n : 1;
    }
}

/* Writes what an escape of legacy Rust names stands for; returns its length, 0 when it is none. */
static size_t rust_escape(struct str s, struct buf *to)
{
    static const char table[][2][5] = {{"$LT$", "<"}, {"$GT$", ">"}, {"$LP$", "("}, {"$RP$", ")"},
                                       {"$RF$", "&"}, {"$BP$", "*"}, {"$SP$", "@"}, {"$C$", ","}};
    unsigned code = 0;

    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        if (str_starts(s, str_of(table[i][0]))) {
            buf_add(to, str_of(table[i][1]));
            return strlen(table[i][0]);
        }
    if (s.n < 5 || s.p[1] != 'u' || !is_hex(s.p[2]) || !is_hex(s.p[3]) || s.p[4] != '$')
        return 0;
    for (size_t i = 2; i < 4; i++)
        code = code * 16 + (unsigned)(is_digit(s.p[i]) ? s.p[i] - '0' : s.p[i] - 'a' + 10);
    if (code < 0x20 || code > 0x7e)
        return 0;
    buf_add_byte(to, (char)code);
    return 5;
}

static bool is_half_demangled(struct str s)
{
    return rust_hash(s) < s.n || (has(s, '$') && (str_find(s, 0, STR("$LT$")) < s.n ||
                                                  str_find(s, 0, STR("$u20$")) < s.n ||
                                                  str_find(s, 0, STR("$u7b$")) < s.n));
}

/* _$LT$alloc..boxed..Box$LT$F$GT$$u20$as$u20$F$GT$::call::h0123456789abcdef */
static void repair_rust(struct str s, struct buf *to)
{
    size_t hash = rust_hash(s);
    size_t i = 0;

    while (i < s.n) {
        if (i == hash) {
            buf_add(to, str_from_to(s, i + 19, s.n));
            break;
        }
        if (at(s, i, STR("_$")) && (i == 0 || s.p[i - 1] == '`'))
            i++;
        size_t n = s.p[i] == '$' ? rust_escape(str_from_to(s, i, s.n), to) : 0;
        if (!n && at(s, i, STR(".."))) {
            buf_add(to, STR("::"));
            n = 2;
        }
        if (!n) {
            buf_add_byte(to, s.p[i]);
            n = 1;
        }
        i += n;
    }
}

/* Whether the name begins with a class as the JVM writes it: Lcom/x/Y; with a package. */
static bool begins_with_class(struct str s)
{
    size_t i = 1;
    bool package = false;

    if (s.n < 4 || s.p[0] != 'L')
        return false;
    for (; i < s.n && (is_word(s.p[i]) || s.p[i] == '/' || s.p[i] == '-'); i++)
        package = package || s.p[i] == '/';
    return package && (i == s.n || s.p[i] == ';' || s.p[i] == ':' || s.p[i] == '.');
}

/* Foo$$Lambda$14/0x0000000800066840.run has other numbers in every run. */
static size_t lambda_number(struct str s, size_t i)
{
    size_t from = i;

    if (i < 6 || !at(s, i - 6, STR("Lambda")))
        return 0;
    if (i + 1 < s.n && s.p[i] == '$' && is_digit(s.p[i + 1]))
        for (i++; i < s.n && is_digit(s.p[i]);)
            i++;
    if (i + 1 < s.n && s.p[i] == '/' && is_digit(s.p[i + 1])) {
        i += at(s, i, STR("/0x")) ? 3 : 1;
        while (i < s.n && is_hex(s.p[i]))
            i++;
    }
    return i - from;
}

static void tidy_java(struct str s, struct buf *to)
{
    for (size_t i = 0; i < s.n;) {
        size_t n = s.p[i] == '$' || s.p[i] == '/' ? lambda_number(s, i) : 0;
        if (!n)
            buf_add_byte(to, s.p[i]);
        i += n ? n : 1;
    }
}

static bool separates(char c)
{
    return c == ';' || c == '\n' || c == '\r';
}

bool tidy_has_separators(struct str name)
{
    return has(name, ';') || has(name, '\n') || has(name, '\r');
}

static void replace_separators(struct buf *text)
{
    if (!tidy_has_separators(buf_str(text)))
        return;
    for (size_t i = 0; i < text->n; i++)
        if (separates(text->p[i]))
            text->p[i] = text->p[i] == ';' ? ':' : ' ';
}

void tidy_separators(struct str name, struct buf *to)
{
    buf_clear(to);
    buf_add(to, name);
    replace_separators(to);
}

/* Lends the name without LLVM's numbers, made in `room` (empty) where there are any. */
static struct str without_llvm(struct str name, struct buf *room)
{
    if (str_find(name, 0, STR(".llvm.")) == name.n)
        return name;
    drop_llvm_numbers(name, room);
    return room->n ? buf_str(room) : name;
}

void tidy_printed(struct str name, struct buf *to)
{
    struct buf room = {0};

    buf_clear(to);
    name = without_llvm(name, &room);
    if (is_half_demangled(name))
        repair_rust(name, to);
    else
        tidy_java(name, to);
    replace_separators(to);
    buf_free(&room);
}

void tidy_name(struct str name, struct buf *to)
{
    struct buf room = {0};
    struct buf other = {0};

    buf_clear(to);
    if (begins_with_class(name))
        name = str_from_to(name, 1, name.n);
    name = without_llvm(name, &room);
    if (is_half_demangled(name))
        repair_rust(name, &other);
    else if (str_find(name, 0, STR("Lambda")) < name.n)
        tidy_java(name, &other);
    if (other.n)
        name = buf_str(&other);
    if (has(name, '('))
        signature_strip(str_from_to(name, signature_after_managed_type(name), name.n), to);
    else
        buf_add(to, name);
    replace_separators(to);
    buf_free(&other);
    buf_free(&room);
}

/* GLIBC_2.14, GLIBC_PRIVATE, LIBXML2_2.4.30; where it is the default one (@@), any word. */
static bool is_version(struct str s, bool is_default)
{
    bool has_digit = false;

    for (size_t i = 0; i < s.n; i++) {
        bool is_small = s.p[i] >= 'a' && s.p[i] <= 'z';
        if ((!is_word(s.p[i]) && s.p[i] != '.') || s.p[i] == '$' || (is_small && !is_default))
            return false;
        has_digit = has_digit || is_digit(s.p[i]);
    }
    return s.n && !is_digit(s.p[0]) && s.p[0] != '.' &&
           (is_default || (has(s, '_') && (has_digit || str_ends(s, STR("_PRIVATE")))));
}

struct str tidy_version(struct str name)
{
    size_t at = str_find_last(name, STR("@"));

    if (at == name.n || at == 0 || has(name, '?')) /* names of MSVC begin with that */
        return name;
    bool is_default = name.p[at - 1] == '@';
    size_t end = at - is_default;
    return end && is_version(str_from_to(name, at + 1, name.n), is_default)
               ? str_from_to(name, 0, end)
               : name;
}

size_t tidy_until_inlined(struct str name)
{
    size_t depth = 0;

    if (str_find(name, 0, STR("->")) == name.n)
        return name.n;
    for (size_t i = 0; i + 1 < name.n; i++) {
        size_t end = signature_after_operator(name, i);
        char c = name.p[i];
        if (end > i) {
            i = end - 1;
        } else if (c == '-' && name.p[i + 1] == '>') {
            if (depth == 0 && i && name.p[i - 1] != ' ')
                return i;
            i++;
        } else if (c == '<' || c == '(') {
            depth++;
        } else if (depth && (c == '>' || c == ')')) {
            depth--;
        }
    }
    return name.n;
}

static struct str base_name(struct str path)
{
    return path_base_name(kernel_path_undeleted(path));
}

bool tidy_enters_kernel(struct str name)
{
    static const char *const starts[] = {
        "entry_SYSCALL",
        "entry_SYSENTER",
        "entry_INT80",
        "asm_call_",
        "asm_common_interrupt",
        "asm_exc_",
        "asm_spurious_interrupt",
        "asm_sysvec_",
        "ret_from_fork",
        "ret_from_kernel_",
        "ret_from_intr",
        "secondary_startup_",
        "common_startup_",
        "x86_64_start_kernel",
        "el0t_",
        "el0_",
        "el1h_",
        "page_fault",
        "async_page_fault",
        "apic_timer_interrupt",
        "system_call_fast",
    };

    for (size_t i = 0; i < sizeof starts / sizeof starts[0]; i++)
        if (str_starts(name, str_of(starts[i])))
            return true;
    return false;
}

void tidy_unknown(struct str module, struct str address, struct buf *to)
{
    struct str name = base_name(module);

    buf_clear(to);
    if (name.n == 0 || str_equal(name, STR("[unknown]")))
        name = STR("unknown");
    buf_add_byte(to, '[');
    buf_add(to, name);
    if (address.n) {
        buf_add(to, STR(" <"));
        buf_add(to, address);
        buf_add_byte(to, '>');
    }
    buf_add_byte(to, ']');
    replace_separators(to);
}

/* /tmp/perf-1234.map, jitted-1234-5.so */
static bool is_jit(struct str base)
{
    return (str_starts(base, STR("perf-")) && str_ends(base, STR(".map"))) ||
           (str_starts(base, STR("jitted-")) && str_ends(base, STR(".so")));
}

static bool is_kernel_file(struct str base)
{
    return str_starts(base, STR("vmlinux")) || str_starts(base, STR("bpf_prog_")) ||
           str_ends(base, STR(".ko")) || str_ends(base, STR(".ko.xz")) ||
           str_ends(base, STR(".ko.gz")) || str_ends(base, STR(".ko.zst"));
}

enum frame_kind tidy_kind(struct str module)
{
    static const char *const user[] = {"[vdso", "[vsyscall", "[heap",    "[stack",
                                       "[anon", "[unknown]", "[uprobes]"};
    struct str base = base_name(module);

    if (module.n == 0)
        return KIND_UNKNOWN;
    if (is_jit(base) || str_starts(module, STR("[JIT")))
        return KIND_JIT;
    if (is_kernel_file(base))
        return KIND_KERNEL;
    if (module.p[0] != '[')
        return KIND_USER;
    if (str_starts(module, STR("[guest")))
        return KIND_GUEST;
    for (size_t i = 0; i < sizeof user / sizeof user[0]; i++)
        if (str_starts(module, str_of(user[i])))
            return KIND_USER;
    return KIND_KERNEL;
}

static bool equals_small(struct str s, struct str small)
{
    size_t i = 0;

    if (s.n != small.n)
        return false;
    while (i < s.n && (s.p[i] >= 'A' && s.p[i] <= 'Z' ? s.p[i] | 0x20 : s.p[i]) == small.p[i])
        i++;
    return i == s.n;
}

bool tidy_is_cut(struct str name)
{
    static const char *const words[] = {
        "<unwind failure>",   /* bpftrace */
        "[unwind failed]",    /* looks from outside with libdw */
        "[truncated stack]",  /* PyPerf of bcc, and what is built on it */
        "[truncated stacks]", /* of .NET, many in one */
        "<truncated>",
        "(truncated)",
        "[incomplete]",            /* ddprof */
        "[frame_buffer_overflow]", /* async-profiler before 2.0 */
    };
    const struct str with_reason = STR("<unwinding aborted due to error "); /* OpenTelemetry's */

    if (name.n < strlen("<truncated>") ||
        (name.p[0] != '<' && name.p[0] != '[' && name.p[0] != '('))
        return false;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (equals_small(name, str_of(words[i])))
            return true;
    return str_starts(name, with_reason);
}

/* Takes ":7" off the end. */
static bool take_number(struct str *place, uint64_t *number)
{
    size_t colon = str_find_last(*place, STR(":"));

    if (colon == place->n || !parse_u64(str_from_to(*place, colon + 1, place->n), number))
        return false;
    place->n = colon;
    return true;
}

bool tidy_place_in(struct str name, struct str *file, uint64_t *line)
{
    static const char *const tags[] = {"JS:", "LazyCompile:", "Function:", "Script:", "Eval:"};
    const struct str python = STR("py::");
    uint64_t before;

    *line = 0;
    if (str_starts(name, python)) {
        size_t colon = str_find(name, python.n, STR(":"));
        *file = str_from_to(name, colon < name.n ? colon + 1 : name.n, name.n);
        return file->n > 0;
    }
    for (size_t i = 0; i < sizeof tags / sizeof tags[0]; i++)
        if (str_starts(name, str_of(tags[i]))) {
            size_t blank = str_find(name, strlen(tags[i]) + 1, STR(" "));
            *file = str_from_to(name, blank < name.n ? blank + 1 : name.n, name.n);
            if (!take_number(file, line))
                return false;
            if (take_number(file, &before)) /* what came last was the column */
                *line = before;
            return file->n > 0 && *line <= UINT32_MAX;
        }
    return false;
}

struct str tidy_bytes(struct str name)
{
    if (name.n < 4 || name.p[0] != 'b' || (name.p[1] != '\'' && name.p[1] != '"') ||
        name.p[name.n - 1] != name.p[1])
        return name;
    return str_from_to(name, 2, name.n - 1);
}
