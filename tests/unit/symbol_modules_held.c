/* symbol/modules: several threads may ask for the names of files, each file held by one at a time.
 */
#define _XOPEN_SOURCE 700 /* readlink */
#include "symbol/modules.h"

#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

#include "unit.h"

#ifdef FLAME_HAVE_ELFUTILS

/* More paths to one file than are read apart, so that some stand for others. */
enum { PATHS = 24, THREADS = 4, ROUNDS = 20, PATH_MOST = 4096 };

struct asking {
    struct modules *modules;
    const char *path;
    uint64_t main_at; /* in the file */
    size_t n_named, n_settled;
};

/* /build/././unit-x is /build/unit-x. */
static module_id add_path(struct modules *m, const char *path, size_t n_dots)
{
    struct buf text = {0};
    const struct str whole = str_of(path);
    const size_t folder = whole.n - path_base_name(whole).n;

    buf_add(&text, str_from_to(whole, 0, folder));
    for (size_t i = 0; i < n_dots; i++)
        buf_add(&text, STR("./"));
    buf_add(&text, str_from_to(whole, folder, whole.n));
    const module_id id = modules_add(m, &(struct module_key){.path = buf_str(&text)});
    buf_free(&text);
    return id;
}

static void ask(struct asking *a, module_id id)
{
    size_t n = 0;

    modules_hold(a->modules, id);
    const struct code_place *places = modules_places(a->modules, id, a->main_at, &n);
    a->n_named += n && str_equal(places[n - 1].name, STR("main"));
    const struct module *settled = modules_settled(a->modules, id);
    modules_release(a->modules, id);
    a->n_settled += !settled || str_equal(module_name_at(settled, a->main_at), STR("main"));
}

static void *ask_all(void *context)
{
    struct asking *a = context;

    for (size_t i = 0; i < (size_t)ROUNDS * PATHS; i++)
        ask(a, add_path(a->modules, a->path, i % PATHS));
    return NULL;
}

static void find_main(struct asking *a)
{
    const module_id id = add_path(a->modules, a->path, 0);
    struct code_range range;

    assert_true(modules_function_named(a->modules, id, STR("main"), &range));
    a->main_at = range.begin;
}

static void threads_find_the_same_names_in_files_that_they_hold(void **state)
{
    static const bool without_inlined[] = {true, false};
    const struct limits limits = limits_usual();
    char path[PATH_MOST] = "";

    (void)state;
    assert_true(readlink("/proc/self/exe", path, sizeof path - 1) > 0);
    for (size_t i = 0; i < 2; i++) {
        const struct symbol_options options = {.files = true, .no_inlined = without_inlined[i]};
        struct asking first = {.modules = modules_new(&options, &limits, NULL), .path = path};
        struct asking all[THREADS];
        pthread_t threads[THREADS];
        find_main(&first);
        struct modules *shared = modules_new(&options, &limits, NULL);
        for (size_t t = 0; t < THREADS; t++) {
            all[t] = first;
            all[t].modules = shared;
            assert_int_equal(pthread_create(&threads[t], NULL, ask_all, &all[t]), 0);
        }
        for (size_t t = 0; t < THREADS; t++) {
            pthread_join(threads[t], NULL);
            assert_int_equal(all[t].n_named, ROUNDS * PATHS);
            assert_int_equal(all[t].n_settled, ROUNDS * PATHS);
        }
        modules_free(shared);
        modules_free(first.modules);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(threads_find_the_same_names_in_files_that_they_hold),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

#else

int main(void)
{
    return 77;
}

#endif
