/* A sample each 10 ms of cpu, for 30 s; "built at r1234": what a profile says about its recording.
 */
#include "model/recording_info.h"

#include "base/mem.h"

void recording_info_free(struct recording_info *info)
{
    mem_free(info->comments, info->comments_room, sizeof *info->comments);
    mem_free(info->mappings, info->mappings_room, sizeof *info->mappings);
    buf_free(&info->command);
    buf_free(&info->how);
    buf_free(&info->host);
    group_names_free(&info->groups);
    text_list_free(&info->remarks);
    text_list_free(&info->details);
    text_list_free(&info->explained);
    *info = (struct recording_info){0};
}

/* What is told of the recording in words, of the first that has it. */
static void merge_words(struct recording_info *to, const struct recording_info *from)
{
    if (!to->command.n && from->command.n) {
        buf_add(&to->command, buf_str(&from->command));
        buf_add(&to->how, buf_str(&from->how));
    }
    if (!to->host.n && from->host.n)
        buf_add(&to->host, buf_str(&from->host));
    group_names_add_all(&to->groups, &from->groups);
    text_list_add_all(&to->remarks, &from->remarks, 0);
    text_list_add_all(&to->details, &from->details, 0);
    text_list_add_all(&to->explained, &from->explained, 0);
}

void recording_info_copy(struct recording_info *to, const struct recording_info *from)
{
    *to = *from;
    to->command = to->how = to->host = (struct buf){.n = 0};
    to->groups = (struct group_names){.n = 0};
    to->remarks = to->details = to->explained = (struct text_list){.n = 0};
    merge_words(to, from);
    to->comments =
        mem_copy(from->comments, from->comments_room, from->n_comments, sizeof *from->comments);
    to->mappings =
        mem_copy(from->mappings, from->mappings_room, from->n_mappings, sizeof *from->mappings);
}

void recording_info_comment(struct recording_info *info, name_id text)
{
    for (size_t i = 0; i < info->n_comments; i++)
        if (info->comments[i] == text)
            return;
    if (!text || info->n_comments == RECORDING_INFO_COMMENTS_MOST)
        return;
    info->comments = mem_grow(info->comments, &info->comments_room, info->n_comments + 1,
                              sizeof *info->comments);
    info->comments[info->n_comments++] = text;
}

void recording_info_mapping(struct recording_info *info,
                            const struct recording_info_mapping *mapping)
{
    for (size_t i = 0; i < info->n_mappings; i++) {
        struct recording_info_mapping *m = &info->mappings[i];
        if (m->file == mapping->file && m->build_id == mapping->build_id &&
            m->start == mapping->start && m->limit == mapping->limit &&
            m->offset == mapping->offset) {
            m->named |= mapping->named;
            return;
        }
    }
    if (info->n_mappings == RECORDING_INFO_MAPPINGS_MOST)
        return;
    info->mappings = mem_grow(info->mappings, &info->mappings_room, info->n_mappings + 1,
                              sizeof *info->mappings);
    info->mappings[info->n_mappings++] = *mapping;
}

bool recording_info_has_text_key(const struct recording_info *info, name_id key)
{
    for (size_t i = 0; i < info->n_text_keys; i++)
        if (info->text_keys[i] == key)
            return true;
    return false;
}

void recording_info_text_key(struct recording_info *info, name_id key)
{
    if (info->n_text_keys < RECORDING_INFO_KEYS_MOST && !recording_info_has_text_key(info, key))
        info->text_keys[info->n_text_keys++] = key;
}

static void merge_text(name_id *to, struct names *to_names, name_id from,
                       const struct names *from_names)
{
    struct str text = names_get(from_names, from);

    if (from && (!*to || str_compare(text, names_get(to_names, *to)) < 0))
        *to = names_add(to_names, text);
}

static void merge_period(struct recording_info *to, struct names *to_names,
                         const struct recording_info *from, const struct names *from_names)
{
    name_id name = names_add(to_names, names_get(from_names, from->period_name));
    name_id unit = names_add(to_names, names_get(from_names, from->period_unit));

    if (!to->period_name) {
        to->period_name = name;
        to->period_unit = unit;
    }
    if (to->period_name == name && to->period_unit == unit && to->period < from->period)
        to->period = from->period;
}

void recording_info_merge(struct recording_info *to, struct names *to_names,
                          const struct recording_info *from, const struct names *from_names)
{
    uint64_t more = UINT64_MAX - to->duration_ns;

    merge_words(to, from);
    if (from->time_ns && (!to->time_ns || from->time_ns < to->time_ns))
        to->time_ns = from->time_ns;
    to->events_apart = to->events_apart || from->events_apart;
    to->zero_ns = to->zero_ns ? to->zero_ns : from->zero_ns;
    to->duration_ns += from->duration_ns < more ? from->duration_ns : more;
    if (from->period_name)
        merge_period(to, to_names, from, from_names);
    merge_text(&to->drop, to_names, from->drop, from_names);
    merge_text(&to->keep, to_names, from->keep, from_names);
    merge_text(&to->more, to_names, from->more, from_names);
    for (size_t i = 0; i < from->n_text_keys; i++)
        recording_info_text_key(to, names_add(to_names, names_get(from_names, from->text_keys[i])));
    for (size_t i = 0; i < from->n_mappings; i++) {
        struct recording_info_mapping mapping = from->mappings[i];
        mapping.file = names_add(to_names, names_get(from_names, mapping.file));
        mapping.build_id = names_add(to_names, names_get(from_names, mapping.build_id));
        recording_info_mapping(to, &mapping);
    }
    for (size_t i = 0; i < from->n_comments; i++)
        recording_info_comment(to, names_add(to_names, names_get(from_names, from->comments[i])));
}

static bool is_behind(const struct recording_info_mapping *a,
                      const struct recording_info_mapping *b, const struct names *names)
{
    int order = str_compare(names_get(names, a->file), names_get(names, b->file));

    if (order == 0)
        order = str_compare(names_get(names, a->build_id), names_get(names, b->build_id));
    if (order != 0)
        return order > 0;
    if (a->start != b->start)
        return a->start > b->start;
    return a->limit != b->limit ? a->limit > b->limit : a->offset > b->offset;
}

static void sort_mappings(struct recording_info *info, const struct names *names)
{
    struct recording_info_mapping *mappings = info->mappings;

    for (size_t i = 1; i < info->n_mappings; i++) {
        struct recording_info_mapping moved = mappings[i];
        size_t at = i;
        for (; at && is_behind(&mappings[at - 1], &moved, names); at--)
            mappings[at] = mappings[at - 1];
        mappings[at] = moved;
    }
}

void recording_info_sort(struct recording_info *info, const struct names *names)
{
    name_id *comments = info->comments;

    for (size_t i = 1; i < info->n_comments; i++) {
        name_id moved = comments[i];
        size_t at = i;
        for (; at && str_compare(names_get(names, moved), names_get(names, comments[at - 1])) < 0;
             at--)
            comments[at] = comments[at - 1];
        comments[at] = moved;
    }
    sort_mappings(info, names);
}
