/* What names the code of a recording: the perf maps and jitdumps of the processes that have
 * samples, taken when a process ends or the recording does, the kernel's symbols, and the build-ids
 * that the kernel does not tell. */
#ifndef RECORD_CODE_CODE_NAMES_H
#define RECORD_CODE_CODE_NAMES_H

#include "record/code/embedded_files.h"
#include "record/code/file_build_ids.h"
#include "record/code/kernel_names.h"
#include "record/code/mapped_log.h"
#include "record/code/sampled_processes.h"

struct mapped_dump;

/* Owns all its parts. Begins zeroed, but for files.beside, files.fd and no_attach. */
struct code_names {
    struct sampled_processes held;
    struct embedded_files files;
    struct kernel_names kernel;
    struct file_build_ids build_ids;
    struct mapped_dump *dumps;
    size_t dumps_room, n_dumps;
    struct mapped_log log; /* what is not in its order yet */
    uint64_t caught_up_ns; /* what was done before that is seen by the next call */
    struct mapped_paths mapped;
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

/* Takes what is left to take, in a few seconds, or until is_over(context) says that it is to end.
 */
void code_names_finish(struct code_names *c, bool (*is_over)(void *context), void *context);

/* Opens a file that a process mapped, as it sees it; -1: it cannot be, or the process did not map
 * it by the records that were seen. The context is a struct code_names. */
int code_names_open(void *context, uint32_t pid, const char *path);

/* The same of any of the processes. */
int code_names_open_any(struct code_names *c, const char *path);

/* Moves what opens files to where it outlives the recorder; code_names_release frees it. */
struct code_names *code_names_hand_over(struct code_names *c);
void code_names_release(struct code_names *c);

void code_names_free(struct code_names *c);

#endif
