//! The README's example, which has this file's text from the first `use` on.
#![allow(unsafe_code)]

use onrush::prelude::*;
use onrush_emulator::{Cuda, Emulator, FindingKind};

/// The sum of each block's numbers.
const SUMS: &str = "
DEVICE void sums(Elements<const u32> x, Elements<u32> out) {
  SHARED_MEMORY(u32, part, THREADS);
  part[thread()] = x[thread_of_grid()];
  sync_block();
  for (u32 d = THREADS / 2; d > 0; d /= 2) {
    if (thread() < d) part[thread()] += part[thread() + d];
    sync_block();
  }
  if (thread() == 0) out[block()] = part[0];
}";

/// Runs a kernel on the numbers from 0 to 255, in two blocks.
fn sums(cuda: &Cuda, text: &str) -> onrush::Result<Vec<u32>> {
    let x = cuda.range(0u32..256).collect()?;
    let mut out = cuda.filled(0u32, 2)?;
    // SAFETY: each thread writes its own part, and barriers stand between the steps.
    unsafe { cuda.kernel("sums", text).launch(2, 128, (&x, &mut out))? };
    out.to_vec()
}

#[test]
fn sums_are_right_under_200_schedules() -> onrush::Result<()> {
    let report = Emulator::new().schedules(200).run(|cuda| {
        assert_eq!(sums(cuda, SUMS)?, [127 * 64, 383 * 64]);
        Ok(())
    })?;
    report.assert_clean();
    Ok(())
}

#[test]
fn a_missing_barrier_is_found() -> onrush::Result<()> {
    // Lanes of one warp don't run in step either.
    let forgetful = SUMS.replace("    sync_block();\n  }", "  }");
    let report = Emulator::new().run(|cuda| sums(cuda, &forgetful).map(drop))?;
    let race = report.find(FindingKind::Race).expect("a race");
    assert!(race.message().contains("of `part` at sums.cu:7"), "{race}");
    Ok(())
}

/// The README shows this file, without this test.
#[test]
fn the_readme_has_the_example() {
    let (file, readme) = (include_str!("sums.rs"), include_str!("../README.md"));
    let example = file.split_once("\n\n").and_then(|(_, rest)| rest.split_once("\n/// The README shows"));
    let (example, _) = example.expect("the example stands between these lines");
    assert!(readme.contains(&format!("```rust\n{example}```")), "README.md has another example");
}
