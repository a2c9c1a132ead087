/* A helper's part of the question to a Java machine, with the rights of that machine. */
#ifndef RECORD_OPENER_HANDSHAKE_H
#define RECORD_OPENER_HANDSHAKE_H

#include "base/folder.h"
#include "record/opener/wire.h"

/* Looks for the socket on which the machine listens, or else makes the file that tells it that the
 * signal that follows is meant for its listener. */
void handshake_begin(const struct folder *root, const struct opener_request *r,
                     struct opener_answer *a);

/* Waits for the socket, removes the file, and asks for a map: error 0 when it was written. self:
 * the folder of this process's descriptors, which is the working folder afterwards. */
void handshake_ask(const struct folder *root, int self, const struct opener_request *r,
                   struct opener_answer *a);

/* Removes the map. */
void handshake_remove(const struct folder *root, const struct opener_request *r,
                      struct opener_answer *a);

#endif
