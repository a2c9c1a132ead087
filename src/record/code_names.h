/* What names the code of a recording: the perf maps and jitdumps of the processes that have
 * samples, taken when a process ends or the recording does, the kernel's symbols, and the build-ids
 * that the kernel does not tell. */
#ifndef RECORD_CODE_NAMES_H
#define RECORD_CODE_NAMES_H

#include "record/file_build_ids.h"
#include "record/held.h"
#include "record/kernel_names.h"
#include "record/taken_files.h"

struct mapped_dump;

/* Owns all its parts. Begins zeroed, but for files.beside, files.fd and no_attach. */
struct code_names {
    struct held held;
    struct taken_files files;
    struct kernel_names kernel;
    struct file_build_ids build_ids;
    struct mapped_dump *dumps;
    size_t dumps_room, n_dumps;
    bool no_attach; /* Java machines are not asked for their maps */
    uint32_t *java; /* processes that mapped libjvm.so */
    size_t java_room, n_java;
    uint32_t *ended; /* processes, since the last call of code_names_catch_up */
    size_t ended_room, n_ended;
};

/* How many words of a sample, and of another record, are looked at. */
enum { CODE_NAMES_SAMPLE = 160, CODE_NAMES_RECORD = 544 };

/* Looks at the first words of a record that the kernel, or the recorder, wrote. */
void code_names_see(struct code_names *c, const uint64_t *words, size_t n);

/* The same for whole records that follow one another. */
void code_names_see_all(struct code_names *c, struct str records);

/* Takes the files of the processes that have ended. Called when all records are seen that were
 * there: the samples of a process may come behind its end, from another processor. */
void code_names_catch_up(struct code_names *c);

/* Takes what is left to take. */
void code_names_finish(struct code_names *c);

void code_names_free(struct code_names *c);

#endif
