#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 4000 };

static char *rows[ROWS];
static unsigned long sum;

__attribute__((noinline)) char *make_row(size_t n)
{
    char *row = malloc(n);

    memset(row, (int)n, n);
    return row;
}

__attribute__((noinline)) void keep(void)
{
    for (size_t i = 0; i < ROWS; i++)
        rows[i] = make_row(100 + i);
}

__attribute__((noinline)) void drop(void)
{
    for (size_t i = 0; i < 4 * ROWS; i++) {
        char *row = make_row(3000);
        sum += (unsigned char)row[i % 3000];
        free(row);
    }
}

__attribute__((noinline)) void spin(unsigned long n)
{
    for (unsigned long i = 0; i < n; i++)
        sum = sum * 31 + (i ^ sum >> 7);
}

int main(void)
{
    keep();
    drop();
    spin(300000000);
    printf("%lu\n", sum);
    return 0;
}
