/* PERF_RECORD_MMAP2, PERF_RECORD_MMAP, PERF_RECORD_CGROUP and PERF_RECORD_COMM of
 * include/uapi/linux/perf_event.h. */
#include "record/synthetic.h"

#include <linux/perf_event.h>

#include "base/perf_file.h"
#include "record/sample_fields.h"

/* A text with NULs up to a multiple of 8. */
static void add_text(struct buf *to, struct str text)
{
    enum { MOST = 4096 };

    if (text.n > MOST)
        text.n = MOST;
    buf_add(to, text);
    for (size_t n = text.n; n == text.n || n % 8; n++)
        buf_add_byte(to, '\0');
}

static void add(struct buf *to, const void *fields, size_t n)
{
    buf_add(to, (struct str){fields, n});
}

static size_t begin(struct buf *to, uint32_t type, unsigned misc)
{
    const struct perf_event_header header = {.type = type, .misc = (uint16_t)misc};
    size_t at = to->n;

    add(to, &header, sizeof header);
    return at;
}

/* Adds the trailer, and the size to the header. */
static void end_at(struct buf *to, size_t at, uint64_t time_ns)
{
    struct perf_event_header header;
    const uint64_t trailer[TRAILER_FIELDS] = {0, time_ns};

    add(to, trailer, sizeof trailer);
    memcpy(&header, to->p + at, sizeof header);
    header.size = (uint16_t)(to->n - at);
    memcpy(to->p + at, &header, sizeof header);
}

static void end(struct buf *to, size_t at)
{
    end_at(to, at, 0);
}

void synthetic_mmap2_at(struct buf *to, const struct mapped_range *m, uint64_t time_ns)
{
    const uint32_t ids[] = {m->pid, m->tid};
    const uint64_t place[] = {m->address, m->size, m->offset};
    const uint32_t device[] = {m->major, m->minor};
    const uint64_t inode[] = {m->inode, 0};
    const uint32_t how[] = {m->protection, m->flags};
    const unsigned char id_size[4] = {(unsigned char)m->build_id_size};
    bool has_id = m->build_id_size != 0;
    size_t at = begin(to, PERF_RECORD_MMAP2,
                      PERF_RECORD_MISC_USER | (has_id ? PERF_RECORD_MISC_MMAP_BUILD_ID : 0U) |
                          (m->is_data ? PERF_RECORD_MISC_MMAP_DATA : 0U));

    add(to, ids, sizeof ids);
    add(to, place, sizeof place);
    if (has_id) {
        add(to, id_size, sizeof id_size);
        add(to, m->build_id, sizeof m->build_id);
    } else {
        add(to, device, sizeof device);
        add(to, inode, sizeof inode);
    }
    add(to, how, sizeof how);
    add_text(to, m->name);
    end_at(to, at, time_ns);
}

void synthetic_mmap2(struct buf *to, const struct mapped_range *m)
{
    synthetic_mmap2_at(to, m, 0);
}

void synthetic_kernel_mmap(struct buf *to, const struct mapped_range *m)
{
    const uint32_t ids[] = {m->pid, m->tid};
    const uint64_t place[] = {m->address, m->size, m->offset};
    size_t at = begin(to, PERF_RECORD_MMAP, PERF_RECORD_MISC_KERNEL);

    add(to, ids, sizeof ids);
    add(to, place, sizeof place);
    add_text(to, m->name);
    end(to, at);
}

void synthetic_group(struct buf *to, uint64_t number, struct str path)
{
    size_t at = begin(to, PERF_RECORD_CGROUP, 0);

    add(to, &number, sizeof number);
    add_text(to, path);
    end(to, at);
}

void synthetic_comm(struct buf *to, uint32_t pid, uint32_t tid, struct str name)
{
    synthetic_comm_at(to, pid, tid, name, 0);
}

static void add_comm(struct buf *to, unsigned misc, const uint32_t ids[2], struct str name,
                     uint64_t time_ns)
{
    size_t at = begin(to, PERF_RECORD_COMM, misc);

    add(to, ids, 2 * sizeof *ids);
    add_text(to, name);
    end_at(to, at, time_ns);
}

void synthetic_comm_at(struct buf *to, uint32_t pid, uint32_t tid, struct str name,
                       uint64_t time_ns)
{
    const uint32_t ids[] = {pid, tid};

    add_comm(to, 0, ids, name, time_ns);
}

void synthetic_idle_at(struct buf *to, uint64_t time_ns, bool begins)
{
    const uint32_t ids[] = {0, 0};

    add_comm(to, begins ? PERF_COMM_MISC_BEGIN : 0U, ids, STR("swapper"), time_ns);
}
