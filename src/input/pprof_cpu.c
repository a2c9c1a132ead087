/* 0 3 0 10000 0, 2 3 0x430baa 0x430c4c 0x415d10, ..., 0 1 0, and the text of /proc/PID/maps: what
 * gperftools writes, and Go before 1.9. */
#include "input/common/pprof_cpu_profile.h"

static bool read(struct reading *r, struct blocks *blocks, struct profile *p, struct fault *f)
{
    struct text text;
    struct traces traces;
    struct buf bytes = {0};

    text_init(&text, r, blocks, p, f);
    traces_init(&traces, &text, CPU_PROFILE_VALUES);
    bool ok = reading_whole(r, blocks, &bytes, f) &&
              cpu_profile_read(&text, &traces, NULL, buf_str(&bytes)) && traces_finish(&traces) &&
              traces_tell(&traces);
    r->tally.lines = r->tally.taken + r->tally.bad; /* there are none: one a sample */
    traces_free(&traces);
    buf_free(&bytes);
    text_free(&text);
    return ok;
}

static const char *const endings[] = {"prof", NULL};

const struct input_format input_pprof_cpu = {
    .name = "pprof-cpu",
    .about = "CPU profiles of gperftools, and of Go before 1.9",
    .endings = endings,
    .recognise = cpu_profile_bits,
    .read = read,
    .binary = true,
    .cut = CUT_NOWHERE,
};
