/* report.json: {"format":"flame-report","version":1,...,"profiles":[ a line for each ]}
 *
 * src/app/manual/report.md explains the keys. Numbers of profiles are exact, in their unit; those
 * with more digits than 2^53 are strings, because most readers use doubles. */
#include "base/mem.h"
#include "render/common/text.h"
#include "render/report/gate.h"

struct json {
    const struct report *report;
    struct sink *s;
    struct buf clean;
};

static void write_string(struct json *j, const char *key, struct str raw)
{
    buf_clear(&j->clean);
    text_clean(raw, &j->clean);
    sink_text(j->s, key);
    sink_byte(j->s, '"');
    text_json(j->s, buf_str(&j->clean));
    sink_byte(j->s, '"');
}

static void write_count(struct json *j, const char *key, uint64_t n)
{
    sink_text(j->s, key);
    sink_u64(j->s, n);
}

static void write_value(struct json *j, const char *key, const struct report_row *row,
                        uint64_t value)
{
    bool exact = value <= UINT64_C(1) << 53;

    sink_text(j->s, key);
    if (!exact)
        sink_byte(j->s, '"');
    sink_decimal(j->s, value, row->scale);
    if (!exact)
        sink_byte(j->s, '"');
}

static void write_functions(struct json *j, const char *key, const struct report_row *row,
                            const struct report_function *functions, size_t n)
{
    sink_text(j->s, key);
    for (size_t i = 0; i < n; i++) {
        write_string(j, i ? ",{\"name\":" : "{\"name\":", functions[i].name);
        write_value(j, ",\"self\":", row, functions[i].self);
        write_value(j, ",\"total\":", row, functions[i].total);
        sink_byte(j->s, '}');
    }
    sink_byte(j->s, ']');
}

/* An infinite number is written as null. */
static void write_double(struct json *j, const char *key, double n)
{
    const double most = 1e12;

    sink_text(j->s, key);
    if (n > -most && n < most)
        sink_short(j->s, n, 6);
    else
        sink_text(j->s, "null");
}

static void write_excesses(struct json *j, const struct report_row *row)
{
    write_count(j, ",\"n_exceeded\":", row->n_exceeded);
    sink_text(j->s, ",\"exceeded\":[");
    for (size_t i = 0; i < row->n_excesses; i++) {
        const struct report_excess *e = &row->excesses[i];
        write_count(j, i ? ",{\"rule\":" : "{\"rule\":", e->rule);
        write_string(j, ",\"name\":", e->name);
        write_value(j, ",\"value\":", row, e->value);
        write_double(j, ",\"percent\":", e->share);
        write_string(j, ",\"stack\":", e->stack);
        sink_byte(j->s, '}');
    }
    sink_byte(j->s, ']');
}

static void write_sides(struct json *j, const struct report_row *row)
{
    const struct report_sides *sides = &row->sides;

    write_count(j, ",\"runs_before\":", sides->n_runs[0]);
    write_count(j, ",\"runs_after\":", sides->n_runs[1]);
    write_double(j, ",\"before\":", sides->before);
    write_double(j, ",\"after\":", sides->after);
    write_double(j, ",\"low\":", sides->low);
    write_double(j, ",\"high\":", sides->high);
    sink_text(j->s, sides->proven ? ",\"proven\":true" : ",\"proven\":false");
    write_string(j, ",\"verdict\":", sides->sentence);
    write_string(j, ",\"headline\":", sides->headline);
    write_string(j, ",\"power\":", sides->power);
    write_string(j, ",\"environment\":", sides->environment);
    write_string(j, ",\"doubt\":", sides->doubt);
    write_count(j, ",\"n_proven\":", sides->n_proven);
    sink_text(j->s, ",\"functions\":[");
    for (size_t i = 0; i < sides->n_changes; i++) {
        const struct report_change *c = &sides->changes[i];
        write_string(j, i ? ",{\"name\":" : "{\"name\":", c->name);
        write_string(j, ",\"of\":", c->self ? STR("self") : STR("total"));
        write_double(j, ",\"before\":", c->before);
        write_double(j, ",\"after\":", c->after);
        write_double(j, ",\"low\":", c->low);
        write_double(j, ",\"high\":", c->high);
        write_string(j, ",\"verdict\":", c->verdict);
        write_string(j, ",\"stack\":", c->stack);
        sink_byte(j->s, '}');
    }
    sink_byte(j->s, ']');
    write_excesses(j, row);
}

static void write_drawn(struct json *j, const struct report_row *row)
{
    write_string(j, ",\"picture\":", row->picture);
    write_string(j, ",\"format\":", row->format);
    write_string(j, ",\"event\":", row->event);
    write_string(j, ",\"unit\":", row->unit);
    write_value(j, ",\"total\":", row, row->total);
    write_string(j, ",\"about\":", row->about);
    write_string(j, ",\"answer\":", row->answer);
    write_count(j, ",\"functions\":", row->n_functions);
    write_count(j, ",\"lines\":", row->n_lines);
    write_count(j, ",\"skipped\":", row->n_skipped);
    write_functions(j, ",\"by_self\":[", row, row->self, row->n_self);
    write_functions(j, ",\"by_total\":[", row, row->most, row->n_most);
    write_excesses(j, row);
}

static void write_row(struct json *j, const struct report_entry *entry)
{
    static const char *const states[] = {
        [REPORT_DRAWN] = "drawn", [REPORT_FAILED] = "failed", [REPORT_NO_PROFILE] = "no profile"};
    struct report_row row;

    report_row_of(&row, entry);
    write_string(j, "{\"path\":", row.path);
    write_string(j, ",\"state\":", str_of(states[row.state]));
    if (row.state != REPORT_DRAWN)
        write_string(j, ",\"message\":", row.message);
    else if (row.both) {
        write_string(j, ",\"picture\":", row.picture);
        write_string(j, ",\"unit\":", row.unit);
        write_sides(j, &row);
    } else {
        write_drawn(j, &row);
    }
    sink_byte(j->s, '}');
}

static void write_paths(struct json *j, const char *key, const struct str *paths, size_t n)
{
    sink_text(j->s, key);
    for (size_t i = 0; i < n; i++)
        write_string(j, i ? "," : "", paths[i]);
    sink_byte(j->s, ']');
}

static void write_entries(struct json *j, const char *key, const struct report_entry *entries,
                          size_t n)
{
    sink_text(j->s, key);
    for (size_t i = 0; i < n; i++) {
        sink_text(j->s, i ? ",\n" : "\n");
        write_row(j, &entries[i]);
    }
    sink_text(j->s, "\n]");
}

static void write_lacks(struct json *j)
{
    const struct report *r = j->report;

    sink_text(j->s, ",\n\"missing\":[");
    for (size_t i = 0; i < r->n_lacks; i++) {
        write_string(j, i ? ",\n{\"path\":" : "\n{\"path\":", r->lacks[i].path);
        write_string(j, ",\"message\":", r->lacks[i].message);
        sink_byte(j->s, '}');
    }
    sink_byte(j->s, ']');
}

static void write_rules(struct json *j)
{
    const struct report *r = j->report;

    sink_text(j->s, ",\n\"rules\":[");
    for (size_t i = 0; i < r->n_rules; i++) {
        write_string(j, i ? ",\n{\"text\":" : "\n{\"text\":", r->rules[i]);
        sink_text(j->s, r->rule_matched[i] ? ",\"matched\":true" : ",\"matched\":false");
        if (r->tried[i].functions) {
            write_count(j, ",\"functions\":", r->tried[i].functions);
            write_count(j, ",\"provable\":", r->tried[i].provable);
        }
        sink_text(j->s, r->rule_states[i] == REPORT_RULE_CHECKED ? ",\"checked\":true}"
                                                                 : ",\"checked\":false}");
    }
    sink_byte(j->s, ']');
}

void report_json(struct sink *s, const struct report *report)
{
    static const char *const gates[] = {[REPORT_GATE_NONE] = "",
                                        [REPORT_GATE_KEPT] = "kept",
                                        [REPORT_GATE_EXCEEDED] = "exceeded",
                                        [REPORT_GATE_UNJUDGED] = "not judged"};
    struct json j = {.report = report, .s = s};

    sink_text(s, "{\"format\":\"flame-report\",\"version\":1");
    write_string(&j, ",\"options\":", report->arguments);
    if (report->n_rules)
        write_string(&j, ",\n\"budget\":", str_of(gates[report_gate(report)]));
    write_count(&j, ",\n\"drawn\":", report->n_drawn);
    write_count(&j, ",\"failed\":", report->n_failed);
    write_count(&j, ",\"no_profiles\":", report->n_others);
    write_count(&j, ",\"exceeded\":", report->n_exceeded);
    write_rules(&j);
    if (report->both) {
        write_count(&j, ",\n\"proven\":", report->n_proven);
        write_count(&j, ",\"not_compared\":", report->n_uncompared);
        write_paths(&j, ",\n\"new\":[", report->added, report->n_added);
        write_paths(&j, ",\n\"gone\":[", report->gone, report->n_gone);
        write_lacks(&j);
        write_entries(&j, ",\n\"changes\":[", report->pairs, report->n_pairs);
    }
    write_entries(&j, ",\n\"profiles\":[", report->entries, report->n);
    sink_text(s, "}\n");
    buf_free(&j.clean);
}
