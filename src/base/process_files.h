/* Opens files as processes see or saw them. */
#ifndef BASE_PROCESS_FILES_H
#define BASE_PROCESS_FILES_H

#include <stdint.h>

struct process_files {
    /* Returns a descriptor of a regular file that the process mapped under the path; -1 with errno:
     * there is none. */
    int (*open)(void *context, uint32_t pid, const char *path);
    void *context;
};

#endif
