/* profiles/api/search.folded gets the picture profiles/api/search.folded.svg in the folder of the
 * report. Finds profiles, and makes safe names for pictures whatever bytes a path has. */
#include "app/report/files.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "base/mem.h"
#include "base/parse.h"
#include "base/utf8.h"
#include "input/common/companion_files.h"

enum { PART_MOST = 100, PARTS_MOST = 20 };

static const struct str folders[] = {
    [REPORT_OF_PROFILES] = {"profiles/", 9}, [REPORT_OF_PAIRS] = {"changes/", 8}};
static const struct str ending = {".svg", 4};

/* ---- walking through folders ----------------------------------------------------------------- */

/* A walk through one given folder. Folders wait in a list, so deep ones need no recursion. */
struct folder_scan {
    struct report_files *files;
    size_t given;          /* the length of the path of the given folder, with its slash */
    const struct stat *to; /* NULL: the report has no folder yet */
    size_t *waiting;       /* places of their paths in files->text */
    size_t n, room;
};

static size_t keep(struct report_files *files, struct str text)
{
    size_t at = files->text.n;

    buf_add(&files->text, text);
    buf_add_byte(&files->text, '\0');
    return at;
}

static struct report_file *add(struct report_files *files, struct str path, struct str below)
{
    files->rows = mem_grow(files->rows, &files->room, files->n + 1, sizeof *files->rows);
    struct report_file *row = &files->rows[files->n++];
    *row = (struct report_file){.path = keep(files, path)};
    row->below = keep(files, below);
    return row;
}

/* Whether a folder is a recording: perf record can write folders, and traces always are. */
static bool is_recording(const char *path)
{
    struct buf data = {0};
    bool is = (strstr(path, ".data") && companion_data(path, &data)) || companion_is_trace(path);

    buf_free(&data);
    return is;
}

bool report_is_map(struct str name)
{
    return (str_starts(name, STR("perf-")) && str_ends(name, STR(".map"))) ||
           (str_starts(name, STR("jit-")) && str_ends(name, STR(".dump")));
}

/* Whether a file in a folder is skipped: hidden files, and companions of profiles. */
static bool is_skipped(struct str name)
{
    return str_starts(name, STR(".")) || report_is_map(name) || str_ends(name, STR(".syms.json"));
}

static void take_entry(struct folder_scan *w, DIR *dir, struct str path, size_t name)
{
    struct stat status;
    int fd = dirfd(dir);

    if (fstatat(fd, path.p + name, &status, AT_SYMLINK_NOFOLLOW) != 0)
        return; /* the folder no longer exists */
    bool link = S_ISLNK(status.st_mode);
    if (link && fstatat(fd, path.p + name, &status, 0) != 0)
        return;
    if (S_ISDIR(status.st_mode) && !link && !is_recording(path.p)) {
        if (w->to && w->to->st_dev == status.st_dev && w->to->st_ino == status.st_ino)
            return;
        w->waiting = mem_grow(w->waiting, &w->room, w->n + 1, sizeof *w->waiting);
        w->waiting[w->n++] = keep(w->files, path);
    } else if (S_ISREG(status.st_mode) || (S_ISDIR(status.st_mode) && !link)) {
        add(w->files, path, str_from_to(path, w->given, path.n))->found = true;
    }
}

static void look_through(struct folder_scan *w, struct str path)
{
    struct buf child = {0};
    DIR *dir = opendir(path.p);
    const struct dirent *entry;

    if (!dir) {
        struct str below =
            path.n > w->given ? str_from_to(path, w->given, path.n) : path_base_name(path);
        int error = errno;
        add(w->files, path, below)->error = error;
        return;
    }
    while ((entry = readdir(dir))) {
        if (is_skipped(str_of(entry->d_name)))
            continue;
        buf_clear(&child);
        buf_add(&child, path);
        if (!str_ends(path, STR("/")))
            buf_add_byte(&child, '/');
        size_t name = child.n;
        buf_add(&child, str_of(entry->d_name));
        buf_add_byte(&child, '\0');
        take_entry(w, dir, (struct str){child.p, child.n - 1}, name);
    }
    closedir(dir);
    buf_free(&child);
}

static void look_below(struct report_files *files, const char *path, const struct stat *to)
{
    struct folder_scan w = {.files = files, .to = to};
    struct buf copy = {0}; /* files->text moves */

    w.given = strlen(path) + !str_ends(str_of(path), STR("/"));
    look_through(&w, str_of(path));
    while (w.n) {
        buf_clear(&copy);
        buf_add(&copy, str_of(report_files_text(files, w.waiting[--w.n])));
        buf_add_byte(&copy, '\0');
        look_through(&w, (struct str){copy.p, copy.n - 1});
    }
    buf_free(&copy);
    mem_free(w.waiting, w.room, sizeof *w.waiting);
}

/* Names a file given by the user: by its path as written, if it is relative and without "..", else
 * by its base name. */
static void call_file(struct str path, struct buf *below)
{
    struct str rest = path;
    struct str part;
    bool down = !str_starts(path, STR("/"));

    while (take_field(&rest, '/', &part)) {
        down = down && !str_equal(part, STR(".."));
        if (part.n == 0 || str_equal(part, STR(".")))
            continue;
        if (below->n)
            buf_add_byte(below, '/');
        buf_add(below, part);
    }
    if (down && below->n)
        return;
    buf_clear(below);
    buf_add(below, path_base_name(path));
}

static void find(struct report_files *files, const char *path, const struct stat *to)
{
    struct stat status;
    struct buf below = {0};

    if (stat(path, &status) == 0 && S_ISDIR(status.st_mode) && !is_recording(path)) {
        look_below(files, path, to);
        return;
    }
    call_file(str_of(path), &below);
    add(files, str_of(path), buf_str(&below));
    buf_free(&below);
}

/* ---- order and names ------------------------------------------------------------------------- */

struct str report_run_name(struct str below)
{
    size_t n = below.n;

    while (n && is_digit(below.p[n - 1]))
        n--;
    if (n == below.n || n < 2 || below.p[n - 1] != '.' || below.p[n - 2] == '/')
        return below;
    return str_from_to(below, 0, n - 1);
}

/* Moves *at past the digits there; returns them without leading zeros. */
static struct str take_number(struct str s, size_t *at)
{
    size_t from = *at;

    while (*at < s.n && is_digit(s.p[*at]))
        ++*at;
    while (from < *at && s.p[from] == '0')
        from++;
    return str_from_to(s, from, *at);
}

int report_compare(struct str a, struct str b)
{
    size_t i = 0;
    size_t k = 0;
    int order = 0;

    while (order == 0 && i < a.n && k < b.n) {
        if (is_digit(a.p[i]) && is_digit(b.p[k])) {
            struct str x = take_number(a, &i);
            struct str y = take_number(b, &k);
            order = x.n != y.n ? (x.n > y.n) - (x.n < y.n) : str_compare(x, y);
        } else {
            unsigned char x = (unsigned char)a.p[i++];
            unsigned char y = (unsigned char)b.p[k++];
            order = (x > y) - (x < y);
        }
    }
    if (order == 0 && (i < a.n || k < b.n))
        order = i < a.n ? 1 : -1;
    return order ? order : str_compare(a, b);
}

struct path_key {
    const char *below, *path;
    struct report_file row;
};

static int compare(const void *a, const void *b)
{
    const struct path_key *x = a;
    const struct path_key *y = b;
    int order = report_compare(str_of(x->below), str_of(y->below));

    if (order == 0)
        order = strcmp(x->path, y->path);
    return order ? order : (x->row.found > y->row.found) - (x->row.found < y->row.found);
}

/* Sorts files, and removes duplicates. */
static void sort(struct report_files *files)
{
    struct path_key *keys = mem_alloc(files->n, sizeof *keys);
    size_t all = files->n;

    for (size_t i = 0; i < all; i++)
        keys[i] = (struct path_key){report_files_text(files, files->rows[i].below),
                                    report_files_text(files, files->rows[i].path), files->rows[i]};
    qsort(keys, all, sizeof *keys, compare);
    files->n = 0;
    for (size_t i = 0; i < all; i++)
        if (i == 0 || strcmp(keys[i - 1].path, keys[i].path) != 0)
            files->rows[files->n++] = keys[i].row;
    mem_free(keys, all, sizeof *keys);
}

/* The length of the folder that two paths share, with its slash. */
static size_t shared_folder(const char *a, const char *b)
{
    size_t n = 0;

    for (size_t i = 0; a[i] && a[i] == b[i]; i++)
        n = a[i] == '/' ? i + 1 : n;
    return n;
}

/* Names files of one name [from, to) by their paths below the folder that they share. */
static void name_by_folder(struct report_files *files, size_t from, size_t to)
{
    const struct report_file *rows = files->rows;
    size_t shared = SIZE_MAX;
    struct buf path = {0};
    struct buf below = {0};

    for (size_t i = from + 1; i < to; i++) {
        size_t n = shared_folder(report_files_text(files, rows[from].path),
                                 report_files_text(files, rows[i].path));
        shared = n < shared ? n : shared;
    }
    for (size_t i = from; i < to; i++) {
        buf_clear(&path);
        buf_add(&path, str_of(report_files_text(files, rows[i].path) + shared));
        buf_clear(&below);
        call_file(buf_str(&path), &below);
        files->rows[i].below = keep(files, buf_str(&below));
    }
    buf_free(&path);
    buf_free(&below);
}

/* Tells files of several folders apart: a/cpu.folded, b/cpu.folded. The rows are sorted. */
static void tell_apart(struct report_files *files)
{
    size_t from = 0;
    bool changed = false;

    for (size_t i = 1; i <= files->n; i++) {
        if (i < files->n && strcmp(report_files_text(files, files->rows[from].below),
                                   report_files_text(files, files->rows[i].below)) == 0)
            continue;
        if (i > from + 1)
            name_by_folder(files, from, i);
        changed = changed || i > from + 1;
        from = i;
    }
    if (changed)
        sort(files);
}

/* Whether file systems, archives and URLs all accept the character. */
static bool is_safe(char c)
{
    return is_letter(c) || is_digit(c) || (c && strchr("._-+=@,~", c));
}

/* Appends one part of a path, with unsafe bytes as '_'. Keeps non-ASCII letters if the part is
 * plain UTF-8. */
static void add_part(struct buf *to, struct str part)
{
    bool plain = utf8_plain(part);
    size_t from = to->n;
    size_t n = part.n < PART_MOST ? part.n : PART_MOST;

    while (plain && n < part.n && n && ((unsigned char)part.p[n] & 0xc0) == 0x80)
        n--;
    for (size_t i = 0; i < n; i++) {
        bool keeps = (unsigned char)part.p[i] >= 0x80 ? plain : is_safe(part.p[i]);
        buf_add_byte(to, (char)(keeps && (i || part.p[i] != '.') ? part.p[i] : '_'));
    }
    if (to->n > from && to->p[to->n - 1] == '.')
        to->p[to->n - 1] = '_';
}

static bool is_ending(struct str s)
{
    static const char letters[] = ".svg";

    for (size_t i = 0; s.n >= ending.n && i < ending.n; i++)
        if ((s.p[s.n - ending.n + i] | 0x20) != (letters[i] | 0x20))
            return false;
    return s.n >= ending.n;
}

/* Appends the picture's name without ".svg". Changes folder names that end in ".svg". */
static void add_name(struct buf *to, enum report_folder folder, struct str below)
{
    struct str rest = below;
    struct str part;
    size_t n = 0;

    buf_add(to, folders[folder]);
    while (take_field(&rest, '/', &part)) {
        bool last = !rest.p;
        if (!last && (part.n == 0 || n++ >= PARTS_MOST))
            continue;
        add_part(to, part);
        if (!last && is_ending(buf_str(to)))
            buf_add_byte(to, '_');
        if (!last)
            buf_add_byte(to, '/');
    }
}

/* Adds the name if it is new. Ignores case, as some file systems do. */
static bool is_new(struct names *used, struct str name, struct buf *room)
{
    uint32_t n = used->n;

    buf_clear(room);
    for (size_t i = 0; i < name.n; i++) {
        bool upper = name.p[i] >= 'A' && name.p[i] <= 'Z';
        buf_add_byte(room, (char)(upper ? name.p[i] | 0x20 : name.p[i]));
    }
    names_add(used, buf_str(room));
    return used->n > n;
}

void report_name_picture(struct buf *to, enum report_folder folder, struct str below,
                         struct names *used)
{
    struct buf room = {0};
    char number[24];

    buf_clear(to);
    add_name(to, folder, below);
    size_t stem = to->n;
    buf_add(to, ending);
    for (size_t k = 2; !is_new(used, buf_str(to), &room); k++) {
        to->n = stem;
        snprintf(number, sizeof number, "~%zu", k);
        buf_add(to, str_of(number));
        buf_add(to, ending);
    }
    buf_free(&room);
}

static void name_pictures(struct report_files *files)
{
    struct names used;
    struct buf name = {0};

    names_init(&used);
    for (size_t i = 0; i < files->n; i++) {
        report_name_picture(&name, REPORT_OF_PROFILES,
                            str_of(report_files_text(files, files->rows[i].below)), &used);
        files->rows[i].picture = keep(files, buf_str(&name));
    }
    names_free(&used);
    buf_free(&name);
}

void report_files_find(struct report_files *files, const struct request_list *given, const char *to)
{
    struct stat status;
    bool exists = stat(to, &status) == 0;

    *files = (struct report_files){0};
    for (size_t i = 0; i < given->n; i++)
        find(files, given->items[i], exists ? &status : NULL);
    sort(files);
    tell_apart(files);
    name_pictures(files);
}

void report_files_free(struct report_files *files)
{
    mem_free(files->rows, files->room, sizeof *files->rows);
    buf_free(&files->text);
    *files = (struct report_files){0};
}

bool report_is_picture(struct str name, enum report_folder folder)
{
    struct str rest = name;
    struct str part;

    if (!str_starts(name, folders[folder]) || !str_ends(name, ending))
        return false;
    while (take_field(&rest, '/', &part)) {
        if (part.n == 0 || part.p[0] == '.')
            return false;
        for (size_t i = 0; i < part.n; i++)
            if ((unsigned char)part.p[i] < 0x80 && !is_safe(part.p[i]))
                return false;
    }
    return true;
}
