//! The only way to run a case: the case is timed, and the result of its last call must equal the CPU's answer to the bit.

use std::error::Error;
use std::fmt;
use std::time::Instant;

use onrush::prelude::*;
use onrush::{Key, Result};
use onrush_cuda::Cuda;

/// Calls before the timed ones, then the minimum and maximum number of timed calls.
const WARM: usize = 3;
const CALLS: std::ops::RangeInclusive<usize> = 15..=300;
/// Within these bounds, calls are timed until this many microseconds have been measured.
const ENOUGH: f64 = 60e3;
/// The number of elements that are compared at once.
const PART: usize = 1 << 20;

/// The devices of the cases, and the options.
pub(crate) struct Table {
    pub(crate) gpu: Cuda,
    pub(crate) cpu: Cpu,
    /// A part of the algorithms' names; empty selects all.
    pub(crate) filter: String,
    /// Whether answers are compared.
    pub(crate) checked: bool,
    /// Whether calls are repeated for a stable median.
    pub(crate) timed: bool,
    /// The throughput of a copy in GB/s, once it is known.
    pub(crate) copied: f64,
    /// The rows so far, without their measurements.
    pub(crate) rows: Vec<String>,
}

/// The names of a row.
pub(crate) struct Row<'a> {
    pub(crate) algorithm: &'a str,
    pub(crate) types: &'a str,
    pub(crate) variant: &'a str,
    pub(crate) n: usize,
    /// The bytes that must be moved: each input read once, each output written once.
    pub(crate) bytes: f64,
}

/// A value on the GPU and, if answers are compared, its counterpart on the CPU.
pub(crate) struct Both<G, C> {
    pub(crate) gpu: G,
    pub(crate) cpu: Option<C>,
}

/// An answer of the GPU's that differs from the CPU's.
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

/// The result of a call on the GPU, and of the same call on the CPU.
pub(crate) trait Answer<C> {
    /// A description of the first difference from the CPU's result, if there is one.
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

/// Elements on the host.
impl<T: Key + fmt::Debug> Answer<Vec<T>> for Vec<T> {
    fn difference(&self, cpu: &Vec<T>) -> Result<Option<String>> {
        let differs = (0..self.len().max(cpu.len())).find(|i| match (self.get(*i), cpu.get(*i)) {
            (Some(here), Some(there)) => !here.same(there),
            _ => true,
        });
        Ok(differs.map(|i| format!("element {i} is {:?}, not {:?}", self.get(i), cpu.get(i))))
    }
}

impl<A: Answer<C>, B: Answer<D>, C, D> Answer<(C, D)> for (A, B) {
    fn difference(&self, cpu: &(C, D)) -> Result<Option<String>> {
        Ok(self.0.difference(&cpu.0)?.or(self.1.difference(&cpu.1)?))
    }
}

/// The GB/s of a case, or 0 if it isn't selected.
type Done = std::result::Result<f64, Box<dyn Error>>;

impl Table {
    /// Whether any of these algorithms is selected.
    pub(crate) fn wants(&self, algorithms: &[&str]) -> bool {
        algorithms.iter().any(|algorithm| algorithm.contains(&self.filter))
    }

    /// Runs a call that returns its answer; `case!` writes the call once for both devices.
    pub(crate) fn returns<G, C, A: Answer<E>, E>(
        &mut self,
        row: Row,
        on: &Both<G, C>,
        mut call: impl FnMut(&G) -> Result<A>,
        cpu: impl FnOnce(&C) -> Result<E>,
    ) -> Done {
        self.case(row, on, |_| Ok(()), |()| call(&on.gpu), cpu)
    }

    /// Runs a call that writes to an existing answer, which is made once, or anew for each call if its contents matter.
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

    /// The median time of a call and of waiting for it, in microseconds, and the last answer. Each call gets the result of
    /// `prepare`, which may reuse the last answer; preparation isn't timed.
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
