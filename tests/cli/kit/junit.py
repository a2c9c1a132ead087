"""The rules of Jenkins' schema junit-10 for test results, and what in a document is against them.

An element has attributes, of which some must be there, and holds elements, text, or both. Counts
are strings in the schema; that they count is a matter of the scripts.
"""
import re
import xml.etree.ElementTree as tree

# Seconds, with commas between thousands if need be: three digits follow the last.
TIME = r"([0-9,]*,[0-9]{3})?[0-9]*(\.[0-9]*)?"
ANY = r"(?s).*"

OUTPUTS = {"system-out", "system-err"}
RESULTS = {"skipped", "error", "failure"}
RERUNS = {"rerunFailure", "rerunError", "flakyFailure", "flakyError"}


class Element:
    """must and may: the pattern of each attribute; inside: what it may hold; text: and text;
    once: in the order given, each at most once."""

    def __init__(self, must=(), may=(), inside=(), text=False, once=()):
        self.must, self.inside = set(must), set(inside) | set(once)
        self.text, self.once = text, once
        self.attributes = {name: TIME if name == "time" else ANY for name in (*must, *may)}


SCHEMA = {
    "testsuites": Element(may=("name", "time", "tests", "failures", "errors"),
                          inside={"testsuite"}),
    "testsuite": Element(must=("name", "tests", "failures", "errors"),
                         may=("group", "time", "skipped", "timestamp", "hostname", "id", "package",
                              "file", "log", "url"),
                         inside={"testsuite", "properties", "testcase"} | OUTPUTS),
    "testcase": Element(must=("name",), may=("classname", "group"),
                        inside=RESULTS | RERUNS | OUTPUTS),
    "properties": Element(inside={"property"}),
    "property": Element(must=("name", "value")),
    "stackTrace": Element(text=True),
    **{name: Element(text=True) for name in OUTPUTS},
    **{name: Element(may=("type", "message"), text=True) for name in RESULTS},
    **{name: Element(must=("type",), may=("message",), text=True,
                     once=("stackTrace", "system-out", "system-err")) for name in RERUNS},
}
SCHEMA["testcase"].attributes["time"] = ANY
ROOTS = {"testsuites", "testsuite"}


def faults(root):
    """What is against the rules, a sentence each."""
    found = [] if root.tag in ROOTS else [f"<{root.tag}> as the root"]
    for element in root.iter():
        if element.tag in SCHEMA:
            found += faults_of(element, SCHEMA[element.tag])
    return found


def faults_of(element, rules):
    tag = element.tag
    found = [f"{tag} without {name}" for name in sorted(rules.must - set(element.attrib))]
    for name, value in element.attrib.items():
        if not re.fullmatch(rules.attributes.get(name, r"(?!)"), value):
            found.append(f'{tag} {name}="{value}"')
    found += [f"<{child.tag}> in <{tag}>" for child in element if child.tag not in rules.inside]
    texts = [element.text, *(child.tail for child in element)]
    blank = " \t\r\n" if rules.inside else ""
    if not rules.text and any(text and text.strip(blank) for text in texts):
        found.append(f"text in <{tag}>")
    if rules.once:
        places = [rules.once.index(child.tag) for child in element if child.tag in rules.once]
        if any(a >= b for a, b in zip(places, places[1:])):
            found.append(f"elements of <{tag}> in another order, or twice")
    return found


CASE = ("<testsuite name='s' tests='1' failures='0' errors='0'>"
        "<testcase name='c'>%s</testcase></testsuite>")


def check_rules(s):
    """The rules say no where the schema does, or no report could break them."""
    for what, text in [
            ("every element in its place", "<testsuites time='1,234.5'>" + CASE %
             "<system-out>a</system-out><failure type='t' message='m'>text</failure><skipped/>"
             "<rerunError type='t'><stackTrace>at</stackTrace><system-err/></rerunError>"
             + "</testsuites>"),
            ("a suite alone", CASE % "<error>text</error>"),
            ("suites and properties in a suite",
             "<testsuite name='' tests='' failures='' errors=''><properties>"
             "<property name='a' value=''/></properties>" + CASE % ""
             + "<system-err>b</system-err></testsuite>")]:
        s.claim(f"the rules allow {what}", faults(tree.fromstring(text)) == [],
                faults(tree.fromstring(text)))
    for what, text in [
            ("an element that is none", CASE % "<note/>"),
            ("a case outside a suite", "<testsuites><testcase name='c'/></testsuites>"),
            ("a case without a name", CASE.replace(" name='c'", "") % ""),
            ("a suite without its number of errors", CASE.replace("errors='0'", "") % ""),
            ("skipped cases counted for all suites", "<testsuites skipped='1'/>"),
            ("an attribute that is none", CASE % "<failure text='t'/>"),
            ("a time with a unit", "<testsuites time='1s'/>"),
            ("text in a case", CASE % "text"), ("text behind a failure", CASE % "<failure/>text"),
            ("elements in the text of a failure", CASE % "<failure><b>text</b></failure>"),
            ("elements in what was printed", CASE % "<system-out><b/></system-out>"),
            ("a property without a value", "<testsuites><testsuite name='s' tests='0' failures='0' "
             "errors='0'><properties><property name='a'/></properties></testsuite></testsuites>"),
            ("properties of a case", CASE % "<properties/>"),
            ("a repeated run without a type", CASE % "<flakyFailure/>"),
            ("its outputs in another order", CASE %
             "<rerunFailure type='t'><system-err/><system-out/></rerunFailure>")]:
        s.claim(f"the rules find {what}", len(faults(tree.fromstring(text))) == 1,
                faults(tree.fromstring(text)))
