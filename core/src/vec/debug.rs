//! Vectors as text.

use std::fmt::{Debug, Formatter, Result};

use super::{DeviceSlice, DeviceSliceMut, DeviceVec, Lent};
use crate::backend::Backend;
use crate::value::Element;

/// The number of elements that are shown.
const SHOWN: usize = 10;

/// Shows the length, the device and the first ten elements, or the error if they can't be read. Copies these elements, and
/// waits for the work queued before.
///
/// ```
/// # use onrush::prelude::*;
/// # fn main() -> onrush::Result<()> {
/// let x = Cpu::new().range(0..1000).collect()?;
/// let first = "[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, ..]";
/// assert_eq!(format!("{x:?}"), format!("DeviceVec {{ len: 1000, device: cpu:0, elements: {first} }}"));
/// # Ok(()) }
/// ```
impl<T: Element + Debug, B: Backend> Debug for DeviceVec<T, B> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        show("DeviceVec", &self.as_slice(), f)
    }
}

/// Shows the first elements, as for [`DeviceVec`].
impl<T: Element + Debug, B: Backend> Debug for DeviceSlice<'_, T, B> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        show("DeviceSlice", self, f)
    }
}

/// Shows the first elements, as for [`DeviceVec`].
impl<T: Element + Debug, B: Backend> Debug for Lent<'_, T, B> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        show("Lent", &self.as_slice(), f)
    }
}

/// Shows the first elements, as for [`DeviceVec`].
impl<T: Element + Debug, B: Backend> Debug for DeviceSliceMut<'_, T, B> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        show("DeviceSliceMut", &self.as_slice(), f)
    }
}

fn show<T: Element + Debug, B: Backend>(name: &str, slice: &DeviceSlice<'_, T, B>, f: &mut Formatter<'_>) -> Result {
    let len = slice.len();
    let mut shown = f.debug_struct(name);
    shown.field("len", &len).field("device", &format_args!("{}", slice.device().id()));
    match slice.slice(..len.min(SHOWN)).and_then(|first| first.to_vec()) {
        Ok(first) => shown.field("elements", &First { first, all: len <= SHOWN }),
        Err(error) => shown.field("error", &error),
    };
    shown.finish()
}

/// The first elements, or all of them.
struct First<T> {
    first: Vec<T>,
    all: bool,
}

impl<T: Debug> Debug for First<T> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let mut list = f.debug_list();
        list.entries(&self.first);
        if self.all { list.finish() } else { list.finish_non_exhaustive() }
    }
}
