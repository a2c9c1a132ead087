/* old;main;parse -> new;main;parse */
#include "app/inputs/programs.h"

#include "base/mem.h"
#include "base/parse.h"
#include "input/input.h"

enum { COMM_MOST = 15 }; /* bytes that Linux keeps of the name of a process */

/* ---- processes */

static void processes_init(struct process_sums *p)
{
    *p = (struct process_sums){0};
    names_init(&p->names);
}

static void processes_free(struct process_sums *p)
{
    mem_free(p->weights, p->room, sizeof *p->weights);
    names_free(&p->names);
}

static double *weight_of(struct process_sums *p, struct str name)
{
    const name_id id = names_add(&p->names, name);

    p->weights = mem_grow(p->weights, &p->room, (size_t)id + 1, sizeof *p->weights);
    return &p->weights[id];
}

static void add_processes(struct process_sums *to, struct profile *p)
{
    const name_id comm = names_add(&p->names, STR("comm"));

    for (uint32_t i = 0; i < p->n_samples; i++) {
        const double weight = (double)p->columns[COLUMN_WEIGHT].values[i];
        const name_id value = labels_value(&p->labels, p->samples[i].labels, comm);
        if (value)
            *weight_of(to, names_get(&p->names, value)) += weight;
        to->whole += weight;
    }
}

/* Whether a process stands before one of a name and weight; without a name, that is the least. */
static bool is_before(const struct process_sums *of, name_id id, double weight, struct str name)
{
    if (of->weights[id] > weight || of->weights[id] < weight)
        return of->weights[id] > weight;
    return name.n && str_compare(names_get(&of->names, id), name) < 0;
}

/* Lends the name with most samples among those that the others lack, of equal ones the first by its
 * bytes, whatever the order of the samples; "": none matters. */
static struct str main_of(const struct process_sums *of, struct process_sums *others)
{
    const double least = 0.25;
    double most = least * of->whole;
    struct str name = STR("");

    for (name_id id = 1; id < of->names.n && id < of->room; id++)
        if (is_before(of, id, most, name) && !(*weight_of(others, names_get(&of->names, id)) > 0)) {
            most = of->weights[id];
            name = names_get(&of->names, id);
        }
    return name;
}

/* ---- programs */

void programs_init(struct programs *programs)
{
    *programs = (struct programs){.are_commands = true, .all_told = true};
    processes_init(&programs->after);
}

void programs_free(struct programs *programs)
{
    processes_free(&programs->after);
    for (unsigned side = 0; side < SIDES; side++)
        buf_free(&programs->named[side]);
    *programs = (struct programs){0};
}

static void find(struct programs *programs, struct profile *before)
{
    struct process_sums then;

    processes_init(&then);
    add_processes(&then, before);
    buf_add(&programs->named[SIDE_BEFORE], main_of(&then, &programs->after));
    buf_add(&programs->named[SIDE_AFTER], main_of(&programs->after, &then));
    processes_free(&then);
    if (programs->named[SIDE_BEFORE].n && programs->named[SIDE_AFTER].n)
        return;
    for (unsigned side = 0; side < SIDES; side++)
        buf_clear(&programs->named[side]);
}

static bool are_told(const struct frames *frames)
{
    for (frame_id i = 1; i < frames->n; i++)
        if (!frame_is_told(&frames->rows[i]))
            return false;
    return true;
}

void programs_look(struct programs *programs, struct inputs *in, enum side side)
{
    programs->are_commands = programs->are_commands && in->command.n;
    programs->all_told =
        programs->all_told && programs->are_commands && are_told(&in->profile.frames);
    if (!programs->are_commands)
        return;
    if (side == SIDE_AFTER) {
        add_processes(&programs->after, &in->profile);
        return;
    }
    if (!programs->named[SIDE_BEFORE].n)
        find(programs, &in->profile);
    programs->alias = (struct process_alias){buf_str(&programs->named[SIDE_BEFORE]),
                                             buf_str(&programs->named[SIDE_AFTER])};
    in->process = &programs->alias;
}

/* ---- files */

/* Whether a file is that of a program whose process has this name. */
static bool is_file_of(struct str path, struct str process)
{
    const struct str name = path_base_name(path);

    return process.n &&
           str_equal(str_from_to(name, 0, name.n < COMM_MOST ? name.n : COMM_MOST), process);
}

/* What the program after is called as a module; "": no frame tells. */
static struct str file_of(const struct profile *p, struct str process)
{
    for (frame_id i = 1; i < p->frames.n; i++) {
        const struct frame *row = &p->frames.rows[i];
        const struct str module =
            names_get(&p->names, row->module ? row->module : row->seen.module);
        if (is_file_of(module, process))
            return module;
    }
    return STR("");
}

/* "[old]" */
static bool is_code_of(struct str name, struct str process)
{
    return name.n > 2 && name.p[0] == '[' && name.p[name.n - 1] == ']' &&
           is_file_of(str_from_to(name, 1, name.n - 1), process);
}

static name_id code_of(struct profile *p, struct str path)
{
    struct buf text = {0};

    buf_add_byte(&text, '[');
    buf_add(&text, path_base_name(path));
    buf_add_byte(&text, ']');
    const name_id name = names_add(&p->names, buf_str(&text));
    buf_free(&text);
    return name;
}

bool programs_rename(const struct programs *programs, struct inputs *before,
                     const struct profile *after)
{
    struct profile *p = &before->profile;
    const struct str old = buf_str(&programs->named[SIDE_BEFORE]);
    const struct str file = file_of(after, buf_str(&programs->named[SIDE_AFTER]));

    if (!file.n || !old.n)
        return true;
    const name_id module = names_add(&p->names, file);
    const name_id code = code_of(p, file);
    struct frame *rows = mem_alloc(p->frames.n, sizeof *rows);
    memcpy(rows, p->frames.rows, p->frames.n * sizeof *rows);
    for (frame_id i = 1; i < p->frames.n; i++) {
        struct frame *row = &rows[i];
        row->module = is_file_of(names_get(&p->names, row->module), old) ? module : row->module;
        row->seen.module =
            is_file_of(names_get(&p->names, row->seen.module), old) ? module : row->seen.module;
        row->name = is_code_of(names_get(&p->names, row->name), old) ? code : row->name;
    }
    return inputs_replace_frames(before, rows);
}
