//! Failures that become known after their call has returned, and the memory whose contents depend on them.
//!
//! A call whose operations can fail has an [`Outcome`]. The call's output is *marked* with the outcome, and so is everything
//! computed from it, until the memory is overwritten as a whole. Reading or using marked memory returns the failure once it is
//! known; no other call returns it. Calls that can't fail leave no marks, and while there are none a call's test for them is
//! one load.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::device::DeviceId;
use crate::error::{Error, Result};

/// A call's failure, for a part of the memory that depends on it, and whether it has been reported.
#[derive(Debug)]
pub struct Failure {
    error: Error,
    /// Whether the memory may never have been written.
    makes: bool,
    told: Arc<AtomicBool>,
}

impl Failure {
    /// A failure that hasn't been reported yet, for memory that held elements before the call.
    pub fn new(error: Error) -> Arc<Self> {
        Arc::new(Failure { error, makes: false, told: Arc::default() })
    }

    /// This failure, for memory that held nothing before a call and that the call may not have written.
    pub fn of_made(&self) -> Arc<Self> {
        self.of(true)
    }

    /// This failure, for memory that held elements before a call and still holds them.
    fn of_kept(&self) -> Arc<Self> {
        self.of(false)
    }

    fn of(&self, makes: bool) -> Arc<Self> {
        Arc::new(Failure { error: self.error.clone(), makes, told: self.told.clone() })
    }

    /// Reports the error: to an owner of the call's output, or to a thread that waits for all work of the stream.
    pub fn tell(&self) -> Error {
        self.told.store(true, Relaxed);
        self.error.clone()
    }

    /// Whether it has been reported.
    pub fn is_told(&self) -> bool {
        self.told.load(Relaxed)
    }
}

/// The end of a call, which may be known only after the call has returned.
pub trait Outcome: fmt::Debug + Send + Sync {
    /// The end, if it is known: a failure of the call or of its inputs, or none.
    fn known(&self) -> Option<Option<Arc<Failure>>>;

    /// The end of a call whose queued work is done.
    fn settle(&self) -> Option<Arc<Failure>>;

    /// The earlier calls that were to make the memory that this one overwrites, if they may have failed.
    fn makers(&self) -> &[Arc<dyn Outcome>] {
        &[]
    }

    /// The outcome that this one is for memory whose elements the call only moved; see [`moved`].
    fn of_moved(&self) -> Option<&Arc<dyn Outcome>> {
        None
    }
}

/// The outcomes that contents depend on, without repetition; nearly always none.
pub type Causes = Vec<Arc<dyn Outcome>>;

/// The outcome of a call that failed before it returned.
#[derive(Debug)]
struct Failed(Arc<Failure>);

impl Outcome for Failed {
    fn known(&self) -> Option<Option<Arc<Failure>>> {
        Some(Some(self.0.clone()))
    }
    fn settle(&self) -> Option<Arc<Failure>> {
        Some(self.0.clone())
    }
}

/// The outcome of a call that has overwritten memory whose makers may have failed. If both have failed, the memory may never
/// have been written.
#[derive(Debug)]
struct Overwriting {
    call: Arc<dyn Outcome>,
    makers: Arc<[Arc<dyn Outcome>]>,
}

impl Overwriting {
    fn failure(&self, failure: Arc<Failure>) -> Arc<Failure> {
        // The call's work is done, and so is that of its makers, which were queued before it.
        let made = !self.makers.iter().any(|maker| maker.settle().is_some_and(|failure| failure.makes));
        if made { failure } else { failure.of_made() }
    }
}

impl Outcome for Overwriting {
    fn known(&self) -> Option<Option<Arc<Failure>>> {
        self.call.known().map(|end| end.map(|failure| self.failure(failure)))
    }
    fn settle(&self) -> Option<Arc<Failure>> {
        self.call.settle().map(|failure| self.failure(failure))
    }
    fn makers(&self) -> &[Arc<dyn Outcome>] {
        &self.makers
    }
}

/// An outcome that a call depends on, for memory of which the call moved the elements, and computed none: whatever it moved them
/// by, they are there.
#[derive(Debug)]
struct Moved(Arc<dyn Outcome>);

impl Outcome for Moved {
    fn known(&self) -> Option<Option<Arc<Failure>>> {
        self.0.known().map(|end| end.map(|failure| failure.of_kept()))
    }
    fn settle(&self) -> Option<Arc<Failure>> {
        self.0.settle().map(|failure| failure.of_kept())
    }
    fn of_moved(&self) -> Option<&Arc<dyn Outcome>> {
        Some(&self.0)
    }
}

/// The outcomes that a call depends on, for memory of which it has only moved the elements, as a sort does. Elements that were
/// never written have the outcomes of their own makers as well.
pub fn moved(causes: &[Arc<dyn Outcome>]) -> Causes {
    let moved = |cause: &Arc<dyn Outcome>| match cause.of_moved() {
        Some(_) => cause.clone(),
        None => Arc::new(Moved(cause.clone())),
    };
    causes.iter().map(moved).collect()
}

/// Whether marks with `known` say all that `cause` says.
fn covers(known: &Arc<dyn Outcome>, cause: &Arc<dyn Outcome>) -> bool {
    Arc::ptr_eq(known, cause)
        || cause.of_moved().is_some_and(|moved| Arc::ptr_eq(known.of_moved().unwrap_or(known), moved))
}

/// The outcome of a call that has returned this error, so that the vectors it was to make don't exist.
pub fn returned(error: Error) -> Arc<dyn Outcome> {
    let failure = Failure::new(error);
    failure.tell();
    Arc::new(Failed(failure))
}

/// Adds the outcomes that `causes` lacks. Neither has repetitions.
pub fn join(causes: &mut Causes, more: &[Arc<dyn Outcome>]) {
    let before = causes.len();
    for (i, cause) in more.iter().enumerate() {
        let is = |known: &Arc<dyn Outcome>| covers(known, cause);
        // Contents that were computed from each other begin with the same outcomes, so the same place is tested first. `more`
        // has no outcome twice, so the ones that were added needn't be searched.
        if !causes.get(i).is_some_and(is) && !causes[..before].iter().any(is) {
            causes.push(cause.clone());
        }
    }
}

/// The first failure of calls whose work is done, as an error.
pub fn settle(causes: &[Arc<dyn Outcome>]) -> Result<()> {
    causes.iter().find_map(|cause| cause.settle()).map_or(Ok(()), |failure| Err(failure.tell()))
}

/// A range of addresses.
pub(crate) type Part = Range<usize>;

/// The outcomes that a range of memory depends on.
#[derive(Debug, Clone)]
pub(crate) struct Mark {
    end: usize,
    causes: Causes,
}

#[derive(Debug, Default)]
struct Table {
    /// Marks by their start address. They don't overlap.
    marks: Vec<(DeviceId, BTreeMap<usize, Mark>)>,
    /// The number of calls that have ended since the last sweep.
    ended: usize,
}

static TABLE: Mutex<Table> = Mutex::new(Table { marks: Vec::new(), ended: 0 });
/// The number of marks. A thread that may read memory has synchronised with the thread that marked it, so relaxed loads
/// suffice.
static COUNT: AtomicUsize = AtomicUsize::new(0);

/// Whether any memory is marked.
#[inline(always)]
pub fn any() -> bool {
    COUNT.load(Relaxed) != 0
}

/// The locked table; the count of marks is updated when it is unlocked.
struct Locked(MutexGuard<'static, Table>);

fn lock() -> Locked {
    Locked(TABLE.lock().unwrap_or_else(PoisonError::into_inner))
}

impl Drop for Locked {
    fn drop(&mut self) {
        COUNT.store(self.0.len(), Relaxed);
    }
}

impl Table {
    fn len(&self) -> usize {
        self.marks.iter().map(|(_, marks)| marks.len()).sum()
    }

    fn of(&mut self, device: DeviceId) -> &mut BTreeMap<usize, Mark> {
        let at = self.marks.iter().position(|(known, _)| *known == device).unwrap_or_else(|| {
            self.marks.push((device, BTreeMap::new()));
            self.marks.len() - 1
        });
        &mut self.marks[at].1
    }
}

/// Whether a call is known to have succeeded.
fn is_well(cause: &Arc<dyn Outcome>) -> bool {
    matches!(cause.known(), Some(None))
}

/// Splits the mark that contains an address at that address.
fn split(marks: &mut BTreeMap<usize, Mark>, at: usize) {
    if let Some((_, mark)) = marks.range_mut(..at).next_back().filter(|(_, mark)| mark.end > at) {
        let rest = mark.clone();
        mark.end = at;
        marks.insert(at, rest);
    }
}

/// Adds the outcomes that a range of a device's memory depends on.
pub(crate) fn causes(device: DeviceId, part: &Part, into: &mut Causes) {
    let mut table = lock();
    let marks = table.0.of(device);
    let first = marks.range(..part.start).next_back().filter(|(_, mark)| mark.end > part.start).map(|(at, _)| *at);
    let mut well = Vec::new();
    for (at, mark) in marks.range_mut(first.unwrap_or(part.start)..part.end) {
        mark.causes.retain(|cause| !is_well(cause));
        join(into, &mark.causes);
        if mark.causes.is_empty() {
            well.push(*at);
        }
    }
    well.iter().for_each(|at| drop(marks.remove(at)));
}

/// Marks a range of a device's memory with further outcomes.
pub(crate) fn mark(device: DeviceId, part: &Part, causes: &[Arc<dyn Outcome>]) {
    if part.is_empty() || causes.is_empty() {
        return;
    }
    let mut table = lock();
    let marks = table.0.of(device);
    split(marks, part.start);
    split(marks, part.end);
    let (mut from, mut gaps) = (part.start, Vec::new());
    for (at, mark) in marks.range_mut(part.clone()) {
        join(&mut mark.causes, causes);
        if from < *at {
            gaps.push(from..*at);
        }
        from = mark.end;
    }
    gaps.extend((from < part.end).then_some(from..part.end));
    marks.extend(gaps.into_iter().map(|gap| (gap.start, Mark { end: gap.end, causes: causes.to_vec() })));
}

/// Removes the marks of a range of a device's memory, and returns them.
pub(crate) fn take(device: DeviceId, part: &Part) -> Vec<(usize, Mark)> {
    let mut table = lock();
    let marks = table.0.of(device);
    split(marks, part.start);
    split(marks, part.end);
    let starts: Vec<usize> = marks.range(part.clone()).map(|(at, _)| *at).collect();
    starts.into_iter().filter_map(|at| marks.remove(&at).map(|mark| (at, mark))).collect()
}

/// Forgets the marks of a range whose elements are no longer used: they must not be attributed to the next elements there.
pub(crate) fn forget(device: DeviceId, part: &Part) {
    if any() {
        drop(take(device, part));
    }
}

/// Puts back marks that were removed.
pub(crate) fn put_back(device: DeviceId, taken: Vec<(usize, Mark)>) {
    taken.into_iter().for_each(|(at, Mark { end, causes })| mark(device, &(at..end), &causes));
}

/// Notes in the marks of memory that a call has overwritten which earlier calls were to make it, given its earlier mark.
pub(crate) fn overwritten(device: DeviceId, start: usize, earlier: &Mark) {
    let (mut makers, mut last): (Causes, &[Arc<dyn Outcome>]) = Default::default();
    for cause in &earlier.causes {
        let known = cause.known();
        if known.as_ref().is_none_or(|end| end.as_ref().is_some_and(|failure| failure.makes)) {
            // An outcome whose makers are noted stands for these, so that the notes of many calls don't nest.
            let noted = cause.makers();
            // Outcomes that were noted by the same call share their makers.
            if noted.is_empty() || !std::ptr::eq(noted, last) {
                join(&mut makers, if noted.is_empty() { std::slice::from_ref(cause) } else { noted });
                last = noted;
            }
        }
    }
    if makers.is_empty() {
        return;
    }
    let makers: Arc<[Arc<dyn Outcome>]> = makers.into();
    for (at, Mark { end, causes }) in take(device, &(start..earlier.end)) {
        let noted = |call| Arc::new(Overwriting { call, makers: makers.clone() }) as Arc<dyn Outcome>;
        mark(device, &(at..end), &causes.into_iter().map(noted).collect::<Causes>());
    }
}

/// The failure, if any, of a call that was to make the vector with these marks, so that its memory may never have been
/// written. The work of all these calls is done.
pub(crate) fn never_made(taken: &[(usize, Mark)]) -> Option<Arc<Failure>> {
    taken.iter().flat_map(|(_, mark)| &mark.causes).filter_map(|cause| cause.settle()).find(|failure| failure.makes)
}

/// Notes that calls have ended; now and then removes the marks of calls that succeeded.
pub fn ended(calls: usize) {
    let mut table = lock();
    table.0.ended += calls;
    if table.0.ended * 4 < table.0.len() {
        return;
    }
    table.0.ended = 0;
    for (_, marks) in &mut table.0.marks {
        marks.retain(|_, mark| {
            mark.causes.retain(|cause| !is_well(cause));
            !mark.causes.is_empty()
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::ErrorKind;

    const fn device(index: u32) -> DeviceId {
        DeviceId { backend: "marks", index }
    }

    fn failing(what: &'static str) -> Arc<dyn Outcome> {
        returned(ErrorKind::OutOfRange { what, index: 1, len: 0, item: None }.into())
    }

    fn found(device: DeviceId, part: Part) -> usize {
        let mut all = Causes::new();
        causes(device, &part, &mut all);
        all.len()
    }

    #[test]
    fn marks_are_of_parts() {
        let device = device(0);
        let (a, b) = (failing("a"), failing("b"));
        mark(device, &(100..200), std::slice::from_ref(&a));
        assert_eq!([0..100, 100..101, 150..160, 199..300, 200..300].map(|part| found(device, part)), [0, 1, 1, 1, 0]);
        mark(device, &(150..250), &[b.clone(), a.clone()]);
        assert_eq!([100..150, 149..151, 200..201, 249..400, 250..400].map(|part| found(device, part)), [1, 2, 2, 2, 0]);
        // A gap between marks is filled.
        mark(device, &(300..310), std::slice::from_ref(&a));
        mark(device, &(90..320), &[b]);
        assert_eq!(
            [0..90, 90..91, 100..110, 260..270, 305..306, 319..320].map(|part| found(device, part)),
            [0, 1, 2, 1, 2, 1]
        );
        // Parts that a call overwrites depend on nothing until it puts them back.
        let taken = take(device, &(120..305));
        assert_eq!([100..120, 120..305, 305..306].map(|part| found(device, part)), [2, 0, 2]);
        put_back(device, taken);
        assert_eq!([120..121, 304..305].map(|part| found(device, part)), [2, 2]);
        assert_eq!(found(DeviceId { index: 1, ..device }, 0..1000), 0, "another device's");
        assert!(any());
        take(device, &(0..usize::MAX));
        assert_eq!(found(device, 0..usize::MAX), 0);
    }

    #[test]
    fn joined_causes_keep_their_order() {
        let [a, b, c, d] = ["a", "b", "c", "d"].map(failing);
        let mut all = vec![a.clone(), b.clone()];
        join(&mut all, &[a.clone(), d.clone(), b.clone(), c.clone()]);
        join(&mut all, &[c.clone(), a.clone()]);
        let expected = [a, b, d, c];
        assert_eq!(all.len(), expected.len());
        assert!(all.iter().zip(&expected).all(|(got, expected)| Arc::ptr_eq(got, expected)), "{all:?}");
    }

    /// Outcomes share their makers, since each call of a loop would otherwise copy the square of the number of unknown outcomes.
    #[test]
    fn outcomes_share_their_makers() {
        let device = device(3);
        let pending = || (0..3).map(|_| Arc::<Later>::default() as Arc<dyn Outcome>).collect::<Causes>();
        let makers = pending();
        mark(device, &(0..10), &makers);
        for _ in 0..2 {
            let taken = take(device, &(0..10));
            mark(device, &(0..10), &pending());
            taken.iter().for_each(|(start, earlier)| overwritten(device, *start, earlier));
            let mut all = Causes::new();
            causes(device, &(0..10), &mut all);
            assert_eq!(all.len(), 3);
            for cause in &all {
                assert!(std::ptr::eq(cause.makers(), all[0].makers()));
                assert!(cause.makers().iter().zip(&makers).all(|(noted, maker)| Arc::ptr_eq(noted, maker)));
                assert_eq!(cause.makers().len(), 3, "notes don't nest");
            }
        }
        take(device, &(0..10));
    }

    /// An outcome that becomes known.
    #[derive(Debug, Default)]
    struct Later(AtomicBool);
    impl Outcome for Later {
        fn known(&self) -> Option<Option<Arc<Failure>>> {
            self.0.load(Relaxed).then_some(None)
        }
        fn settle(&self) -> Option<Arc<Failure>> {
            self.0.store(true, Relaxed);
            None
        }
    }

    #[test]
    fn calls_that_did_well_are_forgotten() {
        let device = device(2);
        let all: Vec<Arc<Later>> = (0..100).map(|_| Arc::default()).collect();
        for (i, later) in all.iter().enumerate() {
            mark(device, &(i..i + 1), &[later.clone() as Arc<dyn Outcome>]);
        }
        assert_eq!(found(device, 0..100), 100);
        all[..50].iter().for_each(|later| drop(later.settle()));
        assert_eq!(found(device, 0..100), 50);
        all.iter().for_each(|later| drop(later.settle()));
        ended(50);
        assert_eq!(lock().0.of(device).len(), 0);
    }
}
