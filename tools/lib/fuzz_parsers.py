"""Runs the libFuzzer targets (test/fuzz) on the IR and plan parsers, from the texts that the tests hold."""
# SPDX-License-Identifier: MIT
import pathlib
import subprocess
import tempfile

import fuzz_commands
import stoppable
from fuzz_commands import ROOT, Failure

TARGETS = ("fuzz-ir", "fuzz-plan")


def seeds(brickc, kind):
    """Texts to begin with: IR modules of the tests and of the examples, and the examples' plans."""
    texts = [file.read_text() for file in ROOT.glob("test/**/*.ir")] if kind == "ir" else []
    for example in sorted(ROOT.glob("dsl-examples/*/*.cpp")):
        result = stoppable.run([brickc, f"--emit={kind}", example], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                               text=True)
        if result.returncode == 0:
            texts.append(result.stdout)
    return texts


def build():
    """Brings the targets in build-fuzz/ up to date."""
    for command in (["cmake", "--preset", "fuzz"], ["cmake", "--build", "--preset", "fuzz"]):
        result = stoppable.run(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if result.returncode != 0:
            raise SystemExit(f"fuzz: {' '.join(command)} failed:\n{result.stdout[-4000:]}")


def run(brickc, seconds, kept, report):
    """Each target for so many seconds. Returns the number of failures."""
    build()
    failures = 0
    for name in TARGETS:
        target = ROOT / "build-fuzz" / "bin" / name
        try:
            report(run_target(target, seeds(brickc, name.removeprefix("fuzz-")), seconds, kept.resolve()))
        except Failure as failure:
            failures += 1
            report(f"{name}: {failure}")
    return failures


def run_target(target, texts, seconds, kept):
    """The last line of libFuzzer's report; raises Failure when it found something, which is kept."""
    kept.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="brick-fuzz-") as corpus:
        for number, text in enumerate(texts):
            pathlib.Path(corpus, f"seed-{number}").write_text(text)
        command = [target, corpus, f"-max_total_time={seconds}", "-timeout=10", "-rss_limit_mb=4096", "-max_len=20000",
                   f"-artifact_prefix={kept}/{target.name}-"]
        result = stoppable.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, errors="replace")
    if result.returncode != 0:
        raise Failure("parser", f"{fuzz_commands.shown(command)}\n{result.stderr[-4000:]}\nkept in {kept}")
    return f"{target.name}: {result.stderr.strip().splitlines()[-1]}"
