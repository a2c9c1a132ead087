/* The style sheets and scripts of SVGs and reports: constant texts from render/web, built into the
 * program. They contain nothing of what is drawn. */
#ifndef RENDER_COMMON_WEB_ASSETS_H
#define RENDER_COMMON_WEB_ASSETS_H

#include "base/sink.h"

struct web_text {
    const char *bytes; /* printable ASCII and newlines, no "]]>" */
    size_t n;
    unsigned char sha256[32];
};

extern const struct web_text web_script;       /* the viewer */
extern const struct web_text web_style;        /* of a flame graph without script */
extern const struct web_text web_viewer_style; /* of a flame graph with script */

extern const struct web_text web_difference_script; /* the viewer of a difference */

/* The same for call graphs. */
extern const struct web_text web_graph_script;
extern const struct web_text web_graph_style;
extern const struct web_text web_graph_viewer_style;

/* The same for the index of a report, which always has its script. */
extern const struct web_text web_report_script;
extern const struct web_text web_report_style;
extern const struct web_text web_report_viewer_style;

extern const struct web_text web_timeline_script;
extern const struct web_text web_timeline_style; /* in addition to web_style */

/* Writes the text as the content of an element. */
void web_write(struct sink *s, const char *element, const struct web_text *text);

#endif
