/* Asks the terminal for its width. */
#include "app/common/terminal.h"

#include <sys/ioctl.h>
#include <unistd.h>

size_t terminal_columns(const char *output)
{
    struct winsize size;

    if (output || isatty(1) != 1 || ioctl(1, TIOCGWINSZ, &size) != 0)
        return 0;
    return size.ws_col;
}
