/* Any bytes are a budget or a fault with a place; what is told of a rule is read as that rule. */
#include <stdint.h>
#include <stdlib.h>

#include "app/report/budget.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool holds)
{
    if (!holds)
        abort();
}

static void check_rule(const struct budget *b, size_t i)
{
    const struct budget_rule *rule = &b->rules[i];
    struct fault f = {0};
    struct budget again;

    check(budget_parse(&again, "again", budget_text(b, i), &f) && again.n == 1);
    check(again.rules[0].kind == rule->kind && again.rules[0].most == rule->most &&
          again.rules[0].proven == rule->proven && again.rules[0].of_itself == rule->of_itself &&
          again.rules[0].by_instructions == rule->by_instructions);
    check(str_equal(budget_text(&again, 0), budget_text(b, i)));
    check(rule->kind == BUDGET_FORBID || !budget_exceeds(rule, 0, 100));
    budget_is_about(b, i, "parse_json");
    budget_free(&again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct str bytes = {size ? (const char *)data : "", size};
    struct fault f = {0};
    struct budget b;

    if (budget_parse(&b, "fuzz", bytes, &f)) {
        check(b.n && f.kind == FAULT_NONE);
        for (size_t i = 0; i < b.n; i++)
            check_rule(&b, i);
    } else {
        check(f.kind == FAULT_USAGE && str_starts(str_of(f.text), STR("fuzz:")));
    }
    budget_free(&b);
    return 0;
}
