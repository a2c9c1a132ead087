/* <metadata class="flame-tree" data-packing="deflate-raw">BASE64</metadata>, one for each chunk
 * <script><![CDATA[the viewer]]></script>
 * Writes the embedded tree and the viewer. */
#include "render/flame/svg_viewer.h"

#include "base/base64.h"
#include "base/processors.h"
#include "render/common/web_assets.h"
#include "render/flame/embedded_tree.h"

/* Smaller trees are packed before a worker would have started. */
enum { LARGE = 1 << 17 };

static void encode(struct svg_viewer *v)
{
    ordered_callees_sort(&v->callees, v->embedded.profile, &v->order);
    embedded_tree_write(&v->chunks, &v->embedded, &v->order, &v->callees, v->least);
    chunks_end(&v->chunks);
}

/* Meanwhile the caller of svg_viewer_start builds the branches. */
static void *order_and_encode(void *argument)
{
    struct svg_viewer *v = argument;

    frame_order_build(&v->order, v->embedded.profile);
    pthread_mutex_lock(&v->linking);
    pthread_mutex_unlock(&v->linking);
    encode(v);
    return NULL;
}

static void *help(void *argument)
{
    chunks_help(argument);
    return NULL;
}

static bool start_worker(struct svg_viewer *v, void *(*work)(void *), void *argument)
{
    if (pthread_create(&v->workers[v->n_workers], NULL, work, argument) != 0)
        return false;
    v->n_workers++;
    return true;
}

/* No workers with a palette map: it grows while the picture is written, and the tree takes its
 * colours from it. */
static size_t workers_for(const struct picture *picture)
{
    if (picture->tree->n < LARGE || picture->palette_map)
        return 0;
    size_t n = processors_for(picture->threads) - 1;
    return n < SVG_VIEWER_WORKERS ? n : SVG_VIEWER_WORKERS;
}

void svg_viewer_start(struct svg_viewer *v, struct picture *picture)
{
    const struct style *style = picture->style;

    *v = (struct svg_viewer){.used = !style->no_script, .picture = picture, .embedded = *picture};
    if (!v->used)
        return;
    if (picture->forward_tree) {
        v->embedded.tree = picture->forward_tree;
        v->embedded.profile = picture->forward_tree->profile;
        v->embedded.difference = picture->forward_difference;
    }
    v->compress = !style->no_compress;
    v->least = style->only_visible ? picture_least(picture) : 0;
    size_t n = workers_for(&v->embedded);
    chunks_init(&v->chunks, v->compress, n > 0);
    pthread_mutex_init(&v->linking, NULL);
    pthread_mutex_lock(&v->linking);
    bool alone = n == 0 || !start_worker(v, order_and_encode, v);
    ordered_callees_build(&v->callees, v->embedded.profile);
    pthread_mutex_unlock(&v->linking);
    while (!alone && v->n_workers < n && start_worker(v, help, &v->chunks))
        ;
    if (alone) {
        frame_order_build(&v->order, v->embedded.profile);
        encode(v);
    }
}

static void join_workers(struct svg_viewer *v)
{
    while (v->n_workers)
        pthread_join(v->workers[--v->n_workers], NULL);
}

uint64_t svg_viewer_elements(const struct svg_viewer *v)
{
    return v->used ? embedded_tree_most_chunks(&v->embedded) + 1 : 0;
}

void svg_viewer_style(const struct svg_viewer *v, struct sink *s)
{
    web_write(s, "style", v->used ? &web_viewer_style : &web_style);
}

void svg_viewer_finish(struct svg_viewer *v)
{
    if (v->n_workers)
        chunks_help(&v->chunks);
    join_workers(v);
}

uint64_t svg_viewer_bytes(struct svg_viewer *v)
{
    const uint64_t tags = 100; /* around a text */
    const struct web_text *script = v->embedded.difference ? &web_difference_script : &web_script;
    uint64_t n = 2 * tags + (v->used ? web_viewer_style.n + script->n : web_style.n);

    svg_viewer_finish(v);
    for (size_t i = 0; v->used && i < v->chunks.n; i++)
        n += tags + (v->chunks.list[i].n + 2) / 3 * 4;
    return n;
}

void svg_viewer_write(struct svg_viewer *v, struct sink *s)
{
    if (!v->used)
        return;
    svg_viewer_finish(v);
    v->picture->n_pruned = v->embedded.n_pruned;
    v->picture->pruned = v->embedded.pruned;
    chunks_sort(&v->chunks);
    for (size_t i = 0; i < v->chunks.n; i++) {
        sink_text(s, "<metadata class=\"flame-tree\" data-packing=\"");
        sink_text(s, v->compress ? compression_name : PACKING_NONE_NAME);
        sink_text(s, "\">");
        base64_write(s, chunks_get(&v->chunks, i));
        sink_text(s, "</metadata>\n");
    }
    web_write(s, "script", v->embedded.difference ? &web_difference_script : &web_script);
}

void svg_viewer_free(struct svg_viewer *v)
{
    join_workers(v);
    if (v->used) {
        pthread_mutex_destroy(&v->linking);
        ordered_callees_free(&v->callees);
        frame_order_free(&v->order);
        chunks_free(&v->chunks);
    }
    *v = (struct svg_viewer){0};
}
