/* The parts of a function's name, so that what says most can be kept when it does not fit:
 *
 *     void std::vector<int>::push_back(int const&) const
 *     core -^    scope -^    own -^   end -^
 */
#ifndef RENDER_COMMON_NAME_PARTS_H
#define RENDER_COMMON_NAME_PARTS_H

#include "base/ascii.h"
#include "base/buf.h"

/* Places in the name, in bytes: core <= scope <= own <= end. */
struct name_parts {
    size_t core;  /* behind a return type: where packages, namespaces or classes begin */
    size_t scope; /* the last of these, mostly the class; as own: there is none */
    size_t own;   /* the function's own name, with generic arguments that follow it */
    size_t end;   /* behind it: arguments, the place in the source, a tier */
};

/* Finds them in C++, Rust, Go, Java, .NET, D, Python, Ruby and JavaScript, and in what perf maps
 * write. Of other text all is own name. */
struct name_parts name_parts_of(struct str name);

/* Where the scope or own name begins that follows the one at `at`; parts->own is the last. */
size_t name_parts_next(struct str name, const struct name_parts *parts, size_t at);

/* Whether the own name says nothing without its class: run, apply, operator(). */
bool name_parts_is_vague(struct str name, const struct name_parts *parts);

/* Returns the length of `operator` and what belongs to it if they stand at `at`, else 0.
 * operator<<int> is read as << before a stray int>: demanglers write operator< <int>. */
size_t name_operator_length(struct str name, size_t at);

/* Letters, digits, _, $ and all beyond ASCII. */
static inline bool name_is_letter(char c)
{
    return is_letter(c) || is_digit(c) || c == '_' || c == '$' || (unsigned char)c >= 0x80;
}

/* Appends the name with generic arguments shrunk so that `over` cells are saved, as far as there
 * are so many: the deepest if that is enough, and of these the longest first. */
void name_shrink_arguments(struct str name, size_t over, struct buf *to);

#endif
