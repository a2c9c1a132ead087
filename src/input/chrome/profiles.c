/* "Profile" gives the thread and the start, each "ProfileChunk" nodes and samples, "CpuProfile"
 * everything. */
#include "input/chrome/profiles.h"

#include "base/mem.h"
#include "input/v8/tree.h"

void chrome_profiles_init(struct chrome_profiles *c, struct text *text, struct json *json)
{
    *c = (struct chrome_profiles){.text = text, .json = json, .samples.text = text};
    names_init(&c->texts);
    names_init(&c->keys);
    v8_profile_init(&c->piece, &c->texts);
    chrome_frames_init(&c->frames, text, json, &c->texts);
    c->document = (struct v8_document){.p = &c->piece, .text = text, .json = json};
}

void chrome_profiles_free(struct chrome_profiles *c)
{
    for (size_t i = 0; i < c->n; i++)
        v8_profile_free(&c->profiles[i].gathered);
    mem_free(c->profiles, c->room, sizeof *c->profiles);
    mem_free(c->by_key, c->by_key_room, sizeof *c->by_key);
    v8_profile_free(&c->piece);
    chrome_frames_free(&c->frames);
    names_free(&c->texts);
    names_free(&c->keys);
}

static bool is_whole(struct str name)
{
    return str_equal(name, STR("CpuProfile"));
}

bool chrome_profiles_is_event(struct str name)
{
    return str_equal(name, STR("ProfileChunk")) || str_equal(name, STR("Profile")) ||
           is_whole(name);
}

static struct chrome_profile *add_profile(struct chrome_profiles *c)
{
    c->profiles = mem_grow(c->profiles, &c->room, c->n + 1, sizeof *c->profiles);
    v8_profile_init(&c->profiles[c->n].gathered, &c->texts);
    return &c->profiles[c->n++];
}

/* Finds or adds the profile of a process and an id. A complete one is always new. */
static struct chrome_profile *find_profile(struct chrome_profiles *c,
                                           const struct chrome_piece *piece)
{
    struct buf key = {0};

    if (is_whole(piece->name))
        return add_profile(c);
    buf_add(&key, piece->pid);
    buf_add_byte(&key, '\0');
    buf_add(&key, piece->id);
    name_id id = names_add(&c->keys, buf_str(&key));
    buf_free(&key);
    c->by_key = mem_grow(c->by_key, &c->by_key_room, (size_t)id + 1, sizeof *c->by_key);
    if (c->by_key[id])
        return &c->profiles[c->by_key[id] - 1];
    struct chrome_profile *profile = add_profile(c);
    c->by_key[id] = c->n;
    return profile;
}

bool chrome_profiles_take(struct chrome_profiles *c, const struct chrome_piece *piece)
{
    bool says_thread = !str_equal(piece->name, STR("ProfileChunk"));
    struct chrome_profile *profile = find_profile(c, piece);

    if (says_thread || !profile->said)
        profile->thread = piece->thread;
    profile->said = profile->said || says_thread;
    bool ok = v8_profile_check(&c->piece, c->text, piece->line) &&
              v8_profile_append(&profile->gathered, &c->piece, c->text);
    chrome_profiles_forget(c);
    return ok;
}

bool chrome_profiles_link(struct chrome_profiles *c, struct measure *measures, size_t *n)
{
    bool any = c->frames.n > 0;

    *n = 0;
    if (!chrome_frames_link(&c->frames, &c->samples))
        return false;
    for (size_t i = 0; i < c->n; i++) {
        struct v8_profile *p = &c->profiles[i].gathered;
        p->sized = false;
        if (!v8_tree_link(p, c->text))
            return false;
        v8_profile_sort(p);
        v8_samples_look(&c->samples, p);
        any = any || p->n_samples;
        for (size_t node = 0; node < p->n_nodes && !any; node++)
            any = p->nodes[node].hits > 0;
    }
    c->weigh = c->n == 0 && chrome_frames_weigh(&c->frames);
    if (c->weigh)
        *n = chrome_frames_measures(&c->frames, measures);
    else if (any)
        *n = v8_samples_measures(&c->samples, measures);
    return true;
}

static void see(struct spans *spans, int64_t ns)
{
    if (ns != V8_NO_TIME)
        spans_see(spans, ns);
}

void chrome_profiles_begin(struct chrome_profiles *c, struct spans *spans)
{
    for (size_t i = 0; i < c->n; i++) {
        const struct v8_profile *p = &c->profiles[i].gathered;
        see(spans, p->start_ns);
        for (size_t k = 0; k < p->n_times && !p->deltas; k++)
            see(spans, p->times[k]);
    }
    for (size_t i = 0; i < c->frames.n; i++)
        see(spans, c->frames.samples[i].ns);
    c->samples.zero_ns = spans->first_ns;
}

bool chrome_profiles_finish(struct chrome_profiles *c, const labels_id *labels)
{
    if (!c->weigh && !v8_samples_scale(&c->samples))
        return false;
    for (size_t i = 0; i < c->n; i++)
        if (!v8_samples_add(&c->samples, &c->profiles[i].gathered, labels[c->profiles[i].thread]))
            return false;
    if (!chrome_frames_finish(&c->frames, &c->samples, labels, c->weigh))
        return false;
    v8_samples_remark(&c->samples);
    return true;
}
