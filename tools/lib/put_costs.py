"""The costs of puts and copies (brick/put_pipeline.hpp), fitted to what tools/bench/machine/puts.cpp measures."""
# SPDX-License-Identifier: MIT


def least_squares(rows, times):
    """The factors, none negative, of the columns of `rows` that give `times` with least relative errors."""
    columns = list(range(len(rows[0])))
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


def fitted(text):
    """The keys of the machine's description, in seconds."""
    lines = [line.split() for line in text.splitlines()]
    puts = [(int(n), int(size), float(time)) for kind, n, size, time in lines if kind == "put"]
    copies = [(int(n), int(size), float(time)) for kind, n, size, time in lines if kind == "copy"]
    latency, put, put_byte = least_squares([(1, n, n * size) for n, size, _ in puts], [time for *_, time in puts])
    run, byte = least_squares([(n, n * size) for n, size, _ in copies], [time for *_, time in copies])
    return {"put-latency": latency, "put-overhead": put, "put-byte": put_byte, "copy-run": run, "copy-byte": byte}
