/* How often a thread got a processor is read before and behind all else: where that has not
 * changed, and the thread was off it in between, it was so until the end. The folder of the thread
 * is held open, so nothing is said of another one with its number. */
#include "record/sleep/syscall_place.h"

#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/parse.h"
#include "record/stack_copy.h"

enum { LINE = 320 };

/* A file of a thread, which is one line, without its end. */
struct line {
    char text[LINE];
    size_t n;
};

bool syscall_place_read(struct str line, struct syscall_place *p)
{
    struct str words[2] = {{0}};
    struct str word;
    size_t n = 0;

    while (take_word(&line, &word)) {
        words[0] = words[1];
        words[1] = word;
        n++;
    }
    return n > 2 && parse_hex_head(&words[0], &p->stack) && words[0].n == 0 &&
           parse_hex_head(&words[1], &p->instruction) && words[1].n == 0 && p->stack;
}

static bool read_line(int folder, const char *name, struct line *line)
{
    const int fd = openat(folder, name, O_RDONLY | O_CLOEXEC);

    if (fd < 0)
        return false;
    const ssize_t n = read(fd, line->text, sizeof line->text);
    close(fd);
    line->n = n > 0 ? (size_t)n : 0;
    line->n -= line->n && line->text[line->n - 1] == '\n';
    return line->n > 0;
}

static struct str text_of(const struct line *line)
{
    return (struct str){line->text, line->n};
}

/* "17353084 12345 42": how often it got a processor; 0: it is not counted. */
static uint64_t count_turns(int folder)
{
    struct line line;
    struct str rest, word;
    uint64_t turns = 0;

    if (!read_line(folder, "schedstat", &line))
        return 0;
    rest = text_of(&line);
    while (take_word(&rest, &word))
        if (!parse_u64(word, &turns))
            return 0;
    return turns;
}

static bool find(struct syscall_place *p, int folder, uint32_t tid, unsigned char *stack,
                 size_t most)
{
    const uint64_t turns = count_turns(folder);
    struct line before, behind;

    if (turns == 0 || !read_line(folder, "syscall", &before) ||
        !syscall_place_read(text_of(&before), p))
        return false;
    p->time_ns = clock_now_ns();
    p->n = stack_copy(tid, p->stack, stack, most);
    return p->n && read_line(folder, "syscall", &behind) &&
           str_equal(text_of(&before), text_of(&behind)) && count_turns(folder) == turns;
}

bool syscall_place_find(struct syscall_place *p, uint32_t pid, uint32_t tid, unsigned char *stack,
                        size_t most)
{
    char path[64];

    snprintf(path, sizeof path, "/proc/%u/task/%u", pid, tid);
    const int folder = open(path, O_PATH | O_DIRECTORY | O_CLOEXEC);
    const bool ok = folder >= 0 && find(p, folder, tid, stack, most);
    if (folder >= 0)
        close(folder);
    return ok;
}
