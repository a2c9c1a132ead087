/* Chooses PERF_SAMPLE_ADDR and related fields: include/uapi/linux/perf_event.h of Linux. */
#include "record/data_fields.h"

#include <linux/perf_event.h>

#include "record/event.h"

static const struct data_field FIELDS[] = {
    {PERF_SAMPLE_WEIGHT_STRUCT, PERF_SAMPLE_WEIGHT, "latencies in parts", "5.12"},
    {PERF_SAMPLE_DATA_PAGE_SIZE | PERF_SAMPLE_CODE_PAGE_SIZE, 0, "sizes of pages", "5.11"},
    {PERF_SAMPLE_CGROUP, 0, "control groups", "5.7"}, /* of all samples: in its order here */
    {PERF_SAMPLE_PHYS_ADDR, 0, "physical addresses", "4.14"},
    {PERF_SAMPLE_DATA_SRC | PERF_SAMPLE_WEIGHT, 0, "sources and latencies of data", "3.10"},
};

enum { N_FIELDS = sizeof FIELDS / sizeof FIELDS[0] };

const struct data_field *data_fields(size_t *n)
{
    *n = N_FIELDS;
    return FIELDS;
}

static bool is_of_processor(const struct event_choice *event)
{
    return event->type != PERF_TYPE_SOFTWARE && !event_is_tracepoint(event);
}

/* What an access cost is known to processors alone, but perf wants its source in all samples. */
uint64_t data_fields_of(const struct event_choice *event)
{
    const uint64_t cost = is_of_processor(event) ? (uint64_t)PERF_SAMPLE_WEIGHT_STRUCT : 0;

    return (uint64_t)(PERF_SAMPLE_ADDR | PERF_SAMPLE_DATA_SRC | PERF_SAMPLE_PHYS_ADDR |
                      PERF_SAMPLE_DATA_PAGE_SIZE | PERF_SAMPLE_CODE_PAGE_SIZE) |
           cost;
}

bool data_fields_have_address(const struct event_choice *event)
{
    switch (event->type == PERF_TYPE_SOFTWARE ? event->config : UINT64_MAX) {
    case PERF_COUNT_SW_PAGE_FAULTS:
    case PERF_COUNT_SW_PAGE_FAULTS_MIN:
    case PERF_COUNT_SW_PAGE_FAULTS_MAJ:
    case PERF_COUNT_SW_ALIGNMENT_FAULTS:
    case PERF_COUNT_SW_EMULATION_FAULTS:
        return true;
    default:
        return is_of_processor(event);
    }
}

bool data_fields_give_way(uint64_t *sample_type, uint64_t *untold)
{
    for (size_t i = 0; i < N_FIELDS; i++) {
        const uint64_t found = *sample_type & FIELDS[i].bits;
        if (!found)
            continue;
        *sample_type = (*sample_type & ~found) | FIELDS[i].instead;
        *untold |= found;
        return true;
    }
    return false;
}
