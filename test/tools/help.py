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


if __name__ == "__main__":
    unittest.main()
