#!/usr/bin/env python3
"""The errors of onrush's functions of mathematics, against MPFR (pip install gmpy2).

    cargo bench --bench math -- samples | python3 benches/math/reference.py
        prints for each function the largest error among the samples, in units of the last place of the exact result, and how many
        results aren't the nearest numbers; likewise with `rounding`, or with `screen` and screen.cpp in between
    cargo bench --bench math -- rounding | python3 benches/math/reference.py closest > core/src/math/single/closest.txt
        writes the arguments whose exact results are close to the middle of two numbers, and the right results
    python3 benches/math/reference.py table > core/src/math/tests/exact.txt
        writes the hard arguments and the exact results with which the tests compare
"""

import collections
import math
import random
import struct
import sys

import gmpy2
from gmpy2 import mpfr

context = gmpy2.get_context()
context.precision = 180
context.emax = gmpy2.get_emax_max()
context.emin = gmpy2.get_emin_min()

ROOT_HALF = gmpy2.sqrt(mpfr(0.5))


def gelu(x):
    return mpfr(-0.0) if x == -gmpy2.inf() else x / 2 * gmpy2.erfc(-x * ROOT_HALF)


def log(x, base):
    return gmpy2.log(x) / gmpy2.log(base)


FUNCTIONS = {
    "acos": gmpy2.acos,
    "acosh": gmpy2.acosh,
    "asin": gmpy2.asin,
    "asinh": gmpy2.asinh,
    "atan": gmpy2.atan,
    "atan2": gmpy2.atan2,
    "atanh": gmpy2.atanh,
    "cbrt": gmpy2.cbrt,
    "cos": gmpy2.cos,
    "cosh": gmpy2.cosh,
    "erf": gmpy2.erf,
    "erfc": gmpy2.erfc,
    "exp": gmpy2.exp,
    "exp2": gmpy2.exp2,
    "exp_m1": gmpy2.expm1,
    "gamma": gmpy2.gamma,
    "gelu": gelu,
    "hypot": gmpy2.hypot,
    "ln": gmpy2.log,
    "ln_1p": gmpy2.log1p,
    "ln_gamma": lambda x: gmpy2.lgamma(x)[0],
    "log": log,
    "log10": gmpy2.log10,
    "log2": gmpy2.log2,
    "powf": lambda x, y: x**y,
    "sigmoid": lambda x: 1 / (1 + gmpy2.exp(-x)),
    "sin": gmpy2.sin,
    "sinh": gmpy2.sinh,
    "tan": gmpy2.tan,
    "tanh": gmpy2.tanh,
}


def from_bits(text):
    if len(text) == 16:
        return struct.unpack(">d", bytes.fromhex(text))[0]
    return struct.unpack(">f", bytes.fromhex(text))[0]


def exact(name, arguments):
    return FUNCTIONS[name](*map(mpfr, arguments))


def rounded(true, double):
    """The number of a type that is nearest."""
    return float(gmpy2.ieee(64 if double else 32).plus(true))


# The least unit of ln gamma beside its zeros below -2, in whose neighbourhood the error isn't in proportion to the result.
BESIDE_ZEROS = mpfr(2) ** -53


def error(result, true, double, floor=0):
    """The distance in units of the last place, none of which is less than `floor`; infinity for a wrong special value."""
    if gmpy2.is_nan(true) or math.isnan(result):
        return 0.0 if gmpy2.is_nan(true) and math.isnan(result) else math.inf
    if true == 0 or gmpy2.is_infinite(true):
        right = result == true and (result != 0 or math.copysign(1, result) == (-1 if gmpy2.is_signed(true) else 1))
        return 0.0 if right else math.inf
    places, least, most = (53, -1021, 1024) if double else (24, -125, 128)
    unit = max(gmpy2.exp2(mpfr(max(gmpy2.get_exp(true), least) - places)), floor)
    if math.isinf(result):
        # As if numbers went on.
        result = math.copysign(1, result) * gmpy2.exp2(mpfr(most))
        if abs(true) >= abs(result) and (true > 0) == (result > 0):
            return 0.0
    return abs(mpfr(result) - true) / unit


def samples(lines):
    """For each line whether it's of f64, the function, the arguments, the result, and the exact result."""
    for line in lines:
        if not line.startswith("#"):
            ty, name, *numbers = line.strip().split(",")
            *arguments, result = map(from_bits, numbers)
            yield ty == "f64", name, arguments, result, exact(name, arguments)


def compare(lines):
    largest, count, misrounded = {}, collections.Counter(), collections.Counter()
    for double, name, arguments, result, true in samples(lines):
        beside_zeros = double and name == "ln_gamma" and arguments[0] < -2
        wrong = error(result, true, double, BESIDE_ZEROS if beside_zeros else 0)
        key = ("f64" if double else "f32", name)
        count[key] += 1
        misrounded[key] += not gmpy2.is_nan(true) and result != rounded(true, double)
        if not wrong <= largest.get(key, (-1.0,))[0]:
            largest[key] = (wrong, *arguments, result)
    print("type,function,samples,misrounded,largest_error,arguments,result")
    for key, (wrong, *arguments, result) in largest.items():
        print(f"{key[0]},{key[1]},{count[key]},{misrounded[key]},{float(wrong):.4f},{' '.join(map(repr, arguments))},{result!r}")


# Arguments of f32 whose nearest results f64 does tell: two for which the text of exp_m1 has constants, and one with a subnormal result.
FURTHER = ["f32,exp_m1,bcd475d0,bcd1ba92", "f32,exp_m1,bcde0d30,bcdb11ae", "f32,exp,c2b2e798,000f6dce"]


def closest(lines):
    """Lines of a function, an argument's bits and those of the right result."""
    print("# Written by benches/math/reference.py: arguments whose exact results are close to the middle of two f32, and the right results.")
    for double, name, (x,), _, true in samples([*lines, *FURTHER]):
        if not double:
            print(name, struct.pack(">f", x).hex(), struct.pack(">f", rounded(true, False)).hex())


def nearest_to_turns(bits, exponent):
    """The significand m of so many bits for which m 2^exponent is closest to a multiple of a quarter turn, by continued fractions."""
    context.precision = 1400
    ratio = gmpy2.exp2(mpfr(exponent)) / (gmpy2.const_pi() / 2)
    before, last, rest = 0, 1, ratio
    rest -= gmpy2.floor(rest)
    while True:
        rest = 1 / rest
        digit = int(gmpy2.floor(rest))
        if digit * last + before >= 1 << bits:
            break
        before, last, rest = last, digit * last + before, rest - digit
    context.precision = 180
    return last


def neighbours(x, double):
    """The number of a type nearest to `x`, and those beside it."""
    code, bits = (">d", ">q") if double else (">f", ">i")
    middle = struct.unpack(bits, struct.pack(code, x))[0]
    return [struct.unpack(code, struct.pack(bits, middle + n))[0] for n in (-1, 0, 1)]


def root(f, low, high):
    """Where `f` changes its sign, by halving."""
    low, high = mpfr(low), mpfr(high)
    sign = f(low) > 0
    for _ in range(170):
        middle = (low + high) / 2
        low, high = (middle, high) if (f(middle) > 0) == sign else (low, middle)
    return low


def zeros_of_ln_gamma():
    """Those from -2 to -16, two between any two integers."""
    ln_gamma, off = FUNCTIONS["ln_gamma"], mpfr(2) ** -60
    for n in range(2, 16):
        low, high = -n - 1 + off, -n - off
        least = root(gmpy2.digamma, low, high)
        yield from (root(ln_gamma, low, least), root(ln_gamma, least, high))


# Published arguments of f64 whose results are hard to round, after V. Lefèvre and J.-M. Muller, *Worst Cases for Correct Rounding of the
# Elementary Functions in Double Precision*, 2001; `table` checks that each is closer than 10^-9 units to a number or to a middle.
PUBLISHED = {
    "exp": "-0x1.eb7a4cb841fccp-14 -0x1.9a61fb925970dp-14 0x1.a7b764e2cf47ap-2 -0x1.757852a4b93aap+5 0x1.4c19e5712e377p+5 "
    "-0x1.9a74cdab36c28p+4 -0x1.5b3e4e2e3bba9p+9 -0x1.6960d591aec34p+9",
    "exp_m1": "-0x1.eb7a4cb841fccp-14 -0x1.9a61fb925970dp-14 0x1.a7b764e2cf47ap-2",
    "sin": "0x1.5f09cad750ab1p+3 -0x1.f635b70b92407p-21 0x1.6ac5b262ca1ffp+849 0x1.6c6cbc45dc8dep+5 -0x1.a880417b7b119p+1023 "
    "0x1.23f40dccdef72p+0",
    "cos": "0x1.b951f1572eba5p+31 0x1.3eec5912ea7cdp+331",
    "cbrt": "0x1.00152f57068b7p-1 0x1.a202bfc89ddffp-1 0x1.8fd409efe4851p+1 0x1.e7d6ebed549c4p+2",
}


def is_hard(name, x):
    true = abs(exact(name, [x]))
    halves = true * gmpy2.exp2(mpfr(54 - max(gmpy2.get_exp(true), -1021)))
    return abs(halves - gmpy2.rint(halves)) < 2e-9


# The arguments with the largest errors of f64 that were found.
WORST = {
    "sin": "-0x1.66072d73888a3p+5",
    "cos": "0x1.93f5593d71fe6p-1",
    "tan": "-0x1.fca4b2f56fe9bp+11",
    "asin": "-0x1.0000026dd2a38p-1",
    "acos": "0x1.1dc3e65a6f439p-1",
    "atan": "0x1.eb21c80f629e0p-3",
    "sinh": "-0x1.673410264d0f5p-2",
    "cosh": "0x1.6f612a435c1b7p+6",
    "tanh": "0x1.65fceff24ee96p-3",
    "asinh": "-0x1.2d8c047c2a37dp-2",
    "acosh": "0x1.0b03d09c7284bp+0",
    "atanh": "-0x1.26659a0da57b8p-3",
    "exp": "-0x1.6260010e23275p+9",
    "exp2": "-0x1.ff3ae6707a12ep+9",
    "exp_m1": "0x1.69d39ea46f56cp-2",
    "ln": "0x1.5631f18c1a145p-1",
    "ln_1p": "-0x1.538a6d85f6029p-2",
    "log2": "0x1.56f7824054667p+0",
    "log10": "0x1.5559e9a820783p+0",
    "cbrt": "-0x1.d6fd19cbf35e0p-4",
    "erf": "-0x1.c55649ddd3600p-1021",
    "erfc": "0x1.a8b23dfa336b7p+4",
    "gamma": "-0x1.8fddeca295556p+2",
    "ln_gamma": "-0x1.9eefdd5e5ecf6p+1",
    "sigmoid": "-0x1.625d07e4182b5p+9",
    "gelu": "-0x1.2ced804c022fep+5",
    "atan2": "0x1.000069adb6ffcp+0 0x1.0f1c84ca0ed8ap+2",
    "hypot": "-0x0.5914413fd79e7p-1022 0x0.600acb054d3d7p-1022",
    "powf": "0x1.85a11847b1d57p+1 -0x1.3e561ed6b951ap+9",
    "log": "0x1.56109efbc5069p+0 0x1.1a5a40ab98dffp-217",
}


def arguments(name, double):
    """Hard and usual arguments of a function."""
    numbers = random.Random(name)
    tiny, huge, near = (5e-324, 1.7e308, 2.0**-53) if double else (1e-45, 3.3e38, 2.0**-24)
    unit = [1e-9, 0.02, 0.5, 0.5 + near, 0.75, 1 - near, -0.3, -0.999]
    positive = [tiny, 3e-39, 1 - near, 1 + 2 * near, 0.7, 4 / 3, 2.5, 1e10, huge]
    real = [tiny, -3e-39, 1e-9, -0.03, 0.5, 1.0, -1.5, -7.3, 20.25, -17.9]
    ends = {
        "exp": [-103.9, 88.7, -87.5, 709.7, -745.1, -708.5],
        "exp2": [-148.9, 127.9, -126.5, 1023.9, -1074.9, -1022.5],
        "exp_m1": [88.7, 709.7, -36.5, 5e-17],
        "sinh": [89.4, 710.4, -40.0],
        "cosh": [89.4, 710.4, -40.0],
        "tanh": [8.9, 19.0, 2e-4],
        "erf": [6.728730526789759e-308, 0.4999999, 3.9, 5.92, -0.75],
        "erfc": [0.4999999, 0.53, 0.7, 26.546299685687544, 26.544768067865874, 9.19, 10.05, 26.5, 27.2, -5.8],
        "gamma": [-170.77210757457388, -170.76139839952734, -0.5, -1.0000001, -2.9999, 2.499, 35.04, -40.5, 171.6, -170.7, -180.5, 23.0, 1.4616],
        "ln_gamma": [1.500000004006684, 1.5039550094259755, 2.5363976186876918, 0.001, 0.9999, 1.0001, 1.48, 1.9999, 2.0001, 2.499, 1e17, 1e305, 4e36, -0.5, -100.5, -1e6 - 0.25],
        "sigmoid": [-708.6377585346817, -88.5, -103.5, -709.5, -745.0, 36.5],
        "gelu": [-0.7656, -37.61977023690634, -13.9, -14.3, -37.6, -38.5, 8.2, 0.7],
        "ln_1p": [-0.999, 0.34, -0.32, 1e300, 5e-17],
        "asinh": [1e-9, 3e8, 1e300],
        "atan": [0.23606797, 1.38742588, 4.2360679, 1e21],
    }
    if name in ("acos", "asin", "atanh"):
        found = unit
    elif name in ("ln", "log2", "log10"):
        found = positive
    elif name == "acosh":
        found = [1 + 2 * near, 1.001, 1.5, 1e9, huge]
    elif name in ("sin", "cos", "tan"):
        bits, exponents = (53, range(-20, 971, 43)) if double else (24, range(-10, 104, 6))
        found = [m * 2.0**e for e in [*exponents, 797 if double else 72] for m in [nearest_to_turns(bits, e)]]
        found += [tiny, 1e-5, 0.5, 800.5, 1600001.5, huge]
    elif name in ("powf", "atan2", "hypot", "log"):
        pairs = {
            "powf": [(1 + 2 * near, 1 / near), (1 - near, -1e9), (0.9, -300.0), (-3.0, 5.0), (tiny, 0.5), (10.0, -38.5), (1.5, 200.0), (2.0, -1022.4092699610719)],
            "atan2": [(1.0, -huge), (tiny, 1.0), (-1.0, -3.0), (huge, huge), (3e-39, -2e-39), (2.0, 1e9), (1e20, 1.0)],
            "hypot": [(3.0, 4.0), (huge / 2, huge / 3), (tiny, 2 * tiny), (1.0, 1e-9), (-1e30, 1e22), (1e-30, 3e-30)],
            "log": [(1 + 2 * near, 3.0), (10.0, 1 - near), (tiny, 2.0), (huge, tiny), (8.0, 2.0), (0.3, 0.7)],
        }[name]
        worst = [tuple(map(float.fromhex, WORST[name].split()))] if double else []
        return pairs + worst + [(abs(numbers.gauss(0, 9)), abs(numbers.gauss(0, 9))) for _ in range(6)]
    else:
        found = real + ends.get(name, [])
    if name == "ln_gamma":
        found = found + [x for zero in zeros_of_ln_gamma() for x in neighbours(zero, double)]
    if double:
        published = list(map(float.fromhex, PUBLISHED.get(name, "").split()))
        assert all(is_hard(name, x) for x in published), f"{name} has a published argument that isn't hard"
        found = found + published + [float.fromhex(WORST[name])]
    return [(x,) for x in found + [numbers.uniform(0, 1) for _ in range(4)]]


def table():
    """Lines of a type, a function, arguments, and the exact result's sign, 64 bits of its significand and their exponent."""
    print("# Written by benches/math/reference.py: exact results of hard arguments, s 2^e.")
    for double in (False, True):
        for name in FUNCTIONS:
            for numbers in dict.fromkeys(arguments(name, double)):
                ty, code = ("f64", ">d") if double else ("f32", ">f")
                try:
                    bits = [struct.pack(code, x).hex() for x in numbers]
                except OverflowError:
                    continue
                true = exact(name, [from_bits(x) for x in bits])
                most = gmpy2.exp2(mpfr(1024 if double else 128))
                if not gmpy2.is_finite(true) or true == 0 or abs(true) >= most or abs(true) < 1 / most / most:
                    continue
                exponent = gmpy2.get_exp(true) - 64
                significand = int(gmpy2.rint(abs(true) * gmpy2.exp2(mpfr(-exponent))))
                print(ty, name, *bits, f"{'-' if true < 0 else ''}{significand:x}", exponent)


if __name__ == "__main__":
    if sys.argv[1:] == ["table"]:
        table()
    elif sys.argv[1:] == ["closest"]:
        closest(sys.stdin)
    else:
        compare(sys.stdin)
