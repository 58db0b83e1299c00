//! Signposts don't stand in the way of a program's own methods of the same names, whatever receiver they take.

use onrush::prelude::*;
use onrush::{Chain, DeviceVec, Result, Segments};

trait Own: Sized {
    fn fold(self, by: u32) -> u32 {
        by
    }
    fn concat(&self) -> &'static str {
        "own"
    }
    fn transform(&mut self) -> &'static str {
        "own"
    }
}

impl<E, B> Own for Chain<E, B> {}
impl<T, B: Backend> Own for DeviceVec<T, B> where T: onrush::Element {}
impl<E, P, B> Own for Segments<E, P, B> {}

#[test]
fn own_methods_come_first() -> Result<()> {
    let mut x = Device::cpu().upload(&[1u32, 2])?;
    assert_eq!((x.iter().fold(7), x.iter().concat(), x.concat()), (7, "own", "own"));
    assert_eq!((x.iter().transform(), x.transform(), x.iter().segments_of(1).transform()), ("own", "own", "own"));
    Ok(())
}
