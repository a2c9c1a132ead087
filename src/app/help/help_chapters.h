/* The chapters of the manual, which are built into the program, and the topics of --help. */
#ifndef APP_HELP_HELP_CHAPTERS_H
#define APP_HELP_HELP_CHAPTERS_H

#include "base/fault.h"
#include "base/sink.h"

/* Writes the chapter of the manual of that topic. Returns false when there is none. */
bool help_chapter(struct sink *s, struct str topic);

/* Gives the name and the title of chapter i. Returns false when there are not so many. */
bool help_chapter_listed(size_t i, struct str *name, struct str *about);

/* Whether there is such a topic, but for old names. Returns false with a fault that names the
 * nearest one and lists all. */
bool help_topic_known(struct str topic, struct fault *f);

/* The section of the manual that has chapter i as a page. */
unsigned help_chapter_section(size_t i);

/* Writes the names of all topics, blanks between. */
void help_topics(struct sink *s);

#endif
