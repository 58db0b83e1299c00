//! A rank and its calls.

use std::hash::Hash;
use std::ops::Range;
use std::panic::Location;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use onrush_core::shards::{self, Record};
use onrush_core::value::Value;
use onrush_core::{Backend, Result as OwnResult};
use onrush_cpu::Cpu;

use crate::distribution::Distribution;
use crate::error::{Error, ErrorKind, Result};
use crate::transport::{Interrupted, Transport};
use crate::wire::{self, Head, What};

/// The time after which a rank that hasn't come to a call is given up, unless [`Rank::with_limit`] or
/// [`Cluster::with_limit`](crate::Cluster::with_limit) sets another.
pub const LIMIT: Duration = Duration::from_secs(300);

/// One of the ranks of a cluster: a device, and a way to the others. Clones are the same rank.
///
/// Every rank runs the same program, and makes the same calls in the same order. A call returns on all ranks when all have made it;
/// where the ranks' calls don't fit, it is an error on all of them.
#[derive(Debug)]
pub struct Rank<B> {
    shared: Arc<Shared<B>>,
    limit: Duration,
}

impl<B> Clone for Rank<B> {
    fn clone(&self) -> Self {
        Rank { shared: self.shared.clone(), limit: self.limit }
    }
}

#[derive(Debug)]
struct Shared<B> {
    transport: Box<dyn Transport>,
    device: B,
    host: Cpu,
    calls: Mutex<Calls>,
    rounds: AtomicU64,
    bytes: AtomicU64,
}

#[derive(Debug, Default)]
struct Calls {
    number: u64,
    /// Why the cluster is lost.
    lost: Option<Error>,
}

impl<B> Drop for Shared<B> {
    fn drop(&mut self) {
        self.transport.leave();
    }
}

/// What a rank has sent so far; see [`Rank::traffic`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Traffic {
    /// Exchanges of all ranks.
    pub rounds: u64,
    /// Bytes of results and items to other ranks, without the heads of messages: 150 to 550 bytes for each rank and round.
    pub bytes: u64,
}

impl<B: Backend> Rank<B> {
    /// A rank with its device. [`Cluster::run`](crate::Cluster::run) makes those of one process.
    pub fn new(device: B, transport: impl Transport) -> Self {
        let shared = Shared {
            transport: Box::new(transport),
            device,
            host: Cpu::new(),
            calls: Mutex::default(),
            rounds: AtomicU64::new(0),
            bytes: AtomicU64::new(0),
        };
        Rank { shared: Arc::new(shared), limit: LIMIT }
    }

    /// The same rank, whose calls give another one up when it hasn't come within this time. Ranks compute at different speeds, and
    /// compile kernels: the limit is to be longer than all that lies between two calls.
    #[must_use = "the rank with the limit is returned"]
    pub fn with_limit(mut self, limit: Duration) -> Self {
        self.limit = limit;
        self
    }

    /// The number of this rank, from 0 on.
    pub fn rank(&self) -> usize {
        self.shared.transport.rank()
    }

    /// The number of ranks.
    #[doc(alias("world_size", "num_ranks"))]
    pub fn size(&self) -> usize {
        self.shared.transport.size()
    }

    /// This rank's device.
    pub fn device(&self) -> &B {
        &self.shared.device
    }

    /// The distribution of vectors of this length.
    pub fn distribution(&self, len: usize) -> Distribution {
        Distribution::new(len, self.size())
    }

    /// What this rank has sent so far.
    pub fn traffic(&self) -> Traffic {
        Traffic { rounds: self.shared.rounds.load(Relaxed), bytes: self.shared.bytes.load(Relaxed) }
    }

    /// Waits until all ranks have come here: one round.
    ///
    /// # Errors
    ///
    /// See [`ErrorKind`].
    #[doc(alias("MPI_Barrier"))]
    #[track_caller]
    pub fn barrier(&self) -> Result<()> {
        self.call(What::of::<()>("barrier", 0, Location::caller()), |session| session.agree(Ok(())))
    }

    /// The device of the host, which computes what lies on several ranks.
    pub(crate) fn host(&self) -> &Cpu {
        &self.shared.host
    }

    pub(crate) fn is(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.shared, &other.shared)
    }

    /// Ends what this rank does: others that wait for it, or will, get an error.
    pub(crate) fn leave(&self) {
        self.shared.transport.leave();
    }

    /// Ends the program of this rank with an error: the calls of others end, too.
    pub(crate) fn abort(&self, error: &Error) {
        let (rank, reason) = match error.kind() {
            ErrorKind::Lost { rank, reason } => (*rank, reason.clone()),
            _ => (self.rank(), format!("its program ended with an error: {error}")),
        };
        self.shared.transport.abort(rank, &reason);
    }

    /// Makes a call: `work` runs on every rank, and makes the same exchanges on each.
    pub(crate) fn call<R>(&self, what: What, work: impl FnOnce(&mut Session<'_, B>) -> Result<R>) -> Result<R> {
        let mut calls = self.shared.calls.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(lost) = &calls.lost {
            return Err(lost.clone());
        }
        calls.number += 1;
        let mut session = Session { rank: self, what, call: calls.number, round: 0, found: 0 };
        let result = work(&mut session);
        if let Err(error) = &result
            && error.is_final()
        {
            self.shared.transport.abort(error.rank().unwrap_or(self.rank()), &reason(error));
            calls.lost = Some(error.clone());
        }
        result
    }
}

/// What others are told of an error by which the cluster is lost.
fn reason(error: &Error) -> String {
    match error.kind() {
        ErrorKind::Lost { reason, .. } => reason.clone(),
        other => other.to_string(),
    }
}

/// A call under way.
#[derive(Debug)]
pub(crate) struct Session<'a, B> {
    rank: &'a Rank<B>,
    what: What,
    call: u64,
    round: u64,
    found: u64,
}

impl<B: Backend> Session<'_, B> {
    /// Sends a part to all ranks, and returns those of all; or the error of the first rank that has one in the place of its part.
    pub(crate) fn all_gather(&mut self, part: onrush_core::Result<Vec<u8>>) -> Result<Vec<Vec<u8>>> {
        let (transport, limit) = (&self.rank.shared.transport, self.rank.limit);
        let message = self.message(&part.as_deref().map_err(said));
        self.count(&part, |body| body.len() * (transport.size() - 1));
        // SAFETY: this is the rank's message.
        let received = unsafe { transport.all_gather(message, limit) };
        self.received(received, part.err())
    }

    /// Sends a part to each rank, and returns what each has sent here, as [`all_gather`](Session::all_gather) does.
    pub(crate) fn all_to_all(&mut self, parts: onrush_core::Result<Vec<Vec<u8>>>) -> Result<Vec<Vec<u8>>> {
        let (transport, limit) = (&self.rank.shared.transport, self.rank.limit);
        let messages = match &parts {
            Ok(parts) => parts.iter().map(|part| self.message(&Ok(part))).collect(),
            Err(error) => vec![self.message(&Err(said(error))); transport.size()],
        };
        let own = transport.rank();
        let of_others = |parts: &Vec<Vec<u8>>| parts.iter().map(Vec::len).sum::<usize>() - parts[own].len();
        self.count(&parts, of_others);
        // SAFETY: these are the rank's messages.
        let received = unsafe { transport.all_to_all(messages, limit) };
        self.received(received, parts.err())
    }

    /// Ends a section of the call whose number of exchanges follows from items and operations. Where these differ between ranks, the numbers of
    /// the later exchanges do, so that no message is taken for one of another exchange.
    pub(crate) fn next_section(&mut self) {
        self.round = ((self.round >> 32) + 1) << 32;
    }

    /// Makes an error of one rank an error of all.
    pub(crate) fn agree<R>(&mut self, result: onrush_core::Result<R>) -> Result<R> {
        let (value, part) = match result {
            Ok(value) => (Some(value), Ok(Vec::new())),
            Err(error) => (None, Err(error)),
        };
        self.all_gather(part)?;
        value.ok_or_else(|| self.unfit(self.rank.rank(), "an error that it didn't get back"))
    }

    /// The items that a rank has sent, as a whole.
    pub(crate) fn items<T: Value>(&self, body: &[u8]) -> Vec<T> {
        // SAFETY: `received` has seen that the sender makes the same round of the same call on items of the same type, by a number of the
        // type; the code of a call sends items where this one reads them.
        unsafe { wire::read_items(body) }
    }

    /// Overwrites a range of items of this rank's vectors with those that a rank has sent from its own.
    pub(crate) fn unpack<T: Record>(&self, body: &[u8], vecs: &mut T::Vecs<B>, range: Range<usize>) -> OwnResult<()> {
        // SAFETY: as for `items`, and the caller has compared the lengths.
        unsafe { T::unpack::<B>(vecs, range, body) }
    }

    /// Whether vectors can be handed over to the other ranks by their numbers.
    pub(crate) fn in_one_process(&self) -> bool {
        self.rank.shared.transport.in_one_process()
    }

    /// Counts bytes that other ranks have taken by themselves.
    pub(crate) fn sent(&self, bytes: usize) {
        self.rank.shared.bytes.fetch_add(bytes as u64, Relaxed);
    }

    /// The slots that a rank has sent.
    pub(crate) fn slots<T: Value>(&self, body: &[u8]) -> Vec<Option<T>> {
        // SAFETY: as for `items`.
        unsafe { wire::read_slots(body) }
    }

    /// Says what the call's functions have returned, which is to be the same on all ranks: the later messages tell.
    pub(crate) fn found(&mut self, results: &impl Hash) {
        self.found = shards::number_of(results);
    }

    /// The result of a computation that every rank makes alike, behind which there need be no exchange. If it fails, all ranks exchange their
    /// errors; where it has failed on some ranks alone, this meets the others' next exchange, whichever it is, and is an error there, too.
    pub(crate) fn alike<R>(&mut self, result: onrush_core::Result<R>) -> Result<R> {
        let error = match result {
            Ok(value) => return Ok(value),
            Err(error) => error,
        };
        let (rank, call, message) = (self.rank.rank(), self.what.describe(self.call), said(&error));
        let failed = ErrorKind::Failed { rank, call, message };
        match self.all_gather(Err(error.clone())) {
            // The others are lost because they have ended; this rank's own failure says more.
            Err(ended) if !matches!(ended.kind(), ErrorKind::Lost { reason, .. } if reason.starts_with(ENDED)) => {
                Err(ended)
            }
            _ => Err(Error::caused_by(failed, Some(error))),
        }
    }

    /// The error of a message that isn't what the call sends.
    pub(crate) fn unfit(&self, rank: usize, what: &str) -> Error {
        let reason = format!("in {} it sent {what}", self.what.describe(self.call));
        ErrorKind::Lost { rank, reason }.into()
    }

    fn count<T>(&self, parts: &onrush_core::Result<T>, bytes: impl Fn(&T) -> usize) {
        self.rank.shared.rounds.fetch_add(1, Relaxed);
        self.rank.shared.bytes.fetch_add(parts.as_ref().map_or(0, bytes) as u64, Relaxed);
    }

    fn head(&self, failed: bool) -> Head {
        Head {
            call: self.call,
            round: self.round,
            len: self.what.len as u64,
            type_number: self.what.type_number,
            found: self.found,
            failed,
            name: format!("{}{}", self.what.name, self.what.detail),
            description: self.what.describe(self.call),
        }
    }

    fn message(&self, part: &std::result::Result<&[u8], String>) -> Vec<u8> {
        match part {
            Ok(body) => self.head(false).message(body),
            Err(error) => self.head(true).message(error.as_bytes()),
        }
    }

    /// Checks what all ranks have sent in a round.
    fn received(
        &mut self,
        received: std::result::Result<Vec<Vec<u8>>, Interrupted>,
        mut own: Option<onrush_core::Error>,
    ) -> Result<Vec<Vec<u8>>> {
        let here = || self.what.describe(self.call);
        let messages = received.map_err(|interrupted| {
            Error::from(match interrupted {
                Interrupted::Lost { rank, reason } => ErrorKind::Lost { rank, reason },
                Interrupted::Left { rank } => ErrorKind::Lost { rank, reason: format!("{ENDED} {}", here()) },
                Interrupted::Late { rank } => {
                    let reason = format!("it didn't come to {} within {:?}", here(), self.rank.limit);
                    ErrorKind::Lost { rank, reason }
                }
            })
        })?;
        let this = self.rank.rank();
        let mut parts = Vec::with_capacity(messages.len());
        for (rank, message) in messages.iter().enumerate() {
            parts.push(Head::read(message).ok_or_else(|| self.unfit(rank, "what is no message"))?);
        }
        misfit(&parts.iter().map(|(head, body)| (head, *body)).collect::<Vec<_>>())?;
        let (mut bodies, mut failed) = (Vec::with_capacity(parts.len()), None);
        for (rank, (head, body)) in parts.into_iter().enumerate() {
            if head.failed {
                let message = String::from_utf8_lossy(body).into_owned();
                failed.get_or_insert(ErrorKind::Failed { rank, call: head.description, message });
            } else {
                bodies.push(body.to_vec());
            }
        }
        self.round += 1;
        match failed {
            None => Ok(bodies),
            Some(kind) => {
                let source =
                    if matches!(kind, ErrorKind::Failed { rank, .. } if rank == this) { own.take() } else { None };
                Err(Error::caused_by(kind, source))
            }
        }
    }
}

/// The beginning of what is said of a rank that has left.
const ENDED: &str = "it ended before";

/// Whether the messages of an exchange belong together. All ranks have the same heads and compare them with those of rank 0, so that all say
/// the same.
fn misfit(messages: &[(&Head, &[u8])]) -> Result<()> {
    let first = messages[0].0;
    let any_failed = messages.iter().any(|(head, _)| head.failed);
    // A rank that has failed ends its call, whichever round the others are at.
    let fits = |head: &Head| if any_failed { head.is_of_call(first) } else { head.fits(first) };
    let Some((other, (head, _))) = messages.iter().enumerate().find(|(_, (head, _))| !fits(head)) else {
        return Ok(());
    };
    let newest = messages.iter().map(|(head, _)| head.call).max();
    let behind = |head: &Head| head.failed && Some(head.call) < newest;
    if let Some((rank, (head, message))) = messages.iter().enumerate().find(|(_, (head, _))| behind(head)) {
        let (call, message) = (&head.description, String::from_utf8_lossy(message));
        return Err(ErrorKind::Lost { rank, reason: format!("it failed in {call}, and not all did: {message}") }.into());
    }
    let mut other_call = head.description.clone();
    if head.is_of_call(first) {
        other_call.push_str(", whose functions returned something else");
    }
    Err(ErrorKind::Mismatch { rank: 0, call: first.description.clone(), other, other_call }.into())
}

/// What others are told of a device's error: not the place of the call, which is in this crate. The call's own place is in the head.
fn said(error: &onrush_core::Error) -> String {
    error.kind().to_string()
}

/// An error of this rank alone, which [`Session::agree`] makes one of all.
pub(crate) fn lengths(what: &'static str, left: usize, right: usize) -> onrush_core::Result<()> {
    match left == right {
        true => Ok(()),
        false => Err(onrush_core::ErrorKind::LengthMismatch { what, left, right }.into()),
    }
}

/// Why two vectors don't belong together, if they don't.
pub(crate) fn clash<B: Backend>(
    what: &'static str,
    left: (&Rank<B>, usize),
    right: (&Rank<B>, usize),
) -> Option<onrush_core::ErrorKind> {
    use onrush_core::ErrorKind::{Device, LengthMismatch};
    match left.0.is(right.0) {
        true => (left.1 != right.1).then_some(LengthMismatch { what, left: left.1, right: right.1 }),
        false => Some(Device { device: what.into(), message: "the vectors are of different clusters".into() }),
    }
}
