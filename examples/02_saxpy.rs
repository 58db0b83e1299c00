//! `y += a·x`: the operation of linear algebra that every parallel library begins with, and a sum of squares.
//!
//! It shows how `iter_mut` changes a vector in place while another one is read, and a device by name: this machine's
//! CPU. `.ci/vectors` checks the assembly.

use onrush::prelude::*;

fn main() -> onrush::Result<()> {
    let cpu = Cpu::new();
    let x = cpu.range(0u32..1 << 20).map(op!(|i: u32| i as f32)).collect()?;
    let mut y = cpu.filled(1.0f32, x.len())?;
    let a = 0.5f32;
    y.iter_mut().zip(&x).for_each(op!(|(y, x): (&mut f32, f32)| *y += a * x))?;
    assert_eq!(y.to_vec()?[..4], [1.0, 1.5, 2.0, 2.5]);

    let squares = y.iter().map(op!(|v: f32| v * v)).sum()?;
    println!("the sum of squares is {squares:e}");
    // The bits of this sum are the same on every device: the association of its additions is fixed.
    assert_eq!(squares, 9.60772e16);
    Ok(())
}
