/* x.svg, or profile.svg and the heavy paths on a terminal: the pictures that are drawn of a
 * recording. */
#include "app/record/pictures.h"

#include <unistd.h>

#include "app/common/message.h"
#include "app/options/record_outputs.h"
#include "app/options/resolve.h"
#include "app/options/resolve_outputs.h"
#include "app/options/states.h"
#include "app/record/drawing.h"
#include "base/mem.h"
#include "input/formats.h"

static struct request_list pictures_of(const struct record_request *r)
{
    struct request_list pictures = {0};

    for (size_t i = 0; i < r->outputs.n; i++)
        if (!record_is_recording(r->outputs.items[i]))
            request_list_add(&pictures, r->outputs.items[i]);
    if (r->outputs.n)
        return pictures;
    request_list_add(&pictures, "profile.svg");
    if (!r->quiet && isatty(1) == 1)
        request_list_add(&pictures, "-");
    return pictures;
}

/* The states of threads that a picture shows: where they differ, by its place among the outputs. */
static enum ask_read states_of(const struct record_request *r, const char *picture)
{
    size_t at = 0;

    if (!r->several_states)
        return r->off_cpu ? READ_OFF_CPU : r->wall ? READ_WALL : READ_RUNNING;
    while (r->outputs.items[at] != picture)
        at++;
    return (enum ask_read)(r->output_reads[at] - 1);
}

/* Fills the request of the pictures, which borrows the texts. has_switches: the recording tells
 * when threads left processors. */
static bool fill(struct request *to, const char *recording, const struct record_request *r,
                 const struct request_list *pictures, bool has_switches, struct fault *f)
{
    request_set_defaults(to);
    to->read.ask.format = input_find(STR("perf-data"), f);
    to->messages.quiet = r->quiet;
    request_list_add(&to->inputs, recording);
    for (size_t i = 0; i < pictures->n; i++) {
        const enum ask_read read = states_of(r, pictures->items[i]);
        to->read.ask.read = read == READ_WALL && !has_switches ? READ_RUNNING : read;
        states_give(to->given, to->read.ask.read);
        request_add_output(to, pictures->items[i]);
    }
    return to->read.ask.format;
}

bool record_pictures_check(const struct record_request *r, struct fault *f)
{
    if (!record_check_outputs(&r->outputs, f))
        return false;
    struct request_list pictures = pictures_of(r);
    struct request *each = mem_alloc(pictures.n, sizeof *each);
    struct request request = {0};
    bool ok = pictures.n == 0 || fill(&request, "perf.data", r, &pictures, true, f);

    request.messages.quiet = true;
    ok = ok && (pictures.n == 0 || (pictures.n > 1 ? request_outputs_resolve(&request, each, f)
                                                   : request_resolve(&request, f)));

    request_free(&request);
    mem_free(each, pictures.n, sizeof *each);
    request_list_free(&pictures);
    return ok;
}

bool record_pictures_draw(const struct record_request *r, const struct recorded *recorded,
                          struct fault *f)
{
    struct request_list pictures = pictures_of(r);
    struct request request = {0};
    bool ok = pictures.n == 0 ||
              fill(&request, recorded->recording, r, &pictures, !recorded->outcome.no_switches, f);

    request.read.is_passing = recorded->temporary.n != 0;
    request.read.opened = &recorded->outcome.file;
    request.read.called = recorded->called;
    const struct record_drawing drawing = {&request, &pictures, recorded, r->reader};
    ok = ok && (pictures.n == 0 || record_draw(&drawing, f));
    if (ok && !r->outputs.n && !r->quiet)
        message_print("%s, %s", recorded->recording, pictures.items[0]);
    request_free(&request);
    request_list_free(&pictures);
    return ok;
}

bool record_pictures_wanted(const struct record_request *r)
{
    for (size_t i = 0; i < r->outputs.n; i++)
        if (!record_is_recording(r->outputs.items[i]))
            return true;
    return r->outputs.n == 0;
}
