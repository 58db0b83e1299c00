//! Only vectors of which a call has left a part unwritten are cut: the others may still be written when the call returns, so their
//! memory must stay where it is.

#![allow(unsafe_code)]

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use onrush_core::{Backend, DeviceVec, Result, forward};
use onrush_example_backend::Sequential;

/// Counts how often memory is shrunk.
#[derive(Debug, Clone)]
struct Shrinking(Sequential, Arc<AtomicUsize>);

// SAFETY: every method is the other backend's.
unsafe impl Backend for Shrinking {
    type Memory = <Sequential as Backend>::Memory;
    forward!(0: id stream_id name allocate adopt upload_to download_from synchronize transfers release_memory primitives);

    fn stream(&self) -> Result<Self> {
        Ok(self.clone())
    }
    fn shrink(&self, memory: &mut Self::Memory, bytes: usize) -> Result<()> {
        self.1.fetch_add(1, Relaxed);
        self.0.shrink(memory, bytes)
    }
}

#[test]
fn whole_results_stay_where_they_are() -> Result<()> {
    let device = Shrinking(Sequential, Arc::default());
    let x: DeviceVec<u32, _> = device.upload(&[1, 2, 3])?;
    let counts: DeviceVec<u32, _> = device.upload(&[2, 0, 1])?;
    assert_eq!(x.iter().repeat(&counts).collect()?.to_vec()?, [1, 1, 3]);
    assert_eq!(onrush_core::join_inner(&x, &x).collect()?.0.to_vec()?, [0, 1, 2]);
    assert_eq!(x.iter().dedup().collect()?.to_vec()?, [1, 2, 3]);
    assert_eq!(device.1.load(Relaxed), 0);
    let twice: DeviceVec<u32, _> = device.upload(&[1, 1])?;
    assert_eq!(twice.iter().dedup().collect()?.to_vec()?, [1]);
    assert_eq!(device.1.load(Relaxed), 1);
    Ok(())
}
