"""A profile of Massif."""


def of_command(command):
    """One snapshot of 8 bytes."""
    return f"""desc: --detailed-freq=1
cmd: {command}
time_unit: B
#-----------
snapshot=0
#-----------
time=8
mem_heap_B=8
mem_heap_extra_B=0
mem_stacks_B=0
heap_tree=detailed
n0: 8 0x1: main (a.c:1)
"""
