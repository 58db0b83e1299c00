use std::collections::BTreeSet;
use std::fmt::Debug;
use std::hint::black_box;
use std::time::{Duration, Instant};

use onrush::Result;

use super::answer::Answer;

/// The most samples of a row.
const MOST: usize = 200;

/// Runs rows, and says which it has run.
pub(crate) struct Table {
    pub(crate) only: Option<String>,
    /// For how long rows are sampled, and how often at least. If there is none, they are only checked.
    pub(crate) timed: Option<(Duration, usize)>,
    /// The names of the rows: an algorithm and its terminal, with a point between them.
    pub(crate) made: BTreeSet<String>,
}

impl Table {
    /// A call that returns its answer.
    pub(crate) fn returns<H: Answer, D: Answer>(
        &mut self,
        (name, types, n): (&str, &str, usize),
        mut host: impl FnMut() -> H,
        mut ours: impl FnMut() -> Result<D>,
    ) -> Result<()> {
        if self.wants(name, types, n) {
            same(name, &host(), &ours()?);
            self.measure((name, types, n), &mut || drop(black_box(host())), &mut || drop(black_box(ours())));
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
        if self.wants(name, types, n) {
            there(&mut host);
            ours(&mut device)?;
            same(name, &host, &device);
            self.measure((name, types, n), &mut || there(black_box(&mut host)), &mut || {
                drop(black_box(ours(black_box(&mut device))));
            });
        }
        Ok(())
    }

    fn wants(&mut self, name: &str, types: &str, n: usize) -> bool {
        self.made.insert(name.to_owned());
        self.only.as_ref().is_none_or(|only| format!("{name},{types},{n}").contains(only.as_str()))
    }

    /// Takes samples of both in turns, so that what disturbs one disturbs the other.
    fn measure(&self, (name, types, n): (&str, &str, usize), host: &mut dyn FnMut(), ours: &mut dyn FnMut()) {
        let Some((patience, fewest)) = self.timed else { return };
        let calls = ((1 << 14) / n.max(1)).max(1);
        let sample = |body: &mut dyn FnMut()| {
            let start = Instant::now();
            (0..calls).for_each(|_| body());
            start.elapsed().as_secs_f64() * 1e3 / calls as f64
        };
        let (begin, mut times) = (Instant::now(), [Vec::new(), Vec::new()]);
        while times[0].len() < fewest || times[0].len() < MOST && begin.elapsed() < patience {
            times[0].push(sample(host));
            times[1].push(sample(ours));
        }
        for (lib, mut times) in ["loop", "onrush"].into_iter().zip(times) {
            times.sort_by(f64::total_cmp);
            println!("{lib},{name},{types},{n},,{:.6},{:.6}", times[times.len() / 2], times[0]);
        }
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
