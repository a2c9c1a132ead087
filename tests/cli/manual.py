#!/usr/bin/env python3
"""The README and the manual: what they name exists, and the program prints each chapter.

Chapters are in src/app/manual, but that on themes, which is themes/README.md. chapters.def lists
them with their sections as man pages.
"""
import os
import re
import shlex

import kit

MANUAL = kit.ROOT / "src/app/manual"
README = kit.ROOT / "README.md"
README_LINES = 180
# Folders that a page names by their registry: src/input/NAME is for the format NAME.
FORMAT = re.compile(r"^INPUT(?:_IN\(\w+, |\()(\w+)\)", re.M)
# A command line of an example, perhaps behind a pipe or a variable.
EXAMPLE = re.compile(r"^    (?:\S.* \| |\w+=\S+ |sudo )?(flame|callgraph)\b(.*)$", re.M)
OPTION = re.compile(r"(?<![\w-])--([a-z][a-z0-9-]*)")
LINK = re.compile(r"\]\(([^)\s]+)\)")
TARGET = re.compile(r"^\[([^\]]+)\]: (\S+)$", re.M)
REFERENCE = re.compile(r"\[([^\][]+)\](?![(\]:])")
# Options of other programs that the texts name.
OTHERS = set("""preset build install call-graph perf-basic-prof cpu-prof heap-prof prefix
    prof prof-process preprocess json raw
    timestamps show-switch-events switch-events unstable-presymbolicate itrace guestkallsyms
    tool callgrind-out-file guestmodules privileged cap-add detach body-file global add all
    data-page-size all-cgroups header phys-data sample-cpu inline context""".split())
# What programs say of files that options name and are not there, and of libraries left out.
NOT_THERE = ("No such file", "wanted a folder", "wanted a file", "nor a file", "built without")


def chapters():
    """(name, section, file) of each chapter, in the order of chapters.def."""
    text = (MANUAL / "chapters.def").read_text(encoding="utf-8")
    for name, section in re.findall(r"^CHAPTER\((\w+), (\d)\)$", text, re.M):
        page = kit.ROOT / "themes/README.md" if name == "themes" else MANUAL / f"{name}.md"
        yield name, section, page


def pages():
    return [README, *(page for _, _, page in chapters())]


def without_code(text):
    """The text without blocks of code and code in lines, which hold no links."""
    text = re.sub(r"^```.*?^```", "", text, flags=re.M | re.S)
    text = re.sub(r"^    .*", "", text, flags=re.M)
    return re.sub(r"`[^`]*`", "", text)


def anchors(page):
    """The anchors of the headings of a page, as code hosts make them."""
    text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.M | re.S)
    heads = re.findall(r"^#+ (.*)$", text, re.M)
    return {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads}


def check_topics(s):
    found = list(chapters())
    listed = {page.resolve() for _, _, page in found}
    lost = [page.name for page in MANUAL.glob("*.md") if page.resolve() not in listed]
    s.claim("every chapter is in chapters.def", not lost, lost)
    short = s.run("--help").out.decode()
    every = s.run("--help=all").out.decode()
    for name, _, page in found:
        text = re.sub(r"\n!\[[^\n]+\)\n", "", page.read_text(encoding="utf-8"))
        run = s.run(f"--help={name}")
        shown = run.out.decode()
        s.claim(f"--help={name} prints the chapter", run.rc == 0 and not run.said
                and shown.rstrip("\n") == TARGET.sub("", text).rstrip("\n"), run)
        title = text.split("\n", 1)[0].removeprefix("# ")
        s.claim(f"--help and --help=all name {name}", f" {name}" in short
                and title.split()[0] in every and f"  {name} " in every)
    callgraph = os.path.join(os.path.dirname(s.flame), "callgraph")
    run = s.run("--help=graphs", program=callgraph)
    s.claim("callgraph prints chapters too", run.out.startswith(b"# Drawing call graphs\n"), run)
    run = s.run("--help=reprot")
    s.claim("a topic that is not there is answered with the nearest and with all", run.rc == 2
            and not run.out and 'mean "report"' in run.said
            and all(f" {name}" in run.said for name, _, _ in found), run)
    man = s.run("--help=man").out.decode()
    missing = [name for name, section, _ in found
               if f"flame\\-{name}\\fR({section})" not in man]
    s.claim("flame(1) leads to every chapter", not missing, missing)
    for shell in ("bash", "zsh"):
        words = s.run(f"--help={shell}").out.decode()
        s.claim(f"{shell} completes topics",
                " ".join(["all man bash zsh old-options", *(name for name, _, _ in found)])
                in words)


def known_options():
    with open(next(kit.ROOT.glob("src/app/**/options.def")), encoding="utf-8") as f:
        text = f.read()
    options = {"flame": set(), "callgraph": set(), "record": set()}
    for programs, name in re.findall(r'^OPTION\((\w+), \w+, "([\w-]+)"', text, re.M):
        if programs in ("RECORD", "ALL"):
            options["record"].add(name)
        if programs in ("FLAME", "BOTH", "DRAWING", "ALL"):
            options["flame"].add(name)
        if programs in ("CALLGRAPH", "BOTH", "DRAWING", "ALL", "GRAPHS"):
            options["callgraph"].add(name)
    return options


def examples(text):
    """(program, arguments) of each example, until a pipe, or a gap before a comment."""
    text = re.sub(r"\\\n +", "", text)
    for program, rest in EXAMPLE.findall(text):
        rest = re.split(r" {3,}|(?<= )\|", rest)[0]
        if rest.startswith(" record "):
            program, rest = "record", rest.removeprefix(" record")
        yield program, rest


def taken(s, program, rest):
    """Whether the program takes the options of the example. None of its files is there."""
    if "..." in rest:
        return True
    if program == "record":  # nothing is recorded: the help is asked for, or the command not there
        run = s.run("record", *shlex.split(rest), "--help")
        return (run.rc == 127 or (run.rc == 0 and run.out.startswith(b"Usage: "))
                or "this machine does not count it" in run.said
                or any(said in run.said for said in NOT_THERE))
    run = s.run(*shlex.split(rest), program=os.path.join(os.path.dirname(s.flame), program),
                env=dict(os.environ, DEBUGINFOD_URLS="http://127.0.0.1:1/"))
    return run.rc != 2 or any(said in run.said for said in NOT_THERE)


def check_options(s):
    options = known_options()
    s.claim("the table of options is read", len(options["flame"]) > 50)
    n = 0
    for page in pages():
        text = page.read_text(encoding="utf-8")
        found = list(examples(text))
        n += len(found)
        wrong = [program + rest for program, rest in found
                 for option in OPTION.findall(rest) if option not in options[program]]
        wrong += [program + rest for program, rest in found if not taken(s, program, rest)]
        name = page.relative_to(kit.ROOT)
        s.claim(f"examples of {name} are taken by their programs", not wrong, wrong)
        known = options["flame"] | options["callgraph"] | options["record"] | OTHERS
        wrong = [option for option in OPTION.findall(text) if option not in known]
        s.claim(f"every option that {name} names exists", not wrong, wrong)
    s.claim("examples are found", n > 60, n)


def check_links(s):
    for page in pages():
        text = page.read_text(encoding="utf-8")
        prose = without_code(text)
        targets = dict(TARGET.findall(text))
        wrong = [name for name in REFERENCE.findall(TARGET.sub("", prose)) if name not in targets]
        wrong += [name for name in targets if f"[{name}]" not in TARGET.sub("", text)]
        for link in [*LINK.findall(prose), *targets.values()]:
            if re.match(r"https?:", link):
                continue
            path, _, anchor = link.partition("#")
            target = (page.parent / path).resolve() if path else page
            if not target.exists() or (anchor and anchor not in anchors(target)):
                wrong.append(link)
        s.claim(f"links of {page.relative_to(kit.ROOT)} lead somewhere", not wrong, wrong)


def check_readme(s):
    text = README.read_text(encoding="utf-8")
    s.claim(f"the README has at most {README_LINES} lines", text.count("\n") <= README_LINES,
            text.count("\n"))
    s.claim("it names both commands", "    ./bootstrap run " in text
            and "    ./bootstrap test " in text)
    pictures = re.findall(r"!\[[^\]]*\]\(([^)]+)\)", text)
    s.claim("it shows two pictures", len(pictures) == 2, pictures)
    for picture in sorted((MANUAL / "pictures").iterdir()):
        svg = picture.read_bytes()
        s.claim(f"{picture.name} is small, without script, and adapts to dark surroundings",
                len(svg) < 150000 and b"<script" not in svg and b"prefers-color-scheme" in svg)
    shown = [line for page in ("record", "recordings") for line in
             s.run(f"--help={page}").out.decode().splitlines() if line.startswith("![")]
    s.claim("the help leaves out pictures", not shown, shown)
    lost = [page.name for _, _, page in chapters()
            if str(page.relative_to(kit.ROOT)) not in LINK.findall(text)]
    s.claim("it leads to every chapter", not lost, lost)


def check_formats(s):
    """The chapter on formats names each, of both programs."""
    text = (MANUAL / "formats.md").read_text(encoding="utf-8")
    callgraph = os.path.join(os.path.dirname(s.flame), "callgraph")
    lost = []
    for program in (s.flame, callgraph):
        shown = s.run("--list-formats", program=program).out.decode()
        lost += [name for name in re.findall(r"^  ([a-z][\w-]*)", shown, re.M)
                 if f"`{name}`" not in text]
    s.claim("every format is described", not lost, lost)


def check_folders(s):
    """Each folder of the sources is described where the manual says how flame is built."""
    text = (MANUAL / "hacking.md").read_text(encoding="utf-8")
    formats = set(FORMAT.findall((kit.ROOT / "src/input/inputs.def").read_text(encoding="utf-8")))
    lost = []
    for top in ("src", "render"):
        for folder in sorted((kit.ROOT / top).rglob("*/")):
            name = str(folder.relative_to(kit.ROOT))
            described = f"* `{name}/`: " in text
            if not described and not (name.startswith("src/input/") and folder.name in formats):
                lost.append(name)
    s.claim("every folder below src and render is described", not lost, lost)


def check(s):
    check_topics(s)
    check_options(s)
    check_links(s)
    check_readme(s)
    check_formats(s)
    check_folders(s)


kit.main(check)
