/* jdk.GarbageCollection: gcId, name, cause, sumOfPauses; jdk.GCPhasePause: gcId, name
 * jdk.GCHeapSummary: heapUsed; jdk.CPULoad: jvmUser, jvmSystem, machineTotal, of 1 */
#include "input/jfr/tracks.h"

/* Counters of a class, as far as there are names, or a mark. */
struct jfr_track {
    const char *class;
    enum jfr_role roles[3];
    const char *names[3];
    const char *unit;
};

static const struct jfr_track tracks[] = {
    {.class = "jdk.GarbageCollection"},
    {.class = "jdk.GCPhasePause"},
    {"jdk.GCHeapSummary", {JFR_HEAP_USED}, {"heap used"}, "bytes"},
    {"jdk.CPULoad",
     {JFR_JVM_USER, JFR_JVM_SYSTEM, JFR_MACHINE_TOTAL},
     {"load of the JVM in user code", "load of the JVM in the kernel", "load of the machine"},
     "%"},
};

const struct jfr_track *jfr_track_of(const struct jfr_class *class)
{
    for (size_t i = 0; i < sizeof tracks / sizeof tracks[0]; i++)
        if (str_equal(class->name, str_of(tracks[i].class)))
            return &tracks[i];
    return NULL;
}

/* A share, a float of 4 bytes, in 1/10^4 %. False where it is none. */
static bool share_of(uint64_t bits, int64_t *value)
{
    const float whole = 1e6F;
    const uint32_t word = (uint32_t)bits;
    float share;

    memcpy(&share, &word, sizeof share);
    if (!(share >= 0 && share <= 1))
        return false;
    *value = (int64_t)(share * whole + 0.5F);
    return true;
}

static void take_counter(const struct jfr_track *track, size_t i, const struct jfr_value *v,
                         struct text *text, uint64_t at_ns)
{
    enum { SHARE_SCALE = 4 };
    const bool is_share = v->class->kind == JFR_PLAIN;
    int64_t value = (int64_t)v->number;

    if (is_share ? v->class->bytes != sizeof(float) || !share_of(v->number, &value) : value < 0)
        return;
    counter_add(builder_counter(&text->builder, str_of(track->names[i]), str_of(track->unit), 0),
                (int64_t)at_ns, value, is_share ? SHARE_SCALE : 0);
}

static name_id text_in(const struct jfr_pools *pools, const struct jfr_value *v, struct text *text)
{
    struct buf room = {0};
    const char *wrong;

    jfr_text_of(pools, v, &room, &wrong);
    const name_id id = wrong ? 0 : builder_place(&text->builder, buf_str(&room));
    buf_free(&room);
    return id;
}

static void take_mark(const struct jfr_pools *pools, const struct jfr_value *values,
                      struct text *text, const char *class, struct mark mark)
{
    struct names *names = &text->p->names;
    struct label cause = {names_add(names, STR("cause")), text_in(pools, &values[JFR_CAUSE], text)};

    mark.id = jfr_is_number(&values[JFR_GC_ID]) ? values[JFR_GC_ID].number : 0;
    mark.value = jfr_is_number(&values[JFR_SUM_OF_PAUSES])
                     ? jfr_chunk_ns(pools->chunk, values[JFR_SUM_OF_PAUSES].number)
                     : 0;
    mark.labels = marks_labels(&text->p->tracks.marks, &cause, cause.value ? 1 : 0);
    mark.text = text_in(pools, &values[JFR_NAME], text);
    if (!mark.text)
        mark.text = names_add(names, str_of(class));
    marks_add(&text->p->tracks.marks, &mark);
}

void jfr_track_take(const struct jfr_track *track, const struct jfr_pools *pools,
                    const struct jfr_value *values, struct text *text, uint64_t at_ns,
                    uint64_t lasted_ns)
{
    if (!track->names[0]) {
        const struct mark mark = {.from_ns = (int64_t)at_ns, .to_ns = (int64_t)(at_ns + lasted_ns)};
        take_mark(pools, values, text, track->class, mark);
        return;
    }
    for (size_t i = 0; i < sizeof track->names / sizeof track->names[0] && track->names[i]; i++)
        if (jfr_is_number(&values[track->roles[i]]))
            take_counter(track, i, &values[track->roles[i]], text, at_ns);
}
