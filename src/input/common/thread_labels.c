/* comm=demo pid=824 tid=826: finds the thread in the labels of a sample. */
#include "input/common/thread_labels.h"

static const struct {
    const char *key;
    enum thread_field field;
} keys[] = {
    {"process", THREAD_PROCESS}, {"comm", THREAD_COMM},   {"pid", THREAD_PID},
    {"tid", THREAD_TID},         {"thread", THREAD_NAME}, {"thread-name", THREAD_NAME},
    {"profile", THREAD_NAME},
};

enum { KEYS = sizeof keys / sizeof keys[0] };

enum thread_field thread_field_of(struct str key)
{
    for (size_t i = 0; i < KEYS; i++)
        if (str_equal(key, str_of(keys[i].key)))
            return keys[i].field;
    return THREAD_NOTHING;
}

struct thread thread_of_values(const enum thread_field *fields, const name_id *values, size_t n)
{
    name_id first[THREAD_COMM + 1] = {0};

    for (size_t i = 0; i < n; i++)
        if (!first[fields[i]])
            first[fields[i]] = values[i];
    struct thread thread = {first[THREAD_PROCESS], first[THREAD_PID], first[THREAD_NAME],
                            first[THREAD_TID]};
    if (!thread.process)
        thread.process = first[THREAD_COMM];
    else if (!thread.name)
        thread.name = first[THREAD_COMM];
    return thread;
}

labels_id thread_labels_add_in(struct labels *labels, const struct names *names,
                               snapshot_id snapshot, struct label *pairs, size_t n)
{
    enum thread_field fields[KEYS];
    name_id values[KEYS] = {0};

    for (size_t k = 0; k < KEYS; k++) {
        fields[k] = keys[k].field;
        for (size_t i = 0; i < n && !values[k]; i++)
            if (str_equal(names_get(names, pairs[i].key), str_of(keys[k].key)))
                values[k] = pairs[i].value;
    }
    const struct thread thread = thread_of_values(fields, values, KEYS);
    const struct subject of = {threads_add(&labels->threads, &thread), snapshot};
    return labels_add_of(labels, of, pairs, n);
}

labels_id thread_labels_add(struct labels *labels, const struct names *names, struct label *pairs,
                            size_t n)
{
    return thread_labels_add_in(labels, names, 0, pairs, n);
}
