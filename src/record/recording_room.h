/* Room that is kept free on the disk for the end of a recording, so that what was recorded can be
 * finished once the disk is full. Sizes and places are in bytes. */
#ifndef RECORD_RECORDING_ROOM_H
#define RECORD_RECORDING_ROOM_H

#include <stdbool.h>
#include <stdint.h>

/* Most of what is kept, for names, features, and pictures in the same folder. */
enum { RECORDING_ROOM = 8 << 20 };

struct recording_room {
    uint64_t kept;        /* free behind what is written; 0: nothing is kept */
    uint64_t reserved_to; /* the file has the disk's blocks up to here; UINT64_MAX: the file system
                           * reserves none */
    uint64_t file_most;   /* the largest file that this process may write; 0: any */
};

/* Decides how much of the disk of an open file is kept: what is said above, but an eighth of what
 * is free at most. */
void recording_room_begin(struct recording_room *room, int fd);

/* Whether n bytes can be written at the end, with so many kept behind them; errno says why not.
 * Where the file system reserves nothing, that is only known for the largest file. */
bool recording_room_for(struct recording_room *room, int fd, uint64_t end, uint64_t n,
                        uint64_t kept);

/* Gives back what lies behind the end. */
void recording_room_release(struct recording_room *room, int fd, uint64_t end);

/* Whether an error of a write means that there is no room. */
bool recording_room_is_out(int error);

#endif
