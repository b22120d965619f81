"""The costs of puts and copies (brick/put_pipeline.hpp), fitted to what tools/bench/machine/puts.cpp measures."""
# SPDX-License-Identifier: MIT
KEYS = ("put-latency", "put-overhead", "put-byte", "copy-run", "copy-byte", "put-ahead")  # in the order of put_costs
UNLIMITED = 1e9   # bytes: as put_costs of brick/put_pipeline.hpp has it by default
MOST_OF_IT = 0.8  # of a put: more may travel of a longer one


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


def bytes_ahead(beside, put_byte):
    """How many bytes travel on when a put has returned: what is hidden behind puts of the smallest size that does not
    hide as much work as it takes itself."""
    for _, size, hidden in sorted(beside):
        ahead = max(0.0, hidden) / put_byte if put_byte else 0.0
        if ahead < MOST_OF_IT * size:
            return ahead
    return UNLIMITED


def fitted(text):
    """The keys of the machine's description, those of puts on one node with `node-` before: seconds, and bytes for
    put-ahead."""
    found = {"put": [], "copy": [], "beside": []}
    (_, nodes), *lines = map(str.split, text.splitlines())
    for kind, count, size, time in lines:
        found[kind].append((int(count), int(size), float(time)))
    puts, copies = found["put"], found["copy"]
    latency, put, put_byte = least_squares([(1, n, n * size) for n, size, _ in puts], [time for *_, time in puts])
    run, byte = least_squares([(n, n * size) for n, size, _ in copies], [time for *_, time in copies])
    puts = {"put-latency": latency, "put-overhead": put, "put-byte": put_byte,
            "put-ahead": bytes_ahead(found["beside"], put_byte)}
    node = "node-" if int(nodes) == 1 else ""
    return {**{node + key: value for key, value in puts.items()}, "copy-run": run, "copy-byte": byte}
