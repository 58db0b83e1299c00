//! Recurrences, whose steps seem to wait for each other: polynomials, digital filters, Fibonacci's numbers.
//!
//! It shows scans of functions: where the composition of two steps is a step of the same form, a scan composes all of
//! them (P. M. Kogge and H. S. Stone, 1973; G. E. Blelloch, 1990).

use onrush::prelude::*;

const ITEMS: usize = 50_000;
const MODULUS: u64 = 1_000_000_007;

/// The step `x → m x` of a pair, modulo a prime, by a matrix of two rows.
#[device]
fn times(m: [u64; 4], n: [u64; 4]) -> [u64; 4] {
    [
        (m[0] * n[0] + m[1] * n[2]) % MODULUS,
        (m[0] * n[1] + m[1] * n[3]) % MODULUS,
        (m[2] * n[0] + m[3] * n[2]) % MODULUS,
        (m[2] * n[1] + m[3] * n[3]) % MODULUS,
    ]
}

fn main() -> onrush::Result<()> {
    let device = Device::best()?;

    // A polynomial at one point: the powers are a scan, and the value is an inner product.
    let coefficients = device.tabulate(ITEMS, op!(|i: usize| 1.0 / (1.0 + i as f64))).collect()?;
    let x = 0.999;
    let powers = device.constant(x, ITEMS).scan_exclusive(1.0, Product).collect()?;
    let value = coefficients.iter().inner_product(&powers)?;
    // Horner's rule, from the highest power on, is a reduction of the steps y → y x + a, in their order.
    let then = op!(|f: (f64, f64), g: (f64, f64)| (f.0 * g.0, f.1 * g.0 + g.1));
    let (_, horner) = coefficients.iter().rev().map(op!(|a: f64| (x, a))).reduce((1.0, 0.0), then)?;
    // The series of -ln(1 - x) / x.
    let expected = -(1.0 - x).ln() / x;
    println!("the polynomial's value is {value:.12}, by Horner's rule {horner:.12}, the series' {expected:.12}");
    assert!((value - expected).abs() < 1e-11 && (horner - expected).abs() < 1e-11);

    // A low-pass filter, y[i] = 0.9 y[i - 1] + 0.1 x[i], of a noisy step.
    let rng = Rng::new(3);
    let noisy = op!(|i: usize| {
        let level = if i < ITEMS / 2 { 0.0 } else { 1.0 };
        level + 0.5 * (rng.at(i).next_f64() - 0.5)
    });
    let input = device.tabulate(ITEMS, noisy).collect()?;
    let (_, output) = input.iter().map(op!(|x: f64| (0.9, 0.1 * x))).scan_inclusive(then).collect()?;
    let (mut y, mut largest) = (0.0, 0.0f64);
    for (x, found) in input.to_vec()?.into_iter().zip(output.to_vec()?) {
        y = 0.9 * y + 0.1 * x;
        largest = largest.max(f64::abs(y - found));
    }
    println!("the filter's output differs by at most {largest:.1e} from a loop's");
    assert!(largest < 1e-12);

    // A recurrence of second order: the state is the pair of the last two numbers, and a step is a matrix.
    let steps = device.constant([1u64, 1, 1, 0], ITEMS);
    let fibonacci = steps.scan_inclusive(op!(|m: [u64; 4], n: [u64; 4]| times(m, n))).collect()?;
    let (mut a, mut b) = (0, 1);
    for matrix in fibonacci.to_vec()? {
        (a, b) = (b, (a + b) % MODULUS);
        assert_eq!(matrix[1], a);
    }
    println!("Fibonacci's number {ITEMS} is {a} modulo {MODULUS}");
    Ok(())
}
