/*  main,0.016612,demo: below a header "Function Stack,CPU Time:Self,Module", a row a function. */
#include "input/vtune/report.h"

static const struct vtune_report report = {
    .columns = {{.header = "CPU Time:Self",
                 .or_header = "CPU Time",
                 .number = VTUNE_SECONDS,
                 .measures = {{"time", "ms"}, {"exact", "ns"}}}},
    .n_columns = 1,
    .wanted = "a report of top-down or hotspots with the columns CPU Time:Self and Module",
    .module_first = true,
};

static bool read(struct reading *r, struct blocks *blocks, struct profile *p, struct fault *f)
{
    return vtune_read(&report, r, blocks, p, f);
}

static unsigned recognise(struct str prefix)
{
    return vtune_recognise(prefix, STR("CPU Time"), STR("Alloc"));
}

static const char *const endings[] = {NULL};

const struct input_format input_vtune = {
    .name = "vtune",
    .about = "VTune's top-down or hotspots report as CSV; --value exact has nanoseconds",
    .endings = endings,
    .recognise = recognise,
    .signs = {ANY_OF("\nFunction", "\n\"Function")},
    .read = read,
};
