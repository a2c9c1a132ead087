/* Any bytes are an ELF file or none: what is taken has segments and symbols that can be asked
 * about, and names without a NUL. */
#define _GNU_SOURCE /* memfd_create; NOLINT(bugprone-reserved-identifier) */
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "symbol/image.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool holds)
{
    if (!holds)
        abort();
}

static void check_table(const struct symbol_table *t)
{
    for (uint32_t i = 0; i < t->n; i++) {
        const struct symbol *s = &t->symbols[i];
        struct str name = table_name(t, s);
        check(!memchr(name.p, '\0', name.n));
        check(i == 0 || t->symbols[i - 1].address < s->address);
        check(name.n == 0 || table_find(t, s->address) == s);
    }
}

static void check_segments(const struct image *i)
{
    for (size_t n = 0; n < i->n_segments; n++) {
        const struct image_segment *s = &i->segments[n];
        uint64_t address;
        check(s->size == 0 || image_address(i, s->offset, &address));
        check(s->size == 0 || image_address(i, s->offset + (s->size - 1), &address) ||
              s->size - 1 > UINT64_MAX - s->offset);
    }
}

static void check_image(struct image *i)
{
    const struct limits limits = limits_untrusted();
    struct symbol_table t = {0};
    struct symbol_table stubs = {0};
    struct image mini;

    check_segments(i);
    check(i->build_id.n <= BUILD_ID_MOST);
    size_t full = image_symbols(i, &t);
    check(full == 0 || image_has_symbols(i));
    (void)image_has_lines(i);
    (void)image_section(i, ".gnu_debuglink");
    table_sort(&t);
    check_table(&t);
    image_stubs(i, &t, &stubs);
    check_table(&stubs);
    for (uint32_t n = 0; n < stubs.n; n++) {
        struct image_stub stub;
        check(!image_stub_at(i, stubs.symbols[n].address, &stub) ||
              (stub.begin <= stub.at && stub.at < stub.section.n));
    }
    if (image_open_mini(&mini, i, &limits)) {
        (void)image_symbols(&mini, &t);
        table_sort(&t);
        check_table(&t);
        image_close(&mini);
    }
    table_free(&t);
    table_free(&stubs);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct buf bytes = {0};
    struct image i;
    struct fault f = {0};
    int fd = memfd_create("elf", MFD_CLOEXEC);

    if (fd >= 0 && write(fd, data, size) == (ssize_t)size) {
        if (image_open(&i, fd, "elf", &f))
            check_image(&i);
        check(f.kind == FAULT_NONE);
        image_close(&i);
    } else if (fd >= 0) {
        close(fd);
    }
    buf_add(&bytes, (struct str){size ? (const char *)data : "", size});
    if (image_open_bytes(&i, &bytes))
        check_image(&i);
    image_close(&i);
    return 0;
}
