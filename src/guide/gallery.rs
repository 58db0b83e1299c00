//! Gallery: pictures, the dozen lines that compute each, and the time that a large one takes.
//!
//! `cargo run --release --features cuda --example gallery` in this crate's repository makes the pictures and prints the
//! times on the CPU and, if there is one, on a GPU. A test compares the pictures of a CPU with those of the emulated GPU,
//! byte for byte.
//!
//! | picture | call | 2048 × 2048 pixels on 16 CPU threads | on an H200 |
//! |---|---|---|---|
//! | [a mountain's relief](#a-mountains-relief) | [`windows_around`](crate::Chain::windows_around) | 0.95 ms | 0.15 ms |
//! | [where the water goes](#where-the-water-goes) | [`permute`](crate::Chain::permute) | 9.3 ms | 1.0 ms |
//! | [Mandelbrot's set](#mandelbrots-set) | [`grid`](crate::Backend::grid) | 72 ms | 0.73 ms |
//! | [a bifurcation diagram](#a-bifurcation-diagram), 8 million orbits of 300 steps | [`histogram`](crate::Chain::histogram) | 730 ms | 0.58 ms |
//! | [nearest seeds](#nearest-seeds), of 10 000 | [`scatter`](crate::Chain::scatter) | 72 ms | 1.0 ms |
//! | [a smoothed signal](#a-smoothed-signal), 4 million samples | [`scan_inclusive`](crate::Chain::scan_inclusive) | 0.77 ms | 0.033 ms |
//!
//! # A mountain's relief
//!
#![doc = include_str!("../../docs/gallery/relief.svg")]
//!
//! The crater of Mount St. Helens, from its elevations: the slope of each cell, from a window around it, and the angle
//! between the ground and the light.
//!
//! ```
#![doc = include_str!("gallery/relief.rs")]
//! # fn main() -> onrush::Result<()> {
//! # let plain = Device::best()?.filled(7.0, 12)?;
//! # assert_eq!(relief(&plain, 4, 1.0)?.to_vec()?, [11; 12]);
//! # Ok(()) }
//! ```
//!
//! # Where the water goes
//!
#![doc = include_str!("../../docs/gallery/basins.svg")]
//!
//! The basins of the same crater: every cell points to its lowest neighbour, and *pointer jumping* (J. C. Wyllie, 1979)
//! follows all paths to their ends at the same time: a path of length `d` takes log₂ `d` steps.
//!
//! ```
#![doc = include_str!("gallery/basins.rs")]
//! # fn main() -> onrush::Result<()> {
//! # let metres = Device::best()?.upload(&[3.0, 2.0, 1.0, 4.0, 5.0, 6.0, 5.0, 4.0, 3.0, 2.0])?;
//! # assert_eq!(basins(&metres, 10)?.to_vec()?, [2, 2, 2, 2, 2, 2, 9, 9, 9, 9]);
//! # Ok(()) }
//! ```
//!
//! # Mandelbrot's set
//!
#![doc = include_str!("../../docs/gallery/mandelbrot.svg")]
//!
//! Every pixel is a loop of its own, whose number of steps depends on the pixel.
//!
//! ```
#![doc = include_str!("gallery/mandelbrot.rs")]
//! # fn main() -> onrush::Result<()> {
//! # let pixels = mandelbrot(&Device::best()?, 24, 32)?.to_vec()?;
//! # assert_eq!((pixels[0], pixels[12 * 32 + 20]), (2, 15));
//! # Ok(()) }
//! ```
//!
//! # A bifurcation diagram
//!
#![doc = include_str!("../../docs/gallery/bifurcation.svg")]
//!
//! The population `x` in a year is followed by `r x (1 - x)` in the next. With `r` growing to the right, it comes to rest
//! at one number, alternates between two, then four, and then never settles: R. M. May, *Simple Mathematical Models with
//! Very Complicated Dynamics*, 1976. The pixels count the orbits that end in them.
//!
//! ```
#![doc = include_str!("gallery/bifurcation.rs")]
//! # fn main() -> onrush::Result<()> {
//! # let counts = bifurcation(&Device::best()?, 20, 10)?;
//! # assert_eq!(counts.iter().sum()?, 400);
//! # Ok(()) }
//! ```
//!
//! # Nearest seeds
//!
#![doc = include_str!("../../docs/gallery/voronoi.svg")]
//!
//! A *Voronoi diagram* by *jump flooding*: G. Rong and T.-S. Tan, *Jump Flooding in GPU with Applications to Voronoi Diagram
//! and Distance Transform*, 2006. It takes log₂ of the side steps, and is wrong for few pixels.
//!
//! ```
#![doc = include_str!("gallery/voronoi.rs")]
//! # fn main() -> onrush::Result<()> {
//! # let seeds = Device::best()?.upload(&[[0, 0], [2, 3]])?;
//! # assert_eq!(voronoi(&seeds, 4)?.to_vec()?, [0, 0, 0, 1, 0, 0, 1, 1, 0, 1, 1, 1, 0, 1, 1, 1]);
//! # Ok(()) }
//! ```
//!
//! # A smoothed signal
//!
#![doc = include_str!("../../docs/gallery/filter.svg")]
//!
//! A noisy signal, and the output of a filter in which every number depends on the one before it: a
//! [linear recurrence](crate::guide::recipes#linear-recurrences).
//!
//! ```
#![doc = include_str!("gallery/filter.rs")]
//! # fn main() -> onrush::Result<()> {
//! # let x = Device::best()?.upload(&[4.0, 4.0, 0.0])?;
//! # assert_eq!(low_pass(&x, 0.5)?.to_vec()?, [2.0, 3.0, 1.5]);
//! # Ok(()) }
//! ```
