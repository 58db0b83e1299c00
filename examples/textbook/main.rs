//! The textbook: experiments from texts that teach parallel algorithms, written with onrush's own kernels and calls.
//!
//! `cargo run --release --features cuda --example textbook -- --help` says how to choose them. Every experiment checks its answers.
//! On a GPU it prints times; where there is none, it runs at a small size on the emulated device, and prints counts alone.

// A launch is unsafe: the compiler can't check a kernel's text.
#![allow(unsafe_code)]

mod areas;
mod bumpiness;
mod cells;
mod compaction;
mod figures;
mod inputs;
mod ladder;
mod options;
mod overlap;
mod picture;
mod scans;
mod sorts;
mod sparse;
mod table;
mod warps;
mod ways;

use std::error::Error;
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use onrush::prelude::*;
// With the feature `cuda` this is `onrush::Cuda`.
use onrush_cuda::Cuda;

use figures::Figures;
use options::{Options, USAGE};
use picture::Picture;
use table::Table;

type Outcome = Result<(), Box<dyn Error>>;

/// The name of an experiment, its subject, its program, and the pictures of the program's table.
struct Experiment {
    name: &'static str,
    subject: &'static str,
    run: fn(&Lab) -> Result<Table, Box<dyn Error>>,
    pictures: fn(&Figures) -> Vec<Picture>,
}

const EXPERIMENTS: &[Experiment] = &[
    Experiment {
        name: "cells",
        subject: "particles summed by cell, with atomics and with less of them",
        run: cells::run,
        pictures: cells::pictures,
    },
    Experiment {
        name: "ladder",
        subject: "a sum in nine ways, from the first idea to the speed of memory",
        run: ladder::run,
        pictures: ladder::pictures,
    },
    Experiment {
        name: "areas",
        subject: "a summed-area table, and a box filter that reads it",
        run: areas::run,
        pictures: areas::pictures,
    },
    Experiment {
        name: "scans",
        subject: "prefix sums in three ways, and their additions",
        run: scans::run,
        pictures: scans::pictures,
    },
    Experiment {
        name: "compaction",
        subject: "what is kept of many items, with and without order",
        run: compaction::run,
        pictures: compaction::pictures,
    },
    Experiment {
        name: "overlap",
        subject: "an addition whose copies to the device and back overlap",
        run: overlap::run,
        pictures: overlap::pictures,
    },
    Experiment {
        name: "sorts",
        subject: "sorts of integers by digits, by comparisons and by networks",
        run: sorts::run,
        pictures: sorts::pictures,
    },
    Experiment {
        name: "bumpiness",
        subject: "a map of neighbours, a filter and a sum, in one pass and in several",
        run: bumpiness::run,
        pictures: bumpiness::pictures,
    },
    Experiment {
        name: "sparse",
        subject: "a sparse matrix times a vector, divided by rows and by entries",
        run: sparse::run,
        pictures: sparse::pictures,
    },
    Experiment {
        name: "warps",
        subject: "faults of kernels whose lanes work together, and who finds them",
        run: warps::run,
        // It measures nothing.
        pictures: |_| Vec::new(),
    },
];

/// The place where experiments are run.
struct Lab {
    cuda: Cuda,
    /// Whether the device is a GPU, so that times mean something.
    is_gpu: bool,
    options: Options,
}

impl Lab {
    /// A GPU, or else the emulated device.
    fn new(options: Options) -> Self {
        match Cuda::new(0) {
            Ok(cuda) => Lab { cuda, is_gpu: true, options },
            Err(reason) => {
                println!("{reason}");
                println!("So an emulated GPU runs small sizes: it shows answers and counts, and no times.");
                Lab { cuda: Cuda::emulated(), is_gpu: false, options }
            }
        }
    }

    /// The seconds that `run` takes, as the device measures them: the best of five rounds of 50 runs in a row, or fewer that take
    /// 50 ms; none on the emulated device, where `run` is called once. Where a launch is queued more slowly than it runs, that is the
    /// host's time: about 3 to 8 µs a launch.
    fn seconds(&self, mut run: impl FnMut() -> onrush::Result<()>) -> onrush::Result<Option<f64>> {
        const ROUNDS: u32 = 5;
        // It includes one-time work, such as compilation.
        run()?;
        self.cuda.synchronize()?;
        if !self.is_gpu {
            return Ok(None);
        }
        let mut round = |runs: u32| -> onrush::Result<f64> {
            let ((), time) = self.cuda.time(|| (0..runs).try_for_each(|_| run()))?;
            Ok(time.as_secs_f64() / f64::from(runs))
        };
        let runs = (0.05 / round(1)?).clamp(3.0, 50.0) as u32;
        let mut best = f64::INFINITY;
        for _ in 0..ROUNDS {
            best = best.min(round(runs)?);
        }
        Ok(Some(best))
    }

    /// The seconds that `run` takes on the CPU, in the best of five runs; none where there is no GPU to compare with.
    fn cpu_seconds(&self, mut run: impl FnMut() -> onrush::Result<()>) -> onrush::Result<Option<f64>> {
        run()?;
        if !self.is_gpu {
            return Ok(None);
        }
        let mut best = f64::INFINITY;
        for _ in 0..5 {
            let start = Instant::now();
            run()?;
            best = best.min(start.elapsed().as_secs_f64());
        }
        Ok(Some(best))
    }

    /// Whether the device can compile kernels: the emulated one needs a C++ compiler, which `ONRUSH_REQUIRE_EMULATED` demands.
    fn compiles(cuda: &Cuda) -> Result<bool, Box<dyn Error>> {
        let nothing = cuda.kernel("nothing", "DEVICE void nothing() {}");
        // SAFETY: the kernel does nothing.
        match unsafe { nothing.launch(1, 32, ()) } {
            Ok(()) => Ok(true),
            Err(error) if error.to_string().contains("ONRUSH_CXX") => {
                if std::env::var_os("ONRUSH_REQUIRE_EMULATED").is_some() {
                    return Err(error.into());
                }
                println!("There is no C++ compiler for an emulated GPU: {error}");
                Ok(false)
            }
            Err(error) => Err(error.into()),
        }
    }
}

impl Experiment {
    fn draw(&self, figures: &Figures, folder: &Path) -> Outcome {
        (self.pictures)(figures).iter().try_for_each(|picture| picture.write(folder, &figures.source))
    }
}

/// Draws the pictures of recorded tables.
fn draw(options: &Options, from: &Path, to: &Path) -> Outcome {
    for experiment in EXPERIMENTS.iter().filter(|experiment| options.chosen(experiment.name)) {
        match Figures::recorded(from, experiment.name)? {
            Some(figures) => experiment.draw(&figures, to)?,
            None => println!("{} has no table of {}", from.display(), experiment.name),
        }
    }
    Ok(())
}

fn run(options: Options) -> Outcome {
    if let (Some(from), Some(to)) = (&options.from, &options.pictures) {
        return draw(&options, from, to);
    }
    let lab = Lab::new(options);
    if !Lab::compiles(&lab.cuda)? {
        return Ok(());
    }
    let device = lab.cuda.name();
    for experiment in EXPERIMENTS.iter().filter(|experiment| lab.options.chosen(experiment.name)) {
        println!("\n=== {}: {}", experiment.name, experiment.subject);
        let table = (experiment.run)(&lab)?;
        if let Some(folder) = &lab.options.csv {
            table.write(folder, experiment.name, &device)?;
        }
        if let Some(folder) = lab.options.pictures.as_deref().filter(|_| lab.is_gpu) {
            experiment.draw(&table.figures(&device), folder)?;
        }
    }
    Ok(())
}

fn main() -> ExitCode {
    let names: Vec<&str> = EXPERIMENTS.iter().map(|experiment| experiment.name).collect();
    let options = match Options::parse(std::env::args().skip(1), &names) {
        Ok(options) => options,
        Err(message) => {
            eprintln!("textbook: {message}\n\n{USAGE}\nexperiments: all, {}", names.join(", "));
            return ExitCode::from(2);
        }
    };
    if options.help {
        println!("{USAGE}");
        for experiment in EXPERIMENTS {
            println!("  {:10} {}", experiment.name, experiment.subject);
        }
        return ExitCode::SUCCESS;
    }
    match run(options) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("textbook: {error}");
            ExitCode::FAILURE
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_readme_lists_every_experiment() {
        let readme = include_str!("../../README.md");
        for experiment in EXPERIMENTS {
            assert!(readme.contains(&format!("\n- `{}`: ", experiment.name)), "README.md lacks {}", experiment.name);
        }
    }

    /// The repository's pictures are those of its newest records.
    #[test]
    fn pictures_show_the_records() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let mut drawn = 0;
        for experiment in EXPERIMENTS {
            let figures = Figures::recorded(&root.join("benches/record"), experiment.name).expect("a record");
            let Some(figures) = figures else { continue };
            for picture in (experiment.pictures)(&figures) {
                let path = root.join(format!("docs/textbook/{}.svg", picture.name));
                let kept = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
                let svg = picture.svg(&figures.source).expect("a picture");
                assert!(
                    svg == kept.replace("\r\n", "\n"),
                    "{} isn't that of the records: `textbook all --from benches/record --pictures docs/textbook` draws it",
                    path.display()
                );
                drawn += 1;
            }
        }
        assert!(drawn > 0, "no experiment has a record");
    }
}
