/* bench-measure PROGRAM ARG...: runs the program with standard input and output on /dev/null, then
 * prints "exit wall_us cpu_us peak_kb". Small itself, for a child's peak memory starts at that of
 * the process it was made from. */
#include <fcntl.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>

static int64_t now_us(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

static int64_t time_us(struct timeval t)
{
    return (int64_t)t.tv_sec * 1000000 + t.tv_usec;
}

/* Gives the child's exit code, 128 and the signal's number, or -1 when it did not start. */
static int run(char **argv, char **environment)
{
    posix_spawn_file_actions_t actions;
    pid_t pid;
    int status;

    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
    int failed = posix_spawnp(&pid, argv[0], &actions, NULL, argv, environment);
    posix_spawn_file_actions_destroy(&actions);
    if (failed) {
        fprintf(stderr, "bench-measure: %s: %s\n", argv[0], strerror(failed));
        return -1;
    }
    if (waitpid(pid, &status, 0) != pid)
        return -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

int main(int argc, char **argv)
{
    extern char **environ;
    struct rusage used;

    if (argc < 2) {
        fputs("usage: bench-measure PROGRAM [ARG...]\n", stderr);
        return 2;
    }

    int64_t start_us = now_us();
    int code = run(argv + 1, environ);
    int64_t wall_us = now_us() - start_us;
    if (code < 0)
        return 3;
    getrusage(RUSAGE_CHILDREN, &used);
    printf("%d %lld %lld %ld\n", code, (long long)wall_us,
           (long long)(time_us(used.ru_utime) + time_us(used.ru_stime)), used.ru_maxrss);
    return 0;
}
