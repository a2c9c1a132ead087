/* change.svg: drawn as flame would draw the recordings of all runs. */
#include "app/trial/drawing.h"

#include <string.h>

#include "app/common/resource_limits.h"
#include "app/draw/outputs.h"
#include "app/options/resolve.h"
#include "app/trial/folder.h"
#include "base/mem.h"
#include "input/formats.h"

/* What is drawn; owns its texts. */
struct trial_recordings {
    struct buf paths;               /* each with a NUL; the title first */
    struct request_list recordings; /* those that are open */
    int *files;                     /* the same; owned by the runs, the array by this */
    size_t room, n_files;
};

static void add_title(struct trial_recordings *to, const struct trial *t)
{
    buf_add(&to->paths, STR("Change: "));
    buf_add(&to->paths, str_of(t->shown[SIDE_BEFORE].p));
    buf_add(&to->paths, STR(" \xe2\x86\x92 "));
    buf_add(&to->paths, str_of(t->shown[SIDE_AFTER].p));
    buf_add_byte(&to->paths, '\0');
}

/* Those of a side lie one behind the other. Before there are any, a name stands for them. */
static void add_recordings(struct trial_recordings *to, const struct trial *t, enum side side)
{
    struct buf path = {0};

    if (t->runs.n == 0) {
        trial_folder_recording(&path, t->folder.path, side, 1);
        buf_add(&to->paths, buf_str(&path));
    }
    for (size_t i = 0; i < t->runs.n; i++) {
        const struct trial_run *run = &t->runs.rows[i];
        if (run->side != side || run->failed || !run->samples)
            continue;
        trial_folder_recording(&path, t->folder.path, side, run->number);
        buf_add(&to->paths, buf_str(&path));
        to->files = mem_grow(to->files, &to->room, to->n_files + 1, sizeof *to->files);
        to->files[to->n_files++] = run->has_file ? run->file : -1;
    }
    buf_free(&path);
}

/* Fills what does not depend on the runs. The request borrows the texts. */
static bool fill(struct request *to, struct trial_recordings *from, const struct trial *t,
                 const char *output, struct fault *f)
{
    add_title(from, t);
    const size_t before = from->paths.n;
    add_recordings(from, t, SIDE_BEFORE);
    const size_t after = from->paths.n;
    add_recordings(from, t, SIDE_AFTER);
    request_set_defaults(to);
    to->messages.quiet = true;
    to->read.ask.format = input_find(STR("perf-data"), f);
    to->picture.title = from->paths.p;
    request_add_output(to, output);
    to->given[OPTION_BEFORE] = true;
    if (t->request.events.n > 1 && !t->request.wall && !t->request.off_cpu)
        to->selection.event = t->request.events.rows[0].name;
    for (size_t at = before; at < from->paths.n; at += strlen(from->paths.p + at) + 1) {
        request_list_add(at < after ? &to->sides.before : &to->inputs, from->paths.p + at);
        request_list_add(&from->recordings, from->paths.p + at);
    }
    return to->read.ask.format;
}

static void set_reading(struct request *to, const struct trial *t,
                        const struct trial_recordings *from, const struct trial_picture *picture)
{
    const struct trial_measure *of = measures_of_samples(&t->measures, &t->request);

    to->sides.tests = interim_tests(&t->looks);
    to->sides.whole = of ? &of->evidence.rows[0] : NULL;
    to->read.ask.read = t->request.off_cpu                           ? READ_OFF_CPU
                        : t->request.wall && !t->outcome.no_switches ? READ_WALL
                                                                     : READ_RUNNING;
    to->read.ask.symbols.of_process = picture->files;
    to->read.ask.symbols.is_here = picture->files != NULL;
    to->output.lent = picture->lent;
    if (t->request.reader) {
        to->read.opened = from->files;
        to->read.opened_paths = &from->recordings;
    }
    resource_limits_derive(&to->read.ask.limits);
}

bool trial_draw(const struct trial *t, const struct trial_picture *picture, struct fault *f)
{
    struct trial_recordings recordings = {0};
    struct request request = {0};
    bool ok = fill(&request, &recordings, t, picture->output, f) && request_resolve(&request, f);

    if (ok && t->runs.n) {
        set_reading(&request, t, &recordings, picture);
        const struct flame_request flame = request_flame(&request);
        ok = draw_flamegraph(&flame, picture->listener, f);
    }
    mem_free(recordings.files, recordings.room, sizeof *recordings.files);
    request_free(&request);
    request_list_free(&recordings.recordings);
    buf_free(&recordings.paths);
    return ok;
}
