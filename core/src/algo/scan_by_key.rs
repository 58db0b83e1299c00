use crate::backend::Backend;
use crate::chain::IntoChain;
use crate::device::checked;
use crate::error::Result;
use crate::expr::{Expr, Indexed, Repeatable};
use crate::key::Key;
use crate::operator::{Operator, Same};
use crate::storage::Record;

/// All prefixes within each run of equal keys, in the association of the [shape contract](crate::shape).
#[derive(Debug)]
pub struct ScanByKey<K, V: Indexed, Q, O, S> {
    /// The keys.
    pub keys: K,
    /// The values, of the same length.
    pub values: V,
    /// Whether a key and the next one belong to one run.
    pub equal: Q,
    /// The operator on values.
    pub op: O,
    /// The initial value of an exclusive scan, which stands on the left of each run; `None` for an inclusive scan.
    pub init: Option<V::Item>,
    /// The target of the prefixes, of the same length.
    pub output: S,
}

/// Inclusive prefixes within each run of equal neighbouring keys.
///
/// Operator, cost and determinism are as for [`reduce_by_key`](crate::reduce_by_key), but there is one output.
///
/// ```
/// # use onrush::prelude::*;
/// # fn main() -> onrush::Result<()> {
/// let device = Device::best()?;
/// let keys = device.upload(&[1u8, 1, 1, 2, 2])?;
/// let rank = scan_by_key_inclusive(&keys, device.constant(1u32, 5), Sum)?;
/// assert_eq!(rank.to_vec()?, [1, 2, 3, 1, 2]);
/// # Ok(()) }
/// ```
#[doc(alias("inclusive_scan_by_key", "InclusiveScanByKey", "InclusiveSumByKey"))]
#[doc(alias("DeviceScan", "segmented_scan", "cumsum", "cumcount"))]
#[inline(always)]
#[track_caller]
pub fn scan_by_key_inclusive<B, K, V, O, KT, VT>(keys: K, values: V, op: O) -> Result<VT::Vecs<B>>
where
    B: Backend,
    K: IntoChain<B, Expr: Repeatable + Indexed<Item = KT>>,
    V: IntoChain<B, Expr: Repeatable + Indexed<Item = VT>>,
    O: Operator<VT>,
    KT: Key,
    VT: Record,
{
    run(keys, values, None, op)
}

/// Exclusive prefixes within each run of equal neighbouring keys; the first of each run is `init`.
///
/// ```
/// # use onrush::prelude::*;
/// # fn main() -> onrush::Result<()> {
/// let device = Device::best()?;
/// let keys = device.upload(&[1u8, 1, 2, 2])?;
/// let x = device.upload(&[5, 6, 7, 8])?;
/// assert_eq!(scan_by_key_exclusive(&keys, &x, 0, Sum)?.to_vec()?, [0, 5, 0, 7]);
/// # Ok(()) }
/// ```
#[doc(alias("exclusive_scan_by_key", "ExclusiveScanByKey", "ExclusiveSumByKey"))]
#[doc(alias("DeviceScan", "segmented_scan", "cumcount"))]
#[inline(always)]
#[track_caller]
pub fn scan_by_key_exclusive<B, K, V, O, KT, VT>(keys: K, values: V, init: VT, op: O) -> Result<VT::Vecs<B>>
where
    B: Backend,
    K: IntoChain<B, Expr: Repeatable + Indexed<Item = KT>>,
    V: IntoChain<B, Expr: Repeatable + Indexed<Item = VT>>,
    O: Operator<VT>,
    KT: Key,
    VT: Record,
{
    run(keys, values, Some(init), op)
}

#[track_caller]
fn run<B, K, V, O, KT, VT>(keys: K, values: V, init: Option<VT>, op: O) -> Result<VT::Vecs<B>>
where
    B: Backend,
    K: IntoChain<B, Expr: Repeatable + Indexed<Item = KT>>,
    V: IntoChain<B, Expr: Repeatable + Indexed<Item = VT>>,
    O: Operator<VT>,
    KT: Key,
    VT: Record,
{
    let (keys, values) = (keys.into_chain(), values.into_chain().expr);
    let len = keys.expr.slots();
    let (device, parts) = (keys.device, (keys.expr, values, op));
    let uses = checked!(device.place(), &parts, |(keys, values, op), check| {
        keys.check(check);
        op.check(check);
        check.lengths("scan_by_key", len, values.slots());
        values.check(check);
    });
    let (keys, values, op) = parts;
    // SAFETY: [`Backend::scan_by_key`] writes every item if it succeeds; otherwise the vectors are dropped.
    let mut out = unsafe { VT::allocate(&device, len)? };
    let output = VT::storage(&mut out);
    // SAFETY: both chains and the functions are checked; the output is new, as long as the keys.
    uses.done(&device, unsafe { device.scan_by_key(ScanByKey { keys, values, equal: Same, op, init, output }) })?;
    Ok(out)
}
