/* libc.so.6 and its debug information, /proc/kallsyms
 * The sources of names that workers share. */
#include "input/perf_data/code/sources.h"

#include "input/common/companion_files.h"
#include "input/perf_data/code/embedded_files.h"
#include "input/perf_data/code/kernel.h"

void sources_init(struct sources *s, struct recording *rec)
{
    *s = (struct sources){.rec = rec};
    pthread_mutex_init(&s->jit_lock, NULL);
    pthread_mutex_init(&s->kernel_lock, NULL);
    const char *recording_folder =
        companion_folder(rec->r, &s->recording_folder) ? s->recording_folder.p : NULL;
    s->modules = modules_new(rec->options, &rec->r->ask->limits, recording_folder);
    if (embedded_copy(rec, EMBEDDED_SYMBOLS, EMBEDDED_SYMBOLS_MOST,
                      &s->taken.text)) /* or there is a fault */
        embedded_symbols_read(&s->taken);
    modules_take(s->modules, &s->taken);
    jit_init(&s->jit, rec);
}

void sources_free(struct sources *s)
{
    s->rec->r->tally.code_bytes += modules_loaded(s->modules);
    modules_free(s->modules);
    embedded_symbols_free(&s->taken);
    buf_free(&s->recording_folder);
    jit_free(&s->jit);
    pthread_mutex_destroy(&s->kernel_lock);
    pthread_mutex_destroy(&s->jit_lock);
}

const struct kernel *sources_kernel(struct sources *s)
{
    struct kernel *kernel = &s->rec->kernel.names;

    pthread_mutex_lock(&s->kernel_lock);
    recorded_kernel_begin(s->rec);
    kernel_wait(kernel);
    pthread_mutex_unlock(&s->kernel_lock);
    return kernel;
}

bool sources_check(const struct sources *s, struct fault *f)
{
    const struct fault *const faults[] = {modules_fault(s->modules), &s->rec->kernel.names.fault};

    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++)
        if (f->kind == FAULT_NONE)
            *f = *faults[i];
    return f->kind == FAULT_NONE;
}

struct str sources_place(const struct sources *s, const struct code *code)
{
    switch (code->home) {
    case HOME_KERNEL:
        return STR("the kernel");
    case HOME_MADE:
        return STR("code generated at run time");
    case HOME_FILE:
        break;
    }
    return modules_path(s->modules, code->number);
}
