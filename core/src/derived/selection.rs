use std::cmp::Ordering;

use crate::algo::TopK;
use crate::backend::Backend;
use crate::chain::Chain;
use crate::device::DeviceId;
use crate::error::Result;
use crate::expr::{Expr, Repeatable};
use crate::functor::Between;
use crate::key::Key;
use crate::vec::{DeviceVec, host_room};

/// The number of sampled items; the fewest items from which such a sample pays on a CPU; and the fewest bytes of items on a GPU, whose
/// sorts of fewer take less time than the waits between the passes.
const SAMPLE: usize = 1 << 14;
const MANY: usize = 1 << 18;
const MANY_BYTES: usize = 1 << 24;

impl<E: Expr, B: Backend> Chain<E, B> {
    /// The item that a [sort](Chain::sort) would put at position `n`, counted from 0 in the order of [`Key`]: `nth_element(0)` is the
    /// smallest. `None` if there are no more than `n` items.
    ///
    /// # Cost
    ///
    /// Two passes that read the inputs, and a sort of about 5 % of the items: those between two of a sorted sample of
    /// 2^14. Fewer items, below 16 MiB, are all sorted on a GPU, while on a CPU one thread selects among two copies of fewer than 2^18;
    /// and all are sorted about once in a hundred million calls, in which the sample misleads.
    /// Temporary memory: about 10 % of the items' size, at worst twice that size. Waits for the item. The chain is cloned, and each
    /// item is computed up to four times.
    ///
    /// # Determinism
    ///
    /// Exact.
    ///
    /// # Source
    ///
    /// R. W. Floyd and R. L. Rivest, *Expected Time Bounds for Selection*, 1975.
    ///
    /// # Errors
    ///
    /// The chain's own, and [`OutOfMemory`](crate::ErrorKind::OutOfMemory).
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.upload(&[2.5f32, 7.0, -1.0, 7.5, 0.0])?;
    /// assert_eq!(x.iter().nth_element(3)?, Some(7.0));
    /// assert_eq!(x.iter().nth_element(5)?, None);
    /// # Ok(()) }
    /// ```
    #[doc(alias("select_nth_unstable", "kth_value", "order_statistic", "quickselect", "partition_point"))]
    #[inline(always)]
    #[track_caller]
    pub fn nth_element(self, n: usize) -> Result<Option<E::Item>>
    where
        E: Repeatable + Clone,
        E::Item: Key,
    {
        if !E::DENSE {
            return self.collect()?.iter().nth_element(n);
        }
        let slots = self.expr.slots();
        self.unread()?;
        if n >= slots {
            return Ok(None);
        }
        let on_host = self.device.id() == DeviceId::HOST;
        if slots >= if on_host { MANY } else { (MANY_BYTES / size_of::<E::Item>().max(1)).max(MANY) } {
            return self.sampled(n, slots, SAMPLE);
        }
        if !on_host {
            return self.sort().collect()?.get(n);
        }
        let mut items = self.collect()?.to_vec()?;
        let order = |a: &E::Item, b: &E::Item| match a.precedes(b) {
            true => Ordering::Less,
            false if b.precedes(a) => Ordering::Greater,
            false => Ordering::Equal,
        };
        Ok(Some(*items.select_nth_unstable_by(n, order).1))
    }

    /// The item at position `n` of as many as `slots`, by a sample of this size.
    #[inline(always)]
    #[track_caller]
    fn sampled(self, n: usize, slots: usize, sample: usize) -> Result<Option<E::Item>>
    where
        E: Repeatable + Clone,
        E::Item: Key,
    {
        let [above, below] = self.clone().bracket(n, slots, sample)?;
        let count = |above, below| self.clone().filter(Between { above, below }).count();
        let upto = if above.is_some() { slots - count(above, None)? } else { 0 };
        let mut inside = self.clone().filter(Between { above, below }).collect()?;
        if n < upto {
            // The item equals the bound if it doesn't come before it, which many items may do.
            if n >= count(None, above)? {
                return Ok(above);
            }
        } else if n - upto < inside.len() {
            inside.sort()?;
            return inside.get(n - upto);
        } else if below.is_some() && n < slots - count(below, None)? {
            return Ok(below);
        }
        drop(inside);
        self.sort().collect()?.get(n)
    }

    /// Two items of a sample between which the item of rank `n` almost surely lies; `None` beyond its ends.
    #[inline(always)]
    #[track_caller]
    fn bracket(self, n: usize, slots: usize, size: usize) -> Result<[Option<E::Item>; 2]>
    where
        E: Repeatable,
        E::Item: Key,
    {
        let at = self.device.upload_iter((0..size).map(|number| TopK::<(), (), ()>::sampled(number, size, slots)))?;
        let sample = self.with(crate::expr::Known::<_, ()>::new).permute(&at).sort().collect()?.to_vec()?;
        let share = n as f64 / slots as f64;
        let expected = share * size as f64;
        // The margin is six standard deviations of a binomial distribution, and more for small numbers.
        let margin = 6.0 * (expected * (1.0 - share)).sqrt() + 5.0;
        let item = |rank: f64| (rank >= 0.0).then(|| sample.get(rank as usize).copied()).flatten();
        Ok([item(expected - margin), item(expected + margin)])
    }

    /// The median in the order of [`Key`]: an item that as many items precede as follow; of an even number of items, the lower
    /// of the two in the middle. `None` if there are none. It is [`nth_element`](Chain::nth_element)`((len - 1) / 2)`, and
    /// costs as much.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// assert_eq!(device.upload(&[9, 1, 5, 7])?.iter().median()?, Some(5));
    /// # Ok(()) }
    /// ```
    #[doc(alias("median_low", "nanmedian", "percentile"))]
    #[inline(always)]
    #[track_caller]
    pub fn median(self) -> Result<Option<E::Item>>
    where
        E: Repeatable + Clone,
        E::Item: Key,
    {
        if !E::DENSE {
            return self.collect()?.iter().median();
        }
        let n = self.expr.slots().saturating_sub(1) / 2;
        self.nth_element(n)
    }

    /// Items at the given shares of the sorted items: for each share `q` of 0 to 1, the item at position `⌈q·len⌉ - 1` (the
    /// first one for `q = 0`), the smallest that at least a share `q` of the items don't exceed. `None` if there are none.
    /// A share outside of 0 to 1, or NaN, counts as the nearer end, NaN as 0.
    ///
    /// # Cost
    ///
    /// A [sort](Chain::sort) of a copy of the items, and a copy of each result to the host. One alone is faster by
    /// [`nth_element`](Chain::nth_element).
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.range(1..101).map(op!(|i: i32| 101 - i));
    /// assert_eq!(x.quantiles(&[0.0, 0.25, 0.999, 1.0])?, Some(vec![1, 25, 100, 100]));
    /// # Ok(()) }
    /// ```
    #[doc(alias("percentile", "percentiles", "quantile", "quartiles", "inverse_cdf"))]
    #[inline(always)]
    #[track_caller]
    pub fn quantiles(self, shares: &[f64]) -> Result<Option<Vec<E::Item>>>
    where
        E: Repeatable,
        E::Item: Key,
    {
        let sorted: DeviceVec<E::Item, B> = self.sort().collect()?;
        if sorted.is_empty() {
            return Ok(None);
        }
        let place = |share: f64| ((share * sorted.len() as f64).ceil() as usize).clamp(1, sorted.len()) - 1;
        let mut items = host_room(shares.len())?;
        for share in shares {
            items.push(sorted.at(place(*share))?);
        }
        Ok(Some(items))
    }
}
