#!/usr/bin/env python3
"""The guide as HTML, and one frame for it and for the reference that Doxygen has written.

    pages.py FOLDER TAGFILE     run in the project's folder; FOLDER/reference is what Doxygen wrote

- Each Markdown page of the project becomes a page of FOLDER. Its links, images and anchors lead to the same places.
- Names of functions, types and constants in the guide lead to the reference. In the reference, each of them lists the pages of
  the guide that use it.
- search-index.js holds what the search of search.js looks through.
"""

import collections
import html
import json
import os
import pathlib
import posixpath
import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree as xml

import pygments
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_by_name
from pygments.util import ClassNotFound

from anchors import Anchors

HERE = pathlib.Path(__file__).parent
CONTENTS = "Sources/Documentation/README.md"
# Pages of these languages are for users of one binding or for people who work on IAPBridge itself; they come last.
REST = (
    ("Bindings", "Sources/Bindings/*/README.md"),
    ("For maintainers", "Sources/README.md .github/CONTRIBUTING.md .github/SECURITY.md .github/RELEASING.md Tests/README.md"
                        " Tests/*/README.md Tests/*/*/README.md"))
PAGES = ("README.md", "Sources/Documentation/*.md", "Samples/*/README*.md", "Sources/Package/README.md")
LEXERS = {"objcpp": "objective-c++", "storekit": "json"}
NAME = r"\b(?:iap|IAP)_\w+(?:\.hp?p?\b)?|\biap::\w+(?:::\w+)?"
GUIDE_LINKS = 5
# Doxygen's lists, which the search replaces.
REPLACED = re.compile(r"(functions|globals|namespacemembers)(_.*)?|hierarchy|namespaces|classes|files|dir_.*|reference_8dox")


def find_pages():
    """Each Markdown page, and the file it becomes."""
    pages = {}
    for pattern in (*PAGES, *" ".join(patterns for _, patterns in REST).split()):
        for path in sorted(pathlib.Path().glob(pattern)):
            name = path.as_posix()
            if name == "README.md":
                pages[name] = "index.html"
            elif name == CONTENTS:
                pages[name] = "guide/index.html"
            elif path.name.startswith("README."):
                folder = path.parent.as_posix().replace("Sources/", "").replace("/", "-").lower()
                pages[name] = "guide/" + folder + path.stem.removeprefix("README") + ".html"
            else:
                pages[name] = "guide/" + path.stem + ".html"
    return pages


def plain(text):
    """Returns the text of some HTML, without tags."""
    return re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]*>", "", text))).replace("¶", "").strip()


def relative(target, page):
    """Returns the relative link from one page to another."""
    path, mark, anchor = target.partition("#")
    return posixpath.relpath(path, posixpath.dirname(page) or ".") + mark + anchor


class Reference:
    """The declarations of the headers, and the places where Doxygen describes them."""

    def __init__(self, tagfile):
        self.places = {}
        self.kinds = {}
        self.headers = {}
        self.topics = collections.defaultdict(list)
        self.classes = []
        titles = {}
        for compound in xml.parse(tagfile).getroot():
            kind, name, file = compound.get("kind"), compound.findtext("name"), compound.findtext("filename")
            if kind == "group":
                titles[name] = compound.findtext("title"), file
                self.topics[name] += [sub.text for sub in compound.findall("subgroup")]
                self.headers.setdefault(compound.findtext("title"), file)
            elif kind in ("class", "struct"):
                self.add(name, kind, file)
                if name.startswith("iap::") and name.count("::") == 1 and "<" not in name:
                    self.classes.append((name, file))
            elif kind == "file":
                file = file if file.endswith(".html") else file + ".html"
                self.headers.setdefault(name, file)
            if kind in ("group", "file", "namespace", "class"):
                for member in compound.findall("member"):
                    own = member.findtext("name")
                    place = f"{member.findtext('anchorfile')}#{member.findtext('anchor')}"
                    if kind in ("namespace", "class"):
                        own = f"{name}::{own}"
                    self.add(own, member.get("kind"), place)
        self.topics = {name: [titles[sub] for sub in subs] for name, subs in self.topics.items()}
        self.titles = titles

    def add(self, name, kind, place):
        # The struct, or an overloaded function, that comes first.
        if name not in self.places:
            self.places[name], self.kinds[name] = "reference/" + place, kind

    def find(self, text):
        """The place of a name in the guide: iap_buy(), IAP_OK, iap::Client, <iap/iap.h>, iap.h."""
        if header := re.fullmatch(r"(?:&lt;|<|Include/|)(?:iap/)?(iap\w*\.hp?p?)(?:&gt;|>|)", text):
            place = self.headers.get(header[1])
            return place and "reference/" + place
        return self.places.get(re.sub(r"\(.*\)$", "", text))


class Guide:
    def __init__(self, folder, reference):
        self.folder, self.reference = folder, reference
        self.pages = find_pages()
        self.index = []
        self.mentions = collections.defaultdict(dict)
        self.titles = {page: self.title(page) for page in self.pages}
        self.groups = self.contents()
        self.order = [page for _, pages in self.groups for page in pages]

    def title(self, page):
        heading = re.search(r"^# (.*)$", pathlib.Path(page).read_text(encoding="utf-8"), re.MULTILINE)
        return heading[1].replace("`", "") if heading else page

    def contents(self):
        """The groups of pages in reading order, as the guide's first page has them."""
        groups, seen = [("", ["README.md", CONTENTS])], {"README.md", CONTENTS}
        chinese = ("中文", [])
        for line in pathlib.Path(CONTENTS).read_text(encoding="utf-8").splitlines():
            if heading := re.fullmatch(r"(?:#+ (.*)|\*\*(.*)\*\*)", line):
                groups.append((heading[1] or heading[2], []))
            for target in re.findall(r"\]\(([^)#\s]+)", line):
                page = posixpath.normpath(posixpath.join(posixpath.dirname(CONTENTS), target))
                if page in self.pages and page not in seen:
                    seen.add(page)
                    if page.endswith(".zh.md"):
                        chinese[1].append(page)
                        continue
                    name = "Samples" if page.startswith("Samples/") else groups[-1][0]
                    if name != groups[-1][0]:
                        found = next((group for group in groups if group[0] == name), None)
                        if found is None:
                            found = (name, [])
                            groups.insert(len(groups) - 1 if not groups[-1][1] else len(groups), found)
                        found[1].append(page)
                    else:
                        groups[-1][1].append(page)
        groups.append(chinese)
        for name, patterns in (("More", " ".join(PAGES)), *REST):
            rest = [p for pattern in patterns.split() for p in sorted(map(str, pathlib.Path().glob(pattern))) if p not in seen]
            seen.update(rest)
            groups.append((name, rest))
        return [group for group in groups if group[1]]

    def write(self):
        for page, file in self.pages.items():
            text = pathlib.Path(page).read_text(encoding="utf-8")
            body = self.convert(text, page, file)
            self.write_page(page, file, body)

    def convert(self, text, page, file):
        command = ["cmark-gfm", "--unsafe", "-e", "table", "-e", "autolink", "-e", "strikethrough"]
        body = subprocess.run(command, input=text, capture_output=True, text=True, check=True, encoding="utf-8").stdout
        body = re.sub(r"<!--.*?-->\n?", "", body, flags=re.DOTALL)
        anchors = Anchors()
        # GitHub makes the anchor from the text that the reader sees.
        body = re.sub(r"<h([1-6])>(.*?)</h\1>", lambda m: self.heading(m, anchors.add(plain(m[2]))), body, flags=re.DOTALL)
        body = re.sub(r'<pre><code(?: class="language-([^"]*)")?>(.*?)</code></pre>', lambda m: self.code(m, page, file), body,
                      flags=re.DOTALL)
        body = re.sub(r"(<a [^>]*>.*?</a>|<pre.*?</pre>)|<code>([^<]*)</code>", lambda m: m[1] or self.name(m[2], page, file), body,
                      flags=re.DOTALL)
        body = re.sub(r'(href|src)="([^"]*)"', lambda m: f'{m[1]}="{self.link(m[2], page, file)}"', body)
        return body.replace("<table>", '<div class="wide"><table>').replace("</table>", "</table></div>")

    def heading(self, match, anchor):
        return f'<h{match[1]} id="{anchor}">{match[2]}<a class="anchor" href="#{anchor}" aria-label="Link">¶</a></h{match[1]}>'

    def code(self, match, page, file):
        language, text = match[1] or "text", html.unescape(match[2])
        try:
            lexer = get_lexer_by_name(LEXERS.get(language, language), stripnl=False)
        except ClassNotFound:
            lexer = get_lexer_by_name("text", stripnl=False)
        body = pygments.highlight(text, lexer, HtmlFormatter(nowrap=True))

        def linked(found):
            place = self.reference.find(found[0])
            if not place:
                return found[0]
            self.mentions[found[0]].setdefault(page)
            return f'<a href="{relative(place, file)}">{found[0]}</a>'

        parts = re.split(r"(<[^>]*>)", body)
        parts = [part if part.startswith("<") else re.sub(NAME, linked, part) for part in parts]
        return f'<pre class="code"><code>{"".join(parts)}</code></pre>'

    def name(self, text, page, file):
        place = self.reference.find(html.unescape(text))
        if not place:
            return f"<code>{text}</code>"
        self.mentions[re.sub(r"\(.*\)$", "", text)].setdefault(page)
        return f'<a href="{relative(place, file)}"><code>{text}</code></a>'

    def link(self, target, page, file):
        """Returns the target of a link among the written files. Copies other files of the project that a page links to."""
        if re.match(r"\w+:", target) or target.startswith(("#", "../reference/", "reference/")):
            return target
        path, mark, anchor = html.unescape(target).partition("#")
        source = posixpath.normpath(posixpath.join(posixpath.dirname(page), path))
        if os.path.isdir(source):
            source += "/README.md"
        if source in self.pages:
            return relative(self.pages[source], file) + mark + anchor
        if place := re.match(r"Include/", source) and self.reference.find(source):
            return relative(place, file)
        if not os.path.exists(source):
            raise SystemExit(f"{page}: the link {target} leads to {source}, which does not exist")
        # Browsers show files with these endings, and download others.
        shown = source if source.endswith((".png", ".svg", ".jpg", ".json", ".txt")) else source + ".txt"
        copy = pathlib.Path(self.folder, "files", shown)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, copy)
        return relative("files/" + shown, file)

    def write_page(self, page, file, body):
        self.add_to_index(page, file, body)
        place = self.order.index(page)
        steps = []
        for step, word, relation in ((place - 1, "Previous", "prev"), (place + 1, "Next", "next")):
            if 0 <= step < len(self.order):
                other = self.order[step]
                steps.append(f'<a rel="{relation}" href="{relative(self.pages[other], file)}"><small>{word}</small>'
                             f"{html.escape(self.titles[other])}</a>")
        language = (re.search(r"\.([a-z]{2})\.md$", page) or [None, "en"])[1]
        headings = re.findall(r'<h2 id="([^"]*)">(.*?)<a class="anchor"', body, flags=re.DOTALL)
        inner = "".join(f'<li><a href="#{anchor}">{html.escape(plain(text))}</a></li>' for anchor, text in headings)
        write(self.folder, file, self.titles[page], body + f'<nav class="steps" aria-label="Pages">{"".join(steps)}</nav>',
              self.sidebar(page, file), inner, language)

    def sidebar(self, page, file):
        parts = []
        for name, pages in self.groups:
            parts.append(f"<h2>{html.escape(name)}</h2>" if name else "")
            parts.append("<ul>")
            for other in pages:
                here = ' aria-current="page"' if other == page else ""
                parts.append(f'<li><a href="{relative(self.pages[other], file)}"{here}>{html.escape(self.titles[other])}</a></li>')
            parts.append("</ul>")
        return "".join(parts)

    def add_to_index(self, page, file, body):
        pieces = re.split(r'<h[1-4] id="([^"]*)">(.*?)<a class="anchor".*?</h[1-4]>', body, flags=re.DOTALL)
        for anchor, heading, text in zip(pieces[1::3], pieces[2::3], pieces[3::3]):
            self.index.append([plain(heading), self.titles[page], f"{file}#{anchor}", plain(text)])


def write(folder, file, title, body, sidebar, inner="", language="en"):
    """Writes a page in the common frame."""
    frame = (HERE / "frame.html").read_text(encoding="utf-8")
    root = posixpath.relpath(".", posixpath.dirname(file) or ".") + "/"
    values = {
        "title": html.escape(title + ("" if title == "IAPBridge" else " · IAPBridge")), "language": language, "root": root,
        "sidebar": sidebar, "body": body, "section": "reference" if file.startswith("reference/") else "guide",
        "inner": f'<nav class="inner" aria-label="On this page"><h2>{"本页内容" if language == "zh" else "On this page"}</h2>'
                 f"<ul>{inner}</ul></nav>" if inner else "",
    }
    path = pathlib.Path(folder, file)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(re.sub(r"\{\{(\w+)\}\}", lambda m: values[m[1]], frame), encoding="utf-8")


def frame_reference(folder, reference, guide):
    """Gives Doxygen's pages our frame, and the symbols their pages of the guide."""
    symbols = {}
    for name, place in reference.places.items():
        symbols.setdefault(place, name)
    for path in sorted((folder / "reference").iterdir()):
        if path.suffix != ".html" or REPLACED.fullmatch(path.stem):
            # Our style, scripts and pictures replace Doxygen's.
            path.unlink()
            continue
        text = path.read_text(encoding="utf-8")
        file = "reference/" + path.name
        title = html.unescape(re.search(r"<title>(.*?)</title>", text, flags=re.DOTALL)[1]).strip()
        body = re.search(r"<!-- page -->\n(.*)<!-- end of page -->", text, flags=re.DOTALL)[1]
        body = re.sub(r"<!--.*?-->\n?", "", body, flags=re.DOTALL)
        body = re.sub(r"^</div>", "", body, count=1) if "navpath" not in body else body.replace("</ul>\n</div>\n</div>", "</ul>\n</div>", 1)
        body = re.sub(r'<div class="ttc".*?</div></div>\n', "", body)
        body = re.sub(r"<script.*?</script>", "", body, flags=re.DOTALL)
        body = re.sub(r"<(?:img|input)\b[^>]*>", "", body)
        body = re.sub(r' on(?:click|mouse\w+)="[^"]*"', "", body)
        body = re.sub(r'<span (?:id="arr[^>]*|style[^>]*|class="icon[^>]*)>.*?</span>(?:</span>)?', "", body)
        body = re.sub(r'<div class="levels">.*?</div>', "", body, flags=re.DOTALL)
        body = body.replace("&#9670;&nbsp;", "¶")
        # Links to folders of files, and links to headings that the page does not have.
        body = re.sub(r'<li class="navelem"><a class="el" href="dir_.*?</li>', "", body)
        body = re.sub(r'<a href="#([\w-]+)">[^<]*</a>(?: &#124;)?', lambda m: m[0] if f'id="{m[1]}"' in body else "", body)
        title = re.sub(r" (?:Class|Struct|File|Namespace)(?: Template)? Reference$", "", title)
        body = re.sub(r'(<div class="title">.*?) (?:Class|Struct|File|Namespace)(?: Template)? Reference', r"\1", body, count=1)
        body = re.sub(r'<h2 class="groupheader">\s*</h2>\n?', "", body)
        body = link_names(body, reference, file)
        body = link_guide(body, file, symbols, guide)
        add_symbols(body, file, symbols, reference, guide)
        language = "doxygen" if path.name.startswith("group__") else "doxygen cpp"
        write(folder, file, title, f'<div class="{language}">{body}</div>', reference_sidebar(reference, file))


def link_names(body, reference, file):
    """Links constants and types in text. Doxygen links only functions by itself."""
    depth, parts = 0, re.split(r"(<[^>]*>)", body)
    for number, part in enumerate(parts):
        if part.startswith(("<a ", "<h2 ", "<title", "<h1")):
            depth += 1
        elif part in ("</a>", "</h2>", "</h1>"):
            depth -= 1
        elif depth == 0 and not part.startswith("<"):
            parts[number] = re.sub(NAME, lambda m: linked(m[0], reference.find(m[0]), file), part)
    return "".join(parts)


def linked(name, place, file):
    if not place or place.partition("#")[0] == file and "#" not in place:
        return name
    return f'<a class="el" href="{relative(place, file)}">{name}</a>'


def link_guide(body, file, symbols, guide):
    """Adds the pages of the guide that use a name to its description."""
    def links(name):
        pages = [page for page in guide.mentions.get(name, ()) if not page.endswith(".zh.md")]
        pages.sort(key=lambda page: (page.startswith(("Samples", "Tests")), guide.order.index(page)))
        found = [f'<a href="{relative(guide.pages[page], file)}">{html.escape(guide.titles[page])}</a>' for page in pages[:GUIDE_LINKS]]
        return f'<p class="guide">In the guide: {", ".join(found)}</p>' if found else ""

    def member(match):
        name = symbols.get(f"{file}#{match[1]}")
        return match[0] if name is None else match[0][:-len("\n</div>\n</div>\n")] + links(name) + "\n</div>\n</div>\n"

    body = re.sub(r'<a id="(\w+)" name="\w+"></a>\n<h2 class="memtitle">.*?\n</div>\n</div>\n', member, body, flags=re.DOTALL)
    if (name := symbols.get(file)) and (end := body.find('<div class="contents">')) >= 0:
        end += len('<div class="contents">')
        body = body[:end] + links(name) + body[end:]
    return body


def add_symbols(body, file, symbols, reference, guide):
    """The names that the page describes, for the search, with their first sentence."""
    for anchor, rest in re.findall(r'<a id="(\w+)" name="\w+"></a>(.*?)(?=<a id="|\Z)', body, flags=re.DOTALL):
        if name := symbols.get(f"{file}#{anchor}"):
            brief = re.search(r"<p ?>(.*?)</p>", rest, flags=re.DOTALL)
            guide.index.append([name, reference.kinds[name], f"{file}#{anchor}", plain(brief[1]) if brief else ""])
    if name := symbols.get(file):
        brief = re.search(r"<p ?>(.*?)(?:<a[^>]*>More...</a>)?</p>", body, flags=re.DOTALL)
        guide.index.append([name, reference.kinds[name], file, plain(brief[1]) if brief else ""])


def reference_sidebar(reference, file):
    def entry(title, target):
        here = ' aria-current="page"' if "reference/" + target == file else ""
        return f'<li><a href="{target}"{here}>{html.escape(title)}</a></li>'

    parts = ["<ul>", entry("The reference", "index.html"), "</ul>"]
    for name, (title, target) in reference.titles.items():
        if title.endswith(".h"):
            topics = reference.topics.get(name, [])
            here = "reference/" + target == file or any("reference/" + to == file for _, to in topics)
            parts.append(f'<details{" open" if here or title == "iap.h" else ""}><summary>{title}</summary><ul>')
            parts += [entry("Overview", target)] + [entry(*topic) for topic in topics] + ["</ul></details>"]
    parts.append("<h2>C++</h2><ul>")
    parts += [entry(name, target) for name, target in reference.headers.items() if name.endswith(".hpp")]
    here = any("reference/" + target == file for _, target in reference.classes)
    parts.append(f'</ul><details{" open" if here else ""}><summary>Classes</summary><ul>')
    parts += [entry(name, target) for name, target in sorted(reference.classes)]
    parts.append("</ul></details><h2>Lists</h2><ul>")
    parts += [entry(*row) for row in (("Topics of C", "modules.html"), ("Types", "annotated.html"), ("Namespace iap", "namespaceiap.html"))]
    return "".join(parts) + "</ul>"


def main(folder, tagfile):
    folder = pathlib.Path(folder)
    reference = Reference(tagfile)
    guide = Guide(folder, reference)
    guide.write()
    frame_reference(folder, reference, guide)
    for name in ("style.css", "search.js"):
        shutil.copyfile(HERE / name, folder / name)
    index = json.dumps(guide.index, ensure_ascii=False, separators=(",", ":"))
    (folder / "search-index.js").write_text(f"window.searchIndex = {index};\n", encoding="utf-8")
    linked = sum(1 for name in guide.mentions)
    print(f"{len(guide.pages)} pages of the guide, {len(reference.places)} names, {linked} of them linked with the guide")


main(*sys.argv[1:])
