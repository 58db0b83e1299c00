//! Times, checks and numbers for readers.

use std::fmt::{Debug, Write};
use std::time::{Duration, Instant};

/// Measures the time of steps.
#[derive(Debug, Default)]
pub(crate) struct Clock {
    steps: Vec<(&'static str, Option<Duration>)>,
}

impl Clock {
    /// Runs a step and records its time.
    pub(crate) fn time<R>(&mut self, step: &'static str, run: impl FnOnce() -> R) -> R {
        let start = Instant::now();
        let result = run();
        self.steps.push((step, Some(start.elapsed())));
        result
    }

    /// Records a step that has nothing to do.
    pub(crate) fn skip(&mut self, step: &'static str) {
        self.steps.push((step, None));
    }
}

/// A table of the times of the same steps, run three times.
pub(crate) fn times(first: &Clock, again: &Clock, sequential: &Clock) -> String {
    let mut out = format!("  {:34}{:>12}{:>12}{:>14}\n", "step", "first run", "second", "sequential");
    for ((a, b), c) in first.steps.iter().zip(&again.steps).zip(&sequential.steps) {
        assert!(a.0 == b.0 && a.0 == c.0, "the three runs have the same steps");
        let _ = writeln!(out, "  {:34}{:>12}{:>12}{:>14}", a.0, duration(a.1), duration(b.1), duration(c.1));
    }
    out
}

fn duration(time: Option<Duration>) -> String {
    match time.map(|t| t.as_secs_f64()) {
        None => "-".into(),
        Some(t) if t < 1e-3 => format!("{:.1} µs", t * 1e6),
        Some(t) if t < 1.0 => format!("{:.2} ms", t * 1e3),
        Some(t) => format!("{t:.2} s"),
    }
}

/// The results of the checks.
#[derive(Debug, Default)]
pub(crate) struct Verdict {
    pub(crate) checks: usize,
    pub(crate) failures: Vec<String>,
}

impl Verdict {
    /// Checks that two results are equal.
    pub(crate) fn same<T: PartialEq + Debug>(&mut self, what: &str, device: T, sequential: T) {
        self.checks += 1;
        if device != sequential {
            self.failures.push(format!("{what}: the device says {device:?}, the sequential version {sequential:?}"));
        }
    }

    /// Checks that two sums with different brackets agree up to rounding errors relative to `scale`.
    pub(crate) fn close(&mut self, what: &str, device: f64, sequential: f64, scale: f64) {
        self.checks += 1;
        let near = (device - sequential).abs() <= 1e-9 * scale.abs();
        if !near {
            self.failures.push(format!("{what}: the device says {device:e}, the sequential version {sequential:e}"));
        }
    }

    /// A sentence on the checks, followed by the failures if there are any.
    pub(crate) fn sentence(&self) -> String {
        match self.failures.as_slice() {
            [] => format!("  All {} checks against the sequential version hold.\n", self.checks),
            failures => {
                let mut out = format!("  {} of {} checks FAILED:\n", failures.len(), self.checks);
                failures.iter().for_each(|f| out.extend(["    ", f, "\n"]));
                out
            }
        }
    }
}

/// A number with separated thousands.
pub(crate) fn thousands(n: u64) -> String {
    let digits = n.to_string();
    let mut out = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// A number with separated thousands and `decimals` decimals, or in scientific notation if that is too long.
pub(crate) fn rounded(x: f64, decimals: usize) -> String {
    if x.abs() >= 1e12 {
        return format!("{x:.3e}");
    }
    let text = format!("{:.decimals$}", x.abs());
    let (whole, rest) = text.split_at(text.find('.').unwrap_or(text.len()));
    let sign = if x < 0.0 && text.contains(|c| ('1'..='9').contains(&c)) { "-" } else { "" };
    format!("{sign}{}{rest}", thousands(whole.parse().unwrap_or(0)))
}

/// A bar of at most `width` characters for `part` of `whole`.
pub(crate) fn bar(part: u64, whole: u64, width: usize) -> String {
    let eighths = (part as f64 / whole.max(1) as f64 * (width * 8) as f64).round() as usize;
    let rest = [None, Some('▏'), Some('▎'), Some('▍'), Some('▌'), Some('▋'), Some('▊'), Some('▉')][eighths % 8];
    std::iter::repeat_n('█', eighths / 8).chain(rest).collect()
}

/// Cuts a name to `width` characters.
pub(crate) fn cut(name: &str, width: usize) -> String {
    if name.chars().count() <= width {
        return name.into();
    }
    name.chars().take(width - 1).chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_read_well() {
        assert_eq!([0, 999, 1000, 1234567].map(thousands), ["0", "999", "1,000", "1,234,567"]);
        assert_eq!([-0.001, -1234.056, 7.0, 1e18].map(|x| rounded(x, 2)), ["0.00", "-1,234.06", "7.00", "1.000e18"]);
        assert_eq!((rounded(1234.5, 0), rounded(-0.4, 0)), ("1,234".into(), "0".into()));
        assert_eq!((bar(1, 2, 4), bar(1, 16, 4), bar(0, 0, 4)), ("██".into(), "▎".into(), "".into()));
        assert_eq!((cut("abc", 3), cut("abcd", 3)), ("abc".into(), "ab…".into()));
        let units = [2, 2_000, 2_000_000, 2_000_000_000].map(|ns| duration(Some(Duration::from_nanos(ns))));
        assert_eq!(units, ["0.0 µs", "2.0 µs", "2.00 ms", "2.00 s"]);
    }

    #[test]
    fn a_verdict_says_what_failed() {
        let mut verdict = Verdict::default();
        verdict.same("count", 1, 1);
        verdict.close("sum", 1.0, 1.0 + 1e-12, 1.0);
        assert!(verdict.failures.is_empty());
        verdict.close("sum", f64::NAN, 1.0, 1.0);
        assert_eq!(verdict.failures, ["sum: the device says NaN, the sequential version 1e0"]);
    }
}
