//! Several ways to do the same task, measured one after another and compared in one table.

use std::time::Instant;

use crate::Lab;
use crate::figures::Figures;
use crate::picture::{Chart, Picture};
use crate::table::{NONE, Table, number};

/// A table of ways to do tasks. `case` and `rate` are heads: of the column that names the task, and of that with its billions of
/// units of work a second.
pub(crate) fn table(case: &'static str, rate: &'static str) -> Table {
    table_with(case, rate, &[])
}

/// A table with further columns, whose cells [`Ways::with`] gives.
pub(crate) fn table_with(case: &'static str, rate: &'static str, further: &[&'static str]) -> Table {
    Table::new(&[&[case, "way", "on", "launches", "MB", "µs", "GB/s", rate], further].concat())
}

/// The ways to do one task.
pub(crate) struct Ways<'a> {
    lab: &'a Lab,
    ways: Vec<Way>,
    further: Vec<String>,
}

struct Way {
    name: &'static str,
    on: &'static str,
    launches: Option<u64>,
    /// The bytes that the way must read and write.
    bytes: Option<f64>,
    seconds: Option<f64>,
}

impl<'a> Ways<'a> {
    pub(crate) fn new(lab: &'a Lab) -> Self {
        Ways::with(lab, Vec::new())
    }

    /// The ways to do a task with these cells in the table's further columns.
    pub(crate) fn with(lab: &'a Lab, further: Vec<String>) -> Self {
        Ways { lab, ways: Vec::new(), further }
    }

    /// Measures a way on the GPU: `run` alone.
    pub(crate) fn gpu(
        &mut self,
        name: &'static str,
        bytes: Option<f64>,
        mut run: impl FnMut() -> onrush::Result<()>,
    ) -> onrush::Result<()> {
        let seconds = self.lab.seconds(&mut run)?;
        let before = self.lab.cuda.driver().launches();
        run()?;
        let launches = Some(self.lab.cuda.driver().launches() - before);
        self.ways.push(Way { name, on: "GPU", launches, bytes, seconds });
        Ok(())
    }

    /// Measures a way on the GPU that changes its input, which `prepare` restores: its time and launches aren't counted.
    pub(crate) fn gpu_in_place<T>(
        &mut self,
        name: &'static str,
        bytes: Option<f64>,
        data: &mut T,
        prepare: impl Fn(&mut T) -> onrush::Result<()>,
        run: impl Fn(&mut T) -> onrush::Result<()>,
    ) -> onrush::Result<()> {
        let preparation = self.lab.seconds(|| prepare(data))?;
        let both = self.lab.seconds(|| prepare(data).and_then(|()| run(data)))?;
        let seconds = both.zip(preparation).map(|(both, preparation)| both - preparation);
        prepare(data)?;
        let before = self.lab.cuda.driver().launches();
        run(data)?;
        let launches = Some(self.lab.cuda.driver().launches() - before);
        self.ways.push(Way { name, on: "GPU", launches, bytes, seconds });
        Ok(())
    }

    /// Measures a way on the CPU, the best of five runs, on an input that `prepare` makes for each; returns the last result. Beside
    /// the emulated device's small sizes it runs once, without a time.
    pub(crate) fn cpu<T>(
        &mut self,
        name: &'static str,
        bytes: Option<f64>,
        prepare: impl Fn() -> onrush::Result<T>,
        run: impl Fn(&mut T) -> onrush::Result<()>,
    ) -> onrush::Result<T> {
        let mut best = f64::INFINITY;
        let mut measure = || -> onrush::Result<T> {
            let mut data = prepare()?;
            let start = Instant::now();
            run(&mut data)?;
            best = best.min(start.elapsed().as_secs_f64());
            Ok(data)
        };
        for _ in 0..if self.lab.is_gpu { 4 } else { 0 } {
            measure()?;
        }
        let data = measure()?;
        self.ways.push(Way { name, on: "CPU", launches: None, bytes, seconds: self.lab.is_gpu.then_some(best) });
        Ok(data)
    }

    /// The seconds of a way on the GPU; NaN if there is no time.
    pub(crate) fn seconds(&self, name: &str) -> f64 {
        let way = self.ways.iter().find(|way| way.name == name && way.on == "GPU");
        way.and_then(|way| way.seconds).unwrap_or(f64::NAN)
    }

    /// Adds the ways, whose answers have been checked, to the table and prints them; `work` is the number of units of the task.
    /// The longest bar is that of the fastest way.
    pub(crate) fn print(&self, table: &mut Table, case: &str, work: f64) {
        let first = table.len();
        let best = self.ways.iter().filter_map(|way| way.seconds).fold(f64::INFINITY, f64::min);
        for way in &self.ways {
            let rate = |amount: Option<f64>| amount.zip(way.seconds).map(|(amount, seconds)| amount / seconds / 1e9);
            let cells = [case, way.name, way.on].map(str::to_owned);
            let counts =
                [way.launches.map_or(NONE.to_owned(), |n| n.to_string()), number(way.bytes.map(|b| b / 1e6), 2)];
            let times = [
                number(way.seconds.map(|seconds| seconds * 1e6), 1),
                number(rate(way.bytes), 1),
                number(rate(Some(work)), 2),
            ];
            let cells = cells.into_iter().chain(counts).chain(times).chain(self.further.iter().cloned()).collect();
            table.row(cells, way.seconds.map_or(0.0, |seconds| best / seconds));
        }
        table.print(first);
        println!("all {} answers are right", self.ways.len());
    }

    /// Prints whether a claim holds here that one way on the GPU is slower than another one, where times are measured.
    pub(crate) fn claim(&self, claim: &str, slow: &str, fast: &str) {
        if self.lab.is_gpu {
            let factor = self.seconds(slow) / self.seconds(fast);
            println!("{claim}: {} ({factor:.2} × its time)", verdict(factor > 1.0));
        }
    }
}

/// The rates of all ways, with a bar for each case.
pub(crate) fn picture(figures: &Figures, name: &str, title: &str, case: &str, rate: &'static str) -> Picture {
    let cases: Vec<String> = figures.distinct(case).into_iter().map(str::to_owned).collect();
    let mut ways = Vec::new();
    for row in figures.rows() {
        let way = (row.text("way"), row.text("on"));
        if !ways.contains(&way) {
            ways.push(way);
        }
    }
    let value = |way: (&str, &str), of: &String| {
        let mut rows = figures.rows();
        rows.find(|row| (row.text("way"), row.text("on")) == way && row.text(case) == of)?.number(rate)
    };
    let name_of = |(way, on): (&str, &str)| format!("{way}, {on}");
    let groups = ways.into_iter().map(|way| (name_of(way), cases.iter().map(|of| value(way, of)).collect()));
    let chart = Chart::Bars { unit: rate, groups: groups.collect(), series: cases };
    Picture { name: name.to_owned(), title: title.to_owned(), chart }
}

/// The end of a sentence about a claim.
pub(crate) fn verdict(holds: bool) -> &'static str {
    if holds { "holds" } else { "doesn't hold" }
}

/// The bytes of this number of items.
pub(crate) fn bytes<T>(items: usize) -> f64 {
    (items * size_of::<T>()) as f64
}

/// NVRTC compiles the sources for a GPU; without NVRTC, which `ONRUSH_REQUIRE_NVRTC` demands, none is compiled.
#[cfg(test)]
pub(crate) fn compile_for_gpus(sources: &[String]) {
    if let Err(error) = onrush_cuda::jit::version() {
        assert!(std::env::var_os("ONRUSH_REQUIRE_NVRTC").is_none(), "NVRTC is required: {error}");
        return eprintln!("SKIPPED: {error}");
    }
    for source in sources {
        onrush_cuda::jit::compile(source, "sm_90", &[]).unwrap_or_else(|error| panic!("{error}"));
    }
}
