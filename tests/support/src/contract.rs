//! The shape contract of `onrush::shape`, evaluated step by step from its text. The code shares nothing with a backend, and
//! every number is written out again.
//!
//! A part without items is `None`; `join` applies the operator `∘` to two parts.

use crate::oracle::heads;

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
    parts.first().copied().flatten()
}

/// The items in a row of 256 threads with 16 bytes each.
pub fn lanes(size: usize) -> usize {
    let mut per_thread = 1;
    while per_thread * 2 * size <= 16 {
        per_thread *= 2;
    }
    256 * per_thread
}

/// The slots of a chunk: the smallest multiple of 8 rows that gives at most 4096 chunks.
pub fn chunk(slots: usize, size: usize) -> usize {
    let mut rows = 8;
    while rows * lanes(size) * 4096 < slots {
        rows += 8;
    }
    rows * lanes(size)
}

/// The slots of a run: 128 bytes of them, but at most 32 and at least 1.
pub fn run(size: usize) -> usize {
    (128 / size).clamp(1, 32)
}

/// The slots of a tile: 12 warps of 32 runs.
pub fn tile(size: usize) -> usize {
    12 * 32 * run(size)
}

/// The reduction by a commutative operator, for items of `size` bytes.
pub fn reduce_lanes<T: Copy>(slots: &[Option<T>], init: Option<T>, size: usize, op: impl Fn(T, T) -> T) -> Option<T> {
    let lanes = lanes(size);
    let chunks: Vec<_> = slots
        .chunks(chunk(slots.len(), size))
        .map(|chunk| {
            let of_lane = |j| fold(chunk.iter().skip(j).step_by(lanes).copied(), &op);
            // The lanes behind these have no slots: in a tree they stand behind all others, and change nothing.
            tree((0..lanes.min(chunk.len())).map(of_lane).collect(), &op)
        })
        .collect();
    let last = (0..chunks.len().min(256)).map(|j| fold(chunks.iter().skip(j).step_by(256).copied(), &op)).collect();
    join(init, tree(last, &op), &op)
}

/// The Hillis–Steele scan over a warp's 32 lanes.
fn warp_scan<T: Copy>(mut lanes: Vec<Option<T>>, op: &impl Fn(T, T) -> T) -> Vec<Option<T>> {
    for d in [1, 2, 4, 8, 16] {
        let before = lanes.clone();
        for k in d..32 {
            lanes[k] = join(before[k - d], before[k], op);
        }
    }
    lanes
}

/// The warps of a tile, each with its lanes' inclusive prefixes and its total.
fn warps<T: Copy>(tile: &[Option<T>], size: usize, op: &impl Fn(T, T) -> T) -> Vec<(Vec<Option<T>>, Option<T>)> {
    let run = run(size);
    tile.chunks(32 * run)
        .map(|warp| {
            let runs: Vec<_> = (0..32).map(|k| fold(warp.iter().skip(k * run).take(run).copied(), op)).collect();
            let last_with_items = runs.iter().rposition(Option::is_some);
            let prefixes = warp_scan(runs, op);
            let value = last_with_items.and_then(|k| prefixes[k]);
            (prefixes, value)
        })
        .collect()
}

fn tile_value<T: Copy>(tile: &[Option<T>], size: usize, op: &impl Fn(T, T) -> T) -> Option<T> {
    fold(warps(tile, size, op).into_iter().map(|(_, value)| value), op)
}

/// The reduction that keeps the items' order, for items of `size` bytes.
pub fn reduce_in_order<T: Copy>(
    slots: &[Option<T>],
    init: Option<T>,
    size: usize,
    op: impl Fn(T, T) -> T,
) -> Option<T> {
    let tiles: Vec<_> = slots.chunks(tile(size)).map(|t| tile_value(t, size, &op)).collect();
    let per_chunk = tiles.len().div_ceil(4096).max(1);
    let chunks = tiles.chunks(per_chunk).map(|tiles| fold(tiles.iter().copied(), &op)).collect();
    join(init, tree(chunks, &op), &op)
}

/// The exclusive and inclusive prefix of each item; the exclusive one is `None` if no item precedes it and there is no
/// `init`.
fn prefixes<T: Copy>(x: &[T], init: Option<T>, size: usize, op: &impl Fn(T, T) -> T) -> Vec<(Option<T>, T)> {
    let mut out = Vec::with_capacity(x.len());
    let mut carry = init;
    for tile in x.chunks(tile(size)) {
        let slots: Vec<_> = tile.iter().copied().map(Some).collect();
        let warps = warps(&slots, size, op);
        for (w, warp) in tile.chunks(32 * run(size)).enumerate() {
            let warp_prefix = fold(warps[..w].iter().map(|(_, value)| *value), op);
            for (k, items) in warp.chunks(run(size)).enumerate() {
                let lanes_before = if k == 0 { None } else { warps[w].0[k - 1] };
                let mut acc = join(join(carry, warp_prefix, op), lanes_before, op);
                for &v in items {
                    let inclusive = acc.map_or(v, |a| op(a, v));
                    out.push((acc, inclusive));
                    acc = Some(inclusive);
                }
            }
        }
        carry = join(carry, fold(warps.iter().map(|(_, value)| *value), op), op);
    }
    out
}

/// Inclusive prefixes of items of `size` bytes.
pub fn scan_inclusive<T: Copy>(x: &[T], size: usize, op: impl Fn(T, T) -> T) -> Vec<T> {
    prefixes(x, None, size, &op).into_iter().map(|(_, inclusive)| inclusive).collect()
}

/// Exclusive prefixes of items of `size` bytes.
pub fn scan_exclusive<T: Copy>(x: &[T], init: T, size: usize, op: impl Fn(T, T) -> T) -> Vec<T> {
    prefixes(x, Some(init), size, &op).into_iter().map(|(exclusive, _)| exclusive.unwrap_or(init)).collect()
}

type Flagged<V> = (bool, V);

/// The operator on pairs *(does a run of keys begin here, value)*.
fn segmented<V: Copy>(op: impl Fn(V, V) -> V) -> impl Fn(Flagged<V>, Flagged<V>) -> Flagged<V> {
    move |(f, a), (g, b)| (f | g, if g { b } else { op(a, b) })
}

fn pairs<V: Copy>(heads: &[bool], values: &[V]) -> Vec<Flagged<V>> {
    heads.iter().copied().zip(values.iter().copied()).collect()
}

/// Inclusive prefixes within runs of keys; `size` is that of a value.
pub fn scan_by_key_inclusive<V: Copy>(heads: &[bool], values: &[V], size: usize, op: impl Fn(V, V) -> V) -> Vec<V> {
    scan_inclusive(&pairs(heads, values), size, segmented(op)).into_iter().map(|(_, value)| value).collect()
}

/// Exclusive prefixes within runs of keys; each run's first value becomes `init ∘ value` before the scan of pairs.
pub fn scan_by_key_exclusive<V: Copy>(
    heads: &[bool],
    values: &[V],
    init: V,
    size: usize,
    op: impl Fn(V, V) -> V,
) -> Vec<V> {
    let begun: Vec<_> = heads.iter().zip(values).map(|(&head, &v)| if head { op(init, v) } else { v }).collect();
    let prefixes = prefixes(&pairs(heads, &begun), None, size, &segmented(op));
    let before = |(exclusive, _): (Option<Flagged<V>>, _)| exclusive.map_or(init, |(_, value)| value);
    prefixes.into_iter().zip(heads).map(|(p, &head)| if head { init } else { before(p) }).collect()
}

/// The first key and the total of each run: the prefix at the run's last slot.
pub fn reduce_by_key<K: Copy, V: Copy>(
    keys: &[K],
    values: &[V],
    size: usize,
    equal: impl Fn(K, K) -> bool,
    op: impl Fn(V, V) -> V,
) -> (Vec<K>, Vec<V>) {
    let heads = heads(keys, equal);
    let prefixes = scan_by_key_inclusive(&heads, values, size, op);
    let ends = (0..keys.len()).filter(|&i| i + 1 == keys.len() || heads[i + 1]);
    let starts = (0..keys.len()).filter(|&i| heads[i]);
    (starts.map(|i| keys[i]).collect(), ends.map(|i| prefixes[i]).collect())
}

/// The shape of a reduction by place into at most 16 KiB: the classes, the slots of a set, and the sets of a chunk.
fn places_shape(slots: usize, places: usize, size: usize, commutative: bool) -> (usize, usize, usize) {
    let bytes = places * size.max(4);
    let classes = [32, 16, 8, 4, 2].into_iter().find(|classes| commutative && classes * bytes <= 3072).unwrap_or(1);
    let sets = (1..=12).rev().find(|sets| sets * classes * bytes <= 49_152).unwrap_or(12);
    let mut set = 256;
    while set * sets * 2048 < slots || set < 4 * places * classes {
        set += 256;
    }
    (classes, set, sets)
}

/// The items of a target after a reduction by place; each slot has a place and an item, or none.
pub fn scatter_reduce<T: Copy>(
    slots: &[Option<(usize, T)>],
    old: &[T],
    size: usize,
    commutative: bool,
    op: impl Fn(T, T) -> T,
) -> Vec<T> {
    let mut out = old.to_vec();
    if slots.len() <= 1024.max(4 * old.len()).min(16_384) {
        slots.iter().flatten().for_each(|(place, x)| out[*place] = op(out[*place], *x));
        return out;
    }
    if old.len() * size.max(4) <= 16_384 {
        let (classes, set, sets) = places_shape(slots.len(), old.len(), size, commutative);
        let mut chunks: Vec<Vec<Option<T>>> = Vec::new();
        for (number, slots) in slots.chunks(set).enumerate() {
            let mut values = vec![vec![None; classes]; old.len()];
            for (i, slot) in slots.iter().enumerate() {
                if let Some((place, x)) = *slot {
                    let value = &mut values[place][i % classes];
                    *value = join(*value, Some(x), &op);
                }
            }
            if number % sets == 0 {
                chunks.push(vec![None; old.len()]);
            }
            let chunk = chunks.last_mut().expect("it was pushed");
            for (place, values) in values.into_iter().enumerate() {
                chunk[place] = join(chunk[place], tree(values, &op), &op);
            }
        }
        let per_run = chunks.len().div_ceil(32).max(1);
        for (place, out) in out.iter_mut().enumerate() {
            let run = |run: &[Vec<Option<T>>]| fold(run.iter().map(|chunk| chunk[place]), &op);
            let mut runs: Vec<_> = chunks.chunks(per_run).map(run).collect();
            runs.resize(32, None);
            *out = join(Some(*out), tree(runs, &op), &op).expect("there is an old value");
        }
        return out;
    }
    let mut sorted: Vec<(usize, T)> = slots.iter().copied().flatten().collect();
    sorted.sort_by_key(|(place, _)| *place);
    let (places, items): (Vec<_>, Vec<_>) = sorted.into_iter().unzip();
    let (places, sums) = reduce_by_key(&places, &items, size, |a, b| a == b, &op);
    places.into_iter().zip(sums).for_each(|(place, sum)| out[place] = op(out[place], sum));
    out
}

/// The numbers of `onrush::shape`, which backends use, equal those of the contract's text.
#[test]
fn the_library_has_the_same_numbers() {
    use onrush::shape::{Places, Reduction, Tile};

    for size in (1..=40).chain([48, 64, 100, 127, 128, 129, 1000]) {
        let shape = Tile::new(size);
        assert_eq!((shape.run, shape.warp, shape.tile), (run(size), 32 * run(size), tile(size)), "{size} bytes");
        let most = 4096 * 8 * lanes(size);
        for slots in [1, 2, 8 * lanes(size), 8 * lanes(size) + 1, most - 1, most, most + 1, 2 * most + 1, 9 * most] {
            let shape = Reduction::new(slots, size);
            let chunk = chunk(slots, size);
            let want = Reduction { lanes: lanes(size), chunk, chunks: slots.div_ceil(chunk) };
            assert_eq!(shape, want, "{slots} slots of {size} bytes");
            assert!(shape.chunks <= 4096);
            assert_eq!(Tile::new(size).per_chunk(slots), slots.div_ceil(tile(size)).div_ceil(4096));
        }
    }
    for size in [1, 2, 4, 8, 24, 1000] {
        for places in [0, 1, 2, 16, 33, 767, 768, 769, 4096].into_iter().filter(|places| places * size.max(4) <= 16_384)
        {
            for (slots, commutative) in [(0, true), (70_001, true), (70_001, false), (5 << 24, true)] {
                let (classes, set, sets) = places_shape(slots, places, size, commutative);
                let want = Places { classes, set, sets, chunks: slots.div_ceil(set * sets) };
                assert_eq!(
                    Places::new(slots, places, size, commutative),
                    Some(want),
                    "{places} places of {size} bytes"
                );
            }
        }
    }
    assert_eq!(Places::new(1, 4097, 1, true), None);
}
