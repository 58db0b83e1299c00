//! A backend of one thread and plain loops, and a [wrapper](Counting) around any backend, written against the public
//! interface of `onrush-core`. The conformance suite runs on both.
#![allow(unsafe_code)]

mod counting;
mod set_operation;
mod shape;

pub use counting::Counting;

use std::alloc::{Layout, alloc, dealloc};
use std::ptr::NonNull;

use onrush_core::algo::{RunNumber, Stored};
use onrush_core::device::DeviceId;
use onrush_core::expr::Expr;
use onrush_core::fault::{guard, raise};
use onrush_core::function::Function;
use onrush_core::number::Number as _;
use onrush_core::operator::Operator;
use onrush_core::recording::{Unrecorded, unrecorded};
use onrush_core::storage::Storage;
use onrush_core::value::{Item as _, Value};
use onrush_core::{Backend, Element, ErrorKind, Memory, Position, Result};

/// A device with a single thread.
#[derive(Debug, Clone, Copy)]
pub struct Sequential;

/// Memory of the host.
#[derive(Debug)]
pub struct Block(NonNull<u8>, Layout);

// SAFETY: a block owns its bytes.
unsafe impl Send for Block {}
// SAFETY: a shared block only gives its address.
unsafe impl Sync for Block {}

// SAFETY: the block was allocated with this layout and is freed once.
unsafe impl Memory for Block {
    fn address(&self) -> *mut u8 {
        self.0.as_ptr()
    }
    fn bytes(&self) -> usize {
        self.1.size()
    }
}

impl Drop for Block {
    fn drop(&mut self) {
        // SAFETY: `alloc` returned it for this layout.
        unsafe { dealloc(self.0.as_ptr(), self.1) }
    }
}

/// The slots of a chain that has been checked for the host, and whose items no other code reads.
unsafe fn slots<E: Expr>(input: &E) -> Vec<Option<E::Item>> {
    // SAFETY: slots below the length; the rest is the caller's promise.
    (0..input.slots()).map(|i| unsafe { input.slot(i) }).collect()
}

/// The items of a chain, under the same conditions.
unsafe fn items<E: Expr>(input: &E) -> Vec<E::Item> {
    // SAFETY: the caller's contract is the same.
    unsafe { slots(input) }.into_iter().flatten().collect()
}

/// The items in columns of the host's memory, which must be initialised and not be written meanwhile.
unsafe fn stored<S: Storage>(columns: &S) -> Vec<S::Item> {
    // SAFETY: indices below the length; the rest is the caller's promise.
    (0..columns.len()).map(|i| unsafe { columns.get(i) }).collect()
}

/// Stores items from the first position on and returns their number; the columns must have room for them, and no other use
/// meanwhile.
unsafe fn store<S: Storage>(columns: &S, items: impl IntoIterator<Item = S::Item>) -> usize {
    // SAFETY: the caller's promise.
    items.into_iter().enumerate().map(|(i, item)| unsafe { columns.put(i, item) }).count()
}

/// Merges two sorted sequences; of equal items the left one comes first.
fn merge<T: Copy>(left: &[T], right: &[T], less: &impl Fn(T, T) -> bool) -> Vec<T> {
    let (mut out, mut l, mut r) = (Vec::with_capacity(left.len() + right.len()), 0, 0);
    while l < left.len() && r < right.len() {
        let from_right = less(right[r], left[l]);
        out.push(if from_right { right[r] } else { left[l] });
        (l, r) = (l + usize::from(!from_right), r + usize::from(from_right));
    }
    out.extend_from_slice(&left[l..]);
    out.extend_from_slice(&right[r..]);
    out
}

/// A stable sort that returns a permutation for any relation, unlike std's.
fn sort<T: Copy>(items: &[T], less: &impl Fn(T, T) -> bool) -> Vec<T> {
    match items {
        [] | [_] => items.to_vec(),
        _ => {
            let (left, right) = items.split_at(items.len() / 2);
            merge(&sort(left, less), &sort(right, less), less)
        }
    }
}

/// For each position, whether a run of equal keys begins there.
fn heads<K: Copy>(keys: &[K], equal: &impl Function<(K, K), Output = bool>) -> Vec<bool> {
    (0..keys.len()).map(|i| i == 0 || !equal.call((keys[i - 1], keys[i]))).collect()
}

/// The items of all slots, combined in the shape contract's association.
fn reduced<T: Value, O: Operator<T>>(slots: &[Option<T>], op: &O, init: Option<T>) -> Option<T> {
    let join = |a, b| op.call((a, b));
    let result = match O::COMMUTATIVE {
        true => shape::reduce_in_lanes(slots, T::ty().size(), &join),
        false => shape::reduce_in_order(slots, T::ty().size(), &join),
    };
    init.zip(result).map(|(init, result)| join(init, result)).or(init).or(result)
}

/// The place of the item in slot `i`.
fn checked(what: &'static str, position: impl Position, len: usize, i: usize) -> usize {
    if position.index() < len { position.index() } else { raise(position.out_of_range(what, len, Some(i))) }
}

/// The ends of a segment of a chain of `len` items.
fn segment(start: impl Position, end: impl Position, len: usize) -> (usize, usize) {
    let (from, to) = (start.index(), end.index());
    match (from <= to, from > len, to > len) {
        (_, true, _) => raise(start.out_of_range("segments", len, None)),
        (_, _, true) => raise(end.out_of_range("segments", len, None)),
        (false, ..) => raise(ErrorKind::ReversedRange { what: "segments", start: from, end: to }),
        _ => (from, to),
    }
}

/// The primitives, each with the type parameters of the table in `onrush_core::algo`. An operation's panic becomes an
/// error. A sort stores its result at the end, so a failed sort leaves its items unchanged.
macro_rules! call {
    ($self:ident.$primitive:ident($request:ident: $($part:ident)+)) => {
        // SAFETY: the caller's promise on the request: its chains are checked and its outputs have room.
        guard(|| unsafe { call!($primitive $request) })
    };
    (for_each $r:ident) => { (0..$r.input.slots()).for_each(|i| $r.input.slot(i).unwrap_or(())) };
    (collect $r:ident) => { (0..$r.input.slots()).for_each(|i| $r.output.put(i, $r.input.at(i))) };
    (reduce $r:ident) => { reduced(&slots(&$r.input), &$r.op, $r.init) };
    (reduce_into $r:ident) => {
        match $r.stored {
            Stored::Result(init) => drop(store(&$r.output, reduced(&slots(&$r.input), &$r.op, Some(init)))),
            Stored::Chunks(chunk) => {
                let (size, join) = (E::Item::ty().size(), |a, b| $r.op.call((a, b)));
                let values = shape::chunks(&slots(&$r.input), chunk, size, O::COMMUTATIVE, &join);
                store(&$r.kept, values.iter().map(Option::is_some));
                (0..).zip(values).filter_map(|(c, value)| Some((c, value?))).for_each(|(c, value)| $r.output.put(c, value));
            }
        }
    };
    (find $r:ident) => { (0..$r.input.slots()).find(|i| $r.input.slot(*i) == Some(true)) };
    (transpose $r:ident) => {
        for (i, x) in items(&$r.input).into_iter().enumerate() {
            $r.output.put(i % $r.columns * $r.rows + i / $r.columns, x);
        }
    };
    (scan $r:ident) => {{
        let prefixes = shape::scan(&items(&$r.input), $r.init, E::Item::ty().size(), &|a, b| $r.op.call((a, b)));
        let exclusive = $r.exclusive;
        store(&$r.output, prefixes.into_iter().map(|(before, here)| before.filter(|_| exclusive).unwrap_or(here)));
    }};
    (select $r:ident) => { store(&$r.output, items(&$r.input)) };
    (partition $r:ident) => {{
        let (yes, no): (Vec<_>, Vec<_>) = items(&$r.input).into_iter().partition(|item| $r.predicate.call((*item,)));
        store(&$r.rejected, no);
        store(&$r.selected, yes)
    }};
    (partition_by $r:ident) => {{
        let (items, buckets) = (items(&$r.input), $r.offsets.len() - 1);
        let number = |(i, item): (_, &_)| checked("partition_by", $r.bucket.call((*item,)), buckets, i);
        let numbers: Vec<_> = items.iter().enumerate().map(number).collect();
        store(&$r.offsets, (0..=buckets).map(|bucket| numbers.iter().filter(|number| **number < bucket).count()));
        let of = |bucket| items.iter().zip(&numbers).filter(move |(_, number)| **number == bucket).map(|(item, _)| *item);
        store(&$r.output, (0..buckets).flat_map(of));
    }};
    (partition_in_three $r:ident) => {{
        let (first, rest): (Vec<_>, Vec<_>) = items(&$r.input).into_iter().partition(|item| $r.is_first.call((*item,)));
        let (second, third): (Vec<_>, Vec<_>) = rest.into_iter().partition(|item| $r.is_second.call((*item,)));
        store(&$r.third, third);
        [store(&$r.first, first), store(&$r.second, second)]
    }};
    (sort $r:ident) => {{
        let rows: Vec<_> = stored(&$r.keys).into_iter().zip(stored(&$r.values)).collect();
        let rows = sort(&rows, &|a: (K, _), b: (K, _)| a.0.precedes(&b.0));
        store(&$r.keys, rows.iter().map(|row| row.0));
        store(&$r.values, rows.iter().map(|row| row.1));
    }};
    (top_k $r:ident) => {{
        let rows: Vec<_> = items(&$r.input).into_iter().enumerate().collect();
        let rows = sort(&rows, &|a: (usize, K), b: (usize, K)| a.1.precedes(&b.1));
        store(&$r.keys, rows.iter().take($r.keys.len()).map(|row| row.1));
        store(&$r.positions, rows.iter().take($r.keys.len()).map(|row| V::Item::from_index(row.0)));
    }};
    (sort_by $r:ident) => {{ store(&$r.items, sort(&stored(&$r.items), &|a, b| $r.less.call((a, b)))); }};
    (merge $r:ident) => {{ store(&$r.output, merge(&items(&$r.left), &items(&$r.right), &|a, b| $r.less.call((a, b)))); }};
    (set_operation $r:ident) => { store(&$r.output, set_operation::kept(&$r.operator, &items(&$r.left), &items(&$r.right), &$r.less)) };
    (reduce_by_key $r:ident) => {{
        let (keys, values) = (items(&$r.keys), items(&$r.values));
        let heads = heads(&keys, &$r.equal);
        let prefixes = shape::scan_by_key(&heads, &values, None, V::Item::ty().size(), &|a, b| $r.op.call((a, b)));
        let ends = (0..keys.len()).filter(|i| heads.get(i + 1).is_none_or(|head| *head));
        store(&$r.out_values, ends.map(|i| prefixes[i]));
        store(&$r.out_keys, (0..keys.len()).filter(|i| heads[*i]).map(|i| keys[i]))
    }};
    (reduce_columns $r:ident) => {{
        for column in 0..$r.columns {
            let items: Vec<_> = (0..$r.rows).map(|row| $r.input.slot(row * $r.columns + column)).collect();
            if let Some(value) = reduced(&items, &$r.op, $r.init) {
                $r.output.put(column, $r.finish.call((value, column)));
            }
        }
    }};
    (runs $r:ident) => {{
        let keys = items(&$r.keys);
        let heads = heads(&keys, &$r.equal);
        let begins: Vec<_> = (0..keys.len()).filter(|i| heads[*i]).collect();
        let ends = begins.iter().skip(1).copied().chain([keys.len()]);
        let numbers: Vec<_> = match $r.number {
            RunNumber::Length => begins.iter().zip(ends).map(|(begin, end)| end - begin).collect(),
            RunNumber::Offset => begins.iter().copied().chain([keys.len()]).collect(),
        };
        store(&$r.out_numbers, numbers.into_iter().map(|number| number.cast::<SN::Item>()));
        store(&$r.out_keys, begins.iter().map(|i| keys[*i]))
    }};
    (expand $r:ident) => {{
        let mut at = 0;
        for (item, end) in items(&$r.input).into_iter().zip(items(&$r.ends)) {
            let copies = at..end as usize;
            let emitted: Vec<_> = (0..copies.len()).map(|number| $r.emit.call((item, number))).collect();
            emitted.into_iter().for_each(|item| {
                $r.output.put(at, item);
                at += 1;
            });
        }
    }};
    (scan_by_key $r:ident) => {{
        let (keys, values) = (items(&$r.keys), items(&$r.values));
        let (heads, op) = (heads(&keys, &$r.equal), |a, b| $r.op.call((a, b)));
        store(&$r.output, shape::scan_by_key(&heads, &values, $r.init, V::Item::ty().size(), &op));
    }};
    (scatter $r:ident) => {
        for (i, slot) in slots(&$r.input).into_iter().enumerate() {
            let Some((at, x)) = slot else { continue };
            $r.output.put(checked("scatter", at, $r.output.len(), i), x);
        }
    };
    (scatter_reduce $r:ident) => {{
        let len = $r.output.len();
        let placed = |(i, slot): (_, Option<(P, T)>)| slot.map(|(at, x)| (checked("scatter_reduce", at, len, i), x));
        let placed: Vec<_> = slots(&$r.input).into_iter().enumerate().map(placed).collect();
        if onrush_core::shape::in_turn(placed.len(), len) {
            let add = |(at, x)| $r.output.put(at, $r.op.call(($r.output.get(at), x)));
            return placed.into_iter().flatten().for_each(add);
        }
        let values = shape::reduce_by_place(&placed, len, T::ty().size(), O::COMMUTATIVE, &|a, b| $r.op.call((a, b)));
        let new: Vec<_> = values.into_iter().map(|(at, x)| (at, $r.op.call(($r.output.get(at), x)))).collect();
        new.into_iter().for_each(|(at, x)| $r.output.put(at, x))
    }};
    (segmented_reduce $r:ident) => {{
        for (i, ends) in items(&$r.offsets).windows(2).enumerate() {
            let (from, to) = segment(ends[0], ends[1], $r.input.slots());
            let part: Vec<_> = (from..to).map(|i| $r.input.slot(i)).collect();
            let value = reduced(&part, &$r.op, $r.init.filter(|_| from < to));
            $r.output.put(i, value.map_or($r.empty, |value| $r.finish.call((value, from))));
        }
    }};
    (segmented_scan $r:ident) => {{
        let (input, offsets) = (items(&$r.input), items(&$r.offsets));
        let (mut covered, size) = (0, E::Item::ty().size());
        for ends in offsets.windows(2) {
            let (from, to) = segment(ends[0], ends[1], input.len());
            covered += to - from;
            let prefixes = shape::scan(&input[from..to], $r.init, size, &|a, b| $r.op.call((a, b)));
            for (i, (before, here)) in prefixes.into_iter().enumerate() {
                $r.output.put(from + i, before.filter(|_| $r.init.is_some()).unwrap_or(here));
            }
        }
        if covered != input.len() {
            raise(ErrorKind::LengthMismatch { what: "segments", left: covered, right: input.len() });
        }
    }};
    (segmented_sort $r:ident) => {{
        let (rows, offsets) = (stored(&$r.keys).into_iter().zip(stored(&$r.values)).collect::<Vec<_>>(), items(&$r.offsets));
        let segments: Vec<_> = offsets.windows(2).map(|ends| segment(ends[0], ends[1], rows.len())).collect();
        let covered: usize = segments.iter().map(|(from, to)| to - from).sum();
        if covered != rows.len() {
            raise(ErrorKind::LengthMismatch { what: "segments", left: covered, right: rows.len() });
        }
        let sorted = |(from, to): (usize, usize)| sort(&rows[from..to], &|a: (K, _), b: (K, _)| a.0.precedes(&b.0));
        let rows: Vec<_> = segments.into_iter().flat_map(sorted).collect();
        store(&$r.keys, rows.iter().map(|row| row.0));
        store(&$r.values, rows.iter().map(|row| row.1));
    }};
    (histogram $r:ident) => {
        for (i, slot) in slots(&$r.input).into_iter().enumerate() {
            let Some(bin) = slot.filter(|bin| !$r.leaves_out || bin.index() < $r.counts.len()) else { continue };
            let bin = checked("histogram", bin, $r.counts.len(), i);
            $r.counts.put(bin, $r.counts.get(bin) + 1);
        }
    };
}

// SAFETY: `allocate` returns host memory of the requested size and alignment; each primitive asks only for slots below its
// chain's length, and stores the results of its request before it returns.
unsafe impl Backend for Sequential {
    type Memory = Block;

    fn id(&self) -> DeviceId {
        DeviceId::HOST
    }
    fn name(&self) -> String {
        "1 CPU thread, plain loops".into()
    }
    fn allocate(&self, bytes: usize, align: usize) -> Result<Block> {
        let refused = || ErrorKind::OutOfMemory { bytes, device: DeviceId::HOST };
        // The allocator takes no empty layout.
        let layout = Layout::from_size_align(bytes.max(1), align).map_err(|_| refused())?;
        // SAFETY: the layout isn't empty.
        Ok(Block(NonNull::new(unsafe { alloc(layout) }).ok_or_else(refused)?, layout))
    }
    fn shrink(&self, memory: &mut Block, bytes: usize) -> Result<()> {
        let mut smaller = self.allocate(bytes, memory.1.align())?;
        // SAFETY: both blocks have `bytes` bytes, which needn't be initialised.
        unsafe { memory.address().copy_to_nonoverlapping(smaller.address(), bytes) };
        std::mem::swap(memory, &mut smaller);
        Ok(())
    }
    unsafe fn upload_to<T: Element>(&self, from: &[T], to: *mut T) -> Result<()> {
        // SAFETY: the caller's promise.
        unsafe { from.as_ptr().copy_to_nonoverlapping(to, from.len()) };
        Ok(())
    }
    unsafe fn download_from<T: Element>(&self, from: *const T, len: usize, to: *mut T) -> Result<()> {
        // SAFETY: the caller's promise.
        unsafe { from.copy_to_nonoverlapping(to, len) };
        Ok(())
    }
    #[track_caller]
    fn synchronize(&self) -> Result<()> {
        unrecorded(Unrecorded::Waits)
    }

    onrush_core::primitives!(call);
}
