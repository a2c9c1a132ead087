/* btime 1753862400 of /proc/stat, beside the time at which a file was changed last. */
#include "input/perf_data/here.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cut.h"

static bool is_this_machine(const struct recording *rec)
{
    char name[256];

    if (!rec->hostname || gethostname(name, sizeof name) != 0)
        return false;
    name[sizeof name - 1] = '\0';
    return str_equal(names_get(&rec->names, rec->hostname), str_of(name));
}

/* Lines of processors and interrupts, which may be long, come before it. */
static bool find_start(uint64_t *seconds)
{
    enum { ROOM = 1 << 16, MOST = 1 << 20 };
    struct buf text = {0};
    struct str rest, line, word;
    ssize_t got = 0;
    bool found = false;

    int fd = open("/proc/stat", O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return false;
    do {
        got = read(fd, buf_reserve(&text, ROOM), ROOM);
        text.n += got > 0 ? (size_t)got : 0;
    } while (got > 0 && text.n < MOST);
    close(fd);
    for (rest = buf_str(&text); !found && rest.n && cut_part(&rest, '\n', &line);)
        found = cut_word(&line, &word) && str_equal(word, STR("btime")) && cut_word(&line, &word) &&
                cut_u64(word, seconds);
    buf_free(&text);
    return found;
}

bool here_may_live(const struct recording *rec)
{
    const char *path = rec->r->path;
    struct stat status;
    uint64_t start;

    if (!is_this_machine(rec))
        return false;
    if (!path)
        return true;
    return stat(path, &status) == 0 && status.st_mtime >= 0 && find_start(&start) &&
           (uint64_t)status.st_mtime >= start;
}
