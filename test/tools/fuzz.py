"""tools/lib/fuzz_*.py: the same seed makes the same text, and failing texts are made smaller."""
# SPDX-License-Identifier: MIT
import pathlib
import random
import sys
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "tools" / "lib"))
fuzz_commands, fuzz_mutants, fuzz_programs = map(__import__, ("fuzz_commands", "fuzz_mutants", "fuzz_programs"))
minimise = __import__("fuzz_minimise").minimise


class Generators(unittest.TestCase):
    def test_programs_follow_from_the_seed(self):
        first, again, other = (fuzz_programs.program(random.Random(seed), 3) for seed in (7, 7, 8))
        self.assertEqual(first.text, again.text)
        self.assertNotEqual(first.text, other.text)
        self.assertEqual([case.name for case in first.cases], ["case_0", "case_1", "case_2"])

    def test_mutants_follow_from_the_seed_and_differ_from_what_they_were(self):
        seeds = fuzz_mutants.corpus(random.Random(0), 2)
        self.assertEqual(fuzz_mutants.mutant(3, seeds), fuzz_mutants.mutant(3, seeds))
        known = {text for _, _, text in seeds}
        changed = sum(fuzz_mutants.mutant(seed, seeds)[2] not in known for seed in range(50))
        self.assertGreater(changed, 40)

    def test_tokens_are_the_whole_text(self):
        text = fuzz_programs.program(random.Random(1), 1).text + 'R"(x)" "\\"" \0 \u00e9'
        self.assertEqual("".join(fuzz_mutants.tokens(text)), text)


class Minimise(unittest.TestCase):
    def test_leaves_the_lines_that_matter(self):
        text = "".join(f"{number}\n" for number in range(100))
        self.assertEqual(minimise(text, lambda shorter: {"17", "64"} <= set(shorter.split()), 10), "17\n64\n")

    def test_stops_in_time(self):
        self.assertEqual(minimise("a\nb\n", lambda shorter: True, 0), "a\nb\n")


class Commands(unittest.TestCase):
    def test_a_hang_is_noticed(self):
        limits = fuzz_commands.Limits(1)
        code, _ = fuzz_commands.run([sys.executable, "-c", "while True: pass"], ".", limits)
        self.assertTrue(fuzz_commands.too_long(code))
        code, output = fuzz_commands.run([sys.executable, "-c", "print(1)"], ".", limits)
        self.assertEqual((code, output), (0, "1\n"))


if __name__ == "__main__":
    unittest.main()
