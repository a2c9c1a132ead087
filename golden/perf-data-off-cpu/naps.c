/* Two functions that wait and one that works, without a C library. */
static volatile unsigned long sink;
static inline __attribute__((always_inline)) long call(long number, const void *a, void *b) { long r; __asm__ volatile("syscall":"=a"(r):"a"(number),"D"(a),"S"(b):"rcx","r11","memory"); return r; }
static inline __attribute__((always_inline)) void nap(long ns) { const long time[2] = {0, ns}; call(35, time, 0); }
__attribute__((noinline)) static void wait_for_reply(void) { nap(3000000); sink++; }
__attribute__((noinline)) static void wait_for_disk(void) { nap(5000000); sink++; }
__attribute__((noinline)) static void parse(unsigned long n) { for (unsigned long i = 0; i < n; i++) sink += i * sink; }
__attribute__((noinline)) static void serve(unsigned long n) { for (unsigned long i = 0; i < n; i++) { wait_for_reply(); parse(2000000); wait_for_disk(); } }
__attribute__((noinline, used)) static void start(void) { serve(6); call(60, 0, 0); for (;;) ; }
__attribute__((naked)) void _start(void) { __asm__("xor %ebp,%ebp; and $-16,%rsp; call start; hlt"); }
