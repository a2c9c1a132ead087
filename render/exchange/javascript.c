/* node:internal/options, https://example.org/app.js?v=3, /srv/a.ts, JS:*f: tells JavaScript. */
#include "render/exchange/javascript.h"

static bool starts_with_any(struct str text, const char *const *starts, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (str_starts(text, str_of(starts[i])))
            return true;
    return false;
}

static bool is_source(struct str file)
{
    static const char *const schemes[] = {
        "node:", "http://", "https://", "webpack:", "chrome-extension://", "ext:"};
    static const char *const endings[] = {".js", ".mjs", ".cjs", ".jsx",
                                          ".ts", ".mts", ".cts", ".tsx"};

    if (starts_with_any(file, schemes, sizeof schemes / sizeof schemes[0]))
        return true;
    file = str_from_to(file, 0, str_find(file, 0, STR("?")));
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++)
        if (str_ends(file, str_of(endings[i])))
            return true;
    return false;
}

bool exchange_is_javascript(const struct names *names, const struct frame *row)
{
    static const char *const marks[] = {"JS:", "LazyCompile:", "Script:", "Eval:"};

    if (row->file)
        return is_source(names_get(names, row->file));
    return row->kind == KIND_JIT &&
           starts_with_any(names_get(names, row->name), marks, sizeof marks / sizeof marks[0]);
}
