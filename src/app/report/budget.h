/* The file of --budget: rules for how much functions may cost. */
#ifndef APP_REPORT_BUDGET_H
#define APP_REPORT_BUDGET_H

#include "base/buf.h"
#include "base/fault.h"

enum budget_kind {
    BUDGET_TOTAL,  /* share of the profile, with callees */
    BUDGET_SELF,   /* share of the profile, without callees */
    BUDGET_GROWTH, /* increase in cost, as a share of what was before */
    BUDGET_FORBID, /* the function must not occur */
};

/* One line of the file. */
struct budget_rule {
    enum budget_kind kind;
    uint64_t most; /* in millionths of a percent; 0 for BUDGET_FORBID */
    /* For BUDGET_GROWTH: */
    bool of_itself;       /* of what the function was before, not of the whole profile */
    bool proven;          /* only proven changes count */
    bool by_instructions; /* only comparisons of instructions count */
    size_t glob;          /* its place in budget.text, ended by NUL */
    size_t from, to;      /* the line as shown, in budget.text */
};

enum { BUDGET_RULES_MOST = 10000, BUDGET_PERCENT = 1000000 };

/* Owns its rules. A zeroed struct has none. */
struct budget {
    struct budget_rule *rules;
    size_t n, room;
    struct buf text;
};

/* Parses the bytes of a file called name. A fault is a FAULT_USAGE that names the line. */
MUST_CHECK bool budget_parse(struct budget *b, const char *name, struct str bytes, struct fault *f);

/* The same for a file; appends its bytes to *bytes. */
MUST_CHECK bool budget_read(struct budget *b, const char *path, struct buf *bytes, struct fault *f);
void budget_free(struct budget *b);

/* Lends the line of a rule, without comment and extra blanks. */
struct str budget_text(const struct budget *b, size_t rule);

/* Whether a rule applies to functions of that name, which ends in NUL. */
bool budget_is_about(const struct budget *b, size_t rule, const char *name);

/* Whether value exceeds the rule's share of whole; both are at least 0. Not for BUDGET_FORBID. */
bool budget_exceeds(const struct budget_rule *rule, double value, double whole);

#endif
