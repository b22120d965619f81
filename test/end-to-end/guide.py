#!/usr/bin/env python3
"""The snippets of the user's guide do what the text says: guide.py --build DIR --work DIR.

The words behind the opening fence say how a block is tested; all blocks share one folder, in the order of the text.

cpp program NAME    a whole program: compiled by brickc and in reference mode, run on 1 and 3 ranks, always the same
                    output; that, or a console, comes behind it
cpp declarations    put into one program, in order, ...
cpp main            ... with these as the blocks of its main function, each with a `runtime`
text output         what the program, or the block, before it prints
LANGUAGE file NAME  a file for the commands below it
console             commands behind `$ `, which succeed, and what they print
console fails       the same, but the last command fails
console fortran     the same, where brick was built with its Fortran module
console repository  commands that build brick itself, or take minutes: not run, but what they name must exist
console example     how to run a program of dsl-examples/: brickc's source exists, and the program takes the options

In what is shown, a line `...` stands for any lines, and `...` inside a line for any words.
"""
# SPDX-License-Identifier: MIT
import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys

sys.dont_write_bytecode = True

from programs import ROOT, Failure, execute, run  # noqa: E402
from snippets import expect_shown, matches, snippets_of  # noqa: E402

GUIDE = ROOT / "docs" / "guide.md"
DOCUMENTS = [GUIDE, *(ROOT / "docs" / name for name in ("halo.md", "building.md")),
             *sorted((ROOT / "docs" / "examples").glob("*.md"))]
RANKS = (1, 3)
MODES = {"reference": ["--reference"], "compiled": []}


class Folder:
    """Where files are written and commands run: a PATH that finds brickc and mpiexec, a home with brick installed."""

    def __init__(self, options):
        self.options = options
        self.build = options.build.resolve()
        self.work = options.work.resolve()
        self.path = self.work / "guide"
        shutil.rmtree(self.path, ignore_errors=True)
        tools, home = self.path / "tools", self.path / "home"
        tools.mkdir(parents=True)
        launcher = os.environ.get("MPIEXEC") or shutil.which("mpiexec")
        self.script(tools / "mpiexec", f"MPIEXEC={launcher} exec {ROOT / 'tools' / 'lib' / 'mpirun'} \"$@\"")
        found = [pathlib.Path(shutil.which(name)) for name in ("g++", "mpicc", "mpif90") if shutil.which(name)]
        for compiler in (self.build / "bin" / "brickc", *found):
            self.script(tools / compiler.name, f"exec {compiler} \"$@\" {shlex.join(options.flag)}")
        execute(["cmake", "--install", self.build, "--prefix", home / "brick"], 120)
        library = home / "brick" / "lib"
        self.has_fortran = (library / "libbrick_fortran.so").exists() and shutil.which("mpif90") is not None
        self.environment = {
            **os.environ, "PATH": f"{tools}:{os.environ['PATH']}", "HOME": str(home), "BRICK_THREADS": "1",
            "BRICK_MACHINE": "", "XDG_CACHE_HOME": str(home / "cache"),  # no description of this machine
            "CXXFLAGS": shlex.join(options.flag), "PKG_CONFIG_PATH": str(library / "pkgconfig"),
            "LD_LIBRARY_PATH": f"{library}:{os.environ.get('LD_LIBRARY_PATH', '')}"}

    @staticmethod
    def script(path, command):
        path.write_text(f"#!/bin/sh\n{command}\n")
        path.chmod(0o755)

    def write(self, name, text):
        (self.path / name).parent.mkdir(parents=True, exist_ok=True)
        (self.path / name).write_text(text)

    def command(self, line):
        """Runs a line of a console; returns the exit code and what it printed."""
        try:
            result = subprocess.run(["bash", "-c", line], cwd=self.path, env=self.environment, text=True, timeout=240,
                                    stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL)
        except subprocess.TimeoutExpired:
            raise Failure(f"{line}\nran for more than 240 s") from None
        return result.returncode, result.stdout

    def output_of(self, name):
        """What a program prints, which must be the same compiled and in reference mode, on any number of ranks."""
        (self.path / "programs").mkdir(exist_ok=True)
        programs = {mode: self.path / "programs" / f"{pathlib.Path(name).stem}-{mode}" for mode in MODES}

        def build(mode):
            brickc = self.build / "bin" / "brickc"
            execute([brickc, *MODES[mode], "-O1", *self.options.flag, name, "-o", programs[mode]], 300)

        with concurrent.futures.ThreadPoolExecutor(len(MODES)) as pool:
            list(pool.map(build, MODES))
        expected = None
        for mode, program in programs.items():
            for ranks in RANKS:
                output = run(program, [], ranks)
                expected = output if expected is None else expected
                if output != expected:
                    raise Failure(f"{name}, {mode}, {ranks} ranks prints\n{output}instead of\n{expected}")
        return expected


class Collected:
    """The program made of all declarations and blocks for main of a document."""

    def __init__(self):
        self.declarations, self.blocks = "", []

    def declare(self, snippet):
        self.declarations += f'#line {snippet.line} "{snippet.document.name}"\n{snippet.text}\n'

    def text(self):
        functions = "".join(
            f"void block_{number}([[maybe_unused]] brick::runtime& runtime) {{\n"
            f'#line {block.line} "{block.document.name}"\n{block.text}}}\n' for number, block in enumerate(self.blocks))
        calls = "".join(f'  if (runtime.rank() == 0) std::puts("== {number}");\n  block_{number}(runtime);\n'
                        for number in range(len(self.blocks)))
        return (f"{self.declarations}\n{functions}\nint main(int argc, char** argv) {{\n"
                f"  brick::runtime runtime(argc, argv);\n{calls}}}\n")

    def outputs(self, printed):
        return [part.split("\n", 1)[1] for part in printed.split("== ")[1:]]


def test_document(document, folder):
    """Tests all snippets of a document; returns how many there are."""
    found = snippets_of(document)
    collected, shown = Collected(), {}
    for number, snippet in enumerate(found):
        follower = found[number + 1] if number + 1 < len(found) and found[number + 1].kind == "text output" else None
        if snippet.kind == "cpp program":
            name = name_in(snippet)
            folder.write(name, snippet.text)
            printed = folder.output_of(name)
            if follower:
                expect_shown(follower.place, follower.text, printed)
            elif number + 1 == len(found) or found[number + 1].kind != "console":
                raise Failure(f"{snippet.place}: a program needs a `text output` or a console behind it")
        elif snippet.kind == "cpp declarations":
            collected.declare(snippet)
        elif snippet.kind == "cpp main":
            if follower is None:
                raise Failure(f"{snippet.place}: a block for main needs a `text output` behind it")
            shown[len(collected.blocks)] = follower
            collected.blocks.append(snippet)
        elif snippet.kind == "text output":
            if found[number - 1].kind not in ("cpp program", "cpp main"):
                raise Failure(f"{snippet.place}: whose output is this?")
        elif snippet.words[1:2] == ("file",):
            folder.write(name_in(snippet), snippet.text)
        elif snippet.words[:1] == ("console",):
            test_console(snippet, folder)
        else:
            raise Failure(f"{snippet.place}: no known kind of snippet: '{' '.join(snippet.words)}'\n{__doc__}")
    if collected.blocks:
        test_collected(collected, shown, document, folder)
    elif collected.declarations:
        raise Failure(f"{document.name}: declarations, but no block for main")
    return len(found)


def name_in(snippet):
    if len(snippet.words) != 3:
        raise Failure(f"{snippet.place}: the third word is the name of the file")
    return snippet.words[2]


def test_collected(collected, shown, document, folder):
    name = f"{document.stem}-snippets.cpp"
    folder.write(name, collected.text())
    outputs = collected.outputs(folder.output_of(name))
    for number, expected in shown.items():
        expect_shown(expected.place, expected.text, outputs[number])


def test_console(snippet, folder):
    tests = {"console": run_commands, "console fails": run_commands, "console fortran": run_fortran,
             "console repository": check_repository, "console example": check_example}
    if snippet.kind not in tests:
        raise Failure(f"{snippet.place}: no known kind of console: '{' '.join(snippet.words)}'\n{__doc__}")
    tests[snippet.kind](snippet, folder)


def commands_of(snippet):
    """Pairs of a command and the output shown below it."""
    if not snippet.text.startswith("$ "):
        raise Failure(f"{snippet.place}: a console begins with a command, `$ ...`")
    parts = re.split(r"^\$ ", snippet.text, flags=re.MULTILINE)[1:]
    return [tuple(part.split("\n", 1)) for part in parts]


def run_commands(snippet, folder):
    commands = commands_of(snippet)
    for number, (command, shown) in enumerate(commands):
        code, printed = folder.command(command)
        fails = snippet.kind == "console fails" and number == len(commands) - 1
        if (code != 0) != fails:
            raise Failure(f"{snippet.place}: $ {command}\nexit code {code}\n{printed[-4000:]}")
        expect_shown(f"{snippet.place}: $ {command}", shown, printed)


def run_fortran(snippet, folder):
    if folder.has_fortran:
        run_commands(snippet, folder)


def check_repository(snippet, _folder):
    presets = {preset["name"] for preset in json.loads((ROOT / "CMakePresets.json").read_text())["configurePresets"]}
    for command, _ in commands_of(snippet):
        words = shlex.split(command, comments=True)
        if "/" in words[0] and not (ROOT / words[0]).exists():
            raise Failure(f"{snippet.place}: there is no {words[0]}")
        if "--preset" in words and words[words.index("--preset") + 1] not in presets:
            raise Failure(f"{snippet.place}: no such preset: {command}")


def check_example(snippet, folder):
    """The command is not run, which may take minutes, but the program parses it: --help comes after its options."""
    example = snippet.document.stem
    compile_command, run_command = (shlex.split(command) for command, _ in commands_of(snippet))
    if compile_command != ["brickc", "-O3", f"dsl-examples/{example}/{example}.cpp", "-o", example]:
        raise Failure(f"{snippet.place}: not how {example} is compiled")
    if run_command[:4] != ["mpiexec", "-n", "2", f"./{example}"] or f"--png={example}.png" not in run_command:
        raise Failure(f"{snippet.place}: not how the picture of {example} is made")
    program = folder.work / example / "compiled"
    printed = execute([program, *run_command[4:], "--help"], 60)
    if not matches("usage: ...\n...\n", printed):
        raise Failure(f"{snippet.place}: {example} does not take these options\n{printed}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, required=True, help="build folder with bin/brickc")
    parser.add_argument("--work", type=pathlib.Path, required=True, help="folder for programs; has the built examples")
    parser.add_argument("--flag", action="append", default=[], help="an option for all compilers")
    parser.add_argument("documents", nargs="*", type=pathlib.Path, help="by default all")
    options = parser.parse_args()
    try:
        documents = [document.resolve() for document in options.documents] or DOCUMENTS
        folder = Folder(options)
        os.chdir(folder.path)  # where programs leave their pictures
        for document in documents:
            print(f"{document.name}: {test_document(document, folder)} snippets")
    except Failure as failure:
        sys.exit(str(failure))


if __name__ == "__main__":
    main()
