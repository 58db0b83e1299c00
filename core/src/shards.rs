//! What a rank of a cluster asks of its own device: the partial results of its shard in the association of the whole, the items at
//! its borders, and items as bytes. For the crate `onrush-cluster` alone; no public API.
//!
//! A shard's partial results are those that the [shape contract](crate::shape) gives the whole: values of chunks whose length
//! follows from the whole's length, and of tiles. A chunk or tile that lies on several ranks is computed on the host, on the rank
//! that has its end, from the [slots](of_slots) that the other ranks send.

use std::any::TypeId;
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Range;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

pub use crate::expr::{Lent, Part};
pub use crate::functor::Twice;
pub use crate::moments::{Both, State, as_f64, counted, merge_moments, moment, of_state};
pub use crate::storage::Record;

use crate::algo::{Find, Merge, ReduceInto, Scan, Stored, by_relation, pairs_by_relation};
use crate::backend::Backend;
use crate::chain::Chain;
use crate::device::{Check, DeviceId};
use crate::error::Result;
use crate::expr::{Expr, Indexed, Map, Repeatable, SlotAndItem};
use crate::failure::room;
use crate::function::Function;
use crate::functor::{Not, OnFirst, Pairwise};
use crate::lower::{Params, TranslationUnit};
use crate::operator::{Number, Operator};
use crate::pending::Pending;
use crate::relation::Relation;
use crate::storage::Storage as _;
use crate::types::Type;
use crate::value::Value;
use crate::vec::DeviceVec;

/// An operator that isn't taken for one that picks, nor, if `IN_ORDER`, for one that commutes.
#[derive(Debug, Clone, Copy)]
struct Shaped<O, const IN_ORDER: bool>(O);

#[diagnostic::do_not_recommend]
// SAFETY: every method forwards to the operator, which keeps the contract.
unsafe impl<Args, O: Function<Args>, const IN_ORDER: bool> Function<Args> for Shaped<O, IN_ORDER> {
    type Output = O::Output;
    #[inline(always)]
    fn call(&self, args: Args) -> O::Output {
        self.0.call(args)
    }
    #[inline(always)]
    fn check(&self, check: &mut Check) {
        self.0.check(check);
    }
    fn params(&self, out: &mut Params) {
        self.0.params(out);
    }
    fn lower(unit: &mut TranslationUnit) -> String {
        O::lower(unit)
    }
}

#[diagnostic::do_not_recommend]
// SAFETY: `EXACT` and `identity` are the operator's own, and nothing is claimed that it doesn't claim.
unsafe impl<T: Value, O: Operator<T>, const IN_ORDER: bool> Operator<T> for Shaped<O, IN_ORDER> {
    const COMMUTATIVE: bool = O::COMMUTATIVE && !IN_ORDER;
    const EXACT: bool = O::EXACT;
    fn identity() -> Option<T> {
        O::identity()
    }
}

/// A chain of an expression.
pub fn chain<E: Expr, B: Backend>(expr: E, device: &B) -> Chain<E, B> {
    Chain::new(expr, device.clone())
}

/// The number of slots of a chain.
pub fn slots<E: Expr, B>(chain: &Chain<E, B>) -> usize {
    chain.expr().slots()
}

/// The slots of a range, as far as the chain has them.
pub fn part<E: Expr, B: Backend>(chain: &Chain<E, B>, slots: Range<usize>) -> Chain<Part<Lent<'_, E>>, B> {
    Chain::new(Part::new(Lent(chain.expr()), slots), chain.device().clone())
}

/// The values of chunks of `chunk` slots, the first of which begins with the range: as chunks of a [reduction](crate::shape::Reduction),
/// or as folds of [tiles](crate::shape::Tile), if the operator doesn't commute or `IN_ORDER` is set. `None` for a chunk without items.
#[track_caller]
pub fn chunk_values<const IN_ORDER: bool, E, O, B>(
    chain: &Chain<E, B>,
    op: O,
    chunk: usize,
    slots: Range<usize>,
) -> Result<Vec<Option<E::Item>>>
where
    E: Repeatable<Item: Record>,
    O: Operator<E::Item>,
    B: Backend,
{
    let part = part(chain, slots);
    let chunks = part.expr().slots().div_ceil(chunk);
    if chunks == 0 {
        return Ok(Vec::new());
    }
    // SAFETY: no item of the two vectors is read but those that the call has written.
    let (mut values, mut kept) =
        unsafe { (E::Item::allocate(chain.device(), chunks)?, DeviceVec::<bool, B>::uninit(chain.device(), chunks)?) };
    let (output, flags, op) = (E::Item::storage::<B>(&mut values), kept.span(), Shaped::<O, IN_ORDER>(op));
    let (input, device, uses) = part.ready_and(|check| {
        output.check(check);
        flags.check(check);
        op.check(check);
    })?;
    let stored = Stored::Chunks(chunk);
    // SAFETY: the chain, the operator and the outputs are checked; the outputs are new vectors of one item for each chunk.
    uses.done(&device, unsafe { device.reduce_into(ReduceInto { input, op, stored, output, kept: flags }) })?;
    if E::DENSE {
        // Each chunk has items.
        return Ok(E::Item::download::<B>(&values)?.into_iter().map(Some).collect());
    }
    let kept = kept.to_vec()?;
    let at: Vec<usize> = (0..chunks).filter(|c| kept[*c]).collect();
    let items = match at.len() == chunks {
        true => E::Item::download::<B>(&values)?,
        // The items of chunks that have none weren't written, and must not be read.
        false => {
            let at = device.upload(&at)?;
            let written = Chain::new(E::Item::items::<B>(&values), device.clone()).permute(&at);
            E::Item::download::<B>(
                &Pending::new(crate::algo::Collect { input: written.expr, output: () }, device).collect()?,
            )?
        }
    };
    let mut items = items.into_iter();
    Ok(kept.into_iter().map(|kept| if kept { items.next() } else { None }).collect())
}

/// The slots of a part on the host.
#[track_caller]
pub fn slots_on_host<E, B>(chain: &Chain<E, B>, slots: Range<usize>) -> Result<Vec<Option<E::Item>>>
where
    E: Repeatable<Item: Record>,
    B: Backend,
{
    let part = part(chain, slots).with(SlotAndItem);
    let (len, mut all) = (part.expr().slots(), Vec::new());
    room(&mut all, len)?;
    let stored = part.stored().collect()?;
    all.resize(len, None);
    for (slot, item) in <(usize, E::Item) as Record>::download::<B>(&stored)? {
        all[slot] = Some(item);
    }
    Ok(all)
}

/// The item of a slot, if there is such a slot.
#[track_caller]
pub fn item<E, B>(chain: &Chain<E, B>, slot: usize) -> Result<Option<E::Item>>
where
    E: Repeatable + Indexed<Item: Record>,
    B: Backend,
{
    let part = part(chain, slot..slot.saturating_add(1));
    match part.expr().slots() {
        0 => Ok(None),
        _ => E::Item::at::<B>(&part.stored().collect()?, 0).map(Some),
    }
}

/// The first or the last of these slots, behind the first of them, whose key begins another run than the one before it.
#[track_caller]
pub fn border<K, Q, B>(keys: &Chain<K, B>, equal: Q, slots: Range<usize>, last: bool) -> Result<Option<usize>>
where
    K: Repeatable + Indexed<Item: Value>,
    Q: Function<(K::Item, K::Item), Output = bool>,
    B: Backend,
{
    let (start, pairs) = (slots.start, part(keys, slots).windows::<2>());
    let (count, differ) = (pairs.expr().slots(), Not(Pairwise(equal)));
    let found = if last {
        let (input, device, uses) = pairs.rev().with(|pairs| Map::new(pairs, differ)).ready()?;
        // SAFETY: `ready` has checked the chain.
        uses.done(&device, unsafe { device.find(Find { input }) })?.map(|i| count - 1 - i)
    } else {
        let (input, device, uses) = pairs.with(|pairs| Map::new(pairs, differ)).ready()?;
        // SAFETY: as above.
        uses.done(&device, unsafe { device.find(Find { input }) })?
    };
    Ok(found.map(|i| start + i + 1))
}

/// Prefixes of the slots from `from` on, as those of a shard whose first slot begins a tile: `carry` is what stands on the left of
/// them all. Exclusive ones need it.
#[track_caller]
pub fn scan<E, O, B>(
    chain: &Chain<E, B>,
    op: O,
    carry: Option<E::Item>,
    exclusive: bool,
    from: usize,
) -> Result<<E::Item as Record>::Vecs<B>>
where
    E: Repeatable + Indexed<Item: Record>,
    O: Operator<E::Item>,
    B: Backend,
{
    let Chain { expr: input, device } = part(chain, from..usize::MAX);
    let op = Shaped::<O, true>(op);
    Pending::new(Scan { input, op, init: carry, exclusive, output: () }, device).collect()
}

/// Sorts the items of vectors in place, stably.
#[track_caller]
pub fn sort<T: Record, B: Backend>(device: &B, items: &mut T::Vecs<B>, relation: impl Relation<T>) -> Result<()> {
    by_relation(device, T::storage(items), relation)
}

/// Sorts keys in place, stably, and moves values along.
#[track_caller]
pub fn sort_pairs<K: Record, V: Record, B: Backend>(
    device: &B,
    keys: &mut K::Vecs<B>,
    values: &mut V::Vecs<B>,
    relation: impl Relation<K>,
) -> Result<()> {
    pairs_by_relation(device, K::storage(keys), V::storage(values), relation)
}

/// Items of sorted vectors at these indices.
#[track_caller]
pub fn gathered<T: Record, B: Backend>(device: &B, vecs: &T::Vecs<B>, at: &[usize]) -> Result<Vec<T>> {
    let at = device.upload(at)?;
    let found = chain(T::items::<B>(vecs), device).permute(&at).collect::<T::Vecs<B>>()?;
    T::download::<B>(&found)
}

/// Two sorted parts of vectors as one; of equal items those of the left come first.
#[track_caller]
pub fn merged<T: Record, B: Backend>(
    device: &B,
    (left, in_left): (&T::Vecs<B>, Range<usize>),
    (right, in_right): (&T::Vecs<B>, Range<usize>),
    less: impl Function<(T, T), Output = bool>,
) -> Result<T::Vecs<B>> {
    let (left, right) = (Part::new(T::items::<B>(left), in_left), Part::new(T::items::<B>(right), in_right));
    Pending::new(Merge { left, right, less, output: () }, device.clone()).collect()
}

/// A function of two items, applied to the first parts of two pairs.
pub fn on_first<F>(f: F) -> OnFirst<F> {
    OnFirst(f)
}

/// Slots on the host as an expression of a device of the host.
#[derive(Debug, Clone, Copy)]
pub struct OfSlots<'a, T>(&'a [Option<T>]);

#[diagnostic::do_not_recommend]
// SAFETY: reads the slice alone, whose index is checked. It isn't lowered: `of_slots` takes devices of the host alone. Reading changes
// nothing, so that the contract of [`Repeatable`] holds.
unsafe impl<T: Value> Expr for OfSlots<'_, T> {
    type Item = T;
    type Count = usize;
    fn slots(&self) -> usize {
        self.0.len()
    }
    #[inline]
    unsafe fn slot(&self, i: usize) -> Option<T> {
        self.0[i]
    }
    fn check(&self, _: &mut Check) {}
    fn params(&self, _: &mut Params) {}
    fn lower(_: &mut TranslationUnit) -> String {
        unreachable!("a chain of the host's slots runs on the host")
    }
}
#[diagnostic::do_not_recommend]
// SAFETY: reading changes nothing.
unsafe impl<T: Value> Repeatable for OfSlots<'_, T> {}

/// Items on the host as an expression of a device of the host.
#[derive(Debug, Clone, Copy)]
pub struct OfItems<'a, T>(&'a [T]);

#[diagnostic::do_not_recommend]
// SAFETY: as for `OfSlots`.
unsafe impl<T: Value> Expr for OfItems<'_, T> {
    type Item = T;
    fn slots(&self) -> usize {
        self.0.len()
    }
    crate::expr::indexed!();
    fn check(&self, _: &mut Check) {}
    fn params(&self, _: &mut Params) {}
    fn lower(_: &mut TranslationUnit) -> String {
        unreachable!("a chain of the host's items runs on the host")
    }
}
#[diagnostic::do_not_recommend]
// SAFETY: `indexed!` makes `slot(i)` be `Some(at(i))`.
unsafe impl<T: Value> Indexed for OfItems<'_, T> {
    #[inline]
    unsafe fn at(&self, i: usize) -> T {
        self.0[i]
    }
}
#[diagnostic::do_not_recommend]
// SAFETY: reading changes nothing.
unsafe impl<T: Value> Repeatable for OfItems<'_, T> {}

/// A chain of slots that lie on the host, for a device of the host.
///
/// # Panics
///
/// If it is another device.
pub fn of_slots<'a, T: Value, B: Backend>(device: &B, slots: &'a [Option<T>]) -> Chain<OfSlots<'a, T>, B> {
    assert_eq!(device.id(), DeviceId::HOST, "the host's slots are read on the host");
    Chain::new(OfSlots(slots), device.clone())
}

/// A chain of items that lie on the host, for a device of the host.
///
/// # Panics
///
/// If it is another device.
pub fn of_items<'a, T: Value, B: Backend>(device: &B, items: &'a [T]) -> Chain<OfItems<'a, T>, B> {
    assert_eq!(device.id(), DeviceId::HOST, "the host's items are read on the host");
    Chain::new(OfItems(items), device.clone())
}

/// Bytes of an item among others.
pub fn item_bytes<T: Value>() -> usize {
    T::ty().size()
}

/// Whether a type's fields fill it, so that its values are their bytes.
fn has_no_padding(ty: &Type) -> bool {
    match ty {
        Type::Scalar(_) => true,
        Type::Array(item, _) => has_no_padding(item),
        Type::Struct(of) => {
            of.fields.iter().all(|field| has_no_padding(&field.ty))
                && of.fields.iter().map(|field| field.ty.size()).sum::<usize>() == of.size
        }
        // Rust lays tuples and options out as it likes.
        _ => false,
    }
}

/// Items as bytes: each in the layout of its [type](crate::types::Type), with zeros as padding.
pub fn to_bytes<T: Value>(items: &[T], out: &mut Vec<u8>) {
    if has_no_padding(&T::ty()) {
        // SAFETY: the type describes the layout of its values, and its fields fill them: each byte is initialised.
        out.extend_from_slice(unsafe { std::slice::from_raw_parts(items.as_ptr().cast(), size_of_val(items)) });
        return;
    }
    let mut params = Params::new();
    for items in items.chunks(1024) {
        params.clear();
        items.iter().for_each(|item| item.write(&mut params));
        out.extend_from_slice(params.bytes());
    }
}

/// The items of which [`to_bytes`] has made these bytes; bytes behind the last whole item are left out.
///
/// # Safety
///
/// [`to_bytes`] has made the bytes of items of the same type.
pub unsafe fn from_bytes<T: Value>(bytes: &[u8]) -> Vec<T> {
    let size = item_bytes::<T>().max(1);
    if has_no_padding(&T::ty()) {
        let len = bytes.len() / size;
        let mut items: Vec<T> = Vec::with_capacity(len);
        // SAFETY: the bytes are those of `len` items, by the caller's promise, as they lie in memory; the vector has room for them.
        unsafe {
            bytes.as_ptr().copy_to_nonoverlapping(items.as_mut_ptr().cast(), len * size_of::<T>());
            items.set_len(len);
        }
        return items;
    }
    // SAFETY: the caller's promise: each of these parts is an item.
    bytes.chunks_exact(size).map(|item| unsafe { T::read(item.as_ptr()) }).collect()
}

/// A number that differs between types, and is the same in every process of one build of a program.
pub fn type_number<T: 'static>() -> u64 {
    number_of(&TypeId::of::<T>())
}

/// A function in words, which differ between functions that compute something else, but for what they capture, and are the same in every process
/// of one build of a program.
pub fn text_of<Args, F: Function<Args>>() -> Arc<str> {
    /// A long operation takes longer to write down than tens of calls do, so each is written once.
    static TEXTS: LazyLock<Mutex<HashMap<TypeId, Arc<str>>>> = LazyLock::new(Mutex::default);
    let (texts, function) = (|| TEXTS.lock().unwrap_or_else(PoisonError::into_inner), typeid::of::<(Args, F)>());
    if let Some(text) = texts().get(&function) {
        return text.clone();
    }
    let mut unit = TranslationUnit::new();
    let name = F::lower(&mut unit);
    let text = match unit.generated() {
        text if text.is_empty() => format!("`{name}`"),
        text => format!("`{name}` whose text has the number {:016x}", number_of(&text)),
    };
    texts().entry(function).or_insert_with(|| text.into()).clone()
}

/// A number of a value, the same in every process of one build of a program.
pub fn number_of(value: &(impl Hash + ?Sized)) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// The result of a sum or product of no items.
pub fn neutral<T: Number, O: Operator<T>>(op: O) -> T {
    crate::derived::neutral(op)
}

/// The negation of a predicate.
pub fn not<F>(predicate: F) -> Not<F> {
    Not(predicate)
}
