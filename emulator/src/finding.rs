//! Findings: the faults of kernels.

use std::fmt;

use onrush_core::error::Location;
use onrush_cuda::driver::Rule;

/// The kind of fault that a kernel has. Each has an example, in which the fault is found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum FindingKind {
    /// Two threads access the same bytes, at least one of them writes, at least one of them by a plain access, and nothing orders the
    /// accesses, neither in this schedule nor in others. It is looked for in shared memory and in the elements of vectors.
    ///
    /// ```cuda
    /// DEVICE void race(Elements<u32> x) {
    ///   u32 other = x[63 - thread()];
    ///   // Half of these items are those of another warp, and `sync_warp` orders the lanes of one.
    ///   sync_warp();
    ///   x[thread()] = other;
    /// }
    /// ```
    ///
    /// The message names the item, both threads and both lines. What orders accesses is:
    ///
    /// - `sync_block` those of a block's threads, and `sync_warp` those of a mask's lanes; a shuffle or a vote none;
    /// - `store_release`, and a `load_acquire` that sees the value, those before and behind;
    /// - `fence_device`, or for threads of one block `fence_block`, and behind it an atomic or `store_relaxed`; and an atomic or
    ///   `load_relaxed` that sees its value, and behind it a fence or a barrier.
    ///
    /// Atomics and the four words for loads and stores don't race with each other, and a plain read doesn't with an `atomic_cas`,
    /// because a loop of it begins so. Plain writes of the same value do.
    #[doc(alias("racecheck", "data race", "hazard"))]
    Race,
    /// A thread reads shared memory that no thread of its block has written.
    ///
    /// ```cuda
    /// DEVICE void uninitialised(Elements<u32> x) {
    ///   SHARED_MEMORY(u32, counts, 8);
    ///   atomic_add(&counts[thread() % 8], 1u);
    ///   sync_block();
    ///   if (thread() < 8) x[thread()] = counts[thread()];
    /// }
    /// ```
    #[doc(alias("initcheck"))]
    Uninitialised,
    /// An access to shared memory beyond a variable. (An index of `Elements` that is out of bounds is a [`Panic`](Self::Panic).)
    ///
    /// ```cuda
    /// DEVICE void out_of_bounds(Elements<u32> x) {
    ///   SHARED_MEMORY(u32, tile, 63);
    ///   tile[thread()] = x[thread()];
    /// }
    /// ```
    #[doc(alias("memcheck"))]
    OutOfBounds,
    /// Threads of a block come to different barriers, or lanes of a mask to different words, or one of them has left the kernel.
    ///
    /// ```cuda
    /// DEVICE void divergence(Elements<u32> x) {
    ///   if (thread() < 40) sync_block();
    ///   x[thread()] = 1;
    /// }
    /// ```
    #[doc(alias("synccheck", "divergent barrier"))]
    Divergence,
    /// A lane isn't in the mask that it passes, or reads a lane that isn't.
    ///
    /// ```cuda
    /// DEVICE void mask(Elements<u32> x) {
    ///   u32 sum = x[thread()];
    ///   for (u32 d = 16; d > 0; d /= 2) sum += shuffle_xor(0x0000ffff, sum, d);
    ///   x[thread()] = sum;
    /// }
    /// ```
    Mask,
    /// Threads wait for each other, or in a loop with `pause` for a word that no thread writes.
    ///
    /// ```cuda
    /// DEVICE void deadlock(Elements<u32> x) {
    ///   while (load_acquire(&x[0]) != 7) pause();
    /// }
    /// ```
    #[doc(alias("livelock", "hang"))]
    Deadlock,
    /// The kernel panics: by an index that is out of bounds, `PANIC`, `ASSERT`, or in a `#[device]` function.
    ///
    /// ```cuda
    /// DEVICE void panic(Elements<u32> x) {
    ///   x[thread() + 65] = 1;
    /// }
    /// ```
    Panic,
    /// The test itself has panicked under this schedule, and the device has found no fault: mostly because an answer was wrong.
    ///
    /// ```cuda
    /// DEVICE void answer(Elements<u32> x) {
    ///   // Words that are stored by relaxed stores become visible in any order.
    ///   if (thread() == 0) {
    ///     store_relaxed(&x[0], 2u);
    ///     store_relaxed(&x[1], 2u);
    ///   }
    ///   if (thread() == 40 && load_relaxed(&x[1]) == 2) x[2] = load_relaxed(&x[0]) == 2 ? 1 : 100;
    /// }
    /// ```
    Answer,
    /// The device can't do something: more variables in shared memory than a block has, or `store_release` there.
    ///
    /// ```cuda
    /// DEVICE void refused(Elements<u32> x) {
    ///   SHARED_MEMORY(u32, word);
    ///   store_release(&word, 1u);
    /// }
    /// ```
    Refused,
}

impl FindingKind {
    pub(crate) fn of(rule: Rule) -> Self {
        match rule {
            Rule::Race => FindingKind::Race,
            Rule::Uninitialised => FindingKind::Uninitialised,
            Rule::OutOfBounds => FindingKind::OutOfBounds,
            Rule::Divergence => FindingKind::Divergence,
            Rule::Mask => FindingKind::Mask,
            Rule::Deadlock => FindingKind::Deadlock,
            _ => FindingKind::Refused,
        }
    }
}

/// A fault, as it was found first, and the seeds of all schedules under which it was found. Findings of one kind on the same lines are
/// one fault.
#[derive(Debug, Clone, PartialEq)]
pub struct Finding {
    pub(crate) kind: FindingKind,
    pub(crate) message: String,
    pub(crate) lines: Vec<Location>,
    pub(crate) seeds: Vec<u64>,
}

impl Finding {
    pub(crate) fn new(kind: FindingKind, message: String, seed: u64) -> Self {
        let lines = lines(&message);
        Finding { kind, message, lines, seeds: vec![seed] }
    }

    /// The kind of fault.
    pub fn kind(&self) -> FindingKind {
        self.kind
    }

    /// The fault in words, with the threads, the variable and the lines, as it was found first.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The lines of the kernel's text that the message names, in its order.
    pub fn lines(&self) -> &[Location] {
        &self.lines
    }

    /// The seeds under which it was found, of which each finds it again: see [`Emulator::seeds`](crate::Emulator::seeds).
    pub fn seeds(&self) -> &[u64] {
        &self.seeds
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Finding { message, seeds, .. } = self;
        let others = match seeds.len() {
            1 => String::new(),
            2 => " and another one".to_owned(),
            n => format!(" and {} others", n - 1),
        };
        write!(f, "{message} (under seed {}{others})", seeds.first().copied().unwrap_or_default())
    }
}

/// The places `name.cu:7` and `name.cu:7:1` in a message.
fn lines(message: &str) -> Vec<Location> {
    let words = message.split([' ', ';', ',']);
    let place = |word: &str| {
        let (file, numbers) = word.split_once(".cu:")?;
        let line = numbers.split(':').next()?.parse().ok()?;
        Some(Location { file: format!("{file}.cu"), line, column: 1 })
    };
    words.filter_map(place).collect()
}

#[cfg(test)]
mod tests {
    use super::{Finding, FindingKind};

    #[test]
    fn names_the_lines() {
        let finding = |message: &str| Finding::new(FindingKind::Race, message.into(), 3);
        let race = finding("race: thread 1 reads `x` at k.cu:4; thread 2 has written it at k.cu:5, and no barrier");
        assert_eq!(race.lines().iter().map(|place| place.line).collect::<Vec<_>>(), [4, 5]);
        let panic = finding("an operation panicked at my_k.cu:7:1: no luck");
        assert_eq!((panic.lines()[0].file.as_str(), panic.lines()[0].line), ("my_k.cu", 7));
        assert_eq!(finding("deadlock").lines(), []);
        assert_eq!(finding("deadlock").to_string(), "deadlock (under seed 3)");
    }
}
