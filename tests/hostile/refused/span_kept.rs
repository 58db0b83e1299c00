//! A vector's span is plain data, but using it needs `unsafe`.
#![forbid(unsafe_code)]
use onrush::Target;
use onrush::prelude::*;
use onrush_core::storage::Storage;

fn main() -> onrush::Result<()> {
    let cpu = Cpu::new();
    let mut x = cpu.filled(1u32, 4)?;
    let span = (&mut x).storage();
    drop(x);
    span.put(0, 7);
    println!("{}", span.get(0));
    Ok(())
}
