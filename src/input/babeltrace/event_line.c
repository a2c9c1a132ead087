/* [04:02:08.951714483] (+?.?????????) host my_app:request_begin: { cpu_id = 0 }, { vpid = 7, vtid =
 * 7, procname = "app" }, { id = 0 } */
#include "input/babeltrace/event_line.h"

#include "base/parse.h"
#include "input/babeltrace/clock.h"

/* Takes what is before a mark, and the mark, off the start of s. */
static bool take_until(struct str *s, struct str mark, struct str *found)
{
    const size_t at = str_find(*s, 0, mark);

    if (at >= s->n)
        return false;
    *found = str_from_to(*s, 0, at);
    *s = str_from_to(*s, at + mark.n, s->n);
    return true;
}

/* Takes "{ a = 1, b = "c" }" off the start of s: what is inside. Quotes hold braces. */
static bool take_group(struct str *s, struct str *inside)
{
    size_t depth = 0;
    bool quoted = false;

    for (size_t i = 0; i < s->n; i++) {
        const char c = s->p[i];
        if (quoted && c == '\\')
            i++;
        else if (c == '"')
            quoted = !quoted;
        else if (!quoted && c == '{')
            depth++;
        else if (!quoted && c == '}' && --depth == 0) {
            *inside = str_trim(str_from_to(*s, 1, i));
            *s = str_from_to(*s, i + 1, s->n);
            return true;
        }
        if (depth == 0)
            return false;
    }
    return false;
}

/* Takes "name = value" and what parts it from the next off the start of s. */
static bool take_member(struct str *s, struct str *name, struct str *value)
{
    size_t depth = 0;
    size_t i = 0;
    bool quoted = false;

    if (!take_until(s, STR(" = "), name))
        return false;
    for (; i < s->n; i++) {
        const char c = s->p[i];
        if (quoted && c == '\\')
            i++;
        else if (c == '"')
            quoted = !quoted;
        else if (!quoted && (c == '{' || c == '['))
            depth++;
        else if (!quoted && depth && (c == '}' || c == ']'))
            depth--;
        else if (!quoted && depth == 0 && c == ',')
            break;
    }
    i = i < s->n ? i : s->n;
    *name = str_trim(*name);
    *value = str_trim(str_from_to(*s, 0, i));
    *s = str_trim(str_from_to(*s, i < s->n ? i + 1 : i, s->n));
    return true;
}

static struct str unquoted(struct str s)
{
    return s.n > 1 && s.p[0] == '"' && s.p[s.n - 1] == '"' ? str_from_to(s, 1, s.n - 1) : s;
}

/* The lists are called callstack_user, or _callstack_user, and their lengths
 * _callstack_user_length. */
static void take_calls(struct event_line *e, struct str name, struct str value)
{
    static const char *const known[EVENT_STACKS] = {"callstack_user", "callstack_kernel"};

    while (name.n && name.p[0] == '_')
        name = str_from_to(name, 1, name.n);
    for (unsigned i = 0; i < EVENT_STACKS; i++)
        if (str_equal(name, str_of(known[i])) && value.n > 1 && value.p[0] == '[')
            e->calls[i] = str_trim(str_from_to(value, 1, value.n - 1));
}

/* Those of the process's own namespace come first in a trace of programs. */
static void take_context(struct event_line *e, struct str group)
{
    static const struct {
        const char *name;
        unsigned key;
    } known[] = {{"procname", EVENT_COMM},
                 {"vpid", EVENT_PID},
                 {"pid", EVENT_PID},
                 {"vtid", EVENT_TID},
                 {"tid", EVENT_TID}};
    struct str name, value;

    while (take_member(&group, &name, &value)) {
        for (size_t i = 0; i < sizeof known / sizeof *known; i++)
            if (str_equal(name, str_of(known[i].name)) && !e->labels[known[i].key].n)
                e->labels[known[i].key] = unquoted(value);
        take_calls(e, name, value);
    }
}

/* Groups but the last are about where it was; the last is what the event says. */
static bool take_groups(struct event_line *e, struct str s)
{
    struct str group;
    struct str last = {NULL, 0};

    while (s.n) {
        if (!take_group(&s, &group))
            return false;
        if (last.p)
            take_context(e, last);
        last = group;
        s = str_trim(s);
        if (s.n && s.p[0] == ',')
            s = str_trim(str_from_to(s, 1, s.n));
    }
    return last.p != NULL;
}

/* "host my_app:request_begin", "sched_switch" */
static bool split_name(struct str *labels, struct str s)
{
    const size_t blank = str_find_last(s, STR(" "));
    struct str provider = STR("kernel");
    struct str name = blank < s.n ? str_from_to(s, blank + 1, s.n) : s;
    const size_t colon = str_find_last(name, STR(":"));

    if (colon < name.n) {
        provider = str_from_to(name, 0, colon);
        name = str_from_to(name, colon + 1, name.n);
    }
    labels[EVENT_PROVIDER] = provider;
    labels[EVENT_TRACEPOINT] = name;
    return name.n && provider.n;
}

/* "host my_app:note", "host:app:(7) my_app:note" */
static struct str host_of(struct str head)
{
    const size_t blank = str_find(head, 0, STR(" "));
    const struct str word = str_from_to(head, 0, blank < head.n ? blank : 0);

    return str_from_to(word, 0, str_find(word, 0, STR(":")));
}

/* "host:app:(7) my_app:note": of a trace of one process, what its events do not say. */
static void take_process(struct str *labels, struct str head)
{
    struct str s = str_from_to(head, 0, str_find_last(head, STR(" ")));
    const size_t open = str_find_last(s, STR(":("));
    const size_t colon = str_find(s, 0, STR(":"));

    if (open >= s.n || colon >= open || !str_ends(s, STR(")")))
        return;
    const struct str pid = str_from_to(s, open + 2, s.n - 1);
    if (!pid.n || !is_whole_number(pid))
        return;
    if (!labels[EVENT_PID].n)
        labels[EVENT_PID] = pid;
    if (!labels[EVENT_COMM].n)
        labels[EVENT_COMM] = str_from_to(s, colon + 1, open);
}

bool event_line_head(struct str head, struct str labels[EVENT_KEYS])
{
    if (!split_name(labels, head))
        return false;
    labels[EVENT_HOST] = host_of(head);
    take_process(labels, head);
    return true;
}

bool event_line_parse(struct str line, struct event_line *e)
{
    struct str time, delta, head;

    *e = (struct event_line){.calls = {STR(""), STR("")}};
    for (unsigned i = 0; i < EVENT_KEYS; i++)
        e->labels[i] = STR("");
    if (line.n == 0 || line.p[0] != '[')
        return false;
    line = str_from_to(line, 1, line.n);
    if (!take_until(&line, STR("] "), &time) || !trace_clock(time, &e->ns))
        return false;
    if (str_starts(line, STR("(+")) && !take_until(&line, STR(") "), &delta))
        return false;
    if (!take_until(&line, STR(": {"), &head))
        return false;
    line.p--; /* the brace belongs to the group */
    line.n++;
    return take_groups(e, line) && event_line_head(head, e->labels);
}

bool event_line_last_call(struct str *list, struct str *value)
{
    const size_t at = str_find_last(*list, STR("["));
    struct str number;

    if (at >= list->n)
        return false;
    *value = str_from_to(*list, at, list->n);
    *list = str_trim(str_from_to(*list, 0, at));
    if (str_ends(*list, STR(",")))
        *list = str_trim(str_from_to(*list, 0, list->n - 1));
    return take_until(value, STR(" = "), &number);
}
