/* rsp 7ffd1c3a0b10, rip 401136, 8192 bytes of the stack: work, main, __libc_start_call_main
 * Unwinds user stacks. */
#include "input/perf_data/code/unwinding.h"

#include "base/mem.h"
#include "input/perf_data/code/libc_start.h"
#include "symbol/python_trampoline.h"

enum { FRAMES_MOST = 4096, WORDS_MOST = 64, ROOTS = 1 << 10 };

/* As uname -m prints it. */
static unsigned machine_of(struct str name)
{
    static const struct {
        const char *start;
        unsigned machine;
    } rows[] = {{"x86_64", MACHINE_X86_64}, {"aarch64", MACHINE_AARCH64},
                {"arm64", MACHINE_AARCH64}, {"i386", MACHINE_386},
                {"i486", MACHINE_386},      {"i586", MACHINE_386},
                {"i686", MACHINE_386},      {"arm", MACHINE_ARM}};

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (str_starts(name, str_of(rows[i].start)))
            return rows[i].machine;
    return 0;
}

void unwinding_init(struct unwinding *u, struct addresses *addresses)
{
    const struct recording *rec = addresses->rec;

    *u = (struct unwinding){.addresses = addresses,
                            .machine = machine_of(names_get(&rec->names, rec->machine)),
                            .stack = {.most = FRAMES_MOST}};
}

void unwinding_free(struct unwinding *u)
{
    if (!u->unwinder)
        return;
    unwinder_free(u->unwinder);
    mem_free(u->roots, ROOTS, sizeof *u->roots);
    mem_free(u->tables, u->tables_room, sizeof *u->tables);
    mem_free(u->stack.ips, FRAMES_MOST, sizeof *u->stack.ips);
    mem_free(u->stack.exact, FRAMES_MOST, sizeof *u->stack.exact);
}

/* Created on demand: most recordings have nothing to unwind. */
static void need_unwinder(struct unwinding *u)
{
    if (u->unwinder)
        return;
    u->unwinder = unwinder_new();
    u->roots = mem_alloc(ROOTS, sizeof *u->roots);
    u->stack.ips = mem_alloc(FRAMES_MOST, sizeof *u->stack.ips);
    u->stack.exact = mem_alloc(FRAMES_MOST, sizeof *u->stack.exact);
}

bool unwinding_begin(struct unwinding *u, const struct event *event, const struct sample_fields *s)
{
    uint64_t words[WORDS_MOST];
    struct bytes b = s->registers;
    unsigned machine = u->machine;
    size_t n = 0;

    if (!s->abi || !s->stack.n)
        return false;
    while (n < WORDS_MOST && bytes_u64(&b, &words[n]))
        n++;
    if (!machine) /* the header gives it after the records, so a truncated recording lacks it */
        machine = unwind_machine_of_perf(event->regs_user);
    return unwind_registers_of_perf(machine, (unsigned)s->abi, event->regs_user, words, n,
                                    &u->registers);
}

/* Python omits the machine in its dumps. */
static uint32_t table_of(struct unwinding *u, const struct jit_code *code)
{
    const struct jitdump *d = &code->dump->file.dump;
    uint32_t number = jit_number(code);
    unsigned machine = d->machine ? d->machine : u->registers.machine->elf;
    struct str frames, head;
    uint64_t address;

    u->tables = mem_grow(u->tables, &u->tables_room, (size_t)number + 1, sizeof *u->tables);
    uint32_t *table = &u->tables[number];
    if (*table == 0 && jitdump_unwinding(d, code->code, &frames, &head, &address))
        *table = unwinder_add_code(u->unwinder, frames, address, machine) + 1;
    else if (*table == 0)
        *table = 1;
    return *table - 1;
}

/* Tables refer to code where it was first loaded. */
static void find_table(struct unwinding *u, const struct jit_code *code, struct unwind_where *where)
{
    where->module = table_of(u, code);
    if (where->module)
        where->address = code->code->home + (code->address - code->code->address);
}

static void hold(void *context, uint32_t module, bool on)
{
    struct unwinding *u = context;

    if (on)
        modules_hold(u->addresses->sources->modules, module);
    else
        modules_release(u->addresses->sources->modules, module);
}

/* Code in a perf map, whose frames are known by its name. */
static bool find_saved(struct unwinding *u, uint64_t ip, struct unwind_where *where)
{
    const struct addresses *a = u->addresses;
    const struct jit_unnamed at = {ip, u->process->pid};
    struct jit_range range;

    if (u->registers.machine->elf != MACHINE_X86_64 || u->process->has_no_map)
        return true;
    pthread_mutex_lock(&a->sources->jit_lock);
    bool ok = jit_find_range(&a->sources->jit, &at, &range, a->tidier->b->f);
    u->process->has_no_map = ok && !jit_has_names(&a->sources->jit, at.pid);
    pthread_mutex_unlock(&a->sources->jit_lock);
    where->has_saved =
        ok && python_trampoline_saved(range.name, range.size, ip - range.begin, &where->saved);
    return ok;
}

static bool find(void *context, uint64_t ip, struct unwind_where *where)
{
    struct unwinding *u = context;

    if (!addresses_locate(u->addresses, u->process, ip, where))
        return false;
    if (u->addresses->code.code)
        find_table(u, &u->addresses->code, where);
    else if (where->module == 0)
        return find_saved(u, ip, where);
    return true;
}

static const struct image *file_of(void *context, uint32_t module)
{
    struct unwinding *u = context;

    return modules_frame_image(u->addresses->sources->modules, module);
}

static const struct image *debug_of(void *context, uint32_t module)
{
    struct unwinding *u = context;

    return modules_debug_image(u->addresses->sources->modules, module);
}

/* Code that keeps no frame pointer may have a 0 in its register, which then says nothing of the
 * start of the thread. So it is in code generated at run time, or where it is all that is known. */
static bool is_no_root(const struct unwinding *u)
{
    const struct builder *b = u->addresses->tidier->b;

    return u->stack.by_frame_pointer &&
           (u->stack.n < 2 || b->p->frames.rows[b->frames[b->n - 1]].kind == KIND_JIT);
}

bool unwinding_run(struct unwinding *u, struct process *process, const struct sample_fields *s)
{
    const struct unwind_maps maps = {u, find, file_of, debug_of, hold};
    const struct unwind_memory memory = {u->registers.value[u->registers.machine->sp],
                                         {(const char *)s->stack.p, s->stack.n}};

    need_unwinder(u);
    u->process = process;
    unwinder_run(u->unwinder, &u->registers, &memory, &maps, &u->stack);
    return u->addresses->tidier->b->f->kind == FAULT_NONE;
}

bool unwinding_push(struct unwinding *u, struct process *process, const struct sample_fields *s,
                    enum unwind_end *end)
{
    if (!unwinding_run(u, process, s))
        return false;
    for (size_t i = 0; i < u->stack.n; i++) {
        struct code_address at = {u->stack.ips[i], MODE_USER, !u->stack.exact[i]};
        if (!addresses_push(u->addresses, process, at))
            return false;
    }
    *end = u->stack.end == UNWIND_FULL ? UNWIND_CUT : u->stack.end;
    if (*end == UNWIND_ROOT && is_no_root(u))
        *end = UNWIND_LOST;
    return true;
}

/* The C library tells of its caller where it calls main, though nothing of interest is there. */
static bool is_libc_start(struct unwinding *u, const struct unwind_where *before)
{
    hold(u, before->module, true);
    const struct image *file = file_of(u, before->module);
    const bool is_start = file && libc_start_at(file, before->address + 1);
    hold(u, before->module, false);
    return is_start;
}

bool unwinding_is_root(struct unwinding *u, struct process *process, uint64_t ip)
{
    const struct unwind_maps maps = {u, find, file_of, debug_of, hold};
    const struct unwind_machine *machine = unwind_machine_of(u->machine);
    struct unwind_where where;

    u->process = process;
    if (!machine || !addresses_locate(u->addresses, process, ip - 1, &where) ||
        u->addresses->code.code || !where.module)
        return false;
    need_unwinder(u);
    struct unwind_root *known = &u->roots[(where.address ^ where.module) % ROOTS];
    if (known->module != where.module || known->address != where.address)
        *known = (struct unwind_root){where.address, where.module,
                                      unwinder_is_root(u->unwinder, machine, &where, &maps) ||
                                          is_libc_start(u, &where)};
    return known->is_root;
}
