"""--help of every tool says how it is used, and does nothing else; wrong usage is told, by text and status."""
# SPDX-License-Identifier: MIT
import os
import pathlib
import subprocess
import unittest

WRONG_USAGE = 2
TOOLS = pathlib.Path(__file__).parents[2] / "tools"
SCRIPTS = sorted(path for path in TOOLS.iterdir() if path.is_file())


def run(*command):
    return subprocess.run(command, capture_output=True, text=True, timeout=60)


class Help(unittest.TestCase):
    def test_every_tool_is_a_program(self):
        self.assertGreater(len(SCRIPTS), 5)
        for script in SCRIPTS:
            self.assertTrue(os.access(script, os.X_OK), script)

    def test_usage(self):
        for script in SCRIPTS:
            for option in "--help", "-h":
                with self.subTest(tool=script.name, option=option):
                    result = run(script, option)
                    self.assertEqual((result.returncode, result.stderr), (0, ""))
                    self.assertRegex(result.stdout, rf"^[uU]sage: (tools/)?{script.name}\b")
                    # tools/setup would speak for itself before anything is built.
                    self.assertNotIn("tools/setup: everything needed", result.stdout)
                    self.assertNotIn("SPDX", result.stdout)

    def test_arguments_where_none_are_taken(self):
        for name in "demo", "setup":
            with self.subTest(tool=name):
                result = run(TOOLS / name, "--fast")
                self.assertEqual((result.returncode, result.stdout), (WRONG_USAGE, ""))
                self.assertIn("takes no arguments: --fast", result.stderr)

    def test_arguments_that_are_not_taken(self):
        for name, *arguments, words in (
                ("examples", "nowhere", "no example nowhere"),
                ("brick-layout", "--bricks", "0", "--bricks: 0 is not from 1 to 1000000"),
                ("brick-tune", "heat.cpp", "-E", "-E: makes no program"),
                ("brick-tune", "--pairs", "2", "heat.cpp", "--pairs: 2 is less than 3"),
                ("fuzz", "give --programs"), ("fuzz", "--programs", "0", "give --programs"),
                ("fuzz", "--programs", "1", "--brickc", "/nowhere", "/nowhere not found: build first"),
                ("fuzz", "--programs", "some", "--programs: invalid number value: 'some'"),
                ("fuzz", "--exchanges", "1", "--minimise", "0", "--minimise: "),
                ("fuzz", "--exchanges", "1", "--ranks", "2", "0", "--ranks: 0 is less than 1"),
                ("fuzz", "--programs", "-1", "--programs: -1 is less than 0"),
                ("fuzz", "--cases", "0", "--cases: 0 is less than 1"),
                ("fuzz", "--jobs", "0", "--jobs: 0 is less than 1"),
                ("fuzz", "--seconds", "nan", "--seconds: nan is less than 0"),
                ("fuzz", "--seconds", "inf", "--seconds: inf is too large"),
                ("gpu-check", "--cells", "256,some", "--cells: invalid numbers value: '256,some'"),
                ("gpu-check", "--ranks", "1,0", "--ranks: 0 is less than 1"),
                ("gpu-check", "--runs", "0", "--runs: 0 is less than 1"),
                ("netlab", "--nodes", "0", "true", "--nodes: 0 is not from 1 to")):
            with self.subTest(tool=name, arguments=arguments):
                result = run(TOOLS / name, *arguments)
                self.assertEqual((result.returncode, result.stdout), (WRONG_USAGE, ""))
                self.assertIn(words, result.stderr)
                self.assertNotIn("Traceback", result.stderr)


if __name__ == "__main__":
    unittest.main()
