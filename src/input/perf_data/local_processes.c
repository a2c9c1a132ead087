/* btime 1753862400 of /proc/stat, compared with a file's modification time.
 * Finds out whether recorded processes may still live. */
#include "input/perf_data/local_processes.h"

#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/parse.h"
#include "input/common/companion_files.h"
#include "symbol/open.h"

static bool is_this_machine(const struct recording *rec)
{
    char name[256];

    if (!rec->hostname || gethostname(name, sizeof name) != 0)
        return false;
    name[sizeof name - 1] = '\0';
    return str_equal(names_get(&rec->names, rec->hostname), str_of(name));
}

/* Lines of processors and interrupts, which may be long, precede it. */
bool local_processes_boot(uint64_t *seconds, struct fault *f)
{
    enum { MOST = 1 << 20 };
    struct buf text = {0};
    struct str rest, line, word;
    bool found = false;

    if (!open_text("/proc/stat", MOST, &text, f))
        buf_clear(&text);
    for (rest = buf_str(&text); !found && rest.n && take_field(&rest, '\n', &line);)
        found = take_word(&line, &word) && str_equal(word, STR("btime")) &&
                take_word(&line, &word) && parse_u64(word, seconds);
    buf_free(&text);
    return found;
}

bool local_processes_may_live(const struct recording *rec, bool *may, struct fault *f)
{
    struct stat status;
    uint64_t start;

    *may = is_this_machine(rec);
    if (!*may || !rec->r->path)
        return true;
    *may = false;
    if (!companion_status(rec->r, &status))
        open_failed(rec->r->path, errno, f);
    else if (status.st_mtime >= 0 && local_processes_boot(&start, f))
        *may = (uint64_t)status.st_mtime >= start;
    return f->kind == FAULT_NONE;
}
