/* {"metadata": {"source": "DevTools", "startTime": "2026-11-20T14:02:07.250Z"}, "traceEvents":
 * [...]}
 * {"baseTimeNanoseconds": 1795183327250000000, "traceEvents": [...]}, as Kineto writes it */
#include "input/chrome/clock.h"

#include "base/parse.h"
#include "model/time/wall_clock.h"

void chrome_clock_take(struct chrome_clock *c, const struct json_item *item)
{
    if (item->depth == 1)
        c->in_metadata = item->kind == JSON_OBJECT && str_equal(item->key, STR("metadata"));
    if (item->depth == 1 && item->kind == JSON_NUMBER &&
        str_equal(item->key, STR("baseTimeNanoseconds")) && !parse_u64(item->text, &c->base_ns))
        c->base_ns = 0;
    if (item->depth == 2 && c->in_metadata && item->kind == JSON_STRING &&
        str_equal(item->key, STR("startTime")) && !wall_clock_parse_whole(item->text, &c->start_ns))
        c->start_ns = 0;
}

void chrome_clock_tell(const struct chrome_clock *c, const struct spans *spans,
                       struct recording_info *info)
{
    const uint64_t first_ns = spans->began ? (uint64_t)spans->first_ns : 0;

    info->has_clock = c->base_ns || (c->start_ns && spans->began);
    info->clock_ns = c->base_ns ? c->base_ns + first_ns : c->start_ns;
}
