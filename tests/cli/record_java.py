#!/usr/bin/env python3
"""flame record asks running Java for its names: in the namespaces of the process, without harm to
it or to one that takes no questions.
"""
import os
import shutil
import signal
import subprocess

import kit

BUSY = """public class Busy {
    static long spinHard(long n) {
        long sum = 0;
        for (long i = 0; i < n; i++)
            sum += i * i ^ sum;
        return sum;
    }
    public static void main(String[] args) {
        long sum = 0;
        long end = System.nanoTime() + 100_000_000_000L;
        for (int i = 0; i < 2000; i++)
            sum += spinHard(100_000);
        System.out.println("ready");
        while (System.nanoTime() < end)
            sum += spinHard(100_000);
        System.out.println(sum);
    }
}
"""


class Java:
    """A busy Java process with a /tmp, and a number, of its own."""

    def __init__(self, s, *options):
        self.tmp = s.path(f"tmp{len(os.listdir(s.folder))}")
        os.mkdir(self.tmp)
        shutil.copy(s.path("Busy.class"), self.tmp)
        self.said = open(self.tmp + ".said", "w+b")
        self.process = subprocess.Popen(
            ["unshare", "--mount", "--pid", "--fork", "--mount-proc", "sh", "-c",
             f'mount --bind {self.tmp} /tmp && exec java -XX:-UsePerfData '
             '-XX:+PreserveFramePointer "$@" -cp /tmp Busy', "sh", *options],
            stdin=subprocess.DEVNULL, stdout=self.said, stderr=self.said, start_new_session=True)
        self.is_ready = kit.wait_until(lambda: b"ready" in self.text(), 60)
        with open(f"/proc/{self.process.pid}/task/{self.process.pid}/children",
                  encoding="ascii") as f:
            self.pid = f.read().split()[0]

    def text(self):
        self.said.seek(0)
        return self.said.read()

    def files(self):
        return [name for name in os.listdir(self.tmp) if name != "Busy.class"]

    def end(self):
        """Whether it still ran, and had said nothing more."""
        alive = self.process.poll() is None and self.text() == b"ready\n"
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self.said.close()
        return alive


def record(s, java, *args):
    run = s.run("record", "-e", "cpu-clock", "-o", "java.data", "-p", java.pid, "--for", "1s",
                *args)
    empty = s.path("empty")
    os.makedirs(empty, exist_ok=True)
    return run, s.run("java.data", "-f", "folded", "--symfs", empty).out


def answered(s, java):
    """A recording of Java that answered: beside much else it may be too late, as is said then."""
    for _ in range(8):
        run, stacks = record(s, java)
        if "gave none" not in run.said:
            break
    return run, stacks


def check(s):
    tools = [tool for tool in ("java", "javac", "unshare") if kit.missing(tool)]
    if tools:
        s.skip("Java is asked for names", f"{', '.join(tools)}: not there")
        return
    if not kit.may_record(s, "Java is asked for names"):
        return
    apart = s.run("-c", "mount -t tmpfs none /mnt", program="sh",
                  before=("unshare", "--mount", "--pid", "--fork"))
    s.path("Busy.java", BUSY)
    made = s.run("-d", s.folder, s.path("Busy.java"), program="javac")
    jcmd = s.run("-version", program="java")
    if apart.rc != 0 or made.rc != 0 or b'version "1.8' in jcmd.err or b'version "11' in jcmd.err:
        s.skip("Java is asked for names", "needs namespaces and a JDK from version 17 on")
        return
    java = Java(s)
    run, stacks = record(s, java, "--no-attach")
    s.claim("--no-attach leaves Java alone", java.is_ready and run.rc == 0 and java.files()
            == [] and b"Busy." not in stacks, run)
    run, stacks = answered(s, java)
    s.claim("running Java names its functions when the recording ends", run.rc == 0
            and b"Busy." in stacks, (run.brief(), stacks[-300:]))
    left = [name for name in java.files() if not name.startswith(".java_pid")]
    s.claim("no map is left where none was", not left, left)
    run, again = answered(s, java)
    s.claim("it answers again", b"Busy." in again, (run.brief(), again[-300:]))
    s.claim("and goes on", java.end(), java.said)
    for option, why in (("-XX:+DisableAttachMechanism", "takes no questions"),
                        ("-Xrs", "does not catch the signal")):
        java = Java(s, option)
        run, _ = record(s, java)
        s.claim(f"Java that {why} is left alone and goes on",
                java.is_ready and run.rc == 0 and java.end(), run)


kit.main(check)
