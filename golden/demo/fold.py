"""Folds n.txt, the text of perf script, into demo.folded; see ../README.md."""
import collections
import re


def without_brackets(name, opening, closing):
    """Cuts arguments and template parameters off, but not those of operator< and operator->."""
    kept, depth = "", 0
    for i, c in enumerate(name):
        if c == opening and not name[:i].endswith("operator"):
            depth += 1
        elif c == closing and depth and not name[:i].endswith("-"):
            depth -= 1
        elif depth == 0:
            kept += c
    return kept


def function_name(symbol, module):
    jit = "perf-" in module
    kernel = module.startswith("[kernel") or module.endswith(".ko")
    if symbol == "[unknown]":
        symbol = "[jit]" if jit else "[" + module.split("/")[-1] + "]"
    symbol = re.sub(r"\+0x[0-9a-f]+$", "", symbol.replace(";", ":"))
    if not jit and not symbol.startswith("["):
        symbol = symbol.replace("(anonymous namespace)", "{anonymous}")
        symbol = without_brackets(without_brackets(symbol, "(", ")"), "<", ">")
        symbol = symbol.replace(" const", "").strip()
        if " " in symbol and not symbol.startswith("operator"):
            symbol = symbol.split(" ")[-1]
    if jit:
        symbol = re.sub(r"^JS:[~^*+]?\s*", "", symbol)
    return symbol + ("_[j]" if jit else "_[k]" if kernel else "")


def main():
    counts = collections.Counter()
    stack = None
    for line in open("n.txt", errors="replace"):
        if not line.strip():
            if stack:
                counts[";".join(["node"] + stack[::-1])] += 1
            stack = None
        elif line[0] not in " \t":
            stack = []
        elif stack is not None:
            match = re.match(r"\s+([0-9a-f]+) (.*) \((.*)\)\s*$", line)
            if match:
                stack.append(function_name(match.group(2), match.group(3)))
    with open("demo.folded", "w") as out:
        for line in sorted(f"{stack} {n}" for stack, n in counts.items()):
            out.write(line + "\n")


main()
