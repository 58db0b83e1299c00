use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fmt::Debug;
use std::hint::black_box;
use std::time::{Duration, Instant};

use onrush::Result;
use onrush::prelude::*;

use super::answer::Answer;
use super::shares::Shares;
use super::{Inputs, Rows};

/// The most samples of a row.
const MOST: usize = 200;

/// The items of all inputs of a row together: as many as a processor's branch predictor doesn't learn by heart. Of a call that is
/// repeated with the same 2^14 items it knows each branch, which no program's call is like.
const ITEMS: usize = 1 << 16;
/// The most inputs of a row.
const INPUTS: usize = 64;

/// The number of inputs of this many items that a row's calls take in turns.
pub(super) fn inputs(n: usize) -> usize {
    (ITEMS / n.max(1)).clamp(1, INPUTS)
}

/// Makes a copy of as many items as there are inputs, from memory to memory of the device.
pub(crate) type Copy<B> = fn(&Inputs<B>) -> Result<Box<dyn FnMut() -> Result<()>>>;

/// Runs rows, and says which it has run.
pub(crate) struct Table<'a, B: Backend> {
    pub(crate) only: Option<String>,
    /// For how long rows are sampled, and how often at least. If there is none, they are only checked.
    pub(crate) timed: Option<(Duration, usize)>,
    /// If calls that memory bounds are measured beside a copy instead: how this one is made.
    pub(crate) copy: Option<Copy<B>>,
    pub(super) shares: Option<&'a Shares<B>>,
    /// The names of the rows: an algorithm and its terminal, with a point between them.
    pub(crate) made: BTreeSet<String>,
    /// The function whose rows are run, the number of the rows that it has asked for, and the inputs that a row takes in turns with
    /// the ones at hand.
    pub(super) rows: Option<Rows<B>>,
    pub(super) asked: usize,
    pub(super) others: &'a [Inputs<B>],
    /// The row that is wanted, and its bodies with the inputs before, where a row is made again for the next inputs.
    pub(super) again: Option<(usize, &'a dyn Bodies)>,
}

/// A row's loop and call with some inputs.
pub(super) trait Bodies {
    fn host(&self);
    fn ours(&self);
    /// Those with the inputs before.
    fn before(&self) -> Option<&dyn Bodies>;
}

struct Turn<'a, H, D> {
    host: RefCell<H>,
    ours: RefCell<D>,
    before: Option<&'a dyn Bodies>,
}

impl<H: FnMut(), D: FnMut()> Bodies for Turn<'_, H, D> {
    fn host(&self) {
        self.host.borrow_mut()();
    }
    fn ours(&self) {
        self.ours.borrow_mut()();
    }
    fn before(&self) -> Option<&dyn Bodies> {
        self.before
    }
}

impl<B: Backend> Default for Table<'_, B> {
    fn default() -> Self {
        Table {
            only: None,
            timed: None,
            copy: None,
            shares: None,
            made: BTreeSet::new(),
            rows: None,
            asked: 0,
            others: &[],
            again: None,
        }
    }
}

impl<'a, B: Backend> Table<'a, B> {
    /// A call that returns its answer.
    pub(crate) fn returns<H: Answer, D: Answer>(
        &mut self,
        (name, types, n): (&str, &str, usize),
        mut host: impl FnMut() -> H,
        mut ours: impl FnMut() -> Result<D>,
    ) -> Result<()> {
        if !self.wants(name, types, n) {
            return Ok(());
        }
        if let Some((shares, read)) = self.share(name, types) {
            let bytes = read + ours()?.bytes() as f64;
            shares.measure((name, types, n), bytes, || ours().map(|answer| drop(black_box(answer))))?;
        } else {
            same(name, &host(), &ours()?);
            self.measure((name, types, n), || drop(black_box(host())), || drop(black_box(ours())))?;
        }
        Ok(())
    }

    /// A call that writes its answer, which `host` and `device` are afterwards. It is called often: it doesn't read its target.
    pub(crate) fn writes<H: Answer, D: Answer, R: Debug>(
        &mut self,
        (name, types, n): (&str, &str, usize),
        (mut host, mut device): (H, D),
        mut there: impl FnMut(&mut H),
        mut ours: impl FnMut(&mut D) -> Result<R>,
    ) -> Result<()> {
        if !self.wants(name, types, n) {
            return Ok(());
        }
        if let Some((shares, read)) = self.share(name, types) {
            let bytes = read + device.bytes() as f64;
            shares.measure((name, types, n), bytes, || {
                ours(black_box(&mut device)).map(|answer| drop(black_box(answer)))
            })?;
        } else {
            there(&mut host);
            ours(&mut device)?;
            same(name, &host, &device);
            let ours = || drop(black_box(ours(black_box(&mut device))));
            self.measure((name, types, n), || there(black_box(&mut host)), ours)?;
        }
        Ok(())
    }

    fn wants(&mut self, name: &str, types: &str, n: usize) -> bool {
        self.asked += 1;
        if let Some((row, _)) = self.again {
            return row == self.asked;
        }
        self.made.insert(name.to_owned());
        let measured = self.shares.is_none() || self.share(name, types).is_some();
        measured && self.only.as_ref().is_none_or(|only| format!("{name},{types},{n}").contains(only.as_str()))
    }

    /// The bytes that the call reads, if it is to be measured beside a copy.
    fn share(&self, name: &str, types: &str) -> Option<(&'a Shares<B>, f64)> {
        self.shares.and_then(|shares| Some((shares, shares.read(name, types)?)))
    }

    /// Makes the row for the other inputs, too, then measures it with all of them.
    fn measure(&self, row: (&str, &str, usize), host: impl FnMut(), ours: impl FnMut()) -> Result<()> {
        let Some(timed) = self.timed else { return Ok(()) };
        let turn =
            Turn { host: RefCell::new(host), ours: RefCell::new(ours), before: self.again.map(|(_, before)| before) };
        if let (Some(rows), Some((next, others))) = (self.rows, self.others.split_first()) {
            let again = Some((self.asked, &turn as &dyn Bodies));
            return rows(&mut Table { timed: self.timed, rows: self.rows, others, again, ..Table::default() }, next);
        }
        let all: Vec<&dyn Bodies> = std::iter::successors(Some(&turn as &dyn Bodies), |turn| turn.before()).collect();
        measure(timed, row, &all);
        Ok(())
    }
}

/// Takes samples of the loop and of the call in turns, so that what disturbs one disturbs the other.
fn measure((patience, fewest): (Duration, usize), (name, types, n): (&str, &str, usize), all: &[&dyn Bodies]) {
    let calls = ((1 << 14) / n.max(1)).max(1);
    let (begin, mut times) = (Instant::now(), [Vec::new(), Vec::new()]);
    let mut turns = all.iter().cycle();
    while times[0].len() < fewest.max(all.len().div_ceil(calls)) || times[0].len() < MOST && begin.elapsed() < patience
    {
        let bodies: Vec<_> = turns.by_ref().take(calls).collect();
        let sample = |body: &dyn Fn(&dyn Bodies)| {
            let start = Instant::now();
            bodies.iter().for_each(|bodies| body(**bodies));
            start.elapsed().as_secs_f64() * 1e3 / calls as f64
        };
        times[0].push(sample(&|bodies| bodies.host()));
        times[1].push(sample(&|bodies| bodies.ours()));
    }
    for (lib, mut times) in ["loop", "onrush"].into_iter().zip(times) {
        times.sort_by(f64::total_cmp);
        println!("{lib},{name},{types},{n},,{:.6},{:.6}", times[times.len() / 2], times[0]);
    }
}

/// The sums of a loop and of the library differ by their association.
fn same(name: &str, host: &impl Answer, ours: &impl Answer) {
    let (mut a, mut b) = (Vec::new(), Vec::new());
    host.numbers(&mut a);
    ours.numbers(&mut b);
    assert_eq!(a.len(), b.len(), "{name}: the lengths of the answers");
    let differ = a.iter().zip(&b).position(|(a, b)| (a - b).abs() > 1e-6 * a.abs().max(1.0));
    assert_eq!(differ.map(|at| (at, a[at], b[at])), None, "{name}: the loop's answer and ours");
}
