#!/usr/bin/env python3
"""Profiles of V8: the stacks and the sums of each measure are those in the file.

Made profiles are written in every form there is: nodes with children or with parents, functions in
their callers, samples with deltas or times of their own, pieces in a trace; with keys in any order.
Hostile ones end soon. FLAME_SEED repeats a run. The files that lie beside the project, where they
do, are counted here once more.
"""
import collections
import json
import os
import random

import kit

CORPUS = kit.ROOT.parent / "shared" / "corpus"
FILES = [*sorted((CORPUS / "samples" / "node").glob("*.*profile")),
         *sorted((CORPUS / "foreign" / "speedscope").glob("*/*.*profile"))]
TRACES = [*sorted((CORPUS / "foreign" / "speedscope").glob("trace-event/*")),
          *sorted((CORPUS / "foreign" / "speedscope").glob("chrome/*.json"))]
COLLECTOR = "(garbage collector)"


def stacks(run):
    """Folded stacks as a sum for each."""
    found = {}
    for line in filter(None, run.out.split(b"\n")):
        stack, _, value = line.rpartition(b" ")
        found[stack.decode("utf-8", "surrogateescape")] = float(value)
    return found


def folded(s, path, *words):
    return s.run("-f", "folded", "--root-by", "none", *words, str(path))


def name_of(node):
    frame = node.get("callFrame", node)
    place = frame.get("url", "").split("?")[0].rsplit("/", 1)[-1]
    line = frame.get("lineNumber", -1) + (frame is not node)
    if frame.get("functionName") or not place:
        return frame.get("functionName") or "(anonymous)"
    return f"(anonymous {place}:{line})" if line > 0 else f"(anonymous {place})"


def flat(head):
    """The nodes of a tree that holds them in one another, each with its parent."""
    nodes = []
    left = [(head, None)]
    while left:
        node, parent = left.pop()
        nodes.append(dict(node, parent=parent))
        left += [(child, node["id"]) for child in node.get("children", [])]
    return nodes


def paths(nodes):
    """The stack of each node by its id, without the root."""
    parents = {node["id"]: node["parent"] for node in nodes if node.get("parent")}
    for node in nodes:
        for child in node.get("children", []):
            parents[child if isinstance(child, int) else child["id"]] = node["id"]
    by_id = {node["id"]: node for node in nodes}
    found = {}
    for node in nodes:
        names = []
        at = node["id"]
        while at is not None:
            names.append(name_of(by_id[at]))
            at = parents.get(at)
        found[node["id"]] = tuple(name for name in reversed(names) if name != "(root)")
    return found


def measured(profile):
    """What each stack has of time and samples, and how long it was idle."""
    nodes = profile["nodes"] if "nodes" in profile else flat(profile["head"])
    path_of = paths(nodes)
    samples = profile["samples"]
    if "timestamps" in profile:
        times = profile["timestamps"][len(profile["timestamps"]) - len(samples):]
        end = times[-1]
    else:
        times = []
        for delta in profile["timeDeltas"]:
            times.append((times[-1] if times else profile["startTime"]) + delta)
        between = (times[-1] - times[0]) // max(1, len(times) - 1)
        end = max(profile.get("endTime", times[-1] + between), times[-1])
    sums = {"time": collections.Counter(), "samples": collections.Counter(),
            "idle": collections.Counter()}
    last = ()
    for i, sample in enumerate(samples):
        weight = (times[i + 1] if i + 1 < len(times) else end) - times[i]
        path = path_of[sample]
        if path == ("(idle)",):
            sums["idle"]["(idle)"] += weight
            last = ()
            continue
        if path == (COLLECTOR,):
            path = (*last, COLLECTOR)
        else:
            last = path
        sums["time"][";".join(path)] += weight
        sums["samples"][";".join(path)] += 1
    return sums


def present(sums):
    return {stack: value for stack, value in sums.items() if value}


def check_foreign(s):
    for path in FILES:
        file = json.loads(path.read_text())
        run = folded(s, path)
        if path.suffix == ".heapprofile":
            size = 0
            left = [file["head"]]
            while left:
                node = left.pop()
                size += node["selfSize"]
                left += node["children"]
            s.claim(f"{path.name}: {size} bytes", run.rc == 0 and sum(stacks(run).values()) == size,
                    run)
            continue
        sums = measured(file)
        s.claim(f"{path.name}: all stacks and their times", run.rc == 0
                and "skipped" not in run.said and stacks(run) == present(sums["time"]), run)
        run = folded(s, path, "--value", "samples")
        s.claim(f"{path.name}: {len(file['samples'])} samples",
                stacks(run) == present(sums["samples"]), run)
    for path in TRACES:
        run = folded(s, path)
        s.claim(f"{path.parent.name}/{path.name} is read, or refused by its name",
                run.rc == 0 or (run.rc == 1 and not run.out and path.name in run.said), run)
        check_trace(s, path)
    if not FILES:
        s.skip("files of others", "they are not beside the project")


def gathered(events):
    """The profiles that the events of a trace hold, in pieces."""
    found = {}
    for event in events:
        data = event.get("args", {}).get("data", {})
        if event["name"] not in ("Profile", "ProfileChunk"):
            continue
        profile = found.setdefault((event["pid"], event["id"]),
                                   {"nodes": [], "samples": [], "timeDeltas": []})
        for key in ("startTime", "endTime"):
            profile.update({key: data[key]} if key in data else {})
        profile["timeDeltas"] += data.get("timeDeltas", [])
        for key in ("nodes", "samples"):
            profile[key] += data.get("cpuProfile", {}).get(key, [])
    return found.values()


def check_trace(s, path):
    try:
        events = json.loads(path.read_text())
    except ValueError:
        return
    events = events.get("traceEvents", []) if isinstance(events, dict) else events
    profiles = list(gathered(events))
    if not profiles:
        return
    for measure in ("time", "samples", "idle"):
        right = collections.Counter()
        for profile in profiles:
            right.update(measured(profile)[measure])
        run = folded(s, path, "--value", measure)
        s.claim(f"{path.name}: {measure} of {len(profiles)} profiles",
                run.rc == 0 and stacks(run) == present(right), run)


def any_profile(rng):
    """A tree of nodes, with children, and samples of them."""
    names = ["(root)", "(program)", "(idle)", COLLECTOR, *rng.choices("abcdefg", k=60)]
    ids = rng.sample(range(1, 1000), len(names))
    nodes = [{"id": id, "callFrame": {"functionName": name, "url": "a.js", "lineNumber": 3},
              "children": []} for id, name in zip(ids, names)]
    for i, node in enumerate(nodes[1:], 1):
        caller = 0 if i < 4 else rng.choice([0, *range(4, i)])
        nodes[caller]["children"].append(node["id"])
        if i < 4:
            node["callFrame"]["url"] = ""
    samples = [rng.choice(ids[1:]) for _ in range(500)]
    deltas = [rng.randrange(9) * 37 for _ in samples]
    start = rng.randrange(10**12)
    return {"nodes": nodes, "samples": samples, "timeDeltas": deltas, "startTime": start,
            "endTime": start + sum(deltas) + rng.randrange(100)}


def with_parents(profile):
    nodes = {node["id"]: {"id": node["id"], "callFrame": node["callFrame"]}
             for node in profile["nodes"]}
    for node in profile["nodes"]:
        for child in node["children"]:
            nodes[child]["parent"] = node["id"]
    return dict(profile, nodes=list(nodes.values()))


def in_callers(profile):
    by_id = {node["id"]: dict(node["callFrame"], id=node["id"], children=node["children"])
             for node in profile["nodes"]}
    for node in by_id.values():
        node["children"] = [by_id[child] for child in node["children"]]
    times = [profile["startTime"]]
    for delta in profile["timeDeltas"]:
        times.append(times[-1] + delta)
    return {"head": by_id[profile["nodes"][0]["id"]], "samples": profile["samples"],
            "timestamps": times[1:], "startTime": 1, "endTime": profile["endTime"] / 1e6}


def in_pieces(profile, rng):
    """A trace whose chunks have some of the nodes, some of the samples."""
    profile = with_parents(profile)
    events = [{"name": "Profile", "ph": "P", "id": "0x3", "pid": 1, "tid": 2, "ts": 1,
               "args": {"data": {"startTime": profile["startTime"]}}}]
    left = {key: list(profile[key]) for key in ("nodes", "samples", "timeDeltas")}
    while any(left.values()):
        n = rng.randrange(1, 90)
        data = {"cpuProfile": {"nodes": left["nodes"][:n], "samples": left["samples"][:n]},
                "timeDeltas": left["timeDeltas"][:n]}
        left = {key: rest[n:] for key, rest in left.items()}
        events.append({"args": {"data": data}, "ph": "P", "id": "0x3", "pid": 1, "tid": 9, "ts": 2,
                       "name": "ProfileChunk"})
    events[-1]["args"]["data"]["endTime"] = profile["endTime"]
    return events


def shuffled(rng, value):
    """The same with the keys of all objects in another order."""
    if isinstance(value, dict):
        keys = list(value)
        rng.shuffle(keys)
        return {key: shuffled(rng, value[key]) for key in keys}
    return [shuffled(rng, one) for one in value] if isinstance(value, list) else value


def check_made(s):
    seed = int(os.environ.get("FLAME_SEED", random.randrange(10**6)))
    print(f"seed {seed}")
    rng = random.Random(seed)
    profile = any_profile(rng)
    right = measured(profile)
    mixed = dict(profile, nodes=rng.sample(profile["nodes"], len(profile["nodes"])))
    both = dict(with_parents(profile), timestamps=[1, 2, 3])
    for node, old in zip(both["nodes"], profile["nodes"]):
        node["children"] = old["children"]
    for claim, content, times in (
            ("on one line", json.dumps(profile), 1),
            ("on many lines", json.dumps(profile, indent=1), 1),
            ("with its keys in another order", json.dumps(shuffled(rng, profile)), 1),
            ("with its keys in one more order", json.dumps(shuffled(rng, profile), indent=2), 1),
            ("with its nodes in another order", json.dumps(mixed), 1),
            ("whose nodes name their parents", json.dumps(with_parents(profile)), 1),
            ("whose nodes name both, and times both", json.dumps(both), 1),
            ("twice", json.dumps(profile) + json.dumps(profile), 2),
            ("in pieces", json.dumps(in_pieces(profile, rng)), 1),
            ("in pieces with their keys in another order",
             json.dumps({"traceEvents": shuffled(rng, in_pieces(profile, rng))}), 1)):
        path = s.path("made", content.encode())
        for measure, sums in right.items():
            run = folded(s, path, "--value", measure)
            s.claim(f"a profile {claim}: {measure}", run.rc == 0 and "skipped" not in run.said
                    and stacks(run) == present({k: v * times for k, v in sums.items()}), run)
    run = folded(s, s.path("old", json.dumps(in_callers(profile)).encode()))
    got = stacks(run)
    off = [stack for stack, value in present(right["time"]).items()
           if abs(got.get(stack, 0) - value) > 0.002]
    s.claim("a profile whose functions stand in their callers", run.rc == 0 and not off, run)


def check_cut(s):
    """Every beginning is read or refused with its place."""
    text = json.dumps(any_profile(random.Random(5)), indent=1)
    wrong = []
    for at in range(0, len(text), 499 * s.slow):
        run = folded(s, s.path("cut", text[:at].encode()), "--from", "v8")
        if run.rc not in (0, 1) or (run.rc == 1 and run.out) or not run.said:
            wrong.append(f"{at}: {run.brief()}")
    s.claim("a file that is cut is read in part and that is said, or it is refused", not wrong,
            wrong[:3])


def node(id, **more):
    return {"id": id, "callFrame": {"functionName": f"f{id % 7}"}, **more}


def document(nodes, samples, **more):
    return json.dumps({"nodes": nodes, "samples": samples, **more})


def check_hostile(s):
    deep = 10000
    head = ('{"functionName": "f", "id": %d, "children": [' * deep) % tuple(range(1, deep + 1))
    text = '{"head": ' + head + "]}" * deep + f', "samples": [{deep}], "timestamps": [1]}}'
    run = folded(s, s.path("deep", text.encode()), "--value", "samples")
    s.claim(f"{deep} functions in one another", stacks(run) == {";".join("f" * deep): 1}, run)
    run = s.run(*s.untrusted, "-f", "folded", "--limit", "depth=9000", s.path("deep"))
    s.claim("a stack that is too deep is refused", run.rc == 1 and "depth" in run.said, run)
    chain = [node(i, parent=i + 1) for i in range(1, 3 * deep)] + [node(3 * deep)]
    run = s.run(*s.untrusted, "-f", "folded", s.path("deep", document(chain, [1])))
    s.claim("so is one by parents", run.rc == 1 and "depth" in run.said, run)
    circle = [*chain[:-1], node(3 * deep, parent=1)]
    run = folded(s, s.path("circle", document(circle, [1])))
    s.claim("nodes in a circle are refused", run.rc == 1 and "circle:1:" in run.said, run)
    run = folded(s, s.path("own", document([node(1, children=[1])], [1])))
    s.claim("so is a node that calls itself", run.rc == 1 and "own:1:" in run.said, run)
    most = 2**63 - 1
    times = {"timeDeltas": [most // 4000] * 9, "startTime": -most // 4000, "endTime": most // 4000}
    run = folded(s, s.path("far", document([node(1)], [1] * 9, **times)))
    s.claim("times that go too far", run.rc in (0, 1) and "too far" in run.said, run)
    sizes = ",".join(['{"selfSize": 9223372036854775808, "callFrame": {}}'] * 2)
    run = folded(s, s.path("sum", f'{{"head": {{"callFrame": {{}}, "children": [{sizes}]}}}}'))
    s.claim("a sum that does not fit is refused", run.rc == 1 and "2^64-1" in run.said, run)
    run = folded(s, s.path("order", b'{"samples": [1], "timeDeltas": [3], "nodes": [{"id": 1}], '
                           b'"startTime": 0, "endTime": 9}'))
    s.claim("a profile whose functions come late is seen to be one",
            "read as v8" in run.said and stacks(run) == {"(anonymous)": 6}, run)
    run = s.run("-f", "folded", "--summary", s.path("before", document(
        [node(1)], [1, 1], startTime=5, endTime=100, timeDeltas=[7, 20])))
    s.claim("what passed before the first sample is told with the summary",
            "before the first sample it ran for 7 us" in run.said, run)


def check(s):
    run = s.run("-f", "folded", s.path("any", b'{"nodes": [{"callFrame": {}}]}'))
    if "libyajl-dev" in run.said:
        s.skip("profiles of V8", "this build has no yajl")
        return
    check_made(s)
    check_cut(s)
    check_hostile(s)
    check_foreign(s)


kit.main(check)
