/* libc.so.6 and its debug information, /proc/kallsyms */
#include "input/perf_data/sources.h"

#include "input/beside.h"

void sources_init(struct sources *s, struct recording *rec)
{
    struct buf beside = {0};
    bool has_folder = beside_folder(rec->r, &beside);

    *s = (struct sources){.rec = rec};
    pthread_mutex_init(&s->lock, NULL);
    s->modules = modules_new(rec->options, rec->r->limits, has_folder ? beside.p : NULL);
    jit_init(&s->jit, rec);
    buf_free(&beside);
}

void sources_free(struct sources *s)
{
    modules_free(s->modules);
    jit_free(&s->jit);
    kernel_free(&s->kernel);
    pthread_mutex_destroy(&s->lock);
}

static struct str text_of(const struct processes *p, name_id id)
{
    return names_get(&p->names, id);
}

/* [kernel.kallsyms]_text tells where the kernel's text stood. */
static void load_kernel(struct sources *s, struct processes *processes)
{
    static const char name[] = "[kernel.kallsyms]";
    const struct recording *rec = s->rec;
    const struct map_tree *maps = &processes_get(processes, PROCESS_KERNEL)->maps;
    struct kernel_key key = {.release = text_of(processes, rec->release),
                             .hostname = text_of(processes, rec->hostname),
                             .mark = STR("")};
    struct buf beside = {0};

    for (const struct mapping *map = maps_next(&processes->maps, maps, 0); map;
         map = maps_next(&processes->maps, maps, map->end)) {
        const struct mapped_file *file = &processes->files[map->file];
        struct str path = text_of(processes, file->path);
        if (!str_starts(path, str_of(name)))
            continue;
        key.text = map->offset;
        key.mark = str_from_to(path, strlen(name), path.n);
        key.build_id = build_id_of(text_of(processes, file->build_id));
        break;
    }
    if (beside_folder(rec->r, &beside))
        key.beside = beside.p;
    kernel_load(&s->kernel, &key, rec->options, rec->r->limits);
    buf_free(&beside);
}

const struct kernel *sources_kernel(struct sources *s, struct processes *processes)
{
    pthread_mutex_lock(&s->lock);
    if (!s->kernel_loaded)
        load_kernel(s, processes);
    s->kernel_loaded = true;
    pthread_mutex_unlock(&s->lock);
    return &s->kernel;
}
