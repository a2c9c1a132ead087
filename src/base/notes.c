/* Warnings about tolerated damage, counted by reason. */
#include "base/notes.h"

static struct note_count *count_of(struct notes *notes, const char *reason, uint64_t line)
{
    for (size_t i = 0; i < notes->n_reasons; i++)
        if (strcmp(notes->reasons[i].reason, reason) == 0)
            return &notes->reasons[i];
    if (notes->n_reasons == NOTES_REASONS)
        return &notes->reasons[NOTES_REASONS - 1];
    if (notes->n_reasons == NOTES_REASONS - 1)
        reason = "other reasons";
    notes->reasons[notes->n_reasons] = (struct note_count){.reason = reason, .first_line = line};
    return &notes->reasons[notes->n_reasons++];
}

void notes_add_many(struct notes *notes, const char *file, uint64_t line, const char *reason,
                    struct str near, uint64_t n)
{
    notes->total += n;
    count_of(notes, reason, line)->count += n;
    if (notes->n_shown == NOTES_SHOWN)
        return;
    struct note *note = &notes->shown[notes->n_shown++];
    *note = (struct note){.file = file, .line = line, .reason = reason};
    excerpt_of(&note->near, near);
}

void notes_add(struct notes *notes, const char *file, uint64_t line, const char *reason,
               struct str near)
{
    notes_add_many(notes, file, line, reason, near, 1);
}

void notes_merge(struct notes *notes, const struct notes *later, uint64_t lines_before)
{
    notes->total += later->total;
    for (size_t i = 0; i < later->n_reasons; i++) {
        const struct note_count *from = &later->reasons[i];
        uint64_t line = from->first_line ? from->first_line + lines_before : 0;
        count_of(notes, from->reason, line)->count += from->count;
    }
    for (size_t i = 0; i < later->n_shown && notes->n_shown < NOTES_SHOWN; i++) {
        struct note *n = &notes->shown[notes->n_shown++];
        *n = later->shown[i];
        if (n->line)
            n->line += lines_before;
    }
}
