/* --symfs DIR, --kallsyms FILE: reads the values of symbol options, and checks that the files
 * exist. */
#include "app/options/symbol_values.h"

#include <errno.h>
#include <sys/stat.h>

#include "symbol/open.h"

static bool look(const struct option_use *use, struct stat *status, struct fault *f)
{
    if (stat(use->value, status) == 0)
        return true;
    open_failed(use->value, errno, f);
    return false;
}

static bool check_folder(const struct option_use *use, struct fault *f)
{
    struct stat status;

    return (look(use, &status, f) && S_ISDIR(status.st_mode)) ||
           value_wrong(use, "a folder that exists", f);
}

static bool read_symfs(struct request *r, const struct option_use *use, struct fault *f)
{
    if (!check_folder(use, f))
        return false;
    struct request_list *symfs = &r->read.symfs;

    request_list_add(symfs, use->value);
    r->read.ask.symbols.symfs = symfs->items;
    r->read.ask.symbols.n_symfs = symfs->n;
    return true;
}

static bool read_perf_map_dir(struct request *r, const struct option_use *use, struct fault *f)
{
    r->read.ask.symbols.perf_map_dir = use->value;
    return check_folder(use, f);
}

/* /proc/kallsyms is a regular file, too. */
static bool read_kallsyms(struct request *r, const struct option_use *use, struct fault *f)
{
    struct stat status;

    r->read.ask.symbols.kallsyms = use->value;
    return (look(use, &status, f) && S_ISREG(status.st_mode)) ||
           value_wrong(use, "a file that exists", f);
}

value_reader symbol_value_reader_of(enum option_id id)
{
    static const value_reader readers[OPTION_COUNT] = {
        [OPTION_SYMFS] = read_symfs,
        [OPTION_KALLSYMS] = read_kallsyms,
        [OPTION_PERF_MAP_DIR] = read_perf_map_dir,
    };

    return readers[id];
}
