/* Finds /home/user/.debug/jit/llvm-IR-jit-20200101-abc/jit-1234.dump, as the process named it. */
#include "symbol/jitdump_file.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/beside.h"
#include "base/mem.h"
#include "base/parse.h"
#include "base/source.h"
#include "symbol/open.h"

static bool has_parent_part(struct str path)
{
    struct str part;

    while (take_field(&path, '/', &part))
        if (str_equal(part, STR("..")))
            return true;
    return false;
}

/* Opens nothing after a fault. */
static int try_file(struct jitdump_file *j, const char *folder, const char *name, struct fault *f)
{
    if (!folder || f->kind != FAULT_NONE)
        return -1;
    int fd = open_regular(open_path(&j->path, folder, "", name));
    if (fd < 0)
        open_failed(j->path.p, errno, f);
    return fd;
}

/* The first that was refused is told of. */
static int opened(struct jitdump_file *j, int fd, struct fault *f)
{
    if (fd < 0 && errno != EPERM)
        open_failed(j->path.p, errno, f);
    else if (fd < 0 && j->refused.n == 0)
        buf_add(&j->refused, buf_str(&j->path));
    return fd;
}

static int try_beside(struct jitdump_file *j, const char *folder, const char *name, struct fault *f)
{
    if (!folder || f->kind != FAULT_NONE)
        return -1;
    open_path(&j->path, folder, "", name);
    return opened(j, beside_open(folder, "", name), f);
}

/* At the path that the process gave it. */
static int try_named(struct jitdump_file *j, const char *path, struct fault *f)
{
    if (f->kind != FAULT_NONE)
        return -1;
    return opened(j, beside_open_named(open_path(&j->path, "", "", path)), f);
}

/* The same in a container, out of which nothing leads. */
static int try_below(struct jitdump_file *j, const char *root, const char *path, struct fault *f)
{
    if (f->kind != FAULT_NONE)
        return -1;
    struct folder folder = folder_open(root);
    open_path(&j->path, root, "", path + strspn(path, "/"));
    const int fd = folder.fd < 0 ? -1 : beside_open_own_in(&folder, path + strspn(path, "/"));
    const int error = errno;
    folder_close(&folder);
    errno = error;
    return opened(j, fd, f);
}

/* Leaves the file's path in j->path. Its name is the last part of `path`. */
static int find(struct jitdump_file *j, const char *path, const struct perf_map_key *key,
                const struct symbol_options *o, struct fault *f)
{
    const char *slash = strrchr(path, '/');
    const char *name = slash ? slash + 1 : path;
    char root[64];

    int fd = try_file(j, o->perf_map_dir, name, f);
    if (!o->files || (fd < 0 && key->taken))
        return fd;
    if (fd < 0)
        fd = try_beside(j, key->recording_folder, name, f);
    for (size_t i = 0; fd < 0 && i < o->n_symfs; i++)
        fd = try_file(j, o->symfs[i], path, f);
    if (fd >= 0 || o->n_symfs)
        return fd;
    if (path[0] == '/')
        fd = try_named(j, path, f);
    if (fd >= 0 || !key->may_live)
        return fd;
    snprintf(root, sizeof root, "/proc/%lu/root", (unsigned long)key->pid);
    return try_below(j, root, path, f);
}

static bool read_all(struct jitdump *d, struct source *s, struct fault *f)
{
    char *block = mem_alloc_buffer(SOURCE_BLOCK, 1);
    size_t got = 0;
    bool ok;

    do
        ok = source_read(s, block, SOURCE_BLOCK, &got, f);
    while (ok && got && jitdump_read(d, (struct str){block, got}));
    mem_free(block, SOURCE_BLOCK, 1);
    return ok;
}

bool jitdump_file_load(struct jitdump_file *j, struct str path, const struct perf_map_key *key,
                       const struct symbol_options *o, const struct limits *limits, struct fault *f)
{
    struct buf name = {0};
    struct source source;
    uint32_t pid;
    int fd = -1;

    *j = (struct jitdump_file){0};
    jitdump_init(&j->dump, limits);
    buf_add(&name, path);
    buf_add_byte(&name, '\0');
    if (jitdump_pid(path, &pid) && !memchr(path.p, '\0', path.n) && !has_parent_part(path))
        fd = find(j, name.p, key, o, f);
    buf_free(&name);
    buf_clear(fd < 0 ? &j->path : &j->refused);
    const bool is_taken = fd < 0 && key->taken;
    if (f->kind != FAULT_NONE || (fd < 0 && !is_taken))
        return f->kind == FAULT_NONE;
    if (is_taken) {
        source = key->taken->source;
        buf_add(&j->path, key->taken->path);
        buf_add_byte(&j->path, '\0');
    }
    bool ok = is_taken || source_open_fd(&source, fd, j->path.p, limits, f);
    if (ok) {
        ok = read_all(&j->dump, &source, f);
        source_close(&source);
    }
    jitdump_finish(&j->dump);
    return ok;
}

void jitdump_file_free(struct jitdump_file *j)
{
    jitdump_free(&j->dump);
    buf_free(&j->path);
    buf_free(&j->refused);
}
