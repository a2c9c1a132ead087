/* --where comm=java,nginx* --pid java-4711: compares the labels of samples with conditions. */
#include "app/selection/where.h"

#include <fnmatch.h>
#include <inttypes.h>

#include "app/common/message.h"
#include "app/selection/label_keys.h"
#include "app/selection/root_name.h"
#include "app/selection/snapshots.h"
#include "base/mem.h"
#include "base/parse.h"
#include "model/time/wall_clock.h"

#define NS_PER_S UINT64_C(1000000000)

/* --where comm=java, or --comm java. */
struct condition {
    const char *option;
    struct str key, value;
};

/* Lends the condition at an index; false after the last. */
static bool condition_at(const struct selection_request *r, size_t at, struct condition *c)
{
    static const char options[][7] = {"--comm", "--pid", "--tid"};
    const struct request_list *lists[] = {&r->comm, &r->pid, &r->tid};

    if (at < r->where.n) {
        struct str text = str_of(r->where.items[at]);
        size_t equals = str_find(text, 0, STR("="));
        *c =
            (struct condition){at < r->n_before ? "--before-where" : "--where",
                               str_from_to(text, 0, equals), str_from_to(text, equals + 1, text.n)};
        return true;
    }
    at -= r->where.n;
    for (size_t k = 0; k < sizeof lists / sizeof lists[0]; at -= lists[k++]->n)
        if (at < lists[k]->n) {
            *c =
                (struct condition){options[k], str_of(options[k] + 2), str_of(lists[k]->items[at])};
            return true;
        }
    c->option = "--snapshot";
    return at == 0 && snapshots_asked(r, &c->key, &c->value);
}

/* ---- values */

/* The values of a key, and which of them are wanted. */
struct values {
    struct profile *p;
    name_id key;
    const name_id *shown; /* by label set: what root frames show of it */
    name_id *list;        /* each once */
    size_t room, n;
    unsigned char *marks; /* by name: IS_VALUE, IS_WANTED */
    size_t n_marks;
    size_t commas_most; /* in a value */
    struct buf text;
};

enum { IS_VALUE = 1, IS_WANTED = 2 };

static void add_value(struct values *v, name_id name)
{
    if (!name || v->marks[name])
        return;
    v->marks[name] = IS_VALUE;
    v->list = mem_grow(v->list, &v->room, v->n + 1, sizeof *v->list);
    v->list[v->n++] = name;
    struct str text = names_get(&v->p->names, name);
    size_t commas = 0;
    for (size_t i = 0; i < text.n; i++)
        commas += text.p[i] == ',';
    v->commas_most = commas > v->commas_most ? commas : v->commas_most;
}

static void values_find(struct values *v)
{
    const struct labels *labels = &v->p->labels;

    v->n_marks = v->p->names.n;
    v->marks = mem_alloc(v->n_marks, 1);
    for (labels_id i = 0; i < labels->n; i++) {
        size_t n;
        const struct label *pairs = labels_get(labels, i, &n);
        for (size_t k = 0; k < n; k++)
            if (pairs[k].key == v->key)
                add_value(v, pairs[k].value);
        add_value(v, v->shown[i]);
    }
}

static void values_free(struct values *v)
{
    mem_free(v->list, v->room, sizeof *v->list);
    mem_free(v->marks, v->n_marks, 1);
    buf_free(&v->text);
}

/* Lends what a value can be called: as it is; of "shop/cart-1 (0a1b2c3d)", a pod or a container
 * with its name and the start of its id, each of these and the end of the name as well; of a state
 * the word that it had before 0.2. */
static size_t calls_of(const struct values *v, struct str value, struct str calls[4])
{
    const struct str key = names_get(&v->p->names, v->key);
    const size_t at = str_find_last(value, STR(" ("));

    calls[0] = value;
    if (str_equal(key, STR("state"))) {
        calls[1] = str_equal(value, STR("ready"))     ? STR("runnable")
                   : str_equal(value, STR("waiting")) ? STR("blocked")
                                                      : value;
        return 2;
    }
    if ((!str_equal(key, STR("pod")) && !str_equal(key, STR("container"))) || at == value.n ||
        !str_ends(value, STR(")")))
        return 1;
    calls[1] = str_from_to(value, 0, at);
    calls[2] = str_from_to(value, at + 2, value.n - 1);
    calls[3] = path_base_name(calls[1]);
    return 4;
}

/* Wants the value with that text; false when there is none. */
static bool want_equal(struct values *v, struct str text)
{
    name_id name = names_add(&v->p->names, text);

    if (name >= v->n_marks || !v->marks[name])
        return false;
    v->marks[name] |= IS_WANTED;
    return true;
}

/* Appends a text that ends with a NUL; one inside becomes a blank. Returns where it begins. */
static size_t add_c_text(struct buf *to, struct str text)
{
    size_t at = to->n;

    buf_add(to, text);
    for (size_t i = at; i < to->n; i++)
        if (to->p[i] == '\0')
            to->p[i] = ' ';
    buf_add_byte(to, '\0');
    return at;
}

static bool is_match(struct values *v, struct str glob, struct str text)
{
    buf_clear(&v->text);
    add_c_text(&v->text, glob);
    const size_t at = add_c_text(&v->text, text);
    return fnmatch(v->text.p, v->text.p + at, 0) == 0;
}

/* Wants the values that match, or are called so; false when none is. */
static bool want_matching(struct values *v, struct str glob)
{
    bool any = false;
    struct str calls[4];

    for (size_t i = 0; i < v->n; i++) {
        const size_t n = calls_of(v, names_get(&v->p->names, v->list[i]), calls);
        bool is = false;
        for (size_t k = 0; k < n && !is; k++)
            is = is_match(v, glob, calls[k]);
        v->marks[v->list[i]] |= is ? IS_WANTED : 0;
        any = any || is;
    }
    return any;
}

/* Wants the values that are called so beside what they are; false when none is. */
static bool want_called(struct values *v, struct str text)
{
    bool any = false;
    struct str calls[4];

    for (size_t i = 0; i < v->n; i++) {
        const size_t n = calls_of(v, names_get(&v->p->names, v->list[i]), calls);
        bool is = false;
        for (size_t k = 1; k < n; k++)
            is = is || str_equal(calls[k], text);
        v->marks[v->list[i]] |= is ? IS_WANTED : 0;
        any = any || is;
    }
    return any;
}

static bool is_glob(struct str text)
{
    for (size_t i = 0; i < text.n; i++)
        if (text.p[i] == '*' || text.p[i] == '?' || text.p[i] == '[')
            return true;
    return false;
}

/* Takes the longest part up to a comma that equals a value, which may hold commas itself; else the
 * part up to the first comma. Sets whether anything has it. */
static struct str take_part(struct values *v, struct str *rest, bool *any)
{
    size_t ends[64];
    size_t n = 0;

    for (size_t at = 0; at <= rest->n && n <= v->commas_most && n < sizeof ends / sizeof ends[0];
         at = ends[n - 1] + 1)
        ends[n++] = str_find(*rest, at, STR(","));
    struct str part = str_from_to(*rest, 0, ends[0]);
    *any = false;
    while (n && !*any) {
        part = str_from_to(*rest, 0, ends[--n]);
        *any = want_equal(v, part);
    }
    *any = *any || want_called(v, part) || (is_glob(part) && want_matching(v, part));
    *rest = part.n < rest->n ? str_from_to(*rest, part.n + 1, rest->n) : (struct str){NULL, 0};
    return part;
}

/* Marks the wanted values. Returns whether there are any. */
static bool want(struct values *v, const struct condition *c, bool quiet)
{
    struct str rest = c->value;
    struct buf unmet = {0};
    bool some = false;
    bool any;

    if (want_equal(v, c->value))
        return true;
    while (rest.p) {
        struct str part = take_part(v, &rest, &any);
        some = some || any;
        if (!any && part.n) {
            buf_add(&unmet, unmet.n ? STR(", ") : STR(""));
            buf_add(&unmet, part);
        }
    }
    struct excerpt key, e;
    if (some && unmet.n && !quiet)
        message_print("%s: no sample has the %s %s", c->option, excerpt_of(&key, c->key),
                      excerpt_of(&e, buf_str(&unmet)));
    buf_free(&unmet);
    return some;
}

static bool is_wanted(const struct values *v, labels_id id)
{
    size_t n;
    const struct label *pairs = labels_get(&v->p->labels, id, &n);
    bool is = v->marks[v->shown[id]] & IS_WANTED;

    for (size_t k = 0; k < n && !is; k++)
        is = pairs[k].key == v->key && v->marks[pairs[k].value] & IS_WANTED;
    return is;
}

/* ---- conditions */

static bool fault_of_value(const struct profile *p, const struct condition *c, name_id key,
                           struct fault *f)
{
    struct excerpt name, value, have, near;
    struct buf list = {0};

    if (!label_keys_list(p, key, &list))
        return label_keys_fault(p, c->option, c->key, f);
    /* A number near another means nothing. */
    const bool is_number = c->value.n && is_digit(c->value.p[0]);
    struct str meant = is_number ? STR("") : label_keys_nearest(p, key, c->value);
    fault_set(f, FAULT_INPUT, "%s: no sample has the %s \"%s\"%s%s%s, wanted one of: %s", c->option,
              excerpt_of(&name, c->key), excerpt_of(&value, c->value),
              meant.n ? "; did you mean \"" : "", meant.n ? excerpt_of(&near, meant) : "",
              meant.n ? "\"?" : "", excerpt_of(&have, buf_str(&list)));
    buf_free(&list);
    return false;
}

/* Returns what root frames show of a label by set, which the caller frees. */
static name_id *shown_of(struct profile *p, struct str key)
{
    struct root_namer namer;

    name_id *shown = mem_alloc(p->labels.n, sizeof *shown);
    root_namer_init(&namer, p, NULL);
    for (labels_id i = 0; i < p->labels.n; i++)
        shown[i] = root_name_of(&namer, i, key);
    root_namer_free(&namer);
    return shown;
}

static bool apply(const struct condition *c, bool quiet, struct profile *p, bool *keep,
                  struct fault *f)
{
    name_id *shown = shown_of(p, c->key);
    struct values v = {.p = p, .key = names_add(&p->names, c->key), .shown = shown};

    values_find(&v);
    bool some = want(&v, c, quiet);
    for (labels_id i = 0; some && i < p->labels.n; i++)
        keep[i] = keep[i] && is_wanted(&v, i);
    values_free(&v);
    mem_free(shown, p->labels.n, sizeof *shown);
    return some || fault_of_value(p, c, v.key, f);
}

bool where_keep(const struct selection_request *r, bool quiet, struct profile *p, bool *keep,
                struct fault *f)
{
    struct condition c;
    bool ok = true;

    for (size_t at = 0; ok && condition_at(r, at, &c); at++)
        ok = apply(&c, quiet, p, keep, f);
    return ok;
}

/* Two conditions about one key must both hold, where a list may have been meant. */
static bool fault_of_two(const struct selection_request *r, struct fault *f)
{
    struct condition a, b;
    struct excerpt key, x, y;

    for (size_t i = 0; condition_at(r, i, &a); i++)
        for (size_t k = 0; k < i && condition_at(r, k, &b); k++)
            if (str_equal(a.key, b.key))
                return fault_set(f, FAULT_INPUT,
                                 "no sample has the %s \"%s\" and \"%s\" at once, wanted a list "
                                 "with a comma: %s,%s",
                                 excerpt_of(&key, a.key), excerpt_of(&x, b.value),
                                 excerpt_of(&y, a.value), x.text, y.text);
    return true;
}

const char *where_time_option(const struct selection_request *r)
{
    return r->before_time ? "--before-where" : "--where";
}

static bool fault_of_day(const struct selection_request *r, const struct profile *p, uint64_t last,
                         struct fault *f)
{
    struct sink s;

    sink_open_buf(&s);
    wall_clock_write(&s, p->info.zero_ns, " at ");
    sink_text(&s, ", and its last sample was taken ");
    wall_clock_write(&s, p->info.zero_ns + last, " at ");
    fault_set(f, FAULT_INPUT,
              "%s time: no sample was taken then: the recording began %.*s, wanted a range in UTC "
              "between these",
              where_time_option(r), (int)s.buf.n, s.buf.p);
    sink_discard(&s);
    return false;
}

bool where_left_nothing(const struct selection_request *r, const struct profile *p, struct fault *f)
{
    const struct time_window window = time_window_resolve(r->window, p);
    const uint64_t last = time_window_last(p);
    struct condition c;

    if (!fault_of_two(r, f))
        return false;
    if (r->by_time && r->window.of_day && (window.from_ns > last || window.from_ns >= window.to_ns))
        return fault_of_day(r, p, last, f);
    if (r->by_time && !r->window.of_day && r->window.from_ns > last)
        return fault_set(f, FAULT_INPUT,
                         "%s time: no sample is so late, the last is at %" PRIu64 ".%09" PRIu64
                         " seconds",
                         where_time_option(r), last / NS_PER_S, last % NS_PER_S);
    if (!r->by_time && (!condition_at(r, 0, &c) || str_equal(str_of(c.option), STR("--snapshot"))))
        return fault_set(f, FAULT_INPUT,
                         "the snapshot that is drawn has no sample, wanted another (--snapshot N)");
    return fault_set(f, FAULT_INPUT, "%s leaves no sample, wanted some",
                     r->n_before ? "--before-where" : where_time_option(r));
}
