/* The message "did you mean ...?" for an unknown word. */
#include "base/nearest.h"

bool nearest_fault(const struct nearest *n, const char *what, struct str word, const char *hint,
                   struct fault *f)
{
    const char *meant = nearest_word(n);
    struct excerpt e;

    return fault_set(f, FAULT_USAGE, "%s is named \"%s\"%s%s%s (%s)", what, excerpt_of(&e, word),
                     meant ? "; did you mean \"" : "", meant ? meant : "", meant ? "\"?" : "",
                     hint);
}
