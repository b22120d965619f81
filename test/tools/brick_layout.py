"""tools/brick-layout: text and pictures of layouts, and what it says of bad input."""
# SPDX-License-Identifier: MIT
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree

ROOT = pathlib.Path(__file__).parents[2]
PROGRAM = sys.argv.pop(1)
SVG = "{http://www.w3.org/2000/svg}"


def layout(*arguments, program=PROGRAM):
    command = [sys.executable, ROOT / "tools" / "brick-layout", "--program", program, *arguments]
    return subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False)


def picture(*arguments):
    """The elements of a picture: (rectangles, texts)."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "layout.svg"
        result = layout(*arguments, "--svg", path)
        assert result.returncode == 0, result.stderr
        root = xml.etree.ElementTree.parse(path).getroot()
    return root.findall(f"{SVG}rect")[1:], [text.text for text in root.findall(f"{SVG}text")]


class Layout(unittest.TestCase):
    def test_says_who_receives_what(self):
        text = layout("--bricks", 4, 4).stdout
        self.assertIn("\nbrick 6: to (--) (-0) (0-)\n", text)
        self.assertIn("\nto (0-) rank 3, 2 messages: [2048, 3584) -> 13312 [7680, 8192) -> 14848\n", text)
        self.assertTrue(text.endswith("9 messages to 8 neighbours\n"), text)

    def test_pictures_have_every_brick_once(self):
        for bricks, total in (((4,), 6), ((4, 3), 30), ((2, 3, 4), 120)):
            rectangles, texts = picture("--bricks", *bricks)
            self.assertEqual(len(rectangles), total)
            places = {(rectangle.get("x"), rectangle.get("y")) for rectangle in rectangles}
            self.assertEqual(len(places), total)
            numbers = [int(text) for text in texts if text.isdigit()]
            self.assertEqual(sorted(numbers), list(range(total)))

    def test_ghost_bricks_have_the_colour_of_who_sends_them(self):
        rectangles, texts = picture("--bricks", 4, 4)
        ghosts = [r.get("fill") for r in rectangles if r.get("stroke-dasharray")]
        self.assertEqual(len(ghosts), 20)
        self.assertEqual(len(set(ghosts)), 8)
        self.assertEqual(len({r.get("fill") for r in rectangles}), 17)  # own regions, and inner bricks
        self.assertIn("(0-) rank 3: 4-6 -> 26, 15 -> 29", texts)

    def test_the_documentation_has_the_picture_as_it_is_drawn(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "layout.svg"
            layout("--bricks", 4, 4, "--svg", path)
            self.assertEqual(path.read_text(), (ROOT / "docs" / "layout.svg").read_text())

    def test_places_on_pages_have_holes(self):
        _, texts = picture("--bricks", 4, 4, "--strategy", "memmap")
        self.assertGreater(max(int(text) for text in texts if text.isdigit()), 100)

    def test_refuses_bad_input(self):
        for arguments, words in ((("--bricks", 0), "--bricks: 0 is not from 1 to 1000000"),
                                 (("--bricks", 4, "--cells", 0), "--cells: 0 is not from 1"),
                                 (("--bricks", 1, 2, 3, 4), "one to three axes"),
                                 (("--bricks", 4, "--strategy", "best"), "invalid choice: 'best'"),
                                 (("--bricks", 4, "--svg", "/nowhere/layout.svg"), "/nowhere/layout.svg: No such file")):
            result = layout(*arguments)
            self.assertNotEqual(result.returncode, 0)
            self.assertTrue(re.search(re.escape(words), result.stderr), result.stderr)

    def test_says_what_is_missing(self):
        self.assertIn("build first", layout("--bricks", 4, program="no/program").stderr)


if __name__ == "__main__":
    unittest.main()
