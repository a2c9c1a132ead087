/* --explain main, --explain '[libc.so.6]', --explain 0x9f0c2: matches frames with these. */
#include "input/common/names/explained.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/parse.h"
#include "input/common/reading.h"

static bool is_name(struct str wanted, struct str name)
{
    return str_starts(name, wanted) &&
           (name.n == wanted.n || (name.p[wanted.n] == ':' &&
                                   !str_starts(str_from_to(name, wanted.n, name.n), STR("::"))));
}

static bool is_module(struct str wanted, struct str module)
{
    return module.n && wanted.n > 2 && str_starts(wanted, STR("[")) && str_ends(wanted, STR("]")) &&
           str_equal(str_from_to(wanted, 1, wanted.n - 1), path_base_name(module));
}

bool explained_matches(const char *wanted, const struct explained_frame *frame)
{
    struct str text = str_of(wanted);
    char hex[20];

    snprintf(hex, sizeof hex, "%" PRIx64, frame->address);
    return is_name(text, frame->name) || is_module(text, frame->module) ||
           str_equal(str_from_to(text, str_starts(text, STR("0x")) ? 2 : 0, text.n), str_of(hex));
}

struct str explained_naming(struct modules *m, module_id id, uint64_t address, bool is_inlined)
{
    if (is_inlined)
        return STR("inlined there, according to debug information (DWARF)");
    switch (modules_naming(m, id, address)) {
    case NAMED_BY_SYMBOL:
        return STR("named by its table of symbols");
    case NAMED_BY_STUB:
        return STR("named by its procedure linkage table");
    case NAMED_BY_LINES:
        return STR("named by debug information (DWARF)");
    case NAMED_BY_RECORDING:
        return STR("named by its symbols in the recording");
    case NAMED_BY_NOTHING:
        break;
    }
    return STR("no name");
}

void explained_unread(const struct modules *m, struct text_list *to)
{
#ifdef FLAME_HAVE_ZSTD
    static const char why[] = "its bytes are damaged";
#else
    static const char why[] = "objcopy --decompress-debug-sections unpacks it, and so does flame "
                              "built with libzstd";
#endif
    size_t n, n_cut, n_untrusted;
    struct str first = modules_packed(m, &n);
    struct str name = path_base_name(first);
    struct str cut = path_base_name(modules_cut(m, &n_cut));
    struct str untrusted = modules_untrusted(m, &n_untrusted);

    if (n_untrusted)
        reading_remark(to, "%.*s", (int)untrusted.n, untrusted.p);
    if (n_untrusted > 1)
        reading_remark(to, "%zu more files beside the recording were not read for this reason",
                       n_untrusted - 1);
    if (n_cut)
        reading_remark(
            to,
            "sections of %lu file%s, as of %.*s, were not read, so names may be missing: "
            "they overlap, unpack to more than 32 times the file, or are holes in it",
            (unsigned long)n_cut, n_cut == 1 ? "" : "s", (int)cut.n, cut.n ? cut.p : "");
    if (n)
        reading_remark(
            to,
            "the debug information of %lu file%s, as of %.*s, is packed with zstd and was "
            "not read, so inlined functions and source lines are missing: %s",
            (unsigned long)n, n == 1 ? "" : "s", (int)name.n, name.n ? name.p : "", why);
}
