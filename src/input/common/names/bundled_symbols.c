/* perf-2014.map:     00007FAC0C0A54C0 29 void [HelloWorld] Program::Main(string[])
 *                    0000000180260000 e5d000 mscorlib.ni.{3fd6c14e-bf71-39bb-81bf-be5c67c31706}
 * perfinfo-2014.map: NILoad;/path/to/mscorlib.ni.dll;{3fd6c14e-bf71-39bb-81bf-be5c67c31706}
 * Names JIT code by maps that came with a recording. */
#include "input/common/names/bundled_symbols.h"

#include "base/mem.h"
#include "base/parse.h"
#include "symbol/perf_map.h"

struct bundled_map {
    uint64_t pid;
    struct symbol_table names;
};

struct bundled_image {
    struct buf guid;
    struct symbol_table names; /* by offset into it */
};

/* An image in a process: by the path of its file, or its address. */
struct bundled_load {
    uint64_t pid;
    struct buf path; /* "": only its address is known */
    uint64_t begin;
    struct buf guid;
};

void bundled_symbols_free(struct bundled_symbols *m)
{
    for (size_t i = 0; i < m->n_maps; i++)
        table_free(&m->maps[i].names);
    for (size_t i = 0; i < m->n_images; i++) {
        table_free(&m->images[i].names);
        buf_free(&m->images[i].guid);
    }
    for (size_t i = 0; i < m->n_loads; i++) {
        buf_free(&m->loads[i].path);
        buf_free(&m->loads[i].guid);
    }
    mem_free(m->maps, m->maps_room, sizeof *m->maps);
    mem_free(m->images, m->images_room, sizeof *m->images);
    mem_free(m->loads, m->loads_room, sizeof *m->loads);
    *m = (struct bundled_symbols){0};
}

/* "perf-2014.map": the number between prefix and suffix of a name. */
static bool parse_pid(struct str name, struct str begin, uint64_t *pid)
{
    static const struct str end = {".map", 4};

    return name.n > begin.n + end.n && str_starts(name, begin) && str_ends(name, end) &&
           parse_u64(str_from_to(name, begin.n, name.n - end.n), pid);
}

static bool is_map(struct str name, uint64_t *pid)
{
    return parse_pid(name, STR("perf-"), pid);
}

static bool is_info(struct str name, uint64_t *pid)
{
    return parse_pid(name, STR("perfinfo-"), pid);
}

static bool is_image(struct str name, struct str *guid)
{
    return str_ends(name, STR(".map")) && perf_map_image(name, guid);
}

bool bundled_symbols_take(struct str name)
{
    struct str guid;
    uint64_t pid;

    return is_map(name, &pid) || is_info(name, &pid) || is_image(name, &guid);
}

static struct bundled_load *add_load(struct bundled_symbols *m, uint64_t pid, struct str guid)
{
    m->loads = mem_grow(m->loads, &m->loads_room, m->n_loads + 1, sizeof *m->loads);
    struct bundled_load *load = &m->loads[m->n_loads++];
    *load = (struct bundled_load){.pid = pid};
    buf_add(&load->guid, guid);
    return load;
}

static void add_info(struct bundled_symbols *m, uint64_t pid, struct str bytes)
{
    struct perf_info line;

    while (perf_info_next(&bytes, &line))
        if (line.native)
            buf_add(&add_load(m, pid, line.guid)->path, line.path);
}

/* The addresses of images must be read before overlapping entries are resolved. */
static void add_map(struct bundled_symbols *m, uint64_t pid, struct str bytes)
{
    struct str guid;

    m->maps = mem_grow(m->maps, &m->maps_room, m->n_maps + 1, sizeof *m->maps);
    struct bundled_map *map = &m->maps[m->n_maps++];
    *map = (struct bundled_map){.pid = pid};
    m->bad_lines += perf_map_read(&map->names, bytes);
    for (uint32_t i = 0; i < map->names.n; i++)
        if (perf_map_image(table_name(&map->names, &map->names.symbols[i]), &guid))
            add_load(m, pid, guid)->begin = map->names.symbols[i].address;
}

void bundled_symbols_add(struct bundled_symbols *m, struct str name, struct str bytes)
{
    struct str guid;
    uint64_t pid;

    if (is_image(name, &guid)) {
        m->images = mem_grow(m->images, &m->images_room, m->n_images + 1, sizeof *m->images);
        struct bundled_image *image = &m->images[m->n_images++];
        *image = (struct bundled_image){0};
        buf_add(&image->guid, guid);
        m->bad_lines += perf_map_read(&image->names, bytes);
    } else if (is_map(name, &pid)) {
        add_map(m, pid, bytes);
    } else if (is_info(name, &pid)) {
        add_info(m, pid, bytes);
    }
}

void bundled_symbols_finish(struct bundled_symbols *m)
{
    for (size_t i = 0; i < m->n_maps; i++)
        perf_map_finish(&m->maps[i].names);
    for (size_t i = 0; i < m->n_images; i++)
        perf_map_finish(&m->images[i].names);
}

static const struct bundled_map *find_map(const struct bundled_symbols *m, uint64_t pid)
{
    for (size_t i = 0; i < m->n_maps; i++)
        if (m->maps[i].pid == pid)
            return &m->maps[i];
    return NULL;
}

bool bundled_symbols_has(const struct bundled_symbols *m, uint64_t pid)
{
    return find_map(m, pid) != NULL;
}

static bool find_in_image(const struct bundled_symbols *m, struct str guid, uint64_t offset,
                          struct str *name)
{
    for (size_t i = 0; i < m->n_images; i++) {
        const struct bundled_image *image = &m->images[i];
        if (!str_equal(buf_str(&image->guid), guid))
            continue;
        const struct symbol *found = table_find(&image->names, offset);
        if (found)
            *name = table_name(&image->names, found);
        return found != NULL;
    }
    return false;
}

bool bundled_symbols_at(const struct bundled_symbols *m, uint64_t pid, uint64_t address,
                        struct str *name)
{
    const struct bundled_map *map = find_map(m, pid);
    const struct symbol *found = map ? table_find(&map->names, address) : NULL;
    struct str guid;

    if (!found)
        return false;
    *name = table_name(&map->names, found);
    if (!perf_map_image(*name, &guid))
        return true;
    for (size_t i = 0; i < m->n_loads; i++) {
        const struct bundled_load *load = &m->loads[i];
        if (load->pid == pid && load->path.n == 0 && str_equal(buf_str(&load->guid), guid) &&
            find_in_image(m, guid, address - load->begin, name))
            break;
    }
    return true; /* else the image's own name is what is known */
}

bool bundled_symbols_in(const struct bundled_symbols *m, uint64_t pid, struct str path,
                        uint64_t offset, struct str *name)
{
    for (size_t i = 0; i < m->n_loads; i++) {
        const struct bundled_load *load = &m->loads[i];
        if (load->pid == pid && str_equal(buf_str(&load->path), path))
            return find_in_image(m, buf_str(&load->guid), offset, name);
    }
    return false;
}
