/* libc.so.6 with build-id 16eec689..., file: /usr/lib/.../libc.so.6 (found by its path)
 * Says how files and their names were found, and what would help. */
#include <stdio.h>

#include "base/beside.h"
#include "base/parse.h"
#include "symbol/module.h"
#include "symbol/modules.h"
#include "symbol/vdso.h"

/* Counts one more, and keeps the first by its bytes: which file has which id depends on which
 * worker met it first. */
static void take(struct str text, struct str *first, size_t *n)
{
    if ((*n)++ == 0 || str_compare(text, *first) < 0)
        *first = text;
}

struct str modules_packed(const struct modules *m, size_t *n)
{
    struct str first = STR("");

    *n = 0;
    for (uint32_t i = 0; i < m->n; i++)
        if (m->all[i]->lacks_zstd)
            take(buf_str(&m->all[i]->path), &first, n);
    return first;
}

static bool is_cut(const struct module *module)
{
    const struct module_file *files[] = {&module->file, &module->symbols, &module->lines,
                                         &module->shared};

    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++)
        if (files[i]->image.taken && files[i]->image.taken->refused)
            return true;
    return false;
}

struct str modules_cut(const struct modules *m, size_t *n)
{
    struct str first = STR("");

    *n = 0;
    for (uint32_t i = 0; i < m->n; i++)
        if (is_cut(m->all[i]))
            take(buf_str(&m->all[i]->path), &first, n);
    return first;
}

static struct str line_of_untrusted(const struct module *module)
{
    struct str rest = buf_str(&module->refused);
    struct str line = STR("");

    while (rest.n && take_field(&rest, '\n', &line))
        if (str_ends(line, str_of(beside_refusal())))
            return line;
    return STR("");
}

struct str modules_untrusted(const struct modules *m, size_t *n)
{
    struct str first = STR("");

    *n = 0;
    for (uint32_t i = 0; i < m->n; i++) {
        const struct module *module = m->all[i];
        const struct str line = line_of_untrusted(module);
        const bool lacks = module->file.rule == RULE_NONE || module->table.n == 0;
        if (line.n && lacks)
            take(line, &first, n);
    }
    return first;
}

struct str modules_taken(const struct modules *m, size_t *n)
{
    struct str first = STR("");

    *n = 0;
    for (uint32_t i = 0; i < m->n; i++) {
        const struct module *module = m->all[i];
        if (module->taken.n && module->file.rule == RULE_NONE)
            take(buf_str(&module->path), &first, n);
    }
    return first;
}

static void show_file(struct buf *to, const struct module_file *file)
{
    module_file_show(to, file);
    buf_add(to, STR(" (found by "));
    buf_add(to, str_of(search_rule(file->rule)));
    buf_add(to, file->is_verified ? STR(", its build-id or checksum is the right one)")
                                  : STR(", the recording has no build-id to check it by)"));
}

static void explain_file(struct buf *to, struct str what, const struct module_file *file)
{
    if (file->rule == RULE_NONE)
        return;
    buf_add(to, what);
    show_file(to, file);
    buf_add_byte(to, '\n');
}

void modules_show_file(struct modules *m, module_id id, struct buf *to)
{
    const struct module *module = modules_find(m, id);

    if (module->file.rule != RULE_NONE)
        show_file(to, &module->file);
}

static void explain_refused(struct buf *to, struct str refused)
{
    struct str line;

    while (refused.n && take_field(&refused, '\n', &line)) {
        if (line.n == 0)
            continue;
        buf_add(to, STR("  refused: "));
        buf_add(to, line);
        buf_add_byte(to, '\n');
    }
}

static bool is_of_glibc(struct str path)
{
    struct str name = path_base_name(path);

    return str_starts(name, STR("libc.so")) || str_starts(name, STR("libc-2")) ||
           str_starts(name, STR("libm.so")) || str_starts(name, STR("ld-linux")) ||
           str_starts(name, STR("libpthread"));
}

struct str modules_mend(struct modules *m, module_id id)
{
    switch (modules_state(m, id)) {
    case MODULE_NOT_FOUND:
        if (vdso_is(modules_path(m, id)))
            return STR("it is a part of the recorded kernel, of which perf archive keeps a copy");
        return STR("the file was not found; --symfs names a folder that has it");
    case MODULE_OTHER_BUILD:
        return STR("only another build of the file was found; --symfs names a folder that has the "
                   "right one");
    case MODULE_NO_SYMBOLS:
        if (is_of_glibc(modules_path(m, id)))
            return STR("it has no symbols of its own; libc6-dbg (Debian) or glibc-debuginfo "
                       "(Fedora) has them");
        return STR("it has no symbols of its own; the -dbgsym or -dbg package (Debian), dnf "
                   "debuginfo-install (Fedora) or a build that is not stripped has them");
    case MODULE_NAMED:
        break;
    }
    return STR("none of its symbols is there");
}

void modules_explain(struct modules *m, module_id id, struct buf *to)
{
    struct module *module = modules_find_named(m, id);
    char text[64];

    (void)modules_find_debug_info(m, module);
    buf_add(to, modules_path(m, id));
    if (module->build_id.n) {
        buf_add(to, STR(" with build-id "));
        build_id_add(to, &module->build_id);
    }
    buf_add_byte(to, '\n');
    explain_file(to, STR("  file: "), &module->file);
    explain_file(to, STR("  symbols: "), &module->symbols);
    explain_file(to, STR("  debug information: "), &module->lines);
    explain_file(to, STR("  shared debug information: "), &module->shared);
    if (module->lacks_zstd)
        buf_add(to, STR("  debug information: not all of it is read, as it is packed with zstd\n"));
    if (module->n_mini)
        buf_add(to, STR("  symbols: packed in the file (.gnu_debugdata)\n"));
    snprintf(text, sizeof text, "  names: %lu\n", (unsigned long)module->table.n + module->stubs.n);
    buf_add(to, str_of(text));
    if (module->taken.n) {
        snprintf(text, sizeof text, "  names in the recording: %lu\n",
                 (unsigned long)module->taken.n);
        buf_add(to, str_of(text));
    }
    explain_refused(to, buf_str(&module->refused));
    if (modules_state(m, id) == MODULE_NAMED)
        return;
    buf_add(to, STR("  help: "));
    buf_add(to, modules_mend(m, id));
    buf_add_byte(to, '\n');
}
