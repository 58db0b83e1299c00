//! The rows of `benches/cpu_peers/terminals`: each answer must equal the loop's, and no terminal may be without a row.

mod facts;
#[path = "../benches/cpu_peers/terminals/mod.rs"]
mod terminals;

use std::collections::BTreeSet;

use terminals::Table;

#[test]
fn every_answer_is_the_loops_and_no_terminal_is_missing() -> onrush::Result<()> {
    let mut table = Table::default();
    for n in [1 << 4, 1 << 6, 1 << 12] {
        terminals::rows(&mut table, n)?;
    }
    let listed: BTreeSet<String> = facts::ALL
        .iter()
        .flat_map(|facts| facts.terminals.iter().map(|terminal| format!("{}.{terminal}", facts.name)))
        .collect();
    let missing: Vec<_> = listed.difference(&table.made).collect();
    let unknown: Vec<_> = table.made.difference(&listed).collect();
    assert!(missing.is_empty(), "benches/cpu_peers/terminals lacks rows of the terminals {missing:?}");
    assert!(unknown.is_empty(), "src/facts.rs lacks the terminals {unknown:?}");
    Ok(())
}
