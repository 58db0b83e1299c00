use super::{Expr, Indexed, Repeatable, indexed};
use crate::chain::Chain;
use crate::device::Check;
use crate::lower::{Params, TranslationUnit};

/// The number of positions in a block.
pub const BLOCK: usize = 32;
/// The fewest positions that aren't computed one by one.
const FEW: usize = 8;

/// Positions that the host computes in blocks, in its vector registers; created by [`Chain::in_blocks`](crate::Chain::in_blocks).
/// On a device it is the input.
#[derive(Debug, Clone, Copy)]
pub struct InBlocks<E, F> {
    input: E,
    block: F,
}

impl<E: Indexed<Item = usize>, B> Chain<E, B> {
    /// Has the host compute positions in blocks.
    ///
    /// # Safety
    ///
    /// `block` gives the chain's items from a slot on; behind the last slot it may give anything.
    #[doc(hidden)]
    pub unsafe fn in_blocks<F: Block>(self, block: F) -> Chain<InBlocks<E, F>, B> {
        self.with(|input| InBlocks { input, block })
    }
}

/// A function that computes the block that begins at a slot.
pub trait Block: Fn(usize) -> [usize; BLOCK] + Send + Sync {}
impl<F: Fn(usize) -> [usize; BLOCK] + Send + Sync> Block for F {}

// SAFETY: the device's text is the input's. The items of a block are the input's, as `in_blocks` requires.
unsafe impl<E: Indexed<Item = usize>, F: Block> Expr for InBlocks<E, F> {
    type Item = usize;
    const IN_RUNS: bool = true;
    #[inline(always)]
    fn slots(&self) -> usize {
        self.input.slots()
    }
    indexed!();
    #[inline(always)]
    unsafe fn each(&self, from: usize, to: usize, mut f: impl FnMut(usize, usize)) {
        let mut first = from;
        while to.saturating_sub(first) >= FEW {
            let (items, len) = ((self.block)(first), BLOCK.min(to - first));
            for (k, x) in items[..len].iter().enumerate() {
                f(first + k, *x);
            }
            first += len;
        }
        for i in first..to {
            // SAFETY: the caller keeps the contract of this method for each slot of `from..to`.
            f(i, unsafe { self.input.at(i) });
        }
    }
    #[inline(always)]
    fn check(&self, check: &mut Check) {
        self.input.check(check);
    }
    fn params(&self, out: &mut Params) {
        self.input.params(out);
    }
    fn lower(unit: &mut TranslationUnit) -> String {
        E::lower(unit)
    }
}
#[diagnostic::do_not_recommend]
// SAFETY: `indexed!` makes `slot(i)` be `Some(at(i))`.
unsafe impl<E: Indexed<Item = usize>, F: Block> Indexed for InBlocks<E, F> {
    #[inline(always)]
    unsafe fn at(&self, i: usize) -> usize {
        // SAFETY: the caller keeps the contract of this method for the same slot of the input.
        unsafe { self.input.at(i) }
    }
}
#[diagnostic::do_not_recommend]
// SAFETY: the input is repeatable, and the blocks have its items.
unsafe impl<E: Repeatable + Indexed<Item = usize>, F: Block> Repeatable for InBlocks<E, F> {}
