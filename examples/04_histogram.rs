//! A histogram, plotted in the terminal: how many steps the numbers below 100 000 take to reach 1 in Collatz's sequence.
//!
//! It shows a loop in a `#[device]` function, `tabulate`, `histogram` and `argmax`.

use onrush::prelude::*;

const NUMBERS: usize = 100_000;
/// The steps that one bar stands for.
const WIDTH: u32 = 20;

/// The number of steps from `n` to 1, where an even number is halved and an odd one becomes `3n + 1`.
#[device]
fn steps(n: u64) -> u32 {
    let mut n = n;
    let mut steps = 0;
    while n > 1 {
        n = if n % 2 == 0 { n / 2 } else { 3 * n + 1 };
        steps += 1;
    }
    steps
}

fn main() -> onrush::Result<()> {
    let device = Device::best()?;
    let steps = device.tabulate(NUMBERS, op!(|i: usize| steps(i as u64))).collect()?;

    let longest = steps.iter().argmax()?.unwrap_or(0);
    let most = steps.iter().max()?.unwrap_or(0);
    println!("{longest} takes {most} steps, more than every other number below {NUMBERS}");
    assert_eq!((longest, most), (77_031, 350));

    // The position of a bin must be below the number of bins; otherwise `histogram` returns an error.
    let bins = (most / WIDTH + 1) as usize;
    let counts = steps.iter().map(op!(|s: u32| s / WIDTH)).histogram(bins).collect()?.to_vec()?;
    let highest = counts.iter().copied().max().unwrap_or(1);
    for (bin, &count) in counts.iter().enumerate() {
        let bar = "█".repeat((count * 60).div_ceil(highest) as usize);
        println!("{:4}+ {count:6} {bar}", bin as u32 * WIDTH);
    }
    assert_eq!(counts.iter().sum::<u64>(), NUMBERS as u64);
    Ok(())
}
