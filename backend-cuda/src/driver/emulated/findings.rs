//! The rules of a GPU that a launch may break, and the function that is told of it.

use std::fmt;
use std::sync::Arc;

/// A kind of rule that a launch on the emulated device has broken. Their numbers are those of `emulated.cuh`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Rule {
    /// Something that the device can't do at all.
    Refused,
    /// Threads that should come to the same place don't.
    Divergence,
    /// A mask lacks a lane.
    Mask,
    /// Threads wait for ever.
    Deadlock,
    /// An access beyond a variable in shared memory.
    OutOfBounds,
    /// A read of shared memory that no thread has written.
    Uninitialised,
    /// Accesses by two threads that nothing orders.
    Race,
}

impl Rule {
    pub(super) fn of(number: u32) -> Self {
        match number {
            2 => Rule::Divergence,
            3 => Rule::Mask,
            4 => Rule::Deadlock,
            5 => Rule::OutOfBounds,
            6 => Rule::Uninitialised,
            7 => Rule::Race,
            _ => Rule::Refused,
        }
    }
}

/// A function that is told of each launch that has broken a rule: the rule and the message.
#[derive(Clone, Default)]
pub struct FindingHook(Option<Arc<FindingHookFn>>);
type FindingHookFn = dyn Fn(Rule, &str) + Send + Sync;

impl FindingHook {
    /// Tells this function.
    pub fn by(function: impl Fn(Rule, &str) + Send + Sync + 'static) -> Self {
        FindingHook(Some(Arc::new(function)))
    }

    pub(super) fn call(&self, rule: Rule, message: &str) {
        if let Some(function) = &self.0 {
            function(rule, message);
        }
    }
}

impl fmt::Debug for FindingHook {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("FindingHook").field(&self.0.is_some()).finish()
    }
}
