"""Every message of compiler/ir/DiagnosticKinds.def has a test named after it that expects its text, and no test is left over.

Entries of the plan that no source file can bring about are tested by name in test/compiler.
"""
# SPDX-License-Identifier: MIT
import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).parents[2]
FOLDER = ROOT / "test" / "frontend" / "diagnostics"
ENTRY = re.compile(r'^BRICKC_DIAGNOSTIC\((\w+),\s*((?:"(?:\\.|[^"\\])*"\s*)+),', re.M)


def table():
    """Messages by kind."""
    text = (ROOT / "compiler" / "ir" / "DiagnosticKinds.def").read_text()
    return {kind: "".join(re.findall(r'"((?:\\.|[^"\\])*)"', literals)) for kind, literals in ENTRY.findall(text)}


def file_name(kind):
    """NonConstantOffset -> non-constant-offset."""
    return re.sub(r"(?<!^)(?=[A-Z])", "-", kind).lower()


def fixed_parts(message):
    """The beginnings of what is between the arguments; tests need not spell out all of it."""
    return [part.strip()[:12] for part in re.split(r"'?%\d'?", message) if len(part.strip()) > 3]


class Diagnostics(unittest.TestCase):
    def test_the_table_is_read(self):
        text = (ROOT / "compiler" / "ir" / "DiagnosticKinds.def").read_text()
        self.assertEqual(len(table()), len(re.findall(r"^BRICKC_DIAGNOSTIC\(", text, re.M)))

    def test_every_entry_has_a_test_of_its_text(self):
        by_name = "".join(file.read_text() for file in (ROOT / "test" / "compiler").glob("*.cpp"))
        for kind, message in table().items():
            with self.subTest(kind):
                file = FOLDER / f"{file_name(kind)}.cpp"
                if file.exists():
                    text = file.read_text()
                    self.assertTrue(any(part in text for part in fixed_parts(message)), f"{file} expects something else")
                else:
                    self.assertRegex(by_name, rf"\b{kind}\b", f"{file} is missing")

    def test_no_test_is_left_over(self):
        known = {file_name(kind) for kind in table()}
        self.assertEqual([file.name for file in FOLDER.glob("*.cpp") if file.stem not in known], [])


if __name__ == "__main__":
    unittest.main()
