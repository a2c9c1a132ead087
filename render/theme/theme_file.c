/* Loads the text of a theme or a colour map. */
#include "render/theme/theme_file.h"

#include "base/nearest.h"
#include "base/parse.h"
#include "render/common/text_file.h"

static struct str bytes_of(const struct built_in_file *file)
{
    return (struct str){file->bytes, file->n};
}

bool theme_files_listed(const struct theme_files *files, size_t i, struct str *name,
                        struct str *about)
{
    const struct built_in_file *file = &files->built_in[i];

    if (!file->name)
        return false;
    struct text_lines lines = {.rest = bytes_of(file)};
    *name = str_of(file->name);
    *about = STR("");
    while (text_lines_next(&lines))
        if (str_starts(lines.line, STR("about ")))
            *about = str_trim(str_from_to(lines.line, 6, lines.line.n));
    return true;
}

static bool no_such_file(const struct theme_files *files, const char *name, struct fault *f)
{
    struct excerpt excerpt;
    struct str wanted = str_of(name);
    struct nearest nearest = {0};
    struct buf list = {0};

    for (const struct built_in_file *file = files->built_in; file->name; file++) {
        nearest_look(&nearest, wanted, file->name);
        buf_add(&list, list.n ? STR(", ") : STR(""));
        buf_add(&list, str_of(file->name));
    }
    const char *meant = nearest_word(&nearest);
    fault_set(f, FAULT_USAGE, "\"%s\" is neither a %s nor a file%s%s%s; %ss: %.*s",
              excerpt_of(&excerpt, wanted), files->noun, meant ? ", did you mean \"" : "",
              meant ? meant : "", meant ? "\"" : "", files->noun, (int)list.n, buf_str(&list).p);
    buf_free(&list);
    return false;
}

bool theme_files_read(const struct theme_files *files, struct buf *to, const char *name_or_path,
                      struct fault *f)
{
    for (const struct built_in_file *file = files->built_in; file->name; file++)
        if (strcmp(file->name, name_or_path) == 0) {
            buf_add(to, bytes_of(file));
            return true;
        }
    if (!text_file_exists(name_or_path))
        return no_such_file(files, name_or_path, f);
    return text_file_read(to, name_or_path, files->most, f);
}
