/* dwarf,16384 */
#include "app/options/call_chain.h"

#include "base/nearest.h"

static const struct {
    const char *name;
    enum call_chain chain;
} chains[] = {
    {"auto", CHAIN_AUTO}, {"dwarf", CHAIN_DWARF}, {"fp", CHAIN_FRAME_POINTERS},
    {"lbr", CHAIN_LBR},   {"no", CHAIN_NONE},
};

static struct str up_to_comma(struct str word)
{
    return str_from_to(word, 0, str_find(word, 0, STR(",")));
}

bool call_chain_find(struct str word, enum call_chain *chain)
{
    const struct str name = up_to_comma(word);

    for (size_t i = 0; i < sizeof chains / sizeof *chains; i++)
        if (str_equal(name, str_of(chains[i].name))) {
            *chain = chains[i].chain;
            return true;
        }
    return false;
}

const char *call_chain_nearest(struct str word)
{
    struct nearest nearest = {0};

    for (size_t i = 0; i < sizeof chains / sizeof *chains; i++)
        nearest_look(&nearest, up_to_comma(word), chains[i].name);
    return nearest_word(&nearest);
}
