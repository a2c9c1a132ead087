/* Threads, each stored once. */
#include "model/threads.h"

#include <assert.h>

#include "base/hash.h"
#include "base/mem.h"

enum { SLOTS_LEAST = 16 };

void threads_init(struct threads *threads)
{
    *threads = (struct threads){.key = hash_key_draw(), .n = 1};
    threads->rows = mem_grow(NULL, &threads->room, 1, sizeof *threads->rows);
}

void threads_free(struct threads *threads)
{
    mem_free(threads->rows, threads->room, sizeof *threads->rows);
    mem_free(threads->slots, threads->n_slots, sizeof *threads->slots);
    *threads = (struct threads){0};
}

void threads_copy(struct threads *to, const struct threads *from)
{
    *to = *from;
    to->rows = mem_copy(from->rows, from->room, from->n, sizeof *from->rows);
    to->slots = mem_copy(from->slots, from->n_slots, from->n_slots, sizeof *from->slots);
}

/* Returns the slot of a thread, or the free one for it. */
static size_t find(const struct threads *threads, const struct thread *thread)
{
    struct str bytes = {(const char *)thread, sizeof *thread};
    size_t mask = threads->n_slots - 1;
    size_t at = hash_bytes(&threads->key, bytes) & mask;

    while (threads->slots[at] &&
           memcmp(&threads->rows[threads->slots[at]], thread, sizeof *thread) != 0)
        at = (at + 1) & mask;
    return at;
}

static void make_room(struct threads *threads)
{
    if ((size_t)threads->n * 2 < threads->n_slots)
        return;
    mem_free(threads->slots, threads->n_slots, sizeof *threads->slots);
    threads->n_slots = threads->n_slots ? threads->n_slots * 2 : SLOTS_LEAST;
    threads->slots = mem_alloc(threads->n_slots, sizeof *threads->slots);
    for (thread_id i = 1; i < threads->n; i++)
        threads->slots[find(threads, &threads->rows[i])] = i;
}

thread_id threads_add(struct threads *threads, const struct thread *thread)
{
    if (!thread->process && !thread->pid && !thread->name && !thread->tid)
        return 0;
    make_room(threads);
    size_t at = find(threads, thread);
    if (threads->slots[at])
        return threads->slots[at];
    assert(threads->n < UINT32_MAX);
    threads->rows =
        mem_grow(threads->rows, &threads->room, (size_t)threads->n + 1, sizeof *threads->rows);
    threads->rows[threads->n] = *thread;
    threads->slots[at] = threads->n;
    return threads->n++;
}

static name_id copy_name(struct names *to, const struct names *from, name_id name)
{
    return name ? names_add(to, names_get(from, name)) : 0;
}

thread_id threads_add_of(struct threads *to, struct names *to_names, const struct thread *thread,
                         const struct names *from_names)
{
    const struct thread own = {
        .process = copy_name(to_names, from_names, thread->process),
        .pid = copy_name(to_names, from_names, thread->pid),
        .name = copy_name(to_names, from_names, thread->name),
        .tid = copy_name(to_names, from_names, thread->tid),
    };

    return threads_add(to, &own);
}

void threads_add_all(struct threads *to, struct names *to_names, const struct threads *from,
                     const struct names *from_names, thread_id *map)
{
    for (thread_id i = 0; i < from->n; i++)
        map[i] = threads_add_of(to, to_names, &from->rows[i], from_names);
}
