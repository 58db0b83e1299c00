//! A target with a false address.
#![forbid(unsafe_code)]
use onrush::Target;
use onrush_core::device::DeviceId;
use onrush::prelude::*;
use onrush_core::storage::Span;

struct Anywhere;

impl Target<Cpu> for Anywhere {
    type Storage = Span<u32>;
    fn storage(&mut self) -> Span<u32> {
        Span::new(std::ptr::without_provenance_mut(0x10), 4, DeviceId::HOST)
    }
    fn device(&self) -> Cpu {
        Cpu::new()
    }
}

fn main() -> onrush::Result<()> {
    Cpu::new().constant(7u32, 4).collect_into(Anywhere)
}
