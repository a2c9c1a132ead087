/* Command lines of old programs as one text, for the tests of their grammars. */
#ifndef TESTS_UNIT_OLD_WORDS_H
#define TESTS_UNIT_OLD_WORDS_H

#include "unit.h"

#include "app/command_line.h"

enum { ARGUMENTS = 20 };

struct line {
    char text[300];
    char *argv[ARGUMENTS + 1];
    struct request request;
    struct fault fault;
    bool ok;
};

/* Cuts l->text into words at '|', of which the first is the program, and parses them. */
static inline void parse_words(struct line *l)
{
    int argc = 1;

    l->argv[0] = l->text;
    for (char *p = l->text; *p; p++) {
        if (*p != '|')
            continue;
        *p = '\0';
        assert_in_range(argc, 1, ARGUMENTS - 1);
        l->argv[argc++] = p + 1;
    }
    l->ok = request_parse(&l->request, argc, l->argv, &l->fault);
    assert_int_equal(l->fault.kind, l->ok ? FAULT_NONE : FAULT_USAGE);
}

#endif
