"""NumPy's, PyTorch's and CuPy's tensors through onrush and back: python crossings.py libcrossings.so

Checks answers on every device that there is, while nobody waits, and measures the host's time of a crossing.
"""
import ctypes
import sys
import time

api = ctypes.pythonapi
api.PyCapsule_GetPointer.restype = ctypes.c_void_p
api.PyCapsule_GetPointer.argtypes = [ctypes.py_object, ctypes.c_char_p]
api.PyCapsule_SetName.argtypes = [ctypes.py_object, ctypes.c_char_p]
api.PyCapsule_New.restype = ctypes.py_object
api.PyCapsule_New.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]

library = ctypes.CDLL(sys.argv[1])
library.onrush_stream.restype = ctypes.c_void_p
calls = {}
for name in ("sums", "sorted", "same"):
    calls[name] = getattr(library, "onrush_" + name)
    calls[name].restype = ctypes.c_void_p
    calls[name].argtypes = [ctypes.c_void_p] * 3
stream = library.onrush_stream()


class Result:
    """A tensor that came back, as `from_dlpack` takes it."""

    def __init__(self, address, device):
        # CPython keeps the name's address, so the name must stay.
        self.capsule, self.device = api.PyCapsule_New(address, NEW, None), device

    def __dlpack__(self, stream=None, **_):
        return self.capsule

    def __dlpack_device__(self):
        return self.device


NEW, USED = b"dltensor", b"used_dltensor"


def crossing(name, x, on):
    """Hands `x`, whose library works on the stream `on`, to a call, and returns what comes back."""
    device = x.__dlpack_device__()
    device = (int(device[0]), int(device[1]))
    capsule = x.__dlpack__(stream=stream) if stream else x.__dlpack__()
    address = api.PyCapsule_GetPointer(capsule, b"dltensor")
    api.PyCapsule_SetName(capsule, USED)
    back = calls[name](address, on, on)
    assert back, name
    return Result(back, device)


def median(f):
    times = []
    for _ in range(2000):
        start = time.perf_counter()
        f()
        times.append(time.perf_counter() - start)
    return sorted(times)[len(times) // 2] * 1e6


def with_numpy():
    import numpy
    for n in (1, 1000, 1 << 20):
        x = numpy.random.default_rng(1).random(n, dtype=numpy.float32)
        want = x.copy()
        sums = numpy.from_dlpack(crossing("sums", x, 0))
        ordered = numpy.from_dlpack(crossing("sorted", x, 0))
        assert numpy.allclose(sums, want.cumsum(dtype=numpy.float64), rtol=1e-4), n
        assert (ordered == numpy.sort(want)).all() and (x == ordered).all(), n
    x = numpy.ones(1000, dtype=numpy.float32)
    own = median(lambda: numpy.from_dlpack(x))
    both = median(lambda: numpy.from_dlpack(crossing("same", x, 0)))
    print(f"numpy {numpy.__version__}: answers are right; there and back {both:.2f} µs, numpy to numpy {own:.2f} µs")


def with_torch():
    import torch
    where = "cuda" if stream else "cpu"
    for side in ([torch.cuda.default_stream(), torch.cuda.Stream()] if stream else [None]):
        with torch.cuda.stream(side):
            on = side.cuda_stream if side else 0
            for n in (1, 1000, 1 << 22):
                x = torch.ones(n, device=where) if n > 1000 else torch.rand(n, device=where)
                want = x.clone()
                for _ in range(10):
                    y = x * 1.0  # a kernel of theirs, and at once ours
                    sums = torch.from_dlpack(crossing("sums", y, on))
                    ordered = torch.from_dlpack(crossing("sorted", y, on))
                    del y
                    twice = ordered + ordered  # and theirs again
                    del ordered
                assert torch.equal(twice, 2 * want.sort().values), n
                assert torch.allclose(sums, want.cumsum(0), rtol=1e-4), n
                assert n < 1 << 22 or torch.equal(sums[-1:], torch.full((1,), float(n), device=where))
            x = torch.ones(1000, device=where)
            own = median(lambda: torch.from_dlpack(x))
            both = median(lambda: torch.from_dlpack(crossing("same", x, on)))
            print(f"torch {torch.__version__} on {where}, stream {on}: answers are right; there and back {both:.2f} µs, "
                  f"torch to torch {own:.2f} µs")


def with_cupy():
    import cupy
    for side in (cupy.cuda.Stream.null, cupy.cuda.Stream(non_blocking=True)):
        with side:
            for n in (1, 1000, 1 << 22):
                x = cupy.arange(n, dtype=cupy.float32)[::-1].copy()
                y = x + 1
                ordered = cupy.from_dlpack(crossing("sorted", y, side.ptr))
                del y
                assert bool((ordered == cupy.arange(1, n + 1, dtype=cupy.float32)).all()), n
            x = cupy.ones(1000, dtype=cupy.float32)
            own = median(lambda: cupy.from_dlpack(x))
            both = median(lambda: cupy.from_dlpack(crossing("same", x, side.ptr)))
            print(f"cupy {cupy.__version__}, stream {side.ptr}: answers are right; there and back {both:.2f} µs, "
                  f"cupy to cupy {own:.2f} µs")


for name, run in (("numpy", with_numpy), ("torch", with_torch), ("cupy", with_cupy)):
    try:
        __import__(name)
    except ImportError as error:
        print(f"SKIPPED {name}: {error}")
        continue
    if (name == "cupy") != bool(stream) and name != "torch":
        print(f"SKIPPED {name}: the device is a {'GPU' if stream else 'CPU'}")
        continue
    run()
