/* Every golden input is recognised as what it is, and given to every reader: what is read is
 * something, the rest is a fault that names the file. */
#include "unit.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/parse.h"
#include "input/formats.h"
#include "input/input.h"

typedef void visit(const char *path, struct str format, bool told);

/* Whether the case says what its input is, or that it is nothing. */
static bool is_told(const char *folder)
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

static bool is_here(const char *library)
{
    size_t i = 0;

    while (libraries[i] && strcmp(libraries[i], library) != 0)
        i++;
    return libraries[i] != NULL;
}

/* Whether this build has every library that the case needs. */
static bool can_be_read(const char *folder)
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

static size_t visit_case(const char *folder, visit *each)
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

static void visit_golden(visit *each)
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

static bool read_as(const char *path, const struct input_format *format,
                    struct input_report *report, struct fault *f)
{
    const struct input_file file = {.path = path};
    const struct ask ask = {
        .format = format, .limits = limits_usual(), .threads = 1, .max_bad = UINT64_MAX};
    struct profile p;

    profile_init(&p, 1, TIME_NONE);
    bool ok = input_read(&file, &ask, &p, report, f);
    profile_free(&p);
    return ok;
}

static void recognise_one(const char *path, struct str format, bool told)
{
    struct input_report report;
    struct fault f = {0};

    if (told)
        return;
    if (!read_as(path, NULL, &report, &f))
        fail_msg("%s: %s", path, f.text);
    if (!str_equal(str_of(report.format->name), format))
        fail_msg("%s was taken for %s", path, report.format->name);
}

static void every_golden_input_is_recognised_as_what_it_is(void **state)
{
    (void)state;
    visit_golden(recognise_one);
}

/* Folded stacks that a case writes, under a name that says nothing. */
static void read_back(const char *folder)
{
    const struct ask ask = {.limits = limits_usual(), .threads = 1};
    struct input_report report;
    struct fault f = {0};
    struct profile p;
    char path[600];

    snprintf(path, sizeof path, "%s/expected.folded", folder);
    const int opened = open(path, O_RDONLY | O_CLOEXEC);
    if (opened < 0)
        return;
    const struct input_file file = {.path = "x.txt", .opened = &opened};
    profile_init(&p, 1, TIME_NONE);
    if (!input_read(&file, &ask, &p, &report, &f))
        fail_msg("%s: %s", path, f.text);
    if (report.format != input_find(STR("folded"), &f))
        fail_msg("%s was taken for %s", path, report.format->name);
    profile_free(&p);
    close(opened);
}

static void what_is_written_as_folded_stacks_is_recognised(void **state)
{
    DIR *folders = opendir("golden");

    (void)state;
    assert_non_null(folders);
    for (struct dirent *entry = readdir(folders); entry; entry = readdir(folders)) {
        char folder[400];
        snprintf(folder, sizeof folder, "golden/%s", entry->d_name);
        if (entry->d_name[0] != '.')
            read_back(folder);
    }
    closedir(folders);
}

static void read_by_all(const char *path, struct str format, bool told)
{
    size_t n;
    const struct input_format *const *formats = input_formats(&n);

    (void)format;
    (void)told;
    for (size_t i = 0; i < n; i++) {
        struct input_report report;
        struct fault f = {0};
        if (read_as(path, formats[i], &report, &f)) {
            if (report.tally.taken == 0)
                fail_msg("%s as %s: success with nothing read", path, formats[i]->name);
        } else if (f.kind != FAULT_INPUT || !strstr(f.text, path)) {
            fail_msg("%s as %s: \"%s\" does not name the file", path, formats[i]->name, f.text);
        }
    }
}

static void every_reader_takes_something_of_any_golden_input_or_refuses_it(void **state)
{
    (void)state;
    visit_golden(read_by_all);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_golden_input_is_recognised_as_what_it_is),
        cmocka_unit_test(what_is_written_as_folded_stacks_is_recognised),
        cmocka_unit_test(every_reader_takes_something_of_any_golden_input_or_refuses_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
