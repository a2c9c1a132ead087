/* Unpacking: recognises the packing, passes from member to member, and checks the limits. */
#include "base/unpack/unpack.h"

#include <inttypes.h>

#include "base/mem.h"
#include "base/unpack/kind.h"

/* The ratio is not checked for outputs smaller than this. */
enum { RATIO_FROM = 1 << 20 };

struct unpack {
    const struct packing_row *row;
    const char *name;
    const struct limits *limits;
    void *state;
    bool in_member;
    bool damaged;
    uint64_t members; /* complete ones */
    uint64_t in, out; /* bytes so far */
    uint64_t begun;   /* in; where the last separately packed member began */
};

struct packing_row {
    const struct unpack_kind *kind; /* NULL: this build has no library for it */
    const char *packing;
    const char *library;
    const char *command;      /* unpacks it */
    const char *wide_command; /* unpacks also what asks for much memory */
    bool zero_padded;         /* zero bytes may follow the last member, as on a tape */
    bool single;              /* what follows the first member is something else */
};

static const struct packing_row rows[] = {
    [PACKING_GZIP] =
        {
#ifdef FLAME_HAVE_ZLIB
            .kind = &unpack_gzip,
#endif
            .packing = "gzip",
            .library = "zlib",
            .command = "gzip -d",
            .wide_command = "gzip -d",
            .zero_padded = true,
        },
    [PACKING_ZSTD] =
        {
#ifdef FLAME_HAVE_ZSTD
            .kind = &unpack_zstd,
#endif
            .packing = "zstd",
            .library = "libzstd",
            .command = "zstd -d",
            .wide_command = "zstd -d --long=31",
        },
    [PACKING_XZ] =
        {
#ifdef FLAME_HAVE_LZMA
            .kind = &unpack_xz,
#endif
            .packing = "xz",
            .library = "liblzma",
            .command = "xz -d",
            .wide_command = "xz -d",
        },
    [PACKING_ZIP] =
        {
#ifdef FLAME_HAVE_ZLIB
            .kind = &unpack_zip,
#endif
            .packing = "zip",
            .library = "zlib",
            .command = "unzip",
            .wide_command = "unzip",
            .single = true,
        },
};

enum packing packing_of(struct str head)
{
    if (str_starts(head, STR("\x1F\x8B")))
        return PACKING_GZIP;
    if (str_starts(head, STR("\x28\xB5\x2F\xFD")))
        return PACKING_ZSTD;
    /* Files packed in parallel begin with a skippable frame: 5? 2A 4D 18. */
    if (head.n >= 4 && (head.p[0] & 0xf0) == 0x50 && memcmp(head.p + 1, "\x2A\x4D\x18", 3) == 0)
        return PACKING_ZSTD;
    if (str_starts(head, STR("\xFD"
                             "7zXZ\0")))
        return PACKING_XZ;
    return PACKING_NONE;
}

static bool no_memory(const char *name, struct fault *f)
{
    return fault_set(f, FAULT_SYSTEM, "%s: out of memory while unpacking", name);
}

struct unpack *unpack_new(enum packing packing, const char *name, const struct limits *limits,
                          struct fault *f)
{
    const struct packing_row *row = &rows[packing];

    if (!row->kind) {
        fault_set(f, FAULT_INPUT,
                  "%s is packed with %s, but this flame was built without %s; unpack it first (%s)",
                  name, row->packing, row->library, row->command);
        return NULL;
    }
    void *state = row->kind->start(limits);
    if (!state) {
        no_memory(name, f);
        return NULL;
    }
    struct unpack *u = mem_alloc(1, sizeof *u);
    *u = (struct unpack){.row = row, .name = name, .limits = limits, .state = state};
    return u;
}

void unpack_free(struct unpack *u)
{
    if (!u)
        return;
    u->row->kind->end(u->state);
    mem_free(u, 1, sizeof *u);
}

bool unpack_within_limits(const char *name, uint64_t in, uint64_t out, const struct limits *l,
                          struct fault *f)
{
    if (l->inflate && out > l->inflate)
        return limits_reached(f, name, "inflate", l->inflate);
    if (l->inflate_ratio && out > RATIO_FROM && out / l->inflate_ratio > in)
        return limits_reached(f, name, "inflate-ratio", l->inflate_ratio);
    return true;
}

static bool fault_of(struct unpack *u, enum unpack_step step, struct fault *f)
{
    const struct packing_row *row = u->row;

    u->damaged = step == UNPACK_DAMAGED;
    switch (step) {
    case UNPACK_GOES_ON:
    case UNPACK_ENDED:
        return true;
    case UNPACK_DAMAGED:
        return fault_set(f, FAULT_INPUT, "%s: %s: damaged at or before byte %" PRIu64, u->name,
                         row->packing, u->in - u->begun);
    case UNPACK_TOO_WIDE:
        return fault_set(f, FAULT_INPUT,
                         "%s: %s: unpacking needs too much memory; unpack it first (%s)", u->name,
                         row->packing, row->wide_command);
    case UNPACK_NO_MEMORY:
        return no_memory(u->name, f);
    }
    return true;
}

/* Goes to the next member, if there is one. */
static void begin_member(struct unpack *u, struct str *in)
{
    while (u->members && u->row->zero_padded && in->n && in->p[0] == '\0') {
        *in = str_from_to(*in, 1, in->n);
        u->in++;
    }
    u->in_member = in->n > 0 && !(u->members && u->row->single);
}

static bool step(struct unpack *u, struct str *in, bool in_ended, struct unpack_room *room,
                 bool *moved, struct fault *f)
{
    size_t in_before = in->n;
    size_t room_before = room->n;
    enum unpack_step result = u->row->kind->step(u->state, in, in_ended, room);

    u->in += in_before - in->n;
    u->out += room_before - room->n;
    *moved = in_before != in->n || room_before != room->n || result == UNPACK_ENDED;
    if (result == UNPACK_ENDED) {
        u->in_member = false;
        u->members++;
    }
    return fault_of(u, result, f) && unpack_within_limits(u->name, u->in, u->out, u->limits, f);
}

bool unpack_some(struct unpack *u, struct str *in, bool in_ended, struct unpack_room *room,
                 struct fault *f)
{
    const size_t n = room->n;
    bool moved = true;

    while (room->n == n && n > 0) {
        if (!u->in_member)
            begin_member(u, in);
        if (!u->in_member && (u->members || !in_ended))
            return true;
        if (!step(u, in, in_ended, room, &moved, f))
            return false;
        if (moved)
            continue;
        if (in->n)
            return fault_of(u, UNPACK_DAMAGED, f);
        if (!in_ended)
            return true;
        return fault_set(f, FAULT_INPUT, "%s: %s: cut short after %" PRIu64 " bytes", u->name,
                         u->row->packing, u->in - u->begun);
    }
    return true;
}

void unpack_again(struct unpack *u)
{
    u->members = 0;
    u->begun = u->in;
}

bool unpack_ended(const struct unpack *u)
{
    return u->members && !u->in_member;
}

bool unpack_damaged(const struct unpack *u)
{
    return u->damaged;
}
