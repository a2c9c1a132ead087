/* /var/log/containers/cart-1_shop_web-4f66....log, /var/log/pods/shop_cart-1_UID
 * Names of containers: kubernetes tells them by the names of logs, docker and podman in their
 * configuration; else the name of the host that a container is taken for is its own. */
#include "record/group/container.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include "base/container_name.h"
#include "base/folder.h"
#include "base/mem.h"
#include "base/nearest.h"
#include "base/parse.h"
#include "record/code/process_files.h"
#include "record/group/container_tree.h"

enum { PATH = 4096, FILE_MOST = 16 << 20, ID_LEAST = 4, ID_SHOWN = 12, LISTED = 5 };

/* Those of a later kind are asked only when no earlier one fits. */
enum container_kind { OF_CONTAINER, OF_POD, OF_HOST, KINDS };

struct name {
    enum container_kind kind;
    size_t text, whole; /* in the texts: the name, and how a list shows its owner */
    size_t owner;       /* its index in the tree */
};

struct names {
    struct container_tree tree;
    struct name *rows;
    size_t room, n;
    struct buf texts;
};

static size_t add_text(struct names *c, struct str text)
{
    const size_t at = c->texts.n;

    buf_add(&c->texts, text);
    buf_add_byte(&c->texts, '\0');
    return at;
}

static void add_name(struct names *c, enum container_kind kind, size_t owner, size_t text,
                     size_t whole)
{
    c->rows = mem_grow(c->rows, &c->room, c->n + 1, sizeof *c->rows);
    c->rows[c->n++] = (struct name){kind, text, whole, owner};
}

static void add_plain(struct names *c, enum container_kind kind, size_t owner, struct str name)
{
    const size_t text = add_text(c, name);

    if (name.n)
        add_name(c, kind, owner, text, text);
}

/* Adds NAME, POD/NAME and NAMESPACE/POD/NAME: of the longest its ends. */
static void add_path(struct names *c, enum container_kind kind, size_t owner,
                     const struct str *parts, size_t n)
{
    const size_t whole = c->texts.n;
    size_t at[3];

    for (size_t i = 0; i < n; i++) {
        if (i)
            buf_add_byte(&c->texts, '/');
        at[i] = c->texts.n;
        buf_add(&c->texts, parts[i]);
    }
    buf_add_byte(&c->texts, '\0');
    for (size_t i = 0; i < n; i++)
        add_name(c, kind, owner, at[i], whole);
}

/* Returns the number of containers when there is none of that id. */
static size_t owner_of(const struct names *c, struct str id)
{
    size_t i = 0;

    while (i < c->tree.n && !str_equal(str_of(container_id(&c->tree, &c->tree.rows[i])), id))
        i++;
    return i;
}

/* POD_NAMESPACE_CONTAINER-ID.log */
static void take_log(struct names *c, struct str name)
{
    struct str parts[3];

    if (!str_ends(name, STR(".log")) || name.n < CONTAINER_ID + 6)
        return;
    name.n -= 4;
    const size_t owner = owner_of(c, str_from_to(name, name.n - CONTAINER_ID, name.n));
    name.n -= CONTAINER_ID + 1;
    if (owner == c->tree.n || !take_field(&name, '_', &parts[1]) ||
        !take_field(&name, '_', &parts[0]) || !name.p)
        return;
    parts[2] = name;
    add_path(c, OF_CONTAINER, owner, parts, 3);
}

/* NAMESPACE_POD_UID */
static void take_pod(struct names *c, struct str name)
{
    struct str parts[2];

    if (!take_field(&name, '_', &parts[0]) || !take_field(&name, '_', &parts[1]) || !name.p)
        return;
    const size_t owner = owner_of(c, name);
    if (owner < c->tree.n)
        add_path(c, OF_POD, owner, parts, 2);
}

static void each_entry(struct names *c, const struct folder *root, const char *path,
                       void (*take)(struct names *c, struct str name))
{
    struct folder below = folder_below(root, path);
    const int fd = below.fd < 0 ? -1 : openat(below.fd, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *list = fd < 0 ? NULL : fdopendir(fd);
    const struct dirent *entry;

    while (list && (entry = readdir(list)) != NULL)
        take(c, str_of(entry->d_name));
    if (list)
        closedir(list);
    else if (fd >= 0)
        close(fd);
    folder_close(&below);
}

/* Sets the buffer to what a file says; to nothing when it cannot be read. */
static void read_file(const struct folder *root, const char *path, struct buf *to)
{
    enum { STEP = 16384 };
    const int fd = folder_file(root, path);
    ssize_t n = fd < 0 ? 0 : 1;

    buf_clear(to);
    while (n > 0 && to->n < FILE_MOST) {
        n = read(fd, buf_reserve(to, STEP), STEP);
        to->n += n > 0 ? (size_t)n : 0;
        if (n < 0 && errno == EINTR)
            n = 1;
    }
    if (fd >= 0)
        close(fd);
}

/* What stands between a mark and the next quote, from a place on; "" when there is no mark. */
static struct str between(struct str text, size_t from, struct str mark)
{
    const size_t at = str_find(text, from, mark);

    if (at == text.n)
        return STR("");
    return str_from_to(text, at + mark.n, str_find(text, at + mark.n, STR("\"")));
}

/* "Name":"/web" in config.v2.json: no other name of it begins with a slash. */
static void add_docker(struct names *c, const struct folder *root)
{
    struct buf text = {0};
    char path[PATH];

    for (size_t i = 0; i < c->tree.n; i++) {
        snprintf(path, sizeof path, "var/lib/docker/containers/%s/config.v2.json",
                 container_id(&c->tree, &c->tree.rows[i]));
        read_file(root, path, &text);
        add_plain(c, OF_CONTAINER, i, between(buf_str(&text), 0, STR("\"Name\":\"/")));
    }
    buf_free(&text);
}

/* [{"id":"4f66...","names":["web"],...}, ...] */
static void add_podman(struct names *c, const struct folder *root)
{
    struct buf text = {0};

    read_file(root, "var/lib/containers/storage/overlay-containers/containers.json", &text);
    const struct str all = buf_str(&text);
    for (size_t at = str_find(all, 0, STR("\"id\":\"")); at < all.n;) {
        const size_t next = str_find(all, at + 1, STR("\"id\":\""));
        const struct str one = str_from_to(all, at, next);
        const size_t owner = owner_of(c, between(one, 0, STR("\"id\":\"")));
        if (owner < c->tree.n)
            add_plain(c, OF_CONTAINER, owner, between(one, 0, STR("\"names\":[\"")));
        at = next;
    }
    buf_free(&text);
}

/* /etc/hostname, as the first process sees it, and may read it: whoever may make groups can give
 * one the name of a container, and have anything there. */
static void add_hosts(struct names *c)
{
    enum { NAME_MOST = 4096 };
    struct sampled_processes held = {.refused = 0};
    char text[NAME_MOST];

    for (size_t i = 0; i < c->tree.n; i++) {
        if (c->tree.rows[i].process == 0 || c->tree.rows[i].is_pod)
            continue;
        sampled_begin(&held);
        const struct sampled_process p = sampled_peek(&held, c->tree.rows[i].process);
        const int fd = process_open_path(&held, &p, "/etc/hostname", NAME_MOST);
        const ssize_t n = fd < 0 ? 0 : pread(fd, text, sizeof text, 0);
        struct str rest = {text, n > 0 ? (size_t)n : 0};
        struct str line;
        if (take_field(&rest, '\n', &line))
            add_plain(c, OF_HOST, i, str_trim(line));
        if (fd >= 0)
            close(fd);
    }
    sampled_free(&held);
}

/* A pod that looks after its host has a group namespace of its own, and the host's root at /host;
 * or it sees the host's processes, the first of which has that root. */
static void gather(struct names *c)
{
    static const char *const roots[CONTAINER_ROOTS] = {"", "/host", "/proc/1/root"};

    for (size_t i = 0; i < sizeof roots / sizeof *roots && c->tree.n == 0; i++)
        container_tree_read(&c->tree, roots[i]);
    for (size_t i = 0; i < sizeof roots / sizeof *roots && c->tree.n && c->n == 0; i++) {
        struct folder root = folder_open(*roots[i] ? roots[i] : "/");
        each_entry(c, &root, "var/log/containers", take_log);
        each_entry(c, &root, "var/log/pods", take_pod);
        add_docker(c, &root);
        add_podman(c, &root);
        folder_close(&root);
    }
}

/* Those that fit, each once. */
struct matches {
    size_t *owners;
    size_t room, n;
    struct buf list; /* of how they are shown, with commas */
};

static void add_match(struct matches *m, size_t owner, struct str shown)
{
    for (size_t i = 0; i < m->n; i++)
        if (m->owners[i] == owner)
            return;
    m->owners = mem_grow(m->owners, &m->room, m->n + 1, sizeof *m->owners);
    m->owners[m->n++] = owner;
    if (m->n > LISTED + 1)
        return;
    buf_add(&m->list, m->n > 1 ? STR(", ") : STR(""));
    buf_add(&m->list, m->n > LISTED ? STR("...") : shown);
}

/* Enough of an id to tell it from others, as runtimes show it. */
static struct str short_id(const struct names *c, size_t owner)
{
    const struct str id = str_of(container_id(&c->tree, &c->tree.rows[owner]));

    return str_from_to(id, 0, id.n < ID_SHOWN ? id.n : ID_SHOWN);
}

static void match_ids(const struct names *c, struct str wanted, struct matches *m)
{
    for (size_t i = 0; i < c->tree.n; i++) {
        const struct str id = str_of(container_id(&c->tree, &c->tree.rows[i]));
        if (str_equal(id, wanted) || (wanted.n >= ID_LEAST && str_starts(id, wanted)))
            add_match(m, i, short_id(c, i));
    }
}

static void match_names(const struct names *c, enum container_kind kind, struct str wanted,
                        struct matches *m, struct nearest *nearest)
{
    for (size_t i = 0; i < c->n; i++) {
        const struct name *name = &c->rows[i];
        const struct str whole = str_of(c->texts.p + name->whole);
        if (name->kind == kind && nearest_look(nearest, wanted, c->texts.p + name->text))
            add_match(m, name->owner, str_equal(whole, wanted) ? short_id(c, name->owner) : whole);
    }
}

static void match(struct names *c, struct str wanted, struct matches *m, struct nearest *nearest)
{
    match_ids(c, wanted, m);
    for (unsigned kind = 0; kind < KINDS && m->n == 0; kind++) {
        if (kind == OF_HOST)
            add_hosts(c);
        *nearest = (struct nearest){0}; /* texts may have moved */
        for (unsigned k = 0; k <= kind; k++)
            match_names(c, (enum container_kind)k, wanted, m, nearest);
    }
}

/* Lists what there is: by name, or by id where no name is known. */
static bool tell_none(const struct names *c, struct str wanted, const struct nearest *nearest,
                      struct fault *f)
{
    struct matches all = {.n = 0};

    for (size_t i = 0; i < c->n; i++)
        add_match(&all, c->rows[i].owner, str_of(c->texts.p + c->rows[i].whole));
    for (size_t i = 0; i < c->tree.n; i++)
        if (!c->tree.rows[i].is_pod)
            add_match(&all, i, short_id(c, i));
    if (all.n == 0)
        buf_add(&all.list, STR("there are none below /sys/fs/cgroup, nor below /host; --cgroup "
                               "PATH takes any group"));
    buf_add_byte(&all.list, '\0');
    nearest_fault(nearest, "--container: none", wanted, all.list.p, f);
    mem_free(all.owners, all.room, sizeof *all.owners);
    buf_free(&all.list);
    return false;
}

static void free_names(struct names *c)
{
    container_tree_free(&c->tree);
    mem_free(c->rows, c->room, sizeof *c->rows);
    buf_free(&c->texts);
}

bool container_find(const char *wanted, struct buf *path, struct fault *f)
{
    struct names c = {.n = 0};
    struct matches m = {.n = 0};
    struct nearest nearest = {0};
    struct excerpt e;
    bool ok = true;

    gather(&c);
    match(&c, str_of(wanted), &m, &nearest);
    buf_clear(path);
    if (m.n == 1)
        buf_add(path, str_of(c.tree.texts.p + c.tree.rows[m.owners[0]].group));
    else if (m.n)
        ok = fault_set(f, FAULT_USAGE, "--container: %zu are named \"%s\", wanted one of %.*s", m.n,
                       excerpt_of(&e, str_of(wanted)), (int)m.list.n, m.list.p);
    else
        ok = tell_none(&c, str_of(wanted), &nearest, f);
    buf_add_byte(path, '\0');
    mem_free(m.owners, m.room, sizeof *m.owners);
    buf_free(&m.list);
    free_names(&c);
    return ok;
}

/* Whether a name can stand in a line. */
static bool is_plain(struct str name)
{
    for (size_t i = 0; i < name.n; i++)
        if ((unsigned char)name.p[i] < ' ')
            return false;
    return name.n != 0;
}

/* Whether a path has an id in it, in which systemd has '_' for '-'. */
static bool has_id(struct str path, struct str id)
{
    for (size_t at = 0; at + id.n <= path.n; at++) {
        size_t n = 0;
        while (n < id.n && (path.p[at + n] == id.p[n] || (path.p[at + n] == '_' && id.p[n] == '-')))
            n++;
        if (n == id.n)
            return true;
    }
    return false;
}

/* Whether a folder of groups lies in another, whatever the roots of both. */
static bool is_below(struct str folder, struct str other)
{
    const struct str top = STR("/sys/fs/cgroup");
    const struct str a = str_from_to(folder, str_find(folder, 0, top), folder.n);
    const struct str b = str_from_to(other, str_find(other, 0, top), other.n);

    return b.n && a.n > b.n && str_starts(a, b) && a.p[b.n] == '/';
}

static bool is_wanted(const struct names *c, size_t owner, struct str groups)
{
    const struct container *one = &c->tree.rows[owner];
    const struct str id = str_of(container_id(&c->tree, one));
    const struct str folder = str_of(c->tree.texts.p + one->group);
    struct str line;

    while (groups.n && take_field(&groups, '\n', &line))
        if (has_id(line, id) || is_below(folder, line))
            return true;
    return false;
}

void container_names_add(struct buf *lines, const struct str *groups)
{
    struct names c = {.n = 0};

    gather(&c);
    for (size_t i = 0; i < c.n; i++) {
        const struct name *name = &c.rows[i];
        const struct str whole = str_of(c.texts.p + name->whole);
        if (name->text != name->whole || !is_plain(whole))
            continue; /* another end of a path */
        if (groups && !is_wanted(&c, name->owner, *groups))
            continue;
        buf_add(lines, str_of(container_id(&c.tree, &c.tree.rows[name->owner])));
        buf_add_byte(lines, ' ');
        buf_add(lines, whole);
        buf_add_byte(lines, '\n');
    }
    free_names(&c);
}
