/* Numbers in the byte order of this machine. */
#ifndef BASE_NATIVE_H
#define BASE_NATIVE_H

#include "base/buf.h"

static inline bool native_is_big_endian(void)
{
    const uint16_t one = 1;

    return *(const char *)&one == 0;
}

static inline void native_u32(struct buf *to, uint32_t n)
{
    buf_add(to, (struct str){(const char *)&n, sizeof n});
}

static inline void native_u64(struct buf *to, uint64_t n)
{
    buf_add(to, (struct str){(const char *)&n, sizeof n});
}

#endif
