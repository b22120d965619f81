"""tools/setup: installs exactly what is missing, with nothing to do when all is there. No package is really installed."""
# SPDX-License-Identifier: MIT
import pathlib
import platform
import shutil
import subprocess
import tempfile
import unittest

SETUP = pathlib.Path(__file__).parents[2] / "tools" / "setup"
COMMANDS = ["g++", "cmake", "ninja", "make", "ccache", "pkg-config", "python3", "clang++-19", "mpiexec", "mpicxx"]
SHELL = ["bash", "dirname", "env", "id"]


def is_debian_12():
    try:
        release = platform.freedesktop_os_release()
    except OSError:
        return False
    return release.get("ID") == "debian" and release.get("VERSION_ID") == "12"


class Machine:
    """A PATH on which all commands are there but the `missing` ones, and apt-get only writes down what it is asked."""

    def __init__(self, test, missing, apt_get="true"):
        folder = tempfile.TemporaryDirectory()
        test.addCleanup(folder.cleanup)
        self.bin = pathlib.Path(folder.name)
        for name in SHELL + [name for name in COMMANDS if name not in missing]:
            (self.bin / name).symlink_to(shutil.which(name))
        self.script("apt-get", f'echo "$@" >>"{self.bin}/log"\n{apt_get}')
        self.script("sudo", 'exec "$@"')

    def script(self, name, text):
        (self.bin / name).write_text(f"#!{shutil.which('bash')}\n{text}\n")
        (self.bin / name).chmod(0o755)

    def run(self):
        return subprocess.run([SETUP], env={"PATH": str(self.bin)}, capture_output=True, text=True)

    def asked(self):
        log = self.bin / "log"
        return log.read_text().splitlines() if log.exists() else []


class Setup(unittest.TestCase):
    def test_nothing_missing(self):
        machine = Machine(self, missing=[])
        result = machine.run()
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertEqual(machine.asked(), [])

    @unittest.skipUnless(is_debian_12(), "installs on Debian 12 only")
    def test_installs_what_is_missing(self):
        folder = '"${0%/*}"'
        machine = Machine(self, missing=["ccache", "ninja"], apt_get=(
            f"echo >{folder}/ccache; echo >{folder}/ninja; {shutil.which('chmod')} +x {folder}/*"))
        result = machine.run()
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("installing ninja-build ccache", result.stdout)
        self.assertEqual(machine.asked(), ["-qq update", "-qq install --yes --no-install-recommends ninja-build ccache"])

    @unittest.skipUnless(is_debian_12(), "installs on Debian 12 only")
    def test_says_when_installing_did_not_help(self):
        result = Machine(self, missing=["ccache"]).run()
        self.assertEqual(result.returncode, 1)
        self.assertIn("still not found", result.stderr)

    @unittest.skipIf(is_debian_12(), "can install here")
    def test_names_the_packages_elsewhere(self):
        machine = Machine(self, missing=["ccache"])
        result = machine.run()
        self.assertEqual((result.returncode, machine.asked()), (1, []))
        self.assertIn("Debian 12 only", result.stderr)
        self.assertIn("  ccache\n", result.stderr)


if __name__ == "__main__":
    unittest.main()
