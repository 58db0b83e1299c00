//! A program that depends on onrush by a name of its own, and has it through a library, too.

#![deny(warnings)]

use library::{Halves, Place, pair, scaled, twice};
use parallel::prelude::*;

#[derive(Clone, Copy, Element, Key)]
#[repr(C)]
struct Own {
    place: Place,
    lengths: [u32; 2],
}

#[device]
fn depth(own: Own) -> f32 {
    twice(own.place.deeper(1.0).depth)
}

#[device]
impl Halves for Own {
    fn half(self) -> Own {
        Own { place: self.place, lengths: [self.lengths[0] / 2, self.lengths[1] / 2] }
    }
    fn halves(self) -> f64 {
        self.place.depth.halves() + f32::half(self.place.depth) as f64
    }
}

/// A trait whose methods have the names of another one's.
mod others {
    #[parallel::device]
    pub trait Others {
        fn half(&self) -> u32;
    }
    #[parallel::device]
    impl Others for f32 {
        fn half(&self) -> u32 {
            *self as u32 / 2
        }
    }
}

fn by_both(device: &Device) -> parallel::Result<()> {
    use others::Others;
    let x = device.upload(&[5.0f32])?;
    let halves = op!(|v: f32| <f32 as Halves>::half(v) + <f32 as Others>::half(&v) as f32);
    assert_eq!(x.iter().map(halves).sum()?, 4.5);
    Ok(())
}

pair!(Pair, sum_of_pair);

fn main() -> parallel::Result<()> {
    let device = Device::best()?;
    let own = device.upload(&[Own { place: Place::ORIGIN, lengths: [1, 2] }])?;
    assert_eq!(own.iter().map(op!(|own: Own| depth(own))).map(scaled!(0.5)).sum()?, 2.0);
    assert_eq!(own.iter().map(op!(|own: Own| sum_of_pair(Pair { a: own.lengths[0], b: 5 }))).sum()?, 6);
    assert_eq!(own.iter().map(op!(|own: Own| own.half().lengths[1] as f64 + own.halves())).sum()?, 1.0);
    by_both(&device)
}
