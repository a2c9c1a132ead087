/* "nginx: 3 processes, 4711, 4712, 4713" */
#include "app/record/named.h"

#include <inttypes.h>
#include <stdio.h>

#include "app/common/message.h"
#include "base/mem.h"
#include "base/parse.h"
#include "record/targets/named_tasks.h"
#include "record/targets/tasks.h"

enum { SHOWN = 8 };

/* The numbers of an option, and what it is about. */
struct numbers {
    const char *option, *what, *whats;
    uint32_t **list;
    size_t *room, *n;
};

static void add(const struct numbers *to, uint32_t number)
{
    for (size_t i = 0; i < *to->n; i++)
        if ((*to->list)[i] == number)
            return;
    *to->list = mem_grow(*to->list, to->room, *to->n + 1, sizeof **to->list);
    (*to->list)[(*to->n)++] = number;
}

static void say(const struct numbers *to, struct str name, const struct named_tasks *t)
{
    struct excerpt e;
    char list[SHOWN * 12];
    char more[40] = "";
    size_t at = 0;

    for (size_t i = 0; i < t->n && i < SHOWN; i++)
        at += (size_t)snprintf(list + at, sizeof list - at, ", %" PRIu32, t->numbers[i]);
    if (t->n > SHOWN)
        snprintf(more, sizeof more, " and %zu more", t->n - SHOWN);
    message_print("%s: %zu %s%s%s", excerpt_of(&e, name), t->n, t->n == 1 ? to->what : to->whats,
                  list, more);
}

static bool fault_of_none(const struct numbers *to, struct str name, const struct named_tasks *t,
                          struct fault *f)
{
    struct excerpt e;

    excerpt_of(&e, name);
    if (t->nearest[0])
        return fault_set(f, FAULT_USAGE, "%s %s: no %s of this name runs; did you mean %s?",
                         to->option, e.text, to->what, t->nearest);
    return fault_set(f, FAULT_USAGE, "%s %s: no %s of this name runs, wanted a number or a name",
                     to->option, e.text, to->what);
}

/* Takes the names out of a value such as 4711,nginx. */
static bool find_in(const struct numbers *to, const char *value, bool quiet, struct fault *f)
{
    const bool threads = strcmp(to->option, "-t") == 0;
    struct str rest = str_of(value);
    struct str word;
    uint64_t number;
    bool ok = true;

    while (ok && take_field(&rest, ',', &word)) {
        struct named_tasks t;
        if (parse_u64(word, &number))
            continue;
        if (threads)
            named_tasks_find_threads(&t, word);
        else
            named_tasks_find_processes(&t, word);
        for (size_t i = 0; i < t.n; i++)
            add(to, t.numbers[i]);
        ok = t.n || fault_of_none(to, word, &t, f);
        if (ok && !quiet)
            say(to, word, &t);
        named_tasks_free(&t);
    }
    return ok;
}

static bool find(const struct request_list *values, const struct numbers *to, bool quiet,
                 struct fault *f)
{
    bool ok = true;

    for (size_t i = 0; ok && i < values->n; i++)
        ok = find_in(to, values->items[i], quiet, f);
    return ok;
}

static bool check_threads_exist(const struct record_request *r, struct fault *f)
{
    for (size_t i = 0; i < r->n_tids; i++)
        if (!tasks_process_of(r->tids[i]))
            return fault_set(f, FAULT_USAGE, "-t %" PRIu32 ": no such thread, wanted one that runs",
                             r->tids[i]);
    return true;
}

bool record_find_named(struct record_request *r, struct fault *f)
{
    const struct numbers pids = {"-p", "process", "processes", &r->pids, &r->pids_room, &r->n_pids};
    const struct numbers tids = {"-t", "thread", "threads", &r->tids, &r->tids_room, &r->n_tids};

    const size_t before = r->n_pids;

    bool ok = check_threads_exist(r, f) && find(&r->named_pids, &pids, r->quiet, f) &&
              find(&r->named_tids, &tids, r->quiet, f);
    r->n_named = r->n_pids - before;
    return ok;
}
