/* perf record --all-user is flame record --user. */
#include "app/options/perf_options.h"

#include <stddef.h>

#define LEFT_OUT "flame does without, leave it out"

static const struct {
    const char *name;
    char letter; /* 0: none */
    const char *advice;
} options[] = {
    {"all-kernel", 0, "wanted --kernel"},
    {"all-user", 0, "wanted --user"},
    {"branch-any", 'b', "wanted -g lbr"},
    {"branch-filter", 'j', "wanted -g lbr"},
    {"buildid-all", 0, LEFT_OUT},
    {"clockid", 'k', LEFT_OUT},
    {"compression-level", 'z', "flame does not compress, leave it out"},
    {"duration", 0, "wanted --for, as --for 10s"},
    {"kernel-callchains", 0, "wanted --kernel"},
    {"max-size", 0, "wanted --for, as --for 10s"},
    {"mmap-pages", 'm', LEFT_OUT},
    {"no-buffering", 0, LEFT_OUT},
    {"no-buildid", 'B', LEFT_OUT},
    {"no-buildid-cache", 'N', LEFT_OUT},
    {"no-inherit", 'i', "wanted -t TID, for one thread alone"},
    {"no-samples", 'n', LEFT_OUT},
    {"overwrite", 0, "wanted --when with --lead, which keeps what is before"},
    {"per-thread", 0, "wanted -t TID, or leave it out"},
    {"period", 'P', "samples have it, leave it out"},
    {"phys-data", 0, "wanted -d"},
    {"proc-map-timeout", 0, LEFT_OUT},
    {"raw-samples", 'R', "samples of tracepoints have it, leave it out"},
    {"realtime", 'r', LEFT_OUT},
    {"running-time", 0, LEFT_OUT},
    {"sample-cpu", 0, "samples have it, leave it out"},
    {"seconds", 0, "wanted --for, as --for 10s"},
    {"sleep", 0, "wanted --for, as --for 10s"},
    {"snapshot", 'S', "wanted --when with --lead, which keeps what is before"},
    {"stat", 's', LEFT_OUT},
    {"switch-events", 0, "wanted --wall"},
    {"switch-output", 0, "wanted --when with --times"},
    {"timeout", 0, "wanted --for, as --for 10s"},
    {"timestamp", 'T', "samples have it, leave it out"},
    {"timestamp-filename", 0, "wanted %t in the name of an output, with --when"},
    {"uid", 'u', "wanted -p PID or -p NAME"},
    {"user-callchains", 0, "wanted --user"},
    {"verbose", 'v', LEFT_OUT},
    {"weight", 'W', "wanted -d"},
};

const char *perf_option_of_name(struct str name)
{
    for (size_t i = 0; i < sizeof options / sizeof *options; i++)
        if (str_equal(str_of(options[i].name), name))
            return options[i].advice;
    return NULL;
}

const char *perf_option_of_letter(char letter)
{
    for (size_t i = 0; i < sizeof options / sizeof *options; i++)
        if (letter && options[i].letter == letter)
            return options[i].advice;
    return NULL;
}
