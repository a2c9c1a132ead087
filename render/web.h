/* The style sheets and the script that stand in every SVG: fixed texts, built into the program from
 * render/web, without a byte of what is drawn. */
#ifndef RENDER_WEB_H
#define RENDER_WEB_H

#include <stddef.h>

struct web_text {
    const char *bytes; /* printable ASCII and newlines, no "]]>" */
    size_t n;
    unsigned char sha256[32];
};

extern const struct web_text web_script;       /* the viewer */
extern const struct web_text web_style;        /* of a picture without it */
extern const struct web_text web_viewer_style; /* of a picture with it */

#endif
