"""test/end-to-end/snippets.py and guide.py: which fences are found, what is as the text shows it, what is refused."""
# SPDX-License-Identifier: MIT
import pathlib
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "end-to-end"))
guide = __import__("guide")
tested = __import__("snippets")


def in_a_file(text, use):
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "text.md"
        file.write_text(text)
        return use(file)


class Fences(unittest.TestCase):
    def test_words_text_and_place(self):
        first, second = in_a_file("a\n```cpp file x.hpp\nint x;\n```\n```console\n$ ls\n```\n", tested.snippets_of)
        self.assertEqual((first.kind, first.words[2], first.text), ("cpp file", "x.hpp", "int x;\n"))
        self.assertEqual(first.place, "text.md:2")
        self.assertEqual((second.kind, second.text), ("console", "$ ls\n"))

    def test_not_closed(self):
        with self.assertRaisesRegex(tested.Failure, "text.md:1: this fence is not closed"):
            in_a_file("```cpp\nint x;\n", tested.snippets_of)

    def test_inside_another(self):
        with self.assertRaisesRegex(tested.Failure, "opens inside"):
            in_a_file("```\n```cpp\n```\n", tested.snippets_of)


class Kinds(unittest.TestCase):
    def refused(self, text, words):
        with self.assertRaisesRegex(tested.Failure, words):
            in_a_file(text, lambda file: guide.test_document(file, None))

    def test_a_fence_says_how_it_is_tested(self):
        for words in ("", "cpp", "cpp main2", "sh", "text", "cpp programme x.cpp"):
            self.refused(f"```{words}\nx\n```\n", "text.md:1: no known kind of snippet")
        self.refused("```console somehow\n$ ls\n```\n", "text.md:1: no known kind of console")

    def test_what_is_printed_must_be_shown(self):
        self.refused("```cpp main\nint x;\n```\n", "needs a `text output`")
        self.refused("```text output\n1\n```\n", "whose output")
        self.refused("```cpp declarations\nint x;\n```\n", "no block for main")

    def test_the_pages_of_the_project_have_known_presets_and_programs(self):
        self.refused("```console repository\n$ tools/nothing\n```\n", "there is no tools/nothing")
        self.refused("```console repository\n$ cmake --preset nothing\n```\n", "no such preset")


class Shown(unittest.TestCase):
    def test_the_same(self):
        self.assertTrue(tested.matches("a.c\n", "a.c\n"))
        self.assertFalse(tested.matches("a.c\n", "abc\n"))
        self.assertFalse(tested.matches("a\n", "a\nb\n"))
        self.assertFalse(tested.matches("", "a\n"))
        self.assertTrue(tested.matches("", ""))

    def test_lines_left_out(self):
        for printed in ("a\nd\n", "a\nb\nc\nd\n"):
            self.assertTrue(tested.matches("a\n...\nd\n", printed))
        self.assertFalse(tested.matches("a\n...\nd\n", "a\nb\n"))

    def test_words_left_out(self):
        self.assertTrue(tested.matches("calc [...] us\n", "calc [1, 2] us\n"))
        self.assertFalse(tested.matches("calc [...] us\n", "calc [1, 2] ms\n"))

    def test_clang_s_line_numbers(self):
        tested.expect_shown("here", "  4 | u(0);\n    | ^\n", "u(0);\n^\n")
        with self.assertRaisesRegex(tested.Failure, "here: the text shows something else"):
            tested.expect_shown("here", "  4 | u(0);\n", "u(1);\n")


if __name__ == "__main__":
    unittest.main()
