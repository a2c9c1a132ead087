/* Calls a function of a library again and again, most of the time through two stubs. */
void first(void);
void second(void);
static long call(long number, long a) { long r; __asm__ volatile("syscall":"=a"(r):"a"(number),"D"(a):"rcx","r11","memory"); return r; }
__attribute__((noinline)) static void work(unsigned long n) { for (unsigned long i = 0; i < n; i++) { first(); second(); } __asm__ volatile(""); }
__attribute__((noinline, used)) static void start(void) { work(100000000); __asm__ volatile(""); call(60, 0); for (;;) ; }
__attribute__((naked)) void _start(void) { __asm__("xor %ebp,%ebp; and $-16,%rsp; call start; hlt"); }
