/* Feeds files to a fuzz target without libFuzzer: those of the target's own format whole, as
 * prefixes, and with single bytes flipped; of all others some, each of which other targets are fed.
 * A file is its own when it is in a corpus, or when its name tells: input.perf, args.
 * usage: replay-NAME FILE-OR-FOLDER... */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/buf.h"
#include "base/mem.h"
#include "tests/fuzz/format.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Every place of a file up to EACH bytes is tried, of a larger one as many places evenly spaced,
 * and of many files no more than PLACES in all; a file above LARGE is fed whole only. Of files of
 * other formats one in OTHERS is fed. */
enum { EACH = 150, PLACES = 1500, LARGE = 64 << 10, FOLDERS_MOST = 4096, OTHERS = 4 };

struct counts {
    size_t each; /* places of a file */
    size_t files, runs;
};

static void feed(const char *bytes, size_t n, struct counts *counts)
{
    /* A copy of exact size lets the sanitizers see a byte read too far. */
    unsigned char *copy = malloc(n ? n : 1);

    if (!copy)
        abort();
    memcpy(copy, bytes, n);
    LLVMFuzzerTestOneInput(copy, n);
    free(copy);
    counts->runs++;
}

static void feed_damaged(struct buf *file, struct counts *counts)
{
    static const char flips[] = {1, ' ', '\x80', '\xff'};
    size_t step = file->n / counts->each + 1;

    if (file->n > LARGE)
        return;
    for (size_t i = 0; i < file->n; i += step) {
        feed(file->p, i, counts);
        char flip = flips[i / step % sizeof flips];
        file->p[i] = (char)(file->p[i] ^ flip);
        feed(file->p, file->n, counts);
        file->p[i] = (char)(file->p[i] ^ flip);
    }
}

static bool is_own(const char *path)
{
    const char *slash = strrchr(path, '/');
    const char *found = strstr(slash ? slash + 1 : path, fuzz_format);
    char after = found ? found[strlen(fuzz_format)] : 'x';

    return strstr(path, "/corpus/") || after == '\0' || after == '.';
}

/* Another quarter of them for each target. */
static bool is_chosen(const char *path)
{
    size_t sum = 0;

    for (const char *p = path; *p; p++)
        sum = sum * 31 + (unsigned char)*p;
    for (const char *p = fuzz_format; *p; p++)
        sum = sum * 31 + (unsigned char)*p;
    return sum / 64 % OTHERS == 0;
}

static void feed_whole_and_damaged(const char *path, struct buf *file, struct counts *counts)
{
    feed(buf_str(file).p, file->n, counts);
    if (is_own(path))
        feed_damaged(file, counts);
    counts->files++;
}

static void feed_file(const char *path, struct counts *counts)
{
    FILE *in = fopen(path, "rb");
    struct buf file = {0};
    char block[4096];
    size_t n;

    if (!in)
        return;
    while ((n = fread(block, 1, sizeof block, in)) > 0)
        buf_add(&file, (struct str){block, n});
    bool is_read = !ferror(in); /* a folder is not */
    fclose(in);
    if (is_read)
        feed_whole_and_damaged(path, &file, counts);
    buf_free(&file);
}

struct paths {
    char **items;
    size_t n, room;
};

static void paths_add(struct paths *paths, const char *folder, const char *name)
{
    size_t size = strlen(folder) + strlen(name) + 2;
    char *path = malloc(size);

    if (!path)
        abort();
    snprintf(path, size, "%s%s%s", folder, *folder ? "/" : "", name);
    paths->items = mem_grow(paths->items, &paths->room, paths->n + 1, sizeof *paths->items);
    paths->items[paths->n++] = path;
}

static void paths_add_folder(struct paths *paths, const char *folder)
{
    DIR *dir = opendir(folder);

    if (!dir)
        return;
    for (struct dirent *entry; (entry = readdir(dir));)
        if (entry->d_name[0] != '.' && strncmp(entry->d_name, "expected.", 9) != 0)
            paths_add(paths, folder, entry->d_name);
    closedir(dir);
}

int main(int argc, char **argv)
{
    struct paths paths = {0};
    struct counts counts = {0};
    size_t own = 0;

    for (int i = 1; i < argc; i++)
        paths_add(&paths, "", argv[i]);
    for (size_t i = 0; i < paths.n && paths.n < FOLDERS_MOST; i++) {
        struct stat st;
        if (stat(paths.items[i], &st) == 0 && S_ISDIR(st.st_mode))
            paths_add_folder(&paths, paths.items[i]);
        else
            own += is_own(paths.items[i]);
    }
    counts.each = PLACES / (own + 1) + 1 < EACH ? PLACES / (own + 1) + 1 : EACH;
    feed("", 0, &counts);
    for (size_t i = 0; i < paths.n; i++)
        if (is_own(paths.items[i]) || is_chosen(paths.items[i]))
            feed_file(paths.items[i], &counts);
    for (size_t i = 0; i < paths.n; i++)
        free(paths.items[i]);
    mem_free(paths.items, paths.room, sizeof *paths.items);
    printf("%zu files, %zu runs\n", counts.files, counts.runs);
    return 0;
}
