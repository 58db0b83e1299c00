//! Loops over slots, several in a step: a loop over single ones, of few instructions, takes up to a cycle more for each, depending on where
//! its code lies in memory.

/// Slots of a step.
const STEP: usize = 8;

/// Calls `f` with each of the numbers below `len`, in order.
#[inline(always)]
pub(crate) fn in_steps(len: usize, mut f: impl FnMut(usize)) {
    let mut k = 0;
    while len - k >= STEP {
        for l in 0..STEP {
            f(k + l);
        }
        k += STEP;
    }
    (k..len).for_each(f);
}

#[cfg(test)]
mod tests {
    #[test]
    fn calls_with_each_number_in_order() {
        for len in [0, 1, 7, 8, 9, 23, 24] {
            let mut numbers = Vec::new();
            super::in_steps(len, |k| numbers.push(k));
            assert_eq!(numbers, (0..len).collect::<Vec<_>>());
        }
    }
}
