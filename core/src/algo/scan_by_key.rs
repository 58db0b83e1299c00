use crate::backend::Backend;
use crate::chain::IntoChain;
use crate::expr::{Indexed, Repeatable};
use crate::function::Function;
use crate::key::Key;
use crate::operator::{Operator, Same};
use crate::pending::{Pending, request};
use crate::storage::Storage;
use crate::value::Value;

/// All prefixes within each run of equal keys, in the association of the [shape contract](crate::shape).
#[derive(Debug, Clone)]
pub struct ScanByKey<K, V: Indexed, Q, O, S = ()> {
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
/// let rank = scan_by_key_inclusive(&keys, device.constant(1u32, 5), Sum).collect()?;
/// assert_eq!(rank.to_vec()?, [1, 2, 3, 1, 2]);
/// # Ok(()) }
/// ```
#[doc(alias("inclusive_scan_by_key", "InclusiveScanByKey", "InclusiveSumByKey"))]
#[doc(alias("DeviceScan", "segmented_scan", "cumsum", "cumcount"))]
#[inline(always)]
pub fn scan_by_key_inclusive<B, K, V, O, KT, VT>(
    keys: K,
    values: V,
    op: O,
) -> Pending<ScanByKey<K::Expr, V::Expr, Same, O>, B>
where
    B: Backend,
    K: IntoChain<B, Expr: Repeatable + Indexed<Item = KT>>,
    V: IntoChain<B, Expr: Repeatable + Indexed<Item = VT>>,
    O: Operator<VT>,
    KT: Key,
    VT: Value,
{
    call(keys, values, Same, None, op)
}

/// Exclusive prefixes within each run of equal neighbouring keys; the first of each run is `init`.
///
/// ```
/// # use onrush::prelude::*;
/// # fn main() -> onrush::Result<()> {
/// let device = Device::best()?;
/// let keys = device.upload(&[1u8, 1, 2, 2])?;
/// let x = device.upload(&[5, 6, 7, 8])?;
/// assert_eq!(scan_by_key_exclusive(&keys, &x, 0, Sum).collect()?.to_vec()?, [0, 5, 0, 7]);
/// # Ok(()) }
/// ```
#[doc(alias("exclusive_scan_by_key", "ExclusiveScanByKey", "ExclusiveSumByKey"))]
#[doc(alias("DeviceScan", "segmented_scan", "cumcount"))]
#[inline(always)]
pub fn scan_by_key_exclusive<B, K, V, O, KT, VT>(
    keys: K,
    values: V,
    init: VT,
    op: O,
) -> Pending<ScanByKey<K::Expr, V::Expr, Same, O>, B>
where
    B: Backend,
    K: IntoChain<B, Expr: Repeatable + Indexed<Item = KT>>,
    V: IntoChain<B, Expr: Repeatable + Indexed<Item = VT>>,
    O: Operator<VT>,
    KT: Key,
    VT: Value,
{
    call(keys, values, Same, Some(init), op)
}

/// Inclusive prefixes within each run, as [`scan_by_key_inclusive`] has them, where `equal(key, next)` tells whether two
/// neighbours belong to one run.
///
/// ```
/// # use onrush::prelude::*;
/// # fn main() -> onrush::Result<()> {
/// let device = Device::best()?;
/// let time = device.upload(&[0u32, 4, 11, 12, 25])?;
/// let ones = device.constant(1u32, 5);
/// let rank = scan_by_key_inclusive_with(&time, ones, op!(|a: u32, b: u32| a / 10 == b / 10), Sum).collect()?;
/// assert_eq!(rank.to_vec()?, [1, 2, 1, 2, 1]);
/// # Ok(()) }
/// ```
#[doc(alias("inclusive_scan_by_key", "InclusiveScanByKey", "segmented_scan"))]
#[inline(always)]
pub fn scan_by_key_inclusive_with<B, K, V, Q, O, KT, VT>(
    keys: K,
    values: V,
    equal: Q,
    op: O,
) -> Pending<ScanByKey<K::Expr, V::Expr, Q, O>, B>
where
    B: Backend,
    K: IntoChain<B, Expr: Repeatable + Indexed<Item = KT>>,
    V: IntoChain<B, Expr: Repeatable + Indexed<Item = VT>>,
    Q: Function<(KT, KT), Output = bool>,
    O: Operator<VT>,
    KT: Value,
    VT: Value,
{
    call(keys, values, equal, None, op)
}

/// Exclusive prefixes within each run, as [`scan_by_key_exclusive`] has them, where `equal(key, next)` tells whether two
/// neighbours belong to one run.
///
/// ```
/// # use onrush::prelude::*;
/// # fn main() -> onrush::Result<()> {
/// let device = Device::best()?;
/// let time = device.upload(&[0u32, 4, 11, 12])?;
/// let x = device.upload(&[5, 6, 7, 8])?;
/// let before = scan_by_key_exclusive_with(&time, &x, op!(|a: u32, b: u32| a / 10 == b / 10), 0, Sum).collect()?;
/// assert_eq!(before.to_vec()?, [0, 5, 0, 7]);
/// # Ok(()) }
/// ```
#[doc(alias("exclusive_scan_by_key", "ExclusiveScanByKey", "segmented_scan"))]
#[inline(always)]
pub fn scan_by_key_exclusive_with<B, K, V, Q, O, KT, VT>(
    keys: K,
    values: V,
    equal: Q,
    init: VT,
    op: O,
) -> Pending<ScanByKey<K::Expr, V::Expr, Q, O>, B>
where
    B: Backend,
    K: IntoChain<B, Expr: Repeatable + Indexed<Item = KT>>,
    V: IntoChain<B, Expr: Repeatable + Indexed<Item = VT>>,
    Q: Function<(KT, KT), Output = bool>,
    O: Operator<VT>,
    KT: Value,
    VT: Value,
{
    call(keys, values, equal, Some(init), op)
}

#[allow(clippy::type_complexity)]
#[inline(always)]
fn call<B, K, V, Q, O, VT>(
    keys: K,
    values: V,
    equal: Q,
    init: Option<VT>,
    op: O,
) -> Pending<ScanByKey<K::Expr, V::Expr, Q, O>, B>
where
    B: Backend,
    K: IntoChain<B>,
    V: IntoChain<B, Expr: Indexed<Item = VT>>,
{
    let (keys, values) = (keys.into_chain(), values.into_chain().expr);
    Pending::new(ScanByKey { keys: keys.expr, values, equal, op, init, output: () }, keys.device)
}

request! {
    [
        K: Repeatable + Indexed<Item: Value>,
        V: Repeatable + Indexed<Item: Value>,
        Q: Function<(K::Item, K::Item), Output = bool>,
        O: Operator<V::Item>
    ] [S: Storage<Item = V::Item>]
    ScanByKey<K, V, Q, O, ()> { keys, values, equal, op, init } => scan_by_key(output: S) of (V::Item,);
    check(check) {
        keys.check(check);
        equal.check(check);
        op.check(check);
        check.lengths("scan_by_key", keys.slots(), values.slots());
        values.check(check);
    }
    exactly [keys.slots()]
}
