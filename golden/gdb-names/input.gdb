[Thread debugging using libthread_db enabled]
Using host libthread_db library "/lib/x86_64-linux-gnu/libthread_db.so.1".
__GI___clock_nanosleep (clock_id=clock_id@entry=0, flags=flags@entry=0, req=req@entry=0x7ffd43711850, rem=rem@entry=0x7ffd43711850) at ../sysdeps/unix/sysv/linux/clock_nanosleep.c:71
71	../sysdeps/unix/sysv/linux/clock_nanosleep.c: No such file or directory.

Thread 1 (Thread 0x7fae436c9740 (LWP 21607) "tmpl"):
#0  __GI___clock_nanosleep (clock_id=clock_id@entry=0, flags=flags@entry=0, req=req@entry=0x7ffd43711850, rem=rem@entry=0x7ffd43711850) at ../sysdeps/unix/sysv/linux/clock_nanosleep.c:71
        r = -516
#1  0x00007fae432f1e53 in __GI___nanosleep (req=req@entry=0x7ffd43711850, rem=rem@entry=0x7ffd43711850) at ../sysdeps/unix/sysv/linux/nanosleep.c:25
        ret = <optimized out>
#2  0x00007fae432f1d8a in __sleep (seconds=0) at ../sysdeps/posix/sleep.c:55
        save_errno = 0
        max = 4294967295
        ts = {tv_sec = 0, tv_nsec = 442870440}
#3  0x00005589809dc344 in (anonymous namespace)::Visitor::operator() (this=0x7ffd437118ec, m=std::map with 1 element = {...}) at tmpl.cc:10
No locals.
#4  0x00005589809dc515 in (anonymous namespace)::Visitor::operator< (this=0x7ffd43711b0c, o=...) at tmpl.cc:11
        m = std::map with 1 element = {["k"] = std::vector of length 2, capacity 2 = {1, 2}}
        v = {n = 0}
#5  0x00005589809dc64f in operator() (__closure=0x7ffd43711b10, x=1) at tmpl.cc:18
        a = @0x7ffd43711b0c: {n = 0}
        b = @0x7ffd43711b08: {n = 0}
#6  0x00005589809dca3c in std::__invoke_impl<int, main()::<lambda(int)>&, int>(std::__invoke_other, struct {...} &) (__f=...) at /usr/include/c++/12/bits/invoke.h:61
No locals.
#7  0x00005589809dc908 in std::__invoke_r<int, main()::<lambda(int)>&, int>(struct {...} &) (__fn=...) at /usr/include/c++/12/bits/invoke.h:114
No locals.
#8  0x00005589809dc7d8 in std::_Function_handler<int(int), main()::<lambda(int)> >::_M_invoke(const std::_Any_data &, int &&) (__functor=..., __args#0=@0x7ffd43711ab4: 1) at /usr/include/c++/12/bits/std_function.h:290
No locals.
#9  0x00005589809dd7ba in std::function<int (int)>::operator()(int) const (this=0x7ffd43711b10, __args#0=1) at /usr/include/c++/12/bits/std_function.h:591
No locals.
#10 0x00005589809dd0f6 in twice<int>(std::function<int (int)> const&, int) (f=..., x=1) at tmpl.cc:14
No locals.
#11 0x00005589809dc6a4 in main () at tmpl.cc:18
        a = {n = 0}
        b = {n = 0}
[Inferior 1 (process 21607) detached]

Thread 1 (process 7):
#0  operator new (size=8) at new.cc:1
#1  0x0000000000401000 in Vec<int>::operator-> (this=0x1) at a.cc:2
#2  0x0000000000401001 in operator<< <char> (s=..., c=120 'x') at a.cc:3
#3  0x0000000000401002 in ns::(anonymous namespace)::f (v=std::vector of length 1 = {...}) at a.cc:4
#4  <signal handler called>
#5  main.(*Pool).Wait (p=0xc000, c=0x0) at /srv/demo/a.go:5
#6  0x0000000000401003 in core::ops::function::FnOnce::call_once<fn() -> i32, ()> () at a.rs:6
#7  0x0000000000401004 in _ZN3foo3barEv () from /usr/lib/libfoo.so.1
#8  0x0000000000401005 in a;b (text=0x0) at a.c:7

Thread 2 (LWP 8):
#0  std::function<void (int)>::operator() (this=0x0) at a.cc:1
