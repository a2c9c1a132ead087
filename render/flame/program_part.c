/* What a frame belongs to, by its module, its name and its file. */
#include "render/flame/program_part.h"

#include "render/common/name_group.h"

struct str program_module(const struct profile *p, frame_id frame)
{
    static const char *const kernels[] = {"[kernel", "[guest.kernel", "vmlinux"};
    name_id module = p->frames.rows[frame].seen.module;

    if (!module)
        return STR("");
    struct str name = path_base_name(names_get(&p->names, module));
    for (size_t i = 0; i < sizeof kernels / sizeof kernels[0]; i++)
        if (str_starts(name, str_of(kernels[i])))
            return STR("");
    return name;
}

/* Whether names of functions in that file begin with classes and objects, never with packages. */
static bool is_script(struct str file)
{
    static const char *const endings[] = {".js",  ".mjs", ".cjs", ".jsx", ".ts",
                                          ".mts", ".cts", ".tsx", ".vue", ".py"};

    if (str_starts(file, STR("node:")))
        return true;
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++)
        if (str_ends(file, str_of(endings[i])))
            return true;
    return false;
}

/* Whether a part by the name is but a class: Module of Module.load; in a script Socket.Writable of
 * Socket.Writable.write too, where System.Collections would be a namespace elsewhere. */
static bool is_class(struct str part, struct str file)
{
    return part.n && part.p[0] >= 'A' && part.p[0] <= 'Z' &&
           (!memchr(part.p, '.', part.n) || is_script(file));
}

struct str program_part(const struct profile *p, frame_id frame, struct str program)
{
    const struct frame *row = &p->frames.rows[frame];
    struct str part = name_group_of(name_without_mark(names_get(&p->names, row->name)));
    struct str file = names_get(&p->names, row->seen.file);

    if ((part.n && !is_class(part, file)) || !(row->seen.module | row->seen.file))
        return part;
    struct str module = program_module(p, frame);
    if (row->seen.file && (!module.n || str_equal(module, program)))
        return file_group_of(file);
    return part.n ? part : module;
}
