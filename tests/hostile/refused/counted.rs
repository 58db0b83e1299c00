//! Vectors behind whose length items aren't initialised, taken before they are cut, and lengths of somebody else.

use onrush::prelude::*;
use onrush_core::counted::{CountedBy, Length, OneLength, OwnLengths};
use onrush_core::storage::Collected;

struct Stolen(DeviceVec<u64, Cpu>);

impl Collected<Stolen> for DeviceVec<u64, Cpu> {
    fn collected(self) -> Stolen {
        Stolen(self)
    }
}

struct Halves(DeviceVec<u64, Cpu>, DeviceVec<u64, Cpu>);

impl CountedBy<OwnLengths, Cpu> for Halves {
    type Counted = (Halves, Length<Cpu>);

    fn counted(self, mut length: impl FnMut() -> Length<Cpu>, _: &Cpu) -> Self::Counted {
        (self, length())
    }
}

fn main() -> onrush::Result<()> {
    let device = Cpu::new();
    let (vec, counter) = (device.upload(&[1u32, 2])?, DeviceVec::<u64, _>::new(&device)?);
    let length = Length::OnDevice(std::sync::Arc::new(counter));
    let counted = CountedBy::<OneLength, _>::counted(vec, || length.clone(), &device);
    let _ = onrush_core::device::Check::thoroughly(device.stream_id(), &mut |_| {});
    drop(counted);
    Ok(())
}

fn forgets_marks(device: &Cpu) {
    let _ = onrush_core::device::Check::of_call(device.stream_id(), &mut |_| {});
}
