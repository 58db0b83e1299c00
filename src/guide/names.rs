//! Names from std, rayon, itertools, CUB, CuPy and pandas, and what to write instead.
//!
//! What has the same name here isn't listed: `map`, `filter`, `zip`, `sum`, `sort`, `push` and others. A name below that a
//! program calls on a vector, a chain, or segments of one is an error, whose first line says what to write. The lines below are
//! those for a vector; a chain has no `.iter()` in front. [`thrust`](super::thrust) has Thrust's.
//!
//! A program's own traits may give methods of these names to chains and vectors: they come first.
//!
//! # std: iterators, slices and vectors
//!
#![doc = onrush_core::names_of_items!(names std)]
#![doc = onrush_core::names_of_results!(names std)]
#![doc = onrush_core::names_of_orders!(names std)]
#![doc = onrush_core::names_of_vectors!(names std)]
//!
//! # rayon
//!
#![doc = onrush_core::names_of_items!(names rayon)]
#![doc = onrush_core::names_of_results!(names rayon)]
#![doc = onrush_core::names_of_orders!(names rayon)]
#![doc = onrush_core::names_of_vectors!(names rayon)]
//!
//! # itertools
//!
#![doc = onrush_core::names_of_items!(names itertools)]
#![doc = onrush_core::names_of_results!(names itertools)]
#![doc = onrush_core::names_of_orders!(names itertools)]
#![doc = onrush_core::names_of_vectors!(names itertools)]
//!
//! # CUB
//!
#![doc = onrush_core::names_of_items!(names cub)]
#![doc = onrush_core::names_of_results!(names cub)]
#![doc = onrush_core::names_of_orders!(names cub)]
#![doc = onrush_core::names_of_vectors!(names cub)]
//!
//! # CuPy
//!
#![doc = onrush_core::names_of_items!(names cupy)]
#![doc = onrush_core::names_of_results!(names cupy)]
#![doc = onrush_core::names_of_orders!(names cupy)]
#![doc = onrush_core::names_of_vectors!(names cupy)]
//!
//! # pandas
//!
#![doc = onrush_core::names_of_items!(names pandas)]
#![doc = onrush_core::names_of_results!(names pandas)]
#![doc = onrush_core::names_of_orders!(names pandas)]
#![doc = onrush_core::names_of_vectors!(names pandas)]
