//! The memory that depends on calls that may have failed: a table of marks.

use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::{Cause, Causes, Overwriting, join, makers, room};
use crate::device::DeviceId;
use crate::error::{Error, ErrorKind, Result};

/// A range of addresses.
pub type Part = Range<usize>;

/// What a range of memory depends on.
#[derive(Debug)]
pub(crate) struct Mark {
    start: usize,
    end: usize,
    causes: Causes,
    lost: Lost,
}

/// Whether a mark's causes were refused memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Lost {
    /// There are causes.
    No,
    /// There are none, but the memory holds elements.
    Kept,
    /// There are none, and the memory may never have been written.
    Made,
}

/// The most parts whose causes were refused memory that are told apart.
const LOST: usize = 16;

#[derive(Debug)]
struct Table {
    /// Marks in the order of their addresses. They don't overlap.
    marks: Vec<(DeviceId, Vec<Mark>)>,
    /// Parts of which only this is known: they depend on a call that may have failed. `None` stands for every device.
    lost: [Option<(Option<DeviceId>, Mark)>; LOST],
    /// Whether there may be any, which nearly never are.
    has_lost: bool,
    /// The number of calls that have ended since the last sweep.
    ended: usize,
}

static TABLE: Mutex<Table> =
    Mutex::new(Table { marks: Vec::new(), lost: [const { None }; LOST], has_lost: false, ended: 0 });
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
        let lost = if self.has_lost { self.lost.iter().flatten().count() } else { 0 };
        self.marks.iter().map(|(_, marks)| marks.len()).sum::<usize>() + lost
    }

    /// The marks of a device, if there were any.
    fn of(&mut self, device: DeviceId) -> Option<&mut Vec<Mark>> {
        self.marks.iter_mut().find_map(|(known, marks)| (*known == device).then_some(marks))
    }

    fn mark(&mut self, device: DeviceId, part: &Part, causes: &[Cause]) -> Result<()> {
        if self.of(device).is_none() {
            room(&mut self.marks, 1)?;
            self.marks.push((device, Vec::new()));
        }
        let marks = self.of(device).expect("the device has a list");
        split(marks, part.start)?;
        split(marks, part.end)?;
        let (mut at, mut from) = (overlapping(marks, part).start, part.start);
        while from < part.end {
            match marks.get_mut(at).filter(|mark| mark.start == from) {
                Some(mark) => join(&mut mark.causes, causes)?,
                None => {
                    let end = marks.get(at).map_or(part.end, |next| next.start.min(part.end));
                    room(marks, 1)?;
                    marks.insert(at, Mark { start: from, end, causes: copied(causes)?, lost: Lost::No });
                }
            }
            from = marks[at].end;
            at += 1;
        }
        Ok(())
    }

    /// Notes a mark whose causes were refused memory, in the table's own. If that is full, the mark is joined with another one, and
    /// memory between the two counts as marked: nothing that depends on a failed call can be read.
    fn lose(&mut self, device: DeviceId, start: usize, end: usize, lost: Lost) {
        self.has_lost = true;
        if let Some(free) = self.lost.iter_mut().find(|slot| slot.is_none()) {
            *free = Some((Some(device), Mark { start, end, causes: Vec::new(), lost }));
            return;
        }
        let slots = self.lost.iter_mut().flatten();
        if let Some((known, mark)) =
            slots.min_by_key(|(known, mark)| (*known != Some(device), mark.start.abs_diff(start)))
        {
            *known = known.filter(|known| *known == device);
            (mark.start, mark.end) = (mark.start.min(start), mark.end.max(end));
            mark.lost = mark.lost.max(lost);
        }
    }

    /// Notes of memory that a call has overwritten that earlier calls may not have made it. If no mark says that the call may have
    /// failed, it has.
    fn lose_overwritten(&mut self, device: DeviceId, part: &Part) {
        if self.of(device).is_some_and(|marks| !overlapping(marks, part).is_empty()) {
            self.lose(device, part.start, part.end, Lost::Made);
        }
    }

    /// Notes in the marks of a range of a device's memory which calls were to make it. `last` is the last cause, and what it has become.
    fn note_makers(
        &mut self,
        device: DeviceId,
        part: &Part,
        makers: &Arc<[Cause]>,
        last: &mut Option<(Cause, Cause)>,
    ) -> Result<()> {
        let Some(marks) = self.of(device) else { return Ok(()) };
        split(marks, part.start)?;
        split(marks, part.end)?;
        let found = overlapping(marks, part);
        for cause in marks[found].iter_mut().flat_map(|mark| &mut mark.causes) {
            // A call that overwrites several vectors of the same makers has one outcome for them.
            let shared = last.take().filter(|(known, noted)| {
                known.is(cause) && noted.makers().is_some_and(|known| Arc::ptr_eq(known, makers))
            });
            let (call, noted) = shared.unwrap_or_else(|| {
                let noted = Overwriting { call: cause.clone(), makers: makers.clone() };
                (cause.clone(), Arc::new(noted).into())
            });
            *cause = noted.clone();
            *last = Some((call, noted));
        }
        Ok(())
    }

    /// The slots of lost marks in a range of a device's memory.
    fn lost(&mut self, device: DeviceId, part: &Part) -> impl Iterator<Item = &mut Option<(Option<DeviceId>, Mark)>> {
        let slots = if self.has_lost { &mut self.lost[..] } else { &mut [] };
        slots.iter_mut().filter(move |slot| {
            slot.as_ref().is_some_and(|(of, mark)| {
                of.is_none_or(|of| of == device) && mark.start < part.end && part.start < mark.end
            })
        })
    }

    /// Moves the marks of a range of a device's memory, unless the memory for that is refused.
    fn take(&mut self, device: DeviceId, part: &Part, taken: &mut Vec<Mark>) -> Result<()> {
        let lost = self.lost(device, part).count();
        if let Some(marks) = self.of(device).filter(|_| !part.is_empty()) {
            split(marks, part.start)?;
            split(marks, part.end)?;
            let found = overlapping(marks, part);
            room(taken, found.len() + lost)?;
            taken.extend(marks.drain(found));
        }
        room(taken, lost)?;
        for slot in self.lost(device, part) {
            if let Some((_, mark)) = slot {
                let (start, end) = (mark.start.max(part.start), mark.end.min(part.end));
                taken.push(Mark { start, end, causes: Vec::new(), lost: mark.lost });
                trim(mark, part);
            }
            *slot = slot.take().filter(|(_, mark)| mark.start < mark.end);
        }
        Ok(())
    }
}

/// The error of memory whose mark has lost its causes.
fn refused() -> Error {
    ErrorKind::OutOfMemory { bytes: size_of::<Mark>(), device: DeviceId::HOST }.into()
}

/// The places of the marks that overlap a part.
fn overlapping(marks: &[Mark], part: &Part) -> Range<usize> {
    if part.is_empty() {
        return 0..0;
    }
    marks.partition_point(|mark| mark.end <= part.start)..marks.partition_point(|mark| mark.start < part.end)
}

/// A copy of causes.
fn copied(causes: &[Cause]) -> Result<Causes> {
    let mut copy = Causes::new();
    room(&mut copy, causes.len())?;
    copy.extend_from_slice(causes);
    Ok(copy)
}

/// Splits the mark that contains an address at that address.
fn split(marks: &mut Vec<Mark>, at: usize) -> Result<()> {
    let found = marks.partition_point(|mark| mark.end <= at);
    if marks.get(found).is_some_and(|mark| mark.start < at) {
        room(marks, 1)?;
        let Mark { end, ref causes, lost, .. } = marks[found];
        let rest = Mark { start: at, end, causes: copied(causes)?, lost };
        marks[found].end = at;
        marks.insert(found + 1, rest);
    }
    Ok(())
}

/// Takes a part away from a mark that overlaps it; the mark may be empty then. One that goes on at both ends stays as it is.
fn trim(mark: &mut Mark, part: &Part) {
    match (mark.start < part.start, part.end < mark.end) {
        (true, true) => {}
        (true, false) => mark.end = part.start,
        (false, true) => mark.start = part.end,
        (false, false) => mark.end = mark.start,
    }
}

/// Adds the causes that a range of a device's memory depends on.
///
/// # Errors
///
/// Without memory for them, or if there was none when the range was marked.
pub(crate) fn causes(device: DeviceId, part: &Part, into: &mut Causes) -> Result<()> {
    let mut table = lock();
    if table.0.lost(device, part).next().is_some() {
        return Err(refused());
    }
    let Some(marks) = table.0.of(device) else { return Ok(()) };
    let found = overlapping(marks, part);
    found.clone().for_each(|at| marks[at].causes.retain(|cause| !cause.is_well()));
    if marks[found].iter().any(|mark| mark.causes.is_empty()) {
        marks.retain(|mark| !mark.causes.is_empty());
    }
    marks[overlapping(marks, part)].iter().try_for_each(|mark| join(into, &mark.causes))
}

/// Marks a range of a device's memory with further causes.
pub fn mark(device: DeviceId, part: &Part, causes: &[Cause]) {
    if part.is_empty() || causes.is_empty() {
        return;
    }
    let mut table = lock();
    if table.0.mark(device, part, causes).is_err() {
        let made = causes.iter().any(Cause::may_have_made_nothing);
        table.0.lose(device, part.start, part.end, if made { Lost::Made } else { Lost::Kept });
    }
}

/// Moves the marks of a range of a device's memory to a list.
///
/// # Errors
///
/// Without memory for them; then nothing has changed.
pub(crate) fn take(device: DeviceId, part: &Part, taken: &mut Vec<Mark>) -> Result<()> {
    lock().0.take(device, part, taken)
}

/// Forgets the marks of a range whose elements are no longer used: they must not be attributed to the next elements there. It takes no
/// memory, so a mark that goes on at both ends of the range stays. None does at the ends of a vector's memory or a loan: parts of these
/// are [taken](take), which splits it.
pub(crate) fn forget(device: DeviceId, part: &Part) {
    if !any() {
        return;
    }
    let mut table = lock();
    for slot in table.0.lost(device, part) {
        if let Some((_, mark)) = slot {
            trim(mark, part);
        }
        *slot = slot.take().filter(|(_, mark)| mark.start < mark.end);
    }
    if let Some(marks) = table.0.of(device) {
        let found = overlapping(marks, part);
        if !found.is_empty() {
            marks[found].iter_mut().for_each(|mark| trim(mark, part));
            marks.retain(|mark| mark.start < mark.end);
        }
    }
}

/// Puts back marks that were removed.
pub(crate) fn put_back(device: DeviceId, taken: Vec<Mark>) {
    for Mark { start, end, causes, lost } in taken {
        match lost {
            Lost::No => mark(device, &(start..end), &causes),
            lost => lock().0.lose(device, start, end, lost),
        }
    }
}

/// Notes in the marks of memory that a call has overwritten which earlier calls were to make it, given the earlier marks.
pub(crate) fn overwritten(device: DeviceId, earlier: &[Mark]) {
    let mut last = None;
    for mark in earlier {
        let part = mark.start..mark.end;
        let makers = match (mark.lost, makers(&mark.causes)) {
            (Lost::No | Lost::Kept, Ok(Some(makers))) => makers,
            (Lost::No | Lost::Kept, Ok(None)) => continue,
            _ => {
                lock().0.lose_overwritten(device, &part);
                continue;
            }
        };
        let mut table = lock();
        if table.0.note_makers(device, &part, &makers, &mut last).is_err() {
            table.0.lose_overwritten(device, &part);
        }
    }
}

/// The failure, if any, of a call that was to make the vector with these marks, so that its memory may never have been
/// written. The work of all these calls is done.
pub(crate) fn never_made(taken: &[Mark]) -> Result<()> {
    if taken.iter().any(|mark| mark.lost == Lost::Made) {
        return Err(refused());
    }
    let made_nothing = |cause: &&Cause| cause.has_made_nothing();
    taken.iter().flat_map(|mark| &mark.causes).find(made_nothing).map_or(Ok(()), Cause::settled)
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
        marks.retain_mut(|mark| {
            mark.causes.retain(|cause| !cause.is_well());
            !mark.causes.is_empty()
        });
    }
}

/// The cause that a call is which has failed, for tests.
#[cfg(test)]
pub(super) fn failing(what: &'static str) -> Cause {
    super::returned(ErrorKind::OutOfRange { what, index: 1, len: 0, item: None }.into())
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::failure::{Failure, Outcome};

    const fn device(index: u32) -> DeviceId {
        DeviceId { backend: "marks", index }
    }

    fn taken(device: DeviceId, part: Part) -> Vec<Mark> {
        let mut taken = Vec::new();
        take(device, &part, &mut taken).expect("memory");
        taken
    }

    fn found(device: DeviceId, part: Part) -> usize {
        let mut all = Causes::new();
        causes(device, &part, &mut all).expect("memory");
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
        let marks = taken(device, 120..305);
        assert_eq!([100..120, 120..305, 305..306].map(|part| found(device, part)), [2, 0, 2]);
        put_back(device, marks);
        assert_eq!([120..121, 304..305].map(|part| found(device, part)), [2, 2]);
        assert_eq!(found(DeviceId { index: 1, ..device }, 0..1000), 0, "another device's");
        assert!(any());
        forget(device, &(0..usize::MAX));
        assert_eq!(found(device, 0..usize::MAX), 0);
    }

    /// Outcomes share their makers, since each call of a loop would otherwise copy the square of the number of unknown outcomes.
    #[test]
    fn outcomes_share_their_makers() {
        let device = device(3);
        let pending = || (0..3).map(|_| Arc::<Later>::default().into()).collect::<Causes>();
        let makers = pending();
        mark(device, &(0..10), &makers);
        for _ in 0..2 {
            let earlier = taken(device, 0..10);
            mark(device, &(0..10), &pending());
            overwritten(device, &earlier);
            let mut all = Causes::new();
            causes(device, &(0..10), &mut all).unwrap();
            assert_eq!(all.len(), 3);
            for cause in &all {
                let [noted, first] = [cause, &all[0]].map(|cause| cause.makers().unwrap());
                assert!(Arc::ptr_eq(noted, first));
                assert!(noted.iter().zip(&makers).all(|(noted, maker)| noted.covers(maker)));
                assert_eq!(noted.len(), 3, "notes don't nest");
            }
        }
        forget(device, &(0..10));
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
            mark(device, &(i..i + 1), &[later.clone().into()]);
        }
        assert_eq!(found(device, 0..100), 100);
        all[..50].iter().for_each(|later| drop(later.settle()));
        assert_eq!(found(device, 0..100), 50);
        all.iter().for_each(|later| drop(later.settle()));
        ended(50);
        assert_eq!(lock().0.of(device).map(|marks| marks.len()), Some(0));
    }

    /// Marks that were refused memory are found, also where more parts are marked so than are told apart, and can be forgotten.
    #[test]
    fn lost_marks_count() {
        let [one, two] = [device(4), device(5)];
        // No other test's addresses.
        let part = |i: usize| (1 << 40) + 10 * i..(1 << 40) + 10 * i + 5;
        let is_lost = |device, part: Part| causes(device, &part, &mut Causes::new()).is_err();
        lock().0.lose(one, part(0).start, part(0).end, Lost::Kept);
        assert!([part(0), part(0).end - 1..part(0).end + 9].into_iter().all(|part| is_lost(one, part)));
        assert!(!is_lost(one, part(1)) && !is_lost(two, part(0)));
        let marks = taken(one, part(0));
        assert!(!is_lost(one, part(0)) && never_made(&marks).is_ok());
        put_back(one, marks);
        (1..LOST + 4)
            .for_each(|i| lock().0.lose(if i % 2 == 0 { one } else { two }, part(i).start, part(i).end, Lost::Made));
        assert!((0..LOST + 4).all(|i| is_lost(if i % 2 == 0 { one } else { two }, part(i))));
        assert!(never_made(&taken(two, part(3))).is_err());
        forget(one, &(part(0).start..part(0).start + 2));
        assert!(!is_lost(one, part(0).start..part(0).start + 2) && is_lost(one, part(0).start + 2..part(0).end));
        [one, two].iter().for_each(|device| forget(*device, &(part(0).start..part(LOST + 9).end)));
        assert!(!is_lost(one, part(0).start..part(LOST + 9).end) && !is_lost(two, part(0).start..part(LOST + 9).end));
    }
}
