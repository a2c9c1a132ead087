/* Reads /proc/kallsyms, /proc/modules, /sys/kernel/notes, and the vDSO of this program. */
#include "record/code/kernel_map.h"

#include <link.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <sys/auxv.h>

#include "base/elf_note.h"
#include "base/native.h"
#include "base/parse.h"
#include "record/code/file_build_ids.h"
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
    struct mapped_range m = {.pid = UINT32_MAX};
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
    struct mapped_range m = {.pid = UINT32_MAX, .name = {name, 0}};

    (void)small_file_lines("/proc/kallsyms", is_not_text, &symbol);
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

/* The vDSO is a part of the kernel: that of this program is that of all with words of this size. */
static void add_vdso_build_id(struct buf *to)
{
    /* 0: there is none. NOLINTNEXTLINE(performance-no-int-to-ptr) */
    const char *vdso = (const char *)getauxval(AT_SYSINFO_EHDR);
    struct str id = STR("");
    ElfW(Ehdr) header;
    ElfW(Phdr) part;

    if (!vdso || memcmp(vdso, ELFMAG, SELFMAG) != 0)
        return;
    memcpy(&header, vdso, sizeof header);
    for (size_t i = 0; i < header.e_phnum && id.n == 0; i++) {
        memcpy(&part, vdso + header.e_phoff + i * header.e_phentsize, sizeof part);
        if (part.p_type == PT_NOTE)
            id = elf_note_build_id((struct str){vdso + part.p_offset, part.p_filesz},
                                   part.p_align == 8 ? 8 : 4, native_is_big_endian());
    }
    if (id.n && id.n <= BUILD_ID_ROOM)
        build_id_record_add(to, PERF_RECORD_MISC_USER, id, STR("[vdso]"));
}

void kernel_map_add_build_ids(struct buf *to)
{
    struct buf text = {0};
    struct str id = STR("");

    if (small_file_read(&text, "/sys/kernel/notes"))
        id = elf_note_build_id(buf_str(&text), 4, native_is_big_endian());
    if (id.n && id.n <= BUILD_ID_ROOM)
        build_id_record_add(to, PERF_RECORD_MISC_KERNEL, id, str_of(KERNEL));
    buf_free(&text);
    add_vdso_build_id(to);
}
