/* java-12/34: what --root-by shows of the labels of a sample. */
#include "app/selection/root_name.h"

#include "input/common/names/tidy.h"

void root_namer_init(struct root_namer *r, struct profile *p, const struct process_alias *alias)
{
    *r = (struct root_namer){.p = p,
                             .comm = names_add(&p->names, STR("comm")),
                             .pid = names_add(&p->names, STR("pid")),
                             .tid = names_add(&p->names, STR("tid"))};
    if (!alias || !alias->from.n)
        return;
    r->from = names_add(&p->names, alias->from);
    r->to = names_add(&p->names, alias->to);
}

void root_namer_free(struct root_namer *r)
{
    buf_free(&r->text);
    *r = (struct root_namer){0};
}

static struct str text_of(const struct root_namer *r, name_id id)
{
    return names_get(&r->p->names, id);
}

static name_id value_of(const struct root_namer *r, labels_id id, name_id key)
{
    const name_id value = labels_value(&r->p->labels, id, key);

    return value && value == r->from && key == r->comm ? r->to : value;
}

/* Makes a frame name from a label, which may contain the separator of frames. */
static name_id frame_name(struct root_namer *r, struct str text)
{
    struct buf plain = {0};

    if (!tidy_has_separators(text))
        return names_add(&r->p->names, text);
    tidy_separators(text, &plain);
    name_id name = names_add(&r->p->names, buf_str(&plain));
    buf_free(&plain);
    return name;
}

/* Makes a name of a text such as "TID=" and the value of the key. */
static name_id name_behind(struct root_namer *r, labels_id id, struct str text, struct str key)
{
    name_id value = value_of(r, id, names_add(&r->p->names, key));

    if (!value)
        return 0;
    buf_clear(&r->text);
    buf_add(&r->text, text);
    buf_add(&r->text, text_of(r, value));
    return frame_name(r, buf_str(&r->text));
}

name_id root_name_joined(struct root_namer *r, name_id name)
{
    buf_clear(&r->text);
    buf_add(&r->text, text_of(r, name));
    for (size_t i = 0; i < r->text.n; i++)
        if (r->text.p[i] == ' ')
            r->text.p[i] = '_';
    return names_add(&r->p->names, buf_str(&r->text));
}

static void add_text(struct root_namer *r, name_id name, struct str before)
{
    if (r->text.n)
        buf_add(&r->text, before);
    buf_add(&r->text, text_of(r, name));
}

/* Makes "java-12/34"; without a command "12/34", or the one number that is known. */
static name_id root_number(struct root_namer *r, labels_id id, bool with_tid)
{
    name_id comm = value_of(r, id, r->comm);
    name_id unknown = comm ? names_add(&r->p->names, STR("?")) : 0;
    name_id pid = value_of(r, id, r->pid);
    name_id tid = with_tid ? value_of(r, id, r->tid) : 0;

    buf_clear(&r->text);
    add_text(r, comm, STR(""));
    if (comm || pid)
        add_text(r, pid ? pid : unknown, STR("-"));
    if (tid || (comm && with_tid))
        add_text(r, tid ? tid : unknown, STR("/"));
    return r->text.n ? frame_name(r, buf_str(&r->text)) : 0;
}

name_id root_name_of(struct root_namer *r, labels_id id, struct str key)
{
    bool pid = str_equal(key, STR("pid"));
    bool tid = str_equal(key, STR("tid"));

    size_t equals = str_find(key, 0, STR("="));
    if (equals < key.n)
        return name_behind(r, id, str_from_to(key, 0, equals + 1),
                           str_from_to(key, equals + 1, key.n));
    if (!pid && !tid)
        return frame_name(r, text_of(r, value_of(r, id, names_add(&r->p->names, key))));
    return root_number(r, id, tid);
}
