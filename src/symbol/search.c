/* Searches DIR/usr/bin/x, ~/.debug/.build-id/16/eec689.../elf,
 * /usr/lib/debug/.build-id/16/eec689....debug, and other places where the files of a recording may
 * be. */
#include "symbol/search.h"

#include <errno.h>
#include <stdio.h>

#include "base/beside.h"
#include "base/fault.h"
#include "base/kernel_path.h"
#include "base/mem.h"
#include "base/parse.h"
#include "base/process_files.h"
#include "base/source.h"
#include "symbol/debuginfod.h"
#include "symbol/image_check.h"
#include "symbol/open.h"
#include "symbol/vdso.h"

enum { PATH_MOST = 4096, ENDS_MOST = 64, REFUSED_MOST = 4096 };

/* One search: what to find, and where to put it. */
struct attempt {
    const struct search *search;
    const struct build_id *wanted; /* n 0: any will do */
    bool is_debug;                 /* files with symbols are sought */
    bool has_symbols, has_lines;   /* it must have some */
    bool has_sum;                  /* where it has no build-id, its bytes must have this sum */
    uint32_t sum;
    struct module_file *file;
    struct buf *refused;
};

void module_file_close(struct module_file *file)
{
    if (file->rule != RULE_NONE)
        image_close(&file->image);
    if (file->rule == RULE_PROCESS)
        folder_close(&file->folder);
    buf_free(&file->path);
    buf_free(&file->folder_name);
    *file = (struct module_file){0};
}

const char *search_rule(enum module_rule rule)
{
    static const char *const names[] = {
        [RULE_NONE] = "not found",
        [RULE_SYMFS] = "--symfs",
        [RULE_CACHE] = "the build-id cache of perf",
        [RULE_PATH] = "its path",
        [RULE_PROCESS] = "the root of its process",
        [RULE_MERGED_USR] = "its path with or without /usr",
        [RULE_BESIDE] = "beside the recording",
        [RULE_BUILD_ID] = "its build-id",
        [RULE_DEBUG_LINK] = ".gnu_debuglink",
        [RULE_DEBUG_ALT_LINK] = ".gnu_debugaltlink",
        [RULE_MEMORY] = "the memory of this program",
        [RULE_DEBUGINFOD] = "a server of DEBUGINFOD_URLS",
    };

    return names[rule];
}

static struct folder open_folder(const struct search *s, const char *path)
{
    struct folder folder = folder_open(path);

    if (folder.fd < 0)
        open_failed(path, errno, s->fault);
    return folder;
}

void search_init(struct search *s, const struct symbol_options *options,
                 const char *recording_folder, struct fault *f)
{
    static const struct folder none = {.fd = -1};
    bool anywhere = options->files && options->n_symfs == 0;

    *s = (struct search){
        .fault = f, .options = options, .root = none, .cache = none, .recording_folder = none};
    s->symfs = mem_alloc(options->n_symfs, sizeof *s->symfs);
    s->beside_path = recording_folder;
    s->debuginfod = options->debuginfod ? debuginfod_new() : NULL;
    if (options->files)
        (void)source_most_open(); /* every file of a recording stays open */
    for (size_t i = 0; i < options->n_symfs; i++)
        s->symfs[i] = options->files ? open_folder(s, options->symfs[i]) : none;
    if (anywhere)
        s->root = open_folder(s, "/");
    if (anywhere && options->debug_cache)
        s->cache = open_folder(s, options->debug_cache);
    if (anywhere && recording_folder)
        s->recording_folder = open_folder(s, *recording_folder ? recording_folder : ".");
}

void search_free(struct search *s)
{
    for (size_t i = 0; i < s->options->n_symfs; i++)
        folder_close(&s->symfs[i]);
    mem_free(s->symfs, s->options->n_symfs, sizeof *s->symfs);
    folder_close(&s->root);
    folder_close(&s->cache);
    folder_close(&s->recording_folder);
    debuginfod_free(s->debuginfod);
}

void module_file_show(struct buf *to, const struct module_file *file)
{
    struct str folder = buf_str(&file->folder_name);
    struct str path = buf_str(&file->path);

    if (str_ends(folder, STR("/")))
        folder.n--;
    buf_add(to, folder);
    if (file->folder_name.n && !str_starts(path, STR("/")))
        buf_add_byte(to, '/');
    buf_add(to, path);
}

/* Lends the path, NUL-terminated, in the caller's buffer. */
static const char *shown_path(struct buf *room, const struct module_file *file)
{
    module_file_show(room, file);
    buf_add_byte(room, '\0');
    return room->p;
}

/* Notes a refused file, only once even if it is tried several times. */
static bool refuse(struct attempt *a, struct str why, const struct build_id *id)
{
    struct buf line = {0};

    module_file_show(&line, a->file);
    buf_add(&line, why);
    if (id)
        build_id_add(&line, id);
    buf_add_byte(&line, '\n');
    struct str said = buf_str(a->refused);
    if (said.n <= REFUSED_MOST && str_find(said, 0, buf_str(&line)) == said.n)
        buf_add(a->refused, buf_str(&line));
    buf_free(&line);
    return false;
}

static bool refuse_unopened(struct attempt *a, int error)
{
    struct buf path = {0};

    if (error == ENOENT || error == ENOTDIR || error == EISDIR)
        return false;
    if (!open_is_refused(error))
        open_failed(shown_path(&path, a->file), error, a->search->fault);
    buf_free(&path);
    return refuse(a, STR(" cannot be opened or is not a file"), NULL);
}

static bool open_image(struct attempt *a, int fd)
{
    struct buf path = {0};
    bool ok = image_open(&a->file->image, fd, shown_path(&path, a->file), a->search->fault);

    buf_free(&path);
    return ok || refuse(a, STR(" is not a valid ELF file"), NULL);
}

static bool is_wanted(struct attempt *a, const struct image *image)
{
    if (a->wanted->n && image->build_id.n) {
        if (!build_id_equal(a->wanted, &image->build_id)) {
            a->file->is_other_build = true;
            return refuse(a, STR(" has another build-id, "), &image->build_id);
        }
    } else if (a->has_sum) {
        if (image_sum(image) != a->sum)
            return refuse(a, STR(" has another checksum than .gnu_debuglink says"), NULL);
    } else if (a->wanted->n) {
        return refuse(a, STR(" has no build-id"), NULL);
    }
    if (a->has_symbols && !image_has_symbols(image))
        return refuse(a, STR(" has no symbols"), NULL);
    return !a->has_lines || image_has_lines(image);
}

/* Sets the path of the file that is tried next, with a NUL behind it; false when it can be none.
 * `name` is its folder as shown to users. */
static bool name_path(struct module_file *file, struct str name, struct str path)
{
    if (path.n == 0 || path.n > PATH_MOST || memchr(path.p, '\0', path.n))
        return false;
    buf_clear(&file->folder_name);
    buf_add(&file->folder_name, name);
    buf_clear(&file->path);
    buf_add(&file->path, path);
    buf_add_byte(&file->path, '\0');
    file->path.n--;
    return true;
}

/* Takes an open file in a folder, if it is wanted. */
static bool try_open(struct attempt *a, const struct folder *folder, int fd)
{
    struct module_file *file = a->file;

    if (fd < 0)
        return refuse_unopened(a, errno);
    if (!open_image(a, fd))
        return false;
    if (!is_wanted(a, &file->image)) {
        image_close(&file->image);
        return false;
    }
    file->folder = *folder;
    file->is_verified = a->wanted->n || a->has_sum;
    return true;
}

/* Tries a path in a folder; `name` is the folder as shown to users. */
static bool try_path(struct attempt *a, const struct folder *folder, struct str name,
                     struct str path)
{
    const bool is_beside = folder->fd == a->search->recording_folder.fd;

    if (folder->fd < 0 || !name_path(a->file, name, path))
        return false;
    if (!is_beside)
        return try_open(a, folder, folder_file(folder, a->file->path.p));
    const int fd = beside_open_in(folder, a->file->path.p);
    return fd < 0 && errno == EPERM ? refuse(a, str_of(beside_refusal()), NULL)
                                    : try_open(a, folder, fd);
}

static bool found(struct attempt *a, enum module_rule rule)
{
    a->file->rule = rule;
    return true;
}

/* Tries below/xx/yyyy... with a suffix. */
static bool try_build_id(struct attempt *a, const struct folder *folder, struct str name,
                         const char *below, const char *end)
{
    char path[256];
    struct buf id = {0};

    if (a->wanted->n < 2)
        return false;
    build_id_add(&id, a->wanted);
    int n =
        snprintf(path, sizeof path, "%s/%.2s/%.*s%s", below, id.p, (int)id.n - 2, id.p + 2, end);
    buf_free(&id);
    return n > 0 && (size_t)n < sizeof path && try_path(a, folder, name, str_of(path));
}

/* The folders by build-id of a system, or of a copy of one. */
static bool try_build_id_folders(struct attempt *a, const struct folder *folder, struct str name)
{
    static const char *const below[] = {".build-id", ".debug/.build-id", "usr/lib/debug/.build-id"};
    static const char *const ends[] = {".debug", "/debug", "/elf", ""};

    for (size_t i = 0; i < sizeof below / sizeof *below; i++)
        for (size_t end = 0; end < sizeof ends / sizeof *ends; end++)
            if ((a->is_debug || end >= 2) && try_build_id(a, folder, name, below[i], ends[end]))
                return true;
    return false;
}

/* Tries ever shorter ends of the path in each folder. */
static bool try_symfs(struct attempt *a, struct str path)
{
    const struct symbol_options *o = a->search->options;

    for (unsigned i = 0; path.n && i < ENDS_MOST; i++) {
        for (size_t f = 0; f < o->n_symfs; f++)
            if (try_path(a, &a->search->symfs[f], str_of(o->symfs[f]), path))
                return true;
        size_t slash = str_find(path, 1, STR("/"));
        path = str_from_to(path, slash, path.n);
    }
    return false;
}

static bool try_symfs_build_id(struct attempt *a)
{
    const struct symbol_options *o = a->search->options;

    for (size_t f = 0; f < o->n_symfs; f++)
        if (try_build_id_folders(a, &a->search->symfs[f], str_of(o->symfs[f])))
            return true;
    return false;
}

static bool try_cache(struct attempt *a)
{
    const struct folder *cache = &a->search->cache;

    if (cache->fd < 0)
        return false;
    struct str name = str_of(a->search->options->debug_cache);
    return ((a->is_debug && try_build_id(a, cache, name, ".build-id", "/debug")) ||
            try_build_id(a, cache, name, ".build-id", "/elf") ||
            try_build_id(a, cache, name, ".build-id", ""));
}

/* Tries the root of a process, which in a container is another one. */
static bool try_process(struct attempt *a, struct str path, uint32_t pid)
{
    static const struct folder none = {.fd = -1};
    const struct process_files *files = a->search->options->of_process;
    char root[64];

    if (pid == 0 || a->search->root.fd < 0)
        return false;
    snprintf(root, sizeof root, "/proc/%lu/root", (unsigned long)pid);
    if (files)
        return name_path(a->file, str_of(root), path) &&
               try_open(a, &none, files->open(files->context, pid, a->file->path.p));
    struct folder folder = open_folder(a->search, root);
    bool ok = try_path(a, &folder, str_of(root), path);
    if (!ok)
        folder_close(&folder);
    return ok;
}

static bool try_merged_usr(struct attempt *a, struct str path)
{
    struct buf longer = {0};
    bool ok;

    if (str_starts(path, STR("/usr/")))
        return try_path(a, &a->search->root, STR("/"), str_from_to(path, 4, path.n));
    buf_add(&longer, STR("/usr"));
    buf_add(&longer, path);
    ok = try_path(a, &a->search->root, STR("/"), buf_str(&longer));
    buf_free(&longer);
    return ok;
}

/* Downloads are checked like local files. */
static bool try_debuginfod(struct attempt *a)
{
    struct module_file *file = a->file;

    if (!a->search->debuginfod || a->wanted->n == 0)
        return false;
    buf_clear(&file->folder_name);
    buf_clear(&file->path);
    buf_add(&file->path, STR("debuginfod/"));
    build_id_add(&file->path, a->wanted);
    int fd = debuginfod_fetch(a->search->debuginfod, a->wanted, a->is_debug);
    if (fd < 0)
        return refuse(a, STR(" is on no server"), NULL);
    if (!open_image(a, fd))
        return false;
    if (!is_wanted(a, &file->image)) {
        image_close(&file->image);
        return false;
    }
    file->folder.fd = -1;
    file->is_verified = true;
    return true;
}

/* If the file was deleted, another may have its path by now; then the build-id must be known. */
static struct str existing_path(const struct module_key *key)
{
    struct str path = kernel_path_undeleted(key->path);

    if (path.n < key->path.n && key->build_id.n == 0)
        path.n = 0;
    if (path.n && (path.p[0] != '/' || str_starts(path, STR("//"))))
        path.n = 0;
    return path;
}

static bool find_vdso(struct attempt *a, struct str path)
{
    const struct search *s = a->search;
    const struct symbol_options *o = s->options;
    struct module_file *file = a->file;
    struct buf bytes = {0};

    for (size_t f = 0; f < o->n_symfs; f++)
        if (try_build_id(a, &s->symfs[f], str_of(o->symfs[f]), ".debug/.build-id", "/vdso"))
            return found(a, RULE_BUILD_ID);
    if (s->cache.fd >= 0 &&
        try_build_id(a, &s->cache, str_of(o->debug_cache), ".build-id", "/vdso"))
        return found(a, RULE_CACHE);
    const bool is_ours = o->is_here && str_equal(path, STR("[vdso]")); /* not that of 32 bits */
    if ((!a->wanted->n && !is_ours) || !vdso_copy(&bytes) ||
        !image_open_bytes(&file->image, &bytes))
        return false;
    if (a->wanted->n && !build_id_equal(a->wanted, &file->image.build_id)) {
        image_close(&file->image);
        return false;
    }
    buf_clear(&file->folder_name);
    buf_clear(&file->path);
    buf_add(&file->path, STR("[vdso]"));
    file->folder.fd = -1;
    file->is_verified = true;
    return found(a, RULE_MEMORY);
}

bool search_file(const struct search *s, const struct module_key *key, struct module_file *file,
                 struct buf *refused)
{
    struct attempt a = {.search = s, .wanted = &key->build_id, .file = file, .refused = refused};
    struct str path = existing_path(key);

    *file = (struct module_file){0};
    if (s->options->files && vdso_is(key->path))
        return find_vdso(&a, key->path);
    if (!s->options->files || path.n == 0)
        return false;
    if (s->options->n_symfs) {
        if (try_symfs(&a, path))
            return found(&a, RULE_SYMFS);
        if (try_symfs_build_id(&a))
            return found(&a, RULE_BUILD_ID);
        return try_debuginfod(&a) && found(&a, RULE_DEBUGINFOD);
    }
    const bool process_first = s->options->is_here && key->build_id.n == 0;
    if (process_first && try_process(&a, path, key->pid))
        return found(&a, RULE_PROCESS);
    if (try_cache(&a))
        return found(&a, RULE_CACHE);
    if (try_path(&a, &s->root, STR("/"), path))
        return found(&a, RULE_PATH);
    if (!process_first && try_process(&a, path, key->pid))
        return found(&a, RULE_PROCESS);
    if (try_merged_usr(&a, path))
        return found(&a, RULE_MERGED_USR);
    if (try_path(&a, &s->recording_folder, str_of(s->beside_path ? s->beside_path : ""),
                 path_base_name(path)))
        return found(&a, RULE_BESIDE);
    if (try_build_id_folders(&a, &s->root, STR("/")))
        return found(&a, RULE_BUILD_ID);
    return try_debuginfod(&a) && found(&a, RULE_DEBUGINFOD);
}

/* The folder of a file, including the final '/'. */
static struct str folder_of(const struct module_file *file)
{
    struct str path = buf_str(&file->path);

    path.n -= path_base_name(path).n;
    return path;
}

/* Tries a path, given in parts, in the folder where another file was found. */
static bool try_parts(struct attempt *a, const struct module_file *of, const struct str *parts,
                      size_t n)
{
    struct buf path = {0};

    for (size_t i = 0; i < n; i++)
        buf_add(&path, parts[i]);
    bool ok = try_path(a, &of->folder, buf_str(&of->folder_name), buf_str(&path));
    buf_free(&path);
    return ok;
}

/* .gnu_debuglink: a name, padded to a multiple of 4, and a checksum. */
static bool try_debug_link(struct attempt *a, const struct module_file *of)
{
    struct str link = image_section(&of->image, ".gnu_debuglink");
    struct str name = image_text(link, 0);
    size_t sum = (name.n + 4) / 4 * 4;
    struct str in = folder_of(of);

    if (name.n == 0 || sum > link.n || link.n - sum < 4 || memchr(name.p, '/', name.n))
        return false;
    a->has_sum = true;
    a->sum = (uint32_t)image_number(&of->image, link.p + sum, 4);
    const struct str here[] = {in, name};
    const struct str below[] = {in, STR(".debug/"), name};
    const struct str debug[] = {STR("/usr/lib/debug/"), in, name};
    return try_parts(a, of, here, 2) || try_parts(a, of, below, 3) || try_parts(a, of, debug, 3);
}

bool search_symbols(const struct search *s, const struct build_id *wanted,
                    const struct module_file *of, enum symbols_need need, struct module_file *file,
                    struct buf *refused)
{
    struct attempt a = {.search = s,
                        .wanted = wanted,
                        .is_debug = true,
                        .has_symbols = need == NEED_SYMBOLS,
                        .has_lines = need == NEED_LINES,
                        .file = file,
                        .refused = refused};

    *file = (struct module_file){0};
    if (!s->options->files)
        return false;
    if (try_symfs_build_id(&a) || try_build_id_folders(&a, &s->root, STR("/")))
        return found(&a, RULE_BUILD_ID);
    if (try_cache(&a))
        return found(&a, RULE_CACHE);
    if (of->rule != RULE_NONE && of->folder.fd >= 0 && try_debug_link(&a, of))
        return found(&a, RULE_DEBUG_LINK);
    a.has_sum = false;
    return try_debuginfod(&a) && found(&a, RULE_DEBUGINFOD);
}

/* .gnu_debugaltlink: a path, and the build-id of the file there. */
bool search_shared(const struct search *s, const struct module_file *of, struct module_file *file,
                   struct buf *refused)
{
    struct str link = image_section(&of->image, ".gnu_debugaltlink");
    struct str path = image_text(link, 0);
    struct build_id wanted = {.n = 0};
    struct attempt a = {
        .search = s, .wanted = &wanted, .is_debug = true, .file = file, .refused = refused};

    *file = (struct module_file){0};
    if (path.n == 0 || path.n + 1 >= link.n || of->folder.fd < 0)
        return false;
    wanted = build_id_of(str_from_to(link, path.n + 1, link.n));
    if (wanted.n == 0)
        return false;
    const struct str parts[] = {path.p[0] == '/' ? STR("") : folder_of(of), path};
    if (try_parts(&a, of, parts, 2))
        return found(&a, RULE_DEBUG_ALT_LINK);
    return (try_symfs_build_id(&a) || try_build_id_folders(&a, &s->root, STR("/"))) &&
           found(&a, RULE_BUILD_ID);
}

/* Where distributions install the vmlinux with symbols. */
static bool try_kernel_paths(struct attempt *a, const struct folder *folder, struct str name,
                             struct str release)
{
    static const char *const paths[][2] = {{"usr/lib/debug/boot/vmlinux-", ""},
                                           {"usr/lib/debug/lib/modules/", "/vmlinux"},
                                           {"usr/lib/debug/usr/lib/modules/", "/vmlinux"},
                                           {"boot/vmlinux-", ""},
                                           {"lib/modules/", "/build/vmlinux"}};
    struct buf path = {0};
    bool ok = false;

    if (release.n == 0 || memchr(release.p, '/', release.n))
        return false;
    for (size_t i = 0; i < sizeof paths / sizeof *paths && !ok; i++) {
        buf_clear(&path);
        buf_add(&path, str_of(paths[i][0]));
        buf_add(&path, release);
        buf_add(&path, str_of(paths[i][1]));
        ok = try_path(a, folder, name, buf_str(&path));
    }
    buf_free(&path);
    return ok;
}

bool search_kernel(const struct search *s, const struct build_id *wanted, struct str release,
                   struct module_file *file, struct buf *refused)
{
    const struct symbol_options *o = s->options;
    struct attempt a = {.search = s,
                        .wanted = wanted,
                        .is_debug = true,
                        .has_symbols = true,
                        .file = file,
                        .refused = refused};

    *file = (struct module_file){0};
    if (!o->files || wanted->n == 0)
        return false;
    for (size_t f = 0; f < o->n_symfs; f++)
        if (try_kernel_paths(&a, &s->symfs[f], str_of(o->symfs[f]), release))
            return found(&a, RULE_SYMFS);
    if (try_symfs_build_id(&a))
        return found(&a, RULE_BUILD_ID);
    if (try_kernel_paths(&a, &s->root, STR("/"), release))
        return found(&a, RULE_PATH);
    if (try_build_id_folders(&a, &s->root, STR("/")))
        return found(&a, RULE_BUILD_ID);
    struct str cache = str_of(o->debug_cache ? o->debug_cache : "");
    if (try_build_id(&a, &s->cache, cache, ".build-id", "/vmlinux") || try_cache(&a))
        return found(&a, RULE_CACHE);
    return try_debuginfod(&a) && found(&a, RULE_DEBUGINFOD);
}
