/* 4711 maps /usr/lib/libc.so.6; 4712, forked from it, has the map too, until it calls exec.
 *
 * Maps are dropped at exec: else a process could map a file of its own under another's name, start
 * a program of root, and have the other file opened with root's rights. */
#include "record/code/mapped_paths.h"

#include "base/kernel_path.h"
#include "base/mem.h"

enum { PID_MOST = 1 << 22, SPACES_MOST = 1 << 20, PATHS_MOST = 1 << 20, ABOVE_MOST = 64 };

/* A process has mapped nothing since it was born, and has the space of its parent, or since it
 * became another program, and has none. */
static const uint32_t BORROWED = UINT32_C(1) << 31;

struct mapped_path {
    uint64_t hash[2];
};

void mapped_paths_free(struct mapped_paths *m)
{
    mem_free(m->space_of, m->space_room, sizeof *m->space_of);
    mem_free(m->ended_ns, m->ended_room, sizeof *m->ended_ns);
    mem_free(m->above, m->above_room, sizeof *m->above);
    mem_free(m->paths, m->paths_room, sizeof *m->paths);
    slots_free(&m->slots);
    *m = (struct mapped_paths){0};
}

static uint32_t space_of(const struct mapped_paths *m, uint32_t pid)
{
    return pid < m->space_room ? m->space_of[pid] & ~BORROWED : 0;
}

static bool is_known(const struct mapped_paths *m, uint32_t pid)
{
    return pid < m->space_room && m->space_of[pid];
}

static bool has_borrowed(const struct mapped_paths *m, uint32_t pid)
{
    return pid < m->space_room && m->space_of[pid] & BORROWED;
}

/* Of a process that ended before, nothing is that of another with its number. */
static void part_from_ended(struct mapped_paths *m, uint32_t pid, uint64_t time_ns)
{
    if (pid >= m->ended_room || m->ended_ns[pid] == 0 || m->ended_ns[pid] >= time_ns)
        return;
    m->ended_ns[pid] = 0;
    m->space_of[pid] = 0;
}

static bool set_space(struct mapped_paths *m, uint32_t pid, uint32_t space)
{
    if (pid >= PID_MOST)
        return false;
    m->space_of = mem_grow(m->space_of, &m->space_room, (size_t)pid + 1, sizeof *m->space_of);
    m->space_of[pid] = space;
    return true;
}

/* Gives the process a new space. */
static uint32_t begin_space(struct mapped_paths *m, uint32_t pid, uint32_t above)
{
    m->is_full = m->is_full || m->n_spaces + 1 >= SPACES_MOST;
    if (m->is_full || !set_space(m, pid, 0))
        return 0;
    m->n_spaces++; /* the first is 1 */
    m->above = mem_grow(m->above, &m->above_room, m->n_spaces + 1, sizeof *m->above);
    m->above[m->n_spaces] = above;
    m->space_of[pid] = (uint32_t)m->n_spaces;
    return m->space_of[pid];
}

static struct mapped_path hash_of(const struct mapped_paths *m, uint32_t space, struct str path)
{
    const struct hash_key key = {m->key.k0 ^ space, m->key.k1};
    struct mapped_path p = {{0}};

    hash_wide(&key, kernel_path_undeleted(path), p.hash);
    return p;
}

static uint32_t tag_of(const struct mapped_path *p)
{
    return (uint32_t)p->hash[1];
}

static bool has(const struct mapped_paths *m, const struct mapped_path *p)
{
    for (struct slots_match match = slots_find(&m->slots, tag_of(p)); match.id;
         slots_find_next(&match)) {
        const struct mapped_path *other = &m->paths[match.id - 1];
        if (other->hash[0] == p->hash[0] && other->hash[1] == p->hash[1])
            return true;
    }
    return false;
}

void mapped_paths_map(struct mapped_paths *m, uint32_t pid, struct str path, uint64_t time_ns)
{
    part_from_ended(m, pid, time_ns);
    uint32_t space = space_of(m, pid);
    if (path.n == 0 || path.p[0] != '/')
        return;
    if (m->n_paths >= PATHS_MOST) {
        m->is_full = true;
        return;
    }
    if (m->n_paths == 0)
        m->key = hash_key_draw();
    if (space == 0 || has_borrowed(m, pid))
        space = begin_space(m, pid, space);
    if (space == 0)
        return;
    const struct mapped_path p = hash_of(m, space, path);
    if (has(m, &p))
        return;
    m->paths = mem_grow(m->paths, &m->paths_room, (size_t)m->n_paths + 1, sizeof *m->paths);
    m->paths[m->n_paths++] = p;
    slots_add(&m->slots, tag_of(&p), m->n_paths);
}

void mapped_paths_fork(struct mapped_paths *m, uint32_t pid, uint32_t parent, uint64_t time_ns)
{
    part_from_ended(m, pid, time_ns);
    if (pid == parent || is_known(m, pid))
        return; /* it was seen to do more already */
    const uint32_t above = space_of(m, parent);
    (void)set_space(m, pid, above ? above | BORROWED : 0);
}

void mapped_paths_exit(struct mapped_paths *m, uint32_t pid, uint64_t time_ns)
{
    if (!is_known(m, pid))
        return;
    m->ended_ns = mem_grow(m->ended_ns, &m->ended_room, (size_t)pid + 1, sizeof *m->ended_ns);
    m->ended_ns[pid] = time_ns;
}

void mapped_paths_exec(struct mapped_paths *m, uint32_t pid, uint64_t time_ns)
{
    part_from_ended(m, pid, time_ns);
    (void)set_space(m, pid, BORROWED);
}

bool mapped_paths_has(const struct mapped_paths *m, uint32_t pid, struct str path)
{
    uint32_t space = space_of(m, pid);

    for (unsigned i = 0; space && i < ABOVE_MOST; i++) {
        const struct mapped_path p = hash_of(m, space, path);
        if (has(m, &p))
            return true;
        space = m->above[space];
    }
    return false;
}

uint32_t mapped_paths_next(const struct mapped_paths *m, uint32_t after, struct str path)
{
    for (size_t pid = (size_t)after + 1; pid < m->space_room; pid++)
        if (space_of(m, (uint32_t)pid) && mapped_paths_has(m, (uint32_t)pid, path))
            return (uint32_t)pid;
    return 0;
}
