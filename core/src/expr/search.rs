use crate::device::Check;
use crate::function::{Capture, Function};
use crate::key::Key;
use crate::lower::{Params, TranslationUnit};
use crate::view::View;

/// The position in a sorted view before (`UPPER = false`) or after (`UPPER = true`) all items equal to a key.
/// [`lower_bound`](crate::Chain::lower_bound) and [`upper_bound`](crate::Chain::upper_bound) map this function over a
/// chain.
#[derive(Debug, Clone, Copy)]
pub struct Bound<'a, K, const UPPER: bool>(pub(crate) View<'a, K>);

// SAFETY: `call` is a function of the key and of the view that `check` reports, and reads inside the view's length;
// `Bound` in key.cuh does the same.
unsafe impl<K: Key, const UPPER: bool> Function<(K,)> for Bound<'_, K, UPPER> {
    type Output = usize;
    #[inline(always)]
    fn call(&self, (key,): (K,)) -> usize {
        let (mut from, mut len) = (0, self.0.len());
        while len > 0 {
            let half = len / 2;
            // SAFETY: `from + half < from + len <= view.len()`; the chain's check showed that the view is the host's.
            let middle = unsafe { self.0.read(from + half) };
            let right = if UPPER { !key.precedes(&middle) } else { middle.precedes(&key) };
            from = if right { from + half + 1 } else { from };
            len = if right { len - half - 1 } else { half };
        }
        from
    }
    #[inline(always)]
    fn check(&self, check: &mut Check) {
        self.0.check_read(check);
    }
    fn params(&self, out: &mut Params) {
        out.member(|out| self.0.write(out));
    }
    fn lower(unit: &mut TranslationUnit) -> String {
        unit.radix(&K::ty());
        format!("Bound<{}, {UPPER}>", unit.spell(&K::ty()))
    }
}
