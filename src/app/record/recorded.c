/* x.data, perf.data, or for x.svg alone a file that would be called x.svg.data. */
#include "app/record/recorded.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "app/options/record_outputs.h"
#include "base/folder.h"
#include "base/nameless.h"
#include "base/parse.h"

enum { NAMES_MOST = 100 };

bool record_is_folder(const char *output)
{
    const struct str name = path_base_name(str_of(output));
    struct stat status;

    if (strcmp(output, "-") == 0)
        return false;
    return !memchr(name.p, '.', name.n) || (stat(output, &status) == 0 && S_ISDIR(status.st_mode));
}

/* The first output that is a file, or will be one; NULL: all are pipes, terminals or devices. */
static const char *first_file(const struct request_list *outputs)
{
    struct stat status;

    for (size_t i = 0; i < outputs->n; i++) {
        const char *path = outputs->items[i];
        if (strcmp(path, "-") != 0 && (stat(path, &status) != 0 || S_ISREG(status.st_mode)))
            return path;
    }
    return NULL;
}

/* Appends the folder of a path, up to its last slash, or ".". */
static void add_folder(struct buf *to, const char *path)
{
    const struct str whole = str_of(path);
    const size_t n = whole.n - path_base_name(whole).n;

    buf_add(to, n ? str_from_to(whole, 0, n) : STR("."));
    buf_add_byte(to, '\0');
}

/* Whether a file without a name can be made there; errno says why not. */
static bool can_hold(const char *folder)
{
    struct folder in = {.fd = folder_of_outputs(folder)};
    const int fd = in.fd < 0 ? -1 : nameless_create(in.fd);
    const int reason = errno;

    if (fd >= 0)
        close(fd);
    folder_close(&in);
    errno = reason;
    return fd >= 0;
}

static bool call_beside(const char *picture, struct recorded *recorded, struct fault *f)
{
    struct buf folder = {0};

    add_folder(&folder, picture);
    const bool ok = can_hold(folder.p);
    if (!ok)
        fault_set(f, FAULT_SYSTEM, "%s: cannot be written: %s", picture, strerror(errno));
    buf_free(&folder);
    buf_add(&recorded->temporary, str_of(picture));
    buf_add(&recorded->temporary, (struct str){".data", sizeof ".data"});
    return ok;
}

static bool call_elsewhere(struct recorded *recorded, struct fault *f)
{
    const char *chosen = getenv("TMPDIR");
    const char *folder = chosen && *chosen && can_hold(chosen) ? chosen : "/tmp";

    buf_add(&recorded->temporary, str_of(folder));
    buf_add(&recorded->temporary, (struct str){"/flame.data", sizeof "/flame.data"});
    return can_hold(folder) ||
           fault_set(f, FAULT_SYSTEM, "%s: cannot be written, wanted room for the recording: %s",
                     folder, strerror(errno));
}

bool recorded_choose_place(struct recorded *recorded, const struct record_request *request,
                           struct fault *f)
{
    const struct request_list *outputs = &request->outputs;

    recorded->recording = request->recording;
    recorded->called = request->recording;
    if (recorded->recording)
        return true;
    size_t n = 0;
    recorded->recording = "perf.data";
    for (size_t i = 0; i < outputs->n; i++) {
        if (!record_is_recording(outputs->items[i]))
            continue;
        if (n++)
            return fault_set(f, FAULT_USAGE, "%s: a second recording, wanted one and pictures",
                             outputs->items[i]);
        recorded->recording = outputs->items[i];
    }
    recorded->called = recorded->recording;
    if (n || !outputs->n)
        return true;
    const char *picture = first_file(outputs);
    const bool ok = picture ? call_beside(picture, recorded, f) : call_elsewhere(recorded, f);
    recorded->recording = recorded->temporary.p;
    recorded->called = picture ? picture : "the recording";
    return ok;
}

/* x.svg.data, x.svg.2.data */
static void number(struct buf *to, struct str path, unsigned n)
{
    char text[16] = "";
    const struct str ending = STR(".data");

    if (n > 1)
        snprintf(text, sizeof text, ".%u", n);
    buf_clear(to);
    buf_add(to, str_from_to(path, 0, path.n - ending.n));
    buf_add(to, str_of(text));
    buf_add(to, ending);
    buf_add_byte(to, '\0');
}

bool recorded_keep(struct recorded *recorded, struct fault *f)
{
    const struct str path = str_of(recorded->recording);
    struct buf folder = {0};
    struct buf name = {0};
    bool ok = false;

    if (recorded->temporary.n == 0)
        return true;
    add_folder(&folder, recorded->recording);
    struct folder in = {.fd = folder_of_outputs(folder.p)};
    errno = in.fd >= 0 ? EEXIST : errno;
    for (unsigned i = 1; in.fd >= 0 && !ok && i <= NAMES_MOST && errno == EEXIST; i++) {
        number(&name, path, i);
        ok = nameless_keep(&recorded->outcome.file, in.fd, path_base_name(str_of(name.p)).p, false);
    }
    if (!ok)
        fault_set(f, FAULT_SYSTEM, "%s: cannot be written: %s", recorded->recording,
                  strerror(errno));
    folder_close(&in);
    buf_free(&folder);
    buf_free(ok ? &recorded->temporary : &name);
    if (ok)
        recorded->temporary = name;
    recorded->recording = recorded->temporary.p;
    return ok;
}

/* The number in a variable of the environment; -1: none. */
static long id_in(const char *name)
{
    const char *text = getenv(name);
    uint64_t id;

    return text && parse_u64(str_of(text), &id) && id < INT32_MAX ? (long)id : -1;
}

void record_give_open_to_user(int fd)
{
    const long user = id_in("SUDO_UID");
    const long group = id_in("SUDO_GID");
    struct stat status;

    if (geteuid() == 0 && user >= 0 && group >= 0 && fstat(fd, &status) == 0 && status.st_uid == 0)
        (void)!fchown(fd, (uid_t)user, (gid_t)group);
}

void recorded_free(struct recorded *recorded)
{
    if (recorded->outcome.has_file)
        close(recorded->outcome.file);
    recorded->outcome.has_file = false;
    code_names_release(recorded->outcome.names);
    recorded->outcome.names = NULL;
    buf_free(&recorded->temporary);
}
