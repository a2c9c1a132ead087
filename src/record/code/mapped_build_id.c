/* ELF header, program headers, PT_NOTE: elf(5). */
#include "record/code/mapped_build_id.h"

#include <link.h>
#include <unistd.h>

#include "base/elf_note.h"
#include "base/native.h"

enum { HEADERS_MOST = 64, NOTES_MOST = 4096 };

static bool read_at(int fd, void *to, size_t n, uint64_t at)
{
    return pread(fd, to, n, (off_t)at) == (ssize_t)n;
}

static bool take_notes(struct mapped_range *m, int fd, const ElfW(Phdr) * segment)
{
    char notes[NOTES_MOST];
    size_t n = segment->p_filesz < sizeof notes ? (size_t)segment->p_filesz : sizeof notes;

    if (!read_at(fd, notes, n, segment->p_offset))
        return false;
    struct str id = elf_note_build_id((struct str){notes, n}, segment->p_align == 8 ? 8 : 4,
                                      native_is_big_endian());
    m->build_id_size = id.n < BUILD_ID_ROOM ? id.n : BUILD_ID_ROOM;
    memcpy(m->build_id, id.p, m->build_id_size);
    return id.n != 0;
}

void mapped_build_id_read(struct mapped_range *m, int fd)
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
