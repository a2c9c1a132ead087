/* flame -o a.svg -o b.pdf: resolves a request and draws its outputs. */
#include "app/draw/draw_request.h"

#include "app/common/process_end.h"
#include "app/common/resource_limits.h"
#include "app/draw/outputs.h"
#include "app/options/resolve.h"
#include "app/options/resolve_outputs.h"
#include "base/mem.h"

/* Draws several outputs of one reading. */
static bool draw_each(const struct request *request, struct fault *f)
{
    const size_t n = request->outputs.n;
    struct request *each = mem_alloc(n, sizeof *each);
    struct flame_request *views = mem_alloc(n, sizeof *views);
    bool ok = request_outputs_resolve(request, each, f);

    for (size_t i = 0; ok && i < n; i++) {
        resource_limits_derive(&each[i].read.ask.limits);
        views[i] = request_flame(&each[i]);
    }
    if (ok) {
        process_end_limit(&each[0].read.ask.limits);
        ok = draw_outputs(views, n, f);
    }
    mem_free(each, n, sizeof *each);
    mem_free(views, n, sizeof *views);
    return ok;
}

bool draw_request(struct request *request, struct fault *f)
{
    if (request->outputs.n > 1)
        return draw_each(request, f);
    if (!request_resolve(request, f))
        return false;
    resource_limits_derive(&request->read.ask.limits);
    process_end_limit(&request->read.ask.limits);
    const struct flame_request flame = request_flame(request);
    return draw_flamegraph(&flame, NULL, f);
}
