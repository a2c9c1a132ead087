/* The Content-Security-Policy under which the SVGs written here may run their script. */
#ifndef RENDER_COMMON_CSP_H
#define RENDER_COMMON_CSP_H

#include "render/common/web_assets.h"

/* Writes a value for the header Content-Security-Policy, and a newline. */
void csp_print(struct sink *s);

/* Writes the policy of a page that has this script and this style, and nothing else that acts. It
 * can stand in an attribute. */
void csp_write(struct sink *s, const struct web_text *script, const struct web_text *style);

#endif
