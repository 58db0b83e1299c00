//! A tour of onrush on real data: how bumpy a mountain is, and which birds airplanes meet.
//!
//! `cargo run --release --example tour -- --help` says how to give it your own files.

mod events;
mod grid;
mod options;
mod read;
mod report;

use std::error::Error;
use std::fmt::Write;
use std::io::Write as _;
use std::path::Path;
use std::process::ExitCode;

use onrush::prelude::*;

use events::Events;
use grid::Grid;
use options::{Options, Place, Table, USAGE};
use read::Source;
use report::{Clock, Verdict, bar, cut, rounded, thousands, times};

const RUNS: &str = "\
Each step runs twice; the first run includes one-time work, such as starting
threads or compiling kernels.
";
const SMALL: &str = "\
The data that comes with the tour is small: it shows results, not speed.
";

fn main() -> ExitCode {
    let options = match Options::parse(std::env::args_os().skip(1)) {
        Ok(options) => options,
        Err(message) => {
            eprintln!("tour: {message}\n\n{USAGE}");
            return ExitCode::from(2);
        }
    };
    if options.help {
        print(&format!("{USAGE}\n"));
        return ExitCode::SUCCESS;
    }
    match run(&options) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("tour: {error}");
            ExitCode::FAILURE
        }
    }
}

#[cfg(feature = "cuda")]
fn gpu() -> onrush::Result<Device> {
    Device::gpu(0)
}
#[cfg(not(feature = "cuda"))]
fn gpu() -> Result<Device, &'static str> {
    Err("this tour was built without GPU support, which needs `--features cuda`")
}

/// Prints the results; true if all checks hold.
fn run(options: &Options) -> Result<bool, Box<dyn Error>> {
    let device = match options.place {
        Place::Best => Device::best()?,
        Place::Cpu => Device::cpu(),
        Place::Cuda => gpu()?,
    };
    print(&format!("onrush on {}\n{RUNS}", device.name()));
    if let Some(reason) = device.why_not_gpu() {
        print(&format!("The tour runs on the CPU, because no GPU could be used: {reason}\n"));
    }
    if options.shipped {
        print(SMALL);
    }
    let mut good = true;
    if let Some(file) = &options.grid {
        let (text, verdict) = elevations(&device, file)?;
        print(&text);
        good &= verdict.failures.is_empty();
    }
    if let Some(table) = &options.table {
        let (text, verdict) = groups(&device, table)?;
        print(&text);
        good &= verdict.failures.is_empty();
    }
    Ok(good)
}

/// Prints a text; an error, such as a closed pipe, is ignored.
fn print(text: &str) {
    let _ = std::io::stdout().lock().write_all(text.as_bytes());
}

fn elevations(device: &Device, file: &Path) -> Result<(String, Verdict), Box<dyn Error>> {
    let source = Source::load(file)?;
    let grid = Grid::parse(&source)?;
    let [mut first, mut again, mut plain] = [(); 3].map(|_| Clock::default());
    let cold = grid::on_device(device, &grid, &mut first)?;
    let found = grid::on_device(device, &grid, &mut again)?;
    let wanted = grid::sequential(&grid, &mut plain);
    let mut verdict = Verdict::default();
    verdict.same("bumpiness' bits in two runs", cold.bumpiness.to_bits(), found.bumpiness.to_bits());
    grid::compare(&grid, &found, &wanted, &mut verdict);

    let (row, column) = (found.steepest / grid.columns + 1, found.steepest % grid.columns + 1);
    let mut out = format!("\nHow bumpy is {}?\n\n", source.name);
    let size = thousands(found.known as u64);
    writeln!(out, "  cells        {} × {} of size {}, {size} with an elevation", grid.columns, grid.rows, grid.cell)?;
    writeln!(out, "  elevation    {} to {}, {:.1} on average", found.lowest, found.highest, found.mean)?;
    let bumpy = thousands(found.bumpy as u64);
    let sum = |x: f64| rounded(x, if x < 1e6 { 2 } else { 0 });
    writeln!(
        out,
        "  bumpiness    {}, summed over the {bumpy} cells where it isn't 0: the",
        sum(found.bumpiness.into())
    )?;
    writeln!(out, "               squared difference from the mean of the four neighbours")?;
    let sums = [
        (found.bumpiness, "the device, in both runs"),
        (grid::bumpiness_by_contract(&grid), "sequential, brackets as in onrush::shape"),
        (wanted.bumpiness, "sequential, row by row"),
    ];
    for (i, (x, how)) in sums.into_iter().enumerate() {
        let title = if i == 0 { "in f32" } else { "" };
        writeln!(out, "  {title:12} {:15}{:#010x}  {how}", sum(x.into()), x.to_bits())?;
    }
    writeln!(out, "  in f64       {}", sum(grid::bumpiness_in_f64(&grid)))?;
    let degrees = found.slope.sqrt().atan().to_degrees();
    writeln!(out, "  steepest     {degrees:.1}° at row {row}, column {column}\n")?;
    let most = found.histogram.iter().copied().max().unwrap_or(0);
    let step = (found.highest - found.lowest) / grid::BINS as f32;
    for (i, &cells) in found.histogram.iter().enumerate() {
        let from = found.lowest + i as f32 * step;
        writeln!(out, "  {from:>9.1} {:>9} {}", thousands(cells), bar(cells, most, 56))?;
    }
    write!(out, "\n{}\n{}", times(&first, &again, &plain), verdict.sentence())?;
    Ok((out, verdict))
}

fn groups(device: &Device, table: &Table) -> Result<(String, Verdict), Box<dyn Error>> {
    let source = Source::load(&table.file)?;
    let events = Events::parse(&source, &table.key, table.value.as_deref())?;
    let [mut first, mut again, mut plain] = [(); 3].map(|_| Clock::default());
    let cold = events::on_device(device, &events, &mut first)?;
    let found = events::on_device(device, &events, &mut again)?;
    let wanted = events::sequential(&events, &mut plain);
    let mut verdict = Verdict::default();
    let bits = |totals: &[f64]| totals.iter().map(|t| t.to_bits()).collect::<Vec<_>>();
    verdict.same("bits of the totals in two runs", bits(&cold.total), bits(&found.total));
    events::compare(&events, &found, &wanted, &mut verdict);

    let count = events.keys.len() as u64;
    let decimals = if events.values.iter().all(|v| v.fract() == 0.0) { 0 } else { 2 };
    let mut out = format!("\nThe largest groups of {} by `{}`\n\n", source.name, table.key);
    write!(out, "  {} events in {} groups", thousands(count), thousands(found.all as u64))?;
    if let Some(value) = &table.value {
        write!(out, "; `{value}` adds up to {}", rounded(found.sum, decimals))?;
        if events.empty > 0 {
            write!(out, ", {} empty", thousands(events.empty as u64))?;
        }
    }
    let total = table.value.as_deref().unwrap_or("");
    let header = format!("  {:30}{:>10}{:>9}{:>9}{:>18}", "", "events", "share", "so far", cut(total, 16));
    writeln!(out, "\n\n{}", header.trim_end())?;
    for (i, &key) in found.key.iter().enumerate() {
        let name = match events.names[key as usize].as_str() {
            "" => "(empty)".into(),
            name => cut(&name.replace(char::is_control, " "), 28),
        };
        let [share, so_far] = [found.count[i], found.reached[i]].map(|n| 100.0 * n as f64 / count as f64);
        write!(out, "  {name:30}{:>10}{share:>8.1}%{so_far:>8.1}%", thousands(found.count[i]))?;
        match total {
            "" => writeln!(out)?,
            _ => writeln!(out, "{:>18}", rounded(found.total[i], decimals))?,
        }
    }
    write!(out, "\n{}\n{}", times(&first, &again, &plain), verdict.sentence())?;
    Ok((out, verdict))
}
