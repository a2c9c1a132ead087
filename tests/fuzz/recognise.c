/* Any bytes are recognised as some format, or as none; what a format recognises has its signs; what
 * is looked at further keeps every byte behind what is passed over, which is whole lines; squeezed
 * JSON is no longer than a prefix. */
#include "input/recognise/recognise.h"
#include "input/common/signs.h"
#include "input/recognise/further.h"
#include "input/recognise/json_keys.h"
#include "tests/fuzz/reading.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_squeezed(struct str text)
{
    struct buf squeezed = {0};
    struct buf keys = {0};

    json_keys_squeeze(text, &squeezed);
    check(squeezed.n <= SOURCE_PREFIX + 2 && squeezed.n <= text.n + text.n / 16);
    json_keys_list(text, &keys);
    check(keys.n <= text.n + 8);
    buf_free(&squeezed);
    buf_free(&keys);
}

static uint64_t lines_of(struct str text)
{
    uint64_t n = 0;

    for (size_t i = 0; i < text.n; i++)
        n += text.p[i] == '\n';
    return n;
}

static void check_further(struct str bytes)
{
    const struct limits limits = limits_untrusted();
    struct input_report report = {.unknown = true};
    struct fault f = {0};
    struct source source;
    struct blocks blocks;
    struct str rest;

    if (!source_open_memory(&source, "fuzz", bytes, &limits, &f))
        return; /* packed, and damaged */
    blocks_init(&blocks, &source);
    if (!source.unpack) {
        check(further_find(&blocks, &report, &f));
        check(report.before.bytes <= bytes.n);
        struct str before = str_from_to(bytes, 0, report.before.bytes);
        check(lines_of(before) == report.before.lines);
        check(!before.n || before.p[before.n - 1] == '\n');
        check(blocks_look(&blocks, bytes.n + 1, &rest, &f));
        check(str_equal(rest, str_from_to(bytes, before.n, bytes.n)));
    }
    blocks_free(&blocks);
    source_close(&source);
}

static void check_signs(struct str text)
{
    size_t n;
    const struct input_format *const *formats = input_formats(&n);
    struct signs signs;

    signs_find(&signs, text);
    for (size_t i = 0; i < n; i++)
        if (formats[i]->recognise && !signs_allow(&signs, formats[i]))
            check(!formats[i]->recognise(text));
    signs_free(&signs);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct str bytes = {(const char *)data, size};
    struct input_report report = {0};

    const struct str prefix = str_from_to(bytes, 0, size < SOURCE_PREFIX ? size : SOURCE_PREFIX);
    const unsigned bits = input_recognise_text(prefix, &report);
    check((bits > 0) == (report.format != NULL));
    check_signs(prefix);
    check_squeezed(bytes);
    check_further(bytes);
    return 0;
}
