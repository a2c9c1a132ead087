/* The registry of input formats. */
#include "input/formats.h"

#include "base/nearest.h"

#define INPUT_IN(folder, name) INPUT(name)
#define INPUT(name) extern const struct input_format input_##name;
#include "input/inputs.def"
#undef INPUT

static const struct input_format *const formats[] = {
#define INPUT(name) &input_##name,
#include "input/inputs.def"
#undef INPUT
#undef INPUT_IN
};

enum { N_FORMATS = sizeof formats / sizeof formats[0] };

const struct input_format *const *input_formats(size_t *n)
{
    *n = N_FORMATS;
    return formats;
}

static bool is_named(const struct input_format *format, struct str name)
{
    return str_equal(name, str_of(format->name)) ||
           (format->alias && str_equal(name, str_of(format->alias)));
}

const struct input_format *input_find(struct str name, struct fault *f)
{
    struct nearest nearest = {0};

    for (size_t i = 0; i < N_FORMATS; i++)
        if (is_named(formats[i], name))
            return formats[i];
    for (size_t i = 0; i < N_FORMATS; i++) {
        nearest_look(&nearest, name, formats[i]->name);
        if (formats[i]->alias)
            nearest_look(&nearest, name, formats[i]->alias);
    }
    nearest_fault(&nearest, "--from: no input format", name, "--list-formats", f);
    return NULL;
}

struct str input_event_unit(struct str event)
{
    struct str unit = STR("");

    for (size_t i = 0; i < N_FORMATS && !unit.n; i++)
        if (formats[i]->event_unit)
            unit = formats[i]->event_unit(event);
    return unit;
}

bool input_event_is_sampling(struct str event)
{
    bool is_sampling = false;

    for (size_t i = 0; i < N_FORMATS && !is_sampling; i++)
        is_sampling = formats[i]->event_is_sampling && formats[i]->event_is_sampling(event);
    return is_sampling;
}

bool input_event_is_wait(struct str event)
{
    bool is_wait = false;

    for (size_t i = 0; i < N_FORMATS && !is_wait; i++)
        is_wait = formats[i]->event_is_wait && formats[i]->event_is_wait(event);
    return is_wait;
}
