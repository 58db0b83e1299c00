//! What the signposts say to write compiles.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;

use super::names::own;
use super::refused::compile;
use super::signposts::rows;

/// What the texts leave out, the longer first.
const MEANT: [(&str, &str); 33] = [
    (
        "partition(op!(…)).collect_into((&mut a, &mut b))",
        "partition(op!(|v: f32| v > 0.0)).collect_into((&mut values, &mut rest))",
    ),
    (
        "run_length_encode().collect_into((&mut items, &mut lengths))",
        "run_length_encode().collect_into((&mut values, &mut keys))",
    ),
    ("run_offsets().collect_into(&mut y)", "run_offsets().collect_into(&mut keys)"),
    (
        "index.iter().zip(&flags).map(op!(…))",
        "index.iter().zip(&flags).map(op!(|(i, keep): (usize, bool)| if keep { all[i] } else { 0.0 }))",
    ),
    (".collect_into((&mut a, &mut b))", ".zip(&y).collect_into((&mut values, &mut rest))"),
    ("range(0..n).collect_into(&mut x)", "range(0..n).collect_into(&mut positions)"),
    ("DeviceVec::with_capacity", "DeviceVec::<f32, _>::with_capacity"),
    ("enumerate().filter(op!(…))", "enumerate().filter(op!(|(_, v): (usize, f32)| v > 0.0))"),
    ("filter_map(op!(…))", "filter_map(op!(|v: f32| (v > 0.0).then_some(v)))"),
    ("filter(op!(…))", "filter(op!(|v: f32| v > 0.0))"),
    ("retain(op!(…))", "retain(op!(|v: f32| v > 0.0))"),
    ("position(op!(…))", "position(op!(|v: f32| v > 0.0))"),
    ("partition_point(op!(…))", "partition_point(op!(|v: f32| v > 0.0))"),
    ("partition(op!(…))", "partition(op!(|v: f32| v > 0.0))"),
    ("all(op!(…))", "all(op!(|v: f32| v > 0.0))"),
    ("any(op!(…))", "any(op!(|v: f32| v > 0.0))"),
    ("none(op!(…))", "none(op!(|v: f32| v > 0.0))"),
    ("run_offsets_by(op!(…))", "run_offsets_by::<u32, _, _>(op!(|a: f32, b: f32| a == b))"),
    ("flat_map(op!(…))", "flat_map(op!(|v: f32| [v, -v]))"),
    ("zip(&flags).map(op!(…))", "zip(&flags).map(op!(|(v, keep): (f32, bool)| if keep { v } else { 0.0 }))"),
    ("map(op!(…))", "map(op!(|v: f32| v + 1.0))"),
    ("sort_by_key(op!(…))", "sort_by_key(op!(|v: f32| -v))"),
    ("zip(y.iter_mut()).for_each(op!(…))", "zip(y.iter_mut()).for_each(op!(|(a, b): (&mut f32, &mut f32)| *a = *b))"),
    ("for_each(op!(…))", "for_each(op!(|v: &mut f32| *v = 1.0))"),
    ("reduce(init, op!(…))", "reduce(init, op!(|a: f32, b: f32| a + b))"),
    ("scan_inclusive(op!(…))", "scan_inclusive(op!(|a: f32, b: f32| a + b))"),
    ("scan_exclusive(init, op!(…))", "scan_exclusive(init, op!(|a: f32, b: f32| a + b))"),
    ("op!(|a: f32, b: f32| …)", "op!(|a: f32, b: f32| a + b)"),
    ("op!(|(a, b): (f32, f32)| …)", "op!(|(a, b): (f32, f32)| if a > 0.0 { a } else { b })"),
    ("op!(|v: &mut f32| …)", "op!(|v: &mut f32| *v = 1.0)"),
    ("op!(|i: usize| …)", "op!(|i: usize| i as f32)"),
    ("segments(…)", "segments(&offsets)"),
    (".transpose()", ".grid(rows, columns).transpose()"),
];

/// The variables of the texts.
const VARIABLES: &str = "
    let device = Cpu::new();
    let (mut x, mut y) = (device.upload(&[1.0f32])?, device.upload(&[1.0f32])?);
    let (mut a, mut b, mut keys) = (device.upload(&[1u32])?, device.upload(&[1u32])?, device.upload(&[1u32])?);
    let (mut values, values_of_a, values_of_b) = (x.try_clone()?, x.try_clone()?, x.try_clone()?);
    let (queries, sorted, edges, sums, lengths, mut rest) =
        (x.try_clone()?, x.try_clone()?, x.try_clone()?, x.try_clone()?, x.try_clone()?, x.try_clone()?);
    let (index, mut positions, flags) = (device.upload(&[0usize])?, device.upload(&[0usize])?, device.upload(&[true])?);
    let (mut offsets, mut counts, starts) = (device.upload(&[0usize])?, device.upload(&[0u64])?, device.upload(&[0usize])?);
    let (colours, mut items, mut ends) = (device.upload(&[[0.0f32; 3]])?, x.try_clone()?, device.upload(&[0usize])?);
    let (data, part, chain) = (vec![1.0f32], x.try_clone()?, values_of_a.iter());
    let (n, i, j, k, rows, columns, times, bins) = (1, 1, 1, 1, 1, 1, 1, 1);
    let all = values_of_a.view();
    let (low, high, init, value, v) = (0.0f32, 1.0f32, 0.0f32, 0.0f32, 0.0f32);
    let (before, by_key) = (op!(|p: u32, q: u32| p < q), op!(|p: (u32, f32), q: (u32, f32)| p.0 < q.0));
";

/// The code of a text's column as a statement; nothing if it is a name alone.
fn statement(column: usize, code: &str) -> Option<String> {
    if !code.contains('(') || code.starts_with('#') {
        return None;
    }
    let code = MEANT.iter().fold(code.to_owned(), |code, (text, meant)| code.replace(text, meant));
    if !code.starts_with('.') {
        return Some(code);
    }
    let first: String = code[1..].chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
    let vector = if code.contains("[f32; 3]") || code.contains("channels") {
        "colours"
    } else if [": u32|", "(u32, f32)", "histogram(bins)"].iter().any(|part| code.contains(part)) {
        "keys"
    } else {
        "x"
    };
    let of_chain = own("Chain").contains_key(&first);
    let of_vector = own("DeviceVec").contains_key(&first);
    Some(match column {
        2 if first.starts_with("sort_") => format!("{vector}.segments_mut(&offsets){code}"),
        2 if own("Segments").contains_key(&first) => format!("{vector}.iter().segments(&offsets){code}"),
        0 if of_chain && first == "for_each" => format!("{vector}.iter_mut(){code}"),
        0 if of_chain && code.contains("y.iter_mut()") => format!("{vector}.iter_mut(){code}"),
        0 if of_chain && code.contains("(u32, f32)") => format!("{vector}.iter().zip(&y){code}"),
        0 if of_chain => format!("{vector}.iter(){code}"),
        _ if of_vector || !of_chain => format!("{vector}{code}"),
        _ => format!("{vector}.iter(){code}"),
    })
}

#[test]
fn what_to_write_compiles() {
    let mut statements = BTreeSet::new();
    for row in rows() {
        for (column, text) in row.texts.iter().enumerate() {
            let codes = text.iter().flat_map(|text| text.split('`').skip(1).step_by(2));
            statements.extend(codes.filter_map(|code| statement(column, code)));
        }
    }
    let mut program = "#![allow(unused)]\nuse onrush::prelude::*;\nfn main() {}\n".to_owned();
    for (i, statement) in statements.iter().enumerate() {
        let end = if statement.starts_with("let ") { statement.clone() } else { format!("let _ = {statement};") };
        let variables = VARIABLES.split_whitespace().collect::<Vec<_>>().join(" ");
        writeln!(program, "fn f{i}() -> onrush::Result<()> {{ {variables} {end} Ok(()) }}").unwrap();
    }
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("texts.rs");
    std::fs::write(&file, program).unwrap();
    let messages = compile("texts", &BTreeMap::from([("texts".to_owned(), file)])).remove("texts").expect("a program");
    let wrong = messages.iter().filter(|message| message.is_error()).map(|message| {
        let statement = message.line().and_then(|line| statements.iter().nth(line as usize - 4));
        format!("{}: {}", statement.map_or("", |statement| statement), message.title())
    });
    let wrong: Vec<_> = wrong.collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
