//! The cases of `benches/gpu`, run on the emulated device: each answer must equal the CPU's, and the list of rows must be
//! complete.

#[path = "../benches/gpu/cases/mod.rs"]
mod cases;
mod facts;

use std::error::Error;

use cases::table::{Both, Row, Table};
use onrush::prelude::*;
use onrush_cuda::Cuda;

const N: usize = 1 << 10;

/// A table that runs each case once; `None` if the emulated device has no compiler.
fn table(filter: &str) -> Option<Table> {
    let gpu = Cuda::emulated();
    if let Err(error) = gpu.filled(0u8, 1) {
        assert!(std::env::var_os("ONRUSH_REQUIRE_EMULATED").is_none(), "the emulated device is required: {error}");
        eprintln!("SKIPPED: {error}");
        return None;
    }
    let (cpu, filter) = (Cpu::new(), filter.to_owned());
    Some(Table { gpu, cpu, filter, checked: true, timed: false, copied: 0.0, rows: Vec::new() })
}

#[test]
fn every_answer_is_the_cpus_and_no_row_is_missing() -> Result<(), Box<dyn Error>> {
    let Some(mut table) = table("") else { return Ok(()) };
    cases::copy(&mut table, N)?;
    assert!(table.copied > 0.0);
    cases::all(&mut table, N)?;
    let others = || {
        cases::transfers::ROWS
            .iter()
            .chain(&cases::step::ROWS)
            .chain(&cases::solvers::ROWS)
            .chain(&cases::counted::ROWS)
            .chain(&cases::until_converged::ROWS)
    };
    let listed = || facts::ALL.iter().flat_map(|facts| facts.rows).chain(others());
    let missing: Vec<_> = listed().filter(|row| !table.rows.iter().any(|made| made == *row)).collect();
    let unknown: Vec<_> = table.rows.iter().filter(|made| !listed().any(|row| row == *made)).collect();
    assert!(missing.is_empty(), "benches/gpu/cases lacks rows of src/facts.rs: {missing:?}");
    assert!(unknown.is_empty(), "src/facts.rs lacks rows of benches/gpu/cases: {unknown:?}");
    assert_eq!(table.rows.len(), listed().count(), "a row comes twice");
    Ok(())
}

#[test]
fn a_wrong_answer_ends_it() -> Result<(), Box<dyn Error>> {
    let Some(mut table) = table("") else { return Ok(()) };
    let here = table.gpu.upload(&[0.0f32, 1.0])?;
    let mut answers = |filter: &str, cpu: Option<&[f32]>| -> Result<usize, Box<dyn Error>> {
        let cpu = cpu.map(|items| table.cpu.upload(items)).transpose()?;
        let (on, row) =
            (Both { gpu: &here, cpu }, || Row { algorithm: "a", types: "t", variant: "v", n: 2, bytes: 8.0 });
        (table.filter, table.rows) = (filter.into(), Vec::new());
        table.returns(row(), &on, |x| Ok((x.len(), x.try_clone()?)), |x| Ok((2, x.try_clone()?)))?;
        table.returns(row(), &on, |x| x.iter().max().map(|m| m.unwrap_or(0.0)), |x| Ok(x.to_vec()?[1]))?;
        let anew = (|x: &&DeviceVec<f32, Cuda>| x.try_clone(), |_: &&_, out: &mut DeviceVec<f32, Cuda>| out.sort());
        let there = (|x: &DeviceVec<f32, Cpu>| x.try_clone(), |_: &_, out: &mut DeviceVec<f32, Cpu>| out.sort());
        table.writes(row(), &on, true, anew, there)?;
        Ok(table.rows.len())
    };
    let mut error = |cpu: &[f32]| answers("", Some(cpu)).unwrap_err().to_string();
    assert_eq!(error(&[0.0, 2.0]), "wrong answer of a,t,2,v: element 1 is 1.0, not 2.0");
    assert_eq!(error(&[-0.0, 1.0]), "wrong answer of a,t,2,v: element 0 is 0.0, not -0.0");
    assert_eq!(error(&[0.0, 1.0, 2.0]), "wrong answer of a,t,2,v: 2 elements, not 3");
    assert_eq!(answers("", Some(&[0.0, 1.0]))?, 3);
    assert_eq!(answers("", None)?, 3, "unchecked");
    assert_eq!(answers("b", Some(&[5.0]))?, 0, "not wanted");
    Ok(())
}
