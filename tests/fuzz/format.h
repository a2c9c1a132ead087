/* What tells the targets apart that have one source. */
#ifndef TESTS_FUZZ_FORMAT_H
#define TESTS_FUZZ_FORMAT_H

/* The format that a target reads, as files of it are called: "perf-data". */
extern const char fuzz_format[];

#endif
