"""The max-rate model (Tausch, section 4.1, equation 4.1, after Gropp, Olson, Samfass), fitted and compared:

    T = t_c + r alpha + k n / min(R_N, k R_C)

k processes send r messages each, n bytes in all, after copying them in t_c. alpha and R_C are of the protocol that the
MPI library uses for messages of that length; R_N, what a node can send or receive, matters for the last one only. On
one machine R_N is what its memory gives to all ranks together.
"""
# SPDX-License-Identifier: MIT
import collections
import itertools
import statistics

import bench_exchange
import bench_halo
from bench_programs import json_of
from put_costs import least_squares

Sample = collections.namedtuple("Sample", "senders messages bytes seconds")  # bytes: of one message
Protocol = collections.namedtuple("Protocol", "name largest alpha r_c")  # messages of up to so many bytes; s, B/s
NAMES = ("short", "eager", "rendezvous")
FEWEST_SIZES = 3  # of messages, to fit a protocol
LARGEST = 2 << 20
DEFAULTS = {"cells": [8, 16, 32, 64, 128], "largest": LARGEST}
STRATEGIES = ("packed", "persistent")  # those whose copying is timed apart


class Model(collections.namedtuple("Model", "protocols r_n byte_copied copy")):
    """Protocols by length of messages; R_N in B/s, None where no limit was met; copying `n` bytes takes
    copy + n * byte_copied seconds."""

    def protocol(self, message_bytes):
        return next((p for p in self.protocols if message_bytes <= p.largest), self.protocols[-1])

    def rate(self, protocol, senders):
        """min(R_N, k R_C)"""
        limited = self.r_n and protocol is self.protocols[-1]
        return min(self.r_n, senders * protocol.r_c) if limited else senders * protocol.r_c

    def messages(self, senders, messages, message_bytes):
        """Seconds without copying, messages of one length."""
        protocol = self.protocol(message_bytes)
        return (messages * protocol.alpha
                + senders * messages * message_bytes / self.rate(protocol, senders))

    def copies(self, total_bytes):
        """Seconds of copying into and out of buffers, as if all lay in one piece."""
        return 2 * (self.copy + total_bytes * self.byte_copied)


def fitted(samples):
    """alpha and R_C with the least relative errors, and the sum of their squares. T = r alpha + r n / R_C"""
    alpha, per_byte = least_squares([(s.messages, s.messages * s.bytes) for s in samples], [s.seconds for s in samples])
    errors = sum(((s.messages * (alpha + per_byte * s.bytes)) / s.seconds - 1) ** 2 for s in samples)
    return alpha, 1 / per_byte if per_byte else float("inf"), errors


def cuts(sizes, pieces):
    """All ways to cut a list of sizes into so many pieces, none too short to be fitted."""
    for at in itertools.combinations(range(1, len(sizes)), pieces - 1):
        bounds = [0, *at, len(sizes)]
        found = [sizes[low:high] for low, high in zip(bounds, bounds[1:])]
        if min(map(len, found)) >= min(FEWEST_SIZES, len(sizes)):
            yield found


def fit_protocols(samples):
    """The protocols that fit one sender best, as many as there are sizes for: where one ends is not asked from MPI."""
    sizes = sorted({s.bytes for s in samples})
    pieces = max(1, min(len(NAMES), len(sizes) // FEWEST_SIZES))
    best = None
    for cut in cuts(sizes, pieces):
        found = [(piece[-1], *fitted([s for s in samples if s.bytes in piece])) for piece in cut]
        error = sum(errors for *_, errors in found)
        if best is None or error < best[0]:
            best = error, found
    return [Protocol(name, largest, alpha, r_c) for name, (largest, alpha, r_c, _) in zip(NAMES[-pieces:], best[1])]


def fit_node(samples, last):
    """R_N: what as many ranks as possible sent together in the last protocol, without its latency; None where that is
    what they send alone."""
    senders = max(s.senders for s in samples)
    rates = [senders * s.messages * s.bytes / (s.seconds - s.messages * last.alpha) for s in samples
             if s.senders == senders and s.seconds > s.messages * last.alpha]
    r_n = statistics.median(rates) if rates else None
    return r_n if r_n and r_n < senders * last.r_c else None


def fit(measured):
    """The model of what tools/bench/halo/messages.cpp printed."""
    samples = [Sample(*each) for each in measured["messages"]]
    protocols = fit_protocols([s for s in samples if s.senders == 1])
    beyond = protocols[-2].largest if len(protocols) > 1 else 0
    together = [s for s in samples if s.senders > 1 and s.bytes > beyond]
    copy, byte_copied = least_squares([(1, size) for size, _ in measured["copies"]],
                                      [seconds for _, seconds in measured["copies"]])
    return Model(protocols, fit_node(together, protocols[-1]) if together else None, byte_copied, copy)


def compared(row, model, senders, message_bytes, copied):
    """A row with what the model says of it, and the parameters that this comes from."""
    protocol = model.protocol(message_bytes)
    copies = 1e6 * model.copies(row["bytes"]) if copied else 0.0
    total = copies + 1e6 * model.messages(senders, row["messages"], message_bytes)
    return {**row, "senders": senders, "message_bytes": message_bytes, "model_copy_us": copies, "model_us": total,
            "model_ratio": row["total_us"] / total,
            "communication_ratio": (row["total_us"] - row["pack_us"]) / (total - copies),
            "protocol": protocol.name, "alpha_us": 1e6 * protocol.alpha,
            "r_c_gb_s": 1e-9 * protocol.r_c, "r_n_gb_s": 1e-9 * model.r_n if model.r_n else None}


def row_of_sample(options, model, sample):
    """Messages alone: what the model was fitted to."""
    time = 1e6 * sample.seconds
    row = {"experiment": options.experiment, "strategy": "messages", "per_rank": 0, "dims": 3, "ranks": options.ranks,
           "fields": 1, "pack_us": 0.0, "call_us": 0.0, "wait_us": time, "total_us": time, "total_min_us": time,
           "total_max_us": time, "messages": sample.messages, "bytes": sample.messages * sample.bytes, "runs": 1,
           "why": ""}
    return compared(row, model, sample.senders, sample.bytes, copied=False)


def max_rate(options):
    """Figure 4.2: the six faces of a cube, exchanged by algorithm 4.1, beside the model, for which messages of many
    lengths are measured first: one rank sending, and all of them, one message or six."""
    with bench_exchange.program_of(options, "halo/messages.cpp") as program:
        measured = json_of(bench_exchange.job(options.ranks, program, options.largest, options.seconds), threads=1)
    model = fit(measured)
    yield [row_of_sample(options, model, Sample(*each)) for each in measured["messages"]]
    with bench_exchange.program_of(options, "halo/halos.cpp") as program:
        for cells in options.cells:
            rows = bench_halo.exchanges(program, options, "faces", cells, (options.ranks, 1, 1))
            yield [compared(row, model, options.ranks, row["bytes"] // row["messages"], copied=True) for row in rows]
