/*  main,4096,0,2,demo: below a header "Function Stack,Allocation Size:Self,Deallocation Size:Self,
 * Allocations:Self,Module", a row a function. */
#include "input/vtune/report.h"

static const struct vtune_report report = {
    .columns = {{.header = "Allocation Size:Self",
                 .or_header = "Allocation Size",
                 .number = VTUNE_WHOLE,
                 .measures = {{"bytes", "bytes"}}},
                {.header = "Allocations:Self",
                 .or_header = "Allocations",
                 .number = VTUNE_WHOLE,
                 .measures = {{"allocations", "allocations"}}}},
    .n_columns = 2,
    .wanted = "a report of memory consumption with the columns Allocation Size:Self, "
              "Allocations:Self and Module",
};

static bool read(struct reading *r, struct blocks *blocks, struct profile *p, struct fault *f)
{
    return vtune_read(&report, r, blocks, p, f);
}

static unsigned recognise(struct str prefix)
{
    return vtune_recognise(prefix, STR("Alloc"), STR("CPU Time"));
}

static const char *const endings[] = {NULL};

const struct input_format input_vtune_mc = {
    .name = "vtune-mc",
    .about = "VTune's memory consumption report as CSV; bytes, or --value allocations",
    .endings = endings,
    .recognise = recognise,
    .signs = {ANY_OF("\nFunction", "\n\"Function")},
    .read = read,
};
