use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use onrush_core::{Backend, CancellationToken, Result, forward};

/// A backend that forwards to another one and counts its allocations, including those of its streams.
#[derive(Debug, Clone)]
pub struct Counting<B>(B, Arc<AtomicUsize>);

impl<B: Backend> Counting<B> {
    /// Counts from 0.
    pub fn new(backend: B) -> Self {
        Counting(backend, Arc::default())
    }

    /// The number of allocations so far.
    pub fn allocations(&self) -> usize {
        self.1.load(Relaxed)
    }
}

// SAFETY: every method is the other backend's.
unsafe impl<B: Backend> Backend for Counting<B> {
    type Memory = B::Memory;
    forward!(0: id stream_id name adopt shrink upload_to download_from synchronize transfers release_memory primitives);

    fn stream(&self) -> Result<Self> {
        Ok(Counting(self.0.stream()?, self.1.clone()))
    }
    fn cancelled_by(&self, token: &CancellationToken) -> Self {
        Counting(self.0.cancelled_by(token), self.1.clone())
    }
    fn allocate(&self, bytes: usize, align: usize) -> Result<B::Memory> {
        self.1.fetch_add(1, Relaxed);
        self.0.allocate(bytes, align)
    }
}
