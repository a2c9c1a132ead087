/* limit-json FILE: yajl with callbacks that do nothing; the least work of a reader of JSON. */
#include <stdbool.h>
#include <stdio.h>
#include <yajl/yajl_parse.h>

static int on_nothing(void *context)
{
    (void)context;
    return 1;
}

static int on_text(void *context, const unsigned char *text, size_t n)
{
    (void)context;
    (void)text;
    (void)n;
    return 1;
}

static int on_number(void *context, const char *text, size_t n)
{
    (void)context;
    (void)text;
    (void)n;
    return 1;
}

static int on_boolean(void *context, int value)
{
    (void)context;
    (void)value;
    return 1;
}

int main(int argc, char **argv)
{
    static const yajl_callbacks callbacks = {
        .yajl_null = on_nothing,
        .yajl_boolean = on_boolean,
        .yajl_number = on_number,
        .yajl_string = on_text,
        .yajl_start_map = on_nothing,
        .yajl_map_key = on_text,
        .yajl_end_map = on_nothing,
        .yajl_start_array = on_nothing,
        .yajl_end_array = on_nothing,
    };
    static unsigned char block[256 << 10];
    FILE *in = argc == 2 ? fopen(argv[1], "rb") : NULL;
    yajl_handle parser = yajl_alloc(&callbacks, NULL, NULL);
    bool ok = in && parser;
    size_t n;

    if (parser)
        yajl_config(parser, yajl_allow_multiple_values, 1);
    while (ok && (n = fread(block, 1, sizeof block, in)) > 0)
        ok = yajl_parse(parser, block, n) == yajl_status_ok;
    ok = ok && yajl_complete_parse(parser) == yajl_status_ok;
    if (parser)
        yajl_free(parser);
    if (in)
        fclose(in);
    return ok ? 0 : 1;
}
