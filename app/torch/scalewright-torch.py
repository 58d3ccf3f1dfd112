#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures the card of this machine with PyTorch and writes a Scalewright project.

    python3 scalewright-torch.py -o card.scalewright                      one card (CUDA, ROCm, XPU, MPS or CPU)
    torchrun --nproc_per_node 4 scalewright-torch.py -o card.scalewright  also collectives among the cards
    torchrun --nproc_per_node 4 scalewright-torch.py -o timings.csv       only collectives, as a CSV for fit-comm

Measured: matrix products by size and number format, memory bandwidth, copies from host to device, collectives by size
(nccl, or gloo without a GPU), and a training step of a model: forward pass, backward pass, optimizer, peak memory,
tokens per second. It takes under three minutes and needs only torch. Progress goes to standard error.

The file is a project: drop it on the window, or use it as
    scalewright-cli diagnose card.scalewright               what limits the training step
    scalewright-cli fit-comm card.scalewright               alpha and bandwidth, if started by torchrun
    scalewright-cli probe --from card.scalewright           the ceilings, as probe prints them
    scalewright-cli plan --calibrate card.scalewright ...   layouts at the efficiency of the measured step
Collectives are timed among 2, 4, 8, ... and all workers. `bytes` is the message: what one rank gives to an all-reduce
or sends one way in a ping-pong; for the others the whole vector that is split, joined or sent.
"""
import argparse
import contextlib
import datetime
import json
import math
import os
import platform
import statistics
import sys
import time

import torch
import torch.distributed as dist
import torch.nn.functional as F

COLLECTIVES = {  # and the pattern whose constants they give, if any
    "all-reduce": "ring-all-reduce",
    "all-gather": None,
    "reduce-scatter": None,
    "broadcast": None,
    "all-to-all": "shuffle",
    "ping-pong": None,
}


class Device:
    """The accelerator of this process, with the few calls that differ between kinds."""

    def __init__(self, wanted, local_rank):
        xpu = getattr(torch, "xpu", None)
        mps = getattr(torch.backends, "mps", None)
        available = {
            "cuda": torch.cuda.is_available(),  # also ROCm
            "xpu": bool(xpu and xpu.is_available()),
            "mps": bool(mps and mps.is_available()),
            "cpu": True,
        }
        self.kind = wanted or next(kind for kind, usable in available.items() if usable)
        if not available.get(self.kind):
            sys.exit(f"scalewright-torch: this torch has no {self.kind} device")
        self.module = {"cuda": torch.cuda, "xpu": xpu, "mps": getattr(torch, "mps", None)}.get(self.kind)
        if self.kind in ("cuda", "xpu"):
            count = self.module.device_count()
            if local_rank >= count:
                sys.exit(f"scalewright-torch: {local_rank + 1} processes for {count} devices: start one per device")
            self.module.set_device(local_rank)
            self.device = torch.device(self.kind, local_rank)
            properties = self.module.get_device_properties(local_rank)
            self.name = properties.name
            self.memory_bytes = properties.total_memory
        else:
            self.device = torch.device(self.kind)
            self.name = (platform.processor() or platform.machine()) if self.kind == "cpu" else "Apple " + self.kind
            self.memory_bytes = self._host_memory()
        if self.kind == "cpu":
            self.name = self._cpu_name() or self.name

    @staticmethod
    def _host_memory():
        try:
            return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
        except (AttributeError, ValueError, OSError):
            return 0

    @staticmethod
    def _cpu_name():
        try:
            with open("/proc/cpuinfo", encoding="utf-8") as lines:
                return next(line.split(":", 1)[1].strip() for line in lines if line.startswith("model name"))
        except (OSError, StopIteration):
            return ""

    def synchronize(self):
        if self.module and hasattr(self.module, "synchronize"):
            self.module.synchronize()

    def reset_peak(self):
        if self.kind in ("cuda", "xpu") and hasattr(self.module, "reset_peak_memory_stats"):
            self.module.reset_peak_memory_stats()

    def peak_bytes(self):
        """Highest number of allocated bytes since reset_peak(), or None if the device does not count them."""
        if self.kind in ("cuda", "xpu") and hasattr(self.module, "max_memory_allocated"):
            return self.module.max_memory_allocated()
        if self.kind == "mps" and hasattr(self.module, "driver_allocated_memory"):
            return self.module.driver_allocated_memory()
        if self.kind == "cpu":
            try:
                import resource

                peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
                return peak * (1 if sys.platform == "darwin" else 1024)
            except ImportError:
                return None
        return None

    def empty_cache(self):
        if self.module and hasattr(self.module, "empty_cache"):
            self.module.empty_cache()

    def is_out_of_memory(self, error):
        return "out of memory" in str(error).lower() or "can't allocate" in str(error).lower()


class Budget:
    """Divides the time: each part may use its share of the remaining time."""

    def __init__(self, seconds):
        self.end = time.monotonic() + seconds

    def left(self):
        return max(0.0, self.end - time.monotonic())


def progress(rank, text):
    if rank == 0:
        print(f"scalewright-torch: {text}", file=sys.stderr, flush=True)


def time_calls(call, device, seconds, minimum=3, maximum=200):
    """Seconds per call, each call timed between synchronisations, after one warm-up; repeats until `seconds` passed."""
    call()
    device.synchronize()
    times = []
    end = time.monotonic() + seconds
    while len(times) < minimum or (len(times) < maximum and time.monotonic() < end):
        start = time.perf_counter()
        call()
        device.synchronize()
        times.append(time.perf_counter() - start)
    return times


def median_with_interval(times):
    """The median with the order statistics that contain the true median with a probability of 0.95, if there are
    enough repeats, otherwise the extremes."""
    ordered = sorted(times)
    n = len(ordered)
    low, level = 0, 1 - 2.0 ** (1 - n)
    for k in range(n // 2):
        inside = sum(math.comb(n, i) for i in range(k + 1, n - k)) / 2.0**n
        if inside < 0.95:
            break
        low, level = k, inside
    return statistics.median(ordered), ordered[low], ordered[n - 1 - low], level


def quantity(value, low, high, level, source, conditions):
    return {
        "value": value,
        "low": min(low, value),
        "high": max(high, value),
        "level": level,
        "origin": "measured",
        "source": source,
        "date": datetime.date.today().isoformat(),
        "conditions": conditions,
    }


def rate(amount, times, source, conditions):
    middle, low, high, level = median_with_interval(times)
    return quantity(amount / middle, amount / high, amount / low, level, source, conditions)


def number_formats(device):
    formats = [("fp32", torch.float32)]
    if device.kind != "cpu":
        formats.append(("fp16", torch.float16))
    supports_bf16 = device.kind in ("xpu", "cpu")
    if device.kind == "cuda":
        supports_bf16 = torch.cuda.is_bf16_supported()
    if supports_bf16:
        formats.append(("bf16", torch.bfloat16))
    return formats


def measure_matrices(device, seconds, rank):
    """Seconds of C = A B by size and number format."""
    sizes = [256, 512, 1024, 2048] + ([4096, 8192] if device.kind != "cpu" else [])
    rows = []
    formats = number_formats(device)
    share = seconds / (len(formats) * len(sizes))
    for name, dtype in formats:
        progress(rank, f"matrix products in {name}")
        for n in sizes:
            try:
                a = torch.randn(n, n, device=device.device, dtype=torch.float32).to(dtype)
                b = torch.randn(n, n, device=device.device, dtype=torch.float32).to(dtype)
                times = time_calls(lambda: torch.mm(a, b), device, share, maximum=50)
            except RuntimeError as error:
                rows.append({"dtype": name, "n": n, "failed": str(error).splitlines()[0]})
                break
            middle, low, high, level = median_with_interval(times)
            rows.append({"dtype": name, "n": n, "flop": 2.0 * n**3, "seconds": middle, "low": low, "high": high,
                         "level": level, "repeats": len(times), "flop_per_s": 2.0 * n**3 / middle})
            if middle > 4 * share:  # the next size takes eight times as long
                break
    return rows


def measure_memory(device, seconds, rank):
    """A copy reads and writes each byte once."""
    progress(rank, "memory bandwidth")
    limit = device.memory_bytes // 16 if device.memory_bytes else 2**28
    size = min(2**30 if device.kind != "cpu" else 2**28, max(2**24, limit))
    a = torch.empty(size // 4, dtype=torch.float32, device=device.device).fill_(1)
    b = torch.empty_like(a)
    times = time_calls(lambda: b.copy_(a), device, seconds)
    return size, times


def measure_host_copy(device, seconds, rank):
    if device.kind == "cpu":
        return None
    progress(rank, "copies from host to device")
    size = 2**28
    host = torch.empty(size, dtype=torch.uint8)
    pinned = False
    if device.kind == "cuda":
        try:
            host, pinned = host.pin_memory(), True
        except RuntimeError:
            pass
    there = torch.empty(size, dtype=torch.uint8, device=device.device)
    times = time_calls(lambda: there.copy_(host), device, seconds)
    return {"bytes": size, "pinned": pinned, "seconds": statistics.median(times),
            "bytes_per_s": size / statistics.median(times)}


def worker_counts(world):
    """2 and its doublings, up to all workers."""
    return [2**k for k in range(1, world.bit_length()) if 2**k < world] + [world]


def message_sizes(device):
    """Bytes: a plateau that gives alpha; from 1 MiB a slope that gives the bandwidth; a few in between."""
    return [8, 16, 32, 64, 512, 2**12, 2**15, 2**18] + [2**k for k in range(20, 25 if device.kind == "cpu" else 27)]


def run_collective(name, group, rank, world, given, received):
    """One call. `given` and `received` are whole vectors; an all-reduce and a broadcast use only `received`."""
    part = received.numel() // world
    if name == "all-reduce":
        dist.all_reduce(received, group=group)
    elif name == "broadcast":
        dist.broadcast(received, 0, group=group)
    elif name == "all-gather":
        dist.all_gather(list(received.split(part)), given[:part], group=group)
    elif name == "reduce-scatter":
        dist.reduce_scatter(received[:part], list(given.split(part)), group=group)
    elif name == "all-to-all":
        dist.all_to_all_single(received, given, group=group)
    elif rank == 0:
        dist.send(given, 1, group=group)
        dist.recv(received, 1, group=group)
    elif rank == 1:
        dist.recv(received, 0, group=group)
        dist.send(given, 0, group=group)


def is_correct(name, rank, world, received):
    """Whether the first call gave the right numbers if each worker gives its rank plus one."""
    part = received.numel() // world
    if name in ("all-reduce", "reduce-scatter"):
        end = part if name == "reduce-scatter" else received.numel()
        return bool((received[:end] == world * (world + 1) / 2).all())
    if name in ("broadcast", "ping-pong"):
        return bool((received == (1 if name == "broadcast" else 2 - rank)).all())
    expected = torch.arange(1, world + 1, device=received.device, dtype=received.dtype)
    return bool((received == expected.repeat_interleave(part)).all())


def slowest(seconds, group, device):
    times = torch.tensor(seconds, device=device.device)
    dist.all_reduce(times, op=dist.ReduceOp.MAX, group=group)
    return times.tolist()


def time_collective(name, group, rank, world, size, device, share):
    """A row with seconds per call, the slowest worker's; half of the round trip of a ping-pong. None if the message is
    too small to be split."""
    count = size // 4 // world * world if name in ("all-gather", "reduce-scatter", "all-to-all") else size // 4
    if count == 0:
        return None
    given = torch.full((count,), float(rank + 1), device=device.device)
    received = given.clone()
    run_collective(name, group, rank, world, given, received)
    device.synchronize()
    if slowest([0.0 if is_correct(name, rank, world, received) else 1.0], group, device) != [0.0]:
        sys.exit(f"scalewright-torch: {name} of {size} bytes among {world} gave wrong numbers: nothing was written")

    def timed():
        dist.barrier(group=group)
        start = time.perf_counter()
        run_collective(name, group, rank, world, given, received)
        device.synchronize()
        return (time.perf_counter() - start) / (2 if name == "ping-pong" else 1)

    start = time.perf_counter()
    timed(), timed()
    once = slowest([(time.perf_counter() - start) / 2], group, device)[0]  # with the barrier
    repeats = int(max(5, min(100, share / max(1e-6, once))))
    times = slowest([timed() for _ in range(repeats)], group, device)
    return {"collective": name, "p": world, "bytes": count * 4, "seconds": statistics.median(times),
            "least": min(times), "most": max(times), "repeats": repeats}


def measure_collectives(device, seconds, rank, world, only):
    """Rows by number of workers and size of the whole vector, and the hosts."""
    hosts = [None] * world
    dist.all_gather_object(hosts, platform.node())
    names, sizes, counts = only or list(COLLECTIVES), message_sizes(device), worker_counts(world)
    share = seconds / (len(names) * len(sizes) * len(counts))
    rows, missing = [], set()
    for p in counts:
        group = dist.new_group(list(range(p)))
        for name in names if rank < p else []:
            if name in missing or (name == "ping-pong" and p > 2):
                continue
            progress(rank, f"{name} among {p}")
            for size in sizes:
                try:
                    row = time_collective(name, group, rank, p, size, device, share)
                except (RuntimeError, ValueError) as error:  # gloo has no reduce-scatter or all-to-all
                    progress(rank, f"no {name}: {str(error).splitlines()[0][:90]}")
                    missing.add(name)
                    break
                if row:
                    rows.append(dict(row, where=place_of(hosts[:p])))
                    if size >= 2**22 and 5 * row["seconds"] > 4 * share:  # two points of the slope are enough
                        break
        dist.barrier()
    return rows, hosts


def place_of(hosts):
    pairs = [(a, b) for i, a in enumerate(hosts) for b in hosts[:i]]
    shared = sum(a == b for a, b in pairs)
    return "network" if shared == 0 else "shared-memory" if shared == len(pairs) else "mixed"


def timings_csv(device, backend, rows, hosts):
    """The CSV that fit-comm reads, with the columns of scalewright-mpi."""
    columns = ("collective", "p", "bytes", "seconds", "least", "most", "repeats", "where")
    lines = [f"# scalewright-torch: torch {torch.__version__}, {backend}, {device.name}, "
             f"{datetime.datetime.now().isoformat(timespec='seconds')}",
             f"# {len(hosts)} ranks, {place_of(hosts)}: {' '.join(hosts[:64])}",
             "# seconds: median over repeats of the slowest rank, after three warm-up calls", ",".join(columns)]
    for row in rows:
        lines.append(",".join(f"{row[key]:.9g}" if isinstance(row[key], float) else str(row[key]) for key in columns))
    return "\n".join(lines) + "\n"


class Block(torch.nn.Module):
    def __init__(self, hidden, heads):
        super().__init__()
        self.heads = heads
        self.norm1 = torch.nn.LayerNorm(hidden)
        self.qkv = torch.nn.Linear(hidden, 3 * hidden)
        self.out = torch.nn.Linear(hidden, hidden)
        self.norm2 = torch.nn.LayerNorm(hidden)
        self.up = torch.nn.Linear(hidden, 4 * hidden)
        self.down = torch.nn.Linear(4 * hidden, hidden)

    def forward(self, x):
        b, s, h = x.shape
        q, k, v = (each.view(b, s, self.heads, h // self.heads).transpose(1, 2)
                   for each in self.qkv(self.norm1(x)).split(h, dim=2))
        if hasattr(F, "scaled_dot_product_attention"):
            y = F.scaled_dot_product_attention(q, k, v, is_causal=True)
        else:
            scores = q @ k.transpose(-2, -1) / math.sqrt(h // self.heads)
            mask = torch.ones(s, s, dtype=torch.bool, device=x.device).tril()
            y = scores.masked_fill(~mask, float("-inf")).softmax(-1) @ v
        x = x + self.out(y.transpose(1, 2).reshape(b, s, h))
        return x + self.down(F.gelu(self.up(self.norm2(x))))


class Model(torch.nn.Module):
    """A GPT with learned positions and a table for both ends."""

    def __init__(self, shape):
        super().__init__()
        self.table = torch.nn.Embedding(shape["vocabulary"], shape["hidden"])
        self.positions = torch.nn.Embedding(shape["sequence"], shape["hidden"])
        self.blocks = torch.nn.ModuleList(Block(shape["hidden"], shape["heads"]) for _ in range(shape["layers"]))
        self.norm = torch.nn.LayerNorm(shape["hidden"])

    def forward(self, tokens):
        x = self.table(tokens) + self.positions(torch.arange(tokens.shape[1], device=tokens.device))
        for block in self.blocks:
            x = block(x)
        return F.linear(self.norm(x), self.table.weight)


def default_shape(device):
    if device.kind == "cpu":
        return {"layers": 4, "hidden": 256, "heads": 4, "vocabulary": 8192, "sequence": 256}
    gigabytes = device.memory_bytes / 1e9
    if gigabytes > 60:
        return {"layers": 24, "hidden": 2048, "heads": 16, "vocabulary": 50304, "sequence": 2048}
    if gigabytes > 14:
        return {"layers": 24, "hidden": 1024, "heads": 16, "vocabulary": 50304, "sequence": 1024}
    return {"layers": 12, "hidden": 768, "heads": 12, "vocabulary": 50304, "sequence": 1024}


def measure_step(device, shape, micro_batch, seconds, rank):
    """A step with AdamW: weights and optimizer in fp32, matrices in bf16 or fp16 where the device has them."""
    formats = dict(number_formats(device))
    name = "bf16" if "bf16" in formats and device.kind != "cpu" else "fp16" if "fp16" in formats else "fp32"
    progress(rank, "training step: {layers} layers, hidden {hidden}, sequence {sequence}".format(**shape)
             + f", micro-batch {micro_batch}, {name}")
    torch.manual_seed(0)
    model = Model(shape).to(device.device)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-4)
    tokens = torch.randint(shape["vocabulary"], (micro_batch, shape["sequence"] + 1), device=device.device)
    device.empty_cache()
    device.reset_peak()
    parts = {"forward_s": [], "backward_s": [], "optimizer_s": [], "step_s": []}

    def step(record):
        device.synchronize()
        t0 = time.perf_counter()
        with contextlib.nullcontext() if name == "fp32" else torch.autocast(device.kind, dtype=formats[name]):
            logits = model(tokens[:, :-1])
            loss = F.cross_entropy(logits.float().view(-1, shape["vocabulary"]), tokens[:, 1:].reshape(-1))
        device.synchronize()
        t1 = time.perf_counter()
        loss.backward()
        device.synchronize()
        t2 = time.perf_counter()
        optimizer.step()
        optimizer.zero_grad(set_to_none=True)
        device.synchronize()
        t3 = time.perf_counter()
        if record:
            for key, value in zip(parts, (t1 - t0, t2 - t1, t3 - t2, t3 - t0)):
                parts[key].append(value)

    step(False)
    end = time.monotonic() + seconds
    while len(parts["step_s"]) < 3 or (len(parts["step_s"]) < 50 and time.monotonic() < end):
        step(True)
    parameters = sum(each.numel() for each in model.parameters())
    middle = {key: statistics.median(values) for key, values in parts.items()}
    tokens_per_step = micro_batch * shape["sequence"]
    h, length, layers = shape["hidden"], shape["sequence"], shape["layers"]
    # 72 B L s h^2 (1 + s/(6 h) + V/(12 L h)): Narayanan et al. 2021, without recomputation.
    flop = 72.0 * tokens_per_step * layers * h * h * (1 + length / (6 * h) + shape["vocabulary"] / (12 * layers * h))
    return dict(middle, dtype=name, micro_batch=micro_batch, model=dict(shape, parameters=parameters),
                peak_memory_bytes=device.peak_bytes(), tokens_per_s=tokens_per_step / middle["step_s"], flop=flop,
                times=parts["step_s"])


def measure_largest_step(device, shape, micro_batch, seconds, rank):
    """Times a step. Halves the micro-batch until the step fits in memory."""
    while True:
        try:
            return measure_step(device, shape, micro_batch, seconds, rank)
        except RuntimeError as error:
            if not device.is_out_of_memory(error) or micro_batch == 1:
                raise
        device.empty_cache()
        micro_batch //= 2


def efficiency_curve(matrices, dtype):
    """The share of the best rate that a product of w FLOP reaches, w/(w + half): least squares in 1/rate over 1/w."""
    points = [(1 / row["flop"], 1 / row["flop_per_s"]) for row in matrices if row["dtype"] == dtype and "flop" in row]
    if len(points) < 3:
        return None
    mean_x = sum(x for x, _ in points) / len(points)
    mean_y = sum(y for _, y in points) / len(points)
    slope = (sum((x - mean_x) * (y - mean_y) for x, y in points) / sum((x - mean_x) ** 2 for x, _ in points))
    intercept = mean_y - slope * mean_x
    if intercept <= 0 or slope <= 0:  # small products are as fast as large ones
        return {"dtype": dtype, "flop_per_s": max(1 / y for _, y in points), "half_flop": 0.0}
    return {"dtype": dtype, "flop_per_s": 1 / intercept, "half_flop": slope / intercept}


def counted_bytes(step):
    """Bytes that a step moves at least: 12 a parameter for the weights in three passes, 60 for gradients and optimizer;
    per token and layer 42 h in the forward pass at 16 bits and twice as much backward; 30 a logit."""
    model, tokens = step["model"], step["micro_batch"] * step["model"]["sequence"]
    width = 2 if step["dtype"] == "fp32" else 1
    return (72.0 * model["parameters"] + width * 3 * 42.0 * tokens * model["hidden"] * model["layers"]
            + 30.0 * tokens * model["vocabulary"])


def project_of(device, measured, source, world, backend):
    """A Scalewright project with the measurements."""
    step = measured["step"]
    training = [row for row in measured["matrices"] if row["dtype"] == step["dtype"] and "flop" in row]
    machine = {"name": device.name}
    conditions = f"{device.name}, torch {torch.__version__}"
    if training:
        best = max(training, key=lambda row: row["flop_per_s"])
        machine["peak_flops"] = quantity(best["flop_per_s"], best["flop"] / best["high"], best["flop"] / best["low"],
                                         best["level"], source,
                                         f"{conditions}: matrix product of n = {best['n']} in {best['dtype']}")
    size, times = measured["memory"]
    machine["memory_bandwidth_bytes_per_s"] = rate(2 * size, times, source, f"{conditions}: copy of {size} bytes")
    if device.memory_bytes:
        machine["memory_bytes"] = {"value": device.memory_bytes, "origin": "measured", "source": source,
                                   "date": datetime.date.today().isoformat(), "conditions": conditions}
    shape = {key: step["model"][key] for key in ("layers", "hidden", "heads", "vocabulary", "sequence")}
    middle, low, high, level = median_with_interval(step["times"])
    step_conditions = f"{conditions}: micro-batch {step['micro_batch']}, {step['dtype']}"
    step_time = quantity(middle, low, high, level, source, step_conditions)
    typed = lambda value: {"value": value, "origin": "measured", "source": source, "conditions": step_conditions}
    baseline = {
        "machine": machine,
        "t_comp_s": step_time,
        "batch": typed(step["micro_batch"]),
        "model": dict({key: typed(value) for key, value in shape.items()}, flash_attention=True),
        "steps": [{"name": "training step", "step_time_s": step_time, "flops": typed(step["flop"]),
                   "io_time_s": dict(typed(0), conditions="random tokens: nothing is read"),
                   "bytes_moved": {"value": counted_bytes(step), "origin": "assumed", "source": source,
                                   "conditions": "counted, not measured: weights, gradients, optimizer, activations"}}],
    }
    if step["peak_memory_bytes"]:
        baseline["working_set_bytes"] = typed(step["peak_memory_bytes"])
    project = {
        "format": "scalewright-project",
        "version": 1,
        "title": f"Measured by scalewright-torch on {device.name}",
        "baseline": baseline,
        "design": {"partitioning": {"micro_batch": typed(step["micro_batch"])}},
        "measurements": {
            "ladders": [{
                "name": "training step",
                "provenance": {"origin": "measured", "source": source, "conditions": step_conditions,
                               "date": datetime.date.today().isoformat()},
                "steps_per_time": {"value": 1, "origin": "measured"},
                "points": [{"p": 1, "time_s": each} for each in step["times"]],
            }],
        },
        "torch": {  # everything, for other programs
            "device": {"kind": device.kind, "name": device.name, "memory_bytes": device.memory_bytes},
            "versions": {"torch": torch.__version__, "python": platform.python_version(), "cuda": torch.version.cuda,
                         "hip": getattr(torch.version, "hip", None)},
            "matrices": measured["matrices"],
            "efficiency": measured["efficiency"],
            "host_to_device": measured["host_to_device"],
            "collectives": measured["collectives"],
            "backend": backend,
            "processes": world,
            "step": {key: value for key, value in step.items() if key != "times"},
            "seconds": measured["seconds"],
        },
    }
    groups = {}
    for row in measured["collectives"]:
        groups.setdefault(row["collective"], []).append({key: row[key] for key in ("p", "bytes", "seconds")})
    if groups:
        project["measurements"]["collectives"] = [
            {"name": name, "pattern": COLLECTIVES.get(name) or "ring-all-reduce",
             "provenance": {"origin": "measured", "source": source,
                            "conditions": f"{conditions}, {backend}, {world} processes"}, "timings": rows}
            for name, rows in groups.items() if COLLECTIVES.get(name)]
    return project


def write_file(path, text):
    """Writes under another name first, so that an interrupted run leaves no partial file."""
    partial = path + ".part"
    with open(partial, "w", encoding="utf-8") as file:
        file.write(text)
    os.replace(partial, path)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-o", "--output", default="card.scalewright", metavar="FILE")
    parser.add_argument("--device", choices=["cuda", "xpu", "mps", "cpu"], help="default: the first that is available")
    parser.add_argument("--only", action="append", choices=list(COLLECTIVES), metavar="COLLECTIVE",
                        help="a collective to time; may be repeated (default: all): " + ", ".join(COLLECTIVES))
    parser.add_argument("--seconds", type=float, default=120, help="time to use, about (default: 120)")
    parser.add_argument("--micro-batch", type=int, default=8, help="sequences of the training step (default: 8)")
    for name in ("layers", "hidden", "heads", "vocabulary", "sequence"):
        parser.add_argument("--" + name, type=int, help="of the training step's model (default: by memory)")
    options = parser.parse_args()
    world, rank = int(os.environ.get("WORLD_SIZE", "1")), int(os.environ.get("RANK", "0"))
    csv = options.output.endswith(".csv")
    if csv and world < 2:
        parser.error("one process exchanges nothing: start it with torchrun --nproc_per_node 2")
    started = time.monotonic()
    device = Device(options.device, int(os.environ.get("LOCAL_RANK", "0")))
    progress(rank, f"{device.name} ({device.kind}), torch {torch.__version__}")
    backend = {"cuda": "nccl", "xpu": "xccl"}.get(device.kind, "gloo")
    if world > 1:
        dist.init_process_group(backend)
    budget = Budget(options.seconds)
    collectives, hosts = [], []
    if world > 1:
        share = budget.left() * (0.9 if csv else 0.3)
        collectives, hosts = measure_collectives(device, share, rank, world, options.only)
    if csv:
        if rank == 0:
            write_file(options.output, timings_csv(device, backend, collectives, hosts))
            progress(rank, f"wrote {options.output}")
    else:
        shape = default_shape(device)
        for name in shape:
            shape[name] = getattr(options, name) or shape[name]
        if shape["hidden"] % shape["heads"]:
            parser.error("the heads must divide the hidden size")
        measured = {"collectives": collectives}
        measured["matrices"] = measure_matrices(device, budget.left() * 0.35, rank)
        measured["memory"] = measure_memory(device, budget.left() * 0.1, rank)
        measured["host_to_device"] = measure_host_copy(device, budget.left() * 0.1, rank)
        device.empty_cache()
        measured["step"] = measure_largest_step(device, shape, options.micro_batch, budget.left() * 0.6, rank)
        measured["efficiency"] = efficiency_curve(measured["matrices"], measured["step"]["dtype"])
        measured["seconds"] = time.monotonic() - started
        if rank == 0:
            project = project_of(device, measured, "scalewright-torch", world, backend)
            write_file(options.output, json.dumps(project, indent=2) + "\n")
            step = measured["step"]
            progress(rank, f"{step['tokens_per_s']:.0f} tokens/s; wrote {options.output}")
    if world > 1:
        dist.destroy_process_group()


if __name__ == "__main__":
    main()
