/* docker-4f66....scope, kubepods/burstable/pod1a2b.../4f66..., crio-4f66....scope
 * Finds what a control group is of in its name. */
#include "base/container_name.h"

#include "base/ascii.h"

static bool is_hex(char c)
{
    return is_digit(c) || (c >= 'a' && c <= 'f');
}

static struct str without_end(struct str name)
{
    static const char *const ends[] = {".scope", ".slice", ".service"};

    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        if (str_ends(name, str_of(ends[i])))
            return str_from_to(name, 0, name.n - strlen(ends[i]));
    return name;
}

/* The number of a pod is a UUID, in which systemd wants '_' for '-'; or a hash. */
bool container_name_pod(struct str name, struct str *uid)
{
    enum { UUID = 36, HASH = 32 };

    name = without_end(name);
    const size_t at = str_find_last(name, STR("pod"));
    if (at == name.n || (at && name.p[at - 1] != '-'))
        return false;
    *uid = str_from_to(name, at + 3, name.n);
    for (size_t i = 0; i < uid->n; i++)
        if (!is_hex(uid->p[i]) && uid->p[i] != '-' && uid->p[i] != '_')
            return false;
    return uid->n == UUID || uid->n == HASH;
}

/* What a runtime puts around the id ends with a dash. conmon only watches a container. */
bool container_name_id(struct str name, struct str *id)
{
    static const struct str lxc = {"lxc.payload.", 12};

    name = without_end(name);
    if (str_starts(name, lxc)) {
        *id = str_from_to(name, lxc.n, name.n);
        return id->n != 0;
    }
    if (name.n < CONTAINER_ID || str_find(name, 0, STR("conmon")) < name.n)
        return false;
    *id = str_from_to(name, name.n - CONTAINER_ID, name.n);
    for (size_t i = 0; i < id->n; i++)
        if (!is_hex(id->p[i]))
            return false;
    return name.n == CONTAINER_ID || name.p[name.n - CONTAINER_ID - 1] == '-';
}
