"""The iterative programs of benches/gpu/cases/solvers.rs in PyTorch: eager, as a CUDA graph, and compiled and as a CUDA graph.

    python3 recordings.py [LOG2,LOG2] [--compiled]

prints `lib,algorithm,types,n,variant,wall_us`: the median wall time of the program and of waiting for it, measured as benches/gpu does.
Inputs and steps are those of benches/gpu; results are compared with the same text on the CPU, up to rounding.
"""

import statistics
import sys
import time

import numpy
import torch

CENTRES = 16


def random(n, seed):
    with numpy.errstate(over="ignore"):
        z = (numpy.arange(n, dtype=numpy.uint64) + numpy.uint64(1)) * numpy.uint64(0x9E3779B97F4A7C15) + numpy.uint64(seed)
        z = (z ^ (z >> numpy.uint64(30))) * numpy.uint64(0xBF58476D1CE4E5B9)
        z = (z ^ (z >> numpy.uint64(27))) * numpy.uint64(0x94D049BB133111EB)
        return ((z ^ (z >> numpy.uint64(31))) >> numpy.uint64(16)).astype(numpy.uint32)


def f32s(n, seed, device):
    return torch.from_numpy((random(n, seed) >> 8).astype(numpy.float32) * numpy.float32(1 / 16777216)).to(device)


def f64s(n, seed, device):
    return torch.from_numpy(random(n, seed) * (1 / 4294967296)).to(device)


class Heat:
    name, types, suffix = "heat", "f32", ""

    def __init__(self, n, device):
        self.start = f32s(n, 7, device)
        self.now, self.next = self.start.clone(), self.start.clone()
        self.result = self.now

    def flow(self, now, next):
        a, b, c = now[:-2], now[1:-1], now[2:]
        next[1:-1] = b + 0.25 * (a - 2.0 * b + c)

    def step(self):
        self.now.copy_(self.start)
        for _ in range(5):
            self.flow(self.now, self.next)
            self.flow(self.next, self.now)


class ConjugateGradients:
    name, types, suffix = "conjugate_gradients", "f64", ""

    def __init__(self, n, device):
        self.right = f64s(n, 9, device)
        self.solution, self.residual, self.image = (torch.zeros_like(self.right) for _ in range(3))
        self.direction = torch.zeros(n + 2, dtype=torch.float64, device=device)
        self.result = self.solution

    def step(self):
        p = self.direction[1:-1]
        self.solution.zero_()
        self.residual.copy_(self.right)
        p.copy_(self.right)
        square = torch.dot(self.residual, self.residual)
        for _ in range(2):
            image = 2.0 * p - self.direction[:-2] - self.direction[2:]
            far = square / torch.dot(p, image)
            self.solution.addcmul_(far, p)
            self.residual.addcmul_(far, image, value=-1.0)
            next = torch.dot(self.residual, self.residual)
            p.mul_(next / square).add_(self.residual)
            square = next


class KMeans:
    name, types, suffix = "k_means", "f32", ""

    def __init__(self, n, device):
        self.points = torch.stack((f32s(n, 11, device), f32s(n, 12, device)), 1)
        self.ones = torch.ones(n, device=device)
        self.centres = torch.zeros(CENTRES, 2, device=device)
        self.sums, self.number = torch.zeros_like(self.centres), torch.zeros(CENTRES, device=device)
        self.result = self.centres

    def nearest(self):
        return (self.points[:, None, :] - self.centres[None, :, :]).square().sum(2).argmin(1)

    def step(self):
        self.centres.copy_(self.points[:CENTRES])
        for _ in range(5):
            nearest = self.nearest()
            self.sums.zero_().index_add_(0, nearest, self.points)
            self.number.zero_().index_add_(0, nearest, self.ones)
            some = (self.number > 0)[:, None]
            self.centres.copy_(torch.where(some, self.sums / self.number[:, None], self.centres))


class KMeansByProducts(KMeans):
    """Distances by a product of matrices."""

    suffix = "_cdist"

    def nearest(self):
        return torch.cdist(self.points, self.centres).argmin(1)


def measure(program, variant, n, call):
    times, total = [], 0.0
    for i in range(303):
        torch.cuda.synchronize()
        start = time.perf_counter()
        call()
        torch.cuda.synchronize()
        us = (time.perf_counter() - start) * 1e6
        if i >= 3:
            times.append(us)
            total += us
        if len(times) >= 15 and total > 60e3:
            break
    expected = type(program)(n, "cpu")
    expected.step()
    if not torch.allclose(program.result.cpu(), expected.result, rtol=1e-3, atol=1e-3):
        sys.exit(f"wrong answer of {program.name},{variant},{n}")
    print(f"torch,{program.name},{program.types},{n},{variant}{program.suffix},{statistics.median(times):.2f}", flush=True)


def graph_of(call):
    side = torch.cuda.Stream()
    side.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(side):
        for _ in range(3):
            call()
    torch.cuda.current_stream().wait_stream(side)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        call()
    return graph


def main():
    flags, args = [[a for a in sys.argv[1:] if a.startswith("--") == flag] for flag in (True, False)]
    sizes = [1 << int(log2) for log2 in (args[0] if args else "10,14,18").split(",")]
    print(f"# {torch.cuda.get_device_name()}, PyTorch {torch.__version__}", file=sys.stderr)
    for n in sizes:
        for kind in (Heat, ConjugateGradients, KMeans, KMeansByProducts):
            program = kind(n, "cuda")
            if "--compiled" in flags:
                compiled = torch.compile(program.step, dynamic=False)
                measure(program, "compiled_graph", n, graph_of(compiled).replay)
            else:
                measure(program, "eager", n, program.step)
                measure(program, "graph", n, graph_of(program.step).replay)


main()
