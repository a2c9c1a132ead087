/* Reads the symbol file that samply writes next to a profile with --unstable-presymbolicate. */
#ifndef INPUT_FIREFOX_SYMBOLS_H
#define INPUT_FIREFOX_SYMBOLS_H

#include "input/common/reading.h"
#include "symbol/place.h"

/* An index that is missing. */
#define FIREFOX_NO_SYMBOL UINT32_MAX

/* One of the functions at an address, each inlined into the next. Texts are indexes of strings. */
struct firefox_symbol_frame {
    uint32_t function, file; /* or FIREFOX_NO_SYMBOL */
    uint32_t line;           /* 0: not known */
};

struct firefox_symbol {
    uint32_t name;    /* an index of strings, or FIREFOX_NO_SYMBOL */
    size_t first, n;  /* its frames */
    bool has_address; /* the address that its frames belong to was seen */
};

/* An address relative to the library's start. */
struct firefox_known {
    uint32_t lib, address;
    uint32_t symbol; /* among those of the library */
    bool is_exact;   /* the symbol's frames are those of this address */
};

struct firefox_symbol_lib {
    name_id id;   /* of its debug information, in the form of firefox_symbols_id */
    size_t first; /* of its symbols */
    size_t n;
};

/* Owns everything. */
struct firefox_symbols {
    struct names texts;
    name_id *strings;
    size_t n_strings, strings_room;
    struct firefox_symbol_lib *libs;
    size_t n_libs, libs_room;
    uint32_t *lib_of; /* by id: the last library with it, index + 1; 0: none */
    size_t n_lib_of;
    struct firefox_symbol *symbols;
    size_t n_symbols, symbols_room;
    struct firefox_symbol_frame *frames;
    size_t n_frames, frames_room;
    struct firefox_known *known; /* sorted by library and address */
    size_t n_known, known_room;
    struct code_place *places; /* lent to the caller */
    size_t places_room;
};

void firefox_symbols_init(struct firefox_symbols *s);
void firefox_symbols_free(struct firefox_symbols *s);

/* Reads the whole file. Damage is a fault that names the place; what came before is kept. */
MUST_CHECK bool firefox_symbols_read(struct firefox_symbols *s, struct source *source,
                                     const struct ask *ask, struct fault *f);

/* Reads x.syms.json for a profile x.json or x.json.gz, if it exists and may be read. Damage becomes
 * a remark; false with a fault on a system error. */
MUST_CHECK bool firefox_symbols_find(struct firefox_symbols *s, const struct reading *r,
                                     struct fault *f);

/* Writes the id of a library's debug information in a form that both files share: without hyphens,
 * in lower case, and without an age of 0. */
void firefox_symbols_id(struct str id, struct buf *to);

/* Returns the index of the library with that id, or FIREFOX_NO_SYMBOL. */
uint32_t firefox_symbols_lib(struct firefox_symbols *s, struct str id);

/* Lends the functions at an address of a library, the innermost first, until the next call; NULL
 * when none is known. *is_exact: functions inlined there are known. */
const struct code_place *firefox_symbols_places(struct firefox_symbols *s, uint32_t lib,
                                                uint64_t address, size_t *n, bool *is_exact);

#endif
