/* What functions may take at most, read from a file of the user. */
#ifndef APP_REPORT_BUDGET_H
#define APP_REPORT_BUDGET_H

#include "base/buf.h"
#include "base/fault.h"

enum budget_kind {
    BUDGET_TOTAL,  /* their share of a profile with callees, */
    BUDGET_SELF,   /* and without */
    BUDGET_GROWTH, /* how much more they cost than before, as a share of all that was before */
    BUDGET_FORBID, /* they may not occur */
};

/* One line of the file. */
struct budget_rule {
    enum budget_kind kind;
    uint64_t most;   /* in millionths of a percent; 0 of BUDGET_FORBID */
    bool proven;     /* of BUDGET_GROWTH: only changes that are proven count */
    size_t glob;     /* where it begins in budget.text, ended by NUL */
    size_t from, to; /* the line as it is told, in budget.text */
};

enum { BUDGET_RULES_MOST = 10000, BUDGET_PERCENT = 1000000 };

/* Owns its rules. A zeroed struct has none. */
struct budget {
    struct budget_rule *rules;
    size_t n, room;
    struct buf text;
};

/* Reads the bytes of a file called name. A fault is a FAULT_USAGE that names the line. */
MUST_CHECK bool budget_parse(struct budget *b, const char *name, struct str bytes, struct fault *f);

/* The same for a file; its bytes are appended to *bytes. */
MUST_CHECK bool budget_read(struct budget *b, const char *path, struct buf *bytes, struct fault *f);
void budget_free(struct budget *b);

/* Lends the line of a rule without comments and needless blanks. */
struct str budget_text(const struct budget *b, size_t rule);

/* Whether a rule is about the functions of that name, which is ended by NUL. */
bool budget_is_about(const struct budget *b, size_t rule, const char *name);

/* Whether value is more than the rule, which is no BUDGET_FORBID, allows of whole. */
bool budget_exceeds(const struct budget_rule *rule, uint64_t value, uint64_t whole);

#endif
