use onrush_core::algo::SetOperator;
use onrush_core::function::Function;

/// The items that an operator keeps of two sorted sequences.
pub(crate) fn kept<K: SetOperator, T: Copy>(
    _: &K,
    left: &[T],
    right: &[T],
    less: &impl Function<(T, T), Output = bool>,
) -> Vec<T> {
    let (mut out, mut l, mut r) = (Vec::new(), 0, 0);
    while l < left.len() || r < right.len() {
        let both = l < left.len() && r < right.len();
        let left_first = r == right.len() || both && less.call((left[l], right[r]));
        let right_first = l == left.len() || !left_first && less.call((right[r], left[l]));
        let keeps = if left_first {
            K::LEFT
        } else if right_first {
            K::RIGHT
        } else {
            K::PAIRS
        };
        if keeps {
            out.push(if right_first { right[r] } else { left[l] });
        }
        (l, r) = (l + usize::from(!right_first), r + usize::from(!left_first));
    }
    out
}
