/* Three functions that take time, without a C library: small enough to be kept beside the recording. */
static volatile unsigned long sink;
static long call(long number, long a) { long r; __asm__ volatile("syscall":"=a"(r):"a"(number),"D"(a):"rcx","r11","memory"); return r; }
static inline __attribute__((always_inline)) unsigned long mix(unsigned long x) { for (int i = 0; i < 40; i++) x = x * 6364136223846793005UL + 1442695040888963407UL; return x; }
__attribute__((noinline)) static void parse(unsigned long n) { for (unsigned long i = 0; i < n; i++) sink += mix(i); }
__attribute__((noinline)) static void render(unsigned long n) { for (unsigned long i = 0; i < n; i++) { sink ^= i * sink; if (i % 20000 == 0) parse(2000); } }
__attribute__((noinline)) static void work(unsigned long n) { for (unsigned long i = 0; i < n; i++) { parse(20000); render(3000000); } }
__attribute__((noinline, used)) static void start(void) { work(6); call(60, 0); for (;;) ; }
__attribute__((naked)) void _start(void) { __asm__("xor %ebp,%ebp; and $-16,%rsp; call start; hlt"); }
