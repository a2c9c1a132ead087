/* Frames of call traces in the kernel's log. */
#ifndef INPUT_DMESG_FRAME_H
#define INPUT_DMESG_FRAME_H

#include "base/buf.h"
#include "base/str.h"

/* Texts are borrowed from the line; the module may be in the room. */
struct dmesg_frame {
    struct str name; /* empty: not known */
    struct str module;
    struct str file;
    uint64_t line;
    bool guess; /* the kernel found the address on the stack and is not sure */
};

struct str dmesg_left_trim(struct str s);

/* Takes 0x and digits off the start. */
bool dmesg_strip_number(struct str *s);

/* Parses a line of a trace; false when it is no frame. */
bool dmesg_frame_parse(struct str message, struct dmesg_frame *frame, struct buf *room);

/* Parses the register that says where the kernel was. */
bool dmesg_frame_of_registers(struct str message, struct dmesg_frame *frame, struct buf *room);

/* A line of 32-bit ARM: a frame and its caller. */
struct dmesg_call {
    struct str callee, caller; /* for dmesg_frame_of_side */
    bool sure;                 /* it is like no other line of a log */
};

/* Splits "[<c010b9f4>] (show_stack) from [<c0a1c5a8>] (dump_stack+0x98/0xac)" or, since Linux 5.16,
 * "show_stack from dump_stack+0x98/0xac"; false when the line is something else. */
bool dmesg_call_parse(struct str message, struct dmesg_call *call, struct buf *room);

/* Parses a side of such a line. */
bool dmesg_frame_of_side(struct str side, struct dmesg_frame *frame, struct buf *room);

#endif
