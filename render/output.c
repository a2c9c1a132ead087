/* The registry of output formats, and their file extensions. */
#include "render/output.h"

#include "base/nearest.h"
#include "base/parse.h"

#define OUTPUT(room, name) extern const struct output_format output_##name;
#include "render/outputs.def"
#undef OUTPUT

static const struct output_format *const formats[] = {
#define OUTPUT(room, name) &output_##name,
#include "render/outputs.def"
#undef OUTPUT
};

enum { N_FORMATS = sizeof formats / sizeof formats[0] };

const struct output_format *const *output_formats(size_t *n)
{
    *n = N_FORMATS;
    return formats;
}

const struct output_format *output_find(struct str name, struct fault *f)
{
    struct nearest nearest = {0};

    for (size_t i = 0; i < N_FORMATS; i++)
        if (str_equal(name, str_of(formats[i]->name)))
            return formats[i];
    for (size_t i = 0; i < N_FORMATS; i++)
        nearest_look(&nearest, name, formats[i]->name);
    nearest_fault(&nearest, "--format: no output format", name, "--list-formats", f);
    return NULL;
}

/* File name extensions are compared ignoring case. */
static bool ends_as(struct str path, struct str ending)
{
    for (size_t i = 0; i < ending.n; i++) {
        char c = path.p[path.n - ending.n + i];
        if ((is_letter(c) ? c | 0x20 : c) != ending.p[i])
            return false;
    }
    return true;
}

size_t output_ends_as(struct str path, const char *const *endings)
{
    size_t longest = 0;

    for (const char *const *ending = endings; *ending; ending++) {
        struct str text = str_of(*ending);
        if (path.n > text.n && path.p[path.n - text.n - 1] == '.' && text.n > longest &&
            ends_as(path, text))
            longest = text.n;
    }
    return longest;
}

const struct output_format *output_of_ending(struct str path)
{
    const struct output_format *found = NULL;
    size_t longest = 0;

    for (size_t i = 0; i < N_FORMATS; i++) {
        size_t n = output_ends_as(path, formats[i]->endings);
        if (n > longest) {
            longest = n;
            found = formats[i];
        }
    }
    return found;
}

bool output_check_ending(const char *path, struct fault *f)
{
    const char *ending = path ? strrchr(path, '.') : NULL;
    struct excerpt e;

    return !ending || strchr(ending, '/') ||
           fault_set(f, FAULT_USAGE,
                     "--output: no output format writes \"%s\" files, wanted --format NAME or a "
                     "known ending (--list-formats)",
                     excerpt_of(&e, str_of(ending)));
}
