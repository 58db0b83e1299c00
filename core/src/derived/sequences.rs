//! Two sequences: which comes first, and where one is in the other.

use std::array::from_fn;
use std::cmp::Ordering;

use super::search::only;
use crate::backend::Backend;
use crate::chain::{Chain, IntoChain};
use crate::error::Result;
use crate::expr::{Expr, Indexed, Lent, Occurs, Repeatable, RunAcross};
use crate::functor::{AnyOf, EqualTo, FEW, Not, Uncurry};
use crate::key::Key;
use crate::operator::{Less, Same};

impl<E: Expr, B: Backend> Chain<E, B> {
    /// Compares two chains lexicographically, as std's method of iterators: by the first items that differ in the order of
    /// [`Key`] (`total_cmp` for floats), and by the lengths if the shorter chain is the start of the longer one.
    ///
    /// # Cost
    ///
    /// One pass over both chains that ends soon after the first difference, as [`position`](Chain::position), and a launch that
    /// reads the two items there. Waits for each of the two.
    ///
    /// # Determinism
    ///
    /// Exact.
    ///
    /// # Errors
    ///
    /// The chains' own.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # use std::cmp::Ordering;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let (x, y) = (device.upload(&[1, 2, 9])?, device.upload(&[1, 3])?);
    /// assert_eq!(x.iter().cmp(&y)?, Ordering::Less);
    /// assert_eq!(x.iter().cmp(x.iter().take(2))?, Ordering::Greater);
    /// assert!(x.iter().cmp(&x)?.is_eq());
    /// # Ok(()) }
    /// ```
    #[doc(alias(
        "lexicographical_compare",
        "lexicographical_compare_three_way",
        "partial_cmp",
        "lt",
        "le",
        "gt",
        "ge"
    ))]
    #[inline(always)]
    #[track_caller]
    pub fn cmp<C: IntoChain<B, Expr: Repeatable + Indexed<Item = E::Item>>>(self, other: C) -> Result<Ordering>
    where
        E: Repeatable + Indexed,
        E::Item: Key,
    {
        let other = other.into_chain();
        let (len, others) = (self.len(), other.len());
        let common = len.min(others);
        let Chain { expr: pairs, device } = self.take(common).zip(other.take(common));
        let Some(at) = Chain::new(Lent(&pairs), device.clone()).position(Not(Uncurry(Same)))? else {
            return Ok(len.cmp(&others));
        };
        let less = only(Chain::new(pairs, device).skip(at).take(1).map(Uncurry(Less)))?;
        Ok(if less { Ordering::Less } else { Ordering::Greater })
    }

    /// The position of the first occurrence of a sequence: where items that are the same [`Key`]s, bit for bit, follow each
    /// other as they do in `pattern`. `None` if there is no such position; a pattern without items occurs at position 0, as
    /// with std's `str::find`.
    ///
    /// # Cost
    ///
    /// One pass that ends soon after the first occurrence, as [`position`](Chain::position). At each position the pattern is
    /// compared up to the first difference, so about n items are read where the first items rarely agree, and at most n·m, for
    /// a pattern of m items. Waits for the result. For a few items of known number, [`windows`](Chain::windows) and `position`
    /// take any relation.
    ///
    /// # Determinism
    ///
    /// The first position, always. A panic of an operation behind it may or may not be reported.
    ///
    /// # Errors
    ///
    /// The chains' own.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let (text, word) = (device.upload(b"where there is a here")?, device.upload(b"here")?);
    /// assert_eq!(text.iter().search(&word)?, Some(1));
    /// assert_eq!(text.iter().search_last(&word)?, Some(17));
    /// assert_eq!(word.iter().search(&text)?, None);
    /// # Ok(()) }
    /// ```
    #[doc(alias("find", "find_subsequence", "strstr", "memmem", "contains", "substring"))]
    #[inline(always)]
    #[track_caller]
    pub fn search<P: IntoChain<B, Expr: Repeatable + Indexed<Item = E::Item>>>(
        self,
        pattern: P,
    ) -> Result<Option<usize>>
    where
        E: Repeatable + Indexed,
        E::Item: Key,
    {
        self.occurrences(pattern.into_chain().expr).position(EqualTo(true))
    }

    /// The position of the last occurrence of a sequence; a pattern without items occurs behind the last item, as with std's
    /// `str::rfind`. All else is as for [`search`](Chain::search); the pass begins at the end.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.upload(&[1, 2, 1, 2, 1])?;
    /// assert_eq!(x.iter().search_last(device.range(1..3))?, Some(2));
    /// # Ok(()) }
    /// ```
    #[doc(alias("find_end", "rfind", "rsearch"))]
    #[inline(always)]
    #[track_caller]
    pub fn search_last<P: IntoChain<B, Expr: Repeatable + Indexed<Item = E::Item>>>(
        self,
        pattern: P,
    ) -> Result<Option<usize>>
    where
        E: Repeatable + Indexed,
        E::Item: Key,
    {
        let found = self.occurrences(pattern.into_chain().expr);
        let last = found.len().wrapping_sub(1);
        Ok(found.rev().position(EqualTo(true))?.map(|from_end| last - from_end))
    }

    /// The position of the first `count` items in succession that are the same [`Key`] as `value`, bit for bit; 0 for a count of
    /// 0. Where the items are arrays or structs, compare what matters: `x.iter().map(op!(…)).search_n(3, true)`.
    ///
    /// # Cost
    ///
    /// One pass that ends soon after the first hit and looks at every `count`th item, and from there in both directions as long
    /// as the items are the value: at most twice at each, in total. The places are tested by a thread each, so a `count` that is
    /// a large part of the length leaves most threads of a GPU without work. Then a launch that reads up to `count` items to
    /// find where the run begins. Waits for each of the two.
    ///
    /// # Determinism
    ///
    /// The first position, always. A panic of an operation on an item that isn't looked at isn't reported.
    ///
    /// # Errors
    ///
    /// The chain's own.
    ///
    /// # Source
    ///
    /// R. Boyer and J. Moore, *A Fast String Searching Algorithm*, 1977, for a pattern of equal items.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.upload(&[0, 7, 7, 0, 7, 7, 7])?;
    /// assert_eq!(x.iter().search_n(3, 7)?, Some(4));
    /// assert_eq!(x.iter().map(op!(|v: i32| v > 5)).search_n(2, true)?, Some(1));
    /// # Ok(()) }
    /// ```
    #[inline(always)]
    #[track_caller]
    pub fn search_n(self, count: usize, value: E::Item) -> Result<Option<usize>>
    where
        E: Repeatable + Indexed,
        E::Item: Key,
    {
        if count == 0 {
            return self.unread().map(|()| Some(0));
        }
        let values = self.device.constant(value, self.len());
        let Chain { expr: flags, device } = self.zip(values).map(Uncurry(Same));
        let across = RunAcross { input: Lent(&flags), count };
        let Some(place) = Chain::new(across, device.clone()).position(EqualTo(true))? else { return Ok(None) };
        let (first, end) = (place * count, place * count + count);
        let other = Chain::new(flags, device).skip(first).take(count).rev().position(EqualTo(false))?;
        Ok(Some(other.map_or(first, |from_end| end - from_end)))
    }

    /// The position of the first item that is the same [`Key`], bit for bit, as any of `candidates`.
    ///
    /// # Cost
    ///
    /// Up to eight candidates are stored and read back, which waits; then one pass that ends soon after the first hit compares
    /// each item with all of them. More, m of them, are stored and sorted, as by [`sort`](Chain::sort), with 2·m items of
    /// temporary memory; the pass then reads log₂ m of them for each item. Waits for the result. If the candidates are sorted
    /// already, `contained_in(&sorted)` and [`position`](Chain::position) do the latter alone.
    ///
    /// # Determinism
    ///
    /// The first position, always. A panic of an operation behind it may or may not be reported.
    ///
    /// # Errors
    ///
    /// The chains' own, and [`OutOfMemory`](crate::ErrorKind::OutOfMemory).
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let text = device.upload(b"one, two; three")?;
    /// assert_eq!(text.iter().find_first_of(&device.upload(b";,.")?)?, Some(3));
    /// # Ok(()) }
    /// ```
    #[doc(alias("find_any_of", "strpbrk", "isin"))]
    #[inline(always)]
    #[track_caller]
    pub fn find_first_of<C: IntoChain<B, Expr: Repeatable + Indexed<Item = E::Item>>>(
        self,
        candidates: C,
    ) -> Result<Option<usize>>
    where
        E: Repeatable + Indexed,
        E::Item: Key,
    {
        let candidates = candidates.into_chain().on(&self.device);
        let number = candidates.len();
        if (1..=FEW).contains(&number) {
            let few = candidates.collect()?.to_vec()?;
            return self.position(AnyOf(from_fn(|k| few[k.min(number - 1)])));
        }
        let candidates = candidates.sort().collect()?;
        self.contained_in(&candidates).position(EqualTo(true))
    }

    /// Whether the pattern begins at each position.
    #[inline(always)]
    fn occurrences<P: Repeatable + Indexed<Item = E::Item>>(self, pattern: P) -> Chain<Occurs<E, P>, B>
    where
        E: Repeatable + Indexed<Item: Key>,
    {
        self.with(|input| Occurs { input, pattern })
    }
}
