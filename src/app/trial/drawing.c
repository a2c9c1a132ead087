/* change.svg: drawn as flame would draw the recordings of all runs. */
#include "app/trial/drawing.h"

#include <string.h>

#include "app/command_line.h"
#include "app/common/resource_limits.h"
#include "app/draw/outputs.h"
#include "app/options/resolve.h"
#include "app/trial/folder.h"
#include "base/mem.h"

/* flame --title TEXT -o OUTPUT --before BEFORE... -- AFTER...; owns its texts. */
struct drawing_words {
    struct buf paths; /* each with a NUL; the title first */
    struct request_list words;
    struct request_list recordings; /* those that are open */
    int *files;                     /* the same; owned by the runs, the array by this */
    size_t room, n_files;
};

static void add_title(struct drawing_words *to, const struct trial *t)
{
    buf_add(&to->paths, STR("Change: "));
    buf_add(&to->paths, str_of(t->shown[SIDE_BEFORE].p));
    buf_add(&to->paths, STR(" \xe2\x86\x92 "));
    buf_add(&to->paths, str_of(t->shown[SIDE_AFTER].p));
    buf_add_byte(&to->paths, '\0');
}

/* Those of a side lie one behind the other. Before there are any, a name stands for them. */
static void add_recordings(struct drawing_words *to, const struct trial *t, enum side side)
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

static void add_words(struct drawing_words *to, const struct trial *t, const char *output)
{
    add_title(to, t);
    const size_t before = to->paths.n;
    add_recordings(to, t, SIDE_BEFORE);
    const size_t after = to->paths.n;
    add_recordings(to, t, SIDE_AFTER);
    const char *const first[] = {"flame", "--quiet", "--from=perf-data", "-o",
                                 output,  "--title", to->paths.p};
    for (size_t i = 0; i < sizeof first / sizeof *first; i++)
        request_list_add(&to->words, first[i]);
    if (t->request.events.n > 1 && !t->request.wall && !t->request.off_cpu) {
        request_list_add(&to->words, "--event");
        request_list_add(&to->words, t->request.events.rows[0].name);
    }
    for (size_t at = before; at < to->paths.n; at += strlen(to->paths.p + at) + 1) {
        if (at < after)
            request_list_add(&to->words, "--before");
        if (at == after)
            request_list_add(&to->words, "--");
        request_list_add(&to->words, to->paths.p + at);
        request_list_add(&to->recordings, to->paths.p + at);
    }
}

static void set_reading(struct request *to, const struct trial *t, const struct drawing_words *w,
                        const struct trial_picture *picture)
{
    const struct trial_measure *of = measures_of_samples(&t->measures, &t->request);

    to->sides.tests = interim_tests(&t->looks);
    to->sides.whole = of ? &of->evidence.rows[0] : NULL;
    to->read.wall = t->request.wall && !t->outcome.no_switches;
    to->read.off_cpu = t->request.off_cpu;
    to->read.symbols.of_process = picture->files;
    to->output.lent = picture->lent;
    if (t->request.reader) {
        to->read.opened = w->files;
        to->read.opened_paths = &w->recordings;
    }
    resource_limits_derive(&to->read.limits);
}

bool trial_draw(const struct trial *t, const struct trial_picture *picture, struct fault *f)
{
    struct drawing_words w = {0};
    struct request request = {0};

    add_words(&w, t, picture->output);
    char **arguments = mem_alloc(w.words.n + 1, sizeof *arguments);  /* up to a NULL */
    memcpy(arguments, w.words.items, w.words.n * sizeof *arguments); /* they are not changed */
    bool ok = request_parse(&request, (int)w.words.n, arguments, f) && request_resolve(&request, f);

    if (ok && t->runs.n) {
        set_reading(&request, t, &w, picture);
        const struct flame_request flame = request_flame(&request);
        ok = draw_flamegraph(&flame, picture->listener, f);
    }
    mem_free(arguments, w.words.n + 1, sizeof *arguments);
    mem_free(w.files, w.room, sizeof *w.files);
    request_free(&request);
    request_list_free(&w.recordings);
    request_list_free(&w.words);
    buf_free(&w.paths);
    return ok;
}
