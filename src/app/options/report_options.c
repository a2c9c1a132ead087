/* flame report -o DIR --budget FILE --force PROFILE...: checks these options, and keeps those that
 * apply to each picture. */
#include "app/options/report_options.h"

#include "app/common/shell_quote.h"

/* Whether the option does not change pictures, or is kept elsewhere. */
static bool is_neutral(enum option_id id)
{
    static const enum option_id ids[] = {OPTION_OUTPUT,  OPTION_BEFORE,        OPTION_THREADS,
                                         OPTION_BUDGET,  OPTION_ALLOW_MISSING, OPTION_FORCE,
                                         OPTION_SUMMARY, OPTION_QUIET,         OPTION_PROGRESS};

    for (size_t i = 0; i < sizeof ids / sizeof ids[0]; i++)
        if (id == ids[i])
            return true;
    return false;
}

static void keep(struct buf *to, const struct option_use *use, struct str value)
{
    buf_add(to, STR(" --"));
    buf_add(to, str_of(use->row->name));
    if (!use->value)
        return;
    buf_add_byte(to, '=');
    shell_quote(to, value);
}

void report_options_keep(struct report_request *r, const struct option_use *use)
{
    struct str value = str_of(use->value ? use->value : "");
    struct str alone = value;

    if (!r->on || is_neutral(use->row->id))
        return;
    keep(&r->options, use, value);
    if (use->row->group == GROUP_COMPARE)
        return;
    size_t colon = use->row->id == OPTION_SNAPSHOT ? str_find(value, 0, STR(":")) : value.n;
    if (colon < value.n) /* BEFORE:AFTER */
        alone = str_from_to(value, colon + 1, value.n);
    keep(&r->options_alone, use, alone);
}

static bool check_inputs(const struct request *r, struct fault *f)
{
    if (!r->inputs.n)
        return fault_set(f, FAULT_USAGE,
                         "no PROFILE given, wanted files or folders: flame report -o DIR "
                         "PROFILE...");
    for (size_t i = 0; i < r->inputs.n; i++)
        if (strcmp(r->inputs.items[i], "-") == 0)
            return fault_set(f, FAULT_USAGE,
                             "-: a report does not read standard input, wanted files or folders");
    return true;
}

bool report_options_check(const struct request *r, struct fault *f)
{
    if (r->task != TASK_DRAW || !r->report.on)
        return true;
    if (!r->output.path)
        return fault_set(f, FAULT_USAGE,
                         "no folder to write to, wanted one: flame report -o DIR PROFILE...");
    return check_inputs(r, f);
}
