//! A call of every terminal, in [`rows`], and what the calls get, in [`given`]. The tests of this crate try each of them: with every
//! kind of fault (`blamed`), and with each allocation refused in turn (`refused`).
//!
//! Other lists of calls hold what these rows can't: `tests/programs/cases.rs` has item types, for which programs are compiled;
//! `benches/terminals` has the loops that a person would write, and `benches/gpu/cases` the rows of Thrust's table;
//! `backend-cuda/tests/gpu/large.rs` has answers that arithmetic gives, for inputs that no other machine could check;
//! `tests/hostile/allocation.rs` refuses each allocation of the emulated device, also of pinned copies.

mod answer;
pub mod given;
pub mod rows;

pub use answer::{answering, is_answering, unread};
pub use given::{Fault, Given};
pub use rows::Row;
