//! A hand-written `Operation` whose closure keeps the reference that it is given.
#![forbid(unsafe_code)]
use std::sync::Mutex;

use onrush::function::Operation;
use onrush::prelude::*;
use onrush_core::source::Refused;

fn main() -> onrush::Result<()> {
    let mut x = Cpu::new().filled(1u32, 32)?;
    let kept: Mutex<Vec<&mut u32>> = Mutex::new(Vec::new());
    let keep = |item| kept.lock().unwrap().push(item);
    x.iter_mut().for_each(Operation::new(&keep, (), (), Refused))?;
    Ok(())
}
