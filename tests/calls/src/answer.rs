//! What a call gives, as one number by which it is recognised.

use std::cell::Cell;
use std::cmp::Ordering;
use std::ops::Range;

use onrush::prelude::*;
use onrush::{Moments, Result};

thread_local! {
    static ANSWERING: Cell<bool> = const { Cell::new(false) };
    static UNREAD: Cell<bool> = const { Cell::new(false) };
}

/// Whether this thread reads answers or inputs, whose own allocations are no part of a call.
pub fn is_answering() -> bool {
    ANSWERING.get()
}

/// Reads an answer.
pub fn answering<R>(read: impl FnOnce() -> R) -> R {
    let before = ANSWERING.replace(true);
    let result = read();
    ANSWERING.set(before);
    result
}

/// Makes calls whose answers aren't read, as while they are recorded.
pub fn unread<R>(calls: impl FnOnce() -> R) -> R {
    UNREAD.set(true);
    let result = calls();
    UNREAD.set(false);
    result
}

/// Something that calls return.
pub(crate) trait Answer {
    /// Its parts as words.
    fn words(&self, to: &mut dyn FnMut(u64)) -> Result<()>;
}

/// The number of an answer, unless it is to stay [`unread`].
pub(crate) fn number(answer: &dyn Answer) -> Result<u64> {
    if UNREAD.get() {
        return Ok(0);
    }
    let mut hash = 0u64;
    answering(|| answer.words(&mut |word| hash = (hash ^ word).wrapping_mul(0x100_0000_01b3).rotate_left(9)))?;
    Ok(hash)
}

macro_rules! words {
    ($($type:ty: $x:ident => $word:expr;)*) => {
        $(impl Answer for $type {
            fn words(&self, to: &mut dyn FnMut(u64)) -> Result<()> {
                let $x = *self;
                to($word);
                Ok(())
            }
        })*
    };
}
words! {
    bool: x => u64::from(x);
    u32: x => u64::from(x);
    u64: x => x;
    usize: x => x as u64;
    f64: x => x.to_bits();
    Ordering: x => x as u64;
}

impl Answer for () {
    fn words(&self, _: &mut dyn FnMut(u64)) -> Result<()> {
        Ok(())
    }
}

impl<const N: usize> Answer for [&dyn Answer; N] {
    fn words(&self, to: &mut dyn FnMut(u64)) -> Result<()> {
        self.iter().try_for_each(|a| a.words(to))
    }
}

impl Answer for [usize; 2] {
    fn words(&self, to: &mut dyn FnMut(u64)) -> Result<()> {
        (self[0], self[1]).words(to)
    }
}

impl Answer for Range<usize> {
    fn words(&self, to: &mut dyn FnMut(u64)) -> Result<()> {
        (self.start, self.end).words(to)
    }
}

impl Answer for Moments {
    fn words(&self, to: &mut dyn FnMut(u64)) -> Result<()> {
        (self.count, self.mean, self.squared_deviations).words(to)
    }
}

impl<A: Answer> Answer for Option<A> {
    fn words(&self, to: &mut dyn FnMut(u64)) -> Result<()> {
        to(u64::from(self.is_some()));
        self.iter().try_for_each(|a| a.words(to))
    }
}

impl<A: Answer> Answer for std::result::Result<A, A> {
    fn words(&self, to: &mut dyn FnMut(u64)) -> Result<()> {
        to(u64::from(self.is_ok()));
        let (Ok(a) | Err(a)) = self;
        a.words(to)
    }
}

impl<A: Answer, B: Answer> Answer for (A, B) {
    fn words(&self, to: &mut dyn FnMut(u64)) -> Result<()> {
        self.0.words(to)?;
        self.1.words(to)
    }
}

impl<A: Answer, B: Answer, C: Answer> Answer for (A, B, C) {
    fn words(&self, to: &mut dyn FnMut(u64)) -> Result<()> {
        self.0.words(to)?;
        self.1.words(to)?;
        self.2.words(to)
    }
}

impl<A: Answer> Answer for Vec<A> {
    fn words(&self, to: &mut dyn FnMut(u64)) -> Result<()> {
        to(self.len() as u64);
        self.iter().try_for_each(|a| a.words(to))
    }
}

impl<T: Element + Answer, B: Backend> Answer for DeviceVec<T, B> {
    fn words(&self, to: &mut dyn FnMut(u64)) -> Result<()> {
        self.to_vec()?.words(to)
    }
}
