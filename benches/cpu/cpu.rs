//! Speed on the CPU: onrush beside rayon and the plain sequential loop.
//!
//! `cargo bench -p onrush-bench-cpu` measures every algorithm at 2^10, 2^16, 2^20 and 2^24 items; `cargo bench -p onrush-bench-cpu --
//! scan/` measures one. The answer of each case is checked before the case is timed.
#![allow(missing_docs)]

mod for_each;
mod reduce;
mod reduce_by_key;
mod scan;
mod select;
mod sort;
mod support;

use criterion::Criterion;

fn main() {
    let mut c = Criterion::default()
        .sample_size(10)
        .warm_up_time(std::time::Duration::from_millis(300))
        .measurement_time(std::time::Duration::from_millis(1000))
        .configure_from_args();
    for_each::bench(&mut c);
    reduce::bench(&mut c);
    scan::bench(&mut c);
    select::bench(&mut c);
    sort::bench(&mut c);
    reduce_by_key::bench(&mut c);
    c.final_summary();
}
