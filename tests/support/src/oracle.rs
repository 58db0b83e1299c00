//! Each algorithm as one plain loop. The association of floats is defined in [`contract`](super::contract).

/// `init ∘ x₀ ∘ x₁ ∘ …`.
pub fn reduce<T: Copy>(x: &[T], init: T, op: impl Fn(T, T) -> T) -> T {
    let mut acc = init;
    for &v in x {
        acc = op(acc, v);
    }
    acc
}

/// `x₀ ∘ … ∘ xᵢ` for each `i`.
pub fn scan_inclusive<T: Copy>(x: &[T], op: impl Fn(T, T) -> T) -> Vec<T> {
    let mut out: Vec<T> = Vec::new();
    for &v in x {
        out.push(out.last().map_or(v, |&before| op(before, v)));
    }
    out
}

/// `init ∘ x₀ ∘ … ∘ xᵢ₋₁` for each `i`.
pub fn scan_exclusive<T: Copy>(x: &[T], init: T, op: impl Fn(T, T) -> T) -> Vec<T> {
    let mut acc = init;
    let mut out = Vec::new();
    for &v in x {
        out.push(acc);
        acc = op(acc, v);
    }
    out
}

/// The position of the first item for which `holds` returns true.
pub fn find<T: Copy>(x: &[T], holds: impl Fn(T) -> bool) -> Option<usize> {
    for (i, &v) in x.iter().enumerate() {
        if holds(v) {
            return Some(i);
        }
    }
    None
}

/// The items for which `holds` returns true, in order, and the others.
pub fn partition<T: Copy>(x: &[T], holds: impl Fn(T) -> bool) -> (Vec<T>, Vec<T>) {
    let (mut yes, mut no) = (Vec::new(), Vec::new());
    for &v in x {
        if holds(v) {
            yes.push(v);
        } else {
            no.push(v);
        }
    }
    (yes, no)
}

/// A stable insertion sort: each item is inserted after all items that aren't greater.
pub fn sort<T: Copy>(x: &[T], less: impl Fn(T, T) -> bool) -> Vec<T> {
    let mut out: Vec<T> = Vec::new();
    for &v in x {
        let at = out.partition_point(|&o| !less(v, o));
        out.insert(at, v);
    }
    out
}

/// Takes from the left as long as the right's next item isn't less.
pub fn merge<T: Copy>(left: &[T], right: &[T], less: impl Fn(T, T) -> bool) -> Vec<T> {
    let mut out = Vec::new();
    let (mut l, mut r) = (0, 0);
    while l < left.len() || r < right.len() {
        if r == right.len() || (l < left.len() && !less(right[r], left[l])) {
            out.push(left[l]);
            l += 1;
        } else {
            out.push(right[r]);
            r += 1;
        }
    }
    out
}

/// For each position, whether a run begins there.
pub fn heads<K: Copy>(keys: &[K], equal: impl Fn(K, K) -> bool) -> Vec<bool> {
    let mut out = Vec::new();
    for i in 0..keys.len() {
        out.push(i == 0 || !equal(keys[i - 1], keys[i]));
    }
    out
}

/// The first key and the combined value of each run.
pub fn reduce_by_key<K: Copy, V: Copy>(
    keys: &[K],
    values: &[V],
    equal: impl Fn(K, K) -> bool,
    op: impl Fn(V, V) -> V,
) -> (Vec<K>, Vec<V>) {
    let (mut out_keys, mut out_values) = (Vec::new(), Vec::<V>::new());
    for (i, head) in heads(keys, equal).into_iter().enumerate() {
        if head {
            out_keys.push(keys[i]);
            out_values.push(values[i]);
        } else if let Some(last) = out_values.last_mut() {
            *last = op(*last, values[i]);
        }
    }
    (out_keys, out_values)
}

/// Prefixes within each run: inclusive ones, or exclusive ones that begin with `init`.
pub fn scan_by_key<K: Copy, V: Copy>(
    keys: &[K],
    values: &[V],
    init: Option<V>,
    equal: impl Fn(K, K) -> bool,
    op: impl Fn(V, V) -> V,
) -> Vec<V> {
    let mut out = Vec::new();
    let mut acc = init;
    for (i, head) in heads(keys, equal).into_iter().enumerate() {
        if head {
            acc = init;
        }
        let next = acc.map_or(values[i], |a| op(a, values[i]));
        out.push(if init.is_some() { acc.unwrap_or(next) } else { next });
        acc = Some(next);
    }
    out
}

/// Stores each item at its position, one after the other.
pub fn scatter<T: Copy>(x: &[T], to: &[usize], target: &mut [T]) {
    for (&v, &at) in x.iter().zip(to) {
        target[at] = v;
    }
}

/// The number of occurrences of each number.
pub fn histogram(x: &[usize], bins: usize) -> Vec<u64> {
    let mut out = vec![0; bins];
    for &v in x {
        out[v] += 1;
    }
    out
}
