[33mThread 2 (LWP 12 "work"):[0m
[33m#0  parse (p=0x1) at shop.c:12[0m
[33m#1  run () at shop.c:40[0m

[33mThread 1 (LWP 11 "shop"):[0m
[33m#0  wait () at shop.c:7[0m
[33m#1  main () at shop.c:50(B[m
