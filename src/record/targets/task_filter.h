/* The processes and threads to record where the kernel counts the whole system. */
#ifndef RECORD_TARGETS_TASK_FILTER_H
#define RECORD_TARGETS_TASK_FILTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A bit for each number. */
struct task_set {
    unsigned char *bits;
    size_t room;
};

/* Owns its sets. Zeroed: keeps nothing of user space. */
struct task_filter {
    struct task_set processes, threads;
    size_t n;           /* numbers in both */
    bool keeps_samples; /* all of them, as the kernel drops those of others */
};

/* How many words of a record are looked at. */
enum { TASK_FILTER_WORDS = 4 };

void task_filter_free(struct task_filter *t);

/* Adds a process with all its threads, or a thread alone. */
void task_filter_add_process(struct task_filter *t, uint32_t pid);
void task_filter_add_thread(struct task_filter *t, uint32_t tid);

/* Adds what is started by what is there, as counters are inherited: takes the first words of a
 * record, zeros behind its end. */
void task_filter_see(struct task_filter *t, const uint64_t words[TASK_FILTER_WORDS]);

/* Whether a record is to be kept: it is about what is there, or about no process. */
bool task_filter_keeps(const struct task_filter *t, const uint64_t words[TASK_FILTER_WORDS]);

#endif
