#!/usr/bin/env python3
"""A trace of LTTng that is recorded here: every event that babeltrace prints is counted, and what
begins and ends takes the time between."""
import collections
import os
import re
import subprocess

import kit

HEADER = r"""
#undef LTTNG_UST_TRACEPOINT_PROVIDER
#define LTTNG_UST_TRACEPOINT_PROVIDER my_app
#undef LTTNG_UST_TRACEPOINT_INCLUDE
#define LTTNG_UST_TRACEPOINT_INCLUDE "./events.h"
#if !defined(EVENTS_H) || defined(LTTNG_UST_TRACEPOINT_HEADER_MULTI_READ)
#define EVENTS_H
#include <lttng/tracepoint.h>
LTTNG_UST_TRACEPOINT_EVENT(my_app, request_begin, LTTNG_UST_TP_ARGS(int, id),
                           LTTNG_UST_TP_FIELDS(lttng_ust_field_integer(int, id, id)))
LTTNG_UST_TRACEPOINT_EVENT(my_app, request_end, LTTNG_UST_TP_ARGS(int, id),
                           LTTNG_UST_TP_FIELDS(lttng_ust_field_integer(int, id, id)))
LTTNG_UST_TRACEPOINT_EVENT(my_app, note, LTTNG_UST_TP_ARGS(const char *, what),
                           LTTNG_UST_TP_FIELDS(lttng_ust_field_string(what, what)))
#endif
#include <lttng/tracepoint-event.h>
"""
PROGRAM = r"""
#define LTTNG_UST_TRACEPOINT_CREATE_PROBES
#define LTTNG_UST_TRACEPOINT_DEFINE
#include "events.h"
#include <unistd.h>
int main(void)
{
    for (int i = 0; i < 40; i++) {
        lttng_ust_tracepoint(my_app, request_begin, i);
        usleep(200);
        if (i % 5 == 0)
            lttng_ust_tracepoint(my_app, note, "a, } b = \"c\": {");
        lttng_ust_tracepoint(my_app, request_end, i);
    }
    return 0;
}
"""
LIMIT_S = 120
EVENT = re.compile(r"\[(\d+)\.(\d+)\].*? (\w+):(\w+): \{")


def end(daemon):
    daemon.terminate()
    try:
        daemon.wait(LIMIT_S)
    except subprocess.TimeoutExpired:
        daemon.kill()
        daemon.wait()


def record(s, env):
    """The text of a trace of the program; None where none can be made, with the reason."""
    daemon = subprocess.Popen(["lttng-sessiond", "--no-kernel"], env=env, cwd=s.folder,
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def lttng(*args):
        return subprocess.run(["lttng", *args], env=env, capture_output=True, check=False,
                              timeout=LIMIT_S)

    def answers():
        return daemon.poll() is not None or lttng("list").returncode == 0

    try:
        if not kit.wait_until(answers, LIMIT_S) or daemon.poll() is not None:
            return None, "lttng-sessiond does not run here"
        for args in (["create", "s", "--output", s.path("trace")],
                     ["enable-event", "-u", "my_app:*"],
                     ["add-context", "-u", "-t", "vpid", "-t", "vtid", "-t", "procname"],
                     ["start"]):
            run = lttng(*args)
            if run.returncode:
                return None, (run.stdout + run.stderr).decode().strip()[-200:]
        # Usually a program waits for the daemon for three seconds, and then runs without a trace.
        subprocess.run([s.path("app")], env={**env, "LTTNG_UST_REGISTER_TIMEOUT": "-1"},
                       check=True, timeout=LIMIT_S)
        lttng("destroy")
    finally:
        end(daemon)
    text = subprocess.run(["babeltrace2", "--clock-seconds", s.path("trace")], env=env,
                          capture_output=True, check=False, timeout=LIMIT_S)
    return text.stdout.decode(), text.stderr.decode().strip()[-200:]


def folded(s, name, *options):
    run = s.run(s.path(name), "--quiet", "-f", "folded", *options)
    lines = run.out.decode().splitlines()
    return {line.rpartition(" ")[0]: int(line.rpartition(" ")[2]) for line in lines}


def check(s):
    claim = "a trace of LTTng is counted"
    for program in ("cc", "lttng", "lttng-sessiond", "babeltrace2"):
        if kit.missing(program):
            s.skip(claim, f"{program} is not installed")
            return
    s.path("events.h", HEADER)
    s.path("app.c", PROGRAM)
    built = subprocess.run(["cc", "-I.", "app.c", "-o", "app", "-llttng-ust", "-ldl"], cwd=s.folder,
                           capture_output=True, check=False)
    if built.returncode:
        s.skip(claim, "lttng-ust is not installed")
        return
    env = {**os.environ, "LTTNG_HOME": s.folder, "HOME": s.folder, "LTTNG_RUNDIR": s.path("run")}
    text, why = record(s, env)
    if not text:
        s.skip(claim, why)
        return
    s.path("x.babeltrace", text)
    found = [EVENT.match(line) for line in text.splitlines()]
    s.claim("the trace is as the program made it", all(found) and len(found) == 88, text[:300])
    counted = collections.Counter(f"app;{m[3]};{m[4]}" for m in found)
    s.claim("each event of a trace is counted", folded(s, "x.babeltrace") == dict(counted),
            folded(s, "x.babeltrace"))
    table = s.run("x.babeltrace", "--quiet", "-f", "table", "--by", "process,provider,tracepoint")
    lines = [line.split() for line in table.out.decode().splitlines() if " my_app " in line]
    rows = {tuple(words[2:]): int(words[0]) for words in lines}
    s.claim("a table has the events by process, provider and name",
            rows == {("app", "my_app", m[4]): counted[f"app;{m[3]};{m[4]}"] for m in found}, table)
    ns = {name: sum(int(m[1]) * 10**9 + int(m[2]) for m in found if m[4] == name)
          for name in ("request_begin", "request_end")}
    spans = {"app;my_app:request": ns["request_end"] - ns["request_begin"]}
    s.claim("the time of a span is that from its begin to its end",
            folded(s, "x.babeltrace", "--value", "time") == spans)
    if not os.path.exists(os.path.join(os.path.dirname(s.flame), "flame-babeltrace")):
        s.skip("a folder has the events of its text", "built without libbabeltrace2")
        return
    for name in ("trace", "trace/ust/uid"):
        s.claim(f"the folder {name} has the events of its text", folded(s, name) == dict(counted),
                folded(s, name))
    s.claim("the folder has the spans of its text", folded(s, "trace", "--value", "time") == spans)


kit.main(check)
