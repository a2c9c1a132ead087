/* Searches a recording for processes that have a map in the archive. */
#include "input/perfcollect/recorded.h"

#include "input/perf_data/recording_read.h"

/* The process id comes first in records about processes. */
static bool is_of_mapped_process(const struct record *record, const struct bundled_symbols *maps)
{
    struct bytes body = record->body;
    uint32_t pid;

    return (record->type == RECORD_COMM || record->type == RECORD_MMAP ||
            record->type == RECORD_MMAP2 || record->type == RECORD_FORK) &&
           bytes_u32(&body, &pid) && bundled_symbols_has(maps, pid);
}

static bool look_through(struct blocks *blocks, struct reading *r,
                         const struct bundled_symbols *maps, struct fault *f)
{
    struct recording rec;
    struct record record;
    struct view view;
    bool found = !recording_read(&rec, r, blocks, f);

    view_init(&view, &rec.store, rec.big, f);
    for (size_t i = 0; i < rec.n_records && !found; i++)
        found = !recording_get(&view, rec.records[i].at, &record) ||
                is_of_mapped_process(&record, maps);
    view_free(&view);
    recording_free(&rec);
    return found;
}

bool perfcollect_recorded(const struct reading *r, struct str recording,
                          const struct bundled_symbols *maps)
{
    struct recording_info info = {0};
    struct reading scratch = {
        .name = r->name, .ask = r->ask, .info = &info, .first_part = true, .parts = 1};
    struct fault f = {0};
    struct source source;
    struct blocks blocks;

    if (!source_open_memory(&source, r->name, recording, &r->ask->limits, &f))
        return true;
    blocks_init(&blocks, &source);
    bool found = look_through(&blocks, &scratch, maps, &f);
    blocks_free(&blocks);
    source_close(&source);
    recording_info_free(&info);
    return found;
}
