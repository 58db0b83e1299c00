//! Trees of the shape contract: neighbours are combined level by level, an odd one at the end moving up unchanged.

use std::mem::MaybeUninit;

use crate::memory::{SmallBuffer, array};

/// Combines neighbours level by level; there is at least one value. Each level is written to other memory than the one
/// before, so that vector registers can compute it.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn tree<V: Copy>(values: &mut [V], join: impl Fn(V, V) -> V) -> V {
    let mut room = SmallBuffer::new();
    let room = room.of(values.len().div_ceil(2));
    let mut len = values.len();
    while len > 1 {
        let half = len.div_ceil(2);
        level(&values[..len], &mut room[..half], &join);
        len = half.div_ceil(2);
        // SAFETY: `level` has written all `half` values.
        level(unsafe { room[..half].assume_init_ref() }, uninit(&mut values[..len]), &join);
    }
    values[0]
}

#[cfg_attr(not(debug_assertions), inline(always))]
fn level<V: Copy>(from: &[V], to: &mut [MaybeUninit<V>], join: &impl Fn(V, V) -> V) {
    let (pairs, odd) = from.as_chunks::<2>();
    for (to, [a, b]) in to.iter_mut().zip(pairs) {
        to.write(join(*a, *b));
    }
    if let [last] = odd {
        to[pairs.len()].write(*last);
    }
}

/// A slice as room for other values; `level` writes all that is read of it afterwards.
#[cfg_attr(not(debug_assertions), inline(always))]
fn uninit<V: Copy>(values: &mut [V]) -> &mut [MaybeUninit<V>] {
    // SAFETY: `MaybeUninit<V>` has the layout of `V`, and `level` writes only values to it.
    unsafe { std::slice::from_raw_parts_mut(values.as_mut_ptr().cast(), values.len()) }
}

/// The largest number of items of `size` bytes that counts as few: they need only registers and a little stack space.
pub(crate) const fn few(size: usize) -> usize {
    if size <= 16 { MOST_FEW } else { 0 }
}
const MOST_FEW: usize = 64;

/// The tree over a few items, at least one. It consists of the trees over 2^k items for each binary digit of their
/// number, with those of the lower digits on the right.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn tree_of_few<V: Copy>(items: usize, item: impl Fn(usize) -> V, join: impl Fn(V, V) -> V) -> V {
    // The lowest digit's tree comes first, so that there is always something on the right: an optional value would be a choice at each
    // digit.
    let mut end = items & (items - 1);
    let mut right = match items - end {
        1 => item(end),
        2 => tree_of::<V, 2>(|k| item(end + k), &join),
        4 => tree_of::<V, 4>(|k| item(end + k), &join),
        8 => tree_of::<V, 8>(|k| item(end + k), &join),
        16 => tree_of::<V, 16>(|k| item(end + k), &join),
        32 => tree_of::<V, 32>(|k| item(end + k), &join),
        _ => tree_of::<V, MOST_FEW>(|k| item(end + k), &join),
    };
    let rest = end;
    macro_rules! digits {
        ($($n:literal)*) => {$(
            if rest & $n != 0 {
                end -= $n;
                right = join(tree_of::<V, $n>(|k| item(end + k), &join), right);
            }
        )*};
    }
    digits! { 2 4 8 16 32 }
    right
}

/// The tree over `N` items, a power of two.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn tree_of<V: Copy, const N: usize>(item: impl Fn(usize) -> V, join: &impl Fn(V, V) -> V) -> V {
    let mut values: [V; N] = array(item);
    let mut len = N;
    while len > 1 {
        len /= 2;
        for k in 0..len {
            values[k] = join(values[2 * k], values[2 * k + 1]);
        }
    }
    values[0]
}

/// A few items, at least one, combined in the association and order that are fastest: halves side by side, for vector
/// registers.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn halves_of_few<V: Copy>(items: usize, item: impl Fn(usize) -> V, join: impl Fn(V, V) -> V) -> V {
    let mut room = [const { MaybeUninit::uninit() }; MOST_FEW];
    let mut len = items.div_ceil(2);
    for (k, value) in room[..len].iter_mut().enumerate() {
        value.write(if len + k < items { join(item(k), item(len + k)) } else { item(k) });
    }
    // SAFETY: the loop has written the first `len` values.
    let values = unsafe { room[..len].assume_init_mut() };
    while len > 1 {
        let half = len.div_ceil(2);
        let (left, right) = values[..len].split_at_mut(half);
        for (a, b) in left.iter_mut().zip(right) {
            *a = join(*a, *b);
        }
        len = half;
    }
    values[0]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_stand_in_the_brackets_of_many() {
        let names: Vec<usize> = (0..MOST_FEW).collect();
        let brackets = std::cell::RefCell::new(Vec::<(usize, usize)>::new());
        // Values are numbers; those from MOST_FEW on stand for joined pairs.
        let join = |a: usize, b: usize| {
            let mut pairs = brackets.borrow_mut();
            let known = pairs.iter().position(|pair| *pair == (a, b));
            MOST_FEW + known.unwrap_or_else(|| (pairs.push((a, b)), pairs.len() - 1).1)
        };
        for n in 1..=MOST_FEW {
            assert_eq!(tree_of_few(n, |k| names[k], join), tree(&mut names[..n].to_vec(), join), "{n} items");
        }
    }

    #[test]
    fn halves_take_each_item_once() {
        for n in 1..=MOST_FEW {
            let all = halves_of_few(n, |k| 1u64 << k, |a, b| if a & b == 0 { a | b } else { 0 });
            assert_eq!(all, u64::MAX >> (64 - n), "{n} items");
        }
    }
}
