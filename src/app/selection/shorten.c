/* "java.net.Socket.read" becomes "j.n.Socket.read" or "Socket.read", "libc`read" becomes "read":
 * shortens function names. */
#include "app/selection/shorten.h"

#include "base/buf.h"
#include "base/mem.h"
#include "base/parse.h"
#include "model/rename.h"

static bool is_word(char c)
{
    return is_letter(c) || is_digit(c) || c == '_' || (unsigned char)c >= 0x80;
}

/* Returns where class and method begin: after the second last separator; 0 if there is none. */
static size_t class_at(struct str name, const char *separators)
{
    unsigned found = 0;
    size_t at = name.n;

    while (at && (!name.p[at - 1] || !strchr(separators, name.p[at - 1]) || ++found < 2))
        at--;
    return at;
}

/* Returns the length of the packages in "java.net.Socket.read" or "java/net/Socket.read". Tries
 * dots alone first: the slash in "a.b.C$$Lambda/0x1.run" ends no package. */
static size_t packages_end(struct str name)
{
    size_t at = class_at(name, ".");

    return at ? at : class_at(name, "./");
}

/* Adds the first letter of each word. */
static void add_letters(struct buf *to, struct str packages)
{
    for (size_t i = 0; i < packages.n; i++)
        if (i == 0 || !is_word(packages.p[i]) || !is_word(packages.p[i - 1]))
            buf_add_byte(to, packages.p[i]);
}

static void shorten(enum shorten what, struct str name, struct buf *to)
{
    size_t from = 0;

    buf_clear(to);
    if (what == SHORTEN_NO_MODULES) {
        from = str_find(name, 0, STR("`"));
        from = from + 1 < name.n ? from + 1 : 0;
    } else {
        from = packages_end(name);
        if (what == SHORTEN_PACKAGES)
            add_letters(to, str_from_to(name, 0, from));
    }
    buf_add(to, str_from_to(name, from, name.n));
}

void shorten_apply(enum shorten what, const struct profile *from, struct profile *to)
{
    name_id *by_frame = mem_alloc(from->frames.n, sizeof *by_frame);
    struct names names;
    struct buf text = {0};

    names_init(&names);
    for (frame_id i = 1; i < from->frames.n; i++) {
        shorten(what, names_get(&from->names, from->frames.rows[i].name), &text);
        by_frame[i] = names_add(&names, buf_str(&text));
    }
    profile_rename(to, from, &names, by_frame);
    profile_add_tracks(to, from);
    buf_free(&text);
    names_free(&names);
    mem_free(by_frame, from->frames.n, sizeof *by_frame);
}
