"""The costs of puts and copies (brick/put_pipeline.hpp), fitted to what tools/bench/machine/puts.cpp measures."""
# SPDX-License-Identifier: MIT
KEYS = ("put-latency", "put-overhead", "put-byte", "copy-run", "copy-byte", "put-ahead",
        "put-core-byte")  # in the order of put_costs
UNLIMITED = 1e9   # bytes: as put_costs of brick/put_pipeline.hpp has it by default
MOST_OF_IT = 0.8  # of a put: more may travel of a longer one
TURNS = 20        # that find which puts the core holds up: they end where nothing changes, after three or four


def least_squares(rows, times):
    """The factors, none negative, of the columns of `rows` that give `times` with least relative errors. Of equal
    columns, such as those of latency and puts where all puts wait for the network, the first has it all."""
    column = [[row[c] for row in rows] for c in range(len(rows[0]))]
    columns = [c for c, values in enumerate(column) if values not in column[:c]]
    while columns:
        scaled = [[row[c] / time for c in columns] for row, time in zip(rows, times)]
        found = solved([[sum(row[i] * row[j] for row in scaled) for j in range(len(columns))] +
                        [sum(row[i] for row in scaled)] for i in range(len(columns))])
        if min(found) >= 0:
            break
        del columns[found.index(min(found))]
    return [found[columns.index(c)] if c in columns else 0.0 for c in range(len(rows[0]))]


def solved(system):
    """Solves linear equations, each a row with its right side at the end."""
    size = len(system)
    for i in range(size):
        pivot = max(range(i, size), key=lambda row: abs(system[row][i]))
        system[i], system[pivot] = system[pivot], system[i]
        for row in range(size):
            if row != i:
                factor = system[row][i] / system[i][i]
                system[row] = [a - factor * b for a, b in zip(system[row], system[i])]
    return [row[-1] / row[i] for i, row in enumerate(system)]


def bytes_ahead(beside):
    """How many bytes travel on when a put has returned: the most work that is hidden behind one, unless the longest hides
    as much as it takes itself. `beside`: sizes, seconds hidden, seconds that the core is busy all the same."""
    ahead = {size: max(0.0, size * hidden / (hidden + busy)) for size, hidden, busy in beside}
    return UNLIMITED if ahead[max(ahead)] >= MOST_OF_IT * max(ahead) else max(ahead.values())


def put_parts(puts, beside):
    """Latency, time of a put, time of a byte, and the part of that which keeps the core, as pipeline_time has them: puts
    that follow each other take the core's time for each, or the network's, whichever is longer. Which, and the core's
    part, are found by turns; that by what was measured at the same time, since machines do not keep their speed."""
    times = [time for *_, time in puts]
    latency, put, byte = least_squares([(1, n, n * size) for n, size, _ in puts], times)
    longest, hidden_there, busy_there = max(beside)
    byte_beside, core = (hidden_there + busy_there) / longest, byte
    for _ in range(TURNS):
        share = min(1.0, max(0.0, min((busy - put) / size for size, _, busy in beside) / byte_beside))
        core = share * byte
        held_by_core = {size for _, size, _ in puts if put + size * core > size * byte}
        latency, put, byte = least_squares([(1, n, size * (1 + (n - 1) * share)) if size in held_by_core else
                                            (1, 1, n * size) for n, size, _ in puts], times)
    return latency, put, byte, core


def fitted(text):
    """The keys of the machine's description, those of puts on one node with `node-` before: seconds, and bytes for
    put-ahead."""
    found = {"put": [], "copy": [], "hidden": [], "busy": []}
    (_, nodes), *lines = map(str.split, text.splitlines())
    for kind, count, size, time in lines:
        found[kind].append((int(count), int(size), float(time)))
    copies = found["copy"]
    beside = [(size, hidden, busy) for (_, size, hidden), (*_, busy) in zip(found["hidden"], found["busy"])]
    latency, put, put_byte, core_byte = put_parts(found["put"], beside)
    run, byte = least_squares([(n, n * size) for n, size, _ in copies], [time for *_, time in copies])
    puts = {"put-latency": latency, "put-overhead": put, "put-byte": put_byte,
            "put-ahead": bytes_ahead(beside), "put-core-byte": core_byte}
    node = "node-" if int(nodes) == 1 else ""
    return {**{node + key: value for key, value in puts.items()}, "copy-run": run, "copy-byte": byte}
