/* Reads /proc/kallsyms, /proc/modules and /sys/kernel/notes. */
#include "record/kernel_map.h"

#include <linux/perf_event.h>
#include <stdio.h>

#include "base/elf_note.h"
#include "base/native.h"
#include "base/parse.h"
#include "record/small_file.h"
#include "record/synthetic.h"

static const char KERNEL[] = "[kernel.kallsyms]";

/* The first of _text and _stext in the list of symbols. */
struct text_symbol {
    uint64_t address; /* 0: not found, or the addresses are hidden */
    char name[8];
};

/* "ffffffff81000000 T _stext" */
static bool is_not_text(void *context, struct str line)
{
    struct text_symbol *text = context;
    struct str type, name;
    uint64_t address;

    if (!parse_hex_head(&line, &address) || !take_word(&line, &type) || !take_word(&line, &name) ||
        (!str_equal(name, STR("_text")) && !str_equal(name, STR("_stext"))))
        return true;
    text->address = address;
    snprintf(text->name, sizeof text->name, "%.*s", (int)name.n, name.p);
    return false;
}

/* name size users by state address */
static void add_module(struct buf *to, struct str line)
{
    struct str name, word, address = STR("");
    struct mapping m = {.pid = UINT32_MAX};
    char text[128];

    if (!take_word(&line, &name) || !take_word(&line, &word) || !parse_u64(word, &m.size))
        return;
    for (unsigned i = 0; i < 4; i++)
        if (!take_word(&line, &address))
            return;
    if (!parse_hex_head(&address, &m.address) || m.address == 0)
        return;
    int n = snprintf(text, sizeof text, "[%.*s]", (int)name.n, name.p);
    if (n <= 0 || (size_t)n >= sizeof text)
        return;
    m.name = (struct str){text, (size_t)n};
    synthetic_kernel_mmap(to, &m);
}

/* The kernel's own map reaches to the end of the address space: what modules have lies on top. */
void kernel_map_add(struct buf *to)
{
    struct buf text = {0};
    struct text_symbol symbol = {0};
    struct str rest, line;
    char name[64];
    struct mapping m = {.pid = UINT32_MAX, .name = {name, 0}};

    small_file_lines("/proc/kallsyms", is_not_text, &symbol);
    m.address = symbol.address;
    if (m.address) {
        m.name.n = (size_t)snprintf(name, sizeof name, "%s%s", KERNEL, symbol.name);
        m.offset = m.address;
        m.size = UINT64_MAX - m.address;
        synthetic_kernel_mmap(to, &m);
        if (small_file_read(&text, "/proc/modules"))
            for (rest = buf_str(&text); take_field(&rest, '\n', &line);)
                add_module(to, line);
    }
    buf_free(&text);
}

/* {header, pid, id of 20 bytes with its size behind, padding, path} */
void kernel_map_add_build_id(struct buf *to)
{
    enum { PATH = 64 };
    struct buf text = {0};
    char path[PATH] = {0};
    unsigned char id[BUILD_ID_ROOM + 4] = {0};
    const uint32_t pid = UINT32_MAX;
    const struct perf_event_header header = {
        .misc = PERF_RECORD_MISC_KERNEL | 1U << 15, /* the size of the id is there */
        .size = sizeof header + sizeof pid + sizeof id + PATH,
    };
    struct str found = STR("");

    if (small_file_read(&text, "/sys/kernel/notes"))
        found = elf_note_build_id(buf_str(&text), 4, native_is_big_endian());
    if (found.n && found.n <= BUILD_ID_ROOM) {
        memcpy(id, found.p, found.n);
        id[BUILD_ID_ROOM] = (unsigned char)found.n;
        snprintf(path, sizeof path, "%s", KERNEL);
        buf_add(to, (struct str){(const char *)&header, sizeof header});
        buf_add(to, (struct str){(const char *)&pid, sizeof pid});
        buf_add(to, (struct str){(const char *)id, sizeof id});
        buf_add(to, (struct str){path, sizeof path});
    }
    buf_free(&text);
}
