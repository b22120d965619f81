"""brick-probe, installed and in place: measures once, in a form that brickc and the runtime read."""
# SPDX-License-Identifier: MIT
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).parents[2]
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "tools" / "lib"))
block_copies, put_costs = __import__("block_copies"), __import__("put_costs")
BUILD = pathlib.Path(sys.argv.pop(1))
BRICKC = BUILD / "bin" / "brickc"
USABLE = len(os.sched_getaffinity(0))
THREADS = str(min(2, USABLE))
STENCIL = """#include <brick/accessor.hpp>
[[brick::stencil]] void copy(brick::out<double, 1> to, brick::in<double, 1> from) { to(0) = from(0); }
"""


def run(*command, **environment):
    return subprocess.run([str(word) for word in command], capture_output=True, text=True,
                          env={**os.environ, **environment}, check=False)


def probe(*arguments, **environment):
    return run(sys.executable, ROOT / "tools" / "brick-probe", "--seconds", "0.02", "--threads", THREADS, "--build",
               BUILD, *arguments, **environment)


class Probe(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        place = tempfile.TemporaryDirectory()
        cls.addClassCleanup(place.cleanup)
        cls.machine = pathlib.Path(place.name) / "cache" / "machine.yaml"
        cls.prefix = prefix = pathlib.Path(place.name) / "prefix"
        installed = run("cmake", "--install", BUILD, "--prefix", prefix)
        assert installed.returncode == 0, installed.stderr
        cls.measured = run(prefix / "bin" / "brick-probe", "--seconds", "0.02", "--threads", THREADS,
                           BRICK_MACHINE=str(cls.machine))

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def test_brickc_reads_what_it_writes(self):
        path = self.machine
        self.assertEqual((self.measured.returncode, self.measured.stderr), (0, ""))
        self.assertIn(path.read_text(), self.measured.stdout)
        for key in ("copy-rate", "read-rate", *block_copies.TABLES, *block_copies.LIMITS):
            self.assertIn(f"\n{key}: ", path.read_text())
        (self.folder / "copy.cpp").write_text(STENCIL)
        explain = (BRICKC, "--explain", "--emit=plan", self.folder / "copy.cpp")
        explained = run(*explain, BRICK_MACHINE=str(path))
        self.assertRegex(explained.stderr, r"at most \d+\.\d\d GCells/s on .* cores\): 16 bytes a cell at \d+\.\d\d GB/s")
        before = path.read_text()
        self.assertIn("--again", probe(BRICK_MACHINE=str(path)).stdout)
        self.assertEqual(path.read_text(), before)
        costs = self.folder / "costs.yaml"  # as --puts writes them besides
        keys = [*put_costs.KEYS, *(f"node-{key}" for key in put_costs.KEYS if key.startswith("put"))]
        lines = [before.rstrip().removesuffix("...").rstrip(), *(f"{key}: 1e-9" for key in keys)]
        costs.write_text("\n".join(lines) + "\n")
        self.assertEqual(run(*explain, BRICK_MACHINE=str(costs)).stderr, explained.stderr)

    def test_the_runtime_reads_what_it_writes(self):
        path = self.folder / "machine.yaml"
        path.write_text(self.machine.read_text())
        heat = BUILD / "bin" / "halo-heat-cpp"
        result = run(heat, BRICK_MACHINE=str(path))
        self.assertEqual(result.returncode, 0, result.stderr)
        path.write_text(path.read_text() + "unpack-cold: [ 1 fast ]\n")
        result = run(heat, BRICK_MACHINE=str(path))
        self.assertNotEqual(result.returncode, 0)
        self.assertIn(f"{path}: unpack-cold is [ 1 fast ], not a list of lengths", result.stderr)

    def test_without_the_runtime(self):
        path = self.folder / "machine.yaml"
        result = probe("--output", path, "--build", self.folder)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn(f"no libbrick in {self.folder}: not measured how blocks are copied", result.stderr)
        self.assertNotIn("pack-hot", path.read_text())

    def test_numbers_that_measure_nothing(self):
        for option, value in (("--threads", "0"), ("--threads", "-2"), ("--threads", f"{USABLE + 1}"), ("--seconds", "0"),
                              ("--seconds", "-1")):
            result = probe("--again", option, value)
            self.assertEqual(result.returncode, 2)
            self.assertIn(f"{option}: ", result.stderr)

    def test_puts_between_nodes_need_netlab(self):
        path = self.folder / "machine.yaml"
        puts = ("--puts", "--netlab", "fast", "--output", path)
        installed = run(self.prefix / "bin" / "brick-probe", *puts)
        self.assertEqual(installed.returncode, 2)
        self.assertIn("--netlab needs tools/netlab, which is not installed", installed.stderr)
        in_place = probe(*puts, "--seconds", "1000")  # it fails before anything is measured
        self.assertEqual(in_place.returncode, 1)
        self.assertIn("fast is not a rate like 100mbit", in_place.stderr)
        self.assertFalse(path.exists())

    def test_places_that_cannot_be_written(self):
        (self.folder / "file").write_text("")
        result = probe("--output", self.folder / "file" / "machine.yaml")
        self.assertNotEqual(result.returncode, 0)
        self.assertRegex(result.stderr, "^brick-probe: .*machine.yaml|^brick-probe: .*file")


class BlockCopies(unittest.TestCase):
    def test_the_fastest_is_taken(self):
        times = {1: (9, 4, 4.3), 2: (9, 4.1, 4.4), 8: (8, 4, 4.3), 12: (8, 4, 4.1), 64: (5, 4.2, 4.3), 512: (5, 7, 8)}
        methods = ("memcpy", "pair", "fixed avx2 x4")
        lines = [f"{table}\t{length}\t{method}\t{seconds * factor}e-9" for table, factor in
                 zip(block_copies.TABLES, (1, 2, 3, 4, 5, 6)) for length, of_method in times.items()
                 for method, seconds in zip(methods, of_method)]
        found = block_copies.chosen("\n".join(lines))
        self.assertEqual(found, dict.fromkeys(block_copies.TABLES, ["1 pair", "12 fixed avx2 x4", "512 memcpy"]))

    def test_sizes_that_gain(self):
        def of(*gains):
            lines = (f"streaming\t{100 * at}\t{gain}e-6\t1e-6" for at, gain in enumerate(gains))
            return block_copies.chosen("\n".join(lines))["streaming-bytes"]
        self.assertEqual(of(0.5, 1.1, 0.9, 1.2, 1.3), 300)
        self.assertEqual(of(1.1, 1.2), 0)
        self.assertEqual(of(2, 3, 1), block_copies.NEVER)


class PutCosts(unittest.TestCase):
    def test_costs_are_found_again(self):
        lines = ["nodes 2"]
        core = 5e-11  # so that puts of 16 KB and more wait for the network
        lines += [f"put {n} {size} {1e-6 + 7e-7 + size * 2e-10 + (n - 1) * max(7e-7 + size * core, size * 2e-10)}"
                  for n in (1, 5, 50) for size in (1, 4096, 16384, 800000)]
        lines += [f"copy {n} {size} {n * 3e-9 + n * size * 1e-10}" for n in (1, 64) for size in (8, 4096)]
        for size, hidden in ((16384, 16384 * (2e-10 - core) - 7e-7), (800000, 20e-6)):
            lines += [f"hidden 16 {size} {hidden}", f"busy 16 {size} {size * 2e-10 - hidden}"]
        wanted = {"put-latency": 1e-6, "put-overhead": 7e-7, "put-byte": 2e-10, "copy-run": 3e-9, "copy-byte": 1e-10,
                  "put-ahead": 1e5, "put-core-byte": core}
        found = put_costs.fitted("\n".join(lines))
        self.assertEqual(set(found), set(wanted))
        for key, value in found.items():
            self.assertAlmostEqual(value / wanted[key], 1, 4, key)
        lines[0] = "nodes 1"
        on_node = put_costs.fitted("\n".join(lines))
        self.assertEqual({key.removeprefix("node-"): value for key, value in on_node.items()}, found)
        self.assertIn("node-put-ahead", on_node)

    def test_bytes_that_travel_beside_other_work(self):
        for short, long, ahead in ((-2e-6, 0, 0), (3e-6, 9e-6, 9000), (16e-6, 9e-6, 16000),
                                   (16e-6, 800e-6, put_costs.UNLIMITED)):
            beside = [(16384, short, 16384e-9 - short), (800000, long, 800e-6 - long)]
            self.assertAlmostEqual(put_costs.bytes_ahead(beside), ahead)

    def test_cores_that_are_busy_for_all_of_a_put(self):
        puts = [(n, size, 1e-6 + n * (1e-6 + size * 1e-9)) for n in (1, 5, 50) for size in (1, 4096, 800000)]
        *_, byte, core = put_costs.put_parts(puts, [(800000, 0, 801e-6)])
        # The longest put is where the time of a byte beside other work is from, and 1/801 of that is the put itself.
        self.assertAlmostEqual(core / byte, 800 / 801, 6)
        self.assertAlmostEqual(byte * 1e9, 1, delta=1 / 801)

    def test_equal_columns(self):
        found = put_costs.least_squares([(1, 1, 2), (1, 1, 4), (1, 1, 7)], [3, 5, 8])
        for value, wanted in zip(found, (1, 0, 1)):
            self.assertAlmostEqual(value, wanted)

    def test_none_is_negative(self):
        self.assertEqual(put_costs.least_squares([(1, 1), (1, 2)], [2.0, 1.0])[1], 0)


if __name__ == "__main__":
    unittest.main()
