/* pack OUT.js IN...   minifies JavaScript: joins files, and code between them, to a short function:
 *     const { node, depth } = box;      let{node:a,depth:b}=c,d=a+1;
 *     const next = node + 1; // below
 * It knows the JavaScript that the viewer's sources use and types in comments of one line, and
 * stops at anything else. A const becomes a let: nothing may rely on an error from assigning to it,
 * or on names of functions. The scope of a declaration is a range of tokens, never too short; two
 * are disjoint or nested. That of a loop without braces is too long: its block must not use a
 * global of that name after it. Declarations of one name in one scope are one variable; others are
 * globals. Two may share a short name unless the outer is used where the inner is known. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* All memory is on the stack, so it is bounded. The second letter keeps names from being words. */
enum { MOST_TOKENS = 50000, MOST_VARIABLES = 8000, MOST_SOURCE = 1 << 19, MOST_OUT = 1 << 18 };
enum { LINE = 500, N_FIRST = 54, SECOND = 26, NO_NAME = N_FIRST * (64 - SECOND + 1) };

enum token_kind { VARIABLE, SHORTHAND, NAME, KEYWORD, NUMBER, TEXT, REGEXP, SIGN };
enum area { BLOCK, OBJECT, CLASS, TEMPLATE, PAREN, BRACKET };

struct token {
    const char *text;
    uint32_t n;
    uint32_t up;   /* the bracket around it */
    uint32_t pair; /* of a bracket: its other end */
    uint32_t root; /* of a name: what declares it, if that has `declares` */
    uint32_t next; /* the next use of the same variable */
    uint32_t name; /* the new one, or NO_NAME */
    unsigned char kind;
    bool ends;     /* an operand ends here: a / after it divides */
    bool starts;   /* a statement may start after it */
    bool aims;     /* a name after it is declared, if there is one */
    bool declares; /* declares names; a ( that of parameters */
    bool joins;    /* a ; after const or let */
    /* What is known inside of a bracket: */
    unsigned char area;
    bool key;           /* a key comes next */
    bool value;         /* its end ends an operand */
    bool class_next;    /* the next { is that of a class */
    bool value_next;    /* the next function or class is an operand */
    uint32_t aim;       /* the root of names that are declared here */
    uint32_t questions; /* ? without : so far */
};

struct variable {
    uint32_t word;  /* a token that spells it */
    uint32_t first; /* its stretch */
    uint32_t last;
    uint32_t apart; /* where other names begin: with the parameters of its block */
    uint32_t use;   /* the last one; token.next leads to those before */
    uint32_t uses;
    uint32_t name;
};

struct pack {
    const char *path;
    const char *at;
    uint32_t line;
    uint32_t n;  /* tokens */
    uint32_t in; /* the innermost open bracket */
    uint32_t n_variables;
    size_t n_source;
    size_t n_out;
    size_t line_start;
    bool blocked[NO_NAME + 1];
    struct token tokens[MOST_TOKENS];
    struct variable variables[MOST_VARIABLES];
    char source[MOST_SOURCE];
    char out[MOST_OUT];
};

static const char alphabet[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_$0123456789";
static const char keywords[] =
    "await break case catch class const continue debugger default delete do else extends false "
    "finally for function if in instanceof let new null return super switch this throw true try "
    "typeof var void while yield";
static const char signs[] = ">>>= ... === !== **= <<= >>= >>> &&= ||= ?\?= => == != <= >= && || ?? "
                            "?. ++ -- += -= *= /= %= &= |= ^= << >> ** "
                            "{ } ( ) [ ] ; , < > + - * / % & | ^ ! ~ ? : = .";

static void need(const struct pack *p, bool is_so, const char *fault)
{
    if (is_so)
        return;
    fprintf(stderr, "%s:%lu: %s\n", p->path, (unsigned long)p->line, fault);
    exit(1);
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_letter(char c)
{
    return c != '\0' && strchr(alphabet, c) != NULL;
}

/* Whether a text is one of words with single blanks between them. */
static bool one_of(const char *text, size_t n, const char *words)
{
    for (size_t length = 0; *words != '\0'; words += length + (words[length] == ' ')) {
        length = strcspn(words, " ");
        if (length == n && memcmp(words, text, n) == 0)
            return true;
    }
    return false;
}

static bool is(const struct token *t, enum token_kind kind, const char *words)
{
    return t->kind == kind && one_of(t->text, t->n, words);
}

/* ---- reading */

static struct token *add(struct pack *p, enum token_kind kind, const char *text, size_t n)
{
    need(p, p->n < MOST_TOKENS - 1, "too many tokens");
    struct token *t = &p->tokens[p->n++];
    *t = (struct token){
        .text = text, .n = (uint32_t)n, .kind = (unsigned char)kind, .up = p->in, .name = NO_NAME};
    return t;
}

static void enter(struct pack *p, struct token *t, enum area area, uint32_t aim)
{
    t->up = p->in;
    t->area = (unsigned char)area;
    t->aim = aim;
    t->key = area == OBJECT || area == CLASS;
    p->in = p->n - 1;
}

/* The first character that is neither blank nor in a comment. */
static const char *past_blanks(const char *at, uint32_t *lines)
{
    for (;; at++) {
        const char *end = strncmp(at, "/**", 3) == 0 ? strstr(at, "*/") : NULL;
        if (strncmp(at, "//", 2) == 0)
            at += strcspn(at, "\n");
        else if (end != NULL && end < at + strcspn(at, "\n"))
            at = end + 2;
        if (*at == '\n')
            ++*lines;
        else if (*at != ' ' && *at != '\t' && *at != '\r')
            return at;
    }
}

static void read_keyword(struct pack *p, struct token *t)
{
    struct token *in = &p->tokens[p->in];
    const struct token *before = is(t - 1, VARIABLE, "async") ? t - 2 : t - 1;
    t->kind = KEYWORD;
    t->ends = is(t, KEYWORD, "this super null true false");
    t->starts = is(t, KEYWORD, "else do try finally catch");
    t->aims = is(t, KEYWORD, "const let var");
    t->declares = t->aims || is(t, KEYWORD, "function class");
    if (t->aims || is(t, KEYWORD, "in of")) {
        in->aim = t->aims ? p->n - 1 : 0;
    } else if (t->declares) {
        in->class_next = is(t, KEYWORD, "class");
        in->value_next = !before->starts;
    }
}

/* Tells variables from the names of properties and labels, which stay. */
static void read_word(struct pack *p, const char *text, size_t n)
{
    struct token *in = &p->tokens[p->in];
    struct token *t = add(p, NAME, text, n);
    const struct token *before = t - 1;
    uint32_t lines = 0;
    char after = *past_blanks(text + n, &lines);
    t->ends = true;
    if (is(before, SIGN, ". ?.") || is(before, KEYWORD, "break continue") ||
        (before->starts && after == ':'))
        return;
    if (in->key) {
        in->key = is(t, NAME, "get set async static") && strchr("(,:=;}", after) == NULL;
        t->ends = !in->key;
        if (in->key || in->area == CLASS || after == ':' || after == '(')
            return;
        need(p, strchr(",}=", after) != NULL, "a key without its value");
        t->kind = SHORTHAND;
    } else if (one_of(text, n, keywords) || (before->ends && is(t, NAME, "of"))) {
        read_keyword(p, t);
        return;
    } else {
        t->kind = VARIABLE;
    }
    need(p, !is(t, VARIABLE, "import export with enum eval"), "a word that is not known here");
    if (is(before, SIGN, "*") && is(before - 1, KEYWORD, "function"))
        before--;
    if (is(before, KEYWORD, "function class"))
        t->root = (uint32_t)(before - p->tokens);
    else if (t->kind == SHORTHAND || before->aims)
        t->root = in->aim;
}

/* Tells blocks, the bodies of functions and classes, and objects (patterns too). */
static void open_brace(struct pack *p, struct token *t, uint32_t aim)
{
    struct token *in = &p->tokens[p->in];
    const struct token *before = t - 1;
    bool behind_parameters = is(before, SIGN, ")") && !before->starts;
    bool is_body = behind_parameters || is(before, SIGN, "=>");
    enum area area = in->class_next ? CLASS : is_body || before->starts ? BLOCK : OBJECT;
    need(p, area != OBJECT || !before->ends, "a { where none can stand");
    t->starts = area == BLOCK;
    t->value = in->class_next || behind_parameters ? in->value_next : !before->starts;
    if (area == BLOCK && behind_parameters)
        p->tokens[before->pair].declares = true;
    in->value_next = in->class_next = false;
    enter(p, t, area, area == OBJECT ? aim : 0);
}

static void close_bracket(struct pack *p, struct token *t)
{
    struct token *open = &p->tokens[p->in];
    struct token *in = &p->tokens[open->up];
    need(p, "}}}})]"[open->area] == t->text[0], "a bracket that was not opened");
    need(p, open->questions == 0, "a ? without its :");
    open->pair = p->n - 1;
    t->pair = p->in;
    p->in = open->up;
    t->ends = open->value;
    if (!t->ends && open->area != TEMPLATE) { /* a block, or the head of a statement */
        t->starts = in->area == BLOCK;
        in->key = in->area == CLASS;
    }
}

static void read_sign(struct pack *p, const char *text, size_t n)
{
    struct token *t = add(p, SIGN, text, n);
    struct token *in = &p->tokens[p->in];
    struct token *before = t - 1;
    bool key = in->key && is(t, SIGN, "*");
    uint32_t aim = before->aims ? in->aim : 0;
    if (is(t, SIGN, "{")) {
        open_brace(p, t, aim);
    } else if (is(t, SIGN, "( [")) {
        const struct token *word = is(before, KEYWORD, "await") ? before - 1 : before;
        t->aims = true;
        t->value = *text == '[' || !is(word, KEYWORD, "if for while switch");
        enter(p, t, *text == '[' ? BRACKET : PAREN, *text == '[' ? aim : p->n - 1);
    } else if (is(t, SIGN, ") ] }")) {
        close_bracket(p, t);
        return;
    } else if (is(t, SIGN, "?")) {
        in->questions++;
    } else if (is(t, SIGN, ":") && in->questions > 0) {
        in->questions--;
    } else if (is(t, SIGN, ":")) {
        need(p, in->area == OBJECT || in->area == BLOCK, "a : without its ?");
        t->aims = in->area == OBJECT;
        t->starts = in->area == BLOCK;
    } else if (is(t, SIGN, ";")) {
        need(p, in->area != OBJECT && in->area != BRACKET, "a ; within an expression");
        t->starts = in->area == BLOCK;
        t->joins = in->area == BLOCK && is(&p->tokens[in->aim], KEYWORD, "const let");
        in->aim = 0;
        key = in->area == CLASS;
    } else if (is(t, SIGN, ", ...")) {
        t->aims = true;
        key = in->area == OBJECT && n == 1;
    } else if (is(t, SIGN, "=>")) {
        need(p, before->kind == VARIABLE || is(before, SIGN, ")"), "a => without parameters");
        before->root = before->pair > 0 ? before->pair : p->n - 2;
        p->tokens[before->root].declares = true;
    } else {
        t->ends = is(t, SIGN, "++ --") && before->ends;
    }
    in->key = key;
}

/* The length of '..', "..", a regular expression, or a part of a template: `..${, }..${, }..`. */
static size_t text_length(struct pack *p, const char *at)
{
    char end = (char)(*at == '}' ? '`' : *at);
    bool in_class = false;
    size_t n = 1;
    for (; at[n] != end || in_class; n++) {
        if (end == '`' && at[n] == '$' && at[n + 1] == '{')
            return n + 2;
        if (end == '/' && (at[n] == '[' || at[n] == ']'))
            in_class = at[n] == '[';
        if (at[n] == '\\')
            need(p, (unsigned char)at[++n] < 127, "a \\ before a character that is not ASCII");
        need(p, at[n] != '\0' && (at[n] != '\n' || end == '`'), "a text without its end");
        p->line += at[n] == '\n';
    }
    n++;
    return end == '/' ? n + strspn(at + n, alphabet) : n;
}

/* Whether the statement before ends because a line ended. */
static bool breaks_statement(const struct pack *p, uint32_t lines)
{
    const struct token *before = &p->tokens[p->n - 1];
    const char *at = p->at;
    size_t n = strspn(at, alphabet);
    if (lines == 0 || p->tokens[p->in].area > CLASS || p->tokens[p->in].area == OBJECT)
        return false;
    if (!before->ends)
        return is(before, KEYWORD, "return break continue throw yield");
    if (n > 0)
        return !one_of(at, n, "in instanceof extends");
    return *at == '\'' || *at == '"' || *at == '~' || (*at == '!' && at[1] != '=') ||
           (*at == '.' && is_digit(at[1])) || ((*at == '+' || *at == '-') && at[1] == *at);
}

static void read_token(struct pack *p, uint32_t lines)
{
    const char *at = p->at;
    size_t n = 0;
    if (breaks_statement(p, lines))
        read_sign(p, ";", 1);
    need(p, at[0] != '/' || at[1] != '*', "a comment that does not begin with //");
    if (strchr("'\"`", *at) != NULL || (*at == '/' && !p->tokens[p->n - 1].ends) ||
        (*at == '}' && p->tokens[p->in].area == TEMPLATE)) {
        n = text_length(p, at);
        struct token *t = add(p, *at == '/' ? REGEXP : TEXT, at, n);
        if (*at == '}')
            close_bracket(p, t);
        t->ends = at[n - 1] != '{';
        if (!t->ends)
            enter(p, t, TEMPLATE, 0);
    } else if (is_digit(*at) || (*at == '.' && is_digit(at[1]))) {
        while (is_letter(at[n]) || at[n] == '.') /* 1..x is one token, 1e+3 are three */
            n++;
        size_t zero = at[0] == '0' && at[1] == '.' && is_digit(at[2]);
        add(p, NUMBER, at + zero, n - zero)->ends = true;
    } else if (is_letter(*at)) {
        n = strspn(at, alphabet);
        read_word(p, at, n);
    } else {
        for (n = 4; n > 0 && (memchr(at, '\0', n) != NULL || !one_of(at, n, signs));)
            n--;
        need(p, n > 0, "a character that is not known here");
        if (n == 2 && at[1] == '.' && is_digit(at[2])) /* a ?.5 : b */
            n = 1;
        read_sign(p, at, n);
    }
    p->at += n;
}

static void read_tokens(struct pack *p, const char *text)
{
    uint32_t lines = 1; /* a file begins on a line of its own */
    p->line = 1;
    for (p->at = past_blanks(text, &p->line); *p->at != '\0'; p->line += lines) {
        read_token(p, lines);
        lines = 0;
        p->at = past_blanks(p->at, &lines);
    }
}

static void read_file(struct pack *p, const char *path)
{
    char *text = p->source + p->n_source;
    size_t room = MOST_SOURCE - p->n_source;
    uint32_t in = p->in;
    FILE *file = fopen(path, "rb");
    p->path = path;
    need(p, file != NULL, "cannot be opened");
    size_t n = fread(text, 1, room, file);
    need(p, !ferror(file) && n < room && memchr(text, '\0', n) == NULL, "no text, or too large");
    fclose(file);
    text[n] = '\0';
    p->n_source += n + 1;
    read_tokens(p, text);
    need(p, p->in == in, "a bracket that is not closed");
}

/* ---- naming */

/* For parameters or a loop: the end of the block, or of the expression after => */
static uint32_t end_of_body(const struct token *t, uint32_t i)
{
    i = (t[i].pair > i ? t[i].pair : i) + 1;
    i += is(&t[i], SIGN, "=>");
    if (is(&t[i], SIGN, "{"))
        return t[i].pair;
    for (; !is(&t[i], SIGN, ") ] , ;") && t[i].text[0] != '}'; i++)
        while (t[i].pair > i)
            i = t[i].pair;
    return i;
}

/* The scope of a declaration is the block around it, or the loop that it begins. */
static void find_variables(struct pack *p)
{
    const struct token *t = p->tokens;
    for (uint32_t i = 1; i < p->n; i++) {
        uint32_t root = t[i].root;
        uint32_t up = t[root].up;
        if (root == 0 || !t[root].declares || t[i].kind > SHORTHAND)
            continue;
        struct variable v = {.word = i, .first = root, .last = end_of_body(t, root), .apart = root};
        if (t[root].kind == KEYWORD) {
            bool is_var = is(&t[root], KEYWORD, "var");
            bool loops = t[up].area == PAREN && is(&t[t[up].pair + 1], SIGN, "{") && !is_var;
            while (up > 0 && !loops && (t[up].area != BLOCK || is_var))
                up = t[up].up;
            uint32_t head = up - (up > 0 && is(&t[up - 1], SIGN, ") =>") && !t[up - 1].starts);
            head -= is(&t[head], SIGN, "=>");
            v.first = up;
            v.apart = is(&t[head], SIGN, ")") ? t[head].pair : head;
            v.last = loops ? end_of_body(t, up) : t[up].pair;
        }
        need(p, p->n_variables < MOST_VARIABLES, "too many declarations");
        p->variables[p->n_variables++] = v;
    }
}

/* The number of a short name, or NO_NAME. */
static size_t number_of(const char *text, size_t n)
{
    size_t first = (size_t)(strchr(alphabet, text[0]) - alphabet);
    size_t second = n == 1 ? SECOND - 1 : (size_t)(strchr(alphabet, text[1]) - alphabet);
    return n > 2 || second < SECOND - 1 ? NO_NAME : first + N_FIRST * (second + 1 - SECOND);
}

static int by_uses(const void *one, const void *other)
{
    const struct variable *a = one;
    const struct variable *b = other;
    if (a->uses != b->uses)
        return a->uses < b->uses ? 1 : -1;
    return (a->word > b->word) - (a->word < b->word);
}

/* Of the declarations in scope, the widest counts. */
static void find_uses(struct pack *p)
{
    for (uint32_t i = 1; i < p->n; i++) {
        struct token *t = &p->tokens[i];
        struct variable *found = NULL;
        if (t->kind != VARIABLE && t->kind != SHORTHAND)
            continue;
        for (struct variable *v = p->variables; v < p->variables + p->n_variables; v++)
            if (i >= v->first && i <= v->last && p->tokens[v->word].n == t->n &&
                memcmp(p->tokens[v->word].text, t->text, t->n) == 0 &&
                (found == NULL || v->last - v->first > found->last - found->first))
                found = v;
        if (found != NULL) {
            t->next = found->use;
            found->use = i;
            found->uses++;
        } else {
            p->blocked[number_of(t->text, t->n)] = true;
        }
    }
    qsort(p->variables, p->n_variables, sizeof(*p->variables), by_uses);
}

static bool is_conflict(const struct token *tokens, const struct variable *a,
                        const struct variable *b)
{
    const struct variable *outer = a->last - a->first > b->last - b->first ? a : b;
    const struct variable *inner = outer == a ? b : a;
    uint32_t use = outer->use;
    while (use > inner->last)
        use = tokens[use].next;
    return use >= inner->apart && use != 0;
}

/* The most used variables get the shortest names. */
static void name_variables(struct pack *p)
{
    bool taken[NO_NAME + 1];
    for (uint32_t i = 0; i < p->n_variables && p->variables[i].uses > 0; i++) {
        struct variable *v = &p->variables[i];
        memcpy(taken, p->blocked, sizeof(taken));
        for (uint32_t k = 0; k < i; k++)
            if (is_conflict(p->tokens, v, &p->variables[k]))
                taken[p->variables[k].name] = true;
        while (v->name < NO_NAME && taken[v->name])
            v->name++;
        need(p, v->name < NO_NAME, "too many variables");
        for (uint32_t use = v->use; use != 0; use = p->tokens[use].next)
            p->tokens[use].name = v->name;
    }
}

/* ---- writing */

/* What is not ASCII becomes \xXX or \uXXXX. */
static void put(struct pack *p, const char *text, size_t n)
{
    const unsigned char *at = (const unsigned char *)text;
    for (const unsigned char *end = at + n; at < end;) {
        unsigned code = *at++;
        char escape[16] = {(char)code};
        need(p, code == '\n' || (code >= ' ' && code != 127), "a control character");
        if (code >= 0x80) {
            int more = code >= 0xe0 ? 2 : 1;
            bool leads = code >= 0xc2 && code < 0xf0;
            for (code &= 0x3fU >> more; more > 0 && (*at & 0xc0) == 0x80; more--)
                code = code << 6 | (*at++ & 0x3f);
            need(p, leads && more == 0, "neither UTF-8 nor a character below U+10000");
            snprintf(escape, sizeof(escape), code < 0x100 ? "\\x%02x" : "\\u%04x", code);
        }
        size_t length = strlen(escape);
        need(p, length < MOST_OUT - p->n_out, "too large");
        memcpy(p->out + p->n_out, escape, length);
        p->n_out += length;
    }
}

/* Whether a blank is needed to keep a token apart from the one before. */
static bool needs_blank(const struct pack *p, const struct token *before, const char *text)
{
    char last = (char)(p->n_out > 0 ? p->out[p->n_out - 1] : '\n');
    if (is_letter(text[0]))
        return is_letter(last) || before->kind == REGEXP;
    return (text[0] == '.' && before->kind == NUMBER) || (text[0] == '!' && last == '<') ||
           (text[0] == '>' && p->n_out > 1 && memcmp(p->out + p->n_out - 2, "]]", 2) == 0) ||
           (text[0] == last && strchr("+-/", last) != NULL);
}

static void put_token(struct pack *p, const struct token *t)
{
    char name[3] = "";
    const char *text = t->text;
    if (t->name != NO_NAME) {
        name[0] = alphabet[t->name % N_FIRST];
        name[1] = (char)(t->name < N_FIRST ? '\0' : alphabet[t->name / N_FIRST - 1 + SECOND]);
        text = name;
    } else if (is(t, KEYWORD, "true false") && !is(t + 1, SIGN, ". ?. [ ( **")) {
        text = t->n == 4 ? "!0" : "!1";
    } else if (is(t, KEYWORD, "const")) {
        text = "let";
    }
    if (needs_blank(p, t - 1, text))
        put(p, " ", 1);
    if (t->kind == SHORTHAND && text == name) {
        put(p, t->text, t->n);
        put(p, ":", 1);
    }
    put(p, text, text == t->text ? t->n : strlen(text));
    if (is(t, SIGN, ";") && p->n_out - p->line_start >= LINE) {
        put(p, "\n", 1);
        p->line_start = p->n_out;
    }
}

static bool is_needless(const struct token *tokens, uint32_t i)
{
    const struct token *t = &tokens[i];
    const struct token *open = is(t, SIGN, ")") ? &tokens[t->pair] : t;
    if (is(t, SIGN, ";") && is(t + 1, SIGN, "}"))
        return !t[-1].starts || is(t - 1, SIGN, "; { }");
    if (is(t, SIGN, ",") && is(t + 1, SIGN, ") ] }"))
        return !is(t - 1, SIGN, ", [");
    /* Around the only parameter of an arrow function. */
    return is(open, SIGN, "(") && &tokens[open->pair] == open + 2 && open[1].kind == VARIABLE &&
           is(open + 3, SIGN, "=>");
}

static void write_tokens(struct pack *p)
{
    for (uint32_t i = 1; i < p->n; i++) {
        const struct token *t = &p->tokens[i];
        if (t->joins && is(t + 1, KEYWORD, "const let")) {
            put(p, ",", 1);
            i++;
        } else if (!is_needless(p->tokens, i)) {
            put_token(p, t);
        }
    }
    put(p, "\n", 1);
    need(p, strstr(p->out, "]]>") == NULL, "]]> within a text");
}

int main(int argc, char **argv)
{
    struct pack p = {.path = "pack"};
    need(&p, argc > 2, "usage: pack OUT.js IN.js...");
    add(&p, SIGN, ";", 1)->starts = true; /* so that each token has one before it */
    read_tokens(&p, "(function () { 'use strict';");
    for (int i = 2; i < argc; i++)
        (strstr(argv[i], ".js") != NULL ? read_file : read_tokens)(&p, argv[i]);
    read_tokens(&p, "}());");
    p.tokens[0].pair = p.n;
    find_variables(&p);
    find_uses(&p);
    name_variables(&p);
    p.path = argv[1];
    write_tokens(&p);
    FILE *out = fopen(argv[1], "wb");
    bool written = out != NULL && fwrite(p.out, 1, p.n_out, out) == p.n_out;
    need(&p, written && fclose(out) == 0, "cannot be written");
    return 0;
}
