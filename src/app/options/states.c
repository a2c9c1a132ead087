/* --on-cpu -o ran.svg --wall -o life.svg: which states of threads outputs show. */
#include "app/options/states.h"

/* By enum ask_read: of flame and callgraph, and of flame record. */
static const enum option_id options[][2] = {
    [READ_RUNNING] = {OPTION_ON_CPU, OPTION_RECORD_ON_CPU},
    [READ_OFF_CPU] = {OPTION_OFF_CPU, OPTION_RECORD_OFF_CPU},
    [READ_WALL] = {OPTION_WALL, OPTION_RECORD_WALL},
    [READ_LATENCY] = {OPTION_LATENCY, OPTION_LATENCY},
};

enum { READS = sizeof options / sizeof *options };

static bool is_given(const bool *given, size_t read)
{
    return given[options[read][0]] || given[options[read][1]];
}

size_t states_given(const bool *given)
{
    size_t n = 0;

    for (size_t read = 0; read < READS; read++)
        n += is_given(given, read);
    return n;
}

void states_give(bool *given, enum ask_read read)
{
    given[options[read][0]] = true;
}

unsigned char states_of_output(const bool *given, enum ask_read read)
{
    return (unsigned char)(states_given(given) ? 1 + read : 0);
}

bool states_are_of_outputs(const bool *given, const unsigned char *reads, size_t n)
{
    bool has[1 + READS] = {false};
    bool all = true;

    for (size_t i = 0; i < n; i++)
        has[reads[i]] = true;
    for (size_t read = 0; read < READS; read++)
        all = all && has[1 + read] == is_given(given, read);
    return all && !has[0];
}
