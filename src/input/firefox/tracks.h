/* The counters and markers of a Firefox profile. */
#ifndef INPUT_FIREFOX_TRACKS_H
#define INPUT_FIREFOX_TRACKS_H

#include "input/common/text.h"
#include "input/firefox/tables.h"

/* Begins a counter; its values; and ends it. */
void firefox_counter_begin(struct firefox_file *file, size_t process);
void firefox_counter_values(struct firefox_file *file);
void firefox_counter_end(struct firefox_file *file);

/* Takes a member of the counter. */
void firefox_counter_take(struct firefox_file *file, const struct json_item *item);

/* Begins what the last marker of a thread tells, and takes a member of it. */
void firefox_marker_begin(struct firefox_file *file, struct firefox_tables *t);
void firefox_marker_take(struct firefox_file *file, const struct json_item *item);

/* Adds the markers of a thread, and all counters. */
void firefox_add_markers(const struct firefox_view *view, const struct firefox_thread *thread,
                         thread_id of, struct text *text);
void firefox_add_counters(const struct firefox_file *file, struct text *text);

#endif
