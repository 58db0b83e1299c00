use crate::backend::Backend;
use crate::chain::IntoChain;
use crate::error::Result;
use crate::expr::{Indexed, Repeatable};
use crate::function::Function;
use crate::key::Key;
use crate::operator::{Operator, Same};
use crate::pending::{Pending, request};
use crate::storage::{Record, Storage};
use crate::target::Target;
use crate::value::Value;

/// Combines the values of each run of equal keys, in the association of the [shape contract](crate::shape).
#[derive(Debug)]
pub struct ReduceByKey<K, V, Q, O, SK, SV> {
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

/// Keys and their combined values, as stored.
pub type KeyedVecs<B, K, V> = (<K as Record>::Vecs<B>, <V as Record>::Vecs<B>);

/// Combines the values of each run of equal neighbouring keys: one key and one value for each run, in order.
///
/// [`reduce_by_key_values`] leaves out the keys; the keys alone are `keys.iter().dedup().collect()`. Keys that aren't sorted are
/// grouped by [`groups`](crate::Chain::groups). Keys are equal if their bits are (see [`Key`]), so a float key's −0.0 and +0.0 are two
/// groups, as they are in the sort's order.
///
/// # Operator
///
/// Associative; the order of the values is kept.
///
/// # Cost
///
/// Two allocations of the input's length, cut to the number of runs afterwards; one pass that reads keys and values once
/// and writes each run once. Waits for the number of runs.
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
/// let (cell, mass) = reduce_by_key(&cell, &mass, Sum)?;
/// assert_eq!(cell.to_vec()?, [0, 3, 0]);
/// assert_eq!(mass.to_vec()?, [3.0, 3.0, 5.0]);
/// # Ok(()) }
/// ```
#[doc(alias("group_by", "groupby", "aggregate", "chunk_by", "par_chunk_by"))]
#[doc(alias("unique_by_key", "DeviceReduce", "ReduceByKey", "DeviceRunLengthEncode"))]
#[doc(alias("Encode", "run_length_encode", "segmented_reduce"))]
#[inline(always)]
#[track_caller]
pub fn reduce_by_key<B, K, V, O, KT, VT>(keys: K, values: V, op: O) -> Result<KeyedVecs<B, KT, VT>>
where
    B: Backend,
    K: IntoChain<B, Expr: Repeatable + Indexed<Item = KT>>,
    V: IntoChain<B, Expr: Repeatable + Indexed<Item = VT>>,
    O: Operator<VT>,
    KT: Key + Record,
    VT: Record,
{
    reduce_by_key_with(keys, values, Same, op)
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
/// let (first, count) = reduce_by_key_with(&time, ones, op!(|a: u32, b: u32| a / 10 == b / 10), Sum)?;
/// assert_eq!((first.to_vec()?, count.to_vec()?), (vec![0, 11, 25], vec![2, 2, 1]));
/// # Ok(()) }
/// ```
#[doc(alias("reduce_by_key", "group_by", "chunk_by", "par_chunk_by", "ReduceByKey"))]
#[doc(alias("segmented_reduce"))]
#[inline(always)]
#[track_caller]
pub fn reduce_by_key_with<B, K, V, Q, O, KT, VT>(keys: K, values: V, equal: Q, op: O) -> Result<KeyedVecs<B, KT, VT>>
where
    B: Backend,
    K: IntoChain<B, Expr: Repeatable + Indexed<Item = KT>>,
    V: IntoChain<B, Expr: Repeatable + Indexed<Item = VT>>,
    Q: Function<(KT, KT), Output = bool>,
    O: Operator<VT>,
    KT: Record,
    VT: Record,
{
    call(keys, values, equal, op).collect()
}

/// Combines the values of each run as [`reduce_by_key`] does, and stores no keys.
///
/// # Cost
///
/// As [`reduce_by_key`], without the keys' allocation and without writing them.
///
/// ```
/// # use onrush::prelude::*;
/// # fn main() -> onrush::Result<()> {
/// let device = Device::best()?;
/// let row = device.upload(&[0u32, 0, 2, 2, 2])?;
/// let x = device.upload(&[1.0f32, 2.0, 1.0, 1.0, 1.0])?;
/// assert_eq!(reduce_by_key_values(&row, &x, Sum)?.to_vec()?, [3.0, 3.0]);
/// # Ok(()) }
/// ```
#[doc(alias("reduce_by_key", "discard_iterator", "segmented_reduce", "DeviceSegmentedReduce", "ReduceByKey"))]
#[inline(always)]
#[track_caller]
pub fn reduce_by_key_values<B, K, V, O, KT, VT>(keys: K, values: V, op: O) -> Result<VT::Vecs<B>>
where
    B: Backend,
    K: IntoChain<B, Expr: Repeatable + Indexed<Item = KT>>,
    V: IntoChain<B, Expr: Repeatable + Indexed<Item = VT>>,
    O: Operator<VT>,
    KT: Key,
    VT: Record,
{
    reduce_by_key_values_with(keys, values, Same, op)
}

/// Combines the values of each run as [`reduce_by_key_with`] does, and stores no keys.
///
/// ```
/// # use onrush::prelude::*;
/// # fn main() -> onrush::Result<()> {
/// let device = Device::best()?;
/// // Each flag begins a run.
/// let (begins, x) = (device.upload(&[true, false, true])?, device.upload(&[1, 2, 4])?);
/// let sums = reduce_by_key_values_with(&begins, &x, op!(|_: bool, next: bool| !next), Sum)?;
/// assert_eq!(sums.to_vec()?, [3, 4]);
/// # Ok(()) }
/// ```
#[doc(alias("reduce_by_key", "discard_iterator", "segmented_reduce"))]
#[inline(always)]
#[track_caller]
pub fn reduce_by_key_values_with<B, K, V, Q, O, KT, VT>(keys: K, values: V, equal: Q, op: O) -> Result<VT::Vecs<B>>
where
    B: Backend,
    K: IntoChain<B, Expr: Repeatable + Indexed<Item = KT>>,
    V: IntoChain<B, Expr: Repeatable + Indexed<Item = VT>>,
    Q: Function<(KT, KT), Output = bool>,
    O: Operator<VT>,
    KT: Value,
    VT: Record,
{
    call(keys, values, equal, op).second().collect()
}

/// Combines the values of each run as [`reduce_by_key`] does, stores keys and values at the start of vectors that exist
/// already, and returns the number of runs.
///
/// Each target is at least as long as the keys: each of them may be a run. Elements behind the last run's stay as they were.
///
/// # Cost
///
/// As [`reduce_by_key`], without its allocations. Waits for the number of runs.
///
/// # Errors
///
/// Those of [`reduce_by_key`], and [`TargetTooShort`](crate::ErrorKind::TargetTooShort), before anything is written. If an
/// operation panics, the targets hold old, new and meaningless items.
///
/// ```
/// # use onrush::prelude::*;
/// # fn main() -> onrush::Result<()> {
/// let device = Device::best()?;
/// let (cell, mass) = (device.upload(&[7u32, 7, 3])?, device.upload(&[1.0f32, 2.0, 4.0])?);
/// let (mut cells, mut total) = (device.filled(0u32, 3)?, device.filled(0.0f32, 3)?);
/// let runs = reduce_by_key_into(&cell, &mass, Sum, &mut cells, &mut total)?;
/// assert_eq!(cells.slice(..runs)?.to_vec()?, [7, 3]);
/// assert_eq!(total.slice(..runs)?.to_vec()?, [3.0, 4.0]);
/// # Ok(()) }
/// ```
#[doc(alias("reduce_by_key", "group_by", "DeviceReduce", "ReduceByKey"))]
#[inline(always)]
#[track_caller]
pub fn reduce_by_key_into<B, K, V, O, KT, VT, TK, TV>(
    keys: K,
    values: V,
    op: O,
    out_keys: TK,
    out_values: TV,
) -> Result<usize>
where
    B: Backend,
    K: IntoChain<B, Expr: Repeatable + Indexed<Item = KT>>,
    V: IntoChain<B, Expr: Repeatable + Indexed<Item = VT>>,
    O: Operator<VT>,
    KT: Key,
    VT: Value,
    TK: Target<B>,
    TK::Storage: Storage<Item = KT>,
    TV: Target<B>,
    TV::Storage: Storage<Item = VT>,
{
    reduce_by_key_with_into(keys, values, Same, op, out_keys, out_values)
}

/// Combines the values of each run as [`reduce_by_key_with`] does; otherwise as [`reduce_by_key_into`].
///
/// ```
/// # use onrush::prelude::*;
/// # fn main() -> onrush::Result<()> {
/// let device = Device::best()?;
/// let (time, ones) = (device.upload(&[0u32, 4, 11])?, device.constant(1u32, 3));
/// let (mut first, mut count) = (device.filled(0u32, 3)?, device.filled(0u32, 3)?);
/// let same_ten = op!(|a: u32, b: u32| a / 10 == b / 10);
/// assert_eq!(reduce_by_key_with_into(&time, ones, same_ten, Sum, &mut first, &mut count)?, 2);
/// assert_eq!((first.to_vec()?, count.to_vec()?), (vec![0, 11, 0], vec![2, 1, 0]));
/// # Ok(()) }
/// ```
#[doc(alias("reduce_by_key", "group_by", "ReduceByKey"))]
#[inline(always)]
#[track_caller]
pub fn reduce_by_key_with_into<B, K, V, Q, O, KT, VT, TK, TV>(
    keys: K,
    values: V,
    equal: Q,
    op: O,
    out_keys: TK,
    out_values: TV,
) -> Result<usize>
where
    B: Backend,
    K: IntoChain<B, Expr: Repeatable + Indexed<Item = KT>>,
    V: IntoChain<B, Expr: Repeatable + Indexed<Item = VT>>,
    Q: Function<(KT, KT), Output = bool>,
    O: Operator<VT>,
    KT: Value,
    VT: Value,
    TK: Target<B>,
    TK::Storage: Storage<Item = KT>,
    TV: Target<B>,
    TV::Storage: Storage<Item = VT>,
{
    call(keys, values, equal, op).collect_into((out_keys, out_values))
}

/// Combines the values of each run as [`reduce_by_key_into`] does, and stores no keys.
///
/// ```
/// # use onrush::prelude::*;
/// # fn main() -> onrush::Result<()> {
/// let device = Device::best()?;
/// let (row, x) = (device.upload(&[7u32, 7, 3])?, device.upload(&[1.0f32, 2.0, 4.0])?);
/// let mut sums = device.filled(0.0f32, 3)?;
/// assert_eq!(reduce_by_key_values_into(&row, &x, Sum, &mut sums)?, 2);
/// assert_eq!(sums.to_vec()?, [3.0, 4.0, 0.0]);
/// # Ok(()) }
/// ```
#[doc(alias("reduce_by_key", "discard_iterator", "segmented_reduce"))]
#[inline(always)]
#[track_caller]
pub fn reduce_by_key_values_into<B, K, V, O, KT, VT, T>(keys: K, values: V, op: O, target: T) -> Result<usize>
where
    B: Backend,
    K: IntoChain<B, Expr: Repeatable + Indexed<Item = KT>>,
    V: IntoChain<B, Expr: Repeatable + Indexed<Item = VT>>,
    O: Operator<VT>,
    KT: Key,
    VT: Value,
    T: Target<B>,
    T::Storage: Storage<Item = VT>,
{
    reduce_by_key_values_with_into(keys, values, Same, op, target)
}

/// Combines the values of each run as [`reduce_by_key_with_into`] does, and stores no keys.
///
/// ```
/// # use onrush::prelude::*;
/// # fn main() -> onrush::Result<()> {
/// let device = Device::best()?;
/// let (begins, x) = (device.upload(&[true, false, true])?, device.upload(&[1, 2, 4])?);
/// let mut sums = device.filled(0, 3)?;
/// let same_run = op!(|_: bool, next: bool| !next);
/// assert_eq!(reduce_by_key_values_with_into(&begins, &x, same_run, Sum, &mut sums)?, 2);
/// assert_eq!(sums.to_vec()?, [3, 4, 0]);
/// # Ok(()) }
/// ```
#[doc(alias("reduce_by_key", "discard_iterator", "segmented_reduce"))]
#[inline(always)]
#[track_caller]
pub fn reduce_by_key_values_with_into<B, K, V, Q, O, KT, VT, T>(
    keys: K,
    values: V,
    equal: Q,
    op: O,
    target: T,
) -> Result<usize>
where
    B: Backend,
    K: IntoChain<B, Expr: Repeatable + Indexed<Item = KT>>,
    V: IntoChain<B, Expr: Repeatable + Indexed<Item = VT>>,
    Q: Function<(KT, KT), Output = bool>,
    O: Operator<VT>,
    KT: Value,
    VT: Value,
    T: Target<B>,
    T::Storage: Storage<Item = VT>,
{
    call(keys, values, equal, op).second().collect_into(target)
}

#[allow(clippy::type_complexity)]
#[inline(always)]
fn call<B: Backend, K: IntoChain<B>, V: IntoChain<B>, Q, O>(
    keys: K,
    values: V,
    equal: Q,
    op: O,
) -> Pending<ReduceByKey<K::Expr, V::Expr, Q, O, (), ()>, B> {
    let (keys, values) = (keys.into_chain(), values.into_chain().expr);
    Pending::new(
        ReduceByKey { keys: keys.expr, values, equal, op, out_keys: (), out_values: () },
        keys.device,
        "reduce_by_key_into",
    )
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
