"""The schemes in pystencils, with OpenMP and its vectors. Usage: see tools/lib/bench_peers.py."""
# SPDX-License-Identifier: MIT
import os
import pathlib
import sys

# This file must not be found in the package's place.
sys.path = [path for path in sys.path if pathlib.Path(path or ".").resolve() != pathlib.Path(__file__).parent]
import pystencils as ps  # noqa: E402

sys.path.append(str(pathlib.Path(__file__).parent))
import peer  # noqa: E402


def make(weights, cells, element, threads):
    os.environ["OMP_NUM_THREADS"] = str(threads)
    halo = peer.radius(weights)
    kind = "float64" if element == "double" else "float32"
    u, following = ps.fields(f"u, following: {kind}[3D]")
    value = sum(weight * sum(u[offset] for offset in offsets) for weight, offsets in peer.by_weight(weights))
    config = ps.CreateKernelConfig(target=ps.Target.CurrentCPU, ghost_layers=halo, default_dtype=kind)
    config.cpu.openmp.enable = True
    config.cpu.openmp.num_threads = threads
    config.cpu.vectorize.enable = True
    config.cpu.vectorize.assume_inner_stride_one = True
    kernel = ps.create_kernel([ps.Assignment(following.center, value)], config).compile()
    fields = [peer.start(cells, halo, element) for _ in range(2)]

    def run(steps):
        for number in range(steps):
            kernel(u=fields[number % 2], following=fields[1 - number % 2])

    return run


if __name__ == "__main__":
    peer.main(make)
