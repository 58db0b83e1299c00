//! The rows of `benches/terminals`: each answer must equal the loop's, and no terminal may be without a row.

mod facts;
#[path = "../benches/terminals/mod.rs"]
mod terminals;

use std::collections::BTreeSet;

use onrush::prelude::*;
use terminals::Table;

#[test]
fn every_answer_is_the_loops_and_no_terminal_is_missing() -> onrush::Result<()> {
    let (mut table, cpu) = (Table::default(), Cpu::new());
    for n in [1 << 4, 1 << 6, 1 << 12] {
        terminals::rows(&mut table, &cpu, n)?;
    }
    let listed: BTreeSet<String> = facts::ALL
        .iter()
        .flat_map(|facts| facts.terminals.iter().map(|terminal| format!("{}.{terminal}", facts.name)))
        .collect();
    let missing: Vec<_> = listed.difference(&table.made).collect();
    let unknown: Vec<_> = table.made.difference(&listed).collect();
    assert!(missing.is_empty(), "benches/terminals lacks rows of the terminals {missing:?}");
    assert!(unknown.is_empty(), "src/facts.rs lacks the terminals {unknown:?}");
    Ok(())
}

#[test]
fn costs_say_what_a_call_reads() {
    let of = |name: &str| match name {
        "n" => Some(10.0),
        "r" | "key" => Some(4.0),
        "value" => Some(8.0),
        "offsets" => Some(3.0),
        _ => None,
    };
    let read = |name: &str| {
        let (algorithm, terminal) = name.split_once('.').unwrap_or_default();
        facts::Facts::of(algorithm).reads(terminal, &of)
    };
    assert_eq!(read("reduce.sum"), Some(40.0));
    assert_eq!(read("scan_by_key.scan_by_key_inclusive"), Some(120.0));
    assert_eq!(read("segmented_reduce.sum"), Some(43.0));
    assert_eq!(read("segmented_reduce.mean"), Some(46.0));
    assert_eq!(read("histogram.bincount"), Some(80.0));
    for unbounded in
        ["reduce.lower_bound", "reduce.binary_search_by", "find.position", "sort.sort", "reduce_by_key.mean"]
    {
        assert_eq!(read(unbounded), None, "{unbounded}");
    }
}
