//! A program that has onrush through a library.

#![deny(warnings)]

use library::thrust::prelude::*;
use library::{Place, thrust};

#[derive(Clone, Copy, Debug, PartialEq, Element, Key)]
#[onrush(crate = library::thrust)]
#[repr(C)]
struct Weighted<T> {
    value: T,
    weight: u32,
}

#[device(crate = thrust)]
impl<T: Number> Weighted<T> {
    fn product(self) -> T {
        self.value * self.weight.cast::<T>()
    }
}

#[device(crate = library::thrust)]
fn depth(place: Place) -> f32 {
    place.deeper(1.0).depth
}

#[device(crate = thrust)]
#[derive(Clone, Copy)]
enum Side {
    Left,
    Right(u32),
}

library::pair!(Pair, sum_of_pair);

/// Operations need no lint to be allowed that their user forbids.
mod strict {
    #![forbid(unused_imports)]

    use library::thrust::prelude::*;

    pub fn sum_of_halves() -> library::thrust::Result<f32> {
        let halves = op!(|i: u32| match i.checked_sub(1).map(|n| library::Place { cell: n, depth: n as f32 / 2.0 }) {
            Some(library::Place { depth, .. }) => depth,
            None => 0.0,
        });
        Device::cpu().range(0..4u32).map(halves).sum()
    }

    pub fn methods() -> library::thrust::Result<f64> {
        use library::Halves as _;
        let halves = op!(|i: u32| (i as f32).half().halves() + library::Place::ORIGIN.deeper(1.0).depth as f64);
        Device::cpu().range(0..4u32).map(halves).sum()
    }
}

fn main() -> thrust::Result<()> {
    let device = Device::best()?;
    let places = device.upload(&[Place { cell: 1, depth: 2.0 }, Place::ORIGIN])?;
    assert_eq!(places.iter().map(op!(|place: Place| depth(place))).collect()?.to_vec()?, [3.0, 1.0]);
    assert_eq!(places.iter().sort().collect()?.to_vec()?, [Place::ORIGIN, Place { cell: 1, depth: 2.0 }]);

    let items = device.upload(&[Weighted { value: 0.5f32, weight: 4 }])?;
    let scale = 3.0;
    let scaled = items.iter().map(op!(|item: Weighted<f32>| item.product())).map(library::scaled!(scale));
    assert_eq!(scaled.sum()?, 12.0);

    let pairs = device.upload(&[Pair { a: 1, b: 2 }])?;
    assert_eq!(pairs.iter().sort().collect()?.iter().map(op!(|pair: Pair| sum_of_pair(pair))).sum()?, 3);
    let sides = device.range(0..4u32).map(op!(|i: u32| if i % 2 == 0 { Side::Left } else { Side::Right(i) }));
    let rights = op!(|side: Side| match side {
        Side::Left => 0,
        Side::Right(n) => n,
    });
    assert_eq!(sides.map(rights).sum()?, 4);
    assert_eq!(strict::sum_of_halves()?, 1.5);
    assert_eq!(strict::methods()?, 10.0);
    assert_eq!(library::sum_of_squares(&[1.0, 2.0])?, 5.0);
    Ok(())
}
