/* Finishes a recording: adds names of functions and containers, and reports what was recorded. */
#include "record/ending.h"

#include <stdio.h>

#include "base/mem.h"
#include "base/parse.h"
#include "record/chain_choice.h"
#include "record/code/native_names.h"
#include "record/group/container.h"
#include "record/recorder_state.h"

void ending_name_containers(struct recorder *r)
{
    struct buf lines = {0};

    if (!counters_tell_groups(&r->counters))
        return;
    const bool some = targets_group_lines(&r->targets, &lines);
    const struct str groups = buf_str(&lines);
    container_names_add(&r->containers, some ? &groups : NULL);
    buf_free(&lines);
}

bool ending_is_given_up(void *recorder)
{
    struct recorder *r = recorder;

    r->given_up = stop_signals_came(&r->signals) || r->given_up;
    return r->given_up;
}

void ending_take_names(struct recorder *r)
{
    if (r->file.full)
        r->names.files.most = r->file.room.kept / 4;
    code_names_finish(&r->names, ending_is_given_up, r);
    ending_name_containers(r);
    if (r->containers.n)
        embedded_files_add_bytes(&r->names.files, EMBEDDED_GROUPS, STR("/sys/fs/cgroup"),
                                 buf_str(&r->containers));
    r->file.build_ids = buf_str(&r->names.build_ids.records);
    r->file.taken_fd = r->names.files.fd;
    r->file.taken_size = r->names.files.size;
}

void ending_complete(struct recorder *r, struct record_outcome *outcome)
{
    const struct record_order *order = r->order;
    const struct native_names names = {&r->names.files, {code_names_open, &r->names}};
    const bool takes_stacks = r->counting.chain == CHAIN_DWARF || r->counting.chain == CHAIN_AUTO ||
                              waits_event(&r->waits);

    if (ending_is_given_up(r)) {
        if (!order->keep_stacks && takes_stacks)
            fault_set(&outcome->copies_stay, FAULT_SYSTEM, "a signal came before the unwinding");
        return;
    }
    if (!order->keep_stacks && takes_stacks)
        outcome->unwound =
            recording_file_unwind(&r->file, &order->stacks, r->counters.set == SET_FRAME_POINTERS,
                                  &names, &outcome->copies_stay);
    if (!outcome->unwound)
        native_names_take(&names, &r->file, &order->stacks);
}

void ending_tell(struct recorder *r, struct record_outcome *outcome)
{
    command_wait(&r->command, false); /* Ctrl-C ends both */
    outcome->counts = r->counts;
    outcome->counts.lost += r->waits.off_cpu.lost;
    outcome->waits = r->waits.outcome;
    outcome->taken = r->names.files.counts;
    outcome->bytes = r->file.end;
    outcome->not_sampled = r->not_sampled;
    chain_choice_tell(r, outcome);
    outcome->replaced = r->counters.replaced;
    outcome->user_only = r->counters.user_only;
    outcome->no_physical = r->counters.no_physical;
    outcome->no_switches = r->counters.no_switches;
    outcome->untold = r->counters.untold;
    outcome->few_files = r->counters.few_files;
    outcome->left_out = thread_filter_left_out(&r->program);
    outcome->needed = r->counters.needed;
    outcome->stopped = r->stopped;
    outcome->full = r->file.full;
    outcome->full_ns = r->full_ns;
    outcome->unfinished = r->file.unfinished;
    outcome->taken.no_room = r->file.no_names;
    outcome->lead_ns = r->lead_ns;
    outcome->maps_cut = r->maps_cut;
    outcome->lead_short = r->lead.shortened_ns != 0;
    outcome->running = r->command.pid > 0 && !r->command.ended;
    outcome->status = command_exit_status(&r->command);
    command_tell_cost(&r->command, &outcome->cost);
    outcome->cost.n_events = counters_sums(&r->counters, outcome->cost.events, COSTS_MOST);
    snprintf(outcome->event, sizeof outcome->event, "%s", counters_event(&r->counters, 0));
}
