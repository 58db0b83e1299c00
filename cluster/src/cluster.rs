//! The cluster of one process.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use onrush_core::Backend;

use crate::error::{Error, ErrorKind, Result};
use crate::in_process::InProcess;
use crate::rank::{LIMIT, Rank};

/// Several devices of this process, each of which a thread of its own uses as a rank: GPUs, CPU devices and emulated GPUs, in any
/// mixture, as `onrush::Device`.
#[derive(Debug, Clone)]
pub struct Cluster<B> {
    devices: Vec<B>,
    limit: Duration,
}

impl<B: Backend> Cluster<B> {
    /// The cluster of these devices, in their order. The same device may be there several times.
    ///
    /// # Panics
    ///
    /// If there is none.
    pub fn new(devices: impl IntoIterator<Item = B>) -> Self {
        let devices: Vec<B> = devices.into_iter().collect();
        assert!(!devices.is_empty(), "a cluster of no devices");
        Cluster { devices, limit: LIMIT }
    }

    /// The time after which a rank that hasn't come to a call is given up; see [`Rank::with_limit`].
    #[must_use = "the cluster with the limit is returned"]
    pub fn with_limit(mut self, limit: Duration) -> Self {
        self.limit = limit;
        self
    }

    /// The number of ranks.
    pub fn size(&self) -> usize {
        self.devices.len()
    }

    /// Runs a program on each rank, and returns what each has made, in the order of the ranks.
    ///
    /// # Errors
    ///
    /// The error of the rank that failed first, if a program returns an error or panics. The calls of the other ranks then end with an
    /// [error](ErrorKind::Lost) that names this rank. A program that doesn't end keeps this from returning, but not
    /// the calls of the others.
    ///
    /// ```
    /// use onrush::prelude::*;
    /// use onrush_cluster::Cluster;
    /// # fn main() -> onrush_cluster::Result<()> {
    /// let data: Vec<f32> = (0..100_000).map(|i| (i % 7) as f32).collect();
    /// let cluster = Cluster::new([Cpu::with_threads(1)?, Cpu::with_threads(2)?]);
    /// let sums = cluster.run(|rank| {
    ///     let x = rank.shard(&data)?;
    ///     x.iter().map(op!(|v: f32| v * v)).sum()
    /// })?;
    /// // The bits of one device.
    /// let alone = Cpu::new().upload(&data)?.iter().map(op!(|v: f32| v * v)).sum()?;
    /// assert_eq!(sums, [alone, alone]);
    /// # Ok(()) }
    /// ```
    pub fn run<R: Send>(&self, program: impl Fn(&Rank<B>) -> Result<R> + Sync) -> Result<Vec<R>> {
        let transports = InProcess::ranks(self.size());
        let ranks = self.devices.iter().zip(transports).map(|(device, transport)| Rank::new(device.clone(), transport));
        run(ranks.map(|rank| rank.with_limit(self.limit)).collect(), program)
    }
}

/// Runs a program on ranks, each on a thread of its own: [`Cluster::run`] with other [transports](crate::Transport).
///
/// # Errors
///
/// As for [`Cluster::run`].
pub fn run<B: Backend, R: Send>(ranks: Vec<Rank<B>>, program: impl Fn(&Rank<B>) -> Result<R> + Sync) -> Result<Vec<R>> {
    let (program, mut ends) = (&program, Vec::with_capacity(ranks.len()));
    std::thread::scope(|scope| {
        let start = |rank: Rank<B>| scope.spawn(move || to_end(&rank, program));
        let threads: Vec<_> = ranks.into_iter().map(start).collect();
        for (rank, thread) in threads.into_iter().enumerate() {
            let panicked = |panic| Err(lost(rank, format!("its program panicked: {}", message(&panic))));
            ends.push(thread.join().unwrap_or_else(panicked));
        }
    });
    // The rank by which the others are lost comes first: its own error says more than theirs.
    let is_own = |rank: usize, error: &Error| match error.kind() {
        ErrorKind::Lost { rank: other, .. } => *other == rank,
        _ => true,
    };
    let cause = ends.iter().enumerate().position(|(rank, end)| end.as_ref().is_err_and(|error| is_own(rank, error)));
    match cause {
        Some(rank) => Err(ends.swap_remove(rank).err().unwrap_or_else(|| lost(rank, "its error is gone".into()))),
        None => ends.into_iter().collect(),
    }
}

/// Runs a rank's program; the others learn how it ended, if they wait for it.
fn to_end<B: Backend, R>(rank: &Rank<B>, program: &impl Fn(&Rank<B>) -> Result<R>) -> Result<R> {
    let end = catch_unwind(AssertUnwindSafe(|| program(rank)))
        .unwrap_or_else(|panic| Err(lost(rank.rank(), format!("its program panicked: {}", message(&panic)))));
    match &end {
        Ok(_) => rank.leave(),
        Err(error) => rank.abort(error),
    }
    end
}

fn lost(rank: usize, reason: String) -> Error {
    ErrorKind::Lost { rank, reason }.into()
}

fn message(panic: &Box<dyn Any + Send>) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref().cloned()).unwrap_or_else(|| "with a value that is no text".into())
}
