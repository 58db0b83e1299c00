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
/// # Errors
///
/// On a GPU the call may return before its work is done: then reading its output returns the failure of an operation.
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
    call(keys, values, Same, None, op).collect::<(VT,)>()
}

/// Exclusive prefixes within each run of equal neighbouring keys; the first of each run is `init`.
///
/// # Errors
///
/// On a GPU the call may return before its work is done: then reading its output returns the failure of an operation.
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
    call(keys, values, Same, Some(init), op).collect::<(VT,)>()
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
/// let rank = scan_by_key_inclusive_with(&time, ones, op!(|a: u32, b: u32| a / 10 == b / 10), Sum)?;
/// assert_eq!(rank.to_vec()?, [1, 2, 1, 2, 1]);
/// # Ok(()) }
/// ```
#[doc(alias("inclusive_scan_by_key", "InclusiveScanByKey", "segmented_scan"))]
#[inline(always)]
#[track_caller]
pub fn scan_by_key_inclusive_with<B, K, V, Q, O, KT, VT>(keys: K, values: V, equal: Q, op: O) -> Result<VT::Vecs<B>>
where
    B: Backend,
    K: IntoChain<B, Expr: Repeatable + Indexed<Item = KT>>,
    V: IntoChain<B, Expr: Repeatable + Indexed<Item = VT>>,
    Q: Function<(KT, KT), Output = bool>,
    O: Operator<VT>,
    KT: Value,
    VT: Record,
{
    call(keys, values, equal, None, op).collect::<(VT,)>()
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
/// let before = scan_by_key_exclusive_with(&time, &x, op!(|a: u32, b: u32| a / 10 == b / 10), 0, Sum)?;
/// assert_eq!(before.to_vec()?, [0, 5, 0, 7]);
/// # Ok(()) }
/// ```
#[doc(alias("exclusive_scan_by_key", "ExclusiveScanByKey", "segmented_scan"))]
#[inline(always)]
#[track_caller]
pub fn scan_by_key_exclusive_with<B, K, V, Q, O, KT, VT>(
    keys: K,
    values: V,
    equal: Q,
    init: VT,
    op: O,
) -> Result<VT::Vecs<B>>
where
    B: Backend,
    K: IntoChain<B, Expr: Repeatable + Indexed<Item = KT>>,
    V: IntoChain<B, Expr: Repeatable + Indexed<Item = VT>>,
    Q: Function<(KT, KT), Output = bool>,
    O: Operator<VT>,
    KT: Value,
    VT: Record,
{
    call(keys, values, equal, Some(init), op).collect::<(VT,)>()
}

/// Writes the prefixes of [`scan_by_key_inclusive`] into vectors that exist already, as long as the keys.
///
/// # Errors
///
/// [`LengthMismatch`](crate::ErrorKind::LengthMismatch), before anything is written, and the chains' own; after a panic the
/// target holds old, new and meaningless items.
///
/// ```
/// # use onrush::prelude::*;
/// # fn main() -> onrush::Result<()> {
/// let device = Device::best()?;
/// let keys = device.upload(&[1u8, 1, 2])?;
/// let mut rank = device.filled(0u32, 3)?;
/// scan_by_key_inclusive_into(&keys, device.constant(1u32, 3), Sum, &mut rank)?;
/// assert_eq!(rank.to_vec()?, [1, 2, 1]);
/// # Ok(()) }
/// ```
#[doc(alias("inclusive_scan_by_key", "InclusiveScanByKey"))]
#[inline(always)]
#[track_caller]
pub fn scan_by_key_inclusive_into<B, K, V, O, KT, VT, T>(keys: K, values: V, op: O, target: T) -> Result<()>
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
    call(keys, values, Same, None, op).collect_into((target,))
}

/// Writes the prefixes of [`scan_by_key_exclusive`] into vectors that exist already; otherwise as
/// [`scan_by_key_inclusive_into`].
///
/// ```
/// # use onrush::prelude::*;
/// # fn main() -> onrush::Result<()> {
/// let device = Device::best()?;
/// let (keys, x) = (device.upload(&[1u8, 1, 2])?, device.upload(&[5, 6, 7])?);
/// let mut before = device.filled(0, 3)?;
/// scan_by_key_exclusive_into(&keys, &x, 0, Sum, &mut before)?;
/// assert_eq!(before.to_vec()?, [0, 5, 0]);
/// # Ok(()) }
/// ```
#[doc(alias("exclusive_scan_by_key", "ExclusiveScanByKey"))]
#[inline(always)]
#[track_caller]
pub fn scan_by_key_exclusive_into<B, K, V, O, KT, VT, T>(keys: K, values: V, init: VT, op: O, target: T) -> Result<()>
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
    call(keys, values, Same, Some(init), op).collect_into((target,))
}

/// Writes the prefixes of [`scan_by_key_inclusive_with`] into vectors that exist already; otherwise as
/// [`scan_by_key_inclusive_into`].
///
/// ```
/// # use onrush::prelude::*;
/// # fn main() -> onrush::Result<()> {
/// let device = Device::best()?;
/// let time = device.upload(&[0u32, 4, 11])?;
/// let mut rank = device.filled(0u32, 3)?;
/// let same_ten = op!(|a: u32, b: u32| a / 10 == b / 10);
/// scan_by_key_inclusive_with_into(&time, device.constant(1u32, 3), same_ten, Sum, &mut rank)?;
/// assert_eq!(rank.to_vec()?, [1, 2, 1]);
/// # Ok(()) }
/// ```
#[doc(alias("inclusive_scan_by_key", "InclusiveScanByKey"))]
#[inline(always)]
#[track_caller]
pub fn scan_by_key_inclusive_with_into<B, K, V, Q, O, KT, VT, T>(
    keys: K,
    values: V,
    equal: Q,
    op: O,
    target: T,
) -> Result<()>
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
    call(keys, values, equal, None, op).collect_into((target,))
}

/// Writes the prefixes of [`scan_by_key_exclusive_with`] into vectors that exist already; otherwise as
/// [`scan_by_key_inclusive_into`].
///
/// ```
/// # use onrush::prelude::*;
/// # fn main() -> onrush::Result<()> {
/// let device = Device::best()?;
/// let (time, x) = (device.upload(&[0u32, 4, 11])?, device.upload(&[5, 6, 7])?);
/// let mut before = device.filled(0, 3)?;
/// let same_ten = op!(|a: u32, b: u32| a / 10 == b / 10);
/// scan_by_key_exclusive_with_into(&time, &x, same_ten, 0, Sum, &mut before)?;
/// assert_eq!(before.to_vec()?, [0, 5, 0]);
/// # Ok(()) }
/// ```
#[doc(alias("exclusive_scan_by_key", "ExclusiveScanByKey"))]
#[inline(always)]
#[track_caller]
pub fn scan_by_key_exclusive_with_into<B, K, V, Q, O, KT, VT, T>(
    keys: K,
    values: V,
    equal: Q,
    init: VT,
    op: O,
    target: T,
) -> Result<()>
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
    call(keys, values, equal, Some(init), op).collect_into((target,))
}

#[allow(clippy::type_complexity)]
#[inline(always)]
fn call<B, K, V, Q, O, VT>(
    keys: K,
    values: V,
    equal: Q,
    init: Option<VT>,
    op: O,
) -> Pending<ScanByKey<K::Expr, V::Expr, Q, O, ()>, B>
where
    B: Backend,
    K: IntoChain<B>,
    V: IntoChain<B, Expr: Indexed<Item = VT>>,
{
    let (keys, values) = (keys.into_chain(), values.into_chain().expr);
    Pending::new(ScanByKey { keys: keys.expr, values, equal, op, init, output: () }, keys.device, "scan_by_key_into")
}

request! {
    [
        K: Repeatable + Indexed<Item: Value>,
        V: Repeatable + Indexed<Item: Value>,
        Q: Function<(K::Item, K::Item), Output = bool>,
        O: Operator<V::Item>
    ] [S: Storage<Item = V::Item>]
    ScanByKey<K, V, Q, O, ()> { keys, values, equal, op, init } => scan_by_key(output: S);
    check(check) {
        keys.check(check);
        equal.check(check);
        op.check(check);
        check.lengths("scan_by_key", keys.slots(), values.slots());
        values.check(check);
    }
    exactly [keys.slots()]
}
