/* --on-cpu -o ran.svg --wall -o life.svg: which states of threads outputs show. */
#include "app/options/states.h"

#include "input/common/ask.h"

/* By enum ask_read. */
static const enum option_id options[] = {
    [READ_RUNNING] = OPTION_ON_CPU,
    [READ_OFF_CPU] = OPTION_OFF_CPU,
    [READ_WALL] = OPTION_WALL,
    [READ_LATENCY] = OPTION_LATENCY,
};

enum { READS = sizeof options / sizeof *options };

size_t states_given(const bool *given)
{
    size_t n = 0;

    for (size_t read = 0; read < READS; read++)
        n += given[options[read]];
    return n;
}

bool states_are_of_outputs(const bool *given, const unsigned char *reads, size_t n)
{
    bool has[1 + READS] = {false};
    bool all = true;

    for (size_t i = 0; i < n; i++)
        has[reads[i]] = true;
    for (size_t read = 0; read < READS; read++)
        all = all && has[1 + read] == given[options[read]];
    return all && !has[0];
}
