/* Any bytes are profiles of OTLP or a fault, changed as those of pprof: both are protobuf. */
#include "tests/fuzz/pprof.c" /* NOLINT(bugprone-suspicious-include) */
