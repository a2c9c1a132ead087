/* What the recorder and its helpers say to each other: a message each, of a SOCK_SEQPACKET socket,
 * with at most one descriptor. */
#ifndef RECORD_OPENER_WIRE_H
#define RECORD_OPENER_WIRE_H

#include <stdint.h>
#include <sys/types.h>

enum { OPENER_PATH = 4096, OPENER_GROUPS_MOST = 256, OPENER_ID_ROOM = 20, OPENER_KEPT_MOST = 256 };

/* To the server: a helper with these rights. Comes with the helper's end of its socket, the root of
 * the process, its user namespace and its mount namespace; a reader comes with its socket alone. */
struct opener_rights {
    uint32_t is_reader; /* keeps the rights of the recorder, and reads nothing but /proc */
    uid_t user;
    gid_t group;
    uint32_t n_groups;
    gid_t groups[OPENER_GROUPS_MOST];
};

enum { OPENER_ROOT_AT = 1, OPENER_USERS_AT, OPENER_MOUNTS_AT, OPENER_DESCRIPTORS };

enum opener_kind {
    OPENER_BUILD_ID,   /* of a path -> id */
    OPENER_KEEP,       /* opens a path, to be copied later under its number; no answer */
    OPENER_COPY_KEPT,  /* into the descriptor of the request; lets go of the file */
    OPENER_COPY,       /* a path into the descriptor */
    OPENER_FILE,       /* of a local file system -> a descriptor; or else as OPENER_COPY */
    OPENER_JAVA_BEGIN, /* looks for the socket of a Java machine, or makes the file that asks for
                          it -> OPENER_HAS_MAP, OPENER_LISTENS */
    OPENER_JAVA_ASK,   /* waits for the socket, removes the file, asks */
    OPENER_REMOVE,     /* a path, which a Java machine wrote */
    OPENER_READ,       /* a path below /proc into the descriptor: for a reader */
};

struct opener_request {
    uint32_t number; /* which the answer has again */
    uint32_t kind;
    uint32_t kept;          /* 0 to OPENER_KEPT_MOST - 1 */
    uint32_t inside;        /* the process's number in its own namespace */
    uint64_t inode;         /* that the file must have; 0: any */
    uint64_t most;          /* bytes */
    uint64_t until_ns;      /* of CLOCK_MONOTONIC, for a Java machine */
    uint32_t is_own;        /* it must belong to the process's user, or to root */
    uint32_t links;         /* the last part of the path may be one */
    char path[OPENER_PATH]; /* sent up to its NUL */
};

enum { OPENER_HAS_MAP = 1, OPENER_LISTENS = 2, OPENER_COPIED = 4 };

struct opener_answer {
    uint32_t number; /* 0: of the helper itself, whether it could take the rights */
    int32_t error;   /* errno; EFBIG: larger than most; EUSERS: of another user; 0: fine */
    uint64_t size;   /* of a copy, or of a file that is too large */
    uint32_t flags;
    uint32_t n_id;
    unsigned char id[OPENER_ID_ROOM];
    uint32_t unused; /* 0 */
};

#endif
