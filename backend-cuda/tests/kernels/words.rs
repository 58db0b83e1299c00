//! The words of kernels, and what each must do on every machine.
#![allow(dead_code)]

use onrush_core::Backend;
use onrush_cuda::Cuda;

pub(crate) const WORDS: &str = include_str!("words.cu");

/// The text of the program.
pub(crate) fn source(cuda: &Cuda) -> String {
    let vectors = (cuda.filled(0u64, 1), cuda.filled(0i32, 1), cuda.filled(0u32, 1), cuda.filled(0i64, 1));
    let (mut all, mut i32s, mut u32s, mut i64s) =
        (vectors.0.unwrap(), vectors.1.unwrap(), vectors.2.unwrap(), vectors.3.unwrap());
    let (mut u64s, mut f32s, mut f64s) =
        (cuda.filled(0u64, 1).unwrap(), cuda.filled(0.0f32, 1).unwrap(), cuda.filled(0.0f64, 1).unwrap());
    let arguments = (&mut all, &mut i32s, &mut u32s, &mut i64s, &mut u64s, &mut f32s, &mut f64s);
    cuda.kernel("words", WORDS).source(96, &arguments)
}

/// Every word does what it should.
pub(crate) fn speaks(cuda: &Cuda) {
    const BLOCKS: usize = 2;
    let kernel = cuda.kernel("words", WORDS);
    let mut all = cuda.filled(0u64, BLOCKS * 96 * 40).unwrap();
    let cells = [0i8, 0, 127, 0, -1, 0, 0, 0];
    let mut i32s = cuda.upload(&cells.map(i32::from)).unwrap();
    let mut u32s = cuda.upload(&cells.map(|c| i32::from(c).cast_unsigned())).unwrap();
    let mut i64s = cuda.upload(&cells.map(i64::from)).unwrap();
    let mut u64s = cuda.upload(&cells.map(|c| i64::from(c).cast_unsigned())).unwrap();
    let (mut f32s, mut f64s) = (cuda.filled(0.0f32, 2).unwrap(), cuda.filled(0.0f64, 2).unwrap());
    let arguments = (&mut all, &mut i32s, &mut u32s, &mut i64s, &mut u64s, &mut f32s, &mut f64s);
    // SAFETY: each thread writes its own 40 words, and changes the others by atomics.
    unsafe { kernel.launch_with_shared(BLOCKS, 96, 96 * 8, arguments) }.unwrap();
    let all = all.to_vec().unwrap();
    for (thread, got) in all.chunks_exact(40).enumerate() {
        let (block, i) = ((thread / 96) as u64, (thread % 96) as u64);
        let (l, w, base) = (i % 32, i / 32, i / 32 * 32);
        let lanes = |has: &dyn Fn(u64) -> bool| (0..32).filter(|k| has(*k)).map(|k| 1u64 << k).sum::<u64>();
        let (i32, first) = (i as u32, if i == 0 { 0 } else { u64::from(i.trailing_zeros()) + 1 });
        let bits = u64::from(i32.count_ones()) + 100 * u64::from(i32.leading_zeros()) + 10_000 * first;
        let wide = if first == 0 { 0 } else { 32 + first };
        let wide_bits = u64::from(i32.count_ones()) + 100 * u64::from(i.leading_zeros()) + 10_000 * wide;
        let expected = [
            block * 1000 + 200 + 96 + 192 * 100_000,
            w * 100 + l + 960_000,
            2 * (base + (l + 1) % 32),
            if l < 3 { i } else { i - 3 },
            if l > 26 { i } else { i + 5 },
            base + (l ^ 9),
            (l & !7) + 2,
            if l % 8 < 3 { l } else { l - 3 },
            if l % 4 == 3 { l } else { l + 1 },
            l ^ 8,
            lanes(&|k| k % 3 == 0),
            u64::from(w == 1) * 2 + u64::from(w == 2),
            lanes(&|k| k / 5 == l / 5),
            lanes(&|k| k % 3 == l % 3),
            0xffff_ffff,
            0,
            7,
            48,
            (base..base + 32).sum::<u64>() + 100_000 * base,
            i,
            1000 + (base..i).sum::<u64>(),
            9500 + 960_000,
            (0..=i).sum(),
            5 + i,
            (2 - w) * 32 + 31 - l + 99_000,
            (95 - i) * (95 - i) + 9_600_000,
            bits,
            wide_bits,
            bits,
            bits,
            1,
            7680 + 1_000_000,
        ];
        assert_eq!(got[..32], expected, "thread {thread}");
        assert_eq!(got[32..36], got[..4], "thread {thread}");
    }
    let all_bits: i32 = i32::MAX;
    assert_eq!(i32s.to_vec().unwrap(), [9120, 95, 0, all_bits, !all_bits, 0, 7, 576]);
    let u32s_expected = [9120, 95, 0, all_bits, !all_bits, 0, 7, 576].map(i32::cast_unsigned);
    // The smallest number without a sign is 0, too.
    assert_eq!(u32s.to_vec().unwrap(), u32s_expected);
    assert_eq!(i64s.to_vec().unwrap(), [9120, 95, 0, all_bits, !all_bits, 0, 7, 576].map(i64::from));
    let expected = [9120, 95, 0, all_bits, !all_bits, 0, 7, 576].map(|c| i64::from(c).cast_unsigned());
    assert_eq!(u64s.to_vec().unwrap(), expected);
    assert_eq!((f32s.to_vec().unwrap(), f64s.to_vec().unwrap()), (vec![96.0, 7.0], vec![48.0, 8.0]));
}
