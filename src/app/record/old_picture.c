/* profile.svg becomes profile.svg.old. Names alone are changed, so that no link is followed. */
#include "app/record/old_picture.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

enum { ROOM = 64 };

static bool is_kept(const char *name)
{
    struct stat status;

    return fstatat(AT_FDCWD, name, &status, AT_SYMLINK_NOFOLLOW) == 0 && S_ISREG(status.st_mode) &&
           status.st_size != 0;
}

static bool name_old(const char *name, char old[ROOM])
{
    const int n = snprintf(old, ROOM, "%s.old", name);

    return n > 0 && n < ROOM;
}

bool old_picture_keep(const char *name)
{
    char old[ROOM];

    return name_old(name, old) && is_kept(name) && renameat(AT_FDCWD, name, AT_FDCWD, old) == 0;
}

/* A hard link is not made where the name is taken, unlike a file that is renamed. */
void old_picture_restore(const char *name)
{
    char old[ROOM];

    if (name_old(name, old) && is_kept(old) && linkat(AT_FDCWD, old, AT_FDCWD, name, 0) == 0)
        (void)unlinkat(AT_FDCWD, old, 0);
}
