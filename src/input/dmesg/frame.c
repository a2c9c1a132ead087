/* schedule+0x5e/0xd0 [module]; [<ffffffff8168b225>] ? schedule+0x5e/0xd0;
 * schedule from wait+0x4/0x90: the frames of call traces, as the architectures and versions of
 * Linux write them. */
#include "input/dmesg/frame.h"

#include "base/parse.h"

struct str dmesg_left_trim(struct str s)
{
    while (s.n && is_blank(s.p[0]))
        s = str_from_to(s, 1, s.n);
    return s;
}

/* Takes "[<ffffffff8168b225>] " and "[c000000003a7b9d0] " off the start. */
static struct str strip_addresses(struct str s)
{
    while (s.n > 2 && s.p[0] == '[') {
        size_t end = str_find(s, 0, STR("]"));
        size_t from = s.p[1] == '<' ? 2 : 1;
        size_t to = end - (from - 1);
        if (end == s.n || to <= from || !is_hex_number(str_from_to(s, from, to)))
            break;
        s = dmesg_left_trim(str_from_to(s, end + 1, s.n));
    }
    return s;
}

/* Takes 0x and digits off the start. */
bool dmesg_strip_number(struct str *s)
{
    uint64_t value;

    return str_starts(*s, STR("0x")) && parse_hex_head(s, &value);
}

/* "[ext4]", "[ext4 0123abcd]" in what follows a function: of these the name, in brackets as of
 * other kernel modules. */
static struct str module_in(struct str rest, struct buf *room)
{
    size_t from = str_find(rest, 0, STR("["));
    size_t to = str_find(rest, from, STR("]"));
    struct str inner;
    struct str word;

    if (from == rest.n || to == rest.n)
        return STR("");
    inner = str_from_to(rest, from + 1, to);
    if (!take_word(&inner, &word))
        return STR("");
    buf_clear(room);
    buf_add_byte(room, '[');
    buf_add(room, word);
    buf_add_byte(room, ']');
    return buf_str(room);
}

static bool has_blank(struct str s)
{
    for (size_t i = 0; i < s.n; i++)
        if (is_blank(s.p[i]))
            return true;
    return false;
}

/* schedule+0x5e/0xd0 [module] */
static bool parse_offset(struct str s, struct dmesg_frame *frame, struct buf *room)
{
    size_t plus = str_find(s, 0, STR("+0x"));
    struct str rest = str_from_to(s, plus < s.n ? plus + 1 : s.n, s.n);

    if (plus == 0 || !dmesg_strip_number(&rest) || rest.n == 0 || rest.p[0] != '/')
        return false;
    frame->name = str_from_to(s, 0, plus);
    rest = str_from_to(rest, 1, rest.n);
    if (has_blank(frame->name) || !dmesg_strip_number(&rest) || (rest.n && !is_blank(rest.p[0])))
        return false;
    frame->module = module_in(rest, room);
    frame->guess = frame->guess || str_find(rest, 0, STR("(unreliable)")) < rest.n;
    return true;
}

/* schedule (kernel/sched/core.c:5 include/linux/a.h:6 (discriminator 2)) module: as the kernel's
 * decode_stacktrace.sh writes it. The last place is that of the function. */
static bool parse_decoded(struct str s, struct dmesg_frame *frame)
{
    size_t open = str_find(s, 0, STR(" ("));
    size_t close = str_find_last(s, STR(")"));
    struct str word;
    bool any = false;

    if (open == 0 || open == s.n || close == s.n || close < open + 2)
        return false;
    frame->name = str_from_to(s, 0, open);
    struct str rest = str_from_to(s, open + 2, close);
    while (take_word(&rest, &word)) {
        size_t colon = str_find_last(word, STR(":"));
        uint64_t line;
        if (str_equal(word, STR("(discriminator")))
            break;
        if (colon == 0 || colon == word.n ||
            !parse_u64(str_from_to(word, colon + 1, word.n), &line))
            return false;
        frame->file = str_from_to(word, 0, colon);
        frame->line = line;
        any = true;
    }
    return any && !has_blank(frame->name);
}

/* Parses a line of a trace; false when it is no frame. */
bool dmesg_frame_parse(struct str message, struct dmesg_frame *frame, struct buf *room)
{
    bool bracketed = str_starts(message, STR("([<")) && str_ends(message, STR(")")); /* s390 */
    struct str s = strip_addresses(bracketed ? str_from_to(message, 1, message.n - 1) : message);

    *frame = (struct dmesg_frame){.name = STR(""), .module = STR(""), .file = STR("")};
    frame->guess = bracketed;
    if (str_starts(s, STR("? "))) {
        frame->guess = true;
        s = dmesg_left_trim(str_from_to(s, 2, s.n));
    }
    if (parse_offset(s, frame, room) || parse_decoded(s, frame))
        return true;
    frame->name = STR("");
    if (!dmesg_strip_number(&s))
        return false;
    s = str_trim(s);
    frame->guess = frame->guess || str_equal(s, STR("(unreliable)"));
    return s.n == 0 || s.p[0] == '(' || s.p[0] == '[';
}

/* "RIP: 0010:schedule+0x5e/0xd0", below Xen with e030, and older "RIP: 0010:[<ffffffff81>]
 * [<ffffffff81>] f+0x1/0x2": where the kernel was. Where it was in the program is of no use. */
bool dmesg_frame_of_registers(struct str message, struct dmesg_frame *frame, struct buf *room)
{
    struct str s = message;

    if (!str_starts(s, STR("RIP: 0010:")) && !str_starts(s, STR("RIP: e030:")) &&
        !str_starts(s, STR("EIP: ")))
        return false;
    s = dmesg_left_trim(str_from_to(s, s.p[0] == 'R' ? 10 : 5, s.n));
    return dmesg_frame_parse(s, frame, room) && frame->name.n;
}

bool dmesg_frame_of_side(struct str side, struct dmesg_frame *frame, struct buf *room)
{
    struct str s = strip_addresses(str_trim(side));

    *frame = (struct dmesg_frame){.name = STR(""), .module = STR(""), .file = STR("")};
    if (str_starts(s, STR("(")) && str_ends(s, STR(")")))
        s = str_from_to(s, 1, s.n - 1);
    if (parse_offset(s, frame, room))
        return true;
    frame->name = STR("");
    if (dmesg_strip_number(&s))
        return s.n == 0;
    size_t end = str_find(s, 0, STR(" ["));
    if (end < s.n && str_ends(s, STR("]")))
        frame->module = module_in(str_from_to(s, end, s.n), room);
    frame->name = str_from_to(s, 0, end);
    return frame->name.n && !has_blank(frame->name);
}

bool dmesg_call_parse(struct str message, struct dmesg_call *call, struct buf *room)
{
    const struct str from = STR(" from ");
    size_t at = str_find(message, 0, from);
    struct dmesg_frame frame;

    if (at == 0 || at == message.n)
        return false;
    call->callee = str_from_to(message, 0, at);
    call->caller = str_from_to(message, at + from.n, message.n);
    if (!dmesg_frame_of_side(call->callee, &frame, room) ||
        !dmesg_frame_of_side(call->caller, &frame, room))
        return false;
    call->sure = str_starts(call->callee, STR("[<")) && str_starts(call->caller, STR("[<"));
    return call->sure || str_starts(call->caller, STR("0x")) ||
           str_find(call->caller, 0, STR("+0x")) < call->caller.n;
}
