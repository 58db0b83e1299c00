use crate::backend::Backend;
use crate::chain::IntoChain;
use crate::expr::{Indexed, Repeatable};
use crate::function::Function;
use crate::key::Key;
use crate::operator::{Operator, Same};
use crate::pending::{Pending, Second, request};
use crate::storage::Storage;
use crate::value::Value;

/// Combines the values of each run of equal keys, in the association of the [shape contract](crate::shape).
#[derive(Debug, Clone)]
pub struct ReduceByKey<K, V, Q, O, SK = (), SV = ()> {
    /// The keys.
    pub keys: K,
    /// The values, of the same length.
    pub values: V,
    /// Whether a key and the next one belong to one run.
    pub equal: Q,
    /// The operator on values.
    pub op: O,
    /// The target of each run's first key, as long as `keys`.
    pub out_keys: SK,
    /// The target of each run's result, as long as `keys`.
    pub out_values: SV,
}

/// Combines the values of each run of equal neighbouring keys: one key and one value for each run, in order.
///
/// [`values`](Pending::values) leaves out the keys; the keys alone are `keys.iter().dedup().collect()`. Keys that aren't sorted are
/// grouped by [`groups`](crate::Chain::groups). Keys are equal if their bits are (see [`Key`]), so a float key's −0.0 and +0.0 are two
/// groups, as they are in the sort's order.
///
/// # Operator
///
/// Associative; the order of the values is kept.
///
/// # Cost
///
/// One pass that reads keys and values once and writes each run once. Waits for the number of runs. Each vector has room for as many
/// runs as there are keys.
///
/// # Determinism
///
/// The association is a function of the length, the value's size and where the runs begin ([shape
/// contract](crate::shape)): the same bits on every backend, run after run.
///
/// # Errors
///
/// [`LengthMismatch`](crate::ErrorKind::LengthMismatch) and the chains' own.
///
/// # Source
///
/// G. Blelloch, *Prefix Sums and Their Applications*, 1990 (segmented scans).
///
/// ```
/// # use onrush::prelude::*;
/// # fn main() -> onrush::Result<()> {
/// let device = Device::best()?;
/// let cell = device.upload(&[0u32, 0, 3, 3, 3, 0])?;
/// let mass = device.upload(&[1.0f32, 2.0, 1.0, 1.0, 1.0, 5.0])?;
/// let (cell, mass) = reduce_by_key(&cell, &mass, Sum).collect()?;
/// assert_eq!(cell.to_vec()?, [0, 3, 0]);
/// assert_eq!(mass.to_vec()?, [3.0, 3.0, 5.0]);
/// # Ok(()) }
/// ```
#[doc(alias("group_by", "groupby", "aggregate", "chunk_by", "par_chunk_by"))]
#[doc(alias("unique_by_key", "DeviceReduce", "ReduceByKey", "DeviceRunLengthEncode"))]
#[doc(alias("Encode", "run_length_encode", "segmented_reduce"))]
#[inline(always)]
pub fn reduce_by_key<B, K, V, O, KT, VT>(
    keys: K,
    values: V,
    op: O,
) -> Pending<ReduceByKey<K::Expr, V::Expr, Same, O>, B>
where
    B: Backend,
    K: IntoChain<B, Expr: Repeatable + Indexed<Item = KT>>,
    V: IntoChain<B, Expr: Repeatable + Indexed<Item = VT>>,
    O: Operator<VT>,
    KT: Key,
    VT: Value,
{
    call(keys, values, Same, op)
}

/// Combines the values of each run as [`reduce_by_key`] does, where `equal(key, next)` tells whether two neighbours
/// belong to one run.
///
/// ```
/// # use onrush::prelude::*;
/// # fn main() -> onrush::Result<()> {
/// let device = Device::best()?;
/// let time = device.upload(&[0u32, 4, 11, 12, 25])?;
/// let ones = device.constant(1u32, 5);
/// let (first, count) = reduce_by_key_with(&time, ones, op!(|a: u32, b: u32| a / 10 == b / 10), Sum).collect()?;
/// assert_eq!((first.to_vec()?, count.to_vec()?), (vec![0, 11, 25], vec![2, 2, 1]));
/// # Ok(()) }
/// ```
#[doc(alias("reduce_by_key", "group_by", "chunk_by", "par_chunk_by", "ReduceByKey"))]
#[doc(alias("segmented_reduce"))]
#[inline(always)]
pub fn reduce_by_key_with<B, K, V, Q, O, KT, VT>(
    keys: K,
    values: V,
    equal: Q,
    op: O,
) -> Pending<ReduceByKey<K::Expr, V::Expr, Q, O>, B>
where
    B: Backend,
    K: IntoChain<B, Expr: Repeatable + Indexed<Item = KT>>,
    V: IntoChain<B, Expr: Repeatable + Indexed<Item = VT>>,
    Q: Function<(KT, KT), Output = bool>,
    O: Operator<VT>,
    KT: Value,
    VT: Value,
{
    call(keys, values, equal, op)
}

impl<K, V, Q, O, B> Pending<ReduceByKey<K, V, Q, O>, B> {
    /// The same call without the keys, which aren't written: it makes one vector, or writes to one target.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let row = device.upload(&[0u32, 0, 2, 2, 2])?;
    /// let x = device.upload(&[1.0f32, 2.0, 1.0, 1.0, 1.0])?;
    /// let sums = reduce_by_key(&row, &x, Sum).values().collect()?;
    /// assert_eq!(sums.to_vec()?, [3.0, 3.0]);
    /// // Each flag begins a run.
    /// let (begins, x) = (device.upload(&[true, false, true])?, device.upload(&[1, 2, 4])?);
    /// let mut sums = device.filled(0, 3)?;
    /// let same_run = op!(|_: bool, next: bool| !next);
    /// assert_eq!(reduce_by_key_with(&begins, &x, same_run, Sum).values().collect_into(&mut sums)?, 2);
    /// assert_eq!(sums.to_vec()?, [3, 4, 0]);
    /// # Ok(()) }
    /// ```
    #[doc(alias(
        "reduce_by_key_values",
        "discard_iterator",
        "segmented_reduce",
        "DeviceSegmentedReduce",
        "ReduceByKey"
    ))]
    #[inline(always)]
    pub fn values(self) -> Pending<Second<ReduceByKey<K, V, Q, O>>, B> {
        self.second()
    }
}

#[allow(clippy::type_complexity)]
#[inline(always)]
fn call<B: Backend, K: IntoChain<B>, V: IntoChain<B>, Q, O>(
    keys: K,
    values: V,
    equal: Q,
    op: O,
) -> Pending<ReduceByKey<K::Expr, V::Expr, Q, O>, B> {
    let (keys, values) = (keys.into_chain(), values.into_chain().expr);
    Pending::new(ReduceByKey { keys: keys.expr, values, equal, op, out_keys: (), out_values: () }, keys.device)
}

request! {
    [
        K: Repeatable + Indexed<Item: Value>,
        V: Repeatable + Indexed<Item: Value>,
        Q: Function<(K::Item, K::Item), Output = bool>,
        O: Operator<V::Item>
    ] [SK: Storage<Item = K::Item>, SV: Storage<Item = V::Item>]
    ReduceByKey<K, V, Q, O, (), ()> { keys, values, equal, op } => reduce_by_key(out_keys: SK, out_values: SV) of (K::Item, V::Item);
    check(check) {
        keys.check(check);
        equal.check(check);
        check.lengths("reduce_by_key", keys.slots(), values.slots());
        values.check(check);
        op.check(check);
    }
    at_most [keys.slots(); 2], |runs: usize, room| [runs; 2]
}
