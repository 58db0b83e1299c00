//! The cases of the GPU benchmark, in a file per family of algorithms.
//!
//! A case is written once, for the GPU that is timed and for the CPU that computes the expected answer; there is no other
//! way to add one. Its inputs are made by [`both!`], on both devices.

/// Makes inputs on the GPU and, if answers are compared, on the CPU, from one expression.
macro_rules! both {
    ($table:expr, |$device:ident| $make:expr) => {{
        let gpu = {
            let $device = &$table.gpu;
            $make
        };
        let cpu = if $table.checked {
            let $device = &$table.cpu;
            Some($make)
        } else {
            None
        };
        $crate::cases::table::Both { gpu, cpu }
    }};
}

/// A row of the table:
///
/// - `returns call`: the call's result is the answer;
/// - `into out, call`: the call overwrites `out`, which is made once;
/// - `changes items, call`: the call changes `items`, which are made anew for each call.
macro_rules! case {
    ($table:expr, $on:expr, [$algorithm:expr, $types:expr, $variant:expr], $n:expr, $bytes:expr; returns $call:expr) => {
        $table.returns(case!(@$algorithm, $types, $variant, $n, $bytes), &$on, $call, $call)?
    };
    ($table:expr, $on:expr, [$algorithm:expr, $types:expr, $variant:expr], $n:expr, $bytes:expr; into $out:expr, $call:expr) => {
        $table.writes(case!(@$algorithm, $types, $variant, $n, $bytes), &$on, false, ($out, $call), ($out, $call))?
    };
    ($table:expr, $on:expr, [$algorithm:expr, $types:expr, $variant:expr], $n:expr, $bytes:expr; changes $items:expr, $call:expr) => {
        $table.writes(case!(@$algorithm, $types, $variant, $n, $bytes), &$on, true, ($items, $call), ($items, $call))?
    };
    (@$algorithm:expr, $types:expr, $variant:expr, $n:expr, $bytes:expr) => {
        $crate::cases::table::Row { algorithm: $algorithm, types: $types, variant: $variant, n: $n, bytes: $bytes }
    };
}

mod by_key;
pub(crate) mod counted;
mod fold;
mod groups;
mod heavy;
mod histogram;
mod inputs;
mod map;
mod matrix;
mod odd;
mod ordered;
mod random;
mod scatter_reduce;
mod segments;
mod select;
mod set_operation;
pub(crate) mod solvers;
mod sort;
pub(crate) mod step;
pub(crate) mod table;
pub(crate) mod transfers;
pub(crate) mod until_converged;

use std::error::Error;

use table::Table;

/// The row with which others are compared.
pub(crate) fn copy(table: &mut Table, n: usize) -> Result<(), Box<dyn Error>> {
    map::copy(table, n)
}

/// Every other row, at `n` items.
pub(crate) fn all(table: &mut Table, n: usize) -> Result<(), Box<dyn Error>> {
    let ordered = [
        scatter_reduce::cases,
        ordered::cases,
        set_operation::cases,
        matrix::cases,
        heavy::cases,
        random::cases,
        segments::cases,
        histogram::cases,
        groups::cases,
        odd::cases,
        transfers::cases,
        step::cases,
        solvers::cases,
        counted::cases,
        until_converged::cases,
    ];
    for family in [fold::cases, select::cases, sort::cases, by_key::cases, map::cases].into_iter().chain(ordered) {
        family(table, n)?;
    }
    by_key::runs(table, n)?;
    Ok(())
}
