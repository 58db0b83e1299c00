//! Programs in memory, found by the type of the chain that they were made for.

use std::any::TypeId;
use std::collections::HashMap;
use std::fmt;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::{Arc, Mutex, PoisonError, RwLock};

/// The key of a program: the type that it was made for, and the variant (index width, policy).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Key {
    ty: TypeId,
    variant: u32,
}

impl Key {
    /// The key for the type `T`, which may borrow: lifetimes make no difference to a kernel. `variant` stands for everything else
    /// that the text depends on.
    pub fn of<T: ?Sized>(variant: u32) -> Self {
        Key { ty: typeid::of::<T>(), variant }
    }

    /// The variant.
    pub fn variant(&self) -> u32 {
        self.variant
    }
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

type Slot<P> = Arc<Mutex<Option<P>>>;

/// The programs of one device. If two threads ask for a program at once, the first one makes it while the second waits.
/// If it couldn't be made, the next request tries again.
pub struct Programs<P> {
    found: RwLock<HashMap<Key, P, BuildHasherDefault<AsIs>>>,
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

impl<P: Clone> Programs<P> {
    /// The program of this key, if it was made.
    pub fn found(&self, key: &Key) -> Option<P> {
        // A panic in `make` leaves both maps intact, so a poisoned lock can be used.
        self.found.read().unwrap_or_else(PoisonError::into_inner).get(key).cloned()
    }

    /// The program of this key. `make` is called once at most.
    ///
    /// # Errors
    ///
    /// The error of `make`.
    pub fn get<E>(&self, key: Key, make: &mut dyn FnMut() -> Result<P, E>) -> Result<P, E> {
        if let Some(program) = self.found(&key) {
            return Ok(program);
        }
        let slot = self.making.lock().unwrap_or_else(PoisonError::into_inner).entry(key).or_default().clone();
        let mut slot = slot.lock().unwrap_or_else(PoisonError::into_inner);
        // Another thread may have made the program since: in this slot, or in one that was removed.
        if let Some(program) = slot.clone().or_else(|| self.found(&key)) {
            return Ok(program);
        }
        let program = make()?;
        *slot = Some(program.clone());
        self.found.write().unwrap_or_else(PoisonError::into_inner).insert(key, program.clone());
        self.making.lock().unwrap_or_else(PoisonError::into_inner).remove(&key);
        Ok(program)
    }
}

impl<P> Programs<P> {
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
    use super::{Key, Programs};
    use std::sync::Barrier;
    use std::sync::atomic::{AtomicU32, Ordering};

    #[test]
    fn makes_each_once() {
        let programs = Programs::<u32>::default();
        let (made, all_ask) = (AtomicU32::new(0), Barrier::new(8));
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    all_ask.wait();
                    programs.get::<()>(Key::of::<&str>(0), &mut || Ok(made.fetch_add(1, Ordering::Relaxed)))
                });
            }
        });
        assert_eq!(made.load(Ordering::Relaxed), 1);
        assert_eq!(programs.found(&Key::of::<&'static str>(0)), Some(0), "lifetimes make no difference");
        assert_eq!(programs.found(&Key::of::<&str>(1)), None);
        assert_eq!(programs.get::<()>(Key::of::<&str>(1), &mut || Ok(7)), Ok(7), "variants do");
        assert_eq!(programs.found(&Key::of::<&str>(1)), Some(7));
        assert_eq!(programs.len(), 2);
    }

    /// A thread that asks for a program while another one makes it waits for that one.
    #[test]
    fn the_second_waits_for_the_first() {
        let programs = Programs::<u32>::default();
        let begun = Barrier::new(2);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                programs.get::<()>(Key::of::<u8>(0), &mut || {
                    begun.wait();
                    Ok(1)
                })
            });
            begun.wait();
            assert_eq!(programs.get(Key::of::<u8>(0), &mut || Err("made twice")), Ok(1));
        });
    }

    #[test]
    fn tries_again_after_an_error() {
        let programs = Programs::<u32>::default();
        assert_eq!(programs.get(Key::of::<u8>(0), &mut || Err("no")), Err("no"));
        assert_eq!(programs.get::<&str>(Key::of::<u8>(0), &mut || Ok(1)), Ok(1));
    }
}
