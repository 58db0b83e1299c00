//! A sort of a file that is larger than the memory for it.
//!
//! It shows how a device's memory bounds a step, not a program: parts of the file are sorted one by one, and the sorted
//! runs are merged block by block in a single pass over them. Pinned vectors and three streams keep the device busy while the runs
//! are made: while one part is sorted, the next one is uploaded, and the one before is downloaded and written to a file. The merge
//! waits for each block.
//! `cargo run --release --example 18_external_sort -- FILE KEYS` writes the `u64`s of your own file in order to
//! target/sorted.bin, with at most KEYS of them on the device.

use std::collections::VecDeque;
use std::error::Error;
use std::fs::{self, File};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{BufReader, BufWriter, Read, Write};
use std::path::Path;
use std::time::Instant;

use onrush::PinnedVec;
use onrush::prelude::*;

/// The keys that are in the device's memory at the same time, as input of sorts or of merges, if the command line doesn't say it.
const LIMIT: usize = 1 << 13;
/// The parts that are under way: one is uploaded, one is sorted, one is downloaded.
const PARTS: usize = 3;
const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/target");

/// Up to `count` keys from a file, fewer at its end.
fn read(file: &mut impl Read, count: usize) -> std::io::Result<Vec<u64>> {
    let mut bytes = Vec::new();
    file.take(8 * count as u64).read_to_end(&mut bytes)?;
    Ok(bytes.as_chunks().0.iter().map(|bytes| u64::from_le_bytes(*bytes)).collect())
}

fn write(file: &mut impl Write, keys: &[u64]) -> std::io::Result<()> {
    file.write_all(&keys.iter().flat_map(|key| key.to_le_bytes()).collect::<Vec<_>>())
}

/// A sorted run: the rest of its file, and the block in front of it.
struct Run {
    file: BufReader<File>,
    block: DeviceVec<u64, Device>,
}

/// A part of the file on its way through a stream, which uploads, sorts and downloads it.
struct Part {
    stream: Device,
    keys: PinnedVec<u64>,
}

impl Part {
    fn new(device: &Device, len: usize) -> onrush::Result<Self> {
        let stream = device.stream()?;
        Ok(Part { keys: PinnedVec::filled(&stream, 0, len)?, stream })
    }

    /// Queues the sort of these keys, without waiting for any of it.
    fn begin(&mut self, keys: &[u64]) -> onrush::Result<()> {
        self.keys.resize(keys.len(), 0)?;
        self.keys.copy_from(keys)?;
        let mut sorted = self.stream.upload_pinned(&self.keys)?;
        sorted.sort()?;
        sorted.copy_to_pinned(&mut self.keys)
    }

    /// Waits for the sorted keys, and writes them to a file of their own.
    fn end(&self, device: &Device, number: usize) -> Result<Run, Box<dyn Error>> {
        // The open file can be read when its name is gone.
        let path = Path::new(FOLDER).join(format!("run-{}-{number}.bin", std::process::id()));
        write(&mut File::create(&path)?, self.keys.as_slice()?)?;
        let run = Run { file: BufReader::new(File::open(&path)?), block: DeviceVec::new(device)? };
        let _ = fs::remove_file(path);
        Ok(run)
    }
}

/// Sorts parts of a file, and writes each as a run to a file of its own.
fn sorted_runs(device: &Device, file: &mut impl Read, limit: usize) -> Result<Vec<Run>, Box<dyn Error>> {
    let len = (limit / PARTS).max(1);
    let mut waiting: VecDeque<_> = (0..PARTS).map(|_| Part::new(device, len)).collect::<onrush::Result<_>>()?;
    let (mut under_way, mut runs) = (VecDeque::new(), Vec::new());
    loop {
        // The file is read while the device works on the parts before.
        let keys = read(file, len)?;
        if let Some(mut part) = waiting.pop_front().filter(|_| !keys.is_empty()) {
            part.begin(&keys)?;
            under_way.push_back(part);
        }
        if waiting.is_empty() || keys.is_empty() {
            let Some(part) = under_way.pop_front() else { return Ok(runs) };
            runs.push(part.end(device, runs.len())?);
            waiting.push_back(part);
        }
    }
}

/// Merges all runs into one file.
fn merge_runs(device: &Device, mut runs: Vec<Run>, limit: usize, out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let block = limit / runs.len().max(1);
    assert!(block > 0, "there are more runs than keys in memory; merge them in groups first");
    while !runs.is_empty() {
        for run in runs.iter_mut().filter(|run| run.block.is_empty()) {
            run.block = device.upload(&read(&mut run.file, block)?)?;
        }
        runs.retain(|run| !run.block.is_empty());
        // No key that is still in a file is less than the last one of its run's block: up to the least of these, the
        // blocks have all keys.
        let lasts = runs.iter().map(|run| run.block.last()).collect::<onrush::Result<Vec<_>>>()?;
        let Some(bound) = lasts.into_iter().flatten().min() else { break };
        let mut parts = VecDeque::new();
        for run in &mut runs {
            let rest = run.block.split_off(run.block.upper_bound(bound)?)?;
            parts.push_back(std::mem::replace(&mut run.block, rest));
        }
        // Pairs, then pairs of pairs: a key takes part in log₂ of the number of runs merges.
        while let Some(a) = parts.pop_front() {
            match parts.pop_front() {
                Some(b) => parts.push_back(merge(&a, &b).collect()?),
                None => write(out, &a.to_vec()?)?,
            }
        }
    }
    Ok(())
}

/// A file's keys as far as a check needs them, which holds one block of them at a time.
struct Summary {
    len: usize,
    /// A sum of the keys' hashes, which doesn't depend on their order.
    hash: u64,
    ascends: bool,
}

impl Summary {
    fn of(path: &Path) -> std::io::Result<Self> {
        let mut file = BufReader::new(File::open(path)?);
        let (mut summary, mut last) = (Summary { len: 0, hash: 0, ascends: true }, 0);
        loop {
            let keys = read(&mut file, LIMIT)?;
            if keys.is_empty() {
                return Ok(summary);
            }
            for key in &keys {
                let mut hasher = DefaultHasher::new();
                key.hash(&mut hasher);
                summary.hash = summary.hash.wrapping_add(hasher.finish());
                summary.ascends &= last <= *key;
                last = *key;
            }
            summary.len += keys.len();
        }
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let device = Device::best()?;
    fs::create_dir_all(FOLDER)?;
    let limit = std::env::args().nth(2).map_or(Ok(LIMIT), |keys| keys.parse())?;
    let sample = Path::new(FOLDER).join("unsorted.bin");
    let from = match std::env::args().nth(1) {
        Some(file) => file.into(),
        None => {
            let rng = Rng::new(5);
            let keys = device.tabulate(100_000, op!(|i: usize| rng.at(i).below_u64(1_000_000)));
            write(&mut File::create(&sample)?, &keys.collect()?.to_vec()?)?;
            sample
        }
    };
    let to = Path::new(FOLDER).join("sorted.bin");
    let start = Instant::now();
    let runs = sorted_runs(&device, &mut BufReader::new(File::open(&from)?), limit)?;
    println!("{} sorted runs after {:.1?}", runs.len(), start.elapsed());
    let mut out = BufWriter::new(File::create(&to)?);
    merge_runs(&device, runs, limit, &mut out)?;
    out.into_inner()?.sync_all()?;
    println!("one file after {:.1?}", start.elapsed());

    let (input, sorted) = (Summary::of(&from)?, Summary::of(&to)?);
    assert!(sorted.ascends, "the keys ascend");
    assert_eq!((input.len, input.hash), (sorted.len, sorted.hash), "the keys are those of the input");
    println!("{}: {} keys in order", to.display(), sorted.len);
    Ok(())
}
