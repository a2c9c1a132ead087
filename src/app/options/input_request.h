/* The parts of a request about inputs: how to read them, and what to keep. */
#ifndef APP_OPTIONS_INPUT_REQUEST_H
#define APP_OPTIONS_INPUT_REQUEST_H

#include "app/options/message_request.h"
#include "app/options/read_request.h"
#include "app/options/selection_request.h"

/* Borrows all of it. */
struct input_request {
    const struct request_list *paths; /* none: standard input */
    const struct read_request *read;
    const struct selection_request *selection;
    const struct message_request *messages;
};

#endif
