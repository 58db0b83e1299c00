//! A hand-written operation that keeps the reference that it is given.
#![forbid(unsafe_code)]
use std::sync::Mutex;

use onrush_core::device::Check;
use onrush::function::Function;
use onrush_core::lower::{Params, TranslationUnit};
use onrush::prelude::*;

#[derive(Clone, Copy)]
struct Keep<'k, 'a>(&'k Mutex<Vec<&'a mut u32>>);

impl<'a> Function<(&'a mut u32,)> for Keep<'_, 'a> {
    type Output = bool;
    fn call(&self, (item,): (&'a mut u32,)) -> bool {
        self.0.lock().unwrap().push(item);
        false
    }
    fn check(&self, _: &mut Check) {}
    fn params(&self, _: &mut Params) {}
    fn lower(_: &mut TranslationUnit) -> String {
        "asm volatile(\"trap;\");".into()
    }
}

fn main() -> onrush::Result<()> {
    let mut x = Cpu::new().filled(1u32, 32)?;
    let kept = Mutex::new(Vec::new());
    x.iter_mut().position(Keep(&kept))?;
    Ok(())
}
