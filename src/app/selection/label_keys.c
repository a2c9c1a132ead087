/* --root-by comn: no sample has the label "comn"; did you mean "comm"?
 * Lists the keys of labels, and checks those that options name. */
#include "app/selection/label_keys.h"

#include "app/common/message.h"
#include "app/options/optional_labels.h"
#include "base/mem.h"
#include "base/parse.h"

bool label_keys_list(const struct profile *p, name_id key, struct buf *to)
{
    const struct labels *labels = &p->labels;
    size_t n_names = p->names.n;
    bool *seen = mem_alloc(n_names, sizeof *seen);
    bool some = false;

    for (size_t i = 0; i < labels->end[labels->n - 1]; i++) {
        const struct label *pair = &labels->pairs[i];
        name_id name = key ? pair->value : pair->key;
        if ((key && pair->key != key) || seen[name])
            continue;
        seen[name] = true;
        buf_add(to, some ? STR(", ") : STR(""));
        buf_add(to, names_get(&p->names, name));
        some = true;
    }
    mem_free(seen, n_names, sizeof *seen);
    return some;
}

struct str label_keys_nearest(const struct profile *p, name_id key, struct str wanted)
{
    const struct labels *labels = &p->labels;
    struct str nearest = STR("");
    unsigned least = 3;
    name_id last = 0;

    for (size_t i = 0; i < labels->end[labels->n - 1]; i++) {
        const struct label *pair = &labels->pairs[i];
        name_id name = key ? pair->value : pair->key;
        if ((key && pair->key != key) || name == last)
            continue;
        last = name;
        struct str text = names_get(&p->names, name);
        unsigned distance = edit_distance(wanted, text, least);
        if (distance < least && (size_t)distance * 3 <= text.n + 2) {
            least = distance;
            nearest = text;
        }
    }
    return nearest;
}

/* Whether the key is one that most recordings have. */
static bool is_usual(struct str key)
{
    static const char *const keys[] = {"comm", "pid", "tid", "thread", "cpu", "state", "event"};

    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        if (str_equal(key, str_of(keys[i])))
            return true;
    return false;
}

static bool has_key(const struct profile *p, name_id key)
{
    const struct labels *labels = &p->labels;

    for (size_t i = 0; i < labels->end[labels->n - 1]; i++)
        if (labels->pairs[i].key == key)
            return true;
    return false;
}

/* What mends a key that no sample has; NULL: it is none that only some recordings have. Groups that
 * were recorded may be of no pod and of no container. */
static const char *mend_of(const struct profile *p, struct str key)
{
    const bool is_part = str_equal(key, STR("pod")) || str_equal(key, STR("container"));

    for (size_t i = 0; is_part && i < p->labels.end[p->labels.n - 1]; i++)
        if (str_equal(names_get(&p->names, p->labels.pairs[i].key), STR("cgroup")))
            return "none of the control groups is of one; --root-by cgroup shows them";
    return optional_labels_mend(key);
}

bool label_keys_fault(const struct profile *p, const char *option, struct str key, struct fault *f)
{
    struct str meant = label_keys_nearest(p, 0, key);
    const char *mend = mend_of(p, key);
    struct excerpt e, near, have;
    struct buf list = {0};

    if (mend)
        return fault_set(f, FAULT_INPUT, "%s: no sample has the label \"%s\": %s", option,
                         excerpt_of(&e, key), mend);
    if (!label_keys_list(p, 0, &list))
        return fault_set(f, FAULT_INPUT,
                         "%s: no sample has the label \"%s\", the input has only stacks", option,
                         excerpt_of(&e, key));
    fault_set(f, FAULT_INPUT, "%s: no sample has the label \"%s\"%s%s%s, wanted one of: %s", option,
              excerpt_of(&e, key), meant.n ? "; did you mean \"" : "",
              meant.n ? excerpt_of(&near, meant) : "", meant.n ? "\"?" : "",
              excerpt_of(&have, buf_str(&list)));
    buf_free(&list);
    return false;
}

/* Lends the next key of a list, of "TID=tid" the part behind the sign. */
static bool next_key(struct str *list, struct str *key)
{
    if (!take_field(list, ',', key))
        return false;
    size_t equals = str_find(*key, 0, STR("="));
    if (equals < key->n)
        *key = str_from_to(*key, equals + 1, key->n);
    return true;
}

/* Whether samples have any of the keys. */
static bool has_any(struct profile *p, struct str list)
{
    struct str key;

    while (next_key(&list, &key))
        if (has_key(p, names_add(&p->names, key)))
            return true;
    return false;
}

static void print_missing(struct profile *p, struct str key)
{
    struct excerpt e, have;
    struct buf list = {0};
    bool some = label_keys_list(p, 0, &list);

    message_print("--root-by: no sample has the label \"%s\"; %s%s", excerpt_of(&e, key),
                  some ? "there are: " : "the input has only stacks",
                  some ? excerpt_of(&have, buf_str(&list)) : "");
    buf_free(&list);
}

bool label_keys_check(const struct selection_request *r, bool quiet, struct profile *p,
                      struct fault *f)
{
    struct str rest = str_of(r->root_by ? r->root_by : "none");
    struct str key;

    if (r->root_by_implied || str_equal(rest, STR("none")))
        return true;
    bool named = has_key(p, names_add(&p->names, STR("comm")));
    bool excused = !r->by && (p->labels.n < 2 || has_any(p, rest));
    while (next_key(&rest, &key)) {
        if (has_key(p, names_add(&p->names, key)))
            continue;
        /* Commands get a number that is not known: "java-?". */
        bool numbered = named && (str_equal(key, STR("pid")) || str_equal(key, STR("tid")));
        if (!numbered && (!excused || !is_usual(key)))
            return label_keys_fault(p, r->by ? "--by" : "--root-by", key, f);
        if (!quiet)
            print_missing(p, key);
    }
    return true;
}
