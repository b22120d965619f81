"""Tools that a signal stops: they end the programs that they run, and leave no temporary folders behind."""
# SPDX-License-Identifier: MIT
import contextlib
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
import unittest

TOOLS = pathlib.Path(__file__).parents[2] / "tools"
PATIENCE = 60  # seconds until a test has failed

# In a compiler's place: does not end by itself.
COMPILER = """#!/bin/sh
{first}
echo $$ >>"$STARTED"
exec sleep 1000
"""


def wait_for(condition):
    end = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > end:
            raise AssertionError("waited in vain")
        time.sleep(0.02)


def is_running(process):
    with contextlib.suppress(OSError):
        return pathlib.Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    return False


class Stopping(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.temporary, self.started = self.folder / "temporary", self.folder / "started"

    def compiler(self, first=""):
        for name in "brickc", "g++":
            (self.folder / name).write_text(COMPILER.format(first=first))
            (self.folder / name).chmod(0o755)
        return self.folder / "brickc"

    def compilers(self):
        """The processes of all that have been started."""
        return self.started.read_text().split() if self.started.exists() else []

    @contextlib.contextmanager
    def tool(self, name, *arguments, compilers=1):
        """A tool that has so many compilers running."""
        self.temporary.mkdir(exist_ok=True)
        self.started.unlink(missing_ok=True)
        environment = {**os.environ, "TMPDIR": str(self.temporary), "STARTED": str(self.started),
                       "PATH": f"{self.folder}:{os.environ['PATH']}"}
        command = [sys.executable, str(TOOLS / name), *map(str, arguments)]
        with subprocess.Popen(command, env=environment, cwd=self.folder, stdout=subprocess.DEVNULL,
                              stderr=subprocess.PIPE, text=True) as process:
            try:
                wait_for(lambda: len(self.compilers()) >= compilers)
                yield process
            finally:
                process.kill()

    def nothing_is_left(self):
        wait_for(lambda: not any(map(is_running, self.compilers())))
        self.assertEqual(list(self.temporary.iterdir()), [])

    def stops(self, name, *arguments, compilers=1):
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            with self.subTest(signal=number), self.tool(name, *arguments, compilers=compilers) as process:
                self.assertNotEqual(list(self.temporary.iterdir()), [])
                process.send_signal(number)
                said = process.communicate(timeout=PATIENCE)[1]
                self.assertEqual(process.returncode, 128 + number, said)
                self.assertRegex(said, rf"^{name}: interrupted.*\n$")
                self.nothing_is_left()

    def test_brick_probe(self):
        self.compiler()
        self.stops("brick-probe", "--output", self.folder / "machine.yaml")
        self.assertFalse((self.folder / "machine.yaml").exists())

    def test_brick_tune(self):
        self.stops("brick-tune", "--brickc", self.compiler(), "heat.cpp")

    def test_brick_bench(self):
        self.stops("brick-bench", "issue", "--brickc", self.compiler())

    def test_fuzz(self):
        for what in "--programs", "--mutants":
            with self.subTest(what):
                self.stops("fuzz", "--brickc", self.compiler(), what, 40, "--cases", 1, "--jobs", 2, compilers=2)

    def test_programs_that_do_not_listen(self):
        compiler = self.compiler("trap '' TERM")
        with self.tool("fuzz", "--brickc", compiler, "--mutants", 40, "--jobs", 2, compilers=2) as process:
            process.terminate()
            self.assertEqual(process.stderr.readline(), "fuzz: interrupted\n")
            process.terminate()
            self.assertEqual(process.wait(timeout=PATIENCE), 128 + signal.SIGTERM)
            self.nothing_is_left()
        with self.tool("brick-tune", "--brickc", compiler, "heat.cpp") as process:
            process.terminate()  # once: it waits only so long
            self.assertEqual(process.wait(timeout=PATIENCE), 128 + signal.SIGTERM)
            self.nothing_is_left()


if __name__ == "__main__":
    unittest.main()
