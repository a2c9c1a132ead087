/* "a;b" is written "a:b". */
#include "render/exchange/folded_names.h"

#include "base/mem.h"

static bool is_special(struct str name)
{
    return name.n && (memchr(name.p, ';', name.n) || memchr(name.p, '\n', name.n) ||
                      memchr(name.p, '\r', name.n));
}

static struct str replace(struct str name, char *to)
{
    for (size_t i = 0; i < name.n; i++) {
        to[i] = name.p[i];
        if (to[i] == ';')
            to[i] = ':';
        else if (to[i] == '\n' || to[i] == '\r')
            to[i] = ' ';
    }
    return (struct str){to, name.n};
}

void folded_names_init(struct folded_names *names, const struct profile *p)
{
    size_t used = 0;

    *names = (struct folded_names){
        .of = mem_alloc(p->frames.n, sizeof *names->of),
        .n = p->frames.n,
    };
    for (frame_id i = 0; i < p->frames.n; i++) {
        names->of[i] = names_get(&p->names, p->frames.rows[i].name);
        names->replaced_room += is_special(names->of[i]) ? names->of[i].n : 0;
    }
    names->replaced = mem_alloc(names->replaced_room, 1);
    for (frame_id i = 0; i < p->frames.n; i++) {
        if (!is_special(names->of[i]))
            continue;
        names->of[i] = replace(names->of[i], names->replaced + used);
        used += names->of[i].n;
    }
}

void folded_names_free(struct folded_names *names)
{
    mem_free(names->of, names->n, sizeof *names->of);
    mem_free(names->replaced, names->replaced_room, 1);
    *names = (struct folded_names){0};
}
