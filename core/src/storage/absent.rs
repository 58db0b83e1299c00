//! Storage without columns.

use std::marker::PhantomData;

use super::{Storage, known_length};
use crate::device::Check;
use crate::error::Result;
use crate::lower::{DISCARD, Params, TranslationUnit};
use crate::value::Value;

/// The absent values of a sort of keys alone. It has no columns and holds the number of keys.
#[derive(Debug, Clone, Copy)]
pub struct NoColumns(pub usize);

// SAFETY: no method touches memory.
unsafe impl Storage for NoColumns {
    type Item = u8;
    known_length!();
    const NOTHING: bool = true;
    fn len(&self) -> usize {
        self.0
    }
    #[inline(always)]
    unsafe fn get(&self, _: usize) -> u8 {
        0
    }
    #[inline(always)]
    unsafe fn put(&self, _: usize, _: u8) {}
    #[inline(always)]
    unsafe fn copy(&self, _: usize, _: &Self, _: usize, _: usize) {}
    #[inline(always)]
    fn first(&self, len: usize) -> Self {
        NoColumns(self.0.min(len))
    }
    fn like(len: usize, _: &mut dyn FnMut(usize, usize) -> Result<*mut u8>) -> Result<Self> {
        Ok(NoColumns(len))
    }
    #[inline(always)]
    fn check(&self, _: &mut Check) {}
    fn params(&self, out: &mut Params) {
        out.word(self.0 as u64);
    }
    fn lower(_: &mut TranslationUnit) -> String {
        "NoColumns".into()
    }
}

/// Items of any type that aren't stored. It has no columns and holds their number.
#[derive(Debug)]
pub struct Discard<T>(usize, PhantomData<fn() -> T>);

impl<T> Discard<T> {
    /// Room for `len` items, which are forgotten.
    pub fn new(len: usize) -> Self {
        Discard(len, PhantomData)
    }
}

impl<T> Clone for Discard<T> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T> Copy for Discard<T> {}

// SAFETY: no method touches memory.
unsafe impl<T: Value> Storage for Discard<T> {
    type Item = T;
    known_length!();
    const NOTHING: bool = true;
    fn len(&self) -> usize {
        self.0
    }
    unsafe fn get(&self, _: usize) -> T {
        unreachable!("what isn't stored isn't read")
    }
    #[inline(always)]
    unsafe fn put(&self, _: usize, _: T) {}
    #[inline(always)]
    unsafe fn copy(&self, _: usize, _: &Self, _: usize, _: usize) {}
    #[inline(always)]
    fn first(&self, len: usize) -> Self {
        Discard::new(self.0.min(len))
    }
    fn like(len: usize, _: &mut dyn FnMut(usize, usize) -> Result<*mut u8>) -> Result<Self> {
        Ok(Discard::new(len))
    }
    #[inline(always)]
    fn check(&self, _: &mut Check) {}
    fn params(&self, out: &mut Params) {
        out.word(self.0 as u64);
    }
    fn lower(unit: &mut TranslationUnit) -> String {
        unit.piece(DISCARD);
        format!("Discard<{}>", unit.spell(&T::ty()))
    }
}
