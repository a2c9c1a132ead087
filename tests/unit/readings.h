/* Recordings made by hand, read: as bytes that come through a pipe, and as files. */
#ifndef TESTS_UNIT_READINGS_H
#define TESTS_UNIT_READINGS_H

#include "input/formats.h"
#include "input/input.h"
#include "recordings.h"

#include <sys/stat.h>

/* What came of reading one. Free it. */
struct got {
    bool ok;
    struct fault f;
    struct buf samples; /* a line each, in the order of adding: "comm/tid event: a;b 3" */
    struct text_list remarks;
    uint64_t n_samples, period, n_bad, n_notes;
    const char *note; /* the first reason; "": none */
};

static inline void got_free(struct got *got)
{
    buf_free(&got->samples);
    text_list_free(&got->remarks);
}

static inline struct str got_label(const struct profile *p, uint32_t sample, const char *key)
{
    size_t n;
    const struct label *labels = labels_get(&p->labels, p->samples[sample].labels, &n);

    for (size_t i = 0; i < n; i++)
        if (str_equal(names_get(&p->names, labels[i].key), str_of(key)))
            return names_get(&p->names, labels[i].value);
    return STR("");
}

static inline void got_sample(struct sink *s, const struct profile *p, uint32_t sample)
{
    static stack_id path[UINT16_MAX];
    size_t n = 0;

    sink_str(s, got_label(p, sample, "comm"));
    sink_byte(s, '/');
    sink_str(s, got_label(p, sample, "tid"));
    sink_byte(s, ' ');
    sink_str(s, got_label(p, sample, "event"));
    sink_text(s, ": ");
    for (stack_id at = p->samples[sample].stack; at && n < UINT16_MAX;
         at = p->stacks.rows[at].caller)
        path[n++] = at;
    while (n) {
        const struct frame *frame = &p->frames.rows[p->stacks.rows[path[--n]].frame];
        sink_str(s, names_get(&p->names, frame->name));
        if (frame->kind == KIND_KERNEL)
            sink_text(s, "_[k]");
        sink_text(s, n ? ";" : "");
    }
    sink_byte(s, ' ');
    sink_decimal(s, p->columns[COLUMN_WEIGHT].values[sample], 0);
    sink_byte(s, '\n');
}

static inline void got_profile(struct got *got, const struct profile *p)
{
    struct sink s;

    sink_open_buf(&s);
    for (uint32_t i = 0; i < p->n_samples; i++)
        got_sample(&s, p, i);
    buf_add(&got->samples, buf_str(&s.buf));
    sink_discard(&s);
    text_list_add_all(&got->remarks, &p->info.remarks, 0);
    got->n_samples = p->n_columns > COLUMN_SAMPLES ? p->columns[COLUMN_SAMPLES].total : 0;
    got->period = p->columns[COLUMN_WEIGHT].total;
}

static inline void got_notes(struct got *got, const struct tally *tally, const struct notes *notes)
{
    got->n_bad = tally->bad;
    got->n_notes = notes->total;
    got->note = notes->n_reasons ? notes->reasons[0].reason : "";
}

/* Frames are named by module and address. */
static inline struct naming made_naming(void)
{
    return (struct naming){.addresses = true};
}

/* Reads bytes that cannot be read again. */
__attribute__((noinline, unused)) static struct got read_bytes(struct str bytes)
{
    struct got got = {.ok = false};
    const struct ask ask = {.limits = limits_usual(), .naming = made_naming()};
    struct source source;
    struct blocks blocks;
    struct profile p;
    struct reading r = {.name = "made", .ask = &ask, .info = &p.info, .first_part = true};
    const struct input_format *format = input_find(STR("perf-data"), &got.f);

    profile_init(&p, 1, TIME_ORDER);
    assert_true(source_open_memory(&source, "made", bytes, &ask.limits, &got.f));
    blocks_init(&blocks, &source);
    got.ok = format->read(&r, &blocks, &p, &got.f);
    assert_int_equal(got.ok, got.f.kind == FAULT_NONE);
    got_profile(&got, &p);
    got_notes(&got, &r.tally, &r.notes);
    blocks_free(&blocks);
    source_close(&source);
    profile_free(&p);
    return got;
}

/* Reads a file or a folder with so many workers. */
__attribute__((noinline, unused)) static struct got read_path(const char *path, unsigned threads)
{
    struct got got = {.ok = false};
    struct input_report report;
    struct profile p;
    const struct input_file file = {.path = path};
    const struct ask ask = {.format = input_find(STR("perf-data"), &got.f),
                            .limits = limits_usual(),
                            .threads = threads,
                            .naming = made_naming(),
                            .max_bad = UINT64_MAX};

    profile_init(&p, 1, TIME_ORDER);
    got.ok = input_read(&file, &ask, &p, &report, &got.f);
    got_profile(&got, &p);
    got_notes(&got, &report.tally, &report.notes);
    profile_free(&p);
    return got;
}

static inline void write_file(const char *path, struct str bytes)
{
    FILE *out = fopen(path, "wb");

    assert_non_null(out);
    assert_int_equal(fwrite(bytes.p, 1, bytes.n, out), bytes.n);
    assert_int_equal(fclose(out), 0);
}

/* Reads bytes as a file. */
static inline struct got read_as_file(struct str bytes, unsigned threads)
{
    char path[] = "/tmp/flame-recording-XXXXXX";
    int fd = mkstemp(path);

    assert_true(fd >= 0);
    close(fd);
    write_file(path, bytes);
    struct got got = read_path(path, threads);
    unlink(path);
    return got;
}

static inline void assert_got(const struct got *got, const char *samples)
{
    if (!got->ok)
        fail_msg("%s", got->f.text);
    assert_str(buf_str(&got->samples), samples);
}

/* What is made reads so as a file and through a pipe. */
static inline void assert_made(struct made *m, const char *samples)
{
    struct buf bytes = {0};

    made_file(m, &bytes);
    struct got file = read_as_file(buf_str(&bytes), 1);
    struct got memory = read_bytes(buf_str(&bytes));
    made_pipe(m, &bytes);
    struct got pipe = read_bytes(buf_str(&bytes));
    print_message("as a file of %s order\n", m->big ? "big-endian" : "little-endian");
    assert_got(&file, samples);
    assert_got(&memory, samples);
    print_message("through a pipe\n");
    assert_got(&pipe, samples);
    buf_free(&bytes);
    got_free(&file);
    got_free(&memory);
    got_free(&pipe);
}

#endif
