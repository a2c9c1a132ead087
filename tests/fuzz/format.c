/* Compiled for each target, with the name of its format. */
#include "tests/fuzz/format.h"

const char fuzz_format[] = FUZZ_FORMAT;
