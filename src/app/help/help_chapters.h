/* The topics of --help, and the chapters of the manual, whose text is built into the program. */
#ifndef APP_HELP_HELP_CHAPTERS_H
#define APP_HELP_HELP_CHAPTERS_H

#include "base/fault.h"
#include "base/sink.h"

/* Writes the manual's chapter on the topic. Returns false if there is none. */
bool help_chapter(struct sink *s, struct str topic);

/* Lends the name and the title of chapter i. Returns false after the last. */
bool help_chapter_listed(size_t i, struct str *name, struct str *about);

/* Whether the topic exists; old names do not count. False with a fault that names the nearest topic
 * and lists all. */
bool help_topic_known(struct str topic, struct fault *f);

/* Returns the man section of chapter i. */
unsigned help_chapter_section(size_t i);

/* Writes the names of all topics, separated by blanks. */
void help_topics(struct sink *s);

#endif
