just some text
#x
[Inferior 1 (process 12) detached]
#1 
