static volatile unsigned long n;
__attribute__((noinline)) void work(void)
{
    for (unsigned long i = 0; i < 30000000; i++)
        n += i;
}
int main(void)
{
    work();
    return 0;
}
