use onrush_core::Result;
use onrush_core::algo::ForEach;
use onrush_core::expr::Expr;

use crate::multiversion::multiversion;
use crate::parallel::{self, Pool};

pub(crate) fn for_each<E: Expr<Item = ()>>(pool: &Pool, request: ForEach<E>) -> Result<()> {
    let cut = pool.cut(request.input.slots(), 1);
    parallel::call(|| {
        pool.run_cut(cut, |range| {
            // SAFETY: a range of the checked input's slots, and no other thread has it.
            unsafe { visit(&request.input, range.start, range.end) }
        });
    })
}

multiversion! {
    unsafe fn visit[E: Expr<Item = ()>](input: &E, from: usize, to: usize) -> () where [] {
        for i in from..to {
            // SAFETY: the caller's contract; the slot's item is dropped before the next one is asked for.
            let _ = unsafe { input.slot(i) };
        }
    }
}
