//! Transfers beside kernels: two arrays are added in 1 to 16 pieces, on one stream and on two, end to end with their way to the
//! device and back.
//!
//! A piece is uploaded, added and downloaded by one stream. While it is, the other stream has the next piece, so that uploads,
//! kernels and downloads of different pieces run at the same time: a GPU has engines of its own for copies in each direction. That
//! needs page-locked memory of the host, [`PinnedVec`]s. The uploads move two thirds of the bytes, and they can't overlap each other:
//! their time is the least that any number of pieces can reach.

use std::error::Error;
use std::time::Duration;

use onrush::prelude::*;
use onrush::{Event, PinnedVec};
use onrush_cuda::Cuda;

use crate::figures::Figures;
use crate::inputs::item;
use crate::picture::{Axis, Chart, Picture};
use crate::table::{Table, number};
use crate::{Lab, Outcome};

const PIECES: [usize; 5] = [1, 2, 4, 8, 16];

/// A piece of the arrays in the host's memory.
struct Piece {
    x: PinnedVec<f32>,
    y: PinnedVec<f32>,
    sums: PinnedVec<f32>,
}

/// A stream with room for a piece on the device. All pieces of the stream use it, one after another.
struct Lane {
    stream: Cuda,
    x: DeviceVec<f32, Cuda>,
    y: DeviceVec<f32, Cuda>,
    sums: DeviceVec<f32, Cuda>,
}

impl Lane {
    fn new(cuda: &Cuda, len: usize) -> onrush::Result<Self> {
        let stream = cuda.stream()?;
        let room = || stream.filled(0.0f32, len);
        Ok(Lane { x: room()?, y: room()?, sums: room()?, stream })
    }

    fn upload(&mut self, piece: &Piece) -> onrush::Result<()> {
        let len = piece.x.len();
        self.x.slice_mut(..len)?.copy_from_pinned(&piece.x)?;
        self.y.slice_mut(..len)?.copy_from_pinned(&piece.y)
    }

    fn add(&mut self, len: usize) -> onrush::Result<()> {
        let sums = self.x.slice(..len)?.iter().zip(&self.y.slice(..len)?).map(op!(|(x, y): (f32, f32)| x + y));
        sums.collect_into(self.sums.slice_mut(..len)?)
    }

    fn download(&self, piece: &mut Piece) -> onrush::Result<()> {
        self.sums.slice(..piece.sums.len())?.copy_to_pinned(&mut piece.sums)
    }
}

/// The arrays in pieces, and the streams that take them by turns.
struct Pipeline {
    pieces: Vec<Piece>,
    lanes: Vec<Lane>,
}

impl Pipeline {
    fn new(cuda: &Cuda, x: &[f32], y: &[f32], pieces: usize, streams: usize) -> onrush::Result<Self> {
        let len = x.len().div_ceil(pieces);
        let piece = |(x, y): (&[f32], &[f32])| {
            let [x, y] = [x, y].map(|part| PinnedVec::from_slice(cuda, part));
            let (x, y) = (x?, y?);
            Ok(Piece { sums: PinnedVec::filled(cuda, 0.0, x.len())?, x, y })
        };
        let pieces = x.chunks(len).zip(y.chunks(len)).map(piece).collect::<onrush::Result<_>>()?;
        let lanes = (0..streams).map(|_| Lane::new(cuda, len)).collect::<onrush::Result<_>>()?;
        Ok(Pipeline { pieces, lanes })
    }

    /// Queues all pieces, and then waits for all sums.
    fn run(&mut self) -> onrush::Result<()> {
        let streams = self.lanes.len();
        for (i, piece) in self.pieces.iter_mut().enumerate() {
            let lane = &mut self.lanes[i % streams];
            lane.upload(piece)?;
            lane.add(piece.x.len())?;
            lane.download(piece)?;
        }
        self.pieces.iter().try_for_each(|piece| piece.sums.as_slice().map(drop))
    }

    /// The same for the uploads alone.
    fn run_uploads(&mut self) -> onrush::Result<()> {
        let streams = self.lanes.len();
        for (i, piece) in self.pieces.iter().enumerate() {
            self.lanes[i % streams].upload(piece)?;
        }
        self.lanes.iter().try_for_each(|lane| lane.stream.synchronize())
    }

    fn check(&self, expected: &[f32]) -> Outcome {
        let mut left = expected;
        for piece in &self.pieces {
            let (here, rest) = left.split_at(piece.sums.len());
            if piece.sums.as_slice()? != here {
                return Err(format!("{} pieces on {} streams: wrong sums", self.pieces.len(), self.lanes.len()).into());
            }
            left = rest;
        }
        assert!(left.is_empty(), "the pieces are the whole arrays");
        Ok(())
    }

    /// Prints when each piece is uploaded, added and downloaded. A stream that waits for the other's upload counts as uploading.
    fn print_schedule(&mut self, cuda: &Cuda) -> onrush::Result<()> {
        const WIDTH: f64 = 72.0;
        let start = cuda.event()?;
        let mut events: Vec<[Event; 4]> = Vec::new();
        let streams = self.lanes.len();
        for (i, piece) in self.pieces.iter_mut().enumerate() {
            let lane = &mut self.lanes[i % streams];
            let begun = lane.stream.event()?;
            lane.upload(piece)?;
            let uploaded = lane.stream.event()?;
            lane.add(piece.x.len())?;
            let added = lane.stream.event()?;
            lane.download(piece)?;
            events.push([begun, uploaded, added, lane.stream.event()?]);
        }
        let mut times = Vec::new();
        for events in &events {
            let [a, b, c, d] = events.each_ref().map(|event| event.duration_since(&start));
            times.push([a?, b?, c?, d?]);
        }
        let whole = times.iter().map(|times| times[3]).max().unwrap_or(Duration::ZERO);
        println!(
            "{} pieces on {streams} streams, {:.2} ms: > upload, + addition, < download",
            events.len(),
            whole.as_secs_f64() * 1e3
        );
        for (i, times) in times.iter().enumerate() {
            let at = times.map(|time| (time.as_secs_f64() / whole.as_secs_f64() * WIDTH).round() as usize);
            let part = |mark: &str, k: usize| mark.repeat(at[k + 1].saturating_sub(at[k]));
            let line = [" ".repeat(at[0]), part(">", 0), part("+", 1), part("<", 2)].concat();
            println!("{i:>3} on stream {} |{line}", i % streams);
        }
        Ok(())
    }
}

fn measure(lab: &Lab, table: &mut Table, n: usize) -> Outcome {
    let cuda = &lab.cuda;
    let x: Vec<f32> = (0..n).map(|i| item(i) as f32).collect();
    let y: Vec<f32> = (0..n).map(|i| item(n + i) as f32).collect();
    let expected: Vec<f32> = x.iter().zip(&y).map(|(x, y)| x + y).collect();
    let mut one = None;
    let mut row = |memory: &str, [pieces, streams]: [usize; 2], bytes: usize, seconds: Option<f64>| {
        one = one.or(seconds);
        let share = one.zip(seconds).map(|(one, seconds)| seconds / one);
        let speed = seconds.map(|seconds| (bytes * n) as f64 / seconds / 1e9);
        let cells = [n.to_string(), memory.to_owned(), pieces.to_string(), streams.to_string()];
        let times = [number(seconds.map(|seconds| seconds * 1e3), 3), number(speed, 1), number(share, 2)];
        table.row(cells.into_iter().chain(times).collect(), share.unwrap_or(0.0));
    };

    // The bar of each way is compared with this one, which most programs are. It makes its vectors on the device in each run; the
    // others have made theirs before.
    let mut sums = vec![0.0f32; n];
    let seconds = lab.seconds(|| {
        let (x, y) = (cuda.upload(&x)?, cuda.upload(&y)?);
        x.iter().zip(&y).map(op!(|(x, y): (f32, f32)| x + y)).collect()?.copy_to(&mut sums)
    })?;
    if sums != expected {
        return Err("ordinary memory: wrong sums".into());
    }
    row("ordinary", [1, 1], 12, seconds);
    for streams in [1, 2] {
        for pieces in PIECES.into_iter().filter(|pieces| *pieces <= n) {
            let mut pipeline = Pipeline::new(cuda, &x, &y, pieces, streams)?;
            let seconds = lab.seconds(|| pipeline.run())?;
            pipeline.check(&expected)?;
            row("pinned", [pieces, streams], 12, seconds);
        }
    }
    let mut pipeline = Pipeline::new(cuda, &x, &y, 4, 2)?;
    let seconds = lab.seconds(|| pipeline.run_uploads())?;
    row("pinned, uploads alone", [4, 2], 8, seconds);
    if lab.is_gpu {
        pipeline.run()?;
        pipeline.print_schedule(cuda)?;
    }
    Ok(())
}

pub(crate) fn run(lab: &Lab) -> Result<Table, Box<dyn Error>> {
    let head = ["items", "memory", "pieces", "streams", "ms", "GB/s", "of ordinary"];
    let mut table = Table::new(&head);
    let sizes = match (lab.options.size, lab.is_gpu) {
        (Some(size), _) => vec![size],
        (None, true) => vec![1 << 20, 1 << 24],
        (None, false) => vec![1000],
    };
    for n in sizes {
        let start = table.len();
        measure(lab, &mut table, n)?;
        table.print(start);
    }
    println!("all sums are exact");
    Ok(table)
}

/// The time by the number of pieces, for one and two streams.
pub(crate) fn pictures(figures: &Figures) -> Vec<Picture> {
    let sizes = figures.distinct("items").into_iter();
    let picture = |items: &str| {
        let of = |memory: &str, streams: &str| {
            let chosen = |row: crate::figures::Row<'_>| {
                row.text("items") == items && row.text("memory") == memory && row.text("streams") == streams
            };
            figures.points("pieces", "ms", chosen)
        };
        let mut lines = vec![("1 stream".to_owned(), of("pinned", "1")), ("2 streams".to_owned(), of("pinned", "2"))];
        // Levels to compare with, for all numbers of pieces.
        for (memory, streams) in [("ordinary", "1"), ("pinned, uploads alone", "2")] {
            let level = of(memory, streams).into_iter().flat_map(|(_, ms)| PIECES.map(|pieces| (pieces as f64, ms)));
            lines.push((memory.to_owned(), level.collect()));
        }
        let chart = Chart::Lines { x: Axis::log2("pieces"), y: Axis::linear("ms"), lines };
        let title = format!("Two arrays of {items} f32 added, from the host's memory and back");
        Picture { name: format!("overlap-{items}"), title, chart }
    };
    sizes.map(picture).collect()
}
