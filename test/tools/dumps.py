"""tools/lib/dumps.py: the measure by which programs are compared."""
# SPDX-License-Identifier: MIT
import array
import math
import pathlib
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "tools" / "lib"))
tested = __import__("dumps")


def numbers(*values):
    return array.array("d", values)


class Difference(unittest.TestCase):
    def test_equal(self):
        self.assertEqual(tested.difference(numbers(1, -2), numbers(1, -2)), 0)

    def test_is_relative_to_the_largest_magnitude(self):
        self.assertEqual(tested.difference(numbers(0.5, -4), numbers(0, -4)), 0.125)

    def test_zero_fields_are_compared_absolutely(self):
        self.assertEqual(tested.difference(numbers(0.5), numbers(0)), 0.5)

    def test_not_a_number_never_passes(self):
        for first, second in ((math.nan, 1), (1, math.nan), (math.nan, math.nan), (math.inf, math.inf)):
            for padding in ((), (1, 2)):
                result = tested.difference(numbers(*padding, first, 0), numbers(*padding, second, 0))
                self.assertEqual(result, math.inf)

    def test_lengths(self):
        with self.assertRaisesRegex(ValueError, "2 numbers against 1"):
            tested.difference(numbers(1, 2), numbers(1))
        with self.assertRaisesRegex(ValueError, "empty"):
            tested.difference(numbers(), numbers())


class Read(unittest.TestCase):
    def test_types(self):
        with tempfile.NamedTemporaryFile() as file:
            file.write(array.array("f", [1.5, -2.5]).tobytes())
            file.flush()
            self.assertEqual(list(tested.read(file.name, "f32")), [1.5, -2.5])
            self.assertEqual(len(tested.read(file.name, "f64")), 1)
            file.write(b"x")
            file.flush()
            with self.assertRaises(ValueError):
                tested.read(file.name, "f32")


if __name__ == "__main__":
    unittest.main()
