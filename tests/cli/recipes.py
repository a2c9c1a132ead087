#!/usr/bin/env python3
"""What src/app/manual/ci.md tells users to do works: every step of its recipes is run.

Steps run as the services run them, in a repository of two commits. What only a service has is
played: apt-get and gh do nothing, perf writes what the program that it runs prints, and flame is
cloned from a repository whose bootstrap has it already.
"""
import json
import os
import re
import shutil
import stat
import subprocess

import kit

PAGE = kit.ROOT / "src/app/manual/ci.md"
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.M | re.S)
MAKEFILE = """bench: bench.in
	cp bench.in $@
	chmod +x $@
"""
# Prints a profile in which parse takes so many samples, and wait a few more or less at each run.
BENCH = """#!/bin/sh
n=$(cat n 2>/dev/null || echo 0)
echo $((n + 1)) >n
echo "main;wait $((900 + n %% 3))"
echo "main;parse %d"
"""
PERF = """#!/bin/sh
[ "$1" = record ] || exit 9
echo "$*" >>%s
while [ "$1" != -- ]; do
    [ "$1" != -o ] || file=$2
    shift
done
shift
"$@" >"$file"
"""


def blocks():
    """The recipes, by the head above each and its language."""
    found, head = {}, ""
    for part in re.split(r"^(?=## )", PAGE.read_text(encoding="utf-8"), flags=re.M):
        head = part.split("\n", 1)[0].lstrip("# ")
        for language, text in BLOCK.findall(part):
            found.setdefault((head, language), []).append(text)
    return found


def indent(line):
    return len(line) - len(line.lstrip())


def below(lines, at):
    """The lines that stand deeper than the one at that place, without their margin."""
    end = at + 1
    while end < len(lines) and (not lines[end].strip() or indent(lines[end]) > indent(lines[at])):
        end += 1
    inside = lines[at + 1:end]
    margin = min((indent(line) for line in inside if line.strip()), default=0)
    return [line[margin:] for line in inside]


def github_steps(text):
    """What the steps of a workflow run, in their order."""
    lines = text.split("\n")
    steps = []
    for at, line in enumerate(lines):
        run = re.match(r" *(?:- )?run: (.*)", line)
        if run:
            steps.append("\n".join(below(lines, at)) if run[1] == "|" else run[1])
    return steps


def gitlab_scripts(text):
    """What each script of the job runs."""
    lines = text.split("\n")
    return {line.strip(" :"): "\n".join(item[2:] for item in below(lines, at) if item)
            for at, line in enumerate(lines) if line.endswith("script:")}


def program(s, name, text):
    path = s.path(os.path.join("bin", name), text)
    os.chmod(path, os.stat(path).st_mode | stat.S_IXUSR)


def shell(s, text, folder, **more):
    """One step, as services run it: it ends where a command fails."""
    environment = dict(os.environ, HOME=s.folder, TERM="dumb", LC_ALL="C",
                       GIT_CONFIG_COUNT="1", GIT_CONFIG_VALUE_0="https://git.example.org/",
                       GIT_CONFIG_KEY_0=f"url.file://{s.path('forge')}/.insteadOf")
    environment["PATH"] = s.path("bin") + os.pathsep + environment["PATH"]
    environment.update(more)
    p = subprocess.run(["sh", "-e", "-c", text], cwd=folder, env=environment, timeout=kit.LIMIT_S,
                       stdin=subprocess.DEVNULL, capture_output=True, check=False)
    return kit.Run(p.returncode, p.stdout, p.stderr)


def prepare(s, recipes):
    """The tools, a forge with flame, and a project with a branch that is slower."""
    for folder in ("bin", "forge/flame.git", "project/ci"):
        os.makedirs(s.path(folder))
    for name in ("apt-get", "gh"):
        program(s, name, f'#!/bin/sh\necho "{name} $*" >>{s.path("played")}\n')
    program(s, "perf", PERF % s.path("recorded"))
    s.path("forge/flame.git/bootstrap", "#!/bin/sh\nmkdir -p build/release\n"
           f"printf '#!/bin/sh\\nexec \"{s.flame}\" \"$@\"\\n' >build/release/flame\n"
           "chmod +x build/release/flame\n")
    os.chmod(s.path("forge/flame.git/bootstrap"), 0o755)
    s.path("project/ci/profile.sh", recipes["The script", "sh"][0])
    s.path("project/perf.budget", recipes["The script", "budget"][0])
    s.path("project/Makefile", MAKEFILE)
    s.path("project/bench.in", BENCH % 300)
    s.path("slow", BENCH % 600)
    commit = "git add -A; git -c user.name=a -c user.email=a@example.org commit -qm"
    run = shell(s, f"""(cd forge/flame.git; git init -q; {commit} flame)
        cd project; git init -q; git checkout -q -b main; {commit} old
        git checkout -q -b branch; cp ../slow bench.in; {commit} new
        git remote add origin "$PWD"; git fetch -q origin""", s.folder)
    return s.claim("a project to measure is there", run.rc == 0, run)


def report_of(project):
    with open(os.path.join(project, "report/report.json"), encoding="utf-8") as f:
        return json.load(f)


def check_report(s, what, project, run):
    """The report that the script left, after a branch that costs more."""
    s.claim(f"{what}: the script ends with 5", run.rc == 5, run)
    change = report_of(project)["changes"][0]
    s.claim(f"{what}: five runs a side are one comparison", change["path"] == "bench.data"
            and change["runs_before"] == change["runs_after"] == 5, change)
    s.claim(f"{what}: what grew is proven and named", change["functions"][0]["name"] == "parse"
            and change["functions"][0]["verdict"] == "proven", change)
    with open(s.path("recorded"), encoding="utf-8") as f:
        files = re.findall(r"-o profiles/(\S+)", f.read())
    s.claim(f"{what}: runs are recorded in turns", files[-10:] == [
        f"{side}/bench.data.{i}" for i in range(1, 6) for side in ("old", "new")], files)


def check_github(s, recipes):
    steps = github_steps(recipes["GitHub Actions", "yaml"][0])
    if not s.claim("GitHub: there are four steps", len(steps) == 4, steps):
        return
    project = s.path("project")
    files = {name: s.path(name.lower(), "") for name in ("GITHUB_PATH", "GITHUB_STEP_SUMMARY")}
    temp = s.path("temp")
    os.mkdir(temp)

    def step(i):
        with open(files["GITHUB_PATH"], encoding="utf-8") as f:
            path = os.pathsep.join([s.path("bin"), *f.read().split("\n")[:-1], os.environ["PATH"]])
        return shell(s, steps[i], project, PATH=path, GITHUB_WORKSPACE=project, RUNNER_TEMP=temp,
                     GITHUB_BASE_REF="main", **files)

    for i, what in enumerate(("tools are installed", "flame is built")):
        run = step(i)
        s.claim(f"GitHub: {what}", run.rc == 0, run)
    check_report(s, "GitHub", project, step(2))
    run = step(3)
    with open(files["GITHUB_STEP_SUMMARY"], encoding="utf-8") as f:
        summary = f.read()
    s.claim("GitHub: the summary of the job tells it", run.rc == 0 and "parse" in summary
            and "budget exceeded" in summary.replace("budgets", "budget"), summary)
    run = shell(s, recipes["GitHub Actions", "sh"][0], project, PULL_REQUEST="7")
    with open(s.path("played"), encoding="utf-8") as f:
        s.claim("GitHub: a comment can be made of it", run.rc == 0
                and "gh pr comment 7 --body-file report/summary.md\n" in f.read(), run)


def check_gitlab(s, recipes):
    scripts = gitlab_scripts(recipes["GitLab CI", "yaml"][0])
    if not s.claim("GitLab: there are three scripts", sorted(scripts) == [
            "after_script", "before_script", "script"], scripts):
        return
    project = s.path("project")
    base = shell(s, "git rev-parse main", project).out.decode().strip()
    os.mkdir(s.path("builds"))
    run = shell(s, scripts["before_script"] + "\n" + scripts["script"], project,
                CI_BUILDS_DIR=s.path("builds"), CI_MERGE_REQUEST_DIFF_BASE_SHA=base)
    check_report(s, "GitLab", project, run)
    run = shell(s, scripts["after_script"], project)
    s.claim("GitLab: the log ends with the summary", b"parse" in run.out, run)


def check_jenkins(s, recipes):
    text = recipes["Jenkins", "groovy"][0]
    s.claim("Jenkins: brackets and quotes of the pipeline meet", text.count("'") % 2 == 0
            and all(text.count(a) == text.count(b) for a, b in ("{}", "()")))
    steps = re.findall(r"\bsh '(.*)'", text) + re.findall(r"script: '(.*)'\)", text)
    if not s.claim("Jenkins: there are three steps", len(steps) == 3, steps):
        return
    project = s.path("project")
    fetch, tell, measure = steps
    program(s, "flame", f'#!/bin/sh\nexec "{s.flame}" "$@"\n')
    run = shell(s, fetch, project, CHANGE_TARGET="main")
    s.claim("Jenkins: the target is fetched", run.rc == 0, run)
    check_report(s, "Jenkins", project, shell(s, measure, project, CHANGE_TARGET="main"))
    s.claim("Jenkins: the log has the summary", b"parse" in shell(s, tell, project).out)
    files = re.findall(r"(?:junit|archiveArtifacts) '([\w/.]+?)(?:/\*\*)?'", text)
    s.claim("Jenkins: what is published is there", len(files) == 2 and all(
        os.path.exists(os.path.join(project, name)) for name in files), files)
    run = shell(s, recipes["Jenkins", "sh"][0], project)
    s.claim("Jenkins: the option holds the policy of flame", run.out.decode().startswith(
        "-Dhudson.model.DirectoryBrowserSupport.CSP=\"sandbox allow-scripts; default-src 'none'; "
        "script-src 'sha256-") and run.out.endswith(b'"\n'), run)


def check_make(s, recipes):
    project = s.path("project")
    s.path("project/rules.mk", recipes["make", "make"][0])
    s.path("project/a.folded", "main;a 1\n")
    for _ in range(2):
        run = shell(s, "make -f rules.mk report", project)
        s.claim("make: a budget that is exceeded fails, and does so again",
                run.rc == 2 and b"budget: " in run.err, run)
    run = shell(s, "make -f rules.mk a.svg", project)
    s.claim("make: a picture is made", run.rc == 0
            and os.path.getsize(os.path.join(project, "a.svg")) > 0, run)
    s.path("project/bad.folded", "none\n" * 20)
    run = shell(s, "make -f rules.mk bad.svg", project)
    s.claim("make: one that cannot be made is not there", run.rc == 2
            and not os.path.exists(os.path.join(project, "bad.svg")), run)


C_PROGRAM = """__attribute__((noinline)) static int parse(int n)
{
    volatile int sum = 0;
    while (n-- > 0)
        sum += n;
    return sum;
}

int main(void)
{
    return parse(%d) & 0;
}
"""
COMPILED = """bench: bench.c
	cc -g -O1 -o $@ bench.c
"""


def check_counts(s, recipes):
    """Instructions of a program that is compiled, as Callgrind counts them."""
    lacking = [tool for tool in ("valgrind", "cc") if kit.missing(tool)]
    if lacking or s.sanitized:
        s.skip("the recipe with Callgrind", f"no {lacking or 'time for it'}")
        return
    program(s, "flame", f'#!/bin/sh\nexec "{s.flame}" "$@"\n')
    os.makedirs(s.path("counted/ci"))
    s.path("counted/ci/counts.sh", recipes["The script", "sh"][2])
    s.path("counted/counts.budget", recipes["The script", "budget"][1])
    s.path("counted/Makefile", COMPILED)
    s.path("counted/bench.c", C_PROGRAM % 20000)
    commit = "git add -A; git -c user.name=a -c user.email=a@example.org commit -qm"
    project = s.path("counted")
    run = shell(s, f"git init -q; git checkout -q -b main; {commit} old; git checkout -q -b branch;"
                f"sed -i 's/20000/21000/' bench.c; {commit} new", project)
    s.claim("a program to count is there", run.rc == 0, run)
    run = shell(s, "sh ci/counts.sh main", project)
    s.claim("counts: what executes 5 % more instructions is named, and fails", run.rc == 5
            and re.search(rb"bench.callgrind: parse: \+[45]\.\d\d % of itself \([\d,]+ Ir more\)",
                          run.err), run)
    run = shell(s, "git checkout -q main; sh ci/counts.sh main", project)
    s.claim("counts: the same program is kept", run.rc == 0
            and report_of(project)["budget"] == "kept", run)


def check_same(s):
    """The same commit twice fails nothing."""
    shutil.rmtree(s.path("project/report"))
    run = shell(s, "git checkout -q main; sh ci/profile.sh main", s.path("project"))
    s.claim("what did not change ends with 0 and an empty summary", run.rc == 0
            and os.path.getsize(s.path("project/report/summary.md")) == 0, run)


def check_short(s, recipes):
    """Of a program that runs for 7 ms nothing can be said, whether it got slower or not."""
    commit = "git add -A; git -c user.name=a -c user.email=a@example.org commit --allow-empty -qm"
    for what, parse in (("unchanged", 3), ("a third slower", 4)):
        project = s.path(f"short{parse}")
        os.makedirs(os.path.join(project, "ci"))
        for name, text in (("ci/profile.sh", recipes["The script", "sh"][0]),
                           ("perf.budget", recipes["The script", "budget"][0]),
                           ("Makefile", MAKEFILE), (".gitignore", "/bench\n/n\n"),
                           ("bench.in", BENCH.replace("900", "3") % 3),
                           ("new", BENCH.replace("900", "3") % parse)):
            with open(os.path.join(project, name), "w", encoding="utf-8") as f:
                f.write(text)
        run = shell(s, f"git init -q; git checkout -q -b main; {commit} old; git checkout -q -b "
                    f"branch; cp new bench.in; {commit} new; sh ci/profile.sh main", project)
        report = report_of(project)
        s.claim(f"a program of some samples a run, {what}: the script ends with 1 and says why",
                run.rc == 1 and "growth cannot be proven by so few samples: record longer, or more "
                "runs" in run.said and report["budget"] == "not judged" and report["changes"][0][
                    "verdict"].startswith("No function judged: too few samples"), run)


def check(s):
    for tool in ("git", "make"):
        if kit.missing(tool):
            s.skip("the recipes", f"no {tool}")
            return
    recipes = blocks()
    if prepare(s, recipes):
        check_github(s, recipes)
        check_gitlab(s, recipes)
        check_jenkins(s, recipes)
        check_make(s, recipes)
        check_same(s)
        check_short(s, recipes)
        check_counts(s, recipes)


kit.main(check)
