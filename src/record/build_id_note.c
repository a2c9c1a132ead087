/* ELF header, program headers, PT_NOTE: elf(5). */
#include "record/build_id_note.h"

#include <link.h>
#include <unistd.h>

enum { HEADERS_MOST = 64, NOTES_MOST = 4096 };

/* Each note: sizes of name and body, type, name, body; both are padded to 4 bytes. */
struct str build_id_in_notes(struct str notes)
{
    ElfW(Nhdr) note;

    while (notes.n >= sizeof note) {
        memcpy(&note, notes.p, sizeof note);
        size_t name = ((size_t)note.n_namesz + 3) & ~(size_t)3;
        size_t body = ((size_t)note.n_descsz + 3) & ~(size_t)3;
        notes = str_from_to(notes, sizeof note, notes.n);
        if (name > notes.n || body > notes.n - name)
            break;
        if (note.n_type == NT_GNU_BUILD_ID && note.n_descsz && note.n_descsz <= BUILD_ID_ROOM &&
            note.n_namesz == sizeof "GNU" && memcmp(notes.p, "GNU", sizeof "GNU") == 0)
            return (struct str){notes.p + name, note.n_descsz};
        notes = str_from_to(notes, name + body, notes.n);
    }
    return STR("");
}

static bool read_at(int fd, void *to, size_t n, uint64_t at)
{
    return pread(fd, to, n, (off_t)at) == (ssize_t)n;
}

static bool take_notes(struct mapping *m, int fd, const ElfW(Phdr) * segment)
{
    char notes[NOTES_MOST];
    size_t n = segment->p_filesz < sizeof notes ? (size_t)segment->p_filesz : sizeof notes;

    if (!read_at(fd, notes, n, segment->p_offset))
        return false;
    struct str id = build_id_in_notes((struct str){notes, n});
    memcpy(m->build_id, id.p, id.n);
    m->build_id_size = id.n;
    return id.n != 0;
}

void build_id_read(struct mapping *m, int fd)
{
    ElfW(Ehdr) header;
    ElfW(Phdr) segment;
    const unsigned char word = sizeof(void *) == 8 ? ELFCLASS64 : ELFCLASS32;

    m->build_id_size = 0;
    if (!read_at(fd, &header, sizeof header, 0) || memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 ||
        header.e_ident[EI_CLASS] != word || header.e_phentsize != sizeof segment)
        return;
    for (unsigned i = 0; i < header.e_phnum && i < HEADERS_MOST; i++) {
        if (!read_at(fd, &segment, sizeof segment, header.e_phoff + i * sizeof segment))
            return;
        if (segment.p_type == PT_NOTE && take_notes(m, fd, &segment))
            return;
    }
}
