/* Makes code while it runs and says so as runtimes do, in jit-PID.dump and perf-PID.map; without a
 * C library, so that it is small enough to be kept beside the recording. */
enum { WRITE = 1, OPEN = 2, MMAP = 9, GETPID = 39, EXIT = 60, FTRUNCATE = 77, CLOCK = 228, MEMFD = 319 };
enum { READ_EXEC = 5, ALL = 7, SHARED = 1, PRIVATE = 2, ANONYMOUS = 0x20, MADE = 0x241 };
typedef unsigned long u64;
static volatile u64 sink;
static long call6(long number, long a, long b, long c, long d, long e) { long r; register long r10 __asm__("r10") = d; register long r8 __asm__("r8") = e; register long r9 __asm__("r9") = 0; __asm__ volatile("syscall" : "=a"(r) : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9) : "rcx", "r11", "memory"); return r; }
static u64 now(void) { u64 t[2]; call6(CLOCK, 1, (long)t, 0, 0, 0); return t[0] * 1000000000 + t[1]; }
static u64 length(const char *s) { u64 n = 0; while (s[n]) n++; return n; }
static char out[4096]; static u64 n_out; static long dump;
static void put(u64 value, u64 n) { for (u64 i = 0; i < n; i++) out[n_out++] = (char)(i < 8 ? value >> 8 * i : 0); }
static void put_bytes(const void *p, u64 n) { for (u64 i = 0; i < n; i++) out[n_out++] = ((const char *)p)[i]; }
static void put_decimal(u64 v) { char d[20]; u64 n = 0; do d[n++] = (char)('0' + v % 10); while (v /= 10); while (n) out[n_out++] = d[--n]; }
static void put_hex(u64 v) { for (int i = 60; i >= 0; i -= 4) out[n_out++] = "0123456789abcdef"[v >> i & 15]; }
static void flush(long fd) { call6(WRITE, fd, (long)out, (long)n_out, 0, 0); n_out = 0; }
static void begin(u64 type) { put(type, 4); put(0, 4); put(now(), 8); }
static void end(void) { for (u64 i = 0; i < 4; i++) out[4 + i] = (char)(n_out >> 8 * i); flush(dump); }

/* sub $8,%rsp; call *%rdi; add $8,%rsp; ret */
static const unsigned char calls[] = {0x48, 0x83, 0xec, 8, 0xff, 0xd7, 0x48, 0x83, 0xc4, 8, 0xc3};
/* push %rbp; mov %rsp,%rbp; mov $n,%ecx; dec %ecx; jnz; pop %rbp; ret */
static const unsigned char loops[] = {0x55, 0x48, 0x89, 0xe5, 0xb9, 0, 0, 0, 6, 0xff, 0xc9, 0x75, 0xfc, 0x5d, 0xc3};
/* Of `calls`, at 16 bytes before it: CFA is rsp + 8, from 4 on rsp + 16, from 10 on rsp + 8. */
static const unsigned char frames[] = {
    20, 0, 0, 0, 0, 0, 0, 0, 1, 'z', 'R', 0, 1, 0x78, 16, 1, 0x1b, 0x0c, 7, 8, 0x90, 1, 0, 0,
    20, 0, 0, 0, 28, 0, 0, 0, 0xd0, 0xff, 0xff, 0xff, 11, 0, 0, 0, 0, 0x44, 0x0e, 16, 0x46, 0x0e, 8, 0,
    0, 0, 0, 0};
static const unsigned char head[] = {1, 0x1b, 3, 0x3b, 0xc8, 0xff, 0xff, 0xff, 1, 0, 0, 0, 0xbc, 0xff, 0xff, 0xff, 0xe4, 0xff, 0xff, 0xff};

static void tell_frames(void) { begin(4); put(sizeof frames + sizeof head, 8); put(sizeof head, 8); put(sizeof frames + sizeof head, 8); put_bytes(frames, sizeof frames); put_bytes(head, sizeof head); end(); }
static void tell_lines(u64 at) { static const char file[] = "loop.src"; begin(2); put(at, 8); put(2, 8); put(at, 8); put(3, 4); put(0, 4); put_bytes(file, sizeof file); put(at + 9, 8); put(4, 4); put(0, 4); put_bytes(file, sizeof file); put(0, 4); end(); }
static void tell_code(const char *name, u64 at, u64 size, u64 number, long pid) { begin(0); put((u64)pid, 4); put((u64)pid, 4); put(at, 8); put(at, 8); put(size, 8); put(number, 8); put_bytes(name, length(name) + 1); put_bytes((void *)at, size); end(); }
static void tell_move(u64 from, u64 to, u64 size, u64 number, long pid) { begin(1); put((u64)pid, 4); put((u64)pid, 4); put(to, 8); put(from, 8); put(to, 8); put(size, 8); put(number, 8); end(); }
static void place(char *to, const unsigned char *code, u64 n) { for (u64 i = 0; i < n; i++) to[i] = (char)code[i]; }
static long make_file(const char *before, long pid, const char *after) { put_bytes(before, length(before)); put_decimal((u64)pid); put_bytes(after, length(after) + 1); n_out = 0; return call6(OPEN, (long)out, MADE + 1, 0644, 0, 0); }

__attribute__((noinline)) static void work(void) { for (u64 i = 0; i < 120000000; i++) sink += i; }
typedef void made(void (*)(void));
__attribute__((noinline)) static void run(long pid)
{
    char *page = (char *)call6(MMAP, 0, 4096, ALL, PRIVATE | ANONYMOUS, -1);
    place(page, calls, sizeof calls);
    tell_frames(); tell_code("first", (u64)page, sizeof calls, 1, pid);
    ((made *)page)(work);
    tell_frames(); tell_code("second", (u64)page, sizeof calls, 2, pid);
    ((made *)page)(work);
    place(page + 64, loops, sizeof loops);
    tell_lines((u64)page + 64); tell_code("loop", (u64)page + 64, sizeof loops, 3, pid);
    ((made *)page)((void (*)(void))(page + 64));
    place(page + 256, loops, sizeof loops);
    tell_move((u64)page + 64, (u64)page + 256, sizeof loops, 3, pid);
    tell_code("other", (u64)page + 64, sizeof loops, 4, pid);
    ((made *)page)((void (*)(void))(page + 256));
    ((made *)page)((void (*)(void))(page + 64));
}
__attribute__((noinline)) static void run_mapped(long pid)
{
    long fd = call6(MEMFD, (long)"doublemapper", 0, 0, 0, 0);
    call6(FTRUNCATE, fd, 4096, 0, 0, 0);
    char *page = (char *)call6(MMAP, 0, 4096, ALL, SHARED, fd);
    place(page, loops, sizeof loops);
    long map = make_file("perf-", pid, ".map");
    put_hex((u64)page); put_bytes(" f void [demo] Demo.Program::Run(int32)[OptimizedTier1]\n", 56); flush(map);
    ((made *)page)(work);
}
__attribute__((noinline, used)) static void start(void)
{
    long pid = call6(GETPID, 0, 0, 0, 0, 0);
    dump = make_file("jit-", pid, ".dump");
    put(0x4A695444, 4); put(1, 4); put(40, 4); put(62, 4); put(0, 4); put((u64)pid, 4); put(now(), 8); put(0, 8); flush(dump);
    call6(MMAP, 0, 4096, READ_EXEC, PRIVATE, dump);
    run(pid);
    run_mapped(pid);
    call6(EXIT, 0, 0, 0, 0, 0);
    for (;;) ;
}
__attribute__((naked)) void _start(void) { __asm__("xor %ebp,%ebp; and $-16,%rsp; call start; hlt"); }
