//! The share of a copy's rate that the calls reach that memory bounds.

use std::cell::RefCell;
use std::time::Instant;

use rayon::prelude::*;

use super::Inputs;
use crate::facts::Facts;

/// The samples of a call; the first one warms it up.
const SAMPLES: usize = 6;
/// The bytes that a thread copies at once.
const PART: usize = 1 << 16;

/// A copy, beside which calls are measured that memory bounds.
pub(crate) struct Shares {
    n: usize,
    /// The bytes of the segments' offsets.
    offsets: usize,
    from: Vec<u32>,
    to: RefCell<Vec<u32>>,
}

impl Shares {
    pub(super) fn new(x: &Inputs) -> Self {
        Shares { n: x.n, offsets: size_of_val(x.offsets.as_slice()), from: x.u.clone(), to: RefCell::new(x.u.clone()) }
    }

    /// Copies the items from memory to memory with all threads.
    fn copy(&self) {
        let (mut to, part) = (self.to.borrow_mut(), PART / size_of::<u32>());
        to.par_chunks_mut(part).zip(self.from.par_chunks(part)).for_each(|(to, from)| to.copy_from_slice(from));
    }

    /// The bytes that a row's call reads. Nothing where the facts of its algorithm don't say it: memory doesn't bound it alone.
    pub(super) fn read(&self, name: &str, types: &str) -> Option<f64> {
        let (algorithm, terminal) = name.split_once('.').expect("a row has the names of an algorithm and its terminal");
        let (first, second) = types.split_once('/').unwrap_or((types, ""));
        Facts::of(algorithm).reads(terminal, &|name| match name {
            "n" => Some(self.n as f64),
            "m" => Some(0.0), // Two inputs have `n` items together.
            "r" | "s" => Some(size(first) + size(second)),
            "key" => Some(size(first)),
            "value" | "weight" => Some(size(second)),
            "position" => Some(8.0),
            "offsets" => Some(self.offsets as f64),
            _ => None,
        })
    }

    /// Takes samples of the call and of the copy in turns, so that what disturbs one disturbs the other.
    pub(super) fn measure(&self, (name, types, n): (&str, &str, usize), bytes: f64, mut ours: impl FnMut()) {
        let copied = 2.0 * size_of_val(self.from.as_slice()) as f64;
        let samples = (0..SAMPLES).map(|_| (milliseconds(&mut ours), milliseconds(|| self.copy())));
        let (times, shares) = samples.skip(1).map(|(ms, copy)| (ms, bytes / ms / (copied / copy))).unzip();
        let ms = median(times);
        println!("{name},{types},{n},{ms:.3},{:.1},{:.2}", bytes / ms / 1e6, median(shares));
    }
}

fn milliseconds(body: impl FnOnce()) -> f64 {
    let start = Instant::now();
    body();
    start.elapsed().as_secs_f64() * 1e3
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// The bytes of an item of these types: `u32`, `three u32` computed from one, `pair of u64 f64`, or `u32 as u64`, which reads the
/// first.
fn size(types: &str) -> f64 {
    let number = |word: &str| word.trim_start_matches(['u', 'f']).parse::<f64>().map_or(0.0, |bits| bits / 8.0);
    let mut words = types.split(' ').filter(|word| number(word) > 0.0);
    let first = words.next().map_or(0.0, number);
    first + if types.starts_with("pair") { words.map(number).sum() } else { 0.0 }
}
