//! Primitives trust their requests, so calling one needs `unsafe`.
#![forbid(unsafe_code)]
use onrush_core::algo::Collect;
use onrush_core::device::DeviceId;
use onrush::prelude::*;
use onrush_core::storage::Span;

fn main() -> onrush::Result<()> {
    let cpu = Cpu::new();
    let secret = Box::new([1u32; 4]);
    let output = Span::new((&raw const *secret).cast_mut().cast(), 4, DeviceId::HOST);
    let chain = cpu.constant(7u32, 4);
    cpu.collect(Collect { input: *chain.expr(), output })?;
    Ok(())
}
