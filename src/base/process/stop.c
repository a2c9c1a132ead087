/* Asks for pending SIGINT and SIGTERM: sigpending(2). */
#include "base/process/stop.h"

#include <signal.h>

bool stop_is_wanted(void)
{
    sigset_t pending;

    return sigpending(&pending) == 0 &&
           (sigismember(&pending, SIGINT) == 1 || sigismember(&pending, SIGTERM) == 1);
}
