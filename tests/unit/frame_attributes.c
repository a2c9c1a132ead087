/* render/theme/frame_attributes: what a user adds to frames. */
#include "render/theme/frame_attributes.h"

#include <stdio.h>

#include "unit.h"

static struct frame_attributes parse(const char *text)
{
    struct frame_attributes a;
    struct fault f = {0};

    if (!frame_attributes_parse(&a, "n", str_of(text), &f))
        fail_msg("%s", f.text);
    return a;
}

static void assert_refused(const char *text, const char *fault)
{
    struct frame_attributes a;
    struct fault f = {0};

    assert_false(frame_attributes_parse(&a, "n", str_of(text), &f));
    frame_attributes_free(&a);
    assert_int_equal(f.kind, FAULT_USAGE);
    assert_string_equal(f.text, fault);
}

static struct str value(const struct frame_attributes *a, const char *name,
                        enum frame_attribute which)
{
    const struct attribute_row *row = frame_attributes_find(a, str_of(name));

    assert_non_null(row);
    return frame_attributes_value(a, row, which);
}

static void every_attribute_is_read_with_and_without_quotes(void **state)
{
    struct frame_attributes a =
        parse("f_[k]\thref=\"https://x.example/?q=1\"\ttitle=Kernel \"<b>\" = x\tclass=a b_c-1\r\n"
              "\n"
              "g\tid='n-1_x'\ttarget=_blank\tfill=#010203\n"
              "h\tfill=rgb(4,5,6)\t\n"
              "\thref=#root");

    (void)state;
    assert_str(value(&a, "f_[k]", ATTRIBUTE_HREF), "https://x.example/?q=1");
    assert_str(value(&a, "f_[k]", ATTRIBUTE_TITLE), "Kernel \"<b>\" = x");
    assert_str(value(&a, "f_[k]", ATTRIBUTE_CLASS), "a b_c-1");
    assert_str(value(&a, "f_[k]", ATTRIBUTE_ID), "");
    assert_str(value(&a, "g", ATTRIBUTE_ID), "n-1_x");
    assert_str(value(&a, "g", ATTRIBUTE_TARGET), "_blank");
    assert_true(frame_attributes_find(&a, STR("g"))->has_fill);
    assert_int_equal(frame_attributes_find(&a, STR("h"))->fill.g, 5);
    assert_str(value(&a, "", ATTRIBUTE_HREF), "#root");
    assert_false(frame_attributes_find(&a, STR("f_[k]"))->has_fill);
    assert_null(frame_attributes_find(&a, STR("f")));
    frame_attributes_free(&a);
}

static void links_are_encoded(void **state)
{
    static const struct {
        const char *given, *written;
    } links[] = {
        {"https://ok.example/?a=1&b=<x>'\"", "https://ok.example/?a=1&b=%3Cx%3E'%22"},
        {"  HTTP://a.example/\xc3\xa9 ", "HTTP://a.example/%C3%A9"},
        {"#frag", "#frag"},
        {"docs/a%20b%zz.html", "docs/a%20b%25zz.html"},
        {"../x?y=1", "../x?y=1"},
        {"http://a/\\b^{|}`", "http://a/%5Cb%5E%7B%7C%7D%60"},
        {"a/b:c", "a/b:c"},
        {"javascript&colon;alert(1)", "javascript&colon;alert(1)"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof links / sizeof links[0]; i++) {
        char line[128];
        snprintf(line, sizeof line, "f\thref=%s\n", links[i].given);
        struct frame_attributes a = parse(line);
        assert_str(value(&a, "f", ATTRIBUTE_HREF), links[i].written);
        frame_attributes_free(&a);
    }
}

static void links_that_may_do_harm_are_refused(void **state)
{
    static const char *const links[] = {
        "javascript:alert('U01')",
        "JaVaScRiPt:alert('U02')",
        "  javascript:alert('U03')",
        "java script:alert('U04')",
        "\x01javascript:alert(1)",
        "java\x01script:alert('U05')",
        "data:text/html,<script>alert('U07')</script>",
        "data:image/svg+xml;base64,PHN2Zy8+",
        "vbscript:msgbox('U09')",
        "file:///etc/passwd",
        "//evil.example/U11",
        "http://a.example/\" onload=\"alert('U12')",
        "blob:https://x/U14",
        "\\\\evil.example\\share",
        "about:blank",
        "ms-msdt:/id",
        "httpx://a",
        "htt:a",
        "a\x7f",
        "x//y",
        "1a:b",
        ":d",
        "\x02",
    };

    (void)state;
    for (size_t i = 0; i < sizeof links / sizeof links[0]; i++) {
        char line[128];
        struct frame_attributes a;
        struct fault f = {0};
        snprintf(line, sizeof line, "ok\thref=#a\nf\thref=%s\n", links[i]);
        assert_false(frame_attributes_parse(&a, "n", str_of(line), &f));
        frame_attributes_free(&a);
        assert_int_equal(f.kind, FAULT_USAGE);
        assert_memory_equal(f.text, "n:2: found \"", 12);
    }
}

static void what_is_not_on_the_list_is_refused(void **state)
{
    static const char keys[] = "one of href= title= class= id= target= fill=";
    char fault[200];

    (void)state;
    assert_refused("a b", "n:1: found \"a b\", wanted NAME TAB KEY=VALUE");
    snprintf(fault, sizeof fault, "n:2: found \"onclick=x\", wanted %s", keys);
    assert_refused("a\tid=a\nb\tonclick=x", fault);
    snprintf(fault, sizeof fault, "n:1: found \"g_extra=onmouseover=x\", wanted %s", keys);
    assert_refused("a\tg_extra=onmouseover=x", fault);
    snprintf(fault, sizeof fault, "n:1: found \"a_extra=style=x\", wanted %s", keys);
    assert_refused("a\ttitle=t\ta_extra=style=x", fault);
    snprintf(fault, sizeof fault, "n:1: found \"href\", wanted %s", keys);
    assert_refused("a\thref", fault);
    snprintf(fault, sizeof fault, "n:1: found \"HREF=#a\", wanted %s", keys);
    assert_refused("a\tHREF=#a", fault);
}

static void values_out_of_bounds_are_refused(void **state)
{
    (void)state;
    assert_refused(
        "a\tclass=x\" onclick=\"alert('A1')",
        "n:1: found \"x\" onclick=\"alert('A1')\", wanted a class of letters, digits, _, "
        "- and blanks");
    assert_refused("a\tid=1a", "n:1: found \"1a\", wanted an id: a letter, then letters, digits, _ "
                               "and -, that does not begin with flame-");
    assert_refused("a\ttarget=top",
                   "n:1: found \"top\", wanted a target: _blank, _self, _parent or _top");
    assert_refused("a\tfill=url(#x)",
                   "n:1: found \"url(#x)\", wanted a fill as #rrggbb or rgb(R,G,B)");
    assert_refused("a\ttitle=", "n:1: found \"title=\", wanted a value behind =");
    assert_refused("a\tid=\"\"", "n:1: found \"id=\"\"\", wanted a value behind =");
    assert_refused("a\tid=a\tid=b", "n:1: found \"id=b\", wanted each key once in a line");
}

static void names_and_ids_stand_once(void **state)
{
    (void)state;
    assert_refused("b\tid=x\na\tid=y\nb\tid=z", "n:3: found \"b\", wanted a name that has no line "
                                                "above");
    assert_refused("b\tid=x\na\tid=y\nc\tid=x", "n:3: found \"x\", wanted an id that no other "
                                                "frame has");
}

static void every_prefix_is_read_or_refused(void **state)
{
    const char *text = "f\thref=https://x/\tid=a\ttarget=_top\ng\tfill=rgb(1,2,3)\tclass=q\n";

    (void)state;
    for (size_t n = 0; n <= strlen(text); n++) {
        struct frame_attributes a;
        struct fault f = {0};
        bool good = frame_attributes_parse(&a, "n", (struct str){text, n}, &f);
        assert_int_equal(f.kind, good ? FAULT_NONE : FAULT_USAGE);
        frame_attributes_free(&a);
    }
}

static void a_file_that_does_not_exist_is_a_system_fault(void **state)
{
    struct frame_attributes a;
    struct fault f = {0};

    (void)state;
    assert_false(frame_attributes_read(&a, "/nothing/here", &f));
    frame_attributes_free(&a);
    assert_int_equal(f.kind, FAULT_SYSTEM);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_attribute_is_read_with_and_without_quotes),
        cmocka_unit_test(links_are_encoded),
        cmocka_unit_test(links_that_may_do_harm_are_refused),
        cmocka_unit_test(what_is_not_on_the_list_is_refused),
        cmocka_unit_test(values_out_of_bounds_are_refused),
        cmocka_unit_test(names_and_ids_stand_once),
        cmocka_unit_test(every_prefix_is_read_or_refused),
        cmocka_unit_test(a_file_that_does_not_exist_is_a_system_fault),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
