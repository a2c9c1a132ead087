/* source.ctf.fs for each trace -> filter.utils.muxer -> records of their events. */
#include "input/babeltrace/child/graph.h"

#include <babeltrace2/babeltrace.h>
#include <inttypes.h>
#include <stdio.h>

#include "input/babeltrace/child/event_writer.h"

/* What the graph is made of. The library owns the classes. */
struct plugins {
    const bt_plugin *ctf, *utils;
};

static const bt_plugin *find(const char *name)
{
    const bt_plugin *plugin = NULL;

    /* Only what was installed with the library: neither a variable nor a folder of the user adds
     * code. */
    return bt_plugin_find(name, BT_FALSE, BT_FALSE, BT_TRUE, BT_FALSE, BT_FALSE, &plugin) ==
                   BT_PLUGIN_FIND_STATUS_OK
               ? plugin
               : NULL;
}

/* Removes "msg-it-addr=0x55d5f5c7a6e0, ", which is another at each run. */
static void drop_addresses(char *words)
{
    static const char mark[] = "-addr=0x";
    char *at;

    while ((at = strstr(words, mark))) {
        char *from = at;
        char *to = at + strlen(mark);
        while (from > words && from[-1] != ' ')
            from--;
        to += strspn(to, "0123456789abcdef");
        to += strspn(to, ", ");
        memmove(from, to, strlen(to) + 1);
    }
}

/* The first cause is the nearest to what happened; some of them say nothing. */
static void add_words(char words[GRAPH_WORDS])
{
    const bt_error *error = bt_current_thread_take_error();
    const char *cause = "Cannot";
    const size_t n = strlen(words);

    if (error && bt_error_get_cause_count(error))
        cause = bt_error_cause_get_message(bt_error_borrow_cause_by_index(error, 0));
    snprintf(words + n, GRAPH_WORDS - n, "libbabeltrace2 cannot read it as CTF 1.8%s%s",
             strncmp(cause, "Cannot", 6) == 0 ? "" : ": ",
             strncmp(cause, "Cannot", 6) == 0 ? "" : cause);
    drop_addresses(words);
    if (error)
        bt_error_release(error);
}

/* Does nothing: what was begun is in the writer. */
static bt_graph_simple_sink_component_initialize_func_status begin(bt_message_iterator *events,
                                                                   void *writer)
{
    (void)events;
    (void)writer;
    return BT_GRAPH_SIMPLE_SINK_COMPONENT_INITIALIZE_FUNC_STATUS_OK;
}

/* Each message is ours to drop. */
static bool take_messages(struct event_writer *writer, bt_message_array_const messages, uint64_t n)
{
    bool ok = true;

    for (uint64_t i = 0; i < n; i++) {
        if (ok && bt_message_get_type(messages[i]) == BT_MESSAGE_TYPE_EVENT)
            ok = event_writer_add(writer, messages[i]);
        bt_message_put_ref(messages[i]);
    }
    return ok;
}

static bt_graph_simple_sink_component_consume_func_status take(bt_message_iterator *events,
                                                               void *writer)
{
    bt_message_array_const messages;
    uint64_t n;

    switch (bt_message_iterator_next(events, &messages, &n)) {
    case BT_MESSAGE_ITERATOR_NEXT_STATUS_OK:
        return take_messages(writer, messages, n)
                   ? BT_GRAPH_SIMPLE_SINK_COMPONENT_CONSUME_FUNC_STATUS_OK
                   : BT_GRAPH_SIMPLE_SINK_COMPONENT_CONSUME_FUNC_STATUS_ERROR;
    case BT_MESSAGE_ITERATOR_NEXT_STATUS_END:
        return BT_GRAPH_SIMPLE_SINK_COMPONENT_CONSUME_FUNC_STATUS_END;
    case BT_MESSAGE_ITERATOR_NEXT_STATUS_AGAIN:
        return BT_GRAPH_SIMPLE_SINK_COMPONENT_CONSUME_FUNC_STATUS_AGAIN;
    case BT_MESSAGE_ITERATOR_NEXT_STATUS_MEMORY_ERROR:
        return BT_GRAPH_SIMPLE_SINK_COMPONENT_CONSUME_FUNC_STATUS_MEMORY_ERROR;
    case BT_MESSAGE_ITERATOR_NEXT_STATUS_ERROR:
        break;
    }
    return BT_GRAPH_SIMPLE_SINK_COMPONENT_CONSUME_FUNC_STATUS_ERROR;
}

static const bt_component_sink *add_sink(bt_graph *graph, struct event_writer *writer)
{
    const bt_component_sink *sink = NULL;

    (void)bt_graph_add_simple_sink_component(graph, "records", begin, take, NULL, writer, &sink);
    return sink;
}

static const bt_component_filter *add_muxer(bt_graph *graph, const bt_plugin *plugin)
{
    const bt_component_class_filter *class =
        bt_plugin_borrow_filter_component_class_by_name_const(plugin, "muxer");
    const bt_component_filter *muxer = NULL;

    if (class)
        (void)bt_graph_add_filter_component(graph, class, "muxer", NULL, BT_LOGGING_LEVEL_NONE,
                                            &muxer);
    return muxer;
}

static const bt_component_source *add_source(bt_graph *graph, const bt_plugin *plugin,
                                             const char *path, uint64_t number)
{
    const bt_component_class_source *class =
        bt_plugin_borrow_source_component_class_by_name_const(plugin, "fs");
    const bt_component_source *source = NULL;
    bt_value *map = bt_value_map_create();
    bt_value *inputs = bt_value_array_create();
    char name[32];

    snprintf(name, sizeof name, "trace %" PRIu64, number);
    if (class && map && inputs &&
        bt_value_array_append_string_element(inputs, path) ==
            BT_VALUE_ARRAY_APPEND_ELEMENT_STATUS_OK &&
        bt_value_map_insert_entry(map, "inputs", inputs) == BT_VALUE_MAP_INSERT_ENTRY_STATUS_OK)
        (void)bt_graph_add_source_component(graph, class, name, map, BT_LOGGING_LEVEL_NONE,
                                            &source);
    bt_value_put_ref(inputs);
    bt_value_put_ref(map);
    return source;
}

/* The muxer always has one input that is free. */
static bool connect(bt_graph *graph, const bt_component_source *source,
                    const bt_component_filter *muxer)
{
    const uint64_t n = bt_component_source_get_output_port_count(source);

    for (uint64_t i = 0; i < n; i++) {
        const uint64_t inputs = bt_component_filter_get_input_port_count(muxer);
        if (inputs == 0 ||
            bt_graph_connect_ports(
                graph, bt_component_source_borrow_output_port_by_index_const(source, i),
                bt_component_filter_borrow_input_port_by_index_const(muxer, inputs - 1),
                NULL) != BT_GRAPH_CONNECT_PORTS_STATUS_OK)
            return false;
    }
    return true;
}

/* What is read, and what went wrong. */
struct graph {
    bt_graph *graph;
    struct event_writer *writer;
    struct str paths;
    size_t hidden;
    char *words;
};

/* What describes a trace is read when its source is made. */
static bool is_bad(const struct graph *g, const char *path)
{
    if (strlen(path) > g->hidden)
        snprintf(g->words, GRAPH_WORDS, "%.150s: ", path + g->hidden);
    return false;
}

/* A trace without a stream has no port; a graph of such traces alone does not run. */
static bool add_sources(const struct graph *g, const bt_plugin *plugin,
                        const bt_component_filter *muxer, uint64_t *streams)
{
    uint64_t number = 0;

    for (size_t at = 0; at < g->paths.n; at += strlen(g->paths.p + at) + 1) {
        const char *path = g->paths.p + at;
        const bt_component_source *source = add_source(g->graph, plugin, path, number++);
        if (!source)
            return is_bad(g, path);
        if (!connect(g->graph, source, muxer))
            return false;
        *streams += bt_component_source_get_output_port_count(source);
    }
    return true;
}

static bool run(const struct graph *g, const struct plugins *plugins)
{
    uint64_t streams = 0;
    const bt_component_filter *muxer = add_muxer(g->graph, plugins->utils);
    const bt_component_sink *sink = muxer ? add_sink(g->graph, g->writer) : NULL;

    if (!sink || !add_sources(g, plugins->ctf, muxer, &streams))
        return false;
    return streams == 0 ||
           (bt_graph_connect_ports(g->graph,
                                   bt_component_filter_borrow_output_port_by_index_const(muxer, 0),
                                   bt_component_sink_borrow_input_port_by_index_const(sink, 0),
                                   NULL) == BT_GRAPH_CONNECT_PORTS_STATUS_OK &&
            bt_graph_run(g->graph) == BT_GRAPH_RUN_STATUS_OK);
}

/* The words of the writer come before those of the library about it. */
static bool write_all(const struct graph *g, const struct plugins *plugins)
{
    const bool ok = g->graph && run(g, plugins);

    if (*g->writer->words)
        snprintf(g->words, GRAPH_WORDS, "%s", g->writer->words);
    else if (!ok)
        add_words(g->words);
    bt_graph_put_ref(g->graph);
    return event_writer_flush(g->writer) && ok;
}

bool graph_write(struct str paths, size_t hidden, char words[GRAPH_WORDS])
{
    const struct plugins plugins = {find("ctf"), find("utils")};
    struct event_writer writer;

    *words = '\0';
    if (!plugins.ctf || !plugins.utils) {
        snprintf(words, GRAPH_WORDS,
                 "the plugins of libbabeltrace2 are not there; its package has them");
        return false;
    }
    event_writer_init(&writer);
    const struct graph g = {bt_graph_create(0), &writer, paths, hidden, words};
    const bool ok = write_all(&g, &plugins);
    event_writer_free(&writer);
    return ok;
}
