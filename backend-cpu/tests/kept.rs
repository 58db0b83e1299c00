//! Memory that vectors leave serves the next ones, until it is released. This is the only test of its binary, since others
//! would take the memory.
#![cfg(target_os = "linux")]

use onrush_core::{Backend, Result};
use onrush_cpu::Cpu;

/// The process's memory in bytes, without pages that it doesn't have.
fn resident() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
    line.trim().trim_end_matches(" kB").parse::<usize>().unwrap() << 10
}

#[test]
fn vectors_reuse_memory_until_it_is_released() -> Result<()> {
    let cpu = Cpu::new();
    for len in [64 << 10, 1 << 20, 40 << 20] {
        let address = cpu.filled(1u8, len)?.view().as_ptr();
        let again = cpu.filled(2u8, len)?;
        assert_eq!(again.view().as_ptr(), address, "{len}");
    }
    // A part that was cut off is united with the rest.
    let mut long = cpu.filled(3u8, 100 << 20)?;
    let address = long.view().as_ptr();
    long.truncate(1000);
    long.shrink_to_fit()?;
    drop(long);
    let long = cpu.filled(4u8, 100 << 20)?;
    assert_eq!(long.view().as_ptr(), address);

    let before = resident();
    drop(long);
    cpu.release_memory()?;
    let after = resident();
    assert!(after + (90 << 20) < before, "{before} bytes became {after}");
    let long = cpu.filled(5u8, 100 << 20)?;
    assert_eq!(long.iter().count()?, 100 << 20);
    Ok(())
}
