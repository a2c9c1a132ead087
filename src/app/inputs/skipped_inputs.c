/* "997 of 1,000 profiles; not read: a.folded, b.folded, and 1 more": reports the inputs that were
 * skipped. */
#include "app/inputs/skipped_inputs.h"

#include "app/common/message.h"
#include "base/sink.h"

enum { NAMES_MOST = 20 };

void skipped_inputs_add(struct skipped_inputs *left, const char *name, const struct fault *why)
{
    struct excerpt e;

    message_print_fault(why);
    if (left->n++ >= NAMES_MOST)
        return;
    if (left->names.n)
        buf_add(&left->names, STR(", "));
    buf_add(&left->names, str_of(excerpt_of(&e, str_of(name))));
}

void skipped_inputs_free(struct skipped_inputs *left)
{
    buf_free(&left->names);
}

bool skipped_inputs_tell(const struct skipped_inputs *left, size_t n, bool quiet, struct buf *about,
                         struct fault *f)
{
    struct sink s;

    if (left->n == 0)
        return true;
    if (left->n == n)
        return fault_set(f, FAULT_INPUT, "none of %zu profile%s could be read, wanted one", n,
                         plural(n));
    sink_open_buf(&s);
    sink_grouped(&s, n - left->n, 0);
    sink_text(&s, " of ");
    sink_grouped(&s, n, 0);
    sink_text(&s, " profiles; not read: ");
    sink_str(&s, buf_str(&left->names));
    if (left->n > NAMES_MOST) {
        sink_text(&s, ", and ");
        sink_grouped(&s, left->n - NAMES_MOST, 0);
        sink_text(&s, " more");
    }
    buf_clear(about);
    buf_add(about, buf_str(&s.buf));
    sink_discard(&s);
    if (!quiet)
        message_print("%.*s", (int)about->n, about->p);
    return true;
}
