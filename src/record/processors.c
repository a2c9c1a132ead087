/* /sys/devices/system/cpu/online: 0-3,5 */
#include "record/processors.h"

#include <inttypes.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/parse.h"
#include "record/small_file.h"

enum { PROCESSORS_MOST = 1 << 16 };

static bool has(const struct processors *p, uint64_t number)
{
    for (size_t i = 0; i < p->n; i++)
        if (p->numbers[i] == number)
            return true;
    return false;
}

static void add(struct processors *p, uint64_t number)
{
    if (p->n && p->numbers[p->n - 1] >= number && has(p, number))
        return;
    p->numbers = mem_grow(p->numbers, &p->room, p->n + 1, sizeof *p->numbers);
    p->numbers[p->n++] = (uint32_t)number;
}

static bool add_list(struct processors *p, struct str list)
{
    struct str range;
    uint64_t first, last;

    while (take_field(&list, ',', &range)) {
        if (!parse_range(range, &first, &last) || last >= PROCESSORS_MOST)
            return false;
        for (; first <= last; first++)
            add(p, first);
    }
    return p->n != 0;
}

/* Whether all that were asked for are among those that are online. */
static bool check(const struct processors *p, const struct processors *online, struct str list,
                  struct fault *f)
{
    struct excerpt e;

    for (size_t i = 0; i < p->n; i++)
        if (!has(online, p->numbers[i]))
            return fault_set(f, FAULT_USAGE,
                             "-C: processor %" PRIu32 " is not there or not online, wanted some of "
                             "%s",
                             p->numbers[i], excerpt_of(&e, list));
    return true;
}

static void add_counted(struct processors *p)
{
    for (long i = 0, n = sysconf(_SC_NPROCESSORS_ONLN); i < n; i++)
        add(p, (uint64_t)i);
}

bool processors_find(struct processors *p, struct str list, const char *root, struct fault *f)
{
    struct processors online = {0};
    struct buf text = {0};
    struct excerpt e;
    bool ok = true;

    *p = (struct processors){0};
    if (list.n && !add_list(p, list))
        return fault_set(f, FAULT_USAGE, "-C: \"%s\" found, wanted processors, as 0-3,5",
                         excerpt_of(&e, list));
    const bool read = small_file_read(&text, "%s/sys/devices/system/cpu/online", root);
    const struct str told = str_trim(str_from_to(buf_str(&text), 0, text.n ? text.n - 1 : 0));
    const bool known = read && add_list(&online, told);
    if (list.n) {
        ok = !known || check(p, &online, told, f);
    } else if (known) {
        *p = online;
        online = (struct processors){0};
    } else {
        add_counted(p);
    }
    processors_free(&online);
    buf_free(&text);
    return ok;
}

void processors_free(struct processors *p)
{
    mem_free(p->numbers, p->room, sizeof *p->numbers);
    *p = (struct processors){0};
}
