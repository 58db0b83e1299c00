//! Vectors that a rank shows to the others of its process while they make one call.

use std::any::Any;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};

type Value = Arc<dyn Any + Send + Sync>;

/// The parcels of the process, by their numbers.
static PARCELS: Mutex<BTreeMap<u64, Value>> = Mutex::new(BTreeMap::new());

/// A value that other ranks can take a share of, by its number, until this is dropped.
#[derive(Debug)]
pub(crate) struct Parcel(u64);

impl Parcel {
    pub(crate) fn new<V: Send + Sync + 'static>(value: Arc<V>) -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let number = NEXT.fetch_add(1, Relaxed);
        PARCELS.lock().unwrap_or_else(PoisonError::into_inner).insert(number, value);
        Parcel(number)
    }

    pub(crate) fn number(&self) -> u64 {
        self.0
    }

    /// The value of this number, if there is one of this type.
    pub(crate) fn share<V: Send + Sync + 'static>(number: u64) -> Option<Arc<V>> {
        let value = PARCELS.lock().unwrap_or_else(PoisonError::into_inner).get(&number)?.clone();
        value.downcast().ok()
    }
}

impl Drop for Parcel {
    fn drop(&mut self) {
        let value = PARCELS.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.0);
        // Dropping a vector may take time, and the lock isn't held by then.
        drop(value);
    }
}
