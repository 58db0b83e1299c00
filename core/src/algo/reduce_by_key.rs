use crate::backend::Backend;
use crate::chain::IntoChain;
use crate::device::checked;
use crate::error::Result;
use crate::expr::{Expr, Indexed, Repeatable};
use crate::function::Function;
use crate::key::Key;
use crate::operator::{Operator, Same};
use crate::storage::Record;

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
/// To group a whole table by its key, sort it first ([`sort_by_key`](crate::sort_by_key)). Keys are equal if their bits
/// are (see [`Key`]), so a float key's −0.0 and +0.0 are two groups, as they are in the sort's order.
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
    let (keys, values) = (keys.into_chain(), values.into_chain().expr);
    let len = keys.expr.slots();
    let (device, parts) = (keys.device, (keys.expr, values, equal, op));
    let uses = checked!(device.place(), &parts, |(keys, values, equal, op), check| {
        keys.check(check);
        equal.check(check);
        check.lengths("reduce_by_key", len, values.slots());
        values.check(check);
        op.check(check);
    });
    let (keys, values, equal, op) = parts;
    // SAFETY: [`Backend::reduce_by_key`] writes the first `runs` items of both, to which the vectors are cut; on errors
    // they are dropped.
    let (mut key_vecs, mut value_vecs) = unsafe { (KT::allocate(&device, len)?, VT::allocate(&device, len)?) };
    let (out_keys, out_values) = (KT::storage(&mut key_vecs), VT::storage(&mut value_vecs));
    // SAFETY: both chains and the functions are checked; the outputs are new, as long as the keys.
    let runs = uses.done(&device, unsafe {
        device.reduce_by_key(ReduceByKey { keys, values, equal, op, out_keys, out_values })
    })?;
    KT::cut::<B>(&mut key_vecs, runs)?;
    VT::cut::<B>(&mut value_vecs, runs)?;
    Ok((key_vecs, value_vecs))
}
