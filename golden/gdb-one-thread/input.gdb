#8  <signal handler called>
#9  parse_inlined (text=0x55d5 "#1 (x)", n=3) at /src/parse.c:30
#10 0x000056204d5f8efd in parse (text=..., n=3) at /src/work.c:35
#11 0x000056204d5f8ef0 in std::function<int (int)>::operator() (this=0x0)
    at /usr/include/c++/12/functional:12
#12 0x000056204d5f8efe in main () at /src/work.c:45
(More stack frames follow...)
#12 0x000056204d5f8efe in main ()
#1  0x00007f776c4d1df2 in pause () from /lib/libc.so.6
#2  0x000056204d5f8efe in main (...) at /src/work.c:45
