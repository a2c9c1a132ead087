/* Each note: sizes of name and content, type, name, content; both are padded. */
#include "base/elf_note.h"

enum { HEAD = 12, TYPE_BUILD_ID = 3 };

static uint64_t word_at(struct str s, size_t at, bool big)
{
    uint64_t word = 0;

    for (size_t i = 0; i < 4; i++)
        word |= (uint64_t)(unsigned char)s.p[at + i] << 8 * (big ? 3 - i : i);
    return word;
}

struct str elf_note_build_id(struct str notes, size_t align, bool big)
{
    while (notes.n >= HEAD) {
        uint64_t name = word_at(notes, 0, big);
        uint64_t size = word_at(notes, 4, big);
        uint64_t begin = (HEAD + name + align - 1) / align * align;
        uint64_t end = (begin + size + align - 1) / align * align;
        if (begin > notes.n || size > notes.n - begin)
            break;
        if (word_at(notes, 8, big) == TYPE_BUILD_ID && name == sizeof "GNU" &&
            memcmp(notes.p + HEAD, "GNU", sizeof "GNU") == 0)
            return str_from_to(notes, (size_t)begin, (size_t)(begin + size));
        if (end > notes.n)
            break;
        notes = str_from_to(notes, (size_t)end, notes.n);
    }
    return STR("");
}
