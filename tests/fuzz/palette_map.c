/* A map that is printed and read again prints the same, and every line is a name or a note. */
#include <stdint.h>
#include <stdlib.h>

#include "render/theme/palette_map.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool holds)
{
    if (!holds)
        abort();
}

static void print(const struct palette_map *map, struct sink *s)
{
    sink_open_buf(s);
    palette_map_print(map, s);
}

/* The bytes are a map, and a name to add to it. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct str bytes = {size ? (const char *)data : "", size};
    struct notes notes = {0};
    struct notes none = {0};
    struct palette_map map;
    struct palette_map again;
    struct sink first;
    struct sink second;

    palette_map_parse(&map, "fuzz", bytes, &notes);
    palette_map_add(&map, bytes, (struct colour){1, 2, 3});
    palette_map_add(&map, str_from_to(bytes, 0, size / 2), (struct colour){4, 5, 6});
    print(&map, &first);
    palette_map_parse(&again, "again", buf_str(&first.buf), &none);
    check(none.total == notes.total);
    print(&again, &second);
    check(str_equal(buf_str(&first.buf), buf_str(&second.buf)));
    palette_map_free(&map);
    palette_map_free(&again);
    sink_discard(&first);
    sink_discard(&second);
    return 0;
}
