/* A sample each 10 ms of cpu, for 30 s; "built at r1234". */
#include "model/origin.h"

#include "base/mem.h"

void origin_free(struct origin *origin)
{
    mem_free(origin->comments, origin->comments_room, sizeof *origin->comments);
    *origin = (struct origin){0};
}

void origin_comment(struct origin *origin, name_id text)
{
    for (size_t i = 0; i < origin->n_comments; i++)
        if (origin->comments[i] == text)
            return;
    if (!text || origin->n_comments == ORIGIN_COMMENTS_MOST)
        return;
    origin->comments = mem_grow(origin->comments, &origin->comments_room, origin->n_comments + 1,
                                sizeof *origin->comments);
    origin->comments[origin->n_comments++] = text;
}

static void merge_period(struct origin *to, struct names *to_names, const struct origin *from,
                         const struct names *from_names)
{
    name_id name = names_add(to_names, names_get(from_names, from->period_name));
    name_id unit = names_add(to_names, names_get(from_names, from->period_unit));

    if (!to->period) {
        to->period_name = name;
        to->period_unit = unit;
    }
    if (to->period_name == name && to->period_unit == unit && to->period < from->period)
        to->period = from->period;
}

void origin_merge(struct origin *to, struct names *to_names, const struct origin *from,
                  const struct names *from_names)
{
    uint64_t more = UINT64_MAX - to->duration_ns;

    if (from->time_ns && (!to->time_ns || from->time_ns < to->time_ns))
        to->time_ns = from->time_ns;
    to->duration_ns += from->duration_ns < more ? from->duration_ns : more;
    if (from->period)
        merge_period(to, to_names, from, from_names);
    for (size_t i = 0; i < from->n_comments; i++)
        origin_comment(to, names_add(to_names, names_get(from_names, from->comments[i])));
}

void origin_sort(struct origin *origin, const struct names *names)
{
    name_id *comments = origin->comments;

    for (size_t i = 1; i < origin->n_comments; i++) {
        name_id moved = comments[i];
        size_t at = i;
        for (; at && str_compare(names_get(names, moved), names_get(names, comments[at - 1])) < 0;
             at--)
            comments[at] = comments[at - 1];
        comments[at] = moved;
    }
}
