/* What it costs to start a C program that does nothing. */
int main(void)
{
    return 0;
}
