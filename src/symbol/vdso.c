/* Copies the vDSO of this process; all processes of this kernel have the same. */
#include "symbol/vdso.h"

#include <elf.h>
#include <sys/auxv.h>

/* Its section table is at its end. */
enum { SIZE_MOST = 1 << 20 };

bool vdso_copy(struct buf *to)
{
    /* 0: none. NOLINTNEXTLINE(performance-no-int-to-ptr) */
    const char *begin = (const char *)getauxval(AT_SYSINFO_EHDR);
    uint64_t size;

    if (!begin || memcmp(begin, ELFMAG, SELFMAG) != 0)
        return false;
    if (begin[EI_CLASS] == ELFCLASS64) {
        Elf64_Ehdr header;
        memcpy(&header, begin, sizeof header);
        size = header.e_shoff + (uint64_t)header.e_shnum * header.e_shentsize;
    } else {
        Elf32_Ehdr header;
        memcpy(&header, begin, sizeof header);
        size = header.e_shoff + (uint64_t)header.e_shnum * header.e_shentsize;
    }
    if (size > SIZE_MAX || size > SIZE_MOST)
        return false;
    buf_add(to, (struct str){begin, (size_t)size});
    return true;
}
