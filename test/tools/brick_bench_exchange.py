"""tools/brick-bench exchange: every strategy is measured and moves what it should, mistakes are said clearly.

    brick_bench_exchange.py BUILD MPICXX [BRICKC]

BUILD: the folder where the runtime library was built; without BRICKC no time steps are measured.
"""
# SPDX-License-Identifier: MIT
import argparse
import contextlib
import functools
import importlib.util
import io
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest
import unittest.mock

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tools" / "lib"))
exchange = __import__("bench_exchange")
show = __import__("bench_exchange_show")
experiments = __import__("bench_experiments")
max_rate = __import__("bench_max_rate")
options = __import__("bench_options")
programs = __import__("bench_programs")
BUILD = pathlib.Path(sys.argv.pop(1)).absolute()
os.environ["MPICXX"] = sys.argv.pop(1)
os.environ["OMP_WAIT_POLICY"] = "passive"  # threads that spin at barriers take the time of other tests
BRICKC = pathlib.Path(sys.argv.pop(1)).absolute() if len(sys.argv) > 1 else None

PROGRAMS = tempfile.TemporaryDirectory()

PAGE = os.sysconf("SC_PAGESIZE")
KEYS = {"strategy", "per_rank", "ranks", "fields", "pack_us", "call_us", "wait_us", "total_us", "total_min_us",
        "total_max_us", "messages", "bytes", "page_bytes", "runs", "why"}
BRICK = 8 * 8**3      # bytes
GHOSTS = 4**3 - 2**3  # bricks around a cube of 2^3 bricks
TINY = ("--cells", 16, "--runs", 2, "--seconds", 0.0001, "--build", BUILD)


def bench(*words):
    """What tools/brick-bench does with a command line."""
    command = [ROOT / "tools" / "brick-bench", "exchange", *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@functools.cache
def built_once(source="exchange/exchange.cpp"):
    return programs.built_for_mpi(pathlib.Path(PROGRAMS.name), source, BUILD / "lib")


def bench_here(*words):
    """The same in this process, where programs are built once for all tests."""
    with (unittest.mock.patch.object(sys, "argv", ["brick-bench", "exchange", *map(str, words)]),
          unittest.mock.patch.object(exchange, "program_of",
                                     lambda _, *source: contextlib.nullcontext(built_once(*source))),
          contextlib.redirect_stdout(io.StringIO()) as text):
        experiments.exchange(options.parse(""))
    return text.getvalue()


class CommandLine(unittest.TestCase):
    def test_a_tiny_run(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "rows.json"
            done = bench(*TINY, "--page-bytes", PAGE, 4 * PAGE, "--bricklib", "--json", file)
            self.assertEqual(done.returncode, 0, done.stderr)
            rows = json.loads(file.read_text())
        self.assertEqual([(row["strategy"], row["page_bytes"]) for row in rows],
                         list(exchange.ways(exchange.STRATEGIES, [PAGE, 4 * PAGE])))
        for row in rows:
            with self.subTest(strategy=row["strategy"]):
                self.assertLessEqual(KEYS | {"of_network"}, set(row))
                self.assertEqual(row["why"], "", "it is what was wanted")
                self.assertLessEqual(row["total_min_us"], row["total_max_us"])
                self.assertGreater(row["total_us"], 0)
                self.assertGreaterEqual(min(row["pack_us"], row["call_us"], row["wait_us"]), 0)
                self.assertIn(f"\n{show.name(row)} ", done.stdout)
                self.assertIn(f"\n{show.name(row)}, 16³ a rank, 2 ranks: ", done.stdout)
                over = row["over_ranks"]
                self.assertEqual(over["bytes"]["avg"], row["bytes"])
                self.assertEqual(over["mpi_gb_s"]["min"] > 0, row["bytes"] > 0)
                self.assertLessEqual(over["mpi_gb_s"]["min"], over["mpi_gb_s"]["max"])
        for line in ("wait [", "  | MPI size (MB): [", "  | MPI speed (GB/s): ["):
            self.assertEqual(done.stdout.count(f"\n{line}"), len(rows))
        self.assertEqual(done.stdout.count("\n  | Pack speed (GB/s): ["),
                         sum(row["strategy"] == "packed" for row in rows))

    @unittest.skipUnless(BRICKC, "brickc was not built")
    def test_time_steps(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "rows.json"
            done = bench(*TINY, "--with-compute", "--scheme", "star7", "--strategy", "shared", "memmap", "types",
                         "--brickc", BRICKC, "--json", file)
            self.assertEqual(done.returncode, 0, done.stderr)
            rows = [row for row in json.loads(file.read_text()) if row["experiment"] == "step"]
        self.assertEqual([(row["strategy"], row["ranks"], row["threads"]) for row in rows],
                         [("shared", 2, 1), ("memmap", 2, 1), ("shared", 1, 2), ("memmap", 1, 2)])
        self.assertEqual([row["messages"] for row in rows], [0, 26, 0, 26])
        for row in rows:
            self.assertLessEqual(KEYS | {"scheme", "threads", "calc_us", "perf_gcells_s"}, set(row))
            self.assertGreater(min(row["calc_us"], row["total_us"], row["perf_gcells_s"], row["of_one_rank"]), 0)
        self.assertEqual(rows[2]["of_one_rank"], 1)
        self.assertEqual(done.stdout.count(" x one rank"), 2)

    def refused(self, words, *arguments):
        done = bench("--build", BUILD, *arguments)
        self.assertNotEqual(done.returncode, 0)
        self.assertRegex(done.stderr, rf"(^|\n)brick-bench.*: .*{words}.*\n$")
        self.assertNotIn("Traceback", done.stderr)

    def test_mistakes(self):
        for words, *arguments in (
                ("invalid choice: 'mpi'", "--strategy", "mpi"), ("12 is no multiple of 8, a brick", "--cells", 12),
                ("0 is less than 1", "--cells", 0), ("invalid number value: 'x'", "--cells", "x"),
                ("0 is less than 1", "--ranks", 0), ("0 is less than 1", "--fields", 0),
                (f"1000 is no multiple of {PAGE}", "--page-bytes", 1000), ("0.0 is less|0 is less", "--seconds", 0),
                ("is no folder", "--json", "/nowhere/rows.json"), ("no libbrick in", "--build", "/nowhere"),
                ("--with-compute needs a strategy of shared", "--strategy", "types", "--with-compute",
                 "--brickc", __file__),
                ("invalid choice: 'types'", "--experiment", "order", "--strategy", "types"),
                ("invalid choice: 'figure4'", "--experiment", "figure4"),
                ("--page-bytes is not for --experiment order", "--experiment", "order", "--page-bytes", PAGE),
                ("--with-compute is not for --experiment padding", "--experiment", "padding", "--with-compute",
                 "--brickc", __file__),
                ("max-rate needs 2 ranks at least", "--experiment", "max-rate", "--ranks", 1),
                ("pipelines needs 2 ranks at least", "--experiment", "pipelines", "--ranks", 1),
                ("pipelines takes 2 ranks at most", "--experiment", "pipelines", "--ranks", 3),
                ("--fields is not for --experiment pack", "--experiment", "pack", "--fields", 2),
                ("--threads is not for --experiment hpccg", "--experiment", "hpccg", "--threads", 2),
                ("invalid choice: 'none'", "--experiment", "hpccg", "--strategy", "none"),
                ("padding needs a strategy without pages", "--experiment", "padding", "--strategy", "memmap"),
                ("/nowhere/brickc not found", "--with-compute", "--brickc", "/nowhere/brickc")):
            with self.subTest(words):
                self.refused(words, *arguments)

    def test_a_compiler_that_is_missing(self):
        with unittest.mock.patch.dict(os.environ, MPICXX="no-such-compiler"):
            self.refused("no-such-compiler not found")

    @unittest.skipIf(importlib.util.find_spec("matplotlib"), "matplotlib is installed")
    def test_pictures_need_matplotlib(self):
        self.refused("matplotlib, which is not installed", "--plot", os.curdir)


class Program(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.program = built_once()

    def rows(self, ranks, strategies=exchange.STRATEGIES, cells=16, **changed):
        """Rows by strategy. The program has looked at every ghost cell."""
        given = argparse.Namespace(**{"experiment": "strategies", "strategy": strategies, "ranks": ranks, "fields": 1,
                                      "page_bytes": [PAGE], "wrap_in_place": False, "runs": 1, "seconds": 0.0001,
                                      **changed})
        return {row["strategy"]: row for row in exchange.measure(self.program, given, cells)}

    def test_messages_to_oneself(self):
        rows = self.rows(ranks=1, cells=24)
        self.assertEqual({name: row["messages"] for name, row in rows.items()},
                         {"shared": 0, "shared-layout": 0, "shift": 6, "basic": 98, **dict.fromkeys(("layout", "layout-put"), 42),
                          **dict.fromkeys(("memmap", "memmap-put", "packed", "types", "network", "network_huge"), 26)})
        for name, row in rows.items():
            self.assertEqual(row["bytes"], 0 if name.startswith("shared") else (5**3 - 3**3) * BRICK)

    def test_fields_travel_together(self):
        rows = self.rows(ranks=2, fields=3)
        self.assertEqual({row["messages"] for name, row in rows.items() if name in ("memmap", "packed", "types")}, {26})
        for name, row in rows.items():
            self.assertEqual(row["bytes"], 0 if name.startswith("shared") else 3 * GHOSTS * BRICK)

    def test_wrap_in_place(self):
        rows = self.rows(ranks=2, wrap_in_place=True)
        for name in ("memmap", "layout", "network"):
            self.assertEqual((rows[name]["messages"], rows[name]["bytes"]), (2, 2 * 4 * BRICK))
        self.assertEqual(self.rows(ranks=1, strategies=["memmap", "packed"], wrap_in_place=True)["packed"]["bytes"], 0)

    def test_pages(self):
        row = self.rows(ranks=2, strategies=["memmap"], page_bytes=[4 * PAGE])["memmap"]
        self.assertGreater(row["bytes"], GHOSTS * BRICK)
        self.assertEqual(row["bytes"] % (4 * PAGE), 0)

    def test_what_the_program_refuses(self):
        for words, *arguments in (("usage", 16),
                                  ("dimensions are not accepted", 16, "1x1x1x1", 1, 0, 1, 0.001, "basic"),
                                  ("'x' is not accepted", "x", "1x1x1", 1, 0, 1, 0.001, "memmap"),
                                  ("'' is not accepted", 16, "1xx1", 1, 0, 1, 0.001, "memmap"),
                                  ("not cut into cubes", 16, "2x1x1", 1, 0, 1, 0.001, "memmap"),
                                  ("unknown exchange strategy 'mpi'", 16, "1x1x1", 1, 0, 1, 0.001, "mpi")):
            with self.subTest(words), self.assertRaisesRegex(programs.Failure, words):
                programs.output_of(exchange.job(1, self.program, *arguments), threads=1)


class Experiments(unittest.TestCase):
    """Those of the papers, at a tiny size."""

    def rows(self, experiment, *words):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "rows.json"
            text = bench_here("--experiment", experiment, *TINY, "--json", file, *words)
            rows = json.loads(file.read_text())
        for row in rows:
            with self.subTest(strategy=row["strategy"]):
                self.assertLessEqual(KEYS - {"page_bytes"}, set(row))
                self.assertEqual(row["experiment"], experiment)
                if row.get("page_bytes", 0) < 2 << 20:
                    self.assertEqual(row["why"], "")
                self.assertGreater(row["total_us"], 0)
                self.assertIn(f"\n{show.name(row)} ", f"{text}\nmessages ")  # those are named by senders
        return rows

    def test_the_list(self):
        lines = bench_here("--experiment", "list", "--build", BUILD).splitlines()
        self.assertEqual([line.split()[0] for line in lines], list(experiments.EXPERIMENTS))

    def test_order(self):
        rows = self.rows("order", "--ranks", 1, "--cells", 24)
        self.assertEqual([row["messages"] for row in rows if row["strategy"] == "layout"], [2, 9, 42])  # table 1
        self.assertEqual([row["messages"] for row in rows if row["strategy"] == "basic"], [2, 16, 98])
        for row in rows:
            self.assertEqual(row["bytes"], 8 * 8**row["dims"] * (5**row["dims"] - 3**row["dims"]))

    def test_page_sizes(self):
        rows = self.rows("page-size", "--page-bytes", PAGE, 16 * PAGE)
        self.assertEqual([(row["strategy"], row["page_bytes"]) for row in rows],
                         [("memmap", PAGE), ("memmap", 16 * PAGE), ("layout", 0), ("packed", 0), ("types", 0)])
        self.assertEqual([row["bytes"] for row in rows], [GHOSTS * BRICK * times for times in (1, 16, 1, 1, 1)])

    def test_huge_pages(self):
        """Right values either way; where the system has none, the row says why."""
        row, = (row for row in self.rows("padding", "--page-bytes", 2 << 20, "--runs", 1) if row["page_bytes"])
        self.assertEqual(row["bytes"], GHOSTS * (2 << 20))
        self.assertIn(row["why"].partition(": ")[0], ("", "no huge pages"))

    def test_padding(self):
        rows = self.rows("padding", "--cells", 32, "--page-bytes", PAGE, 4 * PAGE)
        # 4^3 bricks: faces of 4 inner bricks, which are a page, edges of 2, corners of 1, which become 4
        pages = 6 * (1 + 4 + 4) + 12 * (1 + 2) + 8
        expected = 100 * (4 * pages / (6**3 - 4**3) - 1)
        for row, percent in zip(rows, [0, 0, expected]):
            self.assertAlmostEqual(row["padding_percent"], percent)
            self.assertAlmostEqual(row["gb_s"], 1e-3 * row["bytes"] / row["total_us"])

    def test_max_rate(self):
        rows = self.rows("max-rate", "--cells", 8, "--largest", 1024)
        messages = [row for row in rows if row["strategy"] == "messages"]
        self.assertEqual([(row["senders"], row["messages"], row["bytes"]) for row in messages],
                         [(senders, count, count * size) for senders in (1, 2) for count in (1, 6)
                          for size in (8, 16, 32, 64, 128, 256, 512, 1024)])
        self.assertEqual([row["strategy"] for row in rows if row not in messages], ["packed", "persistent"])
        for row in rows:
            self.assertGreater(row["model_us"], 0)
            self.assertAlmostEqual(row["model_ratio"], row["total_us"] / row["model_us"])
            self.assertAlmostEqual(row["communication_ratio"], (row["total_us"] - row["pack_us"])
                                   / (row["model_us"] - row["model_copy_us"]))
            if row not in messages:
                self.assertEqual((row["messages"], row["bytes"]), (6, 6 * 8 * 8**2))
                self.assertGreater(min(row["pack_us"], row["model_copy_us"]), 0)

    def test_pack(self):
        rows = self.rows("pack", "--cells", 8)
        self.assertEqual([row["strategy"] for row in rows], ["library", "mpi_pack", "loops", "library_shares"])
        for row in rows:
            self.assertEqual((row["messages"], row["bytes"]), (6, 6 * 8 * 8**2))
            of_turns = [own / its for own, its in zip(row["turns_us"], rows[1]["turns_us"], strict=True)]
            self.assertAlmostEqual(row["of_mpi_pack"], sum(of_turns) / 2)
            self.assertEqual(row["pack_threads"], 1)
        rows = self.rows("pack", "--cells", 64, "--ranks", 1, "--threads", 2)
        self.assertEqual([row["pack_threads"] for row in rows], 4 * [2])

    def test_a_chimney(self):
        for row in self.rows("hpccg", "--cells", 8):
            self.assertEqual((row["messages"], row["bytes"]), (1, 8 * 8**2))
        row, = self.rows("hpccg", "--cells", 8, "--ranks", 3, "--strategy", "types")
        self.assertAlmostEqual(row["messages"], 4 / 3)
        self.assertAlmostEqual(row["bytes"], 4 / 3 * 8 * 8**2)

    def test_a_box_of_nodes(self):
        rows = self.rows("minife", "--cells", 8, "--ranks", 4, "--strategy", "packed", "types", "by_hand")
        # 17 x 17 x 9 nodes: faces of 8 or 9 by 9 between boxes, and an edge of 9 to the one across
        sent = 4 * (8 * 9) + 4 * (9 * 9) + 4 * 9
        for row in rows:
            self.assertEqual((row["messages"], row["bytes"]), (3, 8 * sent / 4))

    def test_wrong_values_are_found(self):
        for source, *arguments in (("halo/halos.cpp", "faces", 4, "-"), ("halo/halos.cpp", "rows", 4, "1x1x2"),
                                   ("halo/halos.cpp", "nodes", 4, "2x1x1"), ("halo/pack.cpp", 4, 2)):
            with self.subTest(arguments), self.assertRaisesRegex(programs.Failure, "none brought wrong values to"):
                programs.output_of(exchange.job(2, built_once(source), *arguments, 1, 0.001, "none"), threads=1)

    def test_what_the_programs_refuse(self):
        for words, source, *arguments in (
                ("usage: halos", "halo/halos.cpp", "faces"), ("usage: pack", "halo/pack.cpp", 4),
                ("usage: messages", "halo/messages.cpp"), ("needs 2 ranks", "halo/messages.cpp", 8, 0.1),
                ("unknown halo: 'sphere'", "halo/halos.cpp", "sphere", 4, "1x1x1", 1, 0.1, "packed"),
                ("'2x1x1' is no grid of 1 ranks", "halo/halos.cpp", "rows", 4, "2x1x1", 1, 0.1, "packed"),
                ("unknown way to exchange a halo: 'x'", "halo/halos.cpp", "rows", 4, "1x1x1", 1, 0.1, "x"),
                ("must lie in one piece", "halo/halos.cpp", "faces", 4, "-", 1, 0.1, "by_hand"),
                ("unknown way to pack: 'x'", "halo/pack.cpp", 4, 1, 1, 0.1, "x")):
            with self.subTest(words), self.assertRaisesRegex(programs.Failure, words):
                programs.output_of(exchange.job(1, built_once(source), *arguments), threads=1)


class MaxRate(unittest.TestCase):
    MODEL = max_rate.Model([max_rate.Protocol("short", 64, 1e-6, 1e9), max_rate.Protocol("eager", 4096, 2e-6, 3e9),
                            max_rate.Protocol("rendezvous", 1 << 20, 9e-6, 2e10)], 2.5e10, 1e-10, 5e-8)

    def measured(self, model):
        """What messages.cpp would print if the model was right."""
        sizes = [2**power for power in range(3, 21)]
        return {"messages": [[k, r, n, model.messages(k, r, n)] for k in (1, 2) for r in (1, 6) for n in sizes],
                "copies": [[n, model.copies(n) / 2] for n in sizes]}

    def test_the_model_is_found_again(self):
        found = max_rate.fit(self.measured(self.MODEL))
        self.assertAlmostEqual(found.r_n, 2.5e10, delta=1e7)
        self.assertAlmostEqual(found.byte_copied, 1e-10, delta=1e-13)
        self.assertAlmostEqual(found.copy, 5e-8, delta=1e-11)
        for one, other in zip(found.protocols, self.MODEL.protocols):
            self.assertEqual((one.name, one.largest), (other.name, other.largest))
            self.assertAlmostEqual(one.alpha / other.alpha, 1)
            self.assertAlmostEqual(one.r_c / other.r_c, 1)

    def test_no_limit_of_the_node(self):
        unlimited = self.MODEL._replace(r_n=None)
        self.assertIsNone(max_rate.fit(self.measured(unlimited)).r_n)
        self.assertAlmostEqual(unlimited.messages(2, 1, 1 << 20), 9e-6 + (1 << 20) / 2e10)

    def test_equation(self):
        self.assertAlmostEqual(self.MODEL.messages(2, 3, 1 << 20), 3 * 9e-6 + 2 * 3 * (1 << 20) / 2.5e10)
        self.assertAlmostEqual(self.MODEL.messages(2, 3, 64), 3 * 1e-6 + 3 * 64 / 1e9)

    def test_few_sizes_are_one_protocol(self):
        samples = [max_rate.Sample(1, 1, n, 1e-6 + n / 1e9) for n in (8, 16)]
        protocol, = max_rate.fit_protocols(samples)
        self.assertEqual(protocol.name, "rendezvous")
        self.assertAlmostEqual(protocol.r_c, 1e9, delta=1e3)


class Units(unittest.TestCase):
    def test_process_grids(self):
        self.assertEqual([exchange.process_grid(12, dims) for dims in (1, 2, 3)], [(12,), (4, 3), (3, 2, 2)])
        for ranks, grid in ((1, (1, 1, 1)), (2, (2, 1, 1)), (4, (2, 2, 1)), (7, (7, 1, 1)), (8, (2, 2, 2)),
                            (12, (3, 2, 2)), (16, (4, 2, 2))):
            self.assertEqual(exchange.process_grid(ranks), grid)

    def test_spread(self):
        self.assertEqual(show.spread([1, 3]), {"min": 1, "avg": 2, "max": 3, "sigma": 1})
        self.assertEqual(show.statistics_line("wait", show.spread([1, 3]), 0.5), "wait [0.5, 1, 1.5] (σ: 0.5)")

    def test_medians_over_runs_of_each_rank(self):
        samples = [[[1, 2, 3, 6], [2, 2, 2, 9], [9, 2, 2, 7]], [[4, 4, 4, 4]]]
        self.assertEqual(exchange.median_over_runs(samples, "pack"), [2, 4])
        self.assertEqual(exchange.median_over_runs(samples, "total"), [7, 4])


if __name__ == "__main__":
    unittest.main()
