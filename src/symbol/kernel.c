/* Chooses the kernel symbols that fit a recording, and reads them. */
#include "symbol/kernel.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

#include "base/beside.h"
#include "base/elf_note.h"
#include "base/mem.h"
#include "base/native.h"
#include "base/parse.h"
#include "base/source.h"
#include "symbol/open.h"
#include "symbol/search.h"
#include "symbol/vmlinux.h"

struct loading {
    struct kernel *k;
    const struct kernel_key *key;
    const struct symbol_options *o;
    const struct limits *limits;
};

/* Sets `why` from parts, up to a NULL. */
static void say(struct kernel *k, const char *const *parts)
{
    buf_clear(&k->why);
    for (size_t i = 0; parts[i]; i++)
        buf_add(&k->why, str_of(parts[i]));
}

static bool is_within_limits(const struct loading *l, struct fault *f)
{
    const struct kallsyms *list = &l->k->list;
    const struct limits *limits = l->limits;

    if (limits->frames && list->symbols.n > limits->frames)
        return limits_reached(f, l->k->path.p, "frames", limits->frames);
    return !limits->line || list->symbols.text.n - list->taken <= limits->line ||
           limits_reached(f, l->k->path.p, "line", limits->line);
}

/* Reads lines directly into the table's text, as many as fit. */
static bool read_lines(struct loading *l, struct source *s, struct fault *f)
{
    struct kallsyms *list = &l->k->list;
    struct buf *text = &list->symbols.text;
    size_t got;

    kallsyms_expect(list, s->size + SOURCE_BLOCK);
    do {
        if (!source_read(s, buf_reserve(text, SOURCE_BLOCK), SOURCE_BLOCK, &got, f))
            return false;
        text->n += got;
        kallsyms_take(list, got == 0);
        if (!is_within_limits(l, f))
            return false;
    } while (got && text->n <= UINT32_MAX);
    return true;
}

/* Closes the source; if the list is unusable, sets `why`. */
static bool read_source(struct loading *l, struct source *s, enum kernel_rule rule)
{
    struct kernel *k = l->k;
    struct fault f = {0};

    bool ok = read_lines(l, s, &f);
    source_close(s);
    if (f.kind == FAULT_SYSTEM && k->fault.kind == FAULT_NONE)
        k->fault = f;
    if (ok && k->list.any_address && k->list.symbols.n) {
        kallsyms_finish(&k->list, l->key->mark, l->key->text);
        k->rule = rule;
        buf_clear(&k->why);
        return true;
    }
    if (!ok)
        say(k, (const char *const[]){f.text, NULL});
    else if (k->list.lines)
        say(k, (const char *const[]){k->path.p,
                                     ": all addresses are 0, as the system hides them: read it as "
                                     "root, or with sysctl kernel.kptr_restrict=0",
                                     NULL});
    else
        say(k, (const char *const[]){k->path.p, ": holds no symbols of a kernel", NULL});
    kallsyms_free(&k->list);
    return false;
}

/* Reads what was opened as k->path; if the list is unusable, sets `why`. */
static bool read_opened(struct loading *l, int fd, enum kernel_rule rule)
{
    struct kernel *k = l->k;
    struct fault f = {0};
    struct source s;

    if (source_open_fd(&s, fd, k->path.p, l->limits, &f))
        return read_source(l, &s, rule);
    if (f.kind == FAULT_SYSTEM && k->fault.kind == FAULT_NONE)
        k->fault = f;
    say(k, (const char *const[]){f.text, NULL});
    return false;
}

/* Reads the file k->path; if the list is unusable, sets `why`. */
static bool read_list(struct loading *l, enum kernel_rule rule)
{
    struct kernel *k = l->k;

    int fd = open_regular(k->path.p);
    if (fd >= 0)
        return read_opened(l, fd, rule);
    open_failed(k->path.p, errno, &k->fault);
    say(k, (const char *const[]){k->path.p, ": is not a readable file", NULL});
    return false;
}

static bool try_taken(struct loading *l)
{
    const struct embedded_file *taken = l->key->taken;

    if (!taken)
        return false;
    struct source s = taken->source;
    open_path(&l->k->path, s.name, "", "");
    return read_source(l, &s, KERNEL_TAKEN);
}

static bool try_list(struct loading *l, const char *folder, const char *below, const char *name,
                     enum kernel_rule rule)
{
    open_path(&l->k->path, folder, below, name);
    if (access(l->k->path.p, R_OK) == 0)
        return read_list(l, rule);
    open_failed(l->k->path.p, errno, &l->k->fault);
    return false;
}

/* perf record --kcore puts the list into the folder of the recording. */
static bool try_recording(struct loading *l)
{
    const char *folder = l->key->recording_folder;
    struct kernel *k = l->k;

    if (!folder)
        return false;
    open_path(&k->path, folder, "kcore_dir", "kallsyms");
    int fd = beside_open(folder, "kcore_dir", "kallsyms");
    if (fd >= 0)
        return read_opened(l, fd, KERNEL_RECORDING);
    if (errno == EPERM)
        open_path(&k->refused, k->path.p, "", "");
    else
        open_failed(k->path.p, errno, &k->fault);
    return false;
}

/* perf's cache has [kernel.kallsyms]/BUILD-ID/kallsyms; older versions omit the last part. */
static bool try_cache(struct loading *l)
{
    struct buf below = {0};

    if (!l->o->debug_cache || l->o->n_symfs || l->key->build_id.n == 0)
        return false;
    buf_add(&below, STR("[kernel.kallsyms]/"));
    build_id_add(&below, &l->key->build_id);
    buf_add_byte(&below, '\0');
    bool found = try_list(l, l->o->debug_cache, below.p, "kallsyms", KERNEL_CACHE) ||
                 try_list(l, l->o->debug_cache, "", below.p, KERNEL_CACHE);
    buf_free(&below);
    return found;
}

/* Reads the start of a small file below a folder into the buffer, without the final newline. */
static struct str read_small(struct loading *l, const char *folder, const char *name,
                             struct buf *room)
{
    enum { MOST = 4096 };
    struct buf path = {0};

    buf_clear(room);
    if (!open_text(open_path(&path, folder, name, ""), MOST, room, &l->k->fault))
        buf_clear(room);
    buf_free(&path);
    return str_from_to(buf_str(room), 0, room->n - str_ends(buf_str(room), STR("\n")));
}

/* Whether the kernel visible below this root is the recorded one. */
static bool is_same(struct loading *l, const char *root)
{
    const struct kernel_key *key = l->key;
    struct buf room = {0};
    struct build_id here;
    bool same;

    (void)read_small(l, root, "sys/kernel/notes",
                     &room); /* whole: the last byte may be a newline */
    here = build_id_of(elf_note_build_id(buf_str(&room), 4, native_is_big_endian()));

    if (key->build_id.n && here.n)
        same = build_id_equal(&here, &key->build_id);
    else
        same = key->release.n && key->hostname.n &&
               str_equal(key->release, read_small(l, root, "proc/sys/kernel/osrelease", &room)) &&
               str_equal(key->hostname, read_small(l, root, "proc/sys/kernel/hostname", &room));
    buf_free(&room);
    return same;
}

static bool try_here(struct loading *l)
{
    bool same = false;

    for (size_t i = 0; i < l->o->n_symfs || i == 0; i++) {
        const char *root = l->o->n_symfs ? l->o->symfs[i] : "/";
        if (!is_same(l, root))
            continue;
        same = true;
        open_path(&l->k->path, root, "proc", "kallsyms");
        if (read_list(l, KERNEL_HERE))
            return true;
    }
    if (same)
        return false;
    bool known = l->key->build_id.n || (l->key->release.n && l->key->hostname.n);
    say(l->k, (const char *const[]){
                  known ? "the recording is of another kernel than the one running here"
                        : "the recording does not say of which kernel it is",
                  "; give a copy of its machine's /proc/kallsyms with --kallsyms", NULL});
    return false;
}

/* Takes the symbols of an ELF file. */
static bool read_image(struct loading *l, const struct image *image, enum kernel_rule rule)
{
    struct symbol_table t = {0};

    if (!vmlinux_read(image, l->key, &t))
        return false;
    kernel_add_table(l->k, &t);
    l->k->rule = rule;
    buf_clear(&l->k->why);
    return true;
}

/* The file that the user named may be a vmlinux. */
static bool read_given_image(struct loading *l)
{
    const struct build_id *wanted = &l->key->build_id;
    struct kernel *k = l->k;
    struct image image;

    int fd = open_regular(k->path.p);
    if (fd < 0 || !image_open(&image, fd, k->path.p, &k->fault))
        return false;
    bool other = wanted->n && image.build_id.n && !build_id_equal(wanted, &image.build_id);
    if (other)
        say(k, (const char *const[]){k->path.p, ": has another build-id than the recorded kernel",
                                     NULL});
    else if (!read_image(l, &image, KERNEL_GIVEN))
        say(k, (const char *const[]){k->path.p, ": has no symbols of a kernel", NULL});
    image_close(&image);
    return true;
}

static bool try_image(struct loading *l)
{
    struct module_file file;
    struct buf refused = {0};
    struct search search;
    bool ok = false;

    search_init(&search, l->o, NULL, &l->k->fault);
    if (search_kernel(&search, &l->key->build_id, l->key->release, &file, &refused)) {
        ok = read_image(l, &file.image, KERNEL_FILE);
        buf_clear(&l->k->path);
        module_file_show(&l->k->path, &file);
        buf_add_byte(&l->k->path, '\0');
    }
    module_file_close(&file);
    search_free(&search);
    buf_free(&refused);
    return ok;
}

void kernel_load(struct kernel *k, const struct kernel_key *key, const struct symbol_options *o,
                 const struct limits *limits)
{
    struct loading l = {k, key, o, limits};
    bool ok = false;

    *k = (struct kernel){0};
    if (o->kallsyms) {
        open_path(&k->path, o->kallsyms, "", "");
        ok = read_given_image(&l) ? k->rule == KERNEL_GIVEN : read_list(&l, KERNEL_GIVEN);
    } else if (try_taken(&l)) {
        ok = true;
    } else if (!o->files) {
        say(k, (const char *const[]){"no file may be opened; give a copy of /proc/kallsyms of the "
                                     "recorded machine with --kallsyms",
                                     NULL});
    } else {
        ok = try_recording(&l) || try_cache(&l) || try_here(&l) || try_image(&l);
    }
    buf_clear(ok ? &k->refused : &k->path);
}

/* The state of the loading thread. */
struct kernel_loading {
    struct kernel found;
    struct kernel_key key;
    struct buf texts; /* those of the key */
    const struct symbol_options *options;
    const struct limits *limits;
    pthread_t thread;
    bool has_thread;
    atomic_bool is_done;
};

static void *run(void *argument)
{
    struct kernel_loading *l = argument;

    kernel_load(&l->found, &l->key, l->options, l->limits);
    atomic_store(&l->is_done, true);
    return NULL;
}

/* Copies the texts of a key, and the folder with its NUL. */
static void copy_key(struct kernel_loading *l, const struct kernel_key *key)
{
    struct str *const texts[] = {&l->key.release, &l->key.hostname, &l->key.mark};
    size_t at = 0;

    l->key = *key;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        if (texts[i]->n)
            buf_add(&l->texts, *texts[i]);
    if (key->recording_folder)
        buf_add(&l->texts, str_of(key->recording_folder));
    buf_add_byte(&l->texts, '\0');
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        texts[i]->p = l->texts.p + at;
        at += texts[i]->n;
    }
    if (key->recording_folder)
        l->key.recording_folder = l->texts.p + at;
}

void kernel_begin(struct kernel *k, const struct kernel_key *key, const struct symbol_options *o,
                  const struct limits *limits)
{
    struct kernel_loading *l = mem_alloc(1, sizeof *l);

    *k = (struct kernel){.loading = l};
    l->options = o;
    l->limits = limits;
    copy_key(l, key);
    atomic_init(&l->is_done, false);
    l->has_thread = pthread_create(&l->thread, NULL, run, l) == 0;
    if (!l->has_thread)
        run(l);
}

bool kernel_is_ready(const struct kernel *k)
{
    return !k->loading || atomic_load(&k->loading->is_done);
}

void kernel_wait(struct kernel *k)
{
    struct kernel_loading *l = k->loading;

    if (!l)
        return;
    if (l->has_thread)
        pthread_join(l->thread, NULL);
    *k = l->found;
    buf_free(&l->texts);
    mem_free(l, 1, sizeof *l);
}

void kernel_add_table(struct kernel *k, struct symbol_table *t)
{
    table_free(&k->file);
    k->file = *t;
    *t = (struct symbol_table){0};
    table_sort(&k->file);
    if (k->rule == KERNEL_NONE && k->file.n)
        k->rule = KERNEL_FILE;
}

bool kernel_find(const struct kernel *k, uint64_t address, struct str *name, struct str *module)
{
    *module = STR("[kernel.kallsyms]");
    if (ksymbols_find(&k->added, address, name)) {
        if (str_starts(*name, STR("bpf_")))
            *module = STR("[bpf]");
        return true;
    }
    const struct symbol *s = table_find(&k->list.symbols, address);
    if (s) {
        struct str whole = table_name(&k->list.symbols, s);
        *name = kallsyms_function(whole);
        struct str in = kallsyms_module(whole);
        if (in.n)
            *module = in;
        return true;
    }
    s = table_find(&k->file, address);
    if (s)
        *name = table_name(&k->file, s);
    return s != NULL;
}

void kernel_free(struct kernel *k)
{
    kernel_wait(k);
    kallsyms_free(&k->list);
    table_free(&k->file);
    ksymbols_free(&k->added);
    buf_free(&k->path);
    buf_free(&k->refused);
    buf_free(&k->why);
}
