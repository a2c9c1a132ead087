/* /tmp: perf-4711.map  perf-1.map; /proc: 1 2 17 4711
 * Lists the numbers in a folder's names. */
#include "symbol/folder_numbers.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>

#include "base/mem.h"
#include "base/parse.h"

static void add_name(struct folder_numbers *f, struct str name, struct str before, struct str after)
{
    uint64_t number;

    if (!str_starts(name, before) || !str_ends(name, after) || name.n <= before.n + after.n ||
        !parse_u64(str_from_to(name, before.n, name.n - after.n), &number))
        return;
    f->numbers = mem_grow(f->numbers, &f->room, f->n + 1, sizeof *f->numbers);
    f->numbers[f->n++] = number;
}

static int by_number(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a;
    const uint64_t y = *(const uint64_t *)b;

    return (x > y) - (x < y);
}

/* A folder may be everybody's, with any number of names; one that is missing has none. */
static void list(struct folder_numbers *f, const char *folder, struct str before, struct str after)
{
    enum { NAMES_MOST = 1 << 16 };
    DIR *d = opendir(*folder ? folder : ".");
    const struct dirent *e = NULL;

    f->is_known = !d && errno == ENOENT;
    if (!d)
        return;
    for (size_t i = 0; i <= NAMES_MOST && (errno = 0, e = readdir(d)) != NULL; i++)
        add_name(f, str_of(e->d_name), before, after);
    f->is_known = !e && errno == 0;
    closedir(d);
    if (f->n)
        qsort(f->numbers, f->n, sizeof *f->numbers, by_number);
}

bool folder_may_hold(struct folder_numbers *f, const char *folder, const char *before,
                     uint64_t number, const char *after)
{
    enum { ASKED_MOST = 16 };

    if (!f->is_listed && f->n_asked++ < ASKED_MOST)
        return true;
    if (!f->is_listed) {
        list(f, folder, str_of(before), str_of(after));
        f->is_listed = true;
    }
    return !folder_lacks(f, number);
}

bool folder_lacks(const struct folder_numbers *f, uint64_t number)
{
    return f->is_known && (!f->n || !bsearch(&number, f->numbers, f->n, sizeof number, by_number));
}

void folder_numbers_free(struct folder_numbers *f)
{
    mem_free(f->numbers, f->room, sizeof *f->numbers);
    *f = (struct folder_numbers){0};
}
