"""Rules for every picture: nothing is cut off, nothing overlaps, all text is visible."""

WINDOW = (0, 0, 960, 600)


def is_inside(rect, outer):
    return (rect[0] >= outer[0] and rect[1] >= outer[1] and rect[0] + rect[2] <= outer[0] + outer[2]
            and rect[1] + rect[3] <= outer[1] + outer[3])


def overlap(one, other):
    """The width or height in pixels that two rectangles share; the smaller of the two."""
    return min(min(one[0] + one[2], other[0] + other[2]) - max(one[0], other[0]),
               min(one[1] + one[3], other[1] + other[3]) - max(one[1], other[1]))


def complaints(scene):
    """What is wrong with a picture; an empty list if nothing is."""
    found = []
    widgets = [widget for widget in scene.description["widgets"] if widget["reachable"]]
    texts = scene.texts
    if scene.sheet:
        # The sheet may cover the texts behind it.
        texts = texts[[text["text"] for text in texts].index("App Store"):]
        widgets = [widget for widget in widgets if widget["name"].startswith("sheet:")]
    for text in texts:
        rect = text["rect"]
        if text["shortened"]:
            found.append(f"'{text['text']}' is cut off")
        if not is_inside(rect, WINDOW):
            found.append(f"'{text['text']}' leaves the window")
        elif scene.picture.contrast(rect) < 45:
            found.append(f"'{text['text']}' cannot be seen")
    for i, one in enumerate(texts):
        for other in texts[i + 1:]:
            # The lines of one paragraph touch.
            if overlap(one["rect"], other["rect"]) > 3:
                found.append(f"'{one['text']}' and '{other['text']}' lie on each other")
    for i, one in enumerate(widgets):
        if not is_inside(one["rect"], WINDOW):
            found.append(f"{one['name']} leaves the window")
        for other in widgets[i + 1:]:
            if overlap(one["rect"], other["rect"]) > 0:
                found.append(f"{one['name']} and {other['name']} lie on each other")
        for text in texts:
            if text["text"] == one["label"] and overlap(text["rect"], one["rect"]) > 0:
                if not is_inside(text["rect"], one["rect"]):
                    found.append(f"'{one['label']}' leaves its button")
    return found
