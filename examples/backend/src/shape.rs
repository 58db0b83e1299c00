//! The shape contract, evaluated step by step. A part without items is `None`.

use onrush_core::shape::{Places, Reduction, THREADS, Tile, WARP};

fn join<T: Copy>(a: Option<T>, b: Option<T>, op: &impl Fn(T, T) -> T) -> Option<T> {
    match (a, b) {
        (Some(a), Some(b)) => Some(op(a, b)),
        (a, b) => a.or(b),
    }
}

fn fold<T: Copy>(parts: impl IntoIterator<Item = Option<T>>, op: &impl Fn(T, T) -> T) -> Option<T> {
    parts.into_iter().fold(None, |acc, part| join(acc, part, op))
}

fn tree<T: Copy>(mut parts: Vec<Option<T>>, op: &impl Fn(T, T) -> T) -> Option<T> {
    while parts.len() > 1 {
        parts = parts.chunks(2).map(|pair| fold(pair.iter().copied(), op)).collect();
    }
    parts.pop().flatten()
}

/// The tree over lanes, each of which folds every `lanes`th part.
fn in_lanes<T: Copy>(parts: &[Option<T>], lanes: usize, op: &impl Fn(T, T) -> T) -> Option<T> {
    let lane = |j| fold(parts.iter().skip(j).step_by(lanes).copied(), op);
    // Lanes behind the last part have none: in a tree they stand behind all others, and change nothing.
    tree((0..lanes.min(parts.len())).map(lane).collect(), op)
}

/// The values of chunks of `chunk` slots, of items of `size` bytes.
pub(crate) fn chunks<T: Copy>(
    slots: &[Option<T>],
    chunk: usize,
    size: usize,
    commutative: bool,
    op: &impl Fn(T, T) -> T,
) -> Vec<Option<T>> {
    let value = |chunk: &[Option<T>]| match commutative {
        true => in_lanes(chunk, Reduction::new(1, size).lanes, op),
        false => fold(chunk.chunks(Tile::new(size).tile).map(|slots| tile(slots, size, op)), op),
    };
    slots.chunks(chunk).map(value).collect()
}

/// A reduction by a commutative operator, of items of `size` bytes.
pub(crate) fn reduce_in_lanes<T: Copy>(slots: &[Option<T>], size: usize, op: &impl Fn(T, T) -> T) -> Option<T> {
    in_lanes(&chunks(slots, Reduction::new(slots.len(), size).chunk, size, true, op), THREADS, op)
}

/// The inclusive prefixes of a warp's runs, and the warp's value.
fn warp<T: Copy>(slots: &[Option<T>], run: usize, op: &impl Fn(T, T) -> T) -> (Vec<Option<T>>, Option<T>) {
    let mut lanes: Vec<_> = slots.chunks(run).map(|run| fold(run.iter().copied(), op)).collect();
    let last = lanes.iter().rposition(Option::is_some);
    for d in [1, 2, 4, 8, 16] {
        for k in (d..lanes.len()).rev() {
            lanes[k] = join(lanes[k - d], lanes[k], op);
        }
    }
    let value = last.and_then(|k| lanes[k]);
    (lanes, value)
}

/// The value of a tile.
fn tile<T: Copy>(slots: &[Option<T>], size: usize, op: &impl Fn(T, T) -> T) -> Option<T> {
    let shape = Tile::new(size);
    fold(slots.chunks(shape.warp).map(|slots| warp(slots, shape.run, op).1), op)
}

/// A reduction that keeps the order.
pub(crate) fn reduce_in_order<T: Copy>(slots: &[Option<T>], size: usize, op: &impl Fn(T, T) -> T) -> Option<T> {
    let shape = Tile::new(size);
    tree(chunks(slots, shape.per_chunk(slots.len()) * shape.tile, size, false, op), op)
}

/// The exclusive and inclusive prefix of each item; the exclusive one is `None` if no item precedes it and there is no
/// `init`.
pub(crate) fn scan<T: Copy>(x: &[T], init: Option<T>, size: usize, op: &impl Fn(T, T) -> T) -> Vec<(Option<T>, T)> {
    let (shape, mut out, mut carry) = (Tile::new(size), Vec::with_capacity(x.len()), init);
    for tile in x.chunks(shape.tile) {
        let mut before = None;
        for items in tile.chunks(shape.warp) {
            let slots: Vec<_> = items.iter().copied().map(Some).collect();
            let (lanes, value) = warp(&slots, shape.run, op);
            for (k, run) in items.chunks(shape.run).enumerate() {
                let lanes_before = k.checked_sub(1).and_then(|k| lanes[k]);
                let mut acc = join(join(carry, before, op), lanes_before, op);
                for &item in run {
                    let inclusive = acc.map_or(item, |acc| op(acc, item));
                    out.push((acc, inclusive));
                    acc = Some(inclusive);
                }
            }
            before = join(before, value, op);
        }
        carry = join(carry, before, op);
    }
    out
}

/// Prefixes within runs of keys; a flag marks the first item of each run.
pub(crate) fn scan_by_key<T: Copy>(
    heads: &[bool],
    values: &[T],
    init: Option<T>,
    size: usize,
    op: &impl Fn(T, T) -> T,
) -> Vec<T> {
    let begun = |i| init.filter(|_| heads[i]).map_or(values[i], |init| op(init, values[i]));
    let pairs: Vec<(bool, T)> = (0..values.len()).map(|i| (heads[i], begun(i))).collect();
    let prefixes = scan(&pairs, None, size, &|(f, a), (g, b)| (f | g, if g { b } else { op(a, b) }));
    let prefix = |i: usize| match (init, prefixes[i]) {
        (None, (_, (_, inclusive))) => inclusive,
        (Some(_), (Some((_, exclusive)), _)) if !heads[i] => exclusive,
        (Some(init), _) => init,
    };
    (0..values.len()).map(prefix).collect()
}

/// The places that have items, and the values of these items; `size` is an item's.
pub(crate) fn reduce_by_place<T: Copy>(
    slots: &[Option<(usize, T)>],
    len: usize,
    size: usize,
    commutative: bool,
    op: &impl Fn(T, T) -> T,
) -> Vec<(usize, T)> {
    let Some(shape) = Places::new(slots.len(), len, size, commutative) else {
        let mut sorted: Vec<_> = slots.iter().copied().flatten().collect();
        sorted.sort_by_key(|(place, _)| *place);
        let (places, items): (Vec<_>, Vec<_>) = sorted.into_iter().unzip();
        let heads: Vec<_> = (0..places.len()).map(|i| i == 0 || places[i - 1] != places[i]).collect();
        let prefixes = scan_by_key(&heads, &items, None, size, op);
        let ends = (0..places.len()).filter(|i| heads.get(i + 1).is_none_or(|head| *head));
        return ends.map(|i| (places[i], prefixes[i])).collect();
    };
    // The values of all places are computed together, each as a column.
    let set = |slots: &[Option<(usize, T)>]| {
        let mut values = vec![vec![None; shape.classes]; len];
        for (i, slot) in slots.iter().enumerate() {
            if let Some((place, x)) = *slot {
                let value = &mut values[place][i % shape.classes];
                *value = join(*value, Some(x), op);
            }
        }
        values.into_iter().map(|classes| tree(classes, op)).collect::<Vec<_>>()
    };
    let folded = |parts: &[Vec<Option<T>>]| -> Vec<Option<T>> {
        (0..len).map(|place| fold(parts.iter().map(|part| part[place]), op)).collect()
    };
    let sets: Vec<_> = slots.chunks(shape.set).map(set).collect();
    let chunks: Vec<_> = sets.chunks(shape.sets).map(folded).collect();
    let mut runs: Vec<_> = chunks.chunks(shape.per_run().max(1)).map(folded).collect();
    runs.resize(WARP, vec![None; len]);
    let value = |place| tree(runs.iter().map(|run| run[place]).collect(), op);
    (0..len).filter_map(|place| Some((place, value(place)?))).collect()
}
