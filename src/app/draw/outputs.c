/* Reads inputs once for all outputs. Formats that keep samples whole need names, modules and times
 * as they were recorded, pictures do not: a joined reading has both. What cannot be joined is read
 * again. */
#include "app/draw/outputs.h"

#include <sys/stat.h>
#include <unistd.h>

#include "app/common/message.h"
#include "app/draw/merge_folded.h"
#include "base/mem.h"
#include "render/output.h"

/* Merges folded inputs into folded output without building a profile, if possible. */
static bool merge_lines(const struct flame_request *r, bool wakers, bool *merged, struct fault *f)
{
    struct skipped_inputs left = {0};

    if (!r->merge->on || strcmp(r->output->format->name, "folded") != 0 ||
        !merge_folded_suits(r, wakers))
        return true;
    bool ok = merge_folded(r, &left, merged, f);
    skipped_inputs_free(&left);
    return ok;
}

static bool read_and_draw(const struct flame_request *r, struct option_files *files,
                          const struct drawn_listener *listener, struct fault *f)
{
    struct shared_inputs shared = {0};
    const struct output_context drawing = {files, &shared, true};
    bool ok = shared_inputs_read(&shared, r, r->output->format->figure, f) &&
              draw_output(r, &drawing, listener, f);

    shared_inputs_free(&shared);
    return ok;
}

bool draw_flamegraph(const struct flame_request *request, const struct drawn_listener *listener,
                     struct fault *f)
{
    struct option_files files = {0};
    bool themed = !request->output->format->lists_stacks || listener;
    bool merged = false;
    bool ok = option_files_read(&files, request, themed, f) &&
              merge_lines(request, files.theme.wakers, &merged, f) &&
              (merged || read_and_draw(request, &files, listener, f));

    option_files_free(&files);
    return ok;
}

bool draw_check(const struct flame_request *request, struct fault *f)
{
    struct option_files files = {0};
    bool ok = option_files_read(&files, request, !request->output->format->lists_stacks, f);

    option_files_free(&files);
    return ok;
}

/* Several outputs, and which of them are done. */
struct outputs {
    const struct flame_request *requests; /* borrowed */
    size_t n;
    bool *done;       /* owned: by output */
    bool *written;    /* owned: by output */
    bool *chosen;     /* owned: by output: it is drawn of the reading that was made last */
    bool is_told;     /* what there is to say of the inputs, */
    bool is_heard;    /* except in what reading them tells */
    bool is_apart;    /* readings are not joined */
    bool is_once;     /* an input can be read only once */
    bool is_given_up; /* an output, as another could not be read */
    size_t n_read;    /* times that inputs were read */
    off_t start;      /* of standard input, if it is a file */
    struct option_files files;
};

/* How late an output comes: those that show trees have most to say. Of what can be read only once,
 * all fail if the first does, and most recordings tell what ran. */
static unsigned rank(const struct outputs *outputs, size_t i)
{
    const struct flame_request *r = &outputs->requests[i];
    const bool may_lack = outputs->is_once && r->input.read->ask.read != READ_RUNNING;

    return (may_lack ? 2U : 0U) + (r->output->format->whole ? 1U : 0U);
}

/* The first of those that are not done and come first; n if all are done. */
static size_t next(const struct outputs *outputs)
{
    size_t first = outputs->n;

    for (size_t i = outputs->n; i-- > 0;)
        if (!outputs->done[i] && (first == outputs->n || rank(outputs, i) <= rank(outputs, first)))
            first = i;
    return first;
}

/* Only files and folders can be read again. */
static bool is_read_once(const char *path)
{
    struct stat file;
    int error = strcmp(path, "-") == 0 ? fstat(0, &file) : stat(path, &file);

    return error == 0 && !S_ISREG(file.st_mode) && !S_ISDIR(file.st_mode);
}

/* The first input that cannot be read again; NULL: none. */
static const char *read_only_once(const struct request_list *paths)
{
    for (size_t i = 0; i < paths->n; i++)
        if (is_read_once(paths->items[i]))
            return paths->items[i];
    return NULL;
}

/* The same of all that a request reads. */
static const char *reads_only_once(const struct flame_request *r)
{
    const char *once = read_only_once(r->input.paths);

    if (!r->input.paths->n && is_read_once("-"))
        once = "-";
    return once ? once : read_only_once(&r->sides->before);
}

/* Whether the output is of those that one reading for the leader serves. Two formats of whole
 * samples may both go with a picture, but not with each other. */
static bool goes_with(const struct outputs *outputs, size_t output, size_t leader)
{
    const struct flame_request *r = &outputs->requests[output];
    const struct flame_request *first = &outputs->requests[leader];
    const bool is_only = outputs->is_once;

    if (outputs->done[output] || outputs->is_apart)
        return !outputs->done[output] && shared_inputs_suit(first, r);
    for (size_t i = 0; i < output; i++)
        if (outputs->chosen[i] && !shared_inputs_join(&outputs->requests[i], r, is_only))
            return false;
    return shared_inputs_join(first, r, is_only);
}

static void choose(struct outputs *outputs, size_t leader)
{
    for (size_t i = 0; i < outputs->n; i++)
        outputs->chosen[i] = goes_with(outputs, i, leader);
}

/* Fails because two outputs need different readings of what can be read only once. */
static bool refuse(const char *once, const struct flame_request *a, const struct flame_request *b,
                   const char *differing, struct fault *f)
{
    return fault_set(f, FAULT_USAGE,
                     "%s can be read only once, but --format %s needs other %s than --format %s; "
                     "wanted a file, or only one of these outputs",
                     strcmp(once, "-") == 0 ? "standard input" : once, b->output->format->name,
                     differing, a->output->format->name);
}

static bool check_readings(const struct outputs *outputs, struct fault *f)
{
    const struct flame_request *requests = outputs->requests;
    const char *once = reads_only_once(requests);

    for (size_t i = 1; once && i < outputs->n; i++)
        for (size_t k = 0; k < i; k++)
            if (!shared_inputs_join(&requests[k], &requests[i], true))
                return refuse(once, &requests[k], &requests[i], "parts of it", f);
    return true;
}

/* Finds out before inputs are read whether a file can be made. Nothing is opened that would notice:
 * FIFOs and devices. */
static bool check_place(const struct flame_request *r, struct fault *f)
{
    const char *path = r->output->path;
    struct sink sink;
    struct stat file;

    if (!option_files_check_overwrite(r, f))
        return false;
    if (!path || (r->output->lent && *r->output->lent >= 0) ||
        (stat(path, &file) == 0 && !S_ISREG(file.st_mode) && !S_ISDIR(file.st_mode)))
        return true;
    if (!sink_open_file(&sink, path, f))
        return false;
    sink_discard(&sink);
    return true;
}

/* Keeps the last fault. Outputs may fail for the same reason, which is told once. */
static void add_fault(struct fault *f, const struct fault *own)
{
    enum fault_kind first = f->kind;

    if (strcmp(f->text, own->text) == 0)
        return;
    message_print_fault(f);
    *f = *own;
    if (first)
        f->kind = first;
}

/* Whether no output behind it, of those that share a reading with the leader, needs the same
 * profile. */
static bool is_last(const struct outputs *outputs, size_t output,
                    const struct shared_inputs *shared)
{
    const struct flame_request *r = &outputs->requests[output];
    bool last = true;

    for (size_t i = output + 1; i < outputs->n; i++)
        last = last &&
               !(outputs->chosen[i] &&
                 shared_inputs_lend_alike(shared, r->input.read, outputs->requests[i].input.read));
    return last;
}

/* Draws all outputs that share a reading with the leader. */
static void draw_shared(struct outputs *outputs, size_t leader, struct shared_inputs *shared,
                        struct fault *f)
{
    static const struct message_request quiet = {.quiet = true};

    for (size_t i = 0; i < outputs->n; i++) {
        struct flame_request r = outputs->requests[i];
        struct fault own = {0};
        if (!outputs->chosen[i])
            continue;
        const struct output_context drawing = {&outputs->files, shared,
                                               is_last(outputs, i, shared)};
        if (i != leader || outputs->is_told)
            r.input.messages = &quiet;
        const struct fault *lack = inputs_of_states(&shared->in, r.input.read->ask.read)->fault;
        outputs->written[i] = !lack && draw_output(&r, &drawing, NULL, &own);
        if (!outputs->written[i])
            add_fault(f, lack ? lack : &own);
        outputs->done[i] = true;
    }
}

/* An SVG is converted to figures only. */
static bool are_figures(const struct outputs *outputs)
{
    bool all = true;

    for (size_t i = 0; i < outputs->n; i++)
        all = all && outputs->requests[i].output->format->figure;
    return all;
}

/* Reads the inputs as the output needs them, and those that can be joined with it. */
static bool read_once(struct outputs *outputs, size_t output, struct shared_inputs *shared,
                      struct fault *f)
{
    struct flame_request r = outputs->requests[output];
    struct read_request read = *r.input.read;
    struct message_request messages = *r.input.messages;

    choose(outputs, output);
    for (size_t i = 0; i < outputs->n; i++)
        if (outputs->chosen[i] && !outputs->is_apart)
            shared_inputs_widen(&read, outputs->requests[output].input.read,
                                outputs->requests[i].input.read);
    if (outputs->is_heard) {
        messages = (struct message_request){.quiet = true,
                                            .progress = messages.progress,
                                            .summary = messages.summary && !outputs->is_told};
        read.ask.symbols.explain = NULL;
    }
    if (outputs->n_read++) {
        if (outputs->start >= 0 && lseek(0, outputs->start, SEEK_SET) < 0)
            return fault_set(f, FAULT_SYSTEM, "standard input: cannot be read again");
    }
    r.input.read = &read;
    r.input.messages = &messages;
    return shared_inputs_read(shared, &r, are_figures(outputs), f);
}

/* A joined reading can reach limits that others do not, and meet names that belong to pictures only
 * in part. */
static bool is_to_divide(const struct shared_inputs *shared, const struct flame_request *r, bool ok,
                         bool once)
{
    size_t n = r->input.paths->n ? r->input.paths->n : 1;

    if (!ok)
        return !once && shared_inputs_is_joined(shared) && shared->in.summary.n < n;
    return shared_inputs_is_joined(shared) &&
           (inputs_are_unshown(&shared->in) || (!once && inputs_lack_states(&shared->in)));
}

static bool read_for(struct outputs *outputs, size_t output, struct shared_inputs *shared,
                     struct fault *f)
{
    const struct flame_request *r = &outputs->requests[output];
    const char *once = reads_only_once(r);
    bool ok = read_once(outputs, output, shared, f);

    outputs->is_heard = outputs->is_heard || ok;
    if (!is_to_divide(shared, r, ok, once))
        return ok;
    for (size_t i = 0; once && i < outputs->n; i++)
        if (!shared_inputs_suit(r, &outputs->requests[i]))
            return refuse(once, r, &outputs->requests[i], "parts of a name in it", f);
    shared_inputs_free(shared);
    *shared = (struct shared_inputs){.first = NULL};
    *f = (struct fault){0};
    outputs->is_apart = true;
    return read_once(outputs, output, shared, f);
}

/* An input that cannot be read for one output may be for those that show other states of threads.
 */
static void give_up(struct outputs *outputs, size_t output)
{
    const struct flame_request *r = &outputs->requests[output];

    for (size_t i = 0; i < outputs->n; i++) {
        const bool is_same = outputs->requests[i].input.read->ask.read == r->input.read->ask.read;
        outputs->is_given_up =
            outputs->is_given_up || (outputs->is_once && !is_same && !outputs->done[i]);
        outputs->done[i] = outputs->done[i] || outputs->is_once || is_same;
    }
}

static bool read_and_draw_all(struct outputs *outputs, struct fault *f)
{
    for (size_t i = next(outputs); i < outputs->n; i = next(outputs)) {
        struct shared_inputs shared = {0};
        struct fault own = {0};
        if (read_for(outputs, i, &shared, &own)) {
            draw_shared(outputs, i, &shared, f);
        } else {
            add_fault(f, &own);
            give_up(outputs, i);
        }
        shared_inputs_free(&shared);
        outputs->is_told = true;
    }
    return f->kind == FAULT_NONE;
}

/* After the last fault, names the outputs that are missing, unless all are for a reason of their
 * own. */
static void print_not_written(const struct outputs *outputs, struct fault *f)
{
    size_t n = 0;

    for (size_t i = 0; i < outputs->n; i++)
        n += outputs->written[i];
    if ((n == 0 && !outputs->is_given_up) || n == outputs->n)
        return;
    message_print_fault(f);
    f->text[0] = '\0';
    for (size_t i = 0; i < outputs->n; i++)
        if (!outputs->written[i])
            message_print("%s: not written", output_request_name(outputs->requests[i].output));
}

bool draw_outputs(const struct flame_request *requests, size_t n, struct fault *f)
{
    struct outputs outputs = {.requests = requests,
                              .n = n,
                              .is_once = reads_only_once(&requests[0]) != NULL,
                              .start = lseek(0, 0, SEEK_CUR), /* -1: it is none */
                              .done = mem_alloc(n, sizeof *outputs.done),
                              .written = mem_alloc(n, sizeof *outputs.written),
                              .chosen = mem_alloc(n, sizeof *outputs.chosen)};
    bool themed = false;

    for (size_t i = 0; i < n; i++)
        themed = themed || !requests[i].output->format->lists_stacks;
    bool ok = check_readings(&outputs, f) && option_files_read(&outputs.files, requests, themed, f);
    for (size_t i = 0; ok && i < n; i++)
        ok = check_place(&requests[i], f);
    ok = ok && read_and_draw_all(&outputs, f);
    print_not_written(&outputs, f);
    option_files_free(&outputs.files);
    mem_free(outputs.chosen, n, sizeof *outputs.chosen);
    mem_free(outputs.written, n, sizeof *outputs.written);
    mem_free(outputs.done, n, sizeof *outputs.done);
    return ok;
}
