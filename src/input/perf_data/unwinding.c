/* rsp 7ffd1c3a0b10, rip 401136, 8192 bytes of the stack: work, main, __libc_start_call_main */
#include "input/perf_data/unwinding.h"

#include "base/mem.h"

enum { FRAMES_MOST = 4096, WORDS_MOST = 64 };

/* As uname -m says it. */
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
    mem_free(u->stack.ips, FRAMES_MOST, sizeof *u->stack.ips);
    mem_free(u->stack.exact, FRAMES_MOST, sizeof *u->stack.exact);
}

/* Most recordings have nothing to unwind. */
static void need_unwinder(struct unwinding *u)
{
    if (u->unwinder)
        return;
    u->unwinder = unwinder_new();
    u->stack.ips = mem_alloc(FRAMES_MOST, sizeof *u->stack.ips);
    u->stack.exact = mem_alloc(FRAMES_MOST, sizeof *u->stack.exact);
}

bool unwinding_begin(struct unwinding *u, const struct event *event, const struct sample_fields *s)
{
    uint64_t words[WORDS_MOST];
    struct bytes b = s->registers;
    size_t n = 0;

    if (!s->abi || !s->stack.n)
        return false;
    while (n < WORDS_MOST && bytes_u64(&b, &words[n]))
        n++;
    return unwind_registers_of_perf(u->machine, (unsigned)s->abi, event->regs_user, words, n,
                                    &u->registers);
}

static bool find(void *context, uint64_t ip, struct unwind_where *where)
{
    struct unwinding *u = context;

    if (!process_find(u->process, ip))
        return false;
    if (!addresses_locate(u->addresses, u->process, ip, &where->module, &where->address))
        *where = (struct unwind_where){0, ip};
    return true;
}

static struct Elf *elf_of(void *context, uint32_t module)
{
    struct unwinding *u = context;
    const struct image *image = modules_image(u->addresses->sources->modules, module);

    return image ? image->elf : NULL;
}

static void lock(void *context, bool on)
{
    struct unwinding *u = context;

    if (on)
        pthread_mutex_lock(&u->addresses->sources->lock);
    else
        pthread_mutex_unlock(&u->addresses->sources->lock);
}

bool unwinding_push(struct unwinding *u, struct process *process, const struct sample_fields *s,
                    bool *is_cut)
{
    const struct unwind_maps maps = {u, find, elf_of, lock};
    const struct unwind_memory memory = {u->registers.value[u->registers.machine->sp],
                                         {(const char *)s->stack.p, s->stack.n}};

    need_unwinder(u);
    u->process = process;
    unwinder_run(u->unwinder, &u->registers, &memory, &maps, &u->stack);
    for (size_t i = 0; i < u->stack.n; i++) {
        struct code_address at = {u->stack.ips[i], MODE_USER, !u->stack.exact[i]};
        if (!addresses_push(u->addresses, process, at))
            return false;
    }
    *is_cut = u->stack.end == UNWIND_CUT || u->stack.end == UNWIND_FULL;
    return true;
}
