/* [kernel.kallsyms]_text says where the kernel was loaded.
 * Loads the names of the recorded kernel. */
#include "input/perf_data/code/kernel.h"

#include "input/common/companion_files.h"
#include "input/perf_data/code/embedded_files.h"
#include "input/perf_data/code/map.h"

static const struct str kernel_path = {"[kernel.kallsyms]", 17};

/* The first map is the kernel's; later ones are modules. */
static void see_map(struct recorded_kernel *k, struct names *names, const struct record *record)
{
    struct map_record map;

    if (k->path || !map_read(&map, record) || !map.is_of_kernel ||
        !str_starts(map.path, kernel_path))
        return;
    k->path = names_add(names, map.path);
    k->build_id = map.build_id.n ? names_add(names, map.build_id) : 0;
    k->text = map.offset;
}

/* If the header precedes the records, it is complete by then. */
void recorded_kernel_see(struct recording *rec, const struct record *record)
{
    struct recorded_kernel *k = &rec->kernel;
    unsigned mode = record->misc & MISC_MODE;

    if (k->is_begun)
        return;
    if (record->type != RECORD_SAMPLE)
        see_map(k, &rec->names, record);
    else if (mode == MODE_KERNEL && k->path && !rec->is_pipe)
        recorded_kernel_begin(rec);
}

/* The header names the kernel without the symbol at which its map begins. */
static struct str header_id_of(const struct recording *rec)
{
    name_id id = 0;

    for (size_t i = 0; i < rec->n_ids; i++)
        if (str_equal(names_get(&rec->names, rec->ids[i].path), kernel_path))
            id = rec->ids[i].build_id;
    return names_get(&rec->names, id);
}

void recorded_kernel_begin(struct recording *rec)
{
    struct recorded_kernel *k = &rec->kernel;
    struct str path = names_get(&rec->names, k->path);
    struct kernel_key key = {.release = names_get(&rec->names, rec->release),
                             .hostname = names_get(&rec->names, rec->hostname),
                             .mark = STR(""),
                             .text = k->text};
    struct buf recording_folder = {0};

    if (k->is_begun)
        return;
    k->is_begun = true;
    if (k->path) {
        key.mark = str_from_to(path, kernel_path.n, path.n);
        key.build_id =
            build_id_of(k->build_id ? names_get(&rec->names, k->build_id) : header_id_of(rec));
    }
    if (embedded_open(rec, EMBEDDED_KALLSYMS, 0, STR(""), &k->list))
        key.taken = &k->list;
    if (companion_folder(rec->r, &recording_folder))
        key.recording_folder = recording_folder.p;
    kernel_begin(&k->names, &key, rec->options, &rec->r->ask->limits);
    buf_free(&recording_folder);
}
