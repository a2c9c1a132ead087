/* change.json: {"format":"flame-change","version":1,...,"runs":[ a line for each ]} */
#include <math.h>
#include <string.h>

#include "app/record/run_record.h"
#include "app/trial/findings.h"
#include "app/trial/folder.h"
#include "base/sink.h"
#include "render/common/text.h"

static void write_string(struct sink *s, const char *key, const char *raw)
{
    sink_text(s, key);
    sink_byte(s, '"');
    text_json_whole(s, str_of(raw));
    sink_byte(s, '"');
}

static void write_count(struct sink *s, const char *key, uint64_t n)
{
    sink_text(s, key);
    sink_u64(s, n);
}

/* What is infinite, or no number, is null. */
static void write_double(struct sink *s, const char *key, double n)
{
    const double short_most = 1e12;
    const double most = 1e19;

    sink_text(s, key);
    if (fabs(n) < short_most)
        sink_short(s, n, 6);
    else if (fabs(n) < most) {
        sink_text(s, n < 0 ? "-" : "");
        sink_u64(s, (uint64_t)fabs(n));
    } else
        sink_text(s, "null");
}

static void write_bool(struct sink *s, const char *key, bool is)
{
    sink_text(s, key);
    sink_text(s, is ? "true" : "false");
}

/* Texts, each ended by NUL. */
static void write_texts(struct sink *s, const char *key, const struct buf *texts)
{
    sink_text(s, key);
    sink_byte(s, '[');
    for (size_t at = 0; at < texts->n; at += strlen(texts->p + at) + 1)
        write_string(s, at ? "," : "", texts->p + at);
    sink_byte(s, ']');
}

static void write_side(struct sink *s, const char *key, const struct trial *t, enum side side)
{
    sink_text(s, key);
    write_string(s, "{\"command\":", t->shown[side].p);
    write_count(s, ",\"runs\":", t->runs.n_good[side]);
    write_count(s, ",\"failed\":", t->runs.n_failed[side]);
    write_count(s, ",\"status\":", (uint64_t)t->usual[side]);
    sink_byte(s, '}');
}

static void write_spread(struct sink *s, const char *key, const struct measure_spread *spread)
{
    sink_text(s, key);
    write_double(s, "{\"deviation\":", spread->deviation);
    write_double(s, ",\"least\":", spread->least);
    write_double(s, ",\"most\":", spread->most);
    sink_byte(s, '}');
}

static void write_measure(struct sink *s, const char *key, const struct trial_measure *m,
                          const struct trial_runs *runs)
{
    const struct measure_spread before = measure_spread_of(m, runs, SIDE_BEFORE);
    const struct measure_spread after = measure_spread_of(m, runs, SIDE_AFTER);
    const struct evidence_row *row = &m->evidence.rows[0];

    write_string(s, key, m->name);
    write_string(s, ",\"unit\":", m->kind == MEASURE_EVENT ? "events" : "seconds");
    write_double(s, ",\"before\":", row->before);
    write_double(s, ",\"after\":", row->after);
    write_spread(s, ",\"spread_before\":", &before);
    write_spread(s, ",\"spread_after\":", &after);
    write_double(s, ",\"low\":", m->low);
    write_double(s, ",\"high\":", m->high);
    write_double(s, ",\"p\":", row->p);
    write_double(s, ",\"least\":", evidence_least(&m->evidence, row));
    write_bool(s, ",\"proven\":", row->proven);
    sink_byte(s, '}');
}

static void write_function(struct sink *s, const struct findings *from,
                           const struct changed_function *function)
{
    write_string(s, "{\"name\":", from->text.p + function->name);
    write_string(s, ",\"of\":", function->self ? "self" : "total");
    write_double(s, ",\"before\":", function->before);
    write_double(s, ",\"after\":", function->after);
    write_double(s, ",\"low\":", function->low);
    write_double(s, ",\"high\":", function->high);
    write_bool(s, ",\"proven\":", function->proven);
    sink_byte(s, '}');
}

static void write_run(struct sink *s, const struct trial_run *run)
{
    write_string(s, "{\"side\":", trial_side_name(run->side));
    write_count(s, ",\"number\":", run->number);
    write_bool(s, ",\"failed\":", run->failed);
    write_count(s, ",\"status\":", (uint64_t)run->status);
    write_count(s, ",\"wall_ns\":", run->cost.wall_ns);
    write_count(s, ",\"processor_ns\":", run->cost.cpu_ns);
    sink_text(s, ",\"events\":[");
    for (size_t i = 0; i < run->cost.n_events; i++)
        write_count(s, i ? "," : "", run->cost.events[i]);
    sink_byte(s, ']');
    write_count(s, ",\"others_ns\":", run->busy_ns > run->own_ns ? run->busy_ns - run->own_ns : 0);
    write_count(s, ",\"stolen_ns\":", run->stolen_ns);
    write_count(s, ",\"khz\":", run->khz);
    sink_byte(s, '}');
}

static void write_looks(struct sink *s, const struct trial *t)
{
    sink_text(s, ",\"looks\":[");
    for (size_t i = 0; i < t->looks.n; i++)
        write_count(s, i ? "," : "", t->looks.runs[i]);
    write_count(s, "],\"looked\":", t->look);
    write_count(s, ",\"tests\":", interim_tests(&t->looks));
    write_bool(s, ",\"stopped\":", t->stopped);
}

static void write_all(struct sink *s, const struct findings *from, const struct trial *t)
{
    static const char *const verdicts[] = {
        [INTERIM_OPEN] = "open", [INTERIM_PROVEN] = "proven", [INTERIM_HOPELESS] = "not proven"};

    write_string(s, "{\"format\":\"flame-change\",\"version\":1,\"sentence\":", from->sentence.p);
    write_string(s, ",\"verdict\":", verdicts[t->verdict]);
    write_side(s, ",\"before\":", t, SIDE_BEFORE);
    write_side(s, ",\"after\":", t, SIDE_AFTER);
    write_looks(s, t);
    sink_text(s, ",\n\"measures\":[");
    for (size_t i = 0; i < t->measures.n; i++)
        write_measure(s, i ? ",\n{\"name\":" : "\n{\"name\":", &t->measures.rows[i], &t->runs);
    sink_text(s, "],\n\"functions\":[");
    for (size_t i = 0; i < from->n; i++) {
        sink_text(s, i ? ",\n" : "\n");
        write_function(s, from, &from->functions[i]);
    }
    write_string(s, "],\n\"functions_unit\":", from->unit.n ? from->unit.p : "");
    write_string(s, ",\"power\":", from->power.n ? from->power.p : "");
    write_string(s, ",\"governor\":", t->first.governor);
    write_double(s, ",\"load\":", (double)t->first.load / 100);
    write_texts(s, ",\n\"doubts\":", &from->doubts);
    write_texts(s, ",\n\"exceeded\":", &from->excesses);
    sink_text(s, ",\n\"runs\":[");
    for (size_t i = 0; i < t->runs.n; i++) {
        sink_text(s, i ? ",\n" : "\n");
        write_run(s, &t->runs.rows[i]);
    }
    sink_text(s, "]}\n");
}

bool findings_write(const struct findings *from, const struct trial *t, struct fault *f)
{
    struct buf path = {0};
    struct sink s;

    trial_folder_path(&path, t->folder.path, "change.json");
    bool ok = sink_open_in(&s, path.p, t->folder.fd, f);
    if (ok) {
        record_give_open_to_user(s.fd);
        write_all(&s, from, t);
        ok = sink_close(&s, f);
    }
    buf_free(&path);
    return ok;
}
