"""Launchers: cmake/brickLaunch.sh (brickc in a compiler's place) and tools/lib/mpirun (MPICH or Open MPI)."""
# SPDX-License-Identifier: MIT
import os
import pathlib
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).parents[2]


def script(folder, name, text):
    path = pathlib.Path(folder) / name
    path.write_text("#!/bin/sh\n" + text)
    path.chmod(0o755)
    return path


def words(*command, **environment):
    """The lines that a command prints."""
    result = subprocess.run(command, env={**os.environ, **environment}, check=True, capture_output=True, text=True)
    return result.stdout.splitlines()


class BrickLaunch(unittest.TestCase):
    def test_arguments(self):
        with tempfile.TemporaryDirectory() as folder:
            brickc = script(folder, "brickc", 'printf "%s\\n" "$@"')
            launch = ROOT / "cmake" / "brickLaunch.sh"
            self.assertEqual(words(launch, brickc, "--", "g++", "-DA=b c", "-c", "x.cpp"),
                             ["--host-compiler=g++", "-DA=b c", "-c", "x.cpp"])
            self.assertEqual(words(launch, brickc, "--fp=strict", "--reference", "--", "c++", "x.cpp"),
                             ["--host-compiler=c++", "x.cpp", "--fp=strict", "--reference"])
            self.assertEqual(words(launch, brickc, "--", "/usr/bin/ccache", "g++", "x.cpp"),
                             ["--host-compiler=g++", "x.cpp"])


class MpiRun(unittest.TestCase):
    def run_with(self, version, prints='"$@"', **environment):
        """What a launcher that calls itself `version` is given."""
        with tempfile.TemporaryDirectory() as folder:
            launcher = script(folder, "launcher",
                              f'if [ "$1" = --version ]; then echo "{version}"; else printf "%s\\n" {prints}; fi')
            return words(ROOT / "tools" / "lib" / "mpirun", "-n", "3", "a.out", MPIEXEC=str(launcher), **environment)

    def test_mpich_needs_nothing(self):
        self.assertEqual(self.run_with("HYDRA build details:"), ["-n", "3", "a.out"])

    def test_open_mpi_may_oversubscribe(self):
        arguments = self.run_with("mpiexec (OpenRTE) 4.1.4")
        self.assertEqual(arguments[:3], ["--oversubscribe", "--bind-to", "none"])
        self.assertEqual("--allow-run-as-root" in arguments, os.geteuid() == 0)
        self.assertEqual(arguments[-3:], ["-n", "3", "a.out"])

    def test_preloaded_library_comes_first(self):
        # libm.so.6 and libc.so.6 are in every program, so that loading them changes nothing.
        found = self.run_with("HYDRA", '"$LD_PRELOAD"', BRICK_PRELOAD="libm.so.6", LD_PRELOAD="libc.so.6")
        self.assertEqual(found, ["libm.so.6:libc.so.6"])
        self.assertEqual(self.run_with("HYDRA", '"$LD_PRELOAD"', BRICK_PRELOAD="libm.so.6", LD_PRELOAD=""), ["libm.so.6"])
        self.assertEqual(self.run_with("HYDRA", '"$LD_PRELOAD"', BRICK_PRELOAD="", LD_PRELOAD=""), [""])


if __name__ == "__main__":
    unittest.main()
