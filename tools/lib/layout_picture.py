# SPDX-License-Identifier: MIT
"""A picture of a brick layout, from the JSON of tools/layout/describe.cpp: a map of the bricks with their places in
storage, and a table of what each neighbour is sent."""
import collections
import html

SIZE = 44  # pixels of a brick
GAP = 24
LINE = 17
NARROW = 6.4  # pixels of a character in the table


class Svg:
    """Elements, and how far they reach."""

    def __init__(self):
        self.elements, self.width, self.height = [], 0, 0

    def rectangle(self, x, y, fill, dashed):
        style = ' stroke-dasharray="4 3"' if dashed else ""
        self.elements.append(f'<rect x="{x}" y="{y}" width="{SIZE - 2}" height="{SIZE - 2}" fill="{fill}" '
                             f'stroke="#555"{style}/>')
        self.reach(x + SIZE, y + SIZE)

    def text(self, x, y, words, anchor="start"):
        self.elements.append(f'<text x="{x}" y="{y}" text-anchor="{anchor}">{html.escape(words)}</text>')
        if anchor == "start":
            self.reach(x + NARROW * len(words), y + 4)

    def reach(self, x, y):
        self.width, self.height = max(self.width, x), max(self.height, y)

    def document(self):
        width, height = int(self.width) + GAP, int(self.height) + GAP
        return "\n".join([f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
                          'font-family="DejaVu Sans Mono, monospace" font-size="11">',
                          f'<rect width="{width}" height="{height}" fill="white"/>', *self.elements, "</svg>", ""])


def signs(direction):
    return "(" + "".join("-" if d < 0 else "+" if d > 0 else "0" for d in direction) + ")"


def hue(direction):
    """An angle for each direction, opposite ones far from each other."""
    code = 0
    for d in direction:
        code = 3 * code + d + 1
    return code * 137 % 360


def colour(region):
    """Inner bricks are white, ghost bricks have the colour of the neighbour they come from, pale, and surface bricks
    that of the neighbour across the corner, edge or face that they lie at."""
    if not region["neighbours"]:
        return "#ddd" if region["ghost"] else "white"
    farthest = max(region["neighbours"], key=lambda direction: sum(map(abs, direction)))
    return f"hsl({hue(farthest)}, 65%, {88 if region['ghost'] else 72}%)"


def panels(layout):
    """The bricks of each slice along axis 0 of a 3-D layout, or all: {slice: [(row, column, brick, region)]}."""
    result = collections.defaultdict(list)
    for region in layout["regions"]:
        for brick in region["bricks"]:
            place = [0] * (3 - len(brick["lattice"])) + brick["lattice"]
            result[place[0]].append((place[1], place[2], brick["id"], region))
    return dict(sorted(result.items()))


def draw_panel(svg, top, bricks):
    first_row, first_column = min(b[0] for b in bricks), min(b[1] for b in bricks)
    for row, column, number, region in bricks:
        x, y = GAP + (column - first_column) * SIZE, top + (row - first_row) * SIZE
        svg.rectangle(x, y, colour(region), region["ghost"])
        svg.text(x + SIZE // 2 - 1, y + SIZE // 2 + 3, str(number), "middle")


def run_text(segment, brick_bytes):
    """A segment in bricks where it begins and ends with one: who reads the picture sees those numbers."""
    source, destination, length = segment
    if any(value % brick_bytes for value in segment):
        return f"{source}+{length} -> {destination} bytes"
    first, last, to = source // brick_bytes, (source + length) // brick_bytes - 1, destination // brick_bytes
    return f"{first} -> {to}" if first == last else f"{first}-{last} -> {to}"


def draw_table(svg, left, top, layout):
    messages = sum(neighbour["messages"] for neighbour in layout["neighbours"])
    lines = [f"{layout['strategy']}: rank {layout['rank']} sends {messages} messages",
             "neighbour: bricks of this rank -> places at the neighbour"]
    for neighbour in layout["neighbours"]:
        runs = ", ".join(run_text(segment, layout["brick_bytes"]) for segment in neighbour["segments"])
        lines.append(f"{signs(neighbour['direction'])} rank {neighbour['rank']}: {runs}")
    for number, line in enumerate(lines):
        svg.text(left, top + LINE * (number + 1), line)


def svg(layout):
    """The picture as SVG text."""
    picture = Svg()
    slices, top = panels(layout), GAP
    for number, bricks in slices.items():
        if len(slices) > 1:
            picture.text(GAP, top - 6, f"axis 0: {number}")
        draw_panel(picture, top, bricks)
        top = picture.height + GAP
    draw_table(picture, picture.width + GAP, GAP - LINE + 6, layout)
    return picture.document()
