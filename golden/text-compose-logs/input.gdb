[36mshop-1  |[0m Thread 2 (LWP 12 "work"):
[36mshop-1  |[0m #0  parse (p=0x1) at shop.c:12
[36mshop-1  |[0m #1  run () at shop.c:40
[36mshop-1  |[0m 
[36mshop-1  |[0m Thread 1 (LWP 11 "shop"):
[36mshop-1  |[0m #0  wait () at shop.c:7
[36mshop-1  |[0m #1  main () at shop.c:50
