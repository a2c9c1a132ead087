/* The inputs of all golden cases. */
#ifndef TESTS_UNIT_GOLDEN_INPUTS_H
#define TESTS_UNIT_GOLDEN_INPUTS_H

#include "unit.h"

#include <dirent.h>
#include <stdio.h>
#include <string.h>

#include "base/parse.h"

/* Called with the path of an input, the format that it is named for, and whether the case says what
 * it is, or that it is nothing. */
typedef void visit(const char *path, struct str format, bool told);

/* Whether the case says what its input is, or that it is nothing. */
static inline bool is_told(const char *folder)
{
    char path[600];
    char word[200];
    bool told = false;

    snprintf(path, sizeof path, "%s/expected.err", folder);
    FILE *in = fopen(path, "r");
    if (in) {
        fclose(in);
        return true;
    }
    snprintf(path, sizeof path, "%s/args", folder);
    in = fopen(path, "r");
    while (in && fgets(word, sizeof word, in))
        told = told || strncmp(word, "--from", 6) == 0;
    if (in)
        fclose(in);
    return told;
}

static const char *const libraries[] = {
#ifdef FLAME_HAVE_ZLIB
    "zlib",
#endif
#ifdef FLAME_HAVE_ZSTD
    "zstd",
#endif
#ifdef FLAME_HAVE_LZMA
    "lzma",
#endif
#ifdef FLAME_HAVE_LIBIBERTY
    "libiberty",
#endif
#ifdef FLAME_HAVE_ELFUTILS
    "elfutils",
#endif
#ifdef FLAME_HAVE_EXPAT
    "expat",
#endif
#ifdef FLAME_HAVE_YAJL
    "yajl",
#endif
    NULL,
};

static inline bool is_here(const char *library)
{
    size_t i = 0;

    while (libraries[i] && strcmp(libraries[i], library) != 0)
        i++;
    return libraries[i] != NULL;
}

/* Whether this build has every library that the case needs. */
static inline bool can_be_read(const char *folder)
{
    char path[600];
    char word[200];
    bool can = true;

    snprintf(path, sizeof path, "%s/needs", folder);
    FILE *in = fopen(path, "r");
    while (in && fgets(word, sizeof word, in)) {
        word[strcspn(word, "\n")] = '\0';
        can = can && is_here(word);
    }
    if (in)
        fclose(in);
    return can;
}

static inline size_t visit_case(const char *folder, visit *each)
{
    DIR *files = opendir(folder);
    size_t n = 0;

    if (!files)
        return 0;
    for (struct dirent *entry = readdir(files); entry; entry = readdir(files)) {
        char path[600];
        struct str name = str_of(entry->d_name);
        if (!str_starts(name, STR("input.")))
            continue;
        name = str_from_to(name, 6, name.n);
        if (name.n > 2 && is_digit(name.p[0]) && name.p[1] == '.')
            name = str_from_to(name, 2, name.n); /* input.1.go, input.2.folded */
        name = str_from_to(name, 0, str_find(name, 0, STR(".")));
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        each(path, name, is_told(folder));
        n++;
    }
    closedir(files);
    return n;
}

/* Calls a function for each input of golden/ that this build can read. */
static inline void visit_golden(visit *each)
{
    DIR *folders = opendir("golden");
    size_t n = 0;

    assert_non_null(folders);
    for (struct dirent *entry = readdir(folders); entry; entry = readdir(folders)) {
        char folder[400];
        snprintf(folder, sizeof folder, "golden/%s", entry->d_name);
        if (entry->d_name[0] != '.' && can_be_read(folder))
            n += visit_case(folder, each);
    }
    closedir(folders);
    assert_true(n > 20);
}

#endif
