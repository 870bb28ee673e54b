"""The output of the SDL2 sample in a folder: its pictures, and next to each a description of what it should show."""

import json
import os
import struct


class Picture:
    """A BMP with 24 bits per pixel, as SDL writes it."""

    def __init__(self, path):
        with open(path, "rb") as file:
            data = file.read()
        offset, = struct.unpack_from("<I", data, 10)
        self.width, height = struct.unpack_from("<ii", data, 18)
        bits, = struct.unpack_from("<H", data, 28)
        if data[:2] != b"BM" or bits != 24:
            raise ValueError(f"{path} is no BMP of 24 bits per pixel")
        self.height = abs(height)
        stride = (self.width * 3 + 3) // 4 * 4
        rows = [data[offset + i * stride:offset + i * stride + self.width * 3] for i in range(self.height)]
        self.rows = rows[::-1] if height > 0 else rows

    def pixel(self, x, y):
        """Red, green, blue."""
        blue, green, red = self.rows[y][x * 3:x * 3 + 3]
        return red, green, blue

    def region(self, rect):
        """The bytes of a rectangle, for comparisons."""
        x, y, width, height = rect
        return b"".join(row[x * 3:(x + width) * 3] for row in self.rows[y:y + height])

    def contrast(self, rect):
        """The difference between the lightest and the darkest pixel of a rectangle, 0 to 255."""
        data = self.region(rect)
        lights = [(data[i] + 6 * data[i + 1] + 3 * data[i + 2]) / 10 for i in range(0, len(data), 3)]
        return max(lights) - min(lights) if lights else 0


class Scene:
    """One picture and its description."""

    def __init__(self, folder, description):
        self.description = description
        self.name = description["scene"]
        self.picture = Picture(os.path.join(folder, self.name + ".bmp"))
        self.cards = {card["id"].rsplit("caves.", 1)[1]: card for card in description["cards"]}
        self.widgets = {widget["name"]: widget for widget in description["widgets"]}
        self.texts = description["texts"]

    def __getattr__(self, name):
        return self.description[name]

    def badge(self, card):
        """The colour of a card's button, left of its text."""
        name = card if card == "lantern" else "buy:com.example.caves." + card
        x, y, _, height = self.widgets[name]["rect"]
        return self.picture.pixel(x + 9, y + height // 2)

    def shows(self, text):
        """Whether a text was drawn, without a missing part."""
        return any(drawn["text"] == text and not drawn["shortened"] for drawn in self.texts)


def read_scenes(folder):
    """The scenes of a run by their names."""
    with open(os.path.join(folder, "scenes.jsonl"), encoding="utf-8") as file:
        scenes = [Scene(folder, json.loads(line)) for line in file]
    return {scene.name: scene for scene in scenes}
