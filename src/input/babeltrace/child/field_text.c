/* 4711, -1, 0x1F, 017, 0b101, worker \"7\" */
#include "input/babeltrace/child/field_text.h"

static bool is(const bt_field_class *class, bt_field_class_type type)
{
    return bt_field_class_type_is(bt_field_class_get_type(class), type);
}

bool field_has_text(const bt_field_class *class)
{
    return is(class, BT_FIELD_CLASS_TYPE_STRING) || is(class, BT_FIELD_CLASS_TYPE_INTEGER);
}

static uint64_t lowest(uint64_t value, unsigned n_bits)
{
    return n_bits < 64 ? value & ((UINT64_C(1) << n_bits) - 1) : value;
}

static unsigned n_bits_of(const bt_field_class *class)
{
    return (unsigned)bt_field_class_integer_get_field_value_range(class);
}

struct field_bits field_bits_of(const bt_field_class *class)
{
    return (struct field_bits){is(class, BT_FIELD_CLASS_TYPE_SIGNED_INTEGER),
                               lowest(UINT64_MAX, (n_bits_of(class) + 3) / 4 * 4)};
}

/* A power of two as base: digits of so many bits each. */
static void add_digits(struct buf *to, uint64_t value, unsigned bits, unsigned n)
{
    for (unsigned i = n; i-- > 0;)
        buf_add_byte(to, "0123456789ABCDEF"[value >> (i * bits) & ((1u << bits) - 1)]);
}

static unsigned count_digits(uint64_t value, unsigned bits)
{
    unsigned n = 1;

    while (value >>= bits)
        n++;
    return n;
}

static void add_decimal(struct buf *to, uint64_t value)
{
    char digits[20];
    size_t at = sizeof digits;

    do {
        digits[--at] = (char)('0' + value % 10);
        value /= 10;
    } while (value);
    buf_add(to, (struct str){digits + at, sizeof digits - at});
}

static void add_integer(const bt_field *field, const bt_field_class *class, struct buf *to)
{
    const struct field_bits bits = field_bits_of(class);
    uint64_t value = bits.is_signed ? (uint64_t)bt_field_integer_signed_get_value(field)
                                    : bt_field_integer_unsigned_get_value(field);

    switch (bt_field_class_integer_get_preferred_display_base(class)) {
    case BT_FIELD_CLASS_INTEGER_PREFERRED_DISPLAY_BASE_BINARY:
        buf_add(to, STR("0b"));
        add_digits(to, value, 1, n_bits_of(class));
        break;
    case BT_FIELD_CLASS_INTEGER_PREFERRED_DISPLAY_BASE_OCTAL:
        if (bits.is_signed)
            value = lowest(value, (n_bits_of(class) + 2) / 3 * 3);
        buf_add(to, STR("0"));
        add_digits(to, value, 3, count_digits(value, 3));
        break;
    case BT_FIELD_CLASS_INTEGER_PREFERRED_DISPLAY_BASE_HEXADECIMAL:
        value &= bits.mask;
        buf_add(to, STR("0x"));
        add_digits(to, value, 4, count_digits(value, 4));
        break;
    case BT_FIELD_CLASS_INTEGER_PREFERRED_DISPLAY_BASE_DECIMAL:
        if (bits.is_signed && value >> 63) {
            buf_add_byte(to, '-');
            value = -value;
        }
        add_decimal(to, value);
        break;
    }
}

/* The letter behind the backslash of a control character; 0: it has none. */
static char letter_of(unsigned char c)
{
    static const char letters[] = {['\a'] = 'a', ['\b'] = 'b', ['\f'] = 'f', ['\n'] = 'n',
                                   ['\r'] = 'r', ['\t'] = 't', ['\v'] = 'v', [27] = 'e'};

    if (c < sizeof letters)
        return letters[c];
    return '\0';
}

static void add_string(struct str s, struct buf *to)
{
    size_t from = 0;

    for (size_t i = 0; i < s.n; i++) {
        const unsigned char c = (unsigned char)s.p[i];
        const bool is_control = c < ' ' || c == 127;
        if (!is_control && c != '\\' && c != '\'' && c != '"' && c != '?')
            continue;
        buf_add(to, str_from_to(s, from, i));
        from = i + 1;
        buf_add_byte(to, '\\');
        if (!is_control) {
            buf_add_byte(to, s.p[i]);
        } else if (letter_of(c)) {
            buf_add_byte(to, letter_of(c));
        } else {
            buf_add_byte(to, 'x');
            buf_add_byte(to, "0123456789abcdef"[c >> 4]);
            buf_add_byte(to, "0123456789abcdef"[c & 15]);
        }
    }
    buf_add(to, str_from_to(s, from, s.n));
}

void field_text(const bt_field *field, struct buf *to)
{
    const bt_field_class *class = bt_field_borrow_class_const(field);

    if (is(class, BT_FIELD_CLASS_TYPE_STRING))
        add_string(str_of(bt_field_string_get_value(field)), to);
    else
        add_integer(field, class, to);
}
