"""The fenced blocks of a Markdown file, and how what a program prints is compared with what the text shows."""
# SPDX-License-Identifier: MIT
import dataclasses
import difflib
import pathlib
import re

from programs import Failure

FENCE = "```"


@dataclasses.dataclass(frozen=True)
class Snippet:
    """A fenced block: the words after the opening fence, the lines inside, and where it is."""

    document: pathlib.Path
    line: int  # of the first line inside
    words: tuple
    text: str

    @property
    def place(self):
        return f"{self.document.name}:{self.line - 1}"

    @property
    def kind(self):
        """The first two words, which decide how the block is tested."""
        return " ".join(self.words[:2])


def snippets_of(document):
    """All fenced blocks of a file, in order."""
    found, words, start = [], None, 0
    lines = document.read_text().splitlines()
    for number, line in enumerate(lines, 1):
        if not line.startswith(FENCE):
            continue
        if words is None:
            words, start = tuple(line[len(FENCE):].split()), number
        elif line.strip() == FENCE:
            found.append(Snippet(document, start + 1, words, "".join(f"{each}\n" for each in lines[start:number - 1])))
            words = None
        else:
            raise Failure(f"{document.name}:{number}: a fence opens inside the one of line {start}")
    if words is not None:
        raise Failure(f"{document.name}:{start}: this fence is not closed")
    return found


def without_gutter(text):
    """A text without the line numbers that clang prints beside source lines since version 17."""
    return re.sub(r"^ *\d* \| ", "", text, flags=re.MULTILINE)


def matches(shown, printed):
    """Whether a text is what is shown. A line `...` stands for any lines, `...` inside a line for any words."""
    pattern = ""
    for line in shown.splitlines():
        if line.strip() == "...":
            pattern += r"(?:.*\n)*?"
        else:
            pattern += ".*".join(re.escape(part.rstrip()) for part in line.split("...")) + r"[ ]*\n"
    return re.fullmatch(pattern, printed if printed.endswith("\n") or not printed else printed + "\n") is not None


def expect_shown(place, shown, printed):
    """Raises Failure, with a comparison line by line, unless `printed` is what is shown at `place`."""
    shown, printed = without_gutter(shown), without_gutter(printed)
    if not matches(shown, printed):
        lines = difflib.unified_diff(shown.splitlines(), printed.splitlines(), "shown", "printed", lineterm="", n=99)
        raise Failure(f"{place}: the text shows something else than what is printed\n" + "\n".join(lines))
