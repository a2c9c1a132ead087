/* What an event has in common with others is written once: its class, its thread, its stack. */
#include "input/babeltrace/child/event_writer.h"

#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/native.h"
#include "base/transfer.h"
#include "input/babeltrace/child/field_text.h"
#include "input/babeltrace/wire.h"

enum { WRITTEN_AT_ONCE = 128 << 10 };

/* What fields of events are about; labels first. */
enum { COMM, PID, TID, CALLS_USER, CALLS_KERNEL, FIELDS };

/* The structures that have such fields. */
enum { OF_PACKET, OF_STREAM, OF_EVENT, CONTEXTS };

/* Where a field is, and what it tells. */
struct class_field {
    unsigned context, what;
    uint64_t member;
    bool is_string;
    struct field_bits bits; /* of a number, or of addresses */
    uint32_t form;          /* of a label: of equal forms, equal bytes have one text */
};

/* What is to do for the events of a class. */
struct class_plan {
    size_t first, n;     /* of its fields */
    bool used[CONTEXTS]; /* has some of them */
    bool has_clock, has_fields;
};

/* A class of events in a trace: both live as long as the graph. */
struct class_key {
    const bt_event_class *class;
    const bt_trace *trace;
};

void event_writer_init(struct event_writer *w)
{
    *w = (struct event_writer){.n_fields = 0};
    names_init(&w->classes);
    names_init(&w->threads);
    names_init(&w->stacks);
    buf_add(&w->out, STR(TRACE_MAGIC));
}

void event_writer_free(struct event_writer *w)
{
    buf_free(&w->out);
    names_free(&w->classes);
    mem_free(w->plans, w->plans_room, sizeof *w->plans);
    mem_free(w->fields, w->fields_room, sizeof *w->fields);
    names_free(&w->threads);
    names_free(&w->stacks);
    for (unsigned i = 0; i < EVENT_WRITER_STACKS; i++)
        buf_free(&w->addresses[i]);
    buf_free(&w->thread);
    buf_free(&w->text);
}

/* ---- records --------------------------------------------------------------------------------- */

bool event_writer_flush(struct event_writer *w)
{
    const struct str bytes = buf_str(&w->out);

    buf_clear(&w->out);
    return transfer_write(STDOUT_FILENO, bytes);
}

static bool write_record(struct event_writer *w, enum trace_record_kind what, struct str bytes)
{
    const struct trace_record head = {what, (uint32_t)bytes.n};

    if (bytes.n > TRACE_RECORD_MOST) {
        snprintf(w->words, sizeof w->words, "has an event of more than %d bytes",
                 (int)TRACE_RECORD_MOST);
        return false;
    }
    buf_add(&w->out, (struct str){(const char *)&head, sizeof head});
    buf_add(&w->out, bytes);
    return w->out.n < WRITTEN_AT_ONCE || event_writer_flush(w);
}

/* ---- classes --------------------------------------------------------------------------------- */

static const bt_value *entry(const bt_trace *trace, const char *name, bt_value_type type)
{
    const bt_value *value = bt_trace_borrow_environment_entry_value_by_name_const(trace, name);

    return value && bt_value_type_is(bt_value_get_type(value), type) ? value : NULL;
}

/* "host:app:(7) my_app:note", as the library prints it. */
static void head_of(const struct class_key *key, struct buf *to)
{
    const bt_value *host = entry(key->trace, "hostname", BT_VALUE_TYPE_STRING);
    const bt_value *app = entry(key->trace, "procname", BT_VALUE_TYPE_STRING);
    const bt_value *pid = entry(key->trace, "vpid", BT_VALUE_TYPE_SIGNED_INTEGER);
    const char *name = bt_event_class_get_name(key->class);
    char digits[24];

    buf_clear(to);
    if (host)
        buf_add(to, str_of(bt_value_string_get(host)));
    if (app && host)
        buf_add_byte(to, ':');
    if (app)
        buf_add(to, str_of(bt_value_string_get(app)));
    if (pid && (host || app))
        buf_add_byte(to, ':');
    if (pid) {
        snprintf(digits, sizeof digits, "(%" PRId64 ")", bt_value_integer_signed_get(pid));
        buf_add(to, str_of(digits));
    }
    if (host || app || pid)
        buf_add_byte(to, ' ');
    buf_add(to, str_of(name ? name : "<unknown>"));
}

static bool is(const bt_field_class *class, bt_field_class_type type)
{
    return bt_field_class_type_is(bt_field_class_get_type(class), type);
}

/* What the list holds, if that is whole numbers; else NULL. */
static const bt_field_class *addresses_of(const bt_field_class *list)
{
    const bt_field_class *class = is(list, BT_FIELD_CLASS_TYPE_ARRAY)
                                      ? bt_field_class_array_borrow_element_field_class_const(list)
                                      : NULL;

    return class && is(class, BT_FIELD_CLASS_TYPE_INTEGER) ? class : NULL;
}

/* What a field is about; FIELDS: nothing that is wanted. The lists are called callstack_user, or
 * _callstack_user. */
static unsigned meaning_of(const char *name, const bt_field_class *class)
{
    static const struct {
        const char *name;
        unsigned what;
    } known[] = {{"procname", COMM},
                 {"vpid", PID},
                 {"pid", PID},
                 {"vtid", TID},
                 {"tid", TID},
                 {"callstack_user", CALLS_USER},
                 {"callstack_kernel", CALLS_KERNEL}};

    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        const bool is_list = known[i].what >= CALLS_USER;
        const char *bare = name + (is_list ? strspn(name, "_") : 0);
        if (strcmp(bare, known[i].name) == 0 &&
            (is_list ? addresses_of(class) != NULL : field_has_text(class)))
            return known[i].what;
    }
    return FIELDS;
}

static struct class_field label_field(const bt_field_class *class, unsigned what)
{
    struct class_field field = {.is_string = is(class, BT_FIELD_CLASS_TYPE_STRING), .form = what};

    if (field.is_string)
        return field;
    field.bits = field_bits_of(class);
    field.form |= 8u << field.bits.is_signed |
                  (uint32_t)bt_field_class_integer_get_preferred_display_base(class) << 8 |
                  (uint32_t)bt_field_class_integer_get_field_value_range(class) << 16;
    return field;
}

static void add_context(struct event_writer *w, struct class_plan *plan, unsigned context,
                        const bt_field_class *class)
{
    const uint64_t n = class ? bt_field_class_structure_get_member_count(class) : 0;

    plan->has_fields = plan->has_fields || class;
    for (uint64_t i = 0; i < n; i++) {
        const bt_field_class_structure_member *member =
            bt_field_class_structure_borrow_member_by_index_const(class, i);
        const bt_field_class *of = bt_field_class_structure_member_borrow_field_class_const(member);
        const unsigned what = meaning_of(bt_field_class_structure_member_get_name(member), of);
        if (what == FIELDS)
            continue;
        struct class_field field = {.bits = {.is_signed = false}};
        if (what < CALLS_USER)
            field = label_field(of, what);
        else
            field.bits = field_bits_of(addresses_of(of));
        field.context = context;
        field.what = what;
        field.member = i;
        w->fields = mem_grow(w->fields, &w->fields_room, w->n_fields + 1, sizeof *w->fields);
        w->fields[w->n_fields++] = field;
        plan->used[context] = true;
    }
}

static struct class_plan plan_of(struct event_writer *w, const bt_event_class *class)
{
    const bt_stream_class *of = bt_event_class_borrow_stream_class_const(class);
    struct class_plan plan = {.first = w->n_fields,
                              .has_clock = bt_stream_class_borrow_default_clock_class_const(of)};

    if (bt_stream_class_supports_packets(of))
        add_context(w, &plan, OF_PACKET,
                    bt_stream_class_borrow_packet_context_field_class_const(of));
    add_context(w, &plan, OF_STREAM,
                bt_stream_class_borrow_event_common_context_field_class_const(of));
    add_context(w, &plan, OF_EVENT,
                bt_event_class_borrow_specific_context_field_class_const(class));
    plan.n = w->n_fields - plan.first;
    plan.has_fields = plan.has_fields || bt_event_class_borrow_payload_field_class_const(class);
    return plan;
}

static bool find_class(struct event_writer *w, const bt_event *event, uint32_t *id)
{
    const struct class_key key = {
        bt_event_borrow_class_const(event),
        bt_stream_borrow_trace_const(bt_event_borrow_stream_const(event))};
    const uint32_t n = w->classes.n;

    *id = names_add(&w->classes, (struct str){(const char *)&key, sizeof key});
    if (*id < n)
        return true;
    w->plans = mem_grow(w->plans, &w->plans_room, (size_t)n + 1, sizeof *w->plans);
    w->plans[n] = plan_of(w, key.class);
    head_of(&key, &w->text);
    return write_record(w, TRACE_CLASS, buf_str(&w->text));
}

/* ---- events ---------------------------------------------------------------------------------- */

/* Events have the innermost first. */
static void take_addresses(const bt_field *list, const struct class_field *field, struct buf *to)
{
    const uint64_t n = bt_field_array_get_length(list);
    char *bytes = buf_reserve(to, n * sizeof n);

    for (uint64_t i = 0; i < n; i++) {
        const uint64_t address =
            field_bits(bt_field_array_borrow_element_field_by_index_const(list, i), field->bits);
        memcpy(bytes + (n - 1 - i) * sizeof address, &address, sizeof address);
    }
    to->n += n * sizeof n;
}

/* Fields of threads are compared by their bytes: only new threads need texts. */
static void add_bytes(const struct class_field *field, const bt_field *value, struct buf *to)
{
    native_u32(to, field->form);
    if (field->is_string)
        buf_add(to, (struct str){bt_field_string_get_value(value),
                                 bt_field_string_get_length(value) + 1});
    else
        native_u64(to, field_bits(value, field->bits));
}

/* The first label of a kind that is not empty holds, and the last list. */
static void take_fields(struct event_writer *w, const struct class_plan *plan,
                        const bt_event *event)
{
    const bt_field *contexts[CONTEXTS] = {
        plan->used[OF_PACKET]
            ? bt_packet_borrow_context_field_const(bt_event_borrow_packet_const(event))
            : NULL,
        plan->used[OF_STREAM] ? bt_event_borrow_common_context_field_const(event) : NULL,
        plan->used[OF_EVENT] ? bt_event_borrow_specific_context_field_const(event) : NULL};

    memset(w->labels, 0, sizeof w->labels);
    buf_clear(&w->thread);
    for (unsigned i = 0; i < EVENT_WRITER_STACKS; i++)
        buf_clear(&w->addresses[i]);
    for (size_t i = plan->first; i < plan->first + plan->n; i++) {
        const struct class_field *field = &w->fields[i];
        if (!contexts[field->context])
            continue;
        const bt_field *value = bt_field_structure_borrow_member_field_by_index_const(
            contexts[field->context], field->member);
        if (field->what >= CALLS_USER) {
            buf_clear(&w->addresses[field->what - CALLS_USER]);
            take_addresses(value, field, &w->addresses[field->what - CALLS_USER]);
        } else if (!w->labels[field->what] &&
                   (!field->is_string || bt_field_string_get_length(value))) {
            w->labels[field->what] = value;
            add_bytes(field, value, &w->thread);
        }
    }
}

static bool write_thread(struct event_writer *w, uint32_t *id)
{
    const uint32_t n = w->threads.n;

    *id = names_add(&w->threads, buf_str(&w->thread));
    if (*id < n)
        return true;
    buf_clear(&w->text);
    for (unsigned i = 0; i < EVENT_WRITER_LABELS; i++) {
        if (i)
            buf_add_byte(&w->text, '\0');
        if (w->labels[i])
            field_text(w->labels[i], &w->text);
    }
    return write_record(w, TRACE_THREAD, buf_str(&w->text));
}

static bool write_stack(struct event_writer *w, uint32_t *id)
{
    const struct buf *user = &w->addresses[0];
    const struct buf *kernel = &w->addresses[1];
    const uint32_t n = w->stacks.n;

    *id = 0;
    if (!user->n && !kernel->n)
        return true;
    buf_clear(&w->text);
    native_u64(&w->text, user->n / sizeof(uint64_t));
    buf_add(&w->text, buf_str(user));
    buf_add(&w->text, buf_str(kernel));
    *id = names_add(&w->stacks, buf_str(&w->text));
    return *id < n || write_record(w, TRACE_STACK, buf_str(&w->text));
}

static bool find_time(const bt_message *message, int64_t *ns)
{
    if (bt_clock_snapshot_get_ns_from_origin(
            bt_message_event_borrow_default_clock_snapshot_const(message), ns) ==
        BT_CLOCK_SNAPSHOT_GET_NS_FROM_ORIGIN_STATUS_OK)
        return true;
    bt_current_thread_clear_error();
    return false;
}

bool event_writer_add(struct event_writer *w, const bt_message *message)
{
    const bt_event *event = bt_message_event_borrow_event_const(message);
    struct trace_event record = {.ns = 0};

    if (!find_class(w, event, &record.class))
        return false;
    const struct class_plan *plan = &w->plans[record.class];
    take_fields(w, plan, event);
    if (plan->has_clock && find_time(message, &record.ns))
        record.has |= TRACE_HAS_TIME;
    if (plan->has_fields)
        record.has |= TRACE_HAS_FIELDS;
    return write_thread(w, &record.thread) && write_stack(w, &record.stack) &&
           write_record(w, TRACE_EVENT, (struct str){(const char *)&record, sizeof record});
}
