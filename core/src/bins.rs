//! The bins of histograms, as functions of an item.

use std::cmp::Ordering;
use std::marker::PhantomData;
use std::ops::{Range, RangeInclusive};

use onrush_macros::op;

use crate::device::{Check, DeviceId};
use crate::error::{self, ErrorKind};
use crate::expr::partition_point;
use crate::fault;
use crate::function::{Capture, Function};
use crate::functor::named;
use crate::lower::{InputError, Params, TranslationUnit, members, piece};
use crate::number::Number;
use crate::value::{Element, Value};
use crate::view::View;

/// The range of numbers that [`histogram_even`](crate::Chain::histogram_even) divides: `lower..upper` or `lower..=upper`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct EvenRange<T> {
    pub(crate) lower: T,
    pub(crate) upper: T,
    pub(crate) closed: bool,
}

impl<T> From<Range<T>> for EvenRange<T> {
    fn from(range: Range<T>) -> Self {
        EvenRange { lower: range.start, upper: range.end, closed: false }
    }
}
impl<T: Copy> From<RangeInclusive<T>> for EvenRange<T> {
    fn from(range: RangeInclusive<T>) -> Self {
        EvenRange { lower: *range.start(), upper: *range.end(), closed: true }
    }
}

impl<T: Binned> EvenRange<T> {
    /// The bins, whose check says so if the range can't be divided into them.
    #[inline(always)]
    pub(crate) fn divided(self, what: &'static str, bins: usize) -> EvenBin<T> {
        let number = u32::try_from(bins).ok().filter(|bins| *bins < u32::MAX);
        match number.and_then(|bins| T::even(self, bins)) {
            Some(even) => EvenBin { even, refused: None },
            None => EvenBin { even: T::Even::default(), refused: Some((self, what, bins)) },
        }
    }

    /// The error that says that the range can't be divided into bins.
    #[cold]
    fn refused(&self, what: &'static str, bins: usize) -> ErrorKind {
        let dots = if self.closed { "..=" } else { ".." };
        // The text takes no memory that can't be refused.
        match error::written(format_args!("{:?}{dots}{:?}", self.lower, self.upper)) {
            Some(range) => ErrorKind::InvalidBins { what, range, bins },
            None => ErrorKind::OutOfMemory { bytes: size_of::<Self>(), device: DeviceId::HOST },
        }
    }
}

/// A number whose ranges can be divided into bins of one width: every [`Number`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a number, so no range of it can be divided into bins",
    label = "needs items that are numbers",
    note = "`map` the items to numbers first: `.map(op!(|v: bool| v as u8))`"
)]
pub trait Binned: Number {
    /// The values from which the bin of a number is computed.
    #[doc(hidden)]
    type Even: Copy + Default + Send + Sync + std::fmt::Debug + 'static;
    /// The division of a range into this number of bins, if there is one.
    #[doc(hidden)]
    fn even(range: EvenRange<Self>, bins: u32) -> Option<Self::Even>;
    /// The number's bin, or the number of bins if it lies outside of the range.
    #[doc(hidden)]
    fn bin(even: &Self::Even, x: Self) -> u32;
    /// Writes the division as the device's functor has it.
    #[doc(hidden)]
    fn write_even(even: &Self::Even, out: &mut Params);
    /// The name of this functor.
    #[doc(hidden)]
    const EVEN: &'static str;
}

/// Bins of floats, in `f32` or `f64`: edge k is `lower + k · step`.
///
/// The sum of a number below 2^23 (2^52) and this power of two is rounded to an integer, which its low bits hold. So the nearest
/// edge of an item is found without a conversion.
#[doc(hidden)]
#[derive(Debug, Clone, Copy, Default)]
pub struct EvenFloats<W> {
    lower: W,
    /// The largest number in the range.
    most: W,
    scale: W,
    step: W,
    bins: u32,
}

macro_rules! floats {
    ($($t:ty as $w:ty, $digits:literal: $name:literal, |$x:ident| $widened:expr;)*) => {$(
        impl Binned for $t {
            type Even = EvenFloats<$w>;
            const EVEN: &'static str = $name;
            fn even(range: EvenRange<Self>, bins: u32) -> Option<Self::Even> {
                let widened = |$x: $t| $widened;
                let (lower, upper) = (widened(range.lower), widened(range.upper));
                let width: $w = upper - lower;
                let (scale, step) = (bins as $w / width, width / bins as $w);
                let divides = width > 0.0 && width.is_finite() && scale.is_finite() && u64::from(bins) <= 1 << $digits;
                let most = if range.closed { upper } else { upper.next_down() };
                divides.then_some(EvenFloats { lower, most, scale, step, bins })
            }
            #[inline(always)]
            fn bin(even: &Self::Even, $x: Self) -> u32 {
                let (x, last) = ($widened, even.bins.wrapping_sub(1));
                if !(x >= even.lower && x <= even.most) {
                    return even.bins;
                }
                const INTEGERS: $w = (1u64 << $digits) as $w;
                let nearest = (x - even.lower) * even.scale + INTEGERS;
                let before = x < even.lower + (nearest - INTEGERS) * even.step;
                let edge = nearest.to_bits().wrapping_sub(INTEGERS.to_bits()) as u32;
                edge.wrapping_sub(u32::from(before)).min(last)
            }
            fn write_even(even: &Self::Even, out: &mut Params) {
                for x in [even.lower, even.most, even.scale, even.step] {
                    out.element(&x);
                }
                out.element(&even.bins);
            }
        }
    )*};
}
floats! {
    f32 as f32, 23: "EvenFloats<f32>", |x| x;
    f64 as f64, 52: "EvenFloats<f64>", |x| x;
    half::f16 as f32, 23: "EvenFloats<f32>", |x| x.to_f32();
    half::bf16 as f32, 23: "EvenFloats<f32>", |x| x.to_f32();
}

/// Bins of integers: the bin of `lower + d` is `⌊d · bins / width⌋`, which is `d · whole + ⌊d · part / width⌋`.
#[doc(hidden)]
#[derive(Debug, Clone, Copy, Default)]
pub struct EvenIntegers<T> {
    lower: T,
    bins: u32,
    width: u64,
    whole: u64,
    part: u64,
    /// `part / width` as a fraction of 2^64: rounded up if widths are at most 2^32, when its product with each `d` has the right
    /// whole part; else rounded down, when the product is short by less than 1.
    fraction: u64,
}

macro_rules! integers {
    ($($t:ty)*) => {$(
        impl EvenIntegers<$t> {
            /// The bin of a number of up to 64 bits.
            #[inline(always)]
            fn bin_of_64(&self, x: $t) -> u32 {
                let d = (x as u64).wrapping_sub(self.lower as u64);
                // Below the range the difference wraps, and is larger than every width.
                if x < self.lower || d >= self.width {
                    return self.bins;
                }
                let share = ((u128::from(self.fraction) * u128::from(d)) >> 64) as u64;
                let bin = self.whole.wrapping_mul(d).wrapping_add(share);
                let short = self.part.wrapping_mul(d).wrapping_sub(share.wrapping_mul(self.width)) >= self.width;
                bin as u32 + u32::from(short)
            }
        }
        impl Binned for $t {
            type Even = EvenIntegers<$t>;
            const EVEN: &'static str = concat!("EvenIntegers<", stringify!($t), ">");
            fn even(range: EvenRange<Self>, bins: u32) -> Option<Self::Even> {
                let width = range.upper as i128 - range.lower as i128 + i128::from(range.closed);
                let width = u64::try_from(width).ok().filter(|width| (1..=1 << 63).contains(width))?;
                let (whole, part) = (u64::from(bins) / width, u64::from(bins) % width);
                let down = ((u128::from(part) << 64) / u128::from(width)) as u64;
                let fraction = if size_of::<$t>() <= 4 && part != 0 { down + 1 } else { down };
                Some(EvenIntegers { lower: range.lower, bins, width, whole, part, fraction })
            }
            #[inline(always)]
            fn bin(even: &Self::Even, x: Self) -> u32 {
                if size_of::<$t>() > 4 {
                    return even.bin_of_64(x);
                }
                // Two products of 32 bits are the upper half of one of 64; vector registers have these.
                let d = (x as u32).wrapping_sub(even.lower as u32);
                let (high, low) = (even.fraction >> 32, u64::from(even.fraction as u32));
                let share = (high * u64::from(d) + (low * u64::from(d) >> 32)) >> 32;
                let bin = (even.whole as u32).wrapping_mul(d).wrapping_add(share as u32);
                if (x < even.lower) | (u64::from(d) >= even.width) { even.bins } else { bin }
            }
            fn write_even(even: &Self::Even, out: &mut Params) {
                for word in [even.width, even.whole, even.part, even.fraction] {
                    out.element(&word);
                }
                out.element(&even.lower);
                out.element(&even.bins);
            }
        }
    )*};
}
integers! { i8 i16 i32 i64 isize u8 u16 u32 u64 usize }

/// The bin of a number among bins of one width; their number for one outside of the range.
#[derive(Debug, Clone, Copy)]
pub struct EvenBin<T: Binned> {
    even: T::Even,
    /// The range that can't be divided, who is to divide it, and the number of bins.
    refused: Option<(EvenRange<T>, &'static str, usize)>,
}

impl<T: Binned> EvenBin<T> {
    /// These bins if they are refused, else the others.
    pub(crate) fn refused_or(self, others: impl FnOnce() -> Self) -> Self {
        if self.refused.is_some() { self } else { others() }
    }
}

// SAFETY: `call` depends on the number and the division alone; the functor that `lower` names computes the same bin.
unsafe impl<T: Binned> Function<(T,)> for EvenBin<T> {
    type Output = u32;
    #[inline(always)]
    fn call(&self, (x,): (T,)) -> u32 {
        T::bin(&self.even, x)
    }
    #[inline(always)]
    fn check(&self, check: &mut Check) {
        if let Some((range, what, bins)) = &self.refused {
            check.fault(range.refused(what, *bins));
        }
    }
    fn params(&self, out: &mut Params) {
        T::write_even(&self.even, out);
    }
    fn lower(unit: &mut TranslationUnit) -> String {
        unit.piece(piece!("bins.cuh"));
        T::EVEN.replace("isize", "i64").replace("usize", "u64")
    }
}

/// So few edges are all compared with an item, which takes vector registers less time than a search.
const FEW_EDGES: usize = 16;
/// Whether they are: builds without optimisation, or for other processors, search.
const COMPARES: bool = cfg!(all(target_arch = "x86_64", not(debug_assertions)));

/// The bin of an item between sorted edges: that of the last edge that doesn't exceed it. Their number for an item outside.
#[derive(Debug, Clone, Copy)]
pub struct RangeBin<'a, T>(pub(crate) View<'a, T>);

// SAFETY: `call` is a function of the number and of the view that `check` reports, and reads inside the view's length;
// `RangeBin` in bins.cuh does the same.
unsafe impl<T: Number> Function<(T,)> for RangeBin<'_, T> {
    type Output = u32;
    #[inline(always)]
    fn call(&self, (x,): (T,)) -> u32 {
        let (len, last) = (self.0.len(), self.0.len().saturating_sub(1));
        let upto = if COMPARES && (1..=FEW_EDGES).contains(&len) {
            // The edges that don't exceed the item are counted, by vector registers for many items. The last one stands for those that
            // are missing.
            // SAFETY: the positions are inside, and the chain's check showed that the view is the host's.
            let upto = |k: usize| usize::from(unsafe { self.0.read(k.min(last)) } <= x);
            (0..FEW_EDGES).map(upto).sum::<usize>().min(len)
        } else {
            // SAFETY: the chain's check showed that the view is the host's.
            unsafe { partition_point(self.0, |edge| edge <= x) }
        };
        if upto == 0 { last as u32 } else { (upto - 1) as u32 }
    }
    #[inline(always)]
    fn check(&self, check: &mut Check) {
        self.0.check_read(check);
        check.bound("histogram_ranges", self.0.len(), u32::MAX as usize);
    }
    fn params(&self, out: &mut Params) {
        out.member(|out| self.0.write(out));
    }
    fn lower(unit: &mut TranslationUnit) -> String {
        unit.piece(piece!("bins.cuh"));
        // The search is a loop of reads, many copies of which would need more registers than there are, so it counts as heavy.
        unit.weighs(100);
        format!("RangeBin<{}>", unit.spell(&T::ty()))
    }
}

/// The zero with which a bin's count or sum begins. The pass that stores the zeros reads the edges as well, and fails where they
/// aren't in ascending order.
#[derive(Debug, Clone, Copy)]
pub struct BinStart<'a, T, W> {
    edges: View<'a, T>,
    zero: PhantomData<W>,
}

impl<'a, T, W> BinStart<'a, T, W> {
    pub(crate) fn new(edges: View<'a, T>) -> Self {
        BinStart { edges, zero: PhantomData }
    }
}

// SAFETY: `call` is a function of the position and of the view that `check` reports, and reads inside the view's length;
// `BinStart` in bins.cuh does the same.
unsafe impl<T: Number, W: Number> Function<(usize,)> for BinStart<'_, T, W> {
    type Output = W;
    #[inline(always)]
    fn call(&self, (bin,): (usize,)) -> W {
        let upper = bin.wrapping_add(1);
        if bin < upper && upper < self.edges.len() {
            // SAFETY: both positions are inside, and the chain's check showed that the view is the host's.
            let (from, to) = unsafe { (self.edges.read(bin), self.edges.read(upper)) };
            if from.partial_cmp(&to).is_none_or(Ordering::is_gt) {
                fault::raise(ErrorKind::NotSorted { what: "histogram_ranges", position: upper });
            }
        }
        W::ZERO
    }
    #[inline(always)]
    fn check(&self, check: &mut Check) {
        self.edges.check_read(check);
    }
    fn params(&self, out: &mut Params) {
        out.member(|out| self.edges.write(out));
    }
    fn lower(unit: &mut TranslationUnit) -> String {
        unit.piece(piece!("bins.cuh"));
        let site = unit.can_fail_at(InputError::order("histogram_ranges"));
        format!("BinStart<{}, {}, {site}>", unit.spell(&T::ty()), unit.spell(&W::ty()))
    }
}

/// The bins of an item's channels: each channel has `bins` of its own, one after another.
#[derive(Debug, Clone, Copy)]
pub struct ChannelBins<F> {
    pub(crate) bin: F,
    pub(crate) bins: u32,
}

// SAFETY: `call` only calls the wrapped [`Function`], which keeps the contract; `ChannelBins` in bins.cuh does the same.
unsafe impl<T: Value, F: Function<(T,), Output = u32>, const N: usize> Function<([T; N],)> for ChannelBins<F> {
    type Output = [u32; N];
    #[inline(always)]
    fn call(&self, (items,): ([T; N],)) -> [u32; N] {
        let all = (N as u32).wrapping_mul(self.bins);
        let mut first = 0u32;
        items.map(|x| {
            let bin = self.bin.call((x,));
            let own = if bin < self.bins { first.wrapping_add(bin) } else { all };
            first = first.wrapping_add(self.bins);
            own
        })
    }
    #[inline(always)]
    fn check(&self, check: &mut Check) {
        self.bin.check(check);
    }
    members! {
        |this, unit| ["bins.cuh"] format!("ChannelBins<{}>", F::lower(unit)) =>
        bin: params this.bin, bins: word this.bins
    }
}

/// Whether the bin in a pair with a weight is one of those below a number.
#[derive(Debug, Clone, Copy)]
pub struct InBins(pub(crate) u32);

named! { [W: Element] InBins, |InBins(bins)| ((u32, W),) => bool, op!(|(bin, _): (u32, W)| bin < bins); }
