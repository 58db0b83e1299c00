#![doc = include_str!("../README.md")]

mod by_key;
mod chain;
mod cluster;
mod collect;
mod dedup;
mod distribution;
mod error;
#[allow(unsafe_code)]
mod exchange;
mod find;
pub mod guide;
#[allow(unsafe_code)]
mod in_process;
mod merge;
mod parcel;
mod permute;
#[allow(unsafe_code)]
mod rank;
mod reduce;
mod scan;
mod scan_by_key;
mod scatter;
mod scatter_reduce;
mod sort;
mod splitters;
mod top_k;
// An implementation of a trait that is trusted, and its calls.
#[allow(unsafe_code)]
mod transport;
mod vec;
mod windows;
#[allow(unsafe_code)]
mod wire;

pub use by_key::{ShardedReduceByKey, reduce_by_key, reduce_by_key_with};
pub use chain::{IntoShardedChain, ShardedChain};
pub use cluster::{Cluster, run};
pub use collect::ShardedPartition;
pub use dedup::ShardedDedup;
pub use distribution::Distribution;
pub use error::{Error, ErrorKind, Result};
pub use in_process::InProcess;
pub use merge::{ShardedMerge, merge, merge_by};
pub use permute::ShardedPermute;
pub use rank::{LIMIT, Rank, Traffic};
pub use scan::ShardedScan;
pub use scan_by_key::{
    ShardedScanByKey, scan_by_key_exclusive, scan_by_key_exclusive_with, scan_by_key_inclusive,
    scan_by_key_inclusive_with,
};
pub use sort::{sort_by_key, sort_by_key_with};
pub use top_k::ShardedTopK;
pub use transport::{Interrupted, Transport};
pub use vec::ShardedVec;
pub use windows::ShardedWindows;
