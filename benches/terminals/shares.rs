//! The share of a copy's rate that the calls reach that memory bounds.

use std::cell::RefCell;
use std::time::{Duration, Instant};

use onrush::Result;
use onrush::prelude::*;

use super::Inputs;
use super::table::Copy;
use crate::facts::Facts;

/// The fewest samples of a call, the first of which warms it up, and the most.
const SAMPLES: [usize; 2] = [6, 201];
/// How long samples are taken, if there are enough.
const LONG: Duration = Duration::from_millis(20);

/// A copy, beside which calls are measured that memory bounds.
pub(crate) struct Shares<B: Backend> {
    device: B,
    n: usize,
    /// The bytes of the segments' offsets.
    offsets: usize,
    copy: RefCell<Box<dyn FnMut() -> Result<()>>>,
}

impl<B: Backend> Shares<B> {
    pub(super) fn new(x: &Inputs<B>, copy: Copy<B>) -> Result<Self> {
        let (n, offsets, copy) = (x.n, size_of_val(x.offsets.as_slice()), RefCell::new(copy(x)?));
        Ok(Shares { device: x.device.clone(), n, offsets, copy })
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
    pub(super) fn measure(
        &self,
        (name, types, n): (&str, &str, usize),
        bytes: f64,
        mut ours: impl FnMut() -> Result<()>,
    ) -> Result<()> {
        let (copied, [fewest, most]) = (2.0 * (self.n * size_of::<u32>()) as f64, SAMPLES);
        let (begin, mut times, mut shares) = (Instant::now(), Vec::new(), Vec::new());
        for sample in 0..most {
            let (ms, copy) = (self.milliseconds(&mut ours)?, self.milliseconds(&mut *self.copy.borrow_mut())?);
            if sample > 0 {
                times.push(ms);
                shares.push(bytes / ms / (copied / copy));
            }
            if sample + 1 >= fewest && begin.elapsed() > LONG {
                break;
            }
        }
        let ms = median(times);
        println!("{name},{types},{n},{ms:.4},{:.1},{:.2}", bytes / ms / 1e6, median(shares));
        Ok(())
    }

    /// The time of a call and of waiting for it.
    fn milliseconds(&self, body: &mut dyn FnMut() -> Result<()>) -> Result<f64> {
        let start = Instant::now();
        body()?;
        self.device.synchronize()?;
        Ok(start.elapsed().as_secs_f64() * 1e3)
    }
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
