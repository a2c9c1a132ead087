[pod/shop-6d5f/web] Thread 2 (LWP 12 "work"):
[pod/shop-6d5f/web] #0  parse (p=0x1) at shop.c:12
[pod/shop-6d5f/web] #1  run () at shop.c:40
[pod/shop-6d5f/web] 
[pod/shop-6d5f/web] Thread 1 (LWP 11 "shop"):
[pod/shop-6d5f/web] #0  wait () at shop.c:7
[pod/shop-6d5f/web] #1  main () at shop.c:50
