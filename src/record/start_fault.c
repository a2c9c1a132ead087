/* "its interpreter is not there: /usr/bin/python2" */
#include "record/start_fault.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/parse.h"

/* The kernel reads so much of a script's first line. */
enum { LINE_MOST = 256 };

bool program_is_there(const char *name)
{
    enum { PATH = 4096 };
    const char *folders = getenv("PATH");
    struct str rest = str_of(folders ? folders : "/usr/bin:/bin");
    struct str folder;
    char path[PATH];

    if (strchr(name, '/'))
        return access(name, X_OK) == 0;
    while (take_field(&rest, ':', &folder)) {
        const int n =
            snprintf(path, sizeof path, "%.*s/%s", (int)folder.n, folder.n ? folder.p : "", name);
        if (n > 0 && n < PATH && access(folder.n ? path : name, X_OK) == 0)
            return true;
    }
    return false;
}

bool start_fault_is_absent(const char *name, int why)
{
    return why == ENOENT || (why == EACCES && !strchr(name, '/') && !program_is_there(name));
}

/* "#!/bin/sh -e": sets *interpreter, which lies in the line; false when it is no script. */
static bool find_interpreter(const char *name, char line[LINE_MOST], struct str *interpreter)
{
    const int fd = open(name, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    const ssize_t n = fd < 0 ? -1 : read(fd, line, LINE_MOST);
    struct str rest = {line, n > 0 ? (size_t)n : 0};

    if (fd >= 0)
        close(fd);
    if (!str_starts(rest, STR("#!")))
        return false;
    rest = str_from_to(rest, 2, str_find(rest, 0, STR("\n")));
    return take_word(&rest, interpreter);
}

static void reason_of_file(const char *name, mode_t mode, int why, struct excerpt *text)
{
    char line[LINE_MOST];
    struct str interpreter;
    struct excerpt e;

    if (S_ISDIR(mode))
        snprintf(text->text, sizeof text->text, "is a folder, wanted a program");
    else if (why == EACCES && S_ISREG(mode) && !(mode & (S_IXUSR | S_IXGRP | S_IXOTH)))
        snprintf(text->text, sizeof text->text, "may not be run, chmod +x %s makes it a program",
                 excerpt_of(&e, str_of(name)));
    else if (why == ENOENT && S_ISREG(mode) && find_interpreter(name, line, &interpreter))
        snprintf(text->text, sizeof text->text, "its interpreter is not there: %s",
                 excerpt_of(&e, interpreter));
    else if (why == ENOENT)
        snprintf(text->text, sizeof text->text,
                 "the loader that it names is not there, as of programs of another system");
    else
        snprintf(text->text, sizeof text->text, "%s", strerror(why));
}

void start_fault_reason(const char *name, int why, struct excerpt *text)
{
    const bool is_path = strchr(name, '/') != NULL;
    struct stat status;
    struct excerpt e;
    const bool is_there = stat(name, &status) == 0;

    if (is_path && is_there)
        reason_of_file(name, status.st_mode, why, text);
    else if (!start_fault_is_absent(name, why))
        snprintf(text->text, sizeof text->text, "%s", strerror(why));
    else if (is_path)
        snprintf(text->text, sizeof text->text, "no such program");
    else if (is_there && S_ISREG(status.st_mode) && status.st_mode & S_IXUSR)
        snprintf(text->text, sizeof text->text, "no such program in PATH; did you mean ./%s?",
                 excerpt_of(&e, str_of(name)));
    else
        snprintf(text->text, sizeof text->text, "no such program in PATH");
}
