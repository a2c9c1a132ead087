/* Any bytes behind the first ones are records of events or a fault: each event becomes a sample or
 * is counted as damaged, and what is taken adds up. */
#include "input/babeltrace/trace_records.h"
#include "input/babeltrace/wire.h"
#include "tests/fuzz/reading.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_records(struct str bytes, const struct ask *ask)
{
    struct fault f = {0};
    struct profile p;
    struct source source;
    struct reading r = {.name = "fuzz", .ask = ask, .info = &p.info, .first_part = true};
    bool cut = false;

    profile_init(&p, 1, TIME_NONE);
    r.tally.bytes = bytes.n;
    check(source_open_memory(&source, "fuzz", bytes, &ask->limits, &f) || f.kind != FAULT_NONE);
    const bool ok = f.kind == FAULT_NONE && trace_records_read(&r, &source, &p, &cut, &f);
    check(ok == (f.kind == FAULT_NONE));
    check(!ok || p.columns[0].total == r.tally.lines - r.tally.bad);
    check(!ok || !ask->strict || r.tally.bad == 0);
    source_close(&source);
    profile_free(&p);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct ask ask = {.limits = limits_untrusted(),
                            .labels = size % 2 ? UINT32_MAX : 0,
                            .strict = size % 8 == 3,
                            .threads = 1};
    const struct str given = {size ? (const char *)data : "", size};
    struct buf bytes = {0};

    if (size % 16 && !str_starts(given, STR(TRACE_MAGIC)))
        buf_add(&bytes, STR(TRACE_MAGIC));
    buf_add(&bytes, given);
    check_records(buf_str(&bytes), &ask);
    buf_free(&bytes);
    return 0;
}
