/* Reserves blocks behind the end of a file by fallocate, which leaves its size unchanged. */
#include "record/recording_room.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/statvfs.h>
#include <unistd.h>

enum { STEP = 4 << 20, SHARE = 8 };

static uint64_t free_bytes(int fd)
{
    struct statvfs disk;

    if (fstatvfs(fd, &disk) != 0)
        return UINT64_MAX;
    return (uint64_t)disk.f_bavail * disk.f_frsize;
}

static uint64_t smaller(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

void recording_room_begin(struct recording_room *room, int fd)
{
    struct rlimit most;

    *room = (struct recording_room){.file_most = INT64_MAX};
    if (getrlimit(RLIMIT_FSIZE, &most) == 0)
        room->file_most = smaller(most.rlim_cur, INT64_MAX);
    room->kept = smaller(RECORDING_ROOM, smaller(free_bytes(fd), room->file_most) / SHARE);
}

bool recording_room_is_out(int error)
{
    return error == ENOSPC || error == EDQUOT || error == EFBIG;
}

static bool reserve(struct recording_room *room, int fd, uint64_t to)
{
    int done;

    do
        done = fallocate(fd, FALLOC_FL_KEEP_SIZE, 0, (off_t)to);
    while (done != 0 && errno == EINTR);
    if (done == 0)
        room->reserved_to = to;
    else if (!recording_room_is_out(errno)) /* nor will it be asked for again */
        room->reserved_to = UINT64_MAX;
    return done == 0;
}

/* More than is needed is reserved, so that it is seldom asked for. */
bool recording_room_for(struct recording_room *room, int fd, uint64_t end, uint64_t n,
                        uint64_t kept)
{
    const uint64_t to = end + n + kept;

    if (room->file_most && to > room->file_most) {
        errno = EFBIG;
        return false;
    }
    return kept == 0 || to <= room->reserved_to ||
           reserve(room, fd, smaller(to + STEP, room->file_most)) ||
           !recording_room_is_out(errno) || reserve(room, fd, to);
}

void recording_room_release(struct recording_room *room, int fd, uint64_t end)
{
    if (room->reserved_to > end && room->reserved_to != UINT64_MAX)
        (void)!ftruncate(fd, (off_t)end);
    *room = (struct recording_room){.kept = 0};
}
