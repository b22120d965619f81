"""tools/brick-bench: every scheme computes what its baseline and its formula do, rows have their keys, reports go on
where they were interrupted, mistakes are said clearly.

    brick_bench.py BRICKC
"""
# SPDX-License-Identifier: MIT
import concurrent.futures
import functools
import importlib.util
import itertools
import json
import math
import os
import pathlib
import subprocess
import sys
import tempfile
import types
import unittest

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).parents[2]
sys.path[:0] = [str(ROOT / "tools" / "lib"), str(ROOT / "tools" / "bench" / "peers")]
bench_issue = __import__("bench_issue")
bench_peers = __import__("bench_peers")
dumps = __import__("dumps")
formulas = __import__("formulas")
issue_mix = __import__("issue_mix")
page = __import__("bench_page")
programs = __import__("bench_programs")
schemes = __import__("bench_schemes")
stages = __import__("bench_stages")
os.environ["OMP_WAIT_POLICY"] = "passive"  # threads that spin at barriers take the time of other tests
BRICKC = pathlib.Path(sys.argv.pop(1)).absolute()

KEYS = {"scheme", "cells", "ranks", "threads", "ours_gcells_s", "baseline_gcells_s", "ratio", "bound", "bound_fraction",
        "moved_gcells_s", "moved_fraction"}
TINY = ("--cells", 16, "--threads", 1, "--runs", 1, "--seconds", 0.005, "--compiler", "g++", "--brickc", BRICKC)


def bench(*words):
    """What tools/brick-bench does with a command line."""
    command = [sys.executable, ROOT / "tools" / "brick-bench", *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def carried_by_parts(wind, *rest):
    return formulas.carried_by_parts(max(wind, 0), min(wind, 0), *rest)


CARRIED = (functools.partial(formulas.carried, lambda condition, a, b: a if condition else b), carried_by_parts)


def by_formula(scheme, cells, steps, carried):
    """The fields that a formula for other stencil compilers steps, on a periodic cube, each row-major."""
    ops = types.SimpleNamespace(constant=float, carried=carried)
    places = list(itertools.product(range(cells), repeat=3))
    fields = [[formulas.start(cells, which, scheme.mean if which < len(scheme.stepped) else 0, math.sin, *place)
               for place in places] for which in range(len(scheme.stepped + scheme.constant))]
    for _ in range(steps):
        new = []
        for z, y, x in places:
            read = [lambda dz, dy, dx, f=f, z=z, y=y, x=x:
                    f[((z + dz) % cells * cells + (y + dy) % cells) * cells + (x + dx) % cells] for f in fields]
            new.append(scheme.formula(ops, *read))
        fields[:len(scheme.stepped)] = zip(*new)
    return list(itertools.chain(*fields[:len(scheme.stepped)]))


class Agreement(unittest.TestCase):
    # Rows that are no whole number of vectors or bricks, blocks that are cut, and ghost cells that are streamed.
    CASES = (("double", 24, "streaming", 8, 1), ("double", 21, "cached", 4, 0), ("float", 32, "streaming", 0, 2))

    def differences(self, folder, scheme):
        """Each scheme has a folder of its own: dumps of different cases must not meet."""
        place = pathlib.Path(folder) / scheme
        place.mkdir()
        builder = programs.Builder(place, BRICKC, ["g++"], optimise="-O1")
        found = []
        for element, cells, store, block, prefetch in self.CASES:
            choice = programs.Choice("g++", store, block, prefetch)
            pair = programs.dumped(builder, scheme, element, choice, threads=2, cells=cells)
            found.append((element, programs.disagreement(element, *pair)))
        ours, cells, steps = builder.ours(scheme, "double"), 8, 2
        programs.output_of([ours, cells, steps, f"--dump={place / 'dump'}"], threads=2)
        values = dumps.read(place / "dump", "f64")
        for carried in CARRIED:
            others = by_formula(formulas.SCHEMES[scheme], cells, steps, carried)
            found.append(("double", dumps.difference(others, values)))
        return found

    def test_schemes_compute_what_their_baselines_do(self):
        with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(2) as pool:
            results = pool.map(lambda scheme: self.differences(folder, scheme), schemes.SCHEMES)
            for scheme, found in zip(schemes.SCHEMES, results):
                cases = (*self.CASES, *CARRIED)
                self.assertEqual(len(found), len(cases))
                for (element, difference), case in zip(found, cases):
                    with self.subTest(scheme=scheme, case=case):
                        self.assertLess(difference, schemes.TOLERANCE[element])

    def test_other_results_are_refused(self):
        with tempfile.TemporaryDirectory() as folder:
            builder = programs.Builder(pathlib.Path(folder), BRICKC, ["g++"], optimise="-O1")
            builder.ours = lambda scheme, element: builder.baseline("star13", element, "g++")
            with self.assertRaisesRegex(programs.Failure, r"^star7: .* differ by "):
                choice = programs.Choice("g++", "cached", 8, 0)
                programs.check_agreement(builder, "star7", "double", choice, threads=1, cells=16)


class Table(unittest.TestCase):
    def test_a_tiny_run(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "rows.json"
            done = bench("kernels", "--scheme", "star7", "wj7", *TINY, "--json", file)
            self.assertEqual(done.returncode, 0, done.stderr)
            rows = json.loads(file.read_text())
        self.assertEqual([row["scheme"] for row in rows], ["star7", "wj7"])
        for row in rows:
            self.assertLessEqual(KEYS, set(row))
            self.assertIn(row["bound"], ("memory", "compute"))
            self.assertGreater(min(row["ours_gcells_s"], row["baseline_gcells_s"], row["bound_fraction"],
                                   row["moved_fraction"]), 0)
            self.assertIn(row["scheme"], done.stdout)
            self.assertLess(row["peak_goperations_s"], 1000, "more than one core can: the work was left out")


class Peers(unittest.TestCase):
    def peer(self, program):
        peer = bench_peers.Peer("other", [sys.executable, "-c", program], threads=1)
        self.addCleanup(peer.end)
        return peer

    def test_rates_are_asked_for_one_by_one(self):
        peer = self.peer("print('ready', flush=True)\n"
                         "for number in range(1, 4): print(number * float(input()), flush=True)")
        for seconds in (0.5, 1, 2):
            peer.measure(seconds)
        self.assertEqual(peer.rates, [0.5, 2, 6])
        self.assertEqual(peer.median(), 2)
        self.assertEqual(peer.ratio([2, 2, 2]), 1)  # of 4, 1, 1/3
        with self.assertRaisesRegex(programs.Failure, "failed:"):  # it has ended
            peer.measure(1)

    def test_what_a_peer_says_when_it_fails(self):
        with self.assertRaisesRegex(programs.Failure, "(?s)failed:.*no such scheme"):
            self.peer("raise SystemExit('no such scheme')")
        peer = self.peer("print('ready', flush=True)\ninput()\nraise SystemExit('values have become infinite')")
        with self.assertRaisesRegex(programs.Failure, "(?s)failed:.*infinite"):
            peer.measure(1)

    def test_others_are_told_apart_from_packages_that_are_not_there(self):
        self.assertEqual(bench_peers.installed(["json", "no_such_package"]), ["json"])

    def test_peers_have_all_schemes(self):
        self.assertEqual(set(formulas.SCHEMES), set(schemes.SCHEMES))

    def test_those_that_are_installed(self):
        names = bench_peers.installed(bench_peers.PEERS)
        if not names:  # they are large, and the project needs none of them; what they are given, by_formula tests
            self.skipTest(f"none of {', '.join(bench_peers.PEERS)} is installed")
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "rows.json"
            done = bench("kernels", "--scheme", "burgers", "upwind", *TINY, "--json", file, "--peer", *names)
            self.assertEqual(done.returncode, 0, done.stderr)
            for row in json.loads(file.read_text()):
                self.assertEqual(list(row["peers_ratio"]), names)
                self.assertGreater(min(row["peers_gcells_s"].values()), 0)


class Report(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        place = tempfile.TemporaryDirectory()
        cls.addClassCleanup(place.cleanup)
        cls.folder = pathlib.Path(place.name)
        cls.json, cls.page = cls.folder / "performance.json", cls.folder / "performance.md"
        cls.done = cls.report("--json", cls.json, "--page", cls.page)

    @staticmethod
    def report(*words):
        return bench("report", "--scheme", "star7", "--element", "double", *TINY, *words)

    def document(self):
        return json.loads(self.json.read_text())

    def write(self, name, text):
        path = self.folder / name
        path.write_text(text if isinstance(text, str) else json.dumps(text))
        return path

    def test_everything_is_measured(self):
        self.assertEqual(self.done.returncode, 0, self.done.stderr)
        document = self.document()
        self.assertEqual([(row["scheme"], row["cells"]) for row in document["rows"]], [("star7", 16)])
        self.assertEqual([(row["scheme"], row["cells"]) for row in document["in_cache"]], [("star7", 64)])
        self.assertEqual([row["example"] for row in document["stages"]], stages.examples())
        for row in document["stages"]:
            self.assertGreater(row["parse"], 0)
            self.assertLess(abs(row["total"] - sum(row[stage] for stage in stages.STAGES[:-1])), 2)

    def test_the_page_shows_it(self):
        text, document = self.page.read_text(encoding="utf-8"), self.document()
        for words in ("### double, 16³, 1 thread\n", "### double, 64³, 1 thread\n", document["machine"]["name"],
                      document["commands"][0], "| multigrid |", f"{document['rows'][0]['ours_gcells_s']:.3f}"):
            self.assertIn(words, text)
        self.assertNotIn(str(self.folder), text, "where files were does not matter")

    def test_rows_that_are_there_are_kept(self):
        before = self.document()
        missing = before["stages"].pop()
        path, again = self.write("interrupted.json", before), self.folder / "again.md"
        done = self.report("--continue", "--json", path, "--page", again)
        self.assertEqual(done.returncode, 0, done.stderr)
        after = json.loads(path.read_text())
        self.assertEqual(after["stages"].pop()["example"], missing["example"])
        self.assertEqual(after, before)
        self.assertTrue(again.exists())

    def test_nothing_is_written_when_nothing_is_missing(self):
        path = self.write("complete.json", self.json.read_text())
        done = self.report("--continue", "--json", path, "--page", self.folder / "complete.md")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(path.read_text(), self.json.read_text())
        self.assertEqual((self.folder / "complete.md").read_text(), self.page.read_text())

    def test_a_page_from_a_file(self):
        again = self.folder / "from.md"
        done = bench("report", "--from", self.json, "--page", again, "--brickc", "/nowhere/brickc")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(again.read_text(), self.page.read_text())

    def test_files_of_others_are_refused(self):
        document = self.document()
        row = document["rows"][0]
        without_ratio = {key: value for key, value in row.items() if key != "ratio"}
        cases = {
            "No such file": self.folder / "nothing.json", "Is a directory": self.folder,
            "Expecting": self.write("broken.json", '{"format": '), "not as expected": self.write("rows.json", [row]),
            "it has no 'format'": self.write("empty.json", {}), "recursion": self.write("deep.json", "[" * 100000),
            "format is not": self.write("format.json", {**document, "format": "2"}),
            r"rows\[1\] has no 'ratio'": self.write("old.json", {**document, "rows": [row, without_ratio]}),
            r"rows\[0\].ratio is not": self.write("text.json", {**document, "rows": [{**row, "ratio": "1.1"}]}),
            r"rows\[0\].scheme is not": self.write("scheme.json", {**document, "rows": [{**row, "scheme": "heat"}]}),
        }
        for words, path in cases.items():
            with self.subTest(words):
                self.refused(words, bench("report", "--from", path, "--page", self.folder / "no.md"))
        self.refused("Expecting", self.report("--continue", "--json", self.folder / "broken.json", "--page",
                                              self.folder / "no.md"))
        self.assertFalse((self.folder / "no.md").exists())

    def test_machines_are_not_mixed(self):
        document = self.document()
        document["machine"]["name"] = "another"
        self.refused("from another machine: another",
                     self.report("--continue", "--json", self.write("another.json", document)))

    def refused(self, words, done):
        """One line, and no success."""
        self.assertNotEqual(done.returncode, 0)
        self.assertRegex(done.stderr, rf"^brick-bench: .*{words}.*\n$")


class Issue(unittest.TestCase):
    # A loop over planes around one over rows, that one once more with stores past the caches, and a loop that adds less.
    DISASSEMBLY = """
0000000000001000 <kernel>:
    1000:\tvmovupd (%rax),%zmm1
    1006:\tvmovupd 0x40(%rax,%rcx,8),%zmm2
    100c:\tvaddpd 0x80(%rax),%zmm1,%zmm3
    1012:\tvalignq $0x7,%zmm1,%zmm2,%zmm4
    1018:\tvfmadd231pd (%rbx){1to8},%zmm4,%zmm3
    101e:\tvmovapd %zmm3,(%rdx)
    1024:\tadd    $0x40,%rax
    1028:\tcmp    %rax,%rsi
    102b:\tjne    1006 <kernel+0x6>
    1030:\tdec    %r8
    1032:\tjne    1000 <kernel>
    1040:\tvaddpd %zmm1,%zmm2,%zmm3
    1046:\tvaddpd %zmm1,%zmm2,%zmm3
    104c:\tvmulpd %zmm1,%zmm2,%zmm3
    1052:\tvmovntpd %zmm3,(%rdx)
    1058:\tjne    1040 <kernel+0x40>
0000000000002000 <other>:
    2000:\tvaddpd %ymm1,%ymm2,%ymm3
    2006:\tjne    2000 <other>
"""

    def test_the_loop_that_computes_most_in_the_caches(self):
        loop = issue_mix.hot_loop(self.DISASSEMBLY)
        self.assertEqual((loop[0].address, loop[-1].address), (0x1006, 0x102b))
        self.assertEqual(issue_mix.counts(loop), {"load": 1, "arithmetic": 2, "shuffle": 1, "store": 1, "other": 3})
        with self.assertRaisesRegex(issue_mix.NotFound, "no loop"):
            issue_mix.hot_loop(self.DISASSEMBLY.replace("vaddpd", "vorpd").replace("vfmadd231pd", "vorpd"))
        longer = """0000000000000800 <kernel>:
     800:\tvmovupd (%rsi),%zmm2
     806:\tvaddpd %zmm0,%zmm2,%zmm1
     80c:\tvfmadd231pd %zmm2,%zmm3,%zmm1
     812:\tvmovapd %zmm1,(%rdx)
     818:\tadd    $0x40,%rdx
     81c:\tinc    %rcx
     81f:\tinc    %rbx
     822:\tinc    %rbp
     825:\tinc    %rdi
     828:\tcmp    %rdx,%rax
     82b:\tjne    800 <kernel>
"""
        self.assertEqual(issue_mix.hot_loop(longer)[0].address, 0x800)
        self.assertEqual(issue_mix.hot_loop(longer + self.DISASSEMBLY)[0].address, 0x1006)
        calling = self.DISASSEMBLY.replace("add    $0x40,%rax", "call   3000 <exp>")
        self.assertEqual(issue_mix.hot_loop(calling)[0].address, 0x2000)

    def test_a_plane_whose_rows_are_a_loop(self):
        plane = issue_mix.hot_plane(self.DISASSEMBLY, 3, 6)
        rows = [instruction.address for instruction in issue_mix.hot_loop(self.DISASSEMBLY)]
        self.assertEqual([instruction.address for instruction in plane], [0x1000, *rows * 3, 0x1030, 0x1032])
        with self.assertRaisesRegex(issue_mix.NotFound, "no loop over planes with a loop over 3 rows"):
            issue_mix.hot_plane(self.DISASSEMBLY, 3, 7)

    def test_nothing_waits(self):
        text = issue_mix.independent(issue_mix.hot_loop(self.DISASSEMBLY))
        body = [line.strip() for line in text[text.index("1:\n") + 3:text.index("dec %rcx")].splitlines() if line.strip()]
        self.assertEqual(body, ["vmovupd 0(%rsi), %zmm0", "vaddpd 64(%rsi), %zmm24, %zmm1",
                                "valignq $0x7, %zmm25, %zmm26, %zmm2", "vfmadd231pd 128(%rsi){1to8}, %zmm27, %zmm3",
                                "vmovapd %zmm28, 2048(%rdi)", "lea 1(%r10), %r11", "lea 1(%r10), %r11"])

    def test_a_loop_of_something_else_is_refused(self):
        bench_issue.check_loop("star7", {"arithmetic": 56, "store": 8}, 8)
        with self.assertRaisesRegex(programs.Failure, "^star7: .* 7 stores for 8 vectors"):
            bench_issue.check_loop("star7", {"arithmetic": 56, "store": 7}, 8)
        for arithmetic in (32, 112):
            with self.assertRaisesRegex(programs.Failure, f"^star7: .* {arithmetic // 8} operations a vector, where 7 "):
                bench_issue.check_loop("star7", {"arithmetic": arithmetic, "store": 16}, 8)

    def test_a_tiny_run(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "rows.json"
            done = bench("issue", "--scheme", "star7", "star13", "--cells", 16, "--runs", 1, "--seconds", 0.005,
                         "--brickc", BRICKC, "--json", file)
            self.assertEqual(done.returncode, 0, done.stderr)
            rows = json.loads(file.read_text())
        self.assertEqual([row["scheme"] for row in rows], ["star7", "star13"])
        for row in rows:
            self.assertGreater(row["instructions"]["arithmetic"], 6)
            self.assertGreaterEqual(row["instructions"]["store"], 1)
            self.assertGreater(row["issue_fraction"], 0)
            self.assertAlmostEqual(row["bound_fraction"] * row["ours_ns"], max(row["issue_ns"], row["moved_ns"]))
            self.assertGreater(row["moved_ns"], 0)


class Page(unittest.TestCase):
    ROW = {"scheme": "star7", "element": "double", "cells": 256, "threads": 2, "runs": 7, "ours_gcells_s": 2.0,
           "baseline_gcells_s": 1.8, "ratio": 1.11, "ratio_min": 1.0, "ratio_max": 1.2, "bound": "memory",
           "bound_fraction": 0.8, "moved_gcells_s": 2.2, "moved_fraction": 0.9, "nt_copy_gb_s": 40.0}

    def test_targets_that_are_reached(self):
        text = page.schemes_table([{**self.ROW, "scheme": "burgers"}, self.ROW])
        self.assertIn("| star7 | 2.000 | 1.800 | **1.11** (1.00–1.20) | 1.1 | memory | 0.80 |", text)
        self.assertIn("| burgers | 2.000 | 1.800 | 1.11 (1.00–1.20) | 1.4 |", text)
        self.assertIn("Targets reached: 1 of 2. Out of reach: burgers.\n", text)  # 1.4 * 1.8 / 2.2
        self.assertIn("| 0.90 | 1.15 | 40.0 |", text)
        self.assertLess(text.index("star7"), text.index("burgers"), "the order of the schemes")

    def test_one_table_for_each_kind(self):
        rows = [{**self.ROW, "element": "float"}, {**self.ROW, "cells": 384}, {**self.ROW, "threads": 1}, self.ROW]
        titles = [text.strip() for text in page.schemes_tables(rows) if text.startswith("###")]
        self.assertEqual(titles, ["### double, 256³, 1 thread", "### double, 256³, 2 threads",
                                  "### double, 384³, 2 threads", "### float, 256³, 2 threads"])

    def test_other_stencil_compilers(self):
        alone = {**self.ROW, "scheme": "star13", "peers_gcells_s": {}, "peers_ratio": {}}
        beside = {**self.ROW, "peers_gcells_s": {"devito": 1.5, "halide": 1.6},
                  "peers_ratio": {"devito": 1.3, "halide": 1.2}}
        one = {**beside, "scheme": "wj7", "peers_gcells_s": {"halide": 1.6}, "peers_ratio": {"halide": 1.2}}
        self.assertEqual(list(page.peers([alone])), [])
        text = "".join(page.peers([one, alone, beside]))
        self.assertIn("| scheme | brickc | devito | halide | brickc / fastest |", text)
        self.assertIn("| star7 | 2.000 | 1.500 | 1.600 | 1.20 |\n| wj7 | 2.000 |  | 1.600 | 1.20 |", text)
        self.assertNotIn("star13", text)

    def test_sizes(self):
        self.assertEqual([page.size(size) for size in (512, 49152, 2**20, 36 * 2**20, 2**30)],
                         ["512 bytes", "48 KiB", "1 MiB", "36 MiB", "1 GiB"])

    def test_stages_are_grouped(self):
        lines = ["   10.0 ms   50.0 %  frontend", "    1.5 ms    7.5 %  fold-constants",
                 "    0.5 ms    2.5 %  some new pass", "    8.0 ms   40.0 %  analysis", "   20.0 ms  100.0 %  total"]
        times = stages.grouped("\n".join(["brickc: time per stage", *lines, ""]))
        self.assertEqual(times, {"parse": 10, "passes": 2, "analysis": 8, "plan": 0, "emission": 0, "total": 20})


class Bounds(unittest.TestCase):
    def test_the_lower_rate_is_the_bound(self):
        self.assertEqual(schemes.bound("star7", "double", copy_gb_s=32, peak_gops=140), (2, "memory"))
        self.assertEqual(schemes.bound("star7", "float", copy_gb_s=320, peak_gops=140), (20, "compute"))

    def test_mixes_of_reads_and_writes(self):
        self.assertEqual(schemes.moved("upwind", "double", moved_gb_s=80), 2)
        with tempfile.TemporaryDirectory() as folder:
            copy = programs.Builder(pathlib.Path(folder), BRICKC, ["g++"]).machine("copy", "float")
            for mix in ([], [1, 1], [2, 1], [4, 1], [3, 3], [1, 3]):
                for size in (4096, 1000000):
                    with self.subTest(mix=mix, size=size):
                        rates = programs.output_of([copy, size, 0.005, *mix], threads=2).split()
                        self.assertEqual(len(rates), 2)
                        self.assertGreater(min(map(float, rates)), 0)
            for words in ([4096], [4095, 1], [4096, 0], *([4096, 1, *mix] for mix in ([2], [5, 1], [1, 4], [0, 1]))):
                with self.assertRaisesRegex(programs.Failure, "usage: "):
                    programs.output_of([copy, *words])

    def test_every_scheme_has_a_baseline_and_a_row(self):
        for folder in ("schemes", "baselines"):
            self.assertEqual({path.stem for path in (schemes.BENCH / folder).glob("*.cpp")}, set(schemes.SCHEMES))


class Mistakes(unittest.TestCase):
    def refused(self, words, *arguments, experiment="kernels"):
        done = bench(experiment, "--brickc", BRICKC, *arguments)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn(words, done.stderr)
        self.assertNotIn("Traceback", done.stderr)

    def test_options(self):
        self.refused("invalid choice: 'heat'", "--scheme", "heat")
        self.refused("4 is less than 8", "--cells", 4)
        self.refused("invalid number value: 'x'", "--cells", "x")
        self.refused("invalid choice: 'nobody'", "--peer", "nobody")
        self.refused("no compiler for the baselines found", "--compiler", "no-such-compiler")
        self.refused("is no folder", "--json", "/nowhere/rows.json")
        self.refused("not found", "--brickc", "/nowhere/brickc")

    def test_options_of_a_report(self):
        for words, *arguments in (("invalid choice: 'half'", "--element", "half"), ("is a folder", "--page", os.curdir),
                                  ("is no folder", "--page", "/nowhere/page.md"),
                                  ("not allowed with", "--continue", "--from", "rows.json")):
            with self.subTest(words):
                self.refused(words, *arguments, experiment="report")

    @unittest.skipIf(importlib.util.find_spec("matplotlib"), "matplotlib is installed")
    def test_pictures_need_matplotlib(self):
        self.refused("matplotlib, which is not installed", "--plot", os.curdir)

    def test_programs_say_what_they_take(self):
        with tempfile.TemporaryDirectory() as folder:
            builder = programs.Builder(pathlib.Path(folder), BRICKC, ["g++"], optimise="-O0")
            program = builder.baseline("star7", "double", "g++")
            for words in (["16"], ["0", "1"], ["16", "x"], ["16", "1", "--blocks=4"], ["16", "1", "--store=no"]):
                with self.assertRaisesRegex(programs.Failure, "star7-double-g"):
                    programs.output_of([program, *words])


if __name__ == "__main__":
    unittest.main()
