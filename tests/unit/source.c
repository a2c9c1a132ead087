/* base/source: files, parts, pipes, standard input, memory. */
#include "base/source.h"

#include "unit.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/buf.h"
#include "packed.h"

static const char *const packed_are[] = {"plain", "gzip", "zstd", "xz"};

/* A folder of its own for each test. */
struct place {
    char folder[32];
    char path[48];
};

static int make_place(void **state)
{
    struct place *place = calloc(1, sizeof *place);

    if (!place)
        return -1;
    memcpy(place->folder, "/tmp/flame-source-XXXXXX", 25);
    if (!mkdtemp(place->folder))
        return -1;
    snprintf(place->path, sizeof place->path, "%s/file", place->folder);
    *state = place;
    return 0;
}

static int remove_place(void **state)
{
    struct place *place = *state;

    unlink(place->path);
    int result = rmdir(place->folder);
    free(place);
    return result;
}

static void write_file(const char *path, struct str bytes)
{
    FILE *file = fopen(path, "w");

    assert_non_null(file);
    assert_int_equal(fwrite(bytes.p, 1, bytes.n, file), bytes.n);
    assert_int_equal(fclose(file), 0);
}

/* Reads to the end in pieces of a size. */
static bool read_all(struct source *s, size_t piece, struct buf *to, struct fault *f)
{
    size_t got = 1;

    while (got) {
        if (!source_read(s, buf_reserve(to, piece), piece, &got, f))
            return false;
        to->n += got;
    }
    return true;
}

static void assert_reads(struct source *s, size_t piece, const char *wanted)
{
    struct buf b = {0};
    struct fault f = {0};

    assert_true(read_all(s, piece, &b, &f));
    assert_str(buf_str(&b), wanted);
    buf_free(&b);
}

static void assert_opens(const char *path, const char *wanted)
{
    const struct limits limits = limits_usual();
    struct source s;
    struct fault f = {0};

    assert_true(source_open(&s, path, &limits, &f));
    assert_reads(&s, 7, wanted);
    source_close(&s);
}

static void assert_refused(const char *path, enum fault_kind kind, const char *reason)
{
    const struct limits limits = limits_usual();
    struct source s;
    struct fault f = {0};

    assert_false(source_open(&s, path, &limits, &f));
    assert_int_equal(f.kind, kind);
    assert_int_equal(strncmp(f.text, path, strlen(path)), 0);
    assert_non_null(strstr(f.text, reason));
}

static void assert_ended_well(pid_t pid)
{
    int status;

    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_int_equal(status, 0);
}

static void a_file_is_read_in_pieces_of_any_size(void **state)
{
    const struct place *place = *state;
    const struct limits limits = limits_usual();

    write_file(place->path, STR(PLAIN));
    for (size_t piece = 1; piece < 40; piece++) {
        struct source s;
        struct fault f = {0};
        assert_true(source_open(&s, place->path, &limits, &f));
        assert_true(s.seekable);
        assert_int_equal(s.size, strlen(PLAIN));
        assert_reads(&s, piece, PLAIN);
        source_close(&s);
    }
}

static void files_shorter_than_any_head_are_read(void **state)
{
    const struct place *place = *state;
    static const char *const texts[] = {"", "a", "\x1F", "abcde", "abcdef", "abcdefg"};

    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        write_file(place->path, str_of(texts[i]));
        assert_opens(place->path, texts[i]);
    }
}

static struct str packed_sample(size_t i)
{
    switch (i) {
#ifdef FLAME_HAVE_ZLIB
    case 1:
        return PACKED_GZIP;
#endif
#ifdef FLAME_HAVE_ZSTD
    case 2:
        return PACKED_ZSTD;
#endif
#ifdef FLAME_HAVE_LZMA
    case 3:
        return PACKED_XZ;
#endif
    default:
        return STR(PLAIN);
    }
}

static void packed_files_memory_and_pipes_are_unpacked(void **state)
{
    const struct place *place = *state;
    const struct limits limits = limits_usual();

    for (size_t i = 0; i < sizeof packed_are / sizeof packed_are[0]; i++) {
        struct str packed = packed_sample(i);
        struct source s;
        struct fault f = {0};
        write_file(place->path, packed);
        assert_opens(place->path, PLAIN);

        assert_true(source_open_memory(&s, packed_are[i], packed, &limits, &f));
        assert_reads(&s, 5, PLAIN);
        source_close(&s);

        unlink(place->path);
        assert_int_equal(mkfifo(place->path, 0600), 0);
        pid_t pid = fork();
        if (pid == 0) {
            int fd = open(place->path, O_WRONLY);
            for (size_t k = 0; k < packed.n; k++)
                if (write(fd, packed.p + k, 1) != 1)
                    _exit(1);
            _exit(0);
        }
        assert_opens(place->path, PLAIN);
        assert_ended_well(pid);
        unlink(place->path);
    }
}

#ifdef FLAME_HAVE_ZLIB
static void packed_files_cannot_be_read_in_parts(void **state)
{
    const struct place *place = *state;
    const struct limits limits = limits_usual();
    struct source s;
    struct fault f = {0};

    write_file(place->path, PACKED_GZIP);
    assert_true(source_open(&s, place->path, &limits, &f));
    assert_false(s.seekable);
    source_close(&s);
}

static void a_packed_file_that_is_cut_is_a_fault(void **state)
{
    const struct place *place = *state;
    const struct limits limits = limits_usual();
    struct source s;
    struct buf b = {0};
    struct fault f = {0};

    write_file(place->path, str_from_to(PACKED_GZIP, 0, 30));
    assert_true(source_open(&s, place->path, &limits, &f));
    assert_false(read_all(&s, 64, &b, &f));
    assert_int_equal(f.kind, FAULT_INPUT);
    assert_int_equal(strncmp(f.text, place->path, strlen(place->path)), 0);
    buf_free(&b);
    source_close(&s);
}
#endif

static void parts_are_read_side_by_side(void **state)
{
    const struct place *place = *state;
    const struct limits limits = limits_usual();
    struct source whole;
    struct source first;
    struct source second;
    struct fault f = {0};

    write_file(place->path, STR(PLAIN));
    assert_true(source_open(&whole, place->path, &limits, &f));
    source_open_part(&first, &whole, 0, 13);
    source_open_part(&second, &whole, 13, whole.size);
    assert_reads(&second, 5, "main;write 4\n");
    assert_reads(&first, 5, "main;parse 3\n");
    assert_reads(&whole, 5, PLAIN);
    source_close(&second);
    source_close(&first);
    source_close(&whole);
}

static void a_part_behind_four_gibibytes_is_found(void **state)
{
    const struct place *place = *state;
    const struct limits limits = limits_usual();
    const off_t far = ((off_t)5 << 30) + 3;
    struct source whole;
    struct source part;
    struct fault f = {0};
    int fd = open(place->path, O_WRONLY | O_CREAT, 0600);

    if (pwrite(fd, "far away\n", 9, far) != 9) {
        close(fd);
        skip();
    }
    close(fd);
    assert_true(source_open(&whole, place->path, &limits, &f));
    assert_true(whole.size == (uint64_t)far + 9);
    source_open_part(&part, &whole, (uint64_t)far, whole.size);
    assert_reads(&part, 100, "far away\n");
    source_close(&part);
    source_close(&whole);
}

static void a_file_that_becomes_shorter_is_a_fault(void **state)
{
    const struct place *place = *state;
    const struct limits limits = limits_usual();
    struct source s;
    struct buf b = {0};
    struct fault f = {0};

    write_file(place->path, STR(PLAIN));
    assert_true(source_open(&s, place->path, &limits, &f));
    assert_int_equal(truncate(place->path, 4), 0);
    assert_false(read_all(&s, 64, &b, &f));
    assert_int_equal(f.kind, FAULT_SYSTEM);
    assert_non_null(strstr(f.text, "became shorter"));
    buf_free(&b);
    source_close(&s);
}

static void a_file_that_grows_is_read_to_its_end(void **state)
{
    const struct place *place = *state;
    const struct limits limits = limits_usual();
    struct source s;
    struct fault f = {0};

    write_file(place->path, STR("a 1\n"));
    assert_true(source_open(&s, place->path, &limits, &f));
    write_file(place->path, STR(PLAIN));
    assert_reads(&s, 64, PLAIN);
    source_close(&s);
}

static void what_is_no_profile_is_refused_with_a_reason(void **state)
{
    const struct place *place = *state;

    assert_refused(place->folder, FAULT_SYSTEM, ": is a directory, wanted a file");
    assert_refused(place->path, FAULT_SYSTEM, "No such file or directory");
}

static void devices_and_files_of_the_kernel_are_read(void **state)
{
    const struct limits limits = limits_usual();
    struct source s;
    struct buf b = {0};
    struct fault f = {0};

    (void)state;
    assert_opens("/dev/null", "");
    assert_true(source_open(&s, "/proc/self/status", &limits, &f));
    assert_false(s.seekable);
    assert_true(read_all(&s, 16, &b, &f));
    assert_in_range(b.n, 100, 100000);
    buf_free(&b);
    source_close(&s);
}

static void a_read_error_is_a_fault_not_an_end(void **state)
{
    const struct limits limits = limits_usual();
    struct source s;
    struct fault f = {0};

    (void)state;
    /* Reading the first page of a process's memory fails with EIO. */
    assert_false(source_open(&s, "/proc/self/mem", &limits, &f));
    assert_int_equal(f.kind, FAULT_SYSTEM);
    assert_non_null(strstr(f.text, "read error: "));
}

static void standard_input_is_read_from_where_it_stands(void **state)
{
    const struct place *place = *state;
    const struct limits limits = limits_usual();
    struct source s;
    struct fault f = {0};
    int saved = dup(0);

    write_file(place->path, STR("skipped\n" PLAIN));
    int fd = open(place->path, O_RDONLY);
    assert_int_equal(lseek(fd, 8, SEEK_SET), 8);
    assert_int_equal(dup2(fd, 0), 0);
    assert_true(source_open(&s, "-", &limits, &f));
    assert_string_equal(s.name, "standard input");
    assert_reads(&s, 5, PLAIN);
    source_close(&s);
    assert_int_equal(lseek(0, 0, SEEK_SET), 0); /* still open */
    close(fd);
    dup2(saved, 0);
    close(saved);
}

static void nothing(int signal_number)
{
    (void)signal_number;
}

/* Signals arrive all the time while the pipe is read, and the pipe never waits. */
static void interrupted_and_impatient_reads_go_on(void **state)
{
    const struct limits limits = limits_usual();
    struct sigaction action = {.sa_handler = nothing};
    struct timespec pause = {.tv_nsec = 2000000};
    struct source s;
    struct fault f = {0};
    int saved = dup(0);
    int ends[2];

    (void)state;
    sigaction(SIGUSR1, &action, NULL);
    assert_int_equal(pipe(ends), 0);
    pid_t reader = getpid();
    pid_t writer = fork();
    if (writer == 0) {
        for (size_t i = 0; i < strlen(PLAIN); i++) {
            kill(reader, SIGUSR1);
            nanosleep(&pause, NULL);
            if (write(ends[1], &PLAIN[i], 1) != 1)
                _exit(1);
        }
        _exit(0);
    }
    close(ends[1]);
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
    dup2(ends[0], 0);
    close(ends[0]);
    assert_true(source_open(&s, "-", &limits, &f));
    assert_reads(&s, 64, PLAIN);
    source_close(&s);
    assert_ended_well(writer);
    dup2(saved, 0);
    close(saved);
    action.sa_handler = SIG_DFL;
    sigaction(SIGUSR1, &action, NULL);
}

static void an_open_file_is_read_from_where_it_stands_and_closed(void **state)
{
    const struct place *place = *state;
    struct limits limits = limits_usual();
    struct fault f = {0};
    struct buf all = {0};
    struct source s;

    write_file(place->path, STR("before after"));
    int fd = open(place->path, O_RDONLY);
    assert_int_equal(lseek(fd, 7, SEEK_SET), 7);
    assert_true(source_open_fd(&s, fd, place->path, &limits, &f));
    assert_true(read_all(&s, 3, &all, &f));
    assert_str(buf_str(&all), "after");
    source_close(&s);
    assert_int_equal(close(fd), -1);
    fd = open(place->folder, O_RDONLY);
    assert_false(source_open_fd(&s, fd, place->folder, &limits, &f));
    assert_non_null(strstr(f.text, "is a directory"));
    assert_int_equal(close(fd), -1);
    buf_free(&all);
}

#define at_a_place(test) cmocka_unit_test_setup_teardown(test, make_place, remove_place)

int main(void)
{
    const struct CMUnitTest tests[] = {
        at_a_place(a_file_is_read_in_pieces_of_any_size),
        at_a_place(files_shorter_than_any_head_are_read),
        at_a_place(packed_files_memory_and_pipes_are_unpacked),
#ifdef FLAME_HAVE_ZLIB
        at_a_place(packed_files_cannot_be_read_in_parts),
        at_a_place(a_packed_file_that_is_cut_is_a_fault),
#endif
        at_a_place(parts_are_read_side_by_side),
        at_a_place(a_part_behind_four_gibibytes_is_found),
        at_a_place(a_file_that_becomes_shorter_is_a_fault),
        at_a_place(a_file_that_grows_is_read_to_its_end),
        at_a_place(what_is_no_profile_is_refused_with_a_reason),
        at_a_place(an_open_file_is_read_from_where_it_stands_and_closed),
        cmocka_unit_test(devices_and_files_of_the_kernel_are_read),
        cmocka_unit_test(a_read_error_is_a_fault_not_an_end),
        at_a_place(standard_input_is_read_from_where_it_stands),
        cmocka_unit_test(interrupted_and_impatient_reads_go_on),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
