/* "Name:	sh\nUmask:	0022\n...", "4711 (a name) S 4700 ..." */
#include "record/proc_fields.h"

bool proc_status_value(struct str status, struct str name, struct str *value)
{
    const size_t at = str_find(status, 0, name);

    if (at == status.n)
        return false;
    *value = str_from_to(status, at + name.n, str_find(status, at + 1, STR("\n")));
    return true;
}

struct str proc_stat_fields(struct str stat)
{
    const size_t at = str_find_last(stat, STR(") "));

    return str_from_to(stat, at < stat.n ? at + 2 : stat.n, stat.n);
}
