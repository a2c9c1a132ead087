/* {rows} -> the child -> {answers}: packets of a socket. What was told of a wait is told again of
 * one with the same stack, as threads wait in the same places again and again; where nothing could
 * be read, as a busy machine took too long, it is tried once more. */
#include "app/record/wait_reader.h"

#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "app/record/wait_names.h"
#include "base/clock.h"
#include "base/hash.h"
#include "base/mem.h"
#include "base/parse.h"
#include "record/small_file.h"
#include "record/trap/wait_recording.h"

enum {
    PATIENCE_S = 15, /* then the child is taken for stuck, and started anew */
    KNOWN = 1024,    /* stacks that are remembered */
    RANGES = 512,    /* of code in a process, by which stacks are recognised */
    LOOKED_AT = 4096 /* bytes of a stack */
};

struct range {
    uint64_t begin, end;
};

/* What the child keeps. */
struct reading_child {
    struct range ranges[RANGES];
    size_t n_ranges;
    uint32_t pid; /* whose ranges they are */
    struct hash_key key;
    uint64_t keys[KNOWN];
    struct stall_told known[KNOWN];
    uint64_t failed[KNOWN]; /* keys of stacks that could not be read once */
    unsigned char stack[WAIT_STACK_MOST];
};

/* 7f0012340000-7f0012360000 r-xp 00000000 08:01 1234 /usr/lib/libc.so.6 */
static bool add_range(void *child, struct str line)
{
    struct reading_child *c = child;
    struct range r;
    struct str rights;

    if (!parse_hex_head(&line, &r.begin) || !str_starts(line, STR("-")))
        return true;
    line = str_from_to(line, 1, line.n);
    if (parse_hex_head(&line, &r.end) && take_word(&line, &rights) && rights.n > 2 &&
        rights.p[2] == 'x' && c->n_ranges < RANGES)
        c->ranges[c->n_ranges++] = r;
    return c->n_ranges < RANGES;
}

static void find_ranges(struct reading_child *c, uint32_t pid)
{
    char path[32];

    if (c->pid == pid)
        return;
    c->pid = pid;
    c->n_ranges = 0;
    snprintf(path, sizeof path, "/proc/%" PRIu32 "/maps", pid);
    (void)small_file_lines(path, add_range, c);
}

static bool is_code(const struct reading_child *c, uint64_t address)
{
    for (size_t i = 0; i < c->n_ranges; i++)
        if (address >= c->ranges[i].begin && address < c->ranges[i].end)
            return true;
    return false;
}

/* Of the places in code that the upper part of its stack holds, and of the kernel's callers. */
static uint64_t key_of(struct reading_child *c, const struct waiting_row *row)
{
    size_t n = wait_recording_stack(row, c->stack);
    uint64_t h = hash_pair(&c->key, row->pid, row->registers[TASK_INSTRUCTION_POINTER]);
    uint64_t word;

    for (size_t i = 0; i < TASK_CALLERS && (int32_t)(8 * i) < row->callers_bytes; i++)
        h = hash_pair(&c->key, h, row->callers[i]);
    find_ranges(c, row->pid);
    n = n < LOOKED_AT ? n : LOOKED_AT;
    for (size_t at = 0; at + sizeof word <= n; at += sizeof word) {
        memcpy(&word, c->stack + at, sizeof word);
        if (is_code(c, word))
            h = hash_pair(&c->key, h, word);
    }
    return h | 1;
}

/* What cannot be read a second time is not tried again: others wait meanwhile. */
static void remember(struct reading_child *c, uint64_t key, const struct stall_told *told,
                     bool read)
{
    const size_t at = key % KNOWN;

    if (read || c->failed[at] == key) {
        c->keys[at] = key;
        c->known[at] = *told;
    } else {
        c->failed[at] = key;
    }
}

static void answer(struct reading_child *c, const struct waiting_row *rows, size_t n,
                   struct stall_answer *answers)
{
    struct waiting_row *unknown = mem_alloc(STALL_AT_ONCE, sizeof *unknown);
    struct stall_told *told = mem_alloc(STALL_AT_ONCE, sizeof *told);
    uint64_t keys[STALL_AT_ONCE];
    size_t of[STALL_AT_ONCE];
    size_t n_unknown = 0;

    c->pid = 0; /* what a process has mapped may have changed */
    for (size_t i = 0; i < n; i++) {
        const uint64_t key = key_of(c, &rows[i]);
        answers[i] = (struct stall_answer){
            rows[i].since_ns, rows[i].now_ns, rows[i].pid, rows[i].tid, {STALL_NONE, ""}};
        if (c->keys[key % KNOWN] == key) {
            answers[i].told = c->known[key % KNOWN];
            continue;
        }
        keys[n_unknown] = key;
        of[n_unknown] = i;
        unknown[n_unknown++] = rows[i];
    }
    const bool read = n_unknown && wait_names_tell(unknown, n_unknown, told);
    for (size_t i = 0; i < n_unknown; i++) {
        answers[of[i]].told = told[i];
        remember(c, keys[i], &told[i], read);
    }
    mem_free(told, STALL_AT_ONCE, sizeof *told);
    mem_free(unknown, STALL_AT_ONCE, sizeof *unknown);
}

/* The child's life. It ends with its parent. */
static void serve(int socket, pid_t parent)
{
    struct waiting_row *rows = mem_alloc(STALL_AT_ONCE, sizeof *rows);
    struct stall_answer *answers = mem_alloc(STALL_AT_ONCE, sizeof *answers);
    struct reading_child *c = mem_alloc(1, sizeof *c);
    ssize_t n;

    c->key = hash_key_draw();
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    signal(SIGINT, SIG_IGN);
    signal(SIGTERM, SIG_IGN);
    if (getppid() != parent)
        _exit(0);
    while ((n = recv(socket, rows, STALL_AT_ONCE * sizeof *rows, 0)) > 0) {
        const size_t count = (size_t)n / sizeof *rows;
        answer(c, rows, count, answers);
        if (send(socket, answers, count * sizeof *answers, MSG_NOSIGNAL) < 0)
            break;
    }
    _exit(0);
}

static void end(struct wait_reader *r)
{
    if (r->pid <= 0)
        return;
    kill(r->pid, SIGKILL);
    while (waitpid(r->pid, NULL, 0) < 0 && errno == EINTR)
        ;
    close(r->socket);
    r->pid = 0;
}

static bool start(struct wait_reader *r)
{
    const pid_t parent = getpid();
    int ends[2];

    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
        return false;
    r->pid = fork();
    if (r->pid == 0) {
        close(ends[0]);
        serve(ends[1], parent);
    }
    close(ends[1]);
    r->socket = ends[0];
    r->waiting_ns = 0;
    if (r->pid < 0) {
        close(ends[0]);
        r->pid = 0;
    }
    return r->pid != 0;
}

static void ask(void *context, const struct waiting_row *rows, size_t n)
{
    struct wait_reader *r = context;
    const uint64_t now = clock_now_ns();

    if (r->pid && r->waiting_ns && now - r->waiting_ns > PATIENCE_S * UINT64_C(1000000000))
        end(r);
    if (!r->pid && !start(r))
        return;
    if (send(r->socket, rows, n * sizeof *rows, MSG_NOSIGNAL | MSG_DONTWAIT) < 0) {
        if (errno != EAGAIN)
            end(r);
    } else if (r->waiting_ns == 0) {
        r->waiting_ns = now;
    }
}

static size_t answers(void *context, struct stall_answer *to)
{
    struct wait_reader *r = context;
    const ssize_t n = r->pid ? recv(r->socket, to, STALL_AT_ONCE * sizeof *to, MSG_DONTWAIT) : -1;

    if (n == 0) /* it has ended; the next question starts another */
        end(r);
    if (n <= 0)
        return 0;
    r->waiting_ns = clock_now_ns();
    return (size_t)n / sizeof *to;
}

void wait_reader_init(struct wait_reader *r)
{
    *r = (struct wait_reader){.as_reader = {ask, answers, r}};
}

void wait_reader_close(struct wait_reader *r)
{
    end(r);
}
