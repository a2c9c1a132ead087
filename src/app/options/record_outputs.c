/* "x.png: this program was built without cairo": said before the recording, not after it. */
#include "app/options/record_outputs.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "render/figure/figure.h"
#include "render/output.h"

bool record_is_recording(const char *output)
{
    return str_ends(str_of(output), STR(".data"));
}

static bool check_kind(const char *name, struct fault *f)
{
    const struct output_format *format = output_of_ending(str_of(name));
    struct fault lack = {0};
    struct excerpt e;

    excerpt_of(&e, str_of(name));
    if (!format)
        return fault_set(f, FAULT_USAGE,
                         "-o %s: not known what it is by its ending, wanted x.data for the "
                         "recording, or a picture as x.svg (flame --list-formats)",
                         e.text);
    return !format->figure || figure_can_be_drawn(&lack) ||
           fault_set(f, FAULT_USAGE, "-o %s: %s; an SVG needs none of it (-o x.svg)", e.text,
                     lack.text);
}

/* The folder of an output. */
static bool check_folder(const char *name, struct fault *f)
{
    const struct str all = str_of(name);
    const size_t n = (size_t)(path_base_name(all).p - name);
    struct buf folder = {0};
    struct stat status;
    bool ok = true;

    buf_add(&folder, n ? str_from_to(all, 0, n) : STR("."));
    buf_add_byte(&folder, '\0');
    if (stat(folder.p, &status) != 0)
        ok = fault_set(f, FAULT_SYSTEM, "%s: cannot be written: %s: %s", name, folder.p,
                       errno == ENOENT ? "no such folder" : strerror(errno));
    else if (access(folder.p, W_OK | X_OK) != 0)
        ok = fault_set(f, FAULT_SYSTEM,
                       "%s: cannot be written into this folder: %s; wanted another, as -o "
                       "/tmp/x.svg",
                       name, strerror(errno));
    buf_free(&folder);
    return ok;
}

bool record_check_output(const char *name, struct fault *f)
{
    struct stat status;
    const bool is_there = stat(name, &status) == 0;

    if (strcmp(name, "-") == 0) /* what was closed is only read: main.c opens it so */
        return (fcntl(1, F_GETFL) & O_ACCMODE) != O_RDONLY ||
               fault_set(f, FAULT_SYSTEM,
                         "-o -: standard output is closed, or may not be written; wanted a file, "
                         "as -o x.svg");
    if (is_there && S_ISDIR(status.st_mode))
        return fault_set(f, FAULT_USAGE, "-o %s: is a folder, wanted a file in it, as %s%sx.svg",
                         name, name, str_ends(str_of(name), STR("/")) ? "" : "/");
    /* A pipe or /dev/stdout is written through, whatever it is called. */
    if (is_there && !S_ISREG(status.st_mode) && !record_is_recording(name))
        return access(name, W_OK) == 0 ||
               fault_set(f, FAULT_SYSTEM, "%s: cannot be written: %s", name, strerror(errno));
    return (record_is_recording(name) || check_kind(name, f)) && check_folder(name, f);
}

/* What is there is renamed, unless a folder is in the way. */
static bool check_old(const char *name, struct fault *f)
{
    char old[64];
    struct stat status;

    snprintf(old, sizeof old, "%s.old", name);
    return lstat(name, &status) != 0 || !S_ISREG(status.st_mode) || lstat(old, &status) != 0 ||
           !S_ISDIR(status.st_mode) ||
           fault_set(f, FAULT_USAGE, "%s: is a folder, wanted this name for the %s that is there",
                     old, name);
}

bool record_check_outputs(const struct request_list *outputs, struct fault *f)
{
    static const char *const usual[] = {"perf.data", "profile.svg"};
    const char *const *names = outputs->n ? outputs->items : usual;
    const size_t n = outputs->n ? outputs->n : sizeof usual / sizeof *usual;
    bool ok = true;

    for (size_t i = 0; ok && i < n; i++)
        ok = record_check_output(names[i], f) && (outputs->n || check_old(names[i], f));
    return ok;
}
