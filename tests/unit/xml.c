/* XML as readers meet it: what can grow has limits, what reaches outside is refused. */
#include "unit.h"

#include <stdio.h>

#include "input/common/xml.h"

static void the_root_is_found_behind_what_stands_before_it(void **state)
{
    static const struct {
        const char *text;
        bool found;
    } rows[] = {
        {"<trace>", true},
        {"<trace/>", true},
        {"<?xml version=\"1.0\"?>\r\n<!-- <a> -->\n<!DOCTYPE trace>\n <trace a=\"b\">", true},
        {"<tracer>", false},
        {"<!-- <trace>", false},
        {"<?xml", false},
        {"<trace", false},
        {"trace", false},
        {"", false},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        assert_int_equal(xml_recognise(str_of(rows[i].text), STR("trace")) > 0, rows[i].found);
}

#ifdef FLAME_HAVE_EXPAT

struct frame_cache {
    unsigned starts, ends;
    char text[100];
};

static bool start(void *context, struct xml *x, const char *name, const char *const *attributes)
{
    struct frame_cache *seen = context;

    seen->starts++;
    if (strcmp(name, "keep") == 0 || xml_attribute(attributes, "keep"))
        xml_keep_text(x);
    return true;
}

static bool end(void *context, struct xml *x, const char *name, struct str text)
{
    struct frame_cache *seen = context;

    (void)x, (void)name;
    seen->ends++;
    if (text.n)
        snprintf(seen->text, sizeof seen->text, "%.*s", (int)text.n, text.p);
    return true;
}

static bool read(const char *text, const struct limits *limits, struct frame_cache *seen,
                 struct fault *f)
{
    struct xml_reader reader = {.context = seen, .start = start, .end = end};
    struct reading r = {
        .name = "x.xml", .ask = &(struct ask){.limits = *limits}, .first_part = true};
    struct source source;
    struct blocks blocks;

    *seen = (struct frame_cache){0};
    *f = (struct fault){0};
    assert_true(source_open_memory(&source, "x.xml", str_of(text), limits, f));
    blocks_init(&blocks, &source);
    bool ok = xml_read(&reader, &r, &blocks, f);
    blocks_free(&blocks);
    source_close(&source);
    assert_int_equal(ok, f->kind == FAULT_NONE);
    return ok;
}

static void text_is_kept_where_it_is_asked_for(void **state)
{
    struct limits limits = limits_usual();
    struct frame_cache seen;
    struct fault f;

    (void)state;
    assert_true(read("<a>no<keep>y&amp;es</keep>no</a>", &limits, &seen, &f));
    assert_string_equal(seen.text, "y&es");
    assert_true(read("<a keep=\"\">so</a>", &limits, &seen, &f));
    assert_string_equal(seen.text, "so");
    assert_true(read("<a>no</a>", &limits, &seen, &f));
    assert_string_equal(seen.text, "");
    assert_int_equal(seen.starts, seen.ends);
}

static void what_grows_has_a_limit(void **state)
{
    struct limits limits = limits_usual();
    struct frame_cache seen;
    struct fault f;

    (void)state;
    limits.depth = 3;
    limits.name = 5;
    assert_true(read("<a><b><c/></b></a>", &limits, &seen, &f));
    assert_false(read("<a><b>\n<c><d/></c></b></a>", &limits, &seen, &f));
    assert_non_null(strstr(f.text, "x.xml:2: "));
    assert_int_equal(seen.starts, 3);
    assert_true(read("<a>123456</a>", &limits, &seen, &f));
    assert_true(read("<keep>12345</keep>", &limits, &seen, &f));
    assert_false(read("<keep>123456</keep>", &limits, &seen, &f));
}

static void entities_are_neither_expanded_nor_fetched(void **state)
{
    struct limits limits = limits_usual();
    struct frame_cache seen;
    struct fault f;

    (void)state;
    assert_false(read("<!DOCTYPE a [\n<!ENTITY e \"x\">]><keep>&e;</keep>", &limits, &seen, &f));
    assert_string_equal(f.text, "x.xml:1: declarations for \"a\" found, wanted XML without any");
    assert_false(read("<!DOCTYPE a [<!ENTITY e SYSTEM \"/etc/passwd\">]><keep>&e;</keep>", &limits,
                      &seen, &f));
    assert_false(read("<!DOCTYPE a [<!ENTITY % e \"x\">]><keep/>", &limits, &seen, &f));
    assert_int_equal(seen.starts, 0);
    assert_true(read("<!DOCTYPE a SYSTEM \"/etc/passwd\"><keep>&e;b</keep>", &limits, &seen, &f));
    assert_string_equal(seen.text, "b");
}

static void the_place_of_what_is_not_well_formed_is_named(void **state)
{
    struct limits limits = limits_usual();
    struct frame_cache seen;
    struct fault f;

    (void)state;
    assert_false(read("<a>\n<b>\n</a>", &limits, &seen, &f));
    assert_non_null(strstr(f.text, "x.xml:3: "));
    assert_false(read("", &limits, &seen, &f));
    assert_false(read("a;b 1\n", &limits, &seen, &f));
}

#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_root_is_found_behind_what_stands_before_it),
#ifdef FLAME_HAVE_EXPAT
        cmocka_unit_test(text_is_kept_where_it_is_asked_for),
        cmocka_unit_test(what_grows_has_a_limit),
        cmocka_unit_test(entities_are_neither_expanded_nor_fetched),
        cmocka_unit_test(the_place_of_what_is_not_well_formed_is_named),
#endif
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
