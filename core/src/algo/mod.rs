//! The primitives that a backend implements, as requests: each names the inputs, the outputs and the operator. The
//! functions and the [`Chain`](crate::Chain) methods beside a request make it.

mod collect;
mod find;
mod for_each;
mod histogram;
mod merge;
mod partition;
mod reduce;
mod reduce_by_key;
mod scan;
mod scan_by_key;
mod scatter;
mod select;
mod sort;

pub use collect::Collect;
pub use find::Find;
pub use for_each::ForEach;
pub use histogram::Histogram;
pub use merge::{Merge, merge, merge_by};
pub use partition::Partition;
pub use reduce::Reduce;
pub use reduce_by_key::{KeyedVecs, ReduceByKey, reduce_by_key, reduce_by_key_with};
pub use scan::Scan;
pub use scan_by_key::{ScanByKey, scan_by_key_exclusive, scan_by_key_inclusive};
pub use scatter::Scatter;
pub use select::Select;
pub use sort::{Sort, SortBy, sort_by, sort_by_key};
