/* flame record: records and draws, once, when a trap springs, or in turns with another program. */
#include "app/record_verb.h"

#include "app/common/message.h"
#include "app/record/named.h"
#include "app/record/nothing.h"
#include "app/record/old_picture.h"
#include "app/record/pictures.h"
#include "app/record/run_trapped.h"
#include "app/record/users.h"
#include "app/trial/run_trial.h"
#include "base/mem.h"
#include "record/proc.h"

static void tell_kept(struct recorded *recorded)
{
    struct fault why = {0};

    if (recorded_keep(recorded, &why))
        message_print("the recording is kept: %s", recorded->recording);
    else
        message_print("the recording is not kept: %s", why.text);
}

static bool draw_what_there_is(const struct record_request *r, struct recorded *recorded,
                               struct fault *f)
{
    const bool empty = record_is_empty(r, &recorded->outcome);

    record_give_open_to_user(recorded->outcome.file);
    if (!empty && !record_pictures_draw(r, recorded, f)) {
        tell_kept(recorded);
        return false;
    }
    return !empty || !record_pictures_wanted(r) || record_fault_of_nothing(r, recorded, f);
}

static bool record_and_draw(const struct record_request *r, struct recorded *recorded,
                            struct fault *f)
{
    if (!run_record(r, recorded, f))
        return false;
    if (r->watch && recorded->outcome.watched != WATCH_SPRUNG)
        return true;
    const bool kept = r->outputs.n == 0 && old_picture_keep("profile.svg");
    const bool ok = draw_what_there_is(r, recorded, f);
    if (kept && !ok)
        old_picture_restore("profile.svg");
    return ok;
}

static bool record_once_and_draw(const struct record_request *r, int *status, struct fault *f)
{
    struct recorded *recorded = mem_alloc(1, sizeof *recorded);
    const bool ok = record_and_draw(r, recorded, f);

    *status = recorded->outcome.status;
    recorded_free(recorded);
    mem_free(recorded, 1, sizeof *recorded);
    return ok;
}

/* The exit status is that of the recorded command, unless we fail ourselves. */
static bool record_as_asked(const struct record_request *r, int *status, struct fault *f)
{
    if (r->before)
        return run_trial(r, status, f);
    if (!record_pictures_check(r, f))
        return false;
    if (trap_request_is_set(&r->trap))
        return run_trapped(r, record_and_draw, status, f);
    return record_once_and_draw(r, status, f);
}

static bool record_as_users(struct record_request *r, int *status, struct fault *f)
{
    struct record_users *users = mem_alloc(1, sizeof *users);
    bool ok = record_users_find(r, users, f) && record_as_asked(r, status, f);

    mem_free(users, 1, sizeof *users);
    return ok;
}

/* Without /proc a command is recorded all the same, as the kernel tells what it maps. */
bool record_verb(struct record_request *r, int *status, struct fault *f)
{
    if (!proc_check(f)) {
        if (!r->command[0] || r->all || record_request_has_pids(r) || record_request_has_tids(r))
            return false;
        message_print("%s", f->text);
        *f = (struct fault){0};
    }
    return record_find_named(r, f) && record_as_users(r, status, f);
}
