"""Command lines that flame record refuses."""
import os


def check(s, cases):
    """Each case: (arguments, what is said of them). The script's folder is still empty."""
    for args, said in cases:
        run = s.run("record", *args)
        s.claim(f"record {' '.join(args)} is refused with what is wanted",
                run.rc == 2 and said in run.said and not run.out, run)
    s.claim("what is refused leaves no file", not os.listdir(s.folder), os.listdir(s.folder))
