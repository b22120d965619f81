# SPDX-License-Identifier: MIT
"""Random configurations of ghost zone exchanges, on several numbers of ranks: runs the test program that makes them."""
import os
import pathlib
import re
import subprocess

import stoppable

MPIRUN = pathlib.Path(__file__).with_name("mpirun")
AT_A_TIME = 10  # configurations in a job, so that what is lost with one that hangs is little


def shares(count, ranks):
    """How many configurations each number of ranks gets, as equal as can be: {ranks: count}."""
    return {number: count // len(ranks) + (place < count % len(ranks)) for place, number in enumerate(ranks)}


def concerned(output):
    """(seed, line) of the configuration that a job has failed with: what GoogleTest traces, or where it prints none,
    the last one begun; None before the first."""
    for pattern in (r"^\S+:\d+: (seed (\d+): .*)$", r"^(seed (\d+): .*)$"):
        if found := list(re.finditer(pattern, output, re.MULTILINE)):
            return int(found[-1].group(2)), found[-1].group(1)
    return None


class Exchanges:
    """Runs configurations by their seeds."""

    def __init__(self, program, keep, seconds, report):
        self.program, self.keep, self.seconds, self.report = program, keep, seconds, report

    def launcher(self, ranks):
        return [MPIRUN, "-n", str(ranks)]

    def job(self, ranks, seed, count):
        """(exit code, output) of `count` configurations from `seed` on; the code is None where they take too long."""
        environment = {**os.environ, "RANDOM_SEED": str(seed), "RANDOM_COUNT": str(count), "RANDOM_SHOW": "1"}
        command = [*self.launcher(ranks), self.program, "--gtest_filter=Random*"]
        try:
            result = stoppable.run(command, timeout=self.seconds * count, env=environment, stdout=subprocess.PIPE,
                                   stderr=subprocess.STDOUT, text=True, errors="replace")
            return result.returncode, result.stdout
        except subprocess.TimeoutExpired as expired:
            return None, expired.output

    def run(self, ranks, seed, count, is_over=lambda: False):
        """(done, failures) of `count` configurations on so many ranks, less where it `is_over` before. One that fails
        ends its job; the next begins behind it."""
        done = failures = 0
        while done < count and not is_over():
            size = min(AT_A_TIME, count - done)
            code, output = self.job(ranks, seed + done, size)
            if code == 0:
                done += size
                continue
            failed, line = concerned(output) or (seed + done, "before the first configuration")
            self.fail(ranks, failed, line + ("" if code is not None else ": not done in time"), output)
            failures += 1
            done = max(done, failed - seed) + 1
        return done, failures

    def fail(self, ranks, seed, line, output):
        self.keep.mkdir(parents=True, exist_ok=True)
        kept = self.keep / f"exchange-{seed}-on-{ranks}.txt"
        again = f"tools/fuzz --exchanges 1 --seed {seed} --ranks {ranks}"
        kept.write_text(f"{again}\n{output}")
        self.report(f"FAILED on {ranks} ranks: {line}\n  again: {again}\n  output: {kept}")
