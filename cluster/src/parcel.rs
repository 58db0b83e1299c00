//! Vectors that a rank shows to the others of its process while they make one call.

use std::any::Any;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// The parcels of the process, by their numbers.
static PARCELS: Mutex<(u64, BTreeMap<u64, Arc<dyn Any + Send + Sync>>)> = Mutex::new((0, BTreeMap::new()));

/// A value that other ranks can take a share of, by its number, until this is dropped.
#[derive(Debug)]
pub(crate) struct Parcel(u64);

impl Parcel {
    pub(crate) fn new<V: Send + Sync + 'static>(value: Arc<V>) -> Self {
        let mut parcels = PARCELS.lock().unwrap_or_else(PoisonError::into_inner);
        parcels.0 += 1;
        let number = parcels.0;
        parcels.1.insert(number, value);
        Parcel(number)
    }

    pub(crate) fn number(&self) -> u64 {
        self.0
    }

    /// The value of this number, if there is one of this type.
    pub(crate) fn share<V: Send + Sync + 'static>(number: u64) -> Option<Arc<V>> {
        let parcels = PARCELS.lock().unwrap_or_else(PoisonError::into_inner);
        parcels.1.get(&number)?.clone().downcast().ok()
    }
}

impl Drop for Parcel {
    fn drop(&mut self) {
        let value = PARCELS.lock().unwrap_or_else(PoisonError::into_inner).1.remove(&self.0);
        // Dropping a vector may take time, and the lock isn't held by then.
        drop(value);
    }
}
