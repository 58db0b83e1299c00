//! One way to add a case: it is timed, and what its last call leaves is held to the CPU's answer, to the bit.

use std::error::Error;
use std::fmt;
use std::time::Instant;

use onrush::prelude::*;
use onrush::{Key, Result};
use onrush_cuda::Cuda;

/// Calls that aren't timed, then the fewest and the most that are.
const WARM: usize = 3;
const CALLS: std::ops::RangeInclusive<usize> = 15..=300;
/// Between these, until so many microseconds were timed.
const ENOUGH: f64 = 60e3;
/// So many elements are compared at once.
const PART: usize = 1 << 20;

/// What cases run on, and what of them is wanted.
pub(crate) struct Table {
    pub(crate) gpu: Cuda,
    pub(crate) cpu: Cpu,
    /// A part of the algorithms' names; all if empty.
    pub(crate) filter: String,
    /// Whether answers are compared.
    pub(crate) checked: bool,
    /// Whether calls are repeated until the median says something.
    pub(crate) timed: bool,
    /// What copying moves, in GB/s, once it is known.
    pub(crate) copied: f64,
    /// The rows so far, without their measures.
    pub(crate) rows: Vec<String>,
}

/// A row's names.
pub(crate) struct Row<'a> {
    pub(crate) algorithm: &'a str,
    pub(crate) types: &'a str,
    pub(crate) variant: &'a str,
    pub(crate) n: usize,
    /// What must be moved: each input read once, each output written once.
    pub(crate) bytes: f64,
}

/// The same on the GPU and, where answers are compared, on the CPU.
pub(crate) struct Both<G, C> {
    pub(crate) gpu: G,
    pub(crate) cpu: Option<C>,
}

/// A GPU's answer that isn't the CPU's.
#[derive(Debug)]
pub(crate) struct WrongAnswer {
    row: String,
    difference: String,
}

impl fmt::Display for WrongAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "wrong answer of {}: {}", self.row, self.difference)
    }
}

impl Error for WrongAnswer {}

/// What a call leaves on the GPU, and on the CPU.
pub(crate) trait Answer<C> {
    /// How it differs from the CPU's in a bit, if it does.
    fn difference(&self, cpu: &C) -> Result<Option<String>>;
}

macro_rules! scalars {
    ($($t:ty)*) => {$(
        impl Answer<$t> for $t {
            fn difference(&self, cpu: &$t) -> Result<Option<String>> {
                Ok((!self.same(cpu)).then(|| format!("{self:?}, not {cpu:?}")))
            }
        }
    )*};
}
scalars! { u32 f32 f64 usize }

impl<T: Key + fmt::Debug> Answer<DeviceVec<T, Cpu>> for DeviceVec<T, Cuda> {
    fn difference(&self, cpu: &DeviceVec<T, Cpu>) -> Result<Option<String>> {
        if self.len() != cpu.len() {
            return Ok(Some(format!("{} elements, not {}", self.len(), cpu.len())));
        }
        let cpu = cpu.view().as_host_slice().expect("the CPU's memory is the host's");
        for (expected, from) in cpu.chunks(PART).zip((0..).step_by(PART)) {
            let part = self.slice(from..from + expected.len())?.to_vec()?;
            if let Some(i) = (0..part.len()).find(|i| !part[*i].same(&expected[*i])) {
                return Ok(Some(format!("element {} is {:?}, not {:?}", from + i, part[i], expected[i])));
            }
        }
        Ok(None)
    }
}

impl<A: Answer<C>, B: Answer<D>, C, D> Answer<(C, D)> for (A, B) {
    fn difference(&self, cpu: &(C, D)) -> Result<Option<String>> {
        Ok(self.0.difference(&cpu.0)?.or(self.1.difference(&cpu.1)?))
    }
}

/// The GB/s of a case, or 0 if it isn't wanted.
type Done = std::result::Result<f64, Box<dyn Error>>;

impl Table {
    /// Whether rows of any of these algorithms are wanted.
    pub(crate) fn wants(&self, algorithms: &[&str]) -> bool {
        algorithms.iter().any(|algorithm| algorithm.contains(&self.filter))
    }

    /// A call that returns its answer; `case!` writes it once for both.
    pub(crate) fn returns<G, C, A: Answer<E>, E>(
        &mut self,
        row: Row,
        on: &Both<G, C>,
        mut call: impl FnMut(&G) -> Result<A>,
        cpu: impl FnOnce(&C) -> Result<E>,
    ) -> Done {
        self.case(row, on, |_| Ok(()), |()| call(&on.gpu), cpu)
    }

    /// A call that writes what is there: made for each, if its contents matter, or once.
    pub(crate) fn writes<G, C, A: Answer<E>, E>(
        &mut self,
        row: Row,
        on: &Both<G, C>,
        anew: bool,
        (make, mut call): (impl Fn(&G) -> Result<A>, impl FnMut(&G, &mut A) -> Result<()>),
        (cpu_make, cpu_call): (impl FnOnce(&C) -> Result<E>, impl FnOnce(&C, &mut E) -> Result<()>),
    ) -> Done {
        let prepare = |last: Option<A>| last.filter(|_| !anew).map_or_else(|| make(&on.gpu), Ok);
        let call = |mut there: A| call(&on.gpu, &mut there).map(|()| there);
        self.case(row, on, prepare, call, |on| {
            let mut there = cpu_make(on)?;
            cpu_call(on, &mut there).map(|()| there)
        })
    }

    fn case<G, C, P, A: Answer<E>, E>(
        &mut self,
        row: Row,
        on: &Both<G, C>,
        prepare: impl FnMut(Option<A>) -> Result<P>,
        call: impl FnMut(P) -> Result<A>,
        cpu: impl FnOnce(&C) -> Result<E>,
    ) -> Done {
        if !self.wants(&[row.algorithm]) {
            return Ok(0.0);
        }
        let Row { algorithm, types, variant, n, bytes } = row;
        let (us, answer) = self.time(prepare, call)?;
        if let Some(on) = &on.cpu
            && let Some(difference) = answer.difference(&cpu(on)?)?
        {
            return Err(WrongAnswer { row: format!("{algorithm},{types},{n},{variant}"), difference }.into());
        }
        let gbps = bytes / us / 1e3;
        let fraction = if self.copied > 0.0 { gbps / self.copied } else { 0.0 };
        println!("onrush,{algorithm},{types},{n},{variant},{us:.2},{gbps:.1},{fraction:.3}");
        self.rows.push(format!("{algorithm},{types},{variant}"));
        Ok(gbps)
    }

    /// The median time of a call and of waiting for it, in microseconds, and what the last call has left. Each call gets
    /// what `prepare` makes, perhaps of the last answer; what is done with that isn't timed.
    fn time<P, A>(
        &self,
        mut prepare: impl FnMut(Option<A>) -> Result<P>,
        mut call: impl FnMut(P) -> Result<A>,
    ) -> Result<(f64, A)> {
        let (mut times, mut total, mut last) = (Vec::new(), 0.0, None);
        for round in 0.. {
            let prepared = prepare(last.take())?;
            self.gpu.synchronize()?;
            let start = Instant::now();
            let answer = call(prepared)?;
            self.gpu.synchronize()?;
            let us = start.elapsed().as_secs_f64() * 1e6;
            last = Some(answer);
            if round >= WARM || !self.timed {
                times.push(us);
                total += us;
            }
            let enough = times.len() >= *CALLS.start() && total > ENOUGH;
            if enough || times.len() == *CALLS.end() || !self.timed {
                break;
            }
        }
        times.sort_by(f64::total_cmp);
        Ok((times[times.len() / 2], last.expect("there was a call")))
    }
}
