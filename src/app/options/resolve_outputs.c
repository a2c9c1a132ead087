/* Divides a request with several outputs. */
#include "app/options/resolve_outputs.h"

#include <sys/stat.h>

#include "app/options/resolve.h"
#include "app/options/states.h"

/* Whether both are in one folder. A path without a slash is in the working directory. */
static bool are_in_one_folder(const char *a, const char *b)
{
    const char *paths[] = {a, b};
    struct stat folders[2];

    for (size_t i = 0; i < 2; i++) {
        struct buf folder = {0};
        struct str path = str_of(paths[i]);
        struct str base = path_base_name(path);
        buf_add(&folder, base.n < path.n ? str_from_to(path, 0, path.n - base.n) : STR("."));
        buf_add_byte(&folder, '\0');
        bool is_there = stat(folder.p, &folders[i]) == 0;
        buf_free(&folder);
        if (!is_there)
            return false;
    }
    return folders[0].st_dev == folders[1].st_dev && folders[0].st_ino == folders[1].st_ino;
}

/* A link is replaced by the output, so only its own name counts. */
static bool is_same(const char *a, const char *b)
{
    return strcmp(a, b) == 0 || (str_equal(path_base_name(str_of(a)), path_base_name(str_of(b))) &&
                                 are_in_one_folder(a, b));
}

static bool check_outputs(const struct request *r, struct fault *f)
{
    const struct request_list *outputs = &r->outputs;

    for (size_t i = 1; i < outputs->n; i++)
        for (size_t k = 0; k < i; k++)
            if (is_same(outputs->items[i], outputs->items[k]))
                return fault_set(f, FAULT_USAGE, "--output: %s is given twice, wanted each once",
                                 outputs->items[i]);
    return true;
}

bool request_outputs_resolve(const struct request *r, struct request *each, struct fault *f)
{
    const size_t n = r->outputs.n;
    bool ok = check_outputs(r, f);
    size_t to = 0;

    for (size_t i = 0; ok && i < n; i++) {
        const char *path = r->outputs.items[i];
        bool is_standard = strcmp(path, "-") == 0;
        struct request *own = &each[is_standard ? n - 1 : to++];
        *own = *r;
        if (states_given(r->given) > 1 && r->output_reads[i])
            own->read.ask.read = (enum ask_read)(r->output_reads[i] - 1);
        own->output.path = is_standard ? NULL : path;
        own->output.among_others = true;
        own->output.lent = r->output.lent ? &r->output.lent[i] : NULL;
        own->output.quiet = r->messages.quiet;
        ok = request_resolve(own, f);
    }
    return ok;
}
