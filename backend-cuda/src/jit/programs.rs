//! Programs in memory, found by the type of the chain that they were made for.

use std::any::TypeId;
use std::collections::HashMap;
use std::fmt;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::{Arc, Mutex, PoisonError, RwLock};

/// The key of a program: the type of the request, and the variant (index width, policy).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Key {
    ty: TypeId,
    variant: u32,
}

/// An identity hasher: `TypeId`s are good hashes already.
#[derive(Default)]
struct AsIs(u64);
impl Hasher for AsIs {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }
    fn write_u64(&mut self, word: u64) {
        self.0 ^= word;
    }
    fn write_u32(&mut self, word: u32) {
        self.0 = self.0.rotate_left(7) ^ u64::from(word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}

type Slot<P> = Arc<Mutex<Option<Arc<P>>>>;

/// The programs of one device. If two threads ask for a program at once, the first one makes it while the second waits.
/// If it couldn't be made, the next request tries again.
pub struct Programs<P> {
    found: RwLock<HashMap<Key, Arc<P>, BuildHasherDefault<AsIs>>>,
    making: Mutex<HashMap<Key, Slot<P>>>,
}

impl<P> Default for Programs<P> {
    fn default() -> Self {
        Programs { found: RwLock::default(), making: Mutex::default() }
    }
}

impl<P> fmt::Debug for Programs<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Programs").field("count", &self.len()).finish()
    }
}

impl<P> Programs<P> {
    /// The program for the type `T` and the variant, if it was made.
    pub fn found<T: ?Sized>(&self, variant: u32) -> Option<Arc<P>> {
        self.look(&Key { ty: typeid::of::<T>(), variant })
    }

    fn look(&self, key: &Key) -> Option<Arc<P>> {
        // A panic in `make` leaves both maps intact, so a poisoned lock can be used.
        self.found.read().unwrap_or_else(PoisonError::into_inner).get(key).cloned()
    }

    /// The program for the type `T`, which may borrow: lifetimes make no difference to a kernel. `variant` stands for
    /// everything else that the text depends on.
    ///
    /// # Errors
    ///
    /// The error of `make`.
    pub fn get<T: ?Sized, E>(&self, variant: u32, make: impl FnOnce() -> Result<P, E>) -> Result<Arc<P>, E> {
        let key = Key { ty: typeid::of::<T>(), variant };
        if let Some(program) = self.look(&key) {
            return Ok(program);
        }
        let slot = self.making.lock().unwrap_or_else(PoisonError::into_inner).entry(key).or_default().clone();
        let mut slot = slot.lock().unwrap_or_else(PoisonError::into_inner);
        // Another thread may have made the program since: in this slot, or in one that was removed.
        if let Some(program) = slot.clone().or_else(|| self.look(&key)) {
            return Ok(program);
        }
        let program = Arc::new(make()?);
        *slot = Some(program.clone());
        self.found.write().unwrap_or_else(PoisonError::into_inner).insert(key, program.clone());
        self.making.lock().unwrap_or_else(PoisonError::into_inner).remove(&key);
        Ok(program)
    }

    /// The number of programs.
    pub fn len(&self) -> usize {
        self.found.read().unwrap_or_else(PoisonError::into_inner).len()
    }

    /// Whether there are no programs.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

#[cfg(test)]
mod tests {
    use super::Programs;
    use std::sync::atomic::{AtomicU32, Ordering};

    #[test]
    fn makes_each_once() {
        let programs = Programs::<u32>::default();
        let made = AtomicU32::new(0);
        let make = || {
            std::thread::sleep(std::time::Duration::from_millis(20));
            Ok::<_, ()>(made.fetch_add(1, Ordering::Relaxed))
        };
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| programs.get::<&str, ()>(0, make));
            }
        });
        assert_eq!(made.load(Ordering::Relaxed), 1);
        assert_eq!(programs.get::<&'static str, ()>(0, || Err(())).map(|p| *p), Ok(0), "lifetimes make no difference");
        assert_eq!(programs.found::<&str>(1), None);
        assert_eq!(programs.get::<&str, ()>(1, || Ok(7)).map(|p| *p), Ok(7), "variants do");
        assert_eq!(programs.found::<&str>(1).as_deref(), Some(&7));
        assert_eq!(programs.len(), 2);
    }

    #[test]
    fn tries_again_after_an_error() {
        let programs = Programs::<u32>::default();
        assert_eq!(programs.get::<u8, _>(0, || Err("no")), Err("no"));
        assert_eq!(programs.get::<u8, &str>(0, || Ok(1)).map(|p| *p), Ok(1));
    }
}
