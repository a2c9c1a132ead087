/* foo::bar(int, char const*) const to foo::bar, Lcom/x/Y;::m to com/x/Y:::m
 * Makes function names readable. */
#include "input/common/tidy.h"

#include "base/parse.h"

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

/* Returns where the C++ operator name that begins at i ends; i if there is none. */
static size_t after_operator(struct str s, size_t i)
{
    static const char *const signs[] = {"->*", "<=>", "<<=", ">>=", "->", "<<", ">>",
                                        "<=",  ">=",  "()",  "[]",  "<",  ">"};

    if (s.p[i] != 'o' || !at(s, i, STR("operator")) || (i && is_word(s.p[i - 1])))
        return i;
    for (size_t k = 0; k < sizeof signs / sizeof signs[0]; k++)
        if (at(s, i + 8, str_of(signs[k])))
            return i + 8 + strlen(signs[k]);
    return i;
}

/* Returns the position after the bracket that closes the one at i, or s.n. */
static size_t after_closing(struct str s, size_t i)
{
    size_t depth = 0;

    for (; i < s.n; i++) {
        if (s.p[i] == '(')
            depth++;
        if (s.p[i] == ')' && --depth == 0)
            return i + 1;
    }
    return s.n;
}

/* Whether the bracket at i belongs to the name: (anonymous namespace), Go's (*T). */
static bool names_something(struct str s, size_t i)
{
    return at(s, i, STR("(anonymous ")) || at(s, i, STR("(inlined)")) ||
           (i && s.p[i - 1] == '.' && at(s, i, STR("(*")));
}

/* Whether the name ends with its arguments, which end at i. Other text after a bracket means that
 * it does not hold arguments. */
static bool ends_name(struct str s, size_t i)
{
    static const char *const tails[] = {" const", " volatile", " noexcept", " &", " [", "@", "."};

    for (size_t k = 0; k < sizeof tails / sizeof tails[0]; k++)
        if (at(s, i, str_of(tails[k])) && !at(s, i, STR(" const::")))
            return true;
    return i == s.n;
}

/* Whether only a tier of compilation follows the arguments, which end at i: .NET's [Tier0],
 * [OptimizedTier1], [PreStub], each of which is separate code. */
static bool ends_in_tier(struct str s, size_t i)
{
    if (!at(s, i, STR("[")) || s.p[s.n - 1] != ']' || i + 2 >= s.n)
        return false;
    for (i++; i + 1 < s.n; i++)
        if (!is_letter(s.p[i]) && !is_digit(s.p[i]))
            return false;
    return true;
}

/* Copies the name without round brackets and their contents, unless inside other brackets. What
 * follows the arguments stays if it is part of the name: f(int)::{lambda()#1}::operator(),
 * f(int)[Tier0]. */
static void strip_arguments(struct str s, struct buf *to)
{
    size_t depth = 0;
    size_t from = 0; /* the text before it is copied or cut */

    for (size_t i = 0; i < s.n; i++) {
        size_t end = after_operator(s, i);
        char c = s.p[i];
        if (end > i) {
            i = end - 1;
            continue;
        }
        if (c == '(' && depth == 0 && i && !names_something(s, i)) {
            end = after_closing(s, i);
            if (at(s, end, STR(" const::")))
                end += 6;
            if (ends_name(s, end)) {
                s.n = i;
                break;
            }
            if (at(s, end, STR("::")) || ends_in_tier(s, end)) {
                buf_add(to, str_from_to(s, from, i));
                from = end;
                i = end - 1;
                continue;
            }
        }
        if (c == '<' || c == '{' || c == '[')
            depth++;
        else if (depth && ((c == '>' && s.p[i - 1] != '-') || c == '}' || c == ']'))
            depth--;
    }
    buf_add(to, str_from_to(s, from, s.n));
}

static bool has_rust_hash(struct str s)
{
    if (s.n < 19 || !at(s, s.n - 19, STR("::h")))
        return false;
    for (size_t i = s.n - 16; i < s.n; i++)
        if (!is_hex(s.p[i]))
            return false;
    return true;
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
    return has_rust_hash(s) || (has(s, '$') && (str_find(s, 0, STR("$LT$")) < s.n ||
                                                str_find(s, 0, STR("$u20$")) < s.n ||
                                                str_find(s, 0, STR("$u7b$")) < s.n));
}

/* _$LT$alloc..boxed..Box$LT$F$GT$$u20$as$u20$F$GT$::call::h0123456789abcdef */
static void repair_rust(struct str s, struct buf *to)
{
    if (has_rust_hash(s))
        s.n -= 19;
    size_t i = 0;
    while (i < s.n) {
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

void tidy_printed(struct str name, struct buf *to)
{
    buf_clear(to);
    if (is_half_demangled(name))
        repair_rust(name, to);
    else
        tidy_java(name, to);
    replace_separators(to);
}

void tidy_name(struct str name, struct buf *to)
{
    struct buf other = {0};

    buf_clear(to);
    if (begins_with_class(name))
        name = str_from_to(name, 1, name.n);
    if (is_half_demangled(name))
        repair_rust(name, &other);
    else if (str_find(name, 0, STR("Lambda")) < name.n)
        tidy_java(name, &other);
    if (other.n)
        name = buf_str(&other);
    if (has(name, '('))
        strip_arguments(name, to);
    else
        buf_add(to, name);
    replace_separators(to);
    buf_free(&other);
}

size_t tidy_until_inlined(struct str name)
{
    size_t depth = 0;

    if (str_find(name, 0, STR("->")) == name.n)
        return name.n;
    for (size_t i = 0; i + 1 < name.n; i++) {
        size_t end = after_operator(name, i);
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
    if (str_ends(path, STR(" (deleted)")))
        path.n -= 10;
    return path_base_name(path);
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
