//! The smallest program: `y += a·x` and a sum of squares. `.ci/vectors` checks its assembly.

use onrush::prelude::*;

fn main() -> onrush::Result<()> {
    let cpu = Cpu::new();
    let x = cpu.range(0u32..1 << 20).map(op!(|i: u32| i as f32)).collect()?;
    let mut y = cpu.filled(1.0f32, x.len())?;
    let a = 0.5f32;
    y.iter_mut().zip(&x).for_each(op!(|(y, x): (&mut f32, f32)| *y += a * x))?;
    let squares = y.iter().map(op!(|v: f32| v * v)).sum()?;
    println!("{squares}");
    Ok(())
}
