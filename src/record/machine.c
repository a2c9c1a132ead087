/* Reads /proc/stat, /proc/loadavg and /sys/devices/system/cpu/cpu0/cpufreq. */
#include "record/machine.h"

#include <stdio.h>
#include <unistd.h>

#include "base/parse.h"
#include "record/small_file.h"

enum { NS = 1000000000 };

/* The columns of the first line of /proc/stat, in ticks. */
enum { USER, NICE, SYSTEM, IDLE, IO_WAIT, IRQ, SOFT_IRQ, STOLEN, COLUMNS };

static void look_at_time(struct machine_state *m, struct buf *text, const char *root)
{
    const long ticks = sysconf(_SC_CLK_TCK);
    uint64_t columns[COLUMNS] = {0};
    struct str rest, word;

    if (!small_file_read(text, "%s/proc/stat", root))
        return;
    rest = buf_str(text);
    if (!take_word(&rest, &word) || !str_equal(word, STR("cpu")) || ticks <= 0)
        return;
    for (size_t i = 0; i < COLUMNS; i++)
        if (!take_word(&rest, &word) || !parse_u64(word, &columns[i]))
            break;
    const uint64_t tick_ns = NS / (uint64_t)ticks;
    m->busy_ns =
        (columns[USER] + columns[NICE] + columns[SYSTEM] + columns[IRQ] + columns[SOFT_IRQ]) *
        tick_ns;
    m->stolen_ns = columns[STOLEN] * tick_ns;
}

static void look_at_load(struct machine_state *m, struct buf *text, const char *root)
{
    struct str rest, word;

    if (!small_file_read(text, "%s/proc/loadavg", root))
        return;
    rest = buf_str(text);
    if (!take_word(&rest, &word) || !parse_scaled(word, 2, &m->load))
        m->load = 0;
}

static void look_at_speed(struct machine_state *m, struct buf *text, const char *root)
{
    const long processors = sysconf(_SC_NPROCESSORS_ONLN);
    uint64_t sum = 0;
    uint64_t n = 0;
    uint64_t khz;

    for (long i = 0; i < processors; i++)
        if (small_file_number(&khz, "%s/sys/devices/system/cpu/cpu%ld/cpufreq/scaling_cur_freq",
                              root, i)) {
            sum += khz;
            n++;
        }
    m->khz = n ? sum / n : 0;
    if (!small_file_read(text, "%s/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", root))
        return;
    struct str rest = buf_str(text);
    struct str name;
    if (take_field(&rest, '\n', &name))
        snprintf(m->governor, sizeof m->governor, "%.*s", (int)name.n, name.p);
}

void machine_look(struct machine_state *m, const char *root)
{
    struct buf text = {0};

    *m = (struct machine_state){0};
    look_at_time(m, &text, root);
    look_at_load(m, &text, root);
    look_at_speed(m, &text, root);
    buf_free(&text);
}
