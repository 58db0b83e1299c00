//! Failures that become known after their call has returned, and the memory whose contents depend on them.
//!
//! A call whose operations can fail has an [`Outcome`]. The call's output is *marked* with the outcome, and so is everything
//! computed from it, until the memory is overwritten as a whole. Reading or using marked memory returns the failure once it is
//! known; no other call returns it. Calls that can't fail leave no marks, and while there are none a call's test for them is
//! one load.
//!
//! On the host nothing here takes memory that can't be refused: neither a failure that a call returns, nor its marks.

use std::cell::RefCell;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use crate::device::DeviceId;
use crate::error::{Error, ErrorKind, Result};

mod marks;

pub(crate) use marks::{Mark, causes, forget, never_made, overwritten, put_back, take};
pub use marks::{Part, any, ended, mark};

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
    fn makers(&self) -> Option<&Arc<[Cause]>> {
        None
    }

    /// The outcome that this one is for memory whose elements the call only moved; see [`moved`].
    fn of_moved(&self) -> Option<&Arc<dyn Outcome>> {
        None
    }
}

/// What contents depend on: the outcome of a call, or an error that a call has returned.
#[derive(Debug, Clone)]
pub struct Cause(Kind);

#[derive(Debug, Clone)]
enum Kind {
    Call(Arc<dyn Outcome>),
    /// An error that its owner knows, and the number of the failed call. It is no `Arc`, whose memory can't be refused.
    Returned(Error, u64),
}

impl<O: Outcome + 'static> From<Arc<O>> for Cause {
    fn from(outcome: Arc<O>) -> Self {
        Cause(Kind::Call(outcome))
    }
}

impl Cause {
    /// Whether the call is known to have succeeded.
    fn is_well(&self) -> bool {
        matches!(&self.0, Kind::Call(call) if matches!(call.known(), Some(None)))
    }

    /// Whether the call may not have written what it was to make, as far as is known.
    fn may_have_made_nothing(&self) -> bool {
        match &self.0 {
            Kind::Call(call) => call.known().is_none_or(|end| end.is_some_and(|failure| failure.makes)),
            Kind::Returned(..) => false,
        }
    }

    /// Whether the call, whose work is done, may not have written what it was to make.
    fn has_made_nothing(&self) -> bool {
        matches!(&self.0, Kind::Call(call) if call.settle().is_some_and(|failure| failure.makes))
    }

    /// Returns the failure, if it is known by now.
    pub(crate) fn known(&self) -> Result<()> {
        match &self.0 {
            Kind::Call(call) => call.known().flatten().map_or(Ok(()), |failure| Err(failure.tell())),
            Kind::Returned(error, _) => Err(error.clone()),
        }
    }

    /// Returns the failure of a call whose work is done.
    fn settled(&self) -> Result<()> {
        match &self.0 {
            Kind::Call(call) => call.settle().map_or(Ok(()), |failure| Err(failure.tell())),
            Kind::Returned(error, _) => Err(error.clone()),
        }
    }

    /// The end of a call whose queued work is done.
    pub fn settle(&self) -> Option<Arc<Failure>> {
        match &self.0 {
            Kind::Call(call) => call.settle(),
            Kind::Returned(error, _) => {
                let told = Arc::new(AtomicBool::new(true));
                Some(Arc::new(Failure { error: error.clone(), makes: false, told }))
            }
        }
    }

    /// The causes that stand for this one in a note of the calls that were to make memory; see [`Outcome::makers`].
    fn makers(&self) -> Option<&Arc<[Cause]>> {
        match &self.0 {
            Kind::Call(call) => call.makers(),
            Kind::Returned(..) => None,
        }
    }

    /// Whether both are one call's outcome.
    fn is(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (Kind::Call(one), Kind::Call(other)) => Arc::ptr_eq(one, other),
            (Kind::Returned(_, one), Kind::Returned(_, other)) => one == other,
            _ => false,
        }
    }

    /// Whether a mark with this cause says all that one with `other` says.
    fn covers(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (Kind::Call(known), Kind::Call(cause)) => {
                Arc::ptr_eq(known, cause)
                    || cause.of_moved().is_some_and(|moved| Arc::ptr_eq(known.of_moved().unwrap_or(known), moved))
            }
            (Kind::Returned(_, known), Kind::Returned(_, number)) => known == number,
            _ => false,
        }
    }
}

/// The causes that contents depend on, without repetition; nearly always none.
pub type Causes = Vec<Cause>;

/// The outcome of a call that has overwritten memory whose makers may have failed. If both have failed, the memory may never
/// have been written.
#[derive(Debug)]
struct Overwriting {
    call: Cause,
    makers: Arc<[Cause]>,
}

impl Overwriting {
    fn failure(&self, failure: Arc<Failure>) -> Arc<Failure> {
        // The call's work is done, and so is that of its makers, which were queued before it.
        let made = !self.makers.iter().any(Cause::has_made_nothing);
        if made { failure } else { failure.of_made() }
    }
}

impl Outcome for Overwriting {
    fn known(&self) -> Option<Option<Arc<Failure>>> {
        let end = match &self.call.0 {
            Kind::Call(call) => call.known()?,
            Kind::Returned(..) => self.call.settle(),
        };
        Some(end.map(|failure| self.failure(failure)))
    }
    fn settle(&self) -> Option<Arc<Failure>> {
        self.call.settle().map(|failure| self.failure(failure))
    }
    fn makers(&self) -> Option<&Arc<[Cause]>> {
        Some(&self.makers)
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

/// The causes that a call depends on, for memory of which it has only moved the elements, as a sort does. Elements that were
/// never written have the causes of their own makers as well.
pub fn moved(causes: &[Cause]) -> Causes {
    let moved = |cause: &Cause| match &cause.0 {
        Kind::Call(call) if call.of_moved().is_none() => Arc::new(Moved(call.clone())).into(),
        // A call that has returned its error has made nothing that its caller could have.
        _ => cause.clone(),
    };
    causes.iter().map(moved).collect()
}

/// The cause that is a call that has returned this error, so that the vectors it was to make don't exist.
pub fn returned(error: Error) -> Cause {
    static CALLS: AtomicU64 = AtomicU64::new(0);
    Cause(Kind::Returned(error, CALLS.fetch_add(1, Relaxed)))
}

/// Adds the causes that `causes` lacks, unless the memory for them is refused. Neither has repetitions.
fn join(causes: &mut Causes, more: &[Cause]) -> Result<()> {
    let before = causes.len();
    for (i, cause) in more.iter().enumerate() {
        let is = |known: &Cause| known.covers(cause);
        // Contents that were computed from each other begin with the same causes, so the same place is tested first. `more`
        // has no cause twice, so the ones that were added needn't be searched.
        if !causes.get(i).is_some_and(is) && !causes[..before].iter().any(is) {
            room(causes, 1)?;
            causes.push(cause.clone());
        }
    }
    Ok(())
}

/// The calls that were to make memory with these causes, if they may have failed.
fn makers(causes: &[Cause]) -> Result<Option<Arc<[Cause]>>> {
    let (mut all, mut last) = (Causes::new(), None::<&Arc<[Cause]>>);
    for cause in causes.iter().filter(|cause| cause.may_have_made_nothing()) {
        // A cause whose makers are noted stands for these, so that the notes of many calls don't nest. Causes that were noted by the
        // same call share their makers.
        match (cause.makers(), last) {
            (Some(known), Some(last)) if Arc::ptr_eq(known, last) => {}
            (Some(known), None) if all.is_empty() => last = Some(known),
            (known, _) => {
                if let Some(last) = last.take() {
                    join(&mut all, last)?;
                }
                join(&mut all, known.map_or(std::slice::from_ref(cause), |known| known))?;
            }
        }
    }
    Ok(last.cloned().or_else(|| (!all.is_empty()).then(|| all.into())))
}

thread_local! {
    /// The parts that this thread's call overwrites as a whole, if somebody watches.
    static OVERWRITTEN: RefCell<Option<Vec<Part>>> = const { RefCell::new(None) };
}

/// Begins or ends to watch which marked memory this thread's calls overwrite as a whole.
pub fn watch(on: bool) {
    let _ = OVERWRITTEN.try_with(|parts| *parts.borrow_mut() = on.then(Vec::new));
}

/// Whether this thread's present call overwrites this memory, as its check has noted since that is watched. Later calls don't find the
/// note.
pub fn takes_overwritten(part: &Part) -> bool {
    let take = |parts: &RefCell<Option<Vec<Part>>>| {
        parts.borrow_mut().as_mut().is_some_and(|parts| {
            let before = parts.len();
            parts.retain(|known| known != part);
            parts.len() < before
        })
    };
    OVERWRITTEN.try_with(take).unwrap_or(false)
}

/// Notes that a call overwrites this memory. Without memory for the note, the call counts as one that may read it.
pub(crate) fn overwrites(part: Part) {
    let note = |parts: &RefCell<Option<Vec<Part>>>| {
        if let Some(parts) = &mut *parts.borrow_mut()
            && room(parts, 1).is_ok()
        {
            parts.push(part);
        }
    };
    let _ = OVERWRITTEN.try_with(note);
}

/// Makes room for further elements.
pub(crate) fn room<T>(list: &mut Vec<T>, more: usize) -> Result<()> {
    let refused = |_| ErrorKind::OutOfMemory { bytes: more * size_of::<T>(), device: DeviceId::HOST };
    Ok(list.try_reserve(more).map_err(refused)?)
}

/// Returns the first failure of calls whose work is done.
pub fn settle(causes: &[Cause]) -> Result<()> {
    causes.iter().try_for_each(Cause::settled)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn joined_causes_keep_their_order() {
        let [a, b, c, d] = ["a", "b", "c", "d"].map(marks::failing);
        let mut all = vec![a.clone(), b.clone()];
        join(&mut all, &[a.clone(), d.clone(), b.clone(), c.clone()]).unwrap();
        join(&mut all, &[c.clone(), a.clone()]).unwrap();
        let expected = [a, b, d, c];
        assert_eq!(all.len(), expected.len());
        assert!(all.iter().zip(&expected).all(|(got, expected)| got.covers(expected)), "{all:?}");
    }
}
