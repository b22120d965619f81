"""Running compilers and programs for tools/fuzz: limits, and what went wrong."""
# SPDX-License-Identifier: MIT
import os
import pathlib
import resource
import shlex
import shutil
import signal
import subprocess

import stoppable

ROOT = pathlib.Path(__file__).resolve().parents[2]
MEMORY = 8 << 30  # bytes of address space that a compiler may use; a sanitized one reserves more than that


class Failure(Exception):
    """Something wrong: `kind` names the sort, so that a smaller program can be told to fail in the same way.

    It begins with the stage that failed, and a colon if there is more to say.
    """

    def __init__(self, kind, text, cases=()):
        super().__init__(text)
        self.kind, self.stage, self.cases = kind, kind.split(":")[0], tuple(cases)


class Limits:
    """What a command may take. CPU time is the measure of a hang, since other work may slow the machine down."""

    def __init__(self, cpu_seconds, memory=None):
        self.cpu_seconds, self.memory = cpu_seconds, memory

    def apply(self):
        resource.setrlimit(resource.RLIMIT_CPU, (self.cpu_seconds, self.cpu_seconds + 5))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        if self.memory:
            resource.setrlimit(resource.RLIMIT_AS, (self.memory, self.memory))


def run(command, folder, limits, environment=()):
    """(exit code, output) of a command; -SIGXCPU when it ran too long by CPU or ten times that by the clock."""
    try:
        result = stoppable.run(command, timeout=10 * limits.cpu_seconds, cwd=folder, stdout=subprocess.PIPE,
                               stderr=subprocess.STDOUT, text=True, errors="replace", preexec_fn=limits.apply,
                               env={**os.environ, **dict(environment)})
        return result.returncode, result.stdout
    except subprocess.TimeoutExpired as expired:
        return -signal.SIGXCPU, expired.output


def too_long(code):
    """Whether an exit code of `run`, perhaps passed on by a shell, means that the time was up."""
    return code in (-signal.SIGXCPU, -signal.SIGKILL, 128 + signal.SIGXCPU, 128 + signal.SIGKILL)


def shown(command):
    """The command as one may type it."""
    return " ".join(shlex.quote(str(word)) for word in command)


def keep(folder, place, commands, text):
    """Copies what shows a failure to `place`, with a file that says how."""
    shutil.rmtree(place, ignore_errors=True)
    shutil.copytree(folder, place)
    (place / "failure.txt").write_text("\n".join(commands) + f"\n\n{text}\n")
