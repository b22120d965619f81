"""The network of tools/netlab: a bridge, nodes behind it, and MPI's launcher across them.

Runs as the first process of namespaces of its own, so nothing here has to be removed, and names need not be unique.
"""
# SPDX-License-Identifier: MIT
import argparse
import json
import os
import pathlib
import re
import subprocess
import sys

LIB = pathlib.Path(__file__).resolve().parent
REMOTE_SHELL = LIB / "netlab-ssh"
SKIPPED = 77  # what ctest's SKIP_RETURN_CODE is set to
MOST_NODES = 250
HUB = "netlab"
# Bytes of a frame beside its payload, with room for tc's rounding: tbf drops what is larger than its burst.
FRAME_SPARE = 200
LONGEST_BURST = 64e-6  # in seconds at the link's rate. Shorter ones keep the processors busy with timers.
QUEUE = "50ms"  # what a link takes in before it drops


class Missing(Exception):
    """What this machine lacks."""


def skip(missing):
    print(f"netlab: skipped: {missing}", file=sys.stderr)
    sys.exit(SKIPPED)


def packed(options):
    return json.dumps(vars(options))


def launcher():
    return os.environ.get("MPIEXEC", "mpiexec")


def address(index):
    """Of node `index`. Nothing outside is reachable, so it need not be unique on the machine."""
    return f"10.77.0.{index + 1}"


def mtu(rate):
    """Jumbo frames where networks usually have them: there, small ones would cost much of a processor.

    At 1 Gbit/s a burst holds one such frame only, and the bucket, late for each, passes 3/4 of its rate (measured).
    """
    return 9000 if rate > 1e9 else 1500


def smallest_burst(rate):
    return mtu(rate) + FRAME_SPARE


def default_burst(rate):
    """What passes an idle link at once costs no time, so it is little."""
    return max(smallest_burst(rate), int(rate / 8 * LONGEST_BURST))


def do(*command):
    """Runs a command that sets something up."""
    words = [str(word) for word in command]
    result = subprocess.run(words, capture_output=True, text=True, check=False)
    if result.returncode != 0:
        raise Missing(f"{' '.join(words)}: {' '.join((result.stdout + result.stderr).split())}")


class Node:
    """A namespace of network, host name, IPC and mounts, held open by a process that sleeps."""

    def __init__(self, index):
        self.name, self.port, self.address = f"node{index}", f"port{index}", address(index)
        self.holder = subprocess.Popen(["unshare", "--net", "--uts", "--ipc", "--mount", "--",
                                        "sh", "-c", "echo entered; exec sleep infinity"],
                                       stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)
        if not self.holder.stdout.readline():
            raise Missing("unshare cannot make the namespaces of a node")

    def do(self, *command):
        do("nsenter", "--target", self.holder.pid, "--net", "--uts", "--ipc", "--mount", "--", *command)

    def look_like_a_host(self):
        self.do("hostname", self.name)
        self.do("mount", "-t", "tmpfs", "tmpfs", "/dev/shm")
        self.do("mount", "-t", "sysfs", "sysfs", "/sys")  # MPI reads there which network interfaces there are
        self.do("ip", "link", "set", "lo", "up")
        # The machine's default may be one that paces by what it has measured (bbr). Every kernel has this one.
        self.do("sh", "-c", "echo reno > /proc/sys/net/ipv4/tcp_congestion_control")

    def connect(self, frame):
        do("ip", "link", "add", self.port, "mtu", frame, "type", "veth",
           "peer", "name", "eth0", "mtu", frame, "netns", self.holder.pid)
        do("ip", "link", "set", self.port, "master", "bridge", "up")
        self.do("ip", "address", "add", f"{self.address}/24", "dev", "eth0")
        self.do("ip", "link", "set", "eth0", "up")

    def limit(self, rate, burst, latency):
        """Both ends of the link, since each shapes only what it sends."""
        shape = ("root", "handle", "1:", "tbf", "rate", f"{rate:.0f}bit", "burst", burst, "latency", QUEUE)
        do("tc", "qdisc", "add", "dev", self.port, *shape)
        self.do("tc", "qdisc", "add", "dev", "eth0", *shape)
        if latency:
            self.do("tc", "qdisc", "add", "dev", "eth0", "parent", "1:1",
                    "netem", "delay", f"{latency}us", "limit", 100000)


def require(discipline, purpose, *parameters):
    """Tries a queueing discipline on the loopback, to say in plain words that the kernel has none."""
    try:
        do("tc", "qdisc", "add", "dev", "lo", "root", discipline, *parameters)
    except Missing as missing:
        raise Missing(f"this kernel has no {discipline} (sch_{discipline}), which {purpose} needs: {missing}") from None
    do("tc", "qdisc", "delete", "dev", "lo", "root")


def make_hub(options):
    """Where the launcher runs: the bridge, and everyone's host name."""
    do("mount", "--make-rprivate", "/")
    do("mount", "-t", "proc", "proc", "/proc")
    do("hostname", HUB)
    do("mount", "-t", "tmpfs", "tmpfs", "/dev/shm")
    do("ip", "link", "set", "lo", "up")
    require("tbf", "the rate", "rate", "1gbit", "burst", "32kb", "latency", QUEUE)
    if options.latency:
        require("netem", "--latency", "delay", "10us")
    here = address(MOST_NODES)
    do("ip", "link", "add", "bridge", "type", "bridge", "forward_delay", 0)
    do("ip", "address", "add", f"{here}/24", "dev", "bridge")
    do("ip", "link", "set", "bridge", "up")
    hosts = pathlib.Path("/dev/shm/hosts")
    hosts.write_text("127.0.0.1 localhost\n" + f"{here} {HUB}\n"
                     + "".join(f"{address(index)} node{index}\n" for index in range(options.nodes)))
    do("mount", "--bind", hosts, "/etc/hosts")


def make_node(index, options):
    node = Node(index)
    node.look_like_a_host()
    node.connect(mtu(options.rate))
    node.limit(options.rate, options.burst, options.latency)
    return node


def launch_options(nodes, ranks_per_node):
    """What makes the launcher start its daemons by REMOTE_SHELL, and place ranks node by node."""
    says = subprocess.run([launcher(), "--version"], capture_output=True, text=True, check=False).stdout
    if "HYDRA" in says:
        return ["-launcher", "ssh", "-launcher-exec", REMOTE_SHELL, "-ppn", ranks_per_node,
                "-hosts", ",".join(node.name for node in nodes)]
    if re.search("Open MPI|OpenRTE|PRRTE", says):
        # Debian's settings leave out pt2pt, the one component for one-sided transfers by TCP. This leaves out only ucx.
        return ["--mca", "osc", "^ucx", "--host", ",".join(f"{node.name}:{ranks_per_node}" for node in nodes)]
    raise Missing(f"{launcher()} is neither MPICH's (Hydra) nor Open MPI's")


def environment(nodes):
    """For REMOTE_SHELL, a process in each node; for Open MPI, whose releases call their options differently, those.

    Its files go where they end with the job, whatever becomes of the daemons.
    """
    added = {f"NETLAB_{node.name}": str(node.holder.pid) for node in nodes}
    for prefix in ("OMPI_MCA_plm_rsh", "PRTE_MCA_plm_ssh"):
        added[f"{prefix}_agent"] = str(REMOTE_SHELL)
    for name in ("OMPI_MCA_orte_tmpdir_base", "PRTE_MCA_prte_tmpdir_base"):
        added[name] = "/dev/shm"
    return {**os.environ, **added}


def run(nodes, ranks_per_node, command):
    words = [LIB / "mpirun", *launch_options(nodes, ranks_per_node), "-n", len(nodes) * ranks_per_node, *command]
    return subprocess.call([str(word) for word in words], env=environment(nodes))


def main():
    options = argparse.Namespace(**json.loads(sys.argv[1]))
    try:
        make_hub(options)
        nodes = [make_node(index, options) for index in range(options.nodes)]
        status = run(nodes, options.ranks_per_node, options.command)
    except Missing as missing:
        skip(missing)
    sys.exit(status if status >= 0 else 128 - status)


if __name__ == "__main__":
    main()
