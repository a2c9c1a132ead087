/* Makes calls of a program fail: a library that is loaded in front of the C library (LD_PRELOAD).
 *
 *   FLAME_FAULT="write 3 fail 28"    the third write fails with errno 28
 *   FLAME_FAULT="read 2 short"       the second read returns one byte, if it was asked for more
 *   FLAME_FAULT="read 2 end"         the second read finds the end of the file
 *   FLAME_FAULT="open 1 signal 15"   the first open is done, then the process gets signal 15
 *   FLAME_FAULT="memory 0 fail 12"   nothing fails; calls are only counted
 *
 * With FLAME_FAULT_ALL=1 all calls from that one on are treated so. FLAME_FAULT_COUNT names a file
 * that is given the number of calls when the program exits. Only what the program itself calls is
 * counted: messages (descriptor 2) are not, nor what the C library does inside.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum kind { MEMORY, READ, WRITE, OPEN, CLOSE, RENAME, SYNC, STATUS, SEEK, MODE, THREAD, KINDS };

static const char *const kind_names[KINDS] = {"memory", "read", "write", "open", "close", "rename",
                                              "sync",   "stat", "seek",  "mode", "thread"};

enum how { FAIL, SHORT, END, SIGNAL };

static const char *const how_names[] = {"fail", "short", "end", "signal"};

struct plan {
    bool ready;
    enum kind kind;
    long nth; /* 0: none */
    enum how how;
    int number; /* errno or signal */
    bool all;
};

static struct plan plan;
static atomic_long calls;

static int index_of(const char *name, const char *const *names, int n)
{
    for (int i = 0; i < n; i++)
        if (strcmp(name, names[i]) == 0)
            return i;
    return -1;
}

__attribute__((constructor)) static void read_plan(void)
{
    const char *text = getenv("FLAME_FAULT");
    char kind[16];
    char how[16];

    if (!text || sscanf(text, "%15s %ld %15s %d", kind, &plan.nth, how, &plan.number) < 3)
        return;
    int k = index_of(kind, kind_names, KINDS);
    int h = index_of(how, how_names, 4);
    if (k < 0 || h < 0) {
        fprintf(stderr, "FLAME_FAULT=\"%s\" is not understood\n", text);
        _exit(99);
    }
    plan.kind = (enum kind)k;
    plan.how = (enum how)h;
    plan.all = getenv("FLAME_FAULT_ALL") != NULL;
    plan.ready = true;
}

__attribute__((destructor)) static void write_count(void)
{
    const char *path = getenv("FLAME_FAULT_COUNT");

    plan.ready = false;
    FILE *f = path ? fopen(path, "w") : NULL;
    if (!f)
        return;
    fprintf(f, "%ld\n", atomic_load(&calls));
    fclose(f);
}

/* Counts a call; whether it is one that the plan is about. */
static bool meets(enum kind kind)
{
    if (!plan.ready || kind != plan.kind)
        return false;
    long n = atomic_fetch_add(&calls, 1) + 1;
    return plan.nth && (n == plan.nth || (plan.all && n > plan.nth));
}

static bool fails(enum kind kind, bool met)
{
    if (!met || plan.how != FAIL)
        return false;
    errno = plan.number ? plan.number : kind == MEMORY ? ENOMEM : EIO;
    return true;
}

/* Behind a call that was done. */
static void signal_after(bool met)
{
    int kept = errno;

    if (met && plan.how == SIGNAL)
        raise(plan.number);
    errno = kept;
}

/* The function of that name behind this library. */
static void *real(const char *name)
{
    void *found = dlsym(RTLD_NEXT, name);

    if (!found)
        abort();
    return found;
}

/* REAL(read, ssize_t, int, void *, size_t) is the real read. The first call finds it, which is safe
 * for any thread, since each finds the same. */
#define REAL(name, type, ...)                                                                      \
    static type (*_Atomic found)(__VA_ARGS__);                                                     \
    type (*call)(__VA_ARGS__) = found;                                                             \
    if (!call) {                                                                                   \
        *(void **)&call = real(#name);                                                             \
        found = call;                                                                              \
    }

/* ---- memory: dlsym itself allocates, hence the names that glibc exports for it ---- */

extern void *__libc_malloc(size_t n);
extern void *__libc_calloc(size_t n, size_t size);
extern void *__libc_realloc(void *block, size_t n);

void *malloc(size_t n)
{
    return fails(MEMORY, meets(MEMORY)) ? NULL : __libc_malloc(n);
}

void *calloc(size_t n, size_t size)
{
    return fails(MEMORY, meets(MEMORY)) ? NULL : __libc_calloc(n, size);
}

void *realloc(void *block, size_t n)
{
    return fails(MEMORY, meets(MEMORY)) ? NULL : __libc_realloc(block, n);
}

void *mmap(void *at, size_t n, int protection, int flags, int fd, off_t offset)
{
    REAL(mmap, void *, void *, size_t, int, int, int, off_t)
    return fails(MEMORY, meets(MEMORY)) ? MAP_FAILED : call(at, n, protection, flags, fd, offset);
}

void *mmap64(void *at, size_t n, int protection, int flags, int fd, off64_t offset)
{
    return mmap(at, n, protection, flags, fd, offset);
}

void *mremap(void *block, size_t old, size_t n, int flags, ...)
{
    REAL(mremap, void *, void *, size_t, size_t, int, void *)
    va_list more;

    va_start(more, flags);
    void *to = flags & MREMAP_FIXED ? va_arg(more, void *) : NULL;
    va_end(more);
    return fails(MEMORY, meets(MEMORY)) ? MAP_FAILED : call(block, old, n, flags, to);
}

int mprotect(void *at, size_t n, int protection)
{
    REAL(mprotect, int, void *, size_t, int)
    return fails(MEMORY, meets(MEMORY)) ? -1 : call(at, n, protection);
}

/* ---- reading and writing ---- */

static size_t shortened(bool met, size_t n)
{
    return met && plan.how == SHORT && n > 1 ? 1 : n;
}

ssize_t read(int fd, void *to, size_t n)
{
    REAL(read, ssize_t, int, void *, size_t)
    bool met = meets(READ);

    if (fails(READ, met))
        return -1;
    if (met && plan.how == END)
        return 0;
    ssize_t result = call(fd, to, shortened(met, n));
    signal_after(met);
    return result;
}

ssize_t pread(int fd, void *to, size_t n, off_t at)
{
    REAL(pread, ssize_t, int, void *, size_t, off_t)
    bool met = meets(READ);

    if (fails(READ, met))
        return -1;
    if (met && plan.how == END)
        return 0;
    ssize_t result = call(fd, to, shortened(met, n), at);
    signal_after(met);
    return result;
}

ssize_t pread64(int fd, void *to, size_t n, off64_t at)
{
    return pread(fd, to, n, at);
}

ssize_t __read_chk(int fd, void *to, size_t n, size_t room);
ssize_t __read_chk(int fd, void *to, size_t n, size_t room)
{
    if (n > room)
        abort();
    return read(fd, to, n);
}

ssize_t __pread64_chk(int fd, void *to, size_t n, off64_t at, size_t room);
ssize_t __pread64_chk(int fd, void *to, size_t n, off64_t at, size_t room)
{
    if (n > room)
        abort();
    return pread(fd, to, n, at);
}

ssize_t write(int fd, const void *from, size_t n)
{
    REAL(write, ssize_t, int, const void *, size_t)
    bool met = fd != 2 && meets(WRITE);

    if (fails(WRITE, met))
        return -1;
    ssize_t result = call(fd, from, shortened(met, n));
    signal_after(met);
    return result;
}

/* ---- files ---- */

int open(const char *path, int flags, ...)
{
    REAL(open, int, const char *, int, mode_t)
    bool met = meets(OPEN);
    va_list more;

    va_start(more, flags);
    mode_t mode = flags & O_CREAT ? va_arg(more, mode_t) : 0;
    va_end(more);
    if (fails(OPEN, met))
        return -1;
    int fd = call(path, flags, mode);
    signal_after(met);
    return fd;
}

int open64(const char *path, int flags, ...)
{
    va_list more;

    va_start(more, flags);
    mode_t mode = flags & O_CREAT ? va_arg(more, mode_t) : 0;
    va_end(more);
    return open(path, flags, mode);
}

int __open64_2(const char *path, int flags);
int __open64_2(const char *path, int flags)
{
    return open(path, flags, 0);
}

int openat(int folder, const char *path, int flags, ...)
{
    REAL(openat, int, int, const char *, int, ...)
    bool met = meets(OPEN);
    va_list more;

    va_start(more, flags);
    mode_t mode = flags & O_CREAT ? va_arg(more, mode_t) : 0;
    va_end(more);
    if (fails(OPEN, met))
        return -1;
    int fd = call(folder, path, flags, mode);
    signal_after(met);
    return fd;
}

int openat64(int folder, const char *path, int flags, ...)
{
    va_list more;

    va_start(more, flags);
    mode_t mode = flags & O_CREAT ? va_arg(more, mode_t) : 0;
    va_end(more);
    return openat(folder, path, flags, mode);
}

int close(int fd)
{
    REAL(close, int, int)
    bool met = fd != 2 && meets(CLOSE);
    int result = call(fd);

    if (fails(CLOSE, met))
        return -1;
    signal_after(met);
    return result;
}

int rename(const char *from, const char *to)
{
    REAL(rename, int, const char *, const char *)
    bool met = meets(RENAME);

    if (fails(RENAME, met))
        return -1;
    int result = call(from, to);
    signal_after(met);
    return result;
}

int renameat(int from_folder, const char *from, int to_folder, const char *to)
{
    REAL(renameat, int, int, const char *, int, const char *)
    bool met = meets(RENAME);

    if (fails(RENAME, met))
        return -1;
    int result = call(from_folder, from, to_folder, to);
    signal_after(met);
    return result;
}

int fsync(int fd)
{
    REAL(fsync, int, int)
    bool met = meets(SYNC);

    if (fails(SYNC, met))
        return -1;
    int result = call(fd);
    signal_after(met);
    return result;
}

int fstat64(int fd, struct stat64 *to)
{
    REAL(fstat64, int, int, struct stat64 *)
    return fails(STATUS, meets(STATUS)) ? -1 : call(fd, to);
}

int stat64(const char *path, struct stat64 *to)
{
    REAL(stat64, int, const char *, struct stat64 *)
    return fails(STATUS, meets(STATUS)) ? -1 : call(path, to);
}

int lstat64(const char *path, struct stat64 *to)
{
    REAL(lstat64, int, const char *, struct stat64 *)
    return fails(STATUS, meets(STATUS)) ? -1 : call(path, to);
}

off64_t lseek64(int fd, off64_t at, int from)
{
    REAL(lseek64, off64_t, int, off64_t, int)
    return fails(SEEK, meets(SEEK)) ? -1 : call(fd, at, from);
}

int fchmod(int fd, mode_t mode)
{
    REAL(fchmod, int, int, mode_t)
    return fails(MODE, meets(MODE)) ? -1 : call(fd, mode);
}

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *),
                   void *argument)
{
    REAL(pthread_create, int, pthread_t *, const pthread_attr_t *, void *(*)(void *), void *)
    if (fails(THREAD, meets(THREAD)))
        return EAGAIN;
    return call(thread, attributes, start, argument);
}
