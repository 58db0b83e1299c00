//! A kernel of one's own: a histogram of a text's letters. Each block counts in its shared memory, which is much closer than the
//! GPU's memory, and adds its counts to the result at the end.
//!
//! It shows `Cuda::kernel`, vectors with checked indices, shared memory, barriers and atomics, and a chain before and after the
//! kernel. It runs on a GPU, or else on the emulated one, which a C++ compiler makes of this CPU.

// A launch is unsafe: the compiler can't check the kernel's text.
#![allow(unsafe_code)]

use onrush::prelude::*;
// With the feature `cuda` this is `onrush::Cuda`.
use onrush_cuda::Cuda;

const LETTERS: usize = 26;

const KERNEL: &str = r#"
DEVICE void count_letters(Elements<const u8> text, Elements<u32> counts) {
  SHARED_MEMORY(u32, mine, 26);
  for (u32 letter = thread(); letter < 26; letter += THREADS) mine[letter] = 0;
  sync_block();
  for (u64 i = thread_of_grid(); i < text.len(); i += threads_of_grid()) {
    u32 letter = text[i] - 'a';
    if (letter < 26) atomic_add(&mine[letter], 1);
  }
  sync_block();
  for (u32 letter = thread(); letter < 26; letter += THREADS) atomic_add(&counts[letter], mine[letter]);
}
"#;

/// A GPU, or else an emulated one.
fn gpu() -> Cuda {
    Cuda::new(0).unwrap_or_else(|reason| {
        println!("{reason}, so this is an emulated GPU");
        Cuda::emulated()
    })
}

fn main() -> onrush::Result<()> {
    let cuda = gpu();
    let text = "The quick brown fox jumps over the lazy dog. ".repeat(200);
    let bytes = cuda.upload(text.as_bytes())?;
    let lower = bytes.iter().map(op!(|c: u8| c.to_ascii_lowercase())).collect()?;

    let mut counts = cuda.filled(0u32, LETTERS)?;
    let kernel = cuda.kernel("count_letters", KERNEL);
    // SAFETY: the threads of a block share `mine`, which barriers and atomics guard, and change `counts` by atomics. All threads
    // reach both barriers.
    let launched = unsafe { kernel.launch(4, 128, (&lower, &mut counts)) };
    if let Err(error) = launched.as_ref()
        && error.to_string().contains("ONRUSH_CXX")
    {
        println!("there is neither a GPU nor a C++ compiler for an emulated one");
        return Ok(());
    }
    launched?;

    assert_eq!(counts.iter().sum()?, 35 * 200);
    let most = counts.iter().argmax()?.unwrap_or(0);
    for (letter, count) in ('a'..='z').zip(counts.to_vec()?) {
        println!("{letter} {count:5} {}", "█".repeat(count as usize / 20));
    }
    assert_eq!(most, usize::from(b'o' - b'a'));
    Ok(())
}
