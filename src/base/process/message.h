/* Messages with descriptors: unix(7), SCM_RIGHTS. */
#ifndef BASE_PROCESS_MESSAGE_H
#define BASE_PROCESS_MESSAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

enum { MESSAGE_DESCRIPTORS = 4 };

/* Sends a message without waiting; false, with errno, when it cannot be taken now. */
bool message_send(int socket, const void *bytes, size_t n, const int *fds, size_t n_fds);

/* Takes a message and its descriptors, which the caller owns then; those that did not come are -1.
 * flags: of recvmsg(2). Returns its size; 0: the other end is closed; -1: errno. */
ssize_t message_take(int socket, void *to, size_t room, int fds[MESSAGE_DESCRIPTORS], int flags);

#endif
