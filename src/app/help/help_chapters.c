/* --help=TOPIC: finds topics, and writes chapters of the manual, which are built into the
 * program. */
#include "app/help/help_chapters.h"

#include "base/buf.h"
#include "base/embed.h"
#include "base/nearest.h"

extern const struct built_in_file embedded_chapters[];

/* By chapter: its man section. */
static const unsigned char sections[] = {
#define CHAPTER(name, section) section,
#include "app/manual/chapters.def"
#undef CHAPTER
};

/* Topics that are not chapters. */
static const char *const pages[] = {"all", "man", "bash", "zsh", "old-options"};

enum { N_PAGES = sizeof pages / sizeof pages[0] };

/* Returns the name of topic i: first pages, then chapters; NULL after the last. */
static const char *topic_name(size_t i)
{
    return i < N_PAGES ? pages[i] : embedded_chapters[i - N_PAGES].name;
}

void help_topics(struct sink *s)
{
    for (size_t i = 0; topic_name(i); i++) {
        sink_text(s, i ? " " : "");
        sink_text(s, topic_name(i));
    }
}

bool help_topic_known(struct str topic, struct fault *f)
{
    struct nearest nearest = {0};
    struct buf list = {0};

    for (size_t i = 0; topic_name(i); i++)
        if (nearest_look(&nearest, topic, topic_name(i)))
            return true;
    for (size_t i = 0; topic_name(i); i++) {
        buf_add(&list, i ? STR(", ") : STR(""));
        buf_add(&list, str_of(topic_name(i)));
    }
    buf_add_byte(&list, '\0');
    bool known = nearest_fault(&nearest, "--help: no topic", topic, list.p, f);
    buf_free(&list);
    return known;
}

unsigned help_chapter_section(size_t i)
{
    return sections[i];
}

bool help_chapter_listed(size_t i, struct str *name, struct str *about)
{
    const struct built_in_file *chapter = &embedded_chapters[i];

    if (!chapter->name)
        return false;
    struct str text = {chapter->bytes, chapter->n};
    *name = str_of(chapter->name);
    *about = str_from_to(text, sizeof "# " - 1, str_find(text, 0, STR("\n")));
    return true;
}

bool help_chapter(struct sink *s, struct str topic)
{
    for (const struct built_in_file *c = embedded_chapters; c->name; c++) {
        if (!str_equal(topic, str_of(c->name)))
            continue;
        sink_str(s, (struct str){c->bytes, c->n});
        return true;
    }
    return false;
}
