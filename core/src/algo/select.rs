use crate::algo::Collect;
use crate::backend::Backend;
use crate::chain::Chain;
use crate::device::Check;
use crate::error::Result;
use crate::expr::{Expr, Filter, Known, Repeatable};
use crate::function::Function;
use crate::into_function::IntoFunction;
use crate::pending::{Fill, Pending, Request};
use crate::storage::Storage;
use crate::target::Target;
use crate::value::Value;

/// Stores the items that `input` keeps, in order, from the start of `output`.
#[derive(Debug)]
pub struct Select<E, S = ()> {
    /// The items, some of whose slots may be empty.
    pub input: E,
    /// The target, as long as `input` has slots.
    pub output: S,
}

impl<E: Expr, B: Backend> Chain<E, B> {
    /// Stores the items that a predicate holds for, in order: [`filter`](Chain::filter) as a call.
    ///
    /// # Cost
    ///
    /// One pass that reads the inputs once and writes each kept item once. Waits for the count. A vector has room for all slots of
    /// the chain, and is cut to the kept items afterwards.
    ///
    /// # Source
    ///
    /// M. Billeter, O. Olsson and U. Assarsson, *Efficient Stream Compaction on Wide SIMD Many-Core Architectures*, 2009.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.upload(&[3.0f32, 1.0, 7.0])?;
    /// let cut = 2.5;
    /// assert_eq!(x.iter().copy_if(op!(|v: f32| v > cut)).collect()?.to_vec()?, [3.0, 7.0]);
    /// let mut large = device.filled(0.0f32, 3)?;
    /// let count = x.iter().copy_if(op!(|v: f32| v > cut)).collect_into(&mut large)?;
    /// assert_eq!(large.slice(..count)?.to_vec()?, [3.0, 7.0]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("filter", "remove_copy_if", "remove_if", "retain", "compact", "DeviceSelect"))]
    #[doc(alias("If", "Flagged", "nonzero"))]
    #[inline(always)]
    pub fn copy_if<O, F>(self, keep: O) -> Pending<Select<Filter<E, F>>, B>
    where
        E: Repeatable<Item: Value>,
        O: IntoFunction<(E::Item,), F>,
        F: Function<(E::Item,), Output = bool>,
    {
        self.filter(keep).selected("collect_into")
    }
}

impl<E: Expr, B: Backend> Chain<E, B> {
    /// Stores the items at the start of vectors that exist already, in order, and returns their number. It is the
    /// [`collect_into`](Chain::collect_into) of chains that leave items out: after `filter` and `dedup` the number of items is
    /// known only once the chain has run.
    ///
    /// The target has room for all slots of the chain: it is at least as long as the chain in front of `filter` or `dedup`.
    /// Elements behind the last item stay as they were.
    ///
    /// # Cost
    ///
    /// One pass that reads the inputs once and writes each kept item once; no allocation. Waits for the count.
    ///
    /// # Errors
    ///
    /// The chain's own, and [`TargetTooShort`](crate::ErrorKind::TargetTooShort), before anything is written. If an
    /// operation panics, the target holds old, new and meaningless items; [`recover`](crate::DeviceVec::recover) makes them
    /// readable.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.upload(&[1, 1, 4, 4, 4])?;
    /// let mut runs = device.filled(0, 5)?;
    /// let count = x.iter().dedup().select_into(&mut runs)?;
    /// assert_eq!((count, runs.to_vec()?), (2, vec![1, 4, 0, 0, 0]));
    /// # Ok(()) }
    /// ```
    #[doc(alias("copy_if", "collect_into", "unique_copy", "collect_into_vec", "DeviceSelect", "Unique"))]
    #[inline(always)]
    #[track_caller]
    pub fn select_into<T: Target<B>>(self, target: T) -> Result<usize>
    where
        T::Storage: Storage<Item = E::Item>,
    {
        self.selected("select_into").collect_into(target)
    }

    /// The call that stores the items, some of whose slots may be empty.
    #[inline(always)]
    pub(crate) fn selected(self, name: &'static str) -> Pending<Select<E>, B> {
        Pending::new(Select { input: self.expr, output: () }, self.device, name)
    }
}

impl<E: Expr> Request for Select<E, ()> {
    type Items = (E::Item,);
    type Room = [usize; 1];
    type Count = usize;
    const FILLS: bool = false;

    #[inline(always)]
    fn check(&self, check: &mut Check) {
        self.input.check(check);
    }
    #[inline(always)]
    fn room(&self) -> [usize; 1] {
        [self.input.slots()]
    }
    #[inline(always)]
    fn lengths(count: usize, _: [usize; 1]) -> [usize; 1] {
        [count]
    }
}

// SAFETY: [`Backend::collect`] writes every item, and [`Backend::select`] those that it counts.
unsafe impl<B: Backend, E: Expr, S: Storage<Item = E::Item>> Fill<B, (S,)> for Select<E, ()> {
    #[inline(always)]
    unsafe fn fill(self, device: &B, (output,): (S,)) -> Result<usize> {
        let (input, slots) = (self.input, output.len());
        // SAFETY: the caller's contract says of the request and its output what those of both primitives do.
        unsafe {
            match E::DENSE {
                true => device.collect(Collect { input: Known::<_, true>::new(input), output }).map(|()| slots),
                false => device.select(Select { input: Known::<_, false>::new(input), output }),
            }
        }
    }
}
