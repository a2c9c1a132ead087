/* Every golden input is recognised as what it is, and given to every reader: what is read is
 * something, the rest is a fault that names the file. */
#include "golden_inputs.h"

#include <fcntl.h>
#include <unistd.h>

#include "base/buf.h"
#include "input/formats.h"
#include "input/input.h"
#include "model/names.h"

static bool read_as(const char *path, const struct input_format *format,
                    struct input_report *report, struct fault *f)
{
    const struct input_file file = {.path = path};
    const struct ask ask = {.format = format,
                            .limits = limits_usual(),
                            .threads = 1,
                            .max_bad = UINT64_MAX - 1}; /* whatever is bad, as --max-bad allows */
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
    if (str_equal(format, STR("html"))) /* a page around a tree */
        format = STR("d3-flame-graph");
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

/* Adds what a file holds; false where there is none, or another held the same. */
static bool is_new(struct names *known, const char *path)
{
    struct buf text = {0};
    FILE *in = fopen(path, "r");
    const size_t n = known->n;

    if (!in)
        return false;
    for (int byte = getc(in); byte != EOF; byte = getc(in))
        buf_add_byte(&text, (char)byte);
    fclose(in);
    names_add(known, buf_str(&text));
    buf_free(&text);
    return known->n > n;
}

/* Folded stacks that a case writes, under a name that says nothing. Several cases write the same.
 */
static void read_back(struct names *known, const char *folder)
{
    const struct ask ask = {.limits = limits_usual(), .threads = 1};
    struct input_report report;
    struct fault f = {0};
    struct profile p;
    char path[420];

    snprintf(path, sizeof path, "%s/expected.folded", folder);
    if (!is_new(known, path))
        return;
    const int opened = open(path, O_RDONLY | O_CLOEXEC);
    assert_true(opened >= 0);
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
    struct names known;

    (void)state;
    assert_non_null(folders);
    names_init(&known);
    for (struct dirent *entry = readdir(folders); entry; entry = readdir(folders)) {
        char folder[400];
        snprintf(folder, sizeof folder, "golden/%s", entry->d_name);
        if (entry->d_name[0] != '.')
            read_back(&known, folder);
    }
    closedir(folders);
    assert_true(known.n > 100);
    names_free(&known);
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
