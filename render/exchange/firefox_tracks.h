/* Markers and counters of a Firefox profile. */
#ifndef RENDER_EXCHANGE_FIREFOX_TRACKS_H
#define RENDER_EXCHANGE_FIREFOX_TRACKS_H

#include "render/exchange/firefox_lists.h"

/* The marks of a profile by the thread that shows them. Owns its arrays. */
struct firefox_tracks {
    const struct profile *p;
    uint32_t *thread_of; /* by thread_id: the sampled thread that shows its marks */
    size_t *marks;       /* all, thread by thread */
    size_t *first;       /* by sampled thread: where its marks begin; and the end of the last */
    uint32_t n_threads;
};

/* Those of threads without samples are shown by the first of their process: main_of[pid] - 1; those
 * of none by the first of all. */
void firefox_tracks_init(struct firefox_tracks *t, const struct profile *p,
                         const struct thread_samples *threads, const uint32_t *main_of);
void firefox_tracks_free(struct firefox_tracks *t);

/* Lists the texts of a thread's marks. */
void firefox_tracks_list(const struct firefox_tracks *t, uint32_t thread, struct firefox_lists *l);

/* Writes the members of a thread's table of markers. */
void firefox_tracks_write_markers(struct sink *s, const struct firefox_tracks *t, uint32_t thread,
                                  const struct firefox_lists *l);

/* Writes the list of counters. */
void firefox_tracks_write_counters(struct sink *s, const struct firefox_tracks *t,
                                   const uint32_t *main_of);

#endif
