"""The anchors of a page's headings, as GitHub makes them: links of the guide work there and here."""

import re
import unicodedata


def slug(heading):
    text = re.sub(r"[`*]|\]\([^)]*\)|\[", "", heading.strip().lower())
    kept = (c for c in text if c in " -_" or unicodedata.category(c)[0] in "LN")
    return "".join(kept).replace(" ", "-")


class Anchors:
    """Gives each heading of a page its own anchor."""

    def __init__(self):
        self.counts = {}

    def add(self, heading):
        name = slug(heading)
        count = self.counts[name] = self.counts.get(name, -1) + 1
        return f"{name}-{count}" if count else name
