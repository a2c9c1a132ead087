/* Options that control messages on standard error. */
#ifndef APP_OPTIONS_MESSAGE_REQUEST_H
#define APP_OPTIONS_MESSAGE_REQUEST_H

#include <stdbool.h>

struct message_request {
    bool summary, quiet, progress;
};

#endif
