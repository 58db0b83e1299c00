//! A program that depends on onrush by a name of its own, and has it through a library, too.

#![deny(warnings)]

use library::{Place, pair, scaled, twice};
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

pair!(Pair, sum_of_pair);

fn main() -> parallel::Result<()> {
    let device = Device::best()?;
    let own = device.upload(&[Own { place: Place::ORIGIN, lengths: [1, 2] }])?;
    assert_eq!(own.iter().map(op!(|own: Own| depth(own))).map(scaled!(0.5)).sum()?, 2.0);
    assert_eq!(own.iter().map(op!(|own: Own| sum_of_pair(Pair { a: own.lengths[0], b: 5 }))).sum()?, 6);
    Ok(())
}
