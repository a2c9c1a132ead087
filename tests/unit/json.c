/* JSON as a stream: records that are found by their shape are those that yajl would find. */
#include "unit.h"

#include <stdio.h>

#include "base/mem.h"
#include "input/json/json.h"
#include "input/json/shapes.h"

static void learn(struct shapes *s)
{
    static const struct {
        struct json_item item;
        const char *before;
        size_t depth;
    } items[] = {
        {{.kind = JSON_OBJECT}, ", {", 0},
        {{.kind = JSON_STRING, .key = {"a", 1}}, "\"a\": \"", 1},
        {{.kind = JSON_NUMBER, .key = {"b", 1}}, "\", \"b\": ", 1},
        {{.kind = JSON_TRUE, .key = {"c", 1}}, ", \"c\": true", 1},
        {{.kind = JSON_OBJECT_END}, "}", 0},
    };

    shapes_begin(s);
    for (size_t i = 0; i < sizeof items / sizeof items[0]; i++)
        shapes_learn(s, &items[i].item, str_of(items[i].before), items[i].depth);
}

static void a_record_is_found_when_only_strings_and_numbers_differ(void **state)
{
    static const struct {
        const char *text;
        bool found;
    } rows[] = {
        {", {\"a\": \"xyz\", \"b\": 12.5e-3, \"c\": true} ...", true},
        {", {\"a\": \"\", \"b\": 0, \"c\": true}", true},
        {", {\"a\": \"\xC3\xA4\", \"b\": -0.0E+1, \"c\": true}", true},
        {", {\"a\": \"x\\n\", \"b\": 0, \"c\": true}", false},
        {", {\"a\": \"x\n\", \"b\": 0, \"c\": true}", false},
        {", {\"a\": \"x\", \"b\": 01, \"c\": true}", false},
        {", {\"a\": \"x\", \"b\": -, \"c\": true}", false},
        {", {\"a\": \"x\", \"b\": 1., \"c\": true}", false},
        {", {\"a\": \"x\", \"b\": .1, \"c\": true}", false},
        {", {\"a\": \"x\", \"b\": 1e, \"c\": true}", false},
        {", {\"a\": \"x\", \"b\": 1e+, \"c\": true}", false},
        {", {\"a\": \"x\", \"b\": +1, \"c\": true}", false},
        {", {\"a\": \"x\", \"b\": , \"c\": true}", false},
        {", {\"a\": \"x\", \"b\": 1, \"c\": null}", false},
        {", {\"a\": \"x\", \"b\": 1, \"c\": true ]", false},
        {", {\"a\": \"x\", \"b\": \"1\", \"c\": true}", false},
        {",{\"a\": \"x\", \"b\": 1, \"c\": true}", false},
        {" {\"a\": \"x\", \"b\": 1, \"c\": true}", false},
        {"", false},
    };
    struct shapes s = {0};

    (void)state;
    assert_int_equal(shapes_find(&s, str_of(rows[0].text), 0), 0);
    learn(&s);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct str text = str_of(rows[i].text);
        size_t n = shapes_find(&s, text, 0);
        if ((n > 0) != rows[i].found)
            fail_msg("%s", rows[i].text);
        assert_true(n == 0 || text.p[n - 1] == '}');
        for (size_t cut = 0; cut < n; cut++)
            assert_int_equal(shapes_find(&s, str_from_to(text, 0, cut), 0), 0);
    }
    size_t n = shapes_find(&s, str_of(rows[0].text), 0);
    assert_str(str_from_to(str_of(rows[0].text), s.items[1].from, s.items[1].to), "xyz");
    assert_str(str_from_to(str_of(rows[0].text), s.items[2].from, s.items[2].to), "12.5e-3");
    assert_int_equal(s.n_items, 5);
    assert_int_equal(s.items[4].to, n);
    shapes_free(&s);
}

static void what_is_learned_has_an_end(void **state)
{
    enum { RECORDS = 20000 };
    struct shapes s = {0};
    char key[20];

    (void)state;
    for (unsigned i = 0; i < RECORDS; i++) {
        snprintf(key, sizeof key, "key %u", i);
        const struct json_item item = {.kind = JSON_NUMBER, .key = str_of(key)};
        shapes_begin(&s);
        shapes_learn(&s, &(struct json_item){.kind = JSON_OBJECT}, STR(",{"), 0);
        shapes_learn(&s, &item, item.key, 1);
        shapes_learn(&s, &item, item.key, 1);
    }
    assert_true(s.n < RECORDS / 2);
    assert_true(s.text.n < RECORDS * 4);
    shapes_free(&s);
}

#ifdef FLAME_HAVE_YAJL

/* All that is told of a text, as text. */
struct commands {
    struct json json;
    bool records;
    size_t whole;
    struct buf text;
};

static bool take(void *context, const struct json_item *item)
{
    struct commands *told = context;
    struct json *j = &told->json;
    char line[80];

    if (item->kind == JSON_ARRAY && !j->records && told->records)
        j->records = item->depth + 1;
    else if (item->kind == JSON_ARRAY_END && item->depth + 1 == j->records)
        j->records = 0;
    snprintf(line, sizeof line, "%d %zu %llu ", (int)item->kind,
             item->kind == JSON_DAMAGE ? 0 : item->depth, (unsigned long long)json_line(j));
    buf_add(&told->text, str_of(line));
    buf_add(&told->text, item->key);
    buf_add_byte(&told->text, ' ');
    buf_add(&told->text, item->text);
    buf_add_byte(&told->text, '\n');
    told->whole += item->is_whole;
    if (item->is_whole) {
        snprintf(line, sizeof line, "%llu", (unsigned long long)item->whole);
        assert_str(item->text, line);
    }
    return true;
}

/* What the records and members of a text are said to be. */
struct said {
    bool records;
    bool alike;
    bool numbers;
    size_t members;
};

/* In blocks of about so many bytes. */
static void read(struct commands *told, struct str text, const struct said *said, size_t block)
{
    const struct ask ask = {.limits = limits_usual()};
    struct fault f = {0};
    struct source source;
    struct blocks blocks;
    struct reading r = {.name = "x.json", .ask = &ask, .first_part = true};

    assert_true(source_open_memory(&source, "x.json", text, &ask.limits, &f));
    blocks_init(&blocks, &source);
    blocks.bytes = mem_grow(NULL, &blocks.room, block, 1);
    *told = (struct commands){.json = {.r = &r,
                                       .blocks = &blocks,
                                       .f = &f,
                                       .take = take,
                                       .alike = said->alike,
                                       .numbers = said->numbers,
                                       .members = said->members},
                              .records = said->records};
    told->json.context = told;
    assert_true(json_read(&told->json));
    char end[80];
    snprintf(end, sizeof end, "%llu bad %llu lines\n", (unsigned long long)r.tally.bad,
             (unsigned long long)r.tally.lines);
    buf_add(&told->text, str_of(end));
    blocks_free(&blocks);
    source_close(&source);
}

static void check_same(struct str text, struct said said, size_t block)
{
    struct commands by_yajl;
    struct commands by_shape;

    read(&by_yajl, text, &(struct said){.records = said.records}, block);
    read(&by_shape, text, &said, block);
    if (!str_equal(buf_str(&by_yajl.text), buf_str(&by_shape.text)))
        fail_msg("%.*s", (int)text.n, text.p);
    buf_free(&by_yajl.text);
    buf_free(&by_shape.text);
}

static const char *const records[] = {
    "{\"a\": \"x\", \"b\": 1}",
    "{\"a\": \"yy\", \"b\": -2.5e+3}",
    "{\"a\": \"\\u00e4\\\"]\", \"b\": 1}",
    "{\"a\": \"x\", \"b\": 1, \"c\": {\"d\": [1, null, {}], \"e\": true}}",
    "{\"a\": \"x\", \"b\": 1, \"c\": {\"d\": [1, null, {}], \"e\": false}}",
    "{\"a\\n\": {}, \"\": []}",
    "{}",
    "17",
    "\"}]\"",
    "[{\"a\": 1}]",
};

static const char *const members[] = {
    "\"x\": 1",
    "\"\\n  y\\\"}\": -2.5e+3",
    "\"\" : 17",
    "\"\\u00e4\": 1",
    "\"z\": [{\"a\": 1, \"b\": 2}]",
    "\"z\": [{\"a\": 1, \"b\": 2}, {\"a\": 3, \"b\": 4}]",
    "\"z\": {\"a\": [\"b\", null], \"x\": {}}",
    "\"s\": \"t\"",
    "\"s\": null",
    "\"s\": []",
};

enum { KINDS = sizeof records / sizeof records[0] };

static uint64_t draw(uint64_t *seed)
{
    *seed = *seed * UINT64_C(6364136223846793005) + 1442695040888963407u;
    return *seed >> 33;
}

static void add(struct buf *b, const char *const *kinds, size_t most, uint64_t *seed)
{
    static const char *const joints[] = {", ", ",\n", ",", "\n,"};
    const char *joint = joints[draw(seed) % 4];

    for (size_t n = draw(seed) % most, i = 0; i < n; i++) {
        size_t few = i % 8 ? KINDS / 2 : KINDS;
        buf_add(b, str_of(i ? joint : ""));
        buf_add(b, str_of(kinds[draw(seed) % few]));
    }
}

static void make_records(struct buf *b, uint64_t *seed)
{
    bool named = draw(seed) % 2;

    buf_clear(b);
    buf_add(b, named ? STR("{\"h\": \"[\", \"x\": [") : STR("["));
    add(b, records, 20, seed);
    buf_add(b, named ? STR("\n]}\n") : STR("]\n"));
}

static void make_members(struct buf *b, uint64_t *seed)
{
    buf_clear(b);
    for (size_t n = draw(seed) % 4; n > 0; n--) {
        bool array = draw(seed) % 5 == 0;
        buf_add(b, array ? STR("{\"x\": [") : STR("{\"h\": 1, \"x\": {"));
        add(b, array ? records : members, 10, seed);
        buf_add(b, array ? STR("]}\n") : STR("}}\n"));
    }
}

static void damage(struct buf *b, uint64_t *seed)
{
    static const char bytes[] = "{}[]\",:\\01.-e \ntx\x01";

    for (size_t n = draw(seed) % 4; n > 0; n--)
        b->p[draw(seed) % b->n] = bytes[draw(seed) % (sizeof bytes - 1)];
}

static void check_many(void (*make)(struct buf *, uint64_t *), struct said said)
{
    enum { TURNS = 20000 };
    uint64_t seed = 20;
    struct buf b = {0};

    for (unsigned i = 0; i < TURNS; i++) {
        make(&b, &seed);
        if (i % 2 && b.n)
            damage(&b, &seed);
        check_same(buf_str(&b), said, i % 3 ? 4096 : 1 + draw(&seed) % 100);
    }
    buf_free(&b);
}

static void whole_and_damaged_records_are_told_as_without_shapes(void **state)
{
    (void)state;
    check_many(make_records, (struct said){.records = true, .alike = true});
}

static void whole_and_damaged_members_are_told_as_without_shapes(void **state)
{
    (void)state;
    check_many(make_members, (struct said){.members = 2});
}

static const char *const numbers[] = {"0",
                                      "7",
                                      "17,4",
                                      "405,9160",
                                      "98765",
                                      "2345678",
                                      "12345678,304050607",
                                      "123456789012345678",
                                      "1234567890123456789012",
                                      "-1",
                                      "0.5",
                                      "1e5",
                                      "null",
                                      "true",
                                      "false,null",
                                      "01",
                                      "1.",
                                      "-",
                                      "[1, 2]",
                                      "[]",
                                      "{}",
                                      "\"1,2\"",
                                      "nul",
                                      "nulls",
                                      "t",
                                      "-null"};

static void make_numbers(struct buf *b, uint64_t *seed)
{
    static const char *const joints[] = {",", ",", ", ", "\n,\t"};
    enum { SOUND = 15 };
    size_t kinds = draw(seed) % 2 ? SOUND : sizeof numbers / sizeof numbers[0];

    buf_clear(b);
    buf_add(b, STR("{\"h\": \"[1,2,\", \"x\": ["));
    for (size_t n = draw(seed) % 5, i = 0; i < n; i++) {
        buf_add(b, str_of(i ? joints[draw(seed) % 4] : ""));
        buf_add(b, draw(seed) % 2 ? STR("[ ") : STR("["));
        for (size_t most = draw(seed) % 8, k = 0; k < most; k++) {
            buf_add(b, str_of(k ? joints[draw(seed) % 4] : ""));
            buf_add(b, str_of(numbers[draw(seed) % kinds]));
        }
        buf_add(b, draw(seed) % 2 ? STR(" ]") : STR("]"));
    }
    buf_add(b, STR("]}\n"));
}

static void whole_and_damaged_numbers_are_told_as_by_yajl(void **state)
{
    (void)state;
    check_many(make_numbers, (struct said){.numbers = true});
    check_many(make_numbers, (struct said){.numbers = true, .alike = true});
    check_many(make_records, (struct said){.records = true, .numbers = true, .alike = true});
}

static void words_among_numbers_keep_no_number_from_being_found_without_yajl(void **state)
{
    enum { MANY = 10000, BLOCK = 1000 };
    static const char *const cells[] = {",17", ", null", ", 17", ",false", ",17", ",true"};
    struct buf b = {0};
    struct commands told;

    (void)state;
    buf_add(&b, STR("[null"));
    for (unsigned i = 0; i < MANY; i++)
        buf_add(&b, str_of(cells[i % 6]));
    buf_add(&b, STR("]"));
    read(&told, buf_str(&b), &(struct said){.numbers = true}, BLOCK);
    assert_in_range(told.whole, MANY / 2 - 100, MANY / 2);
    buf_free(&told.text);
    buf_free(&b);
}

static void most_numbers_are_found_without_yajl(void **state)
{
    enum { MANY = 10000, BLOCK = 1000 };
    struct buf b = {0};
    struct commands told;

    (void)state;
    buf_add(&b, STR("[[1,2,3"));
    for (unsigned i = 0; i < MANY; i++)
        buf_add(&b, i % 10 ? STR(", 17") : STR("],[18"));
    buf_add(&b, STR("]]"));
    read(&told, buf_str(&b), &(struct said){.numbers = true}, BLOCK);
    assert_in_range(told.whole, MANY - 200, MANY + 3);
    buf_free(&told.text);
    buf_free(&b);
}

/* Beyond what is looked at before looking is given up. */
static void records_that_are_never_alike_are_told_as_well(void **state)
{
    enum { MANY = 100000 };
    struct buf b = {0};
    char record[80];

    (void)state;
    buf_add(&b, STR("["));
    for (unsigned i = 0; i < MANY; i++) {
        snprintf(record, sizeof record, "%s{\"key %u\": %u}", i ? ",\n" : "", i < MANY / 2 ? i : 0,
                 i);
        buf_add(&b, str_of(record));
    }
    buf_add(&b, STR("]"));
    check_same(buf_str(&b), (struct said){.records = true, .alike = true}, 64 << 10);
    buf_free(&b);
}

#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_record_is_found_when_only_strings_and_numbers_differ),
        cmocka_unit_test(what_is_learned_has_an_end),
#ifdef FLAME_HAVE_YAJL
        cmocka_unit_test(whole_and_damaged_records_are_told_as_without_shapes),
        cmocka_unit_test(whole_and_damaged_members_are_told_as_without_shapes),
        cmocka_unit_test(records_that_are_never_alike_are_told_as_well),
        cmocka_unit_test(whole_and_damaged_numbers_are_told_as_by_yajl),
        cmocka_unit_test(most_numbers_are_found_without_yajl),
        cmocka_unit_test(words_among_numbers_keep_no_number_from_being_found_without_yajl),
#endif
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
