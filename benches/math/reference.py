#!/usr/bin/env python3
"""The errors of onrush's functions of mathematics, against MPFR (pip install gmpy2).

    cargo bench --bench math -- samples | python3 benches/math/reference.py
        prints the largest error of each function among the samples, in units of the last place of the exact result
    python3 benches/math/reference.py table > core/src/math/tests/exact.txt
        writes the hard arguments and the exact results with which the tests compare
"""

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


def error(result, true, double):
    """The distance in units of the last place; infinity for a wrong special value."""
    if gmpy2.is_nan(true) or math.isnan(result):
        return 0.0 if gmpy2.is_nan(true) and math.isnan(result) else math.inf
    if true == 0 or gmpy2.is_infinite(true):
        right = result == true and (result != 0 or math.copysign(1, result) == (-1 if gmpy2.is_signed(true) else 1))
        return 0.0 if right else math.inf
    places, least, most = (53, -1021, 1024) if double else (24, -125, 128)
    unit = max(gmpy2.get_exp(true), least) - places
    if math.isinf(result):
        # As if numbers went on.
        result = math.copysign(1, result) * gmpy2.exp2(mpfr(most))
        if abs(true) >= abs(result) and (true > 0) == (result > 0):
            return 0.0
    return float(abs(mpfr(result) - true) * gmpy2.exp2(mpfr(-unit)))


def compare(lines):
    largest, count = {}, {}
    for line in lines:
        if line.startswith("#"):
            continue
        ty, name, *numbers = line.strip().split(",")
        *arguments, result = map(from_bits, numbers)
        wrong = error(result, exact(name, arguments), ty == "f64")
        key = (ty, name)
        count[key] = count.get(key, 0) + 1
        if not wrong <= largest.get(key, (-1.0,))[0]:
            largest[key] = (wrong, *arguments, result)
    print("type,function,samples,largest_error,arguments,result")
    for key, (wrong, *arguments, result) in largest.items():
        print(f"{key[0]},{key[1]},{count[key]},{wrong:.4f},{' '.join(map(repr, arguments))},{result!r}")


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
        return pairs + [(abs(numbers.gauss(0, 9)), abs(numbers.gauss(0, 9))) for _ in range(6)]
    else:
        found = real + ends.get(name, [])
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
    else:
        compare(sys.stdin)
