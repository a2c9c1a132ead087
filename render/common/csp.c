/* default-src 'none'; script-src 'sha256-BASE64' ...; style-src 'sha256-BASE64' ...
 * Writes the policy for the scripts and styles of SVGs. */
#include "render/common/csp.h"

#include "base/base64.h"

static void source(struct sink *s, const struct web_text *text)
{
    sink_text(s, " 'sha256-");
    base64_write(s, (struct str){(const char *)text->sha256, sizeof text->sha256});
    sink_byte(s, '\'');
}

void csp_write(struct sink *s, const struct web_text *script, const struct web_text *style)
{
    sink_text(s, "default-src 'none'; script-src");
    source(s, script);
    sink_text(s, "; style-src");
    source(s, style);
    sink_text(s, "; base-uri 'none'; form-action 'none'");
}

void csp_print(struct sink *s)
{
    sink_text(s, "default-src 'none'; script-src");
    source(s, &web_script);
    source(s, &web_difference_script);
    source(s, &web_graph_script);
    source(s, &web_report_script);
    source(s, &web_timeline_script);
    sink_text(s, "; style-src");
    source(s, &web_style);
    source(s, &web_viewer_style);
    source(s, &web_graph_style);
    source(s, &web_graph_viewer_style);
    source(s, &web_report_viewer_style);
    source(s, &web_timeline_style);
    sink_byte(s, '\n');
}
