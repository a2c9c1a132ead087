#!/usr/bin/env python3
"""Dot text that callgraph writes: graphviz reads the same graph from it, and writes the same."""
import collections
import json
import os
import random
import re
import subprocess

import kit

SEED = 20
# What the language of dot has a use for, and what it writes with or without quotes.
PARTS = ("node", "Edge", "GRAPH", "strict", "digraph", "subgraph", "nodes", "a", "_", "7", "1.5",
         "-2", "-", ".", ".5", "1.2.3", "1-2", "5a", "\\", "\\N", "\\n", '"', "<b>", "&amp;", "é",
         "日", "[", "]", "{", "}", "|", "->", "//x", "/*", "#", " ", ",", "=", ":", "+", "'")
ROWS = """N { printf("N\\t%s\\t%s\\t%s\\t%s\\n", $.name, $.label, $.tooltip, $.color) }
E { printf("E\\t%s\\t%s\\t%s\\n", $.tail.name, $.head.name, $.label) }"""


def graphviz(tool, *words, text=None):
    """What a tool of graphviz says of text or files, and its messages."""
    run = subprocess.run([tool, *words], input=text, capture_output=True, check=False)
    return run.stdout.decode("utf-8", "surrogateescape"), run.stderr.decode(errors="replace")


def unbroken(text):
    """Graphviz breaks long texts by a backslash and a newline."""
    return re.sub(r'(?<!\\)((?:\\\\)*)\\\n', r"\1", text)


def statements(text):
    """The order of edges and clusters follows that in which graphviz meets their nodes."""
    return collections.Counter(part.lstrip("}\t\n") for part in text.split(";\n"))


def plain(text):
    """The text of a label."""
    return re.sub(r"\\(.)", lambda match: "\n" if match[1] == "n" else match[1], text)


def golden(s):
    files = sorted((kit.ROOT / "golden").glob("*/expected.dot"))
    whole = "".join(path.read_text(encoding="utf-8") for path in files)
    text, said = graphviz("nop", *map(str, files))
    s.claim(f"graphviz writes the statements of {len(files)} golden files again as they are",
            len(files) > 50 and not said and statements(unbroken(text)) == statements(whole),
            said or str(statements(unbroken(text)) - statements(whole)))


def names(rng):
    """Names of such parts that differ, and each part by itself."""
    mixed = ("".join(rng.choices(PARTS, k=rng.randint(1, 5))) for _ in range(400))
    found = {" ".join(name.split()) for name in (*PARTS, *mixed)}
    return sorted(found - {""})


def graph_of(dot, s):
    """Functions and calls as graphviz reads them: (name, color), and counts of (caller, callee)."""
    text, said = graphviz("gvpr", ROWS, text=dot)
    s.claim("graphviz reads it without a word", not said, said)
    rows = [line.split("\t") for line in text.splitlines()]
    nodes = {row[1]: (plain(row[3]), plain(row[2]).splitlines()[0], row[4])
             for row in rows if row[0] == "N"}
    calls = collections.Counter((nodes[row[1]][0], nodes[row[2]][0])
                                for row in rows if row[0] == "E")
    return nodes, calls


def hostile(s):
    rng = random.Random(SEED)
    all_names = names(rng)
    stacks = [[rng.choice(all_names) for _ in range(rng.randint(1, 6))] for _ in range(500)]
    stacks += [[name] for name in all_names]
    data = "".join(f"{';'.join(stack)} 1\n" for stack in stacks).encode()
    words = ("-n0", "-e0", "--from", "folded")
    callgraph = os.path.join(os.path.dirname(s.flame), "callgraph")
    dot = s.run(*words, input=data, program=callgraph)
    told = json.loads(s.run(*words, "-f", "json", input=data, program=callgraph).out)
    functions = {f["name"] for f in told["functions"]}
    wanted = {(told["functions"][e["caller"]]["name"], told["functions"][e["callee"]]["name"])
              for e in told["edges"]}
    nodes, calls = graph_of(dot.out, s)
    s.claim(f"every name is one function (seed {SEED})",
            sorted(name for name, _, _ in nodes.values()) == sorted(functions), str(len(nodes)))
    s.claim("its label begins with it", all(label == name for name, label, _ in nodes.values()))
    s.claim("and it has a colour",
            all(re.fullmatch("#[0-9a-f]{6}", colour) for _, _, colour in nodes.values()))
    s.claim("every call is one edge", set(calls) == wanted and set(calls.values()) == {1},
            f"{len(calls)} {len(wanted)}")


def check(s):
    for tool in ("nop", "gvpr"):
        if kit.missing(tool):
            s.skip("graphviz reads what is written", f"{tool} is not installed")
            return
    golden(s)
    hostile(s)


kit.main(check)
