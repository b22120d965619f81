"""tools/netlab: an MPI job on nodes of one machine, a network of known rate between them, and nothing left of it.

Where this machine cannot do that, the status is that of a skipped test.
"""
# SPDX-License-Identifier: MIT
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import time
import unittest
import uuid

NETLAB = pathlib.Path(__file__).parents[2] / "tools" / "netlab"
PINGPONG = sys.argv.pop(1)
SKIPPED = 77
NOBODY = "65534"
RATE = 2.5e6  # bytes per second, of --rate 20mbit: so slow that waiting for a processor is little beside it
LARGE = 2**19
ATTEMPTS = 5  # other work on the machine slows a job down, never speeds it up


def command(*arguments):
    return [sys.executable, str(NETLAB), *(str(argument) for argument in arguments)]


def run(words, **options):
    return subprocess.run(words, capture_output=True, text=True, timeout=120, check=False, **options)


def pingpong(*options):
    """Bytes per second of large messages, by MPI_Send and by MPI_Put."""
    result = run(command("--rate", "20mbit", *options, "--", PINGPONG, LARGE, "0.02"))
    if result.returncode != 0:
        raise AssertionError(result.stdout + result.stderr)
    measured = json.loads(result.stdout)
    bandwidths = {}
    for way in ("send", "put"):
        size, seconds = measured[way]["samples"][-1]
        bandwidths[way] = size / seconds
    return bandwidths


class Refusals(unittest.TestCase):
    def test_without_root(self):
        as_nobody = []
        if os.geteuid() == 0:
            if not shutil.which("setpriv"):
                self.skipTest("setpriv not found")
            # One right is kept: to read the repository and Python wherever they are.
            as_nobody = ["setpriv", "--reuid", NOBODY, "--regid", NOBODY, "--clear-groups",
                         "--inh-caps", "+dac_override", "--ambient-caps", "+dac_override"]
        result = run([*as_nobody, *command("true")])
        self.assertEqual((result.returncode, result.stderr), (SKIPPED, "netlab: skipped: needs root\n"))

    def test_arguments(self):
        for words, message in ((["--rate", "fast", "true"], "fast is not a rate like 100mbit"),
                               (["--rate", "1kbit", "true"], "--rate is less than"),
                               (["--burst", "100", "true"], "--burst is less than a frame"),
                               (["--nodes", "0", "true"], "0 is not from 1 to"),
                               (["--nodes", "2"], "no program given")):
            result = run(command(*words))
            self.assertEqual(result.returncode, 2)
            self.assertIn(message, result.stderr)


class Network(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        result = run(command("true"))
        if result.returncode == SKIPPED:
            raise unittest.SkipTest(result.stderr.strip())

    def setUp(self):
        self.mark = f"NETLAB_TEST={uuid.uuid4()}"  # in the environment of every process of a test
        os.environ.update([self.mark.split("=")])
        self.before = self.system()
        self.addCleanup(os.environ.pop, "NETLAB_TEST")

    def tearDown(self):
        # The kernel needs a moment where netlab itself was killed.
        for _ in range(50):
            if not self.processes():
                break
            time.sleep(0.1)
        self.assertEqual(self.processes(), [])
        self.assertEqual(self.system(), self.before)

    @staticmethod
    def system():
        """What of the machine a network could change."""
        links = run(["ip", "-oneline", "link"]).stdout.splitlines()
        return {"links": [link.split(": ")[1] for link in links], "namespaces": run(["ip", "netns"]).stdout,
                "mounts": pathlib.Path("/proc/mounts").read_text(), "host": os.uname().nodename}

    def processes(self):
        found = []
        for path in pathlib.Path("/proc").glob("[0-9]*"):
            try:
                if self.mark.encode() in (path / "environ").read_bytes() and int(path.name) != os.getpid():
                    found.append((path / "cmdline").read_text().replace("\0", " "))
            except OSError:
                pass  # it has ended meanwhile
        return found

    def assert_refused(self, result, pattern):
        self.assertEqual(result.returncode, SKIPPED, result.stdout + result.stderr)
        self.assertRegex(result.stderr, f"^netlab: skipped: .*{pattern}.*\n$")

    def test_missing_programs(self):
        self.assert_refused(run(command("true"), env={"PATH": "/nowhere"}), "not found: hostname, ip, mount,")

    def test_root_without_rights(self):
        self.assert_refused(run(["setpriv", "--bounding-set", "-sys_admin", *command("true")]),
                            "cannot make namespaces")

    def test_rate_between_nodes(self):
        for _ in range(ATTEMPTS):
            seen = pingpong()
            self.assertLess(max(seen.values()), 1.1 * RATE, seen)
            if min(seen.values()) > 0.7 * RATE:
                return
        self.fail(f"{seen} of {RATE}")

    def test_one_node_shares_memory(self):
        for _ in range(ATTEMPTS):
            seen = pingpong("--nodes", 1, "--ranks-per-node", 2)
            if min(seen.values()) > 5 * RATE:
                return
        self.fail(f"{seen}, where the network's rate is {RATE}")

    def test_latency(self):
        result = run(command("--latency", 20000, "--", PINGPONG, 2, 0.1))
        if result.returncode == SKIPPED:
            self.assert_refused(result, "this kernel has no netem")
        else:
            self.assertGreater(json.loads(result.stdout)["send"]["samples"][0][1], 0.02)

    def test_nodes_are_hosts(self):
        result = run(command("--nodes", 3, "--ranks-per-node", 2, "--", "sh", "-c",
                             "touch /dev/shm/is-$(hostname); echo $(hostname) $(cd /dev/shm; echo is-*)"))
        self.assertEqual(sorted(result.stdout.splitlines()),
                         [f"node{index} is-node{index}" for index in (0, 0, 1, 1, 2, 2)], result.stderr)

    def test_statuses(self):
        for script, status in (("exit 0", 0), ("exit 5", 5)):
            self.assertEqual(run(command("sh", "-c", script)).returncode, status)
        self.assertNotIn(run(command("sh", "-c", "kill -SEGV $$")).returncode, (0, SKIPPED))
        self.assertNotIn(run(command("/nowhere/program")).returncode, (0, SKIPPED))

    def test_two_at_once(self):
        jobs = [subprocess.Popen(command("sh", "-c", "sleep 1"), stdout=subprocess.DEVNULL) for _ in range(2)]
        self.assertEqual([job.wait(timeout=60) for job in jobs], [0, 0])

    def test_signals(self):
        for number, status in ((signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGKILL, -9)):
            with subprocess.Popen(command("sh", "-c", "echo started; sleep 1000"), stdout=subprocess.PIPE) as job:
                job.stdout.readline()
                job.send_signal(number)
                self.assertEqual(job.wait(timeout=60), status)
            if number != signal.SIGKILL:
                self.assertEqual(self.processes(), [])


if __name__ == "__main__":
    outcome = unittest.main(exit=False, verbosity=2).result
    if not outcome.wasSuccessful():
        sys.exit(1)
    sys.exit(SKIPPED if outcome.skipped else 0)
