/* A program that makes code while it runs, and tells perf of it:
 * cc -O1 -o jit jit.c && perf record -e cpu-clock:u -F 99 -g -m 4 ./jit */
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

typedef unsigned long loop(unsigned long);

int main(void)
{
    static const unsigned char code[] = {0x55, 0x48, 0x89, 0xe5,       /* push rbp; mov rbp, rsp */
                                         0x48, 0xff, 0xcf, 0x75, 0xfb, /* dec rdi; jnz */
                                         0x5d, 0xc3};                  /* pop rbp; ret */
    unsigned char *at =
        mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    char name[40];
    loop *run;

    if (at == MAP_FAILED)
        return 1;
    memcpy(at, code, sizeof code);
    memcpy(at + 64, code, sizeof code);
    snprintf(name, sizeof name, "/tmp/perf-%d.map", getpid());
    FILE *map = fopen(name, "w");
    if (!map)
        return 1;
    fprintf(map, "%lx %zx int32 [work] Program::Spin(int32)[OptimizedTier1]\n", (unsigned long)at,
            sizeof code);
    fprintf(map, "%lx %zx void [work] Program::Main(string[])[Tier0]\n", (unsigned long)at + 64,
            sizeof code);
    fclose(map);
    memcpy(&run, &at, sizeof run);
    run(200000000);
    at += 64;
    memcpy(&run, &at, sizeof run);
    run(100000000);
    return 0;
}
