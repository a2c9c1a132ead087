/* Any bytes are the text of perf script or a fault: what is taken adds up, in one part and in two,
 * and what is chosen of it is written as folded stacks that are read again with the same total. */
#include <stdint.h>
#include <stdlib.h>

#include "app/select.h"
#include "base/mem.h"
#include "model/tree.h"
#include "render/output.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool holds)
{
    if (!holds)
        abort();
}

static bool read_bytes(struct str format_name, struct str bytes, bool ordered, struct profile *p,
                       struct tally *tally)
{
    struct limits limits = limits_untrusted();
    struct fault f = {0};
    struct source source;
    struct blocks blocks;
    struct reading r = {.name = "fuzz", .limits = &limits, .first_part = true};
    const struct input_format *format = input_find(format_name, &f);

    profile_init(p, 1, ordered);
    check(source_open_memory(&source, "fuzz", bytes, &limits, &f) || f.kind != FAULT_NONE);
    bool ok = f.kind == FAULT_NONE;
    blocks_init(&blocks, &source);
    ok = ok && format->read(&r, &blocks, p, &f);
    check(ok == (f.kind == FAULT_NONE));
    blocks_free(&blocks);
    source_close(&source);
    *tally = r.tally;
    return ok;
}

static void check_sums(const struct profile *p, const struct tally *t)
{
    uint64_t samples = 0;

    check(t->lines >= t->blank + t->comments + t->inside);
    check(p->ordered ? p->n_samples == t->taken : p->n_samples + p->n_merged == t->taken);
    for (uint32_t i = 0; i < p->n_samples; i++)
        samples += p->columns[COLUMN_SAMPLES].values[i];
    check(samples == t->taken);
    for (stack_id i = 1; i < p->stacks.n; i++)
        check(p->stacks.rows[i].caller < i);
}

static void write_folded(const struct profile *p, struct sink *s)
{
    struct fault f = {0};
    struct tree tree;
    struct limits limits = limits_usual();
    struct style style = {.countname = STR(""), .factor = {.value = 1}, .chart = p->ordered};
    struct picture picture = {
        .profile = p,
        .tree = &tree,
        .whole = p->columns[0].total,
        .style = &style,
        .limits = &limits,
    };

    tree_build(&tree, p, 0);
    sink_open_buf(s);
    check(output_find(STR("folded"), &f)->write(&picture, s, &f));
    tree_free(&tree);
}

static void check_choice(struct profile *p, const char *root_by)
{
    struct request r = {.limits = limits_usual(), .quiet = true, .root_by = root_by, .annotate = 8};
    struct fault f = {0};
    struct profile chosen;
    struct profile again;
    struct tally tally;
    struct sink s;

    check(select_apply(&r, p, &chosen, true, &f));
    check(chosen.columns[0].total <= p->columns[COLUMN_WEIGHT].total || r.weight_samples ||
          chosen.columns[0].total <= p->columns[COLUMN_SAMPLES].total);
    write_folded(&chosen, &s);
    check(read_bytes(STR("folded"), buf_str(&s.buf), chosen.ordered, &again, &tally));
    check(chosen.ordered || again.n_merged == 0); /* no stack is written twice */
    check(tally.bad == 0 && again.columns[0].total == chosen.columns[0].total);
    sink_discard(&s);
    profile_free(&again);
    profile_free(&chosen);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct str bytes = {size ? (const char *)data : "", size};
    struct profile p;
    struct tally tally;

    for (unsigned ordered = 0; ordered < 2; ordered++) {
        bool ok = read_bytes(STR("perf"), bytes, ordered, &p, &tally);
        if (ok)
            check_sums(&p, &tally);
        if (ok && tally.taken) {
            check_choice(&p, NULL);
            check_choice(&p, "tid");
            check_choice(&p, "none");
        }
        profile_free(&p);
    }
    return 0;
}
