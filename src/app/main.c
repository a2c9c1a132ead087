/* The main function of flame, which draws flame graphs, and callgraph, which draws call graphs. */
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "app/callgraph/draw_graph.h"
#include "app/command_line.h"
#include "app/common/message.h"
#include "app/common/process_end.h"
#include "app/common/resource_limits.h"
#include "app/draw/draw_request.h"
#include "app/help/help.h"
#include "app/help/help_verbs.h"
#include "app/options/resolve.h"
#include "app/options/verbs.h"
#include "app/record_verb.h"
#include "app/report/report.h"
#include "base/mem.h"
#include "render/common/csp.h"

/* Opens standard descriptors that were closed at start, so that no input or output gets their
 * numbers. They are opened in the wrong direction, so that use of them fails visibly. */
static void open_standard(void)
{
    for (int fd = 0; fd <= 2; fd++)
        if (fcntl(fd, F_GETFD) < 0 && errno == EBADF)
            (void)!open("/dev/null", fd == 0 ? O_WRONLY : fd == 1 ? O_RDONLY : O_RDWR);
}

static bool print(const struct request *request, struct fault *f)
{
    struct sink sink;

    sink_open_stdout(&sink);
    switch (request->task) {
    case TASK_HELP:
        if (*request->help_topic || !help_print_verb(&sink, request->verb))
            help_print(&sink, request->program, request->help_topic);
        break;
    case TASK_VERSION:
        sink_text(&sink, request->program == PROGRAM_CALLGRAPH ? "callgraph " : "flame ");
        sink_text(&sink, FLAME_VERSION "\n");
        break;
    case TASK_THEMES:
        help_print_themes(&sink, request->program);
        break;
    case TASK_FORMATS:
        help_print_formats(&sink, request->program);
        break;
    case TASK_CSP:
        csp_print(&sink);
        break;
    case TASK_DRAW:
        break;
    }
    return sink_close(&sink, f);
}

static bool has_input(const struct request *request, struct fault *f)
{
    return request->inputs.n != 0 || isatty(0) != 1 ||
           fault_set(f, FAULT_USAGE,
                     "no PROFILE given and standard input is a terminal, wanted a file: %s",
                     request->program == PROGRAM_CALLGRAPH
                         ? "callgraph profile.folded -o profile.svg (callgraph --help)"
                         : "flame profile.folded -o profile.svg (flame --help)");
}

static bool draw_flame(struct request *request, int *status, struct fault *f)
{
    (void)status;
    return has_input(request, f) && draw_request(request, f);
}

static bool draw_graph(struct request *request, int *status, struct fault *f)
{
    (void)status;
    if (!has_input(request, f) || !request_resolve(request, f))
        return false;
    resource_limits_derive(&request->read.ask.limits);
    process_end_limit(&request->read.ask.limits);
    const struct callgraph_request graph = request_callgraph(request);
    return draw_callgraph(&graph, f);
}

static bool report(struct request *request, int *status, struct fault *f)
{
    (void)status;
    if (!request_resolve(request, f))
        return false;
    resource_limits_derive(&request->read.ask.limits);
    const struct flame_request flame = request_flame(request);
    return run_report(&flame, &request->report, f);
}

static bool record(struct request *request, int *status, struct fault *f)
{
    return record_verb(&request->record, status, f);
}

typedef bool verb_function(struct request *request, int *status, struct fault *f);

static verb_function *const functions[VERB_COUNT] = {
#define VERB(id, name, program, function) [VERB_##id] = function,
#include "app/options/verbs.def"
#undef VERB
};

static bool carry_out(struct request *request, int *status, struct fault *f)
{
    if (request->task == TASK_HELP && !help_knows(request->help_topic, f))
        return false;
    if (request->task != TASK_DRAW)
        return print(request, f);
    return functions[request->verb](request, status, f);
}

int main(int argc, char **argv)
{
    struct fault fault = {0};

    open_standard();
    process_end_prepare();
    int status = 0;
    struct request *request = mem_alloc(1, sizeof *request);
    *request = (struct request){0};
    bool ok = request_parse(request, argc, argv, &fault) && carry_out(request, &status, &fault);
    if (!ok)
        message_print_fault(&fault);
    request_free(request);
    mem_free(request, 1, sizeof *request);
    return fault.kind && !status ? (int)fault.kind : status;
}
