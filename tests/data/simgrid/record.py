#!/usr/bin/env python3
"""Records two-level.csv: exchanges timed by SimGrid's SMPI on platforms of two levels of network.

Needs Debian's libsimgrid-dev (smpicc, smpirun) and python3; run it in this folder. Network model CM02 without cross-traffic and
without latency or bandwidth factors, so a message of n bytes over idle links takes the sum of its links' latencies and n over the
smallest of their bandwidths, and flows that share a link share it fairly.

A node holds g workers. Inside, every pair of workers talks over a link of its own: one for each direction out of and into a
worker, of bandwidth B and alpha/2. Between nodes a message leaves by its worker's card (or by the node's only one) of bandwidth
B2, passes the node's way into the network (its cards' bandwidth over the oversubscription), and comes in the same way.
"""
import csv
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
ALPHA, BANDWIDTH = 2e-6, 40e9
ALPHA2, BANDWIDTH2 = 8e-6, 5e9
MIB = 1 << 20
ALGORITHMS = ["ring-all-reduce", "recursive-doubling-all-reduce", "rabenseifner-all-reduce", "tree-all-reduce", "scatter-gather", "shuffle"]
# workers p, on a node g, one card a node, oversubscription
PLATFORMS = [(8, 4, False, 1), (16, 4, False, 1), (16, 4, True, 1), (16, 4, False, 2), (16, 4, True, 2), (32, 8, False, 1), (32, 8, True, 1), (64, 8, False, 1),
             (64, 8, True, 1), (24, 8, True, 1), (12, 4, False, 1), (24, 6, True, 1), (16, 6, False, 1)]
SIZES = [4 * MIB, 64 * MIB]


def platform(p, g, shared, oversubscription):
    lines = ['<?xml version="1.0"?>', '<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">', '<platform version="4.1">', '<zone id="all" routing="Full">']
    for r in range(p):
        lines.append(f'<host id="w{r}" speed="1Gf"/>')
    def link(name, bandwidth, latency):
        lines.append(f'<link id="{name}" bandwidth="{bandwidth:.17g}Bps" latency="{latency:.17g}s" sharing_policy="SHARED"/>')
    nodes = (p + g - 1) // g
    for r in range(p):
        link(f"out{r}", BANDWIDTH, ALPHA / 2)
        link(f"in{r}", BANDWIDTH, ALPHA / 2)
        if not shared:
            link(f"cardout{r}", BANDWIDTH2, ALPHA2 / 2)
            link(f"cardin{r}", BANDWIDTH2, ALPHA2 / 2)
    for n in range(nodes):
        cards = 1 if shared else g
        if shared:
            link(f"cardout-node{n}", BANDWIDTH2, ALPHA2 / 2)
            link(f"cardin-node{n}", BANDWIDTH2, ALPHA2 / 2)
        link(f"up{n}", cards * BANDWIDTH2 / oversubscription, 0)
        link(f"down{n}", cards * BANDWIDTH2 / oversubscription, 0)
    for a in range(p):
        for b in range(p):
            if a == b:
                continue
            if a // g == b // g:
                path = [f"out{a}", f"in{b}"]
            else:
                card_out = f"cardout-node{a // g}" if shared else f"cardout{a}"
                card_in = f"cardin-node{b // g}" if shared else f"cardin{b}"
                path = [card_out, f"up{a // g}", f"down{b // g}", card_in]
            lines.append(f'<route src="w{a}" dst="w{b}" symmetrical="NO">' + "".join(f'<link_ctn id="{each}"/>' for each in path) + "</route>")
    lines += ["</zone>", "</platform>"]
    return "\n".join(lines)


def main():
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        program = folder / "two_level"
        subprocess.run(["smpicc", "-O1", "-o", program, HERE / "two_level.c"], check=True)
        rows = []
        for p, g, shared, oversubscription in PLATFORMS:
            (folder / "platform.xml").write_text(platform(p, g, shared, oversubscription))
            (folder / "hosts").write_text("\n".join(f"w{r}" for r in range(p)) + "\n")
            for algorithm in ALGORITHMS:
                for size in SIZES:
                    done = subprocess.run(
                        ["smpirun", "-np", str(p), "-platform", folder / "platform.xml", "-hostfile", folder / "hosts", "--cfg=network/model:CM02",
                         "--cfg=network/crosstraffic:0", "--cfg=network/latency-factor:1", "--cfg=network/bandwidth-factor:1", "--cfg=network/weight-S:0",
                         "--cfg=network/TCP-gamma:0", "--cfg=network/loopback-lat:0", "--cfg=smpi/send-is-detached-thresh:0",
                         "--cfg=smpi/async-small-thresh:0", "--cfg=smpi/simulate-computation:no", "--cfg=smpi/os:0:0:0", "--cfg=smpi/or:0:0:0",
                         "--cfg=smpi/ois:0:0:0", "--log=root.thres:error", program, algorithm, str(size)],
                        check=True, capture_output=True, text=True)
                    rows.append([algorithm, p, g, int(shared), oversubscription, size, done.stdout.split()[-1]])
                    print(*rows[-1], file=sys.stderr, flush=True)
    with open(HERE / "two-level.csv", "w", newline="") as file:
        file.write("# Exchanges timed by SimGrid 3.32 SMPI by record.py and two_level.c, network model CM02 without cross-traffic, no reduction cost.\n")
        file.write(f"# Inside a node alpha {ALPHA} s, {BANDWIDTH:g} B/s; between nodes {ALPHA2} s, {BANDWIDTH2:g} B/s a card. scatter-gather is the scatter alone.\n")
        out = csv.writer(file, lineterminator="\n")
        out.writerow(["pattern", "p", "workers_per_node", "shared_card", "oversubscription", "bytes", "seconds"])
        out.writerows(rows)


if __name__ == "__main__":
    main()
