/* flame record: records and draws, once, when a trap springs, or in turns with another program. */
#include "app/record_verb.h"

#include <string.h>
#include <unistd.h>

#include "app/command_line.h"
#include "app/common/message.h"
#include "app/draw/draw_request.h"
#include "app/options/record_outputs.h"
#include "app/options/resolve.h"
#include "app/options/resolve_outputs.h"
#include "app/record/drawing.h"
#include "app/record/named.h"
#include "app/record/nothing.h"
#include "app/record/old_picture.h"
#include "app/record/run_trapped.h"
#include "app/record/users.h"
#include "app/trial/run_trial.h"
#include "base/mem.h"
#include "record/proc.h"

/* Makes the request of `flame -o OUTPUT... -- RECORDING`, which borrows the texts. */
static bool request_pictures(struct request *request, const char *recording, bool quiet,
                             const struct request_list *outputs, struct fault *f)
{
    struct request_list words = {0};

    request_list_add(&words, "flame");
    request_list_add(&words, quiet ? "--quiet" : "--from=perf-data");
    for (size_t i = 0; i < outputs->n; i++) {
        request_list_add(&words, "-o");
        request_list_add(&words, outputs->items[i]);
    }
    request_list_add(&words, "--");
    request_list_add(&words, recording);
    char **arguments = mem_alloc(words.n + 1, sizeof *arguments); /* up to a NULL */
    memcpy(arguments, words.items, words.n * sizeof *arguments);  /* they are not changed */
    bool ok = request_parse(request, (int)words.n, arguments, f);

    mem_free(arguments, words.n + 1, sizeof *arguments);
    request_list_free(&words);
    return ok;
}

/* The pictures that were asked for, or else profile.svg, and the heavy paths on a terminal. */
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

/* Finds out before the recording whether its outputs can be written. */
static bool check_pictures(const struct record_request *r, struct fault *f)
{
    if (!record_check_outputs(&r->outputs, f))
        return false;
    struct request_list pictures = pictures_of(r);
    struct request *each = mem_alloc(pictures.n, sizeof *each);
    struct request request = {0};
    bool ok = pictures.n == 0 || (request_pictures(&request, "perf.data", true, &pictures, f) &&
                                  (pictures.n > 1 ? request_outputs_resolve(&request, each, f)
                                                  : request_resolve(&request, f)));

    request_free(&request);
    mem_free(each, pictures.n, sizeof *each);
    request_list_free(&pictures);
    return ok;
}

static bool draw_recorded(const struct record_request *r, const struct recorded *recorded,
                          struct fault *f)
{
    struct request_list pictures = pictures_of(r);
    struct request request = {0};
    bool ok =
        pictures.n == 0 || request_pictures(&request, recorded->recording, r->quiet, &pictures, f);

    request.read.is_passing = recorded->temporary.n != 0;
    request.read.opened = &recorded->outcome.file;
    request.read.called = recorded->called;
    request.read.wall = r->wall && !recorded->outcome.no_switches;
    request.read.off_cpu = r->off_cpu;
    const struct record_drawing drawing = {draw_request, &request, &pictures, recorded, r->reader};
    ok = ok && (pictures.n == 0 || record_draw(&drawing, f));
    if (ok && !r->outputs.n && !r->quiet)
        message_print("%s, %s", recorded->recording, pictures.items[0]);
    request_free(&request);
    request_list_free(&pictures);
    return ok;
}

static bool is_drawn(const struct record_request *r)
{
    for (size_t i = 0; i < r->outputs.n; i++)
        if (!record_is_recording(r->outputs.items[i]))
            return true;
    return r->outputs.n == 0;
}

static void tell_kept(struct recorded *recorded)
{
    struct fault why = {0};

    if (recorded_keep(recorded, &why))
        message_print("the recording is kept: %s", recorded->recording);
    else
        message_print("the recording is not kept: %s", why.text);
}

static bool draw_what_there_is(const struct record_request *r, struct recorded *recorded,
                               struct fault *f)
{
    const bool empty = record_is_empty(r, &recorded->outcome);

    record_give_open_to_user(recorded->outcome.file);
    if (!empty && !draw_recorded(r, recorded, f)) {
        tell_kept(recorded);
        return false;
    }
    return !empty || !is_drawn(r) || record_fault_of_nothing(r, recorded, f);
}

static bool record_and_draw(const struct record_request *r, struct recorded *recorded,
                            struct fault *f)
{
    if (!run_record(r, recorded, f))
        return false;
    if (r->watch && recorded->outcome.watched != WATCH_SPRUNG)
        return true;
    const bool kept = r->outputs.n == 0 && old_picture_keep("profile.svg");
    const bool ok = draw_what_there_is(r, recorded, f);
    if (kept && !ok)
        old_picture_restore("profile.svg");
    return ok;
}

static bool record_once_and_draw(const struct record_request *r, int *status, struct fault *f)
{
    struct recorded *recorded = mem_alloc(1, sizeof *recorded);
    const bool ok = record_and_draw(r, recorded, f);

    *status = recorded->outcome.status;
    recorded_free(recorded);
    mem_free(recorded, 1, sizeof *recorded);
    return ok;
}

/* The exit status is that of the recorded command, unless we fail ourselves. */
static bool record_as_asked(const struct record_request *r, int *status, struct fault *f)
{
    if (r->before)
        return run_trial(r, status, f);
    if (!check_pictures(r, f))
        return false;
    if (trap_request_is_set(&r->trap))
        return run_trapped(r, record_and_draw, status, f);
    return record_once_and_draw(r, status, f);
}

static bool record_as_users(struct record_request *r, int *status, struct fault *f)
{
    struct record_users *users = mem_alloc(1, sizeof *users);
    bool ok = record_users_find(r, users, f) && record_as_asked(r, status, f);

    mem_free(users, 1, sizeof *users);
    return ok;
}

/* Without /proc a command is recorded all the same, as the kernel tells what it maps. */
bool record_verb(struct record_request *r, int *status, struct fault *f)
{
    if (!proc_check(f)) {
        if (!r->command[0] || r->all || record_request_has_pids(r) || record_request_has_tids(r))
            return false;
        message_print("%s", f->text);
        *f = (struct fault){0};
    }
    return record_find_named(r, f) && record_as_users(r, status, f);
}
