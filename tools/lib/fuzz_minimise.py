"""Makes a failing text smaller by leaving out lines, as long as it fails in the same way."""
# SPDX-License-Identifier: MIT
import time


def minimise(text, fails, seconds):
    """A text of a part of the lines for which `fails(text)` still holds; stops after about `seconds`.

    Blocks of lines are left out, first large ones, then smaller ones, until no single line can go.
    """
    lines, end = text.splitlines(keepends=True), time.monotonic() + seconds
    size = max(1, len(lines) // 2)
    while time.monotonic() < end:
        shorter = _pass(lines, size, fails, end)
        if size == 1 and len(shorter) == len(lines):
            break
        lines, size = shorter, max(1, size // 2)
    return "".join(lines)


def _pass(lines, size, fails, end):
    """Tries to leave out each block of `size` lines once, from the end, where the users of things are."""
    start = len(lines) - size
    while start > -size and time.monotonic() < end:
        first = max(0, start)
        attempt = lines[:first] + lines[first + size:]
        if attempt and fails("".join(attempt)):
            lines = attempt
        start -= size
    return lines
