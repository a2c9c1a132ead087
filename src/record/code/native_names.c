/* libc.so.6: 9f0c0 140 read
 * The recording is read for it once its callers are known, which are unwound when it ends. */
#include "record/code/native_names.h"

/* A file has room at least for what was in it before, unless its writing failed otherwise. */
static void finish_with(struct recording_file *r, struct embedded_files *files, uint64_t before)
{
    struct fault f = {0};

    r->taken_fd = files->fd;
    r->taken_size = files->size;
    files->counts.no_functions = !recording_file_finish(r, &f);
    if (!files->counts.no_functions)
        return;
    r->taken_size = files->size = before;
    f = (struct fault){0};
    r->unfinished = !recording_file_finish(r, &f);
    recording_file_cut(r);
}

void native_names_take(const struct native_names *n, struct recording_file *r,
                       const struct stack_reader *by)
{
    struct embedded_files *files = n->files;
    const uint64_t before = files->size;
    struct buf symbols = {0};
    struct fault f = {0};

    files->counts.no_functions = !by->name(by->context, r, &n->of_process, &symbols, &f);
    if (!files->counts.no_functions && symbols.n) {
        const struct taken_counts counts = files->counts;
        embedded_files_add_bytes(files, EMBEDDED_SYMBOLS, STR("symbols"), buf_str(&symbols));
        if (files->size != before) {
            finish_with(r, files, before);
        } else { /* it is told of as functions, not as a file */
            files->counts = counts;
            files->counts.no_functions = true;
        }
    }
    buf_free(&symbols);
}
