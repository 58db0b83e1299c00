//! Matrices, segments and groups: chains in parts.
//!
//! # Matrices
//!
//! A matrix is a vector whose items lie row by row. [`grid`](crate::Chain::grid) says how many rows and columns there are; it
//! moves nothing. [`Backend::grid`](crate::Backend::grid) is the chain of the positions `(row, column)`, which costs no
//! division for each item, and [`enumerate_2d`](crate::Chain::enumerate_2d) puts them beside the items:
//!
//! ```
//! use onrush::prelude::*;
//!
//! # fn main() -> onrush::Result<()> {
//! let device = Device::best()?;
//! let x = device.upload(&[1.0f32, 2.0, 3.0, 4.0, 5.0, 6.0])?;
//! let (rows, columns) = (2, 3);
//! // The upper triangle, in rows again
//! let upper = x.iter().grid(rows, columns).enumerate_2d().map(op!(|((row, column), v): ((usize, usize), f32)| {
//!     if row <= column { v } else { 0.0 }
//! }));
//! assert_eq!(upper.clone().collect()?.to_vec()?, [1.0, 2.0, 3.0, 0.0, 5.0, 6.0]);
//! assert_eq!(upper.clone().rows().sum().collect()?.to_vec()?, [6.0, 11.0]);
//! assert_eq!(upper.columns().sum().collect()?.to_vec()?, [1.0, 7.0, 9.0]);
//! // A table of distances between points, from nothing but their positions
//! let (a, b) = (device.upload(&[0.0f32, 3.0])?, device.upload(&[1.0f32, 2.0, 4.0])?);
//! let (from, to) = (a.view(), b.view());
//! let distances = device.grid(a.len(), b.len()).map(op!(|(i, j): (usize, usize)| (from[i] - to[j]).abs()));
//! assert_eq!(distances.rows().argmin().collect()?.to_vec()?, [0, 1]); // the nearest point of `b` for each of `a`
//! # Ok(()) }
//! ```
//!
//! `zip` makes a plain chain of pairs, so `grid` follows it where rows and columns are needed again; `map` keeps them. Rows, columns,
//! segments and groups have `mean`, `variance`, `sample_variance`, `minmax` and `count_if`, as chains have, each with the bits of a vector of that
//! part alone:
//!
//! ```
//! # use onrush::prelude::*;
//! # fn main() -> onrush::Result<()> {
//! # let device = Device::best()?;
//! let x = device.upload(&[1.0f32, 2.0, 3.0, 4.0, 8.0, 6.0])?;
//! let matrix = || x.iter().grid(2, 3);
//! assert_eq!(matrix().rows().mean().collect()?.to_vec()?, [2.0, 6.0]);
//! assert_eq!(matrix().columns().variance().collect()?.to_vec()?, [2.25, 9.0, 2.25]);
//! let (least, most) = matrix().rows().minmax().collect()?;
//! assert_eq!((least.to_vec()?, most.to_vec()?), (vec![1.0, 4.0], vec![3.0, 8.0]));
//! assert_eq!(matrix().columns().count_if(op!(|v: f32| v > 2.0)).collect()?.to_vec()?, [1, 1, 2]);
//! # Ok(()) }
//! ```
//!
//! # Offsets, lengths and starts
//!
//! [`segments`](crate::Chain::segments) of unequal lengths begin and end at offsets: `n` segments have `n + 1` of them, as the
//! rows of a sparse matrix have. [`offsets`](crate::Chain::offsets) makes them of lengths, as integers of the type that is asked for:
//!
//! ```
//! # use onrush::prelude::*;
//! # fn main() -> onrush::Result<()> {
//! # let device = Device::best()?;
//! let x = device.upload(&[1.0f32, 2.0, 3.0, 4.0, 5.0, 6.0])?;
//! let offsets = device.upload(&[3u8, 1, 2])?.iter().offsets::<u32>().collect()?;
//! assert_eq!(offsets.to_vec()?, [0, 3, 4, 6]);
//! assert_eq!(x.iter().segments(&offsets).sum().collect()?.to_vec()?, [6.0, 4.0, 11.0]);
//! // and lengths are the differences of offsets
//! let lengths = offsets.iter().windows::<2>().map(op!(|w: [u32; 2]| w[1] - w[0]));
//! assert_eq!(lengths.collect()?.to_vec()?, [3, 1, 2]);
//! # Ok(()) }
//! ```
//!
//! Starts of segments, which numpy's `reduceat` takes, are offsets without the last one; the length is to be pushed behind them. The
//! items before the first offset and behind the last one belong to no segment, and [`covered`](crate::Segments::covered) says which
//! ones do:
//!
//! ```
//! # use onrush::prelude::*;
//! # fn main() -> onrush::Result<()> {
//! # let device = Device::best()?;
//! let x = device.upload(&[1.0f32, 2.0, 3.0, 4.0, 5.0, 6.0])?;
//! let mut offsets = device.upload(&[0u32, 3, 4])?; // starts
//! assert_eq!(x.iter().segments(&offsets).covered()?, 0..4);
//! offsets.push(x.len() as u32)?;
//! assert_eq!(x.iter().segments(&offsets).covered()?, 0..6);
//! assert_eq!(x.iter().segments(&offsets).sum().collect()?.to_vec()?, [6.0, 4.0, 11.0]);
//! # Ok(()) }
//! ```
//!
//! Runs of equal keys have offsets, too: [`run_offsets`](crate::Chain::run_offsets). Of unsorted keys,
//! [`groups`](crate::Chain::groups) makes parts.
//!
//! # Segments twice
//!
//! A terminal consumes its segments. A closure makes them anew for each terminal, and costs nothing: chains are descriptions.
//! Segments can be cloned, too, if the chain's parts can.
//!
//! ```
//! # use onrush::prelude::*;
//! # fn main() -> onrush::Result<()> {
//! # let device = Device::best()?;
//! let x = device.upload(&[3.0f32, 4.0, 6.0, 8.0, 0.0])?;
//! let offsets = device.upload(&[0u32, 2, 5])?;
//! let squares = || x.iter().map(op!(|v: f32| v * v)).segments(&offsets);
//! let (norms, largest) = (squares().sum().collect()?, squares().max().collect()?);
//! assert_eq!((norms.to_vec()?, largest.to_vec()?), (vec![25.0, 100.0], vec![16.0, 64.0]));
//! // Each item by its segment's norm: the norms, repeated by the lengths
//! let lengths = offsets.iter().windows::<2>().map(op!(|w: [u32; 2]| w[1] - w[0]));
//! let by_item = norms.iter().repeat(lengths).collect()?;
//! let unit = x.iter().zip(&by_item).map(op!(|(v, n): (f32, f32)| v / n.sqrt()));
//! assert_eq!(unit.collect()?.to_vec()?, [0.6, 0.8, 0.6, 0.8, 0.0]);
//! # Ok(()) }
//! ```
