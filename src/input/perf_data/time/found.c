/* piece 2: records 4,096 to 6,143, of finder 1: names 17 to 30, frames 12 to 21, stacks 40 to 77
 * Hands the stacks that workers find to the one that follows threads. */
#include "input/perf_data/time/found.h"

#include <string.h>

#include "base/mem.h"

void found_init(struct found *f, size_t n_records)
{
    *f = (struct found){.n_records = n_records};
    f->n_pieces = n_records / FOUND_PIECE + (n_records % FOUND_PIECE != 0);
    f->rows = mem_alloc(n_records, sizeof *f->rows);
    f->pieces = mem_alloc(f->n_pieces, sizeof *f->pieces);
    pthread_mutex_init(&f->lock, NULL);
    pthread_cond_init(&f->changed, NULL);
}

static void free_piece(struct found_piece *piece)
{
    const struct found_sizes *from = &piece->from;
    const struct found_sizes *told = &piece->told;

    mem_free(piece->text, piece->n_text, 1);
    mem_free(piece->ends, told->names - from->names, sizeof *piece->ends);
    mem_free(piece->frames, told->frames - from->frames, sizeof *piece->frames);
    mem_free(piece->stacks, told->stacks - from->stacks, sizeof *piece->stacks);
}

void found_free(struct found *f)
{
    for (size_t k = 0; k < f->n_pieces; k++)
        free_piece(&f->pieces[k]);
    mem_free(f->pieces, f->n_pieces, sizeof *f->pieces);
    mem_free(f->rows, f->n_records, sizeof *f->rows);
    pthread_cond_destroy(&f->changed);
    pthread_mutex_destroy(&f->lock);
}

/* ---- who find -------------------------------------------------------------------------------- */

bool found_begin_piece(struct found *f, size_t finder, size_t *k)
{
    pthread_mutex_lock(&f->lock);
    *k = f->n_begun;
    const bool is_one = *k < f->n_pieces;
    if (is_one) {
        f->pieces[*k].finder = finder;
        f->n_begun++;
    }
    pthread_mutex_unlock(&f->lock);
    return is_one;
}

/* Returns n elements from the one at `from` on. */
static void *copy_of(const void *all, size_t from, size_t n, size_t size)
{
    void *copy = mem_alloc(n, size);

    if (n)
        memcpy(copy, (const char *)all + from * size, n * size);
    return copy;
}

/* Ids 0 stand for nothing everywhere. */
static void copy_new(struct found_piece *piece, const struct profile *p)
{
    const struct found_sizes now = {p->names.n, p->frames.n, p->stacks.n};
    const struct found_sizes from = piece->from;

    piece->told = now;
    piece->text_from = from.names ? p->names.end[from.names - 1] : 0;
    piece->n_text = p->names.end[now.names - 1] - piece->text_from;
    piece->text = copy_of(p->names.text, piece->text_from, piece->n_text, 1);
    piece->ends = copy_of(p->names.end, from.names, now.names - from.names, sizeof *piece->ends);
    piece->frames =
        copy_of(p->frames.rows, from.frames, now.frames - from.frames, sizeof *piece->frames);
    piece->stacks =
        copy_of(p->stacks.rows, from.stacks, now.stacks - from.stacks, sizeof *piece->stacks);
}

static size_t end_of(const struct found *f, size_t k)
{
    return k + 1 < f->n_pieces ? (k + 1) * FOUND_PIECE : f->n_records;
}

void found_end_piece(struct found *f, size_t k, size_t to, const struct profile *p,
                     struct found_sizes *told)
{
    struct found_piece piece = {
        .to = to, .is_found = true, .has_failed = to < end_of(f, k), .from = *told};

    copy_new(&piece, p);
    *told = piece.told;
    pthread_mutex_lock(&f->lock);
    piece.finder = f->pieces[k].finder;
    f->pieces[k] = piece;
    if (piece.has_failed)
        f->n_begun = f->n_pieces;
    pthread_cond_broadcast(&f->changed);
    pthread_mutex_unlock(&f->lock);
}

void found_stop(struct found *f)
{
    pthread_mutex_lock(&f->lock);
    f->n_begun = f->n_pieces;
    pthread_mutex_unlock(&f->lock);
}

/* ---- who follows ----------------------------------------------------------------------------- */

const struct found_piece *found_get(struct found *f, size_t k, bool wait)
{
    const struct found_piece *piece = &f->pieces[k];

    pthread_mutex_lock(&f->lock);
    while (wait && !piece->is_found)
        pthread_cond_wait(&f->changed, &f->lock);
    const bool is_found = piece->is_found;
    pthread_mutex_unlock(&f->lock);
    return is_found ? piece : NULL;
}

void found_ids_free(struct found_ids *ids)
{
    mem_free(ids->names, ids->names_room, sizeof *ids->names);
    mem_free(ids->frames, ids->frames_room, sizeof *ids->frames);
    mem_free(ids->stacks, ids->stacks_room, sizeof *ids->stacks);
}

static struct str text_of(const struct found_piece *piece, name_id name)
{
    const size_t i = name - piece->from.names;
    const size_t from = (i ? piece->ends[i - 1] : piece->text_from) - piece->text_from;

    return (struct str){piece->text + from, piece->ends[i] - piece->text_from - from};
}

static void add_names(struct found_ids *ids, struct profile *p, uint32_t n)
{
    if (n <= ids->n.names)
        return;
    ids->names = mem_grow(ids->names, &ids->names_room, n, sizeof *ids->names);
    for (; ids->n.names < n; ids->n.names++)
        ids->names[ids->n.names] = names_add(&p->names, text_of(ids->piece, ids->n.names));
}

static void add_frame(struct found_ids *ids, struct profile *p)
{
    const frame_id id = ids->n.frames++;
    struct frame row = ids->piece->frames[id - ids->piece->from.frames];

    ids->frames = mem_grow(ids->frames, &ids->frames_room, (size_t)id + 1, sizeof *ids->frames);
    frame_rename(&row, ids->names);
    ids->frames[id] = id ? frames_add(&p->frames, &row) : 0;
}

static void add_stack(struct found_ids *ids, struct profile *p)
{
    const stack_id id = ids->n.stacks++;
    const struct stack row = ids->piece->stacks[id - ids->piece->from.stacks];

    while (ids->n.frames <= row.frame)
        add_frame(ids, p);
    ids->stacks = mem_grow(ids->stacks, &ids->stacks_room, (size_t)id + 1, sizeof *ids->stacks);
    ids->stacks[id] =
        id ? stacks_add(&p->stacks, ids->stacks[row.caller], ids->frames[row.frame]) : 0;
}

static stack_id add_stacks(struct found_ids *ids, struct profile *p, stack_id stack)
{
    while (ids->n.stacks <= stack)
        add_stack(ids, p);
    return ids->stacks[stack];
}

static void add_rest(struct found_ids *ids, struct profile *p)
{
    const struct found_sizes *told = &ids->piece->told;

    add_names(ids, p, told->names);
    (void)add_stacks(ids, p, told->stacks - 1);
    while (ids->n.frames < told->frames)
        add_frame(ids, p);
}

void found_ids_take(struct found_ids *ids, struct profile *p, const struct found_piece *piece)
{
    if (ids->piece)
        add_rest(ids, p);
    ids->piece = piece;
}

stack_id found_ids_stack(struct found_ids *ids, struct profile *p, const struct found_stack *found,
                         stack_id *whole)
{
    add_names(ids, p, found->n_names ? found->n_names : 1);
    *whole = add_stacks(ids, p, found->whole);
    return add_stacks(ids, p, found->stack);
}
