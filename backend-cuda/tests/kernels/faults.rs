//! Kernels with a fault each, which the emulated device names with its line, and right ones, with which it is silent.

use onrush_core::Backend;
use onrush_cuda::Cuda;

/// Runs the kernel `k` on 128 elements in two blocks of 64 threads; the error's message, if there is one.
fn run(cuda: &Cuda, text: &str) -> Option<String> {
    let mut x = cuda.upload(&[1u32; 128]).unwrap();
    let kernel = cuda.kernel("k", text);
    // SAFETY: the kernels use the block's shared memory, whose accesses the emulated device watches, and elements that exist.
    let launched = unsafe { kernel.launch_with_shared(2, 64, 256, (&mut x,)) };
    launched.and_then(|()| cuda.synchronize()).err().map(|error| error.to_string())
}

/// The finding, how its message goes on, and the kernel, mostly with the fault on its fourth line.
const FAULTS: &[(&[&str], &str, &str)] = &[
    // A neighbour's element, without a barrier.
    (
        &["race: ", "uninitialised: "],
        "of `tile` at k.cu:4",
        "DEVICE void k(u32* x) {
           SHARED_MEMORY(u32, tile, 64);
           tile[thread()] = thread();
           x[thread_of_grid()] = tile[63 - thread()];
         }",
    ),
    // The element is overwritten while others may still read it.
    (
        &["race: "],
        "of `tile` at k.cu:",
        "DEVICE void k(u32* x) { SHARED_MEMORY(u32, tile, 64); for (u32 i = 0; i < 3; i += 1) {
           tile[thread()] = i; sync_block();
           u32
           other = tile[thread() ^ 32];
           x[thread_of_grid()] = other; }
         }",
    ),
    // A tree whose levels have no barrier between them.
    (
        &["race: "],
        "of `s` at k.cu:4; thread ",
        "DEVICE void k(u32* x) {
           SHARED_MEMORY(u32, s, 64); s[thread()] = 1; sync_block();
           for (u32 d = 32; d > 0; d /= 2) if (thread() < d)
             s[thread()] += s[thread() + d];
         }",
    ),
    // Lanes that rely on their warp to run in step.
    (
        &["race: "],
        "it at k.cu:4, and no barrier stands between",
        "DEVICE void k(u32* x) {
           SHARED_MEMORY(u32, s, 64); s[thread()] = 1; sync_block();
           if (warp() == 0) for (u32 d = 16; d > 0; d /= 2) {
             s[thread()] += s[thread() + d]; }
         }",
    ),
    // A sum without an atomic.
    (
        &["race: "],
        "element 0 of `sum` at k.cu:4; thread ",
        "DEVICE void k(u32* x) {
           SHARED_MEMORY(u32, sum); if (thread() == 0) sum = 0;
           sync_block();
           sum += 1;
         }",
    ),
    // Another variable's barrier is forgotten after the start value.
    (
        &["race: ", "uninitialised: "],
        "element 0 of `sum` at k.cu:",
        "DEVICE void k(u32* x) {
           SHARED_MEMORY(u32, sum);
           if (thread() == 0) sum = 0;
           atomic_add(&sum, 1u);
         }",
    ),
    (
        &["uninitialised: "],
        "of `counts` at k.cu:4",
        "DEVICE void k(u32* x) {
           SHARED_MEMORY(u32, counts, 8);

           atomic_add(&counts[thread() % 8], 1u);
         }",
    ),
    (
        &["uninitialised: "],
        "reads element 0 of `wide` at k.cu:4",
        "DEVICE void k(u32* x) {
           SHARED_MEMORY(f64, wide, 2); wide[1] = 1;

           x[0] = u32(wide[0]);
         }",
    ),
    // A word of eight bytes that begins in a vector and ends behind it.
    (
        &["out of bounds: thread 0 of block 0 writes item 127 of `x` (argument 0) at k.cu:3", "race: "],
        "k.cu:3",
        "DEVICE void k(Elements<u32> x) {
           if (thread_of_grid() != 0) return; u8* end = reinterpret_cast<u8*>(x.data() + 127);
           *reinterpret_cast<u64*>(end) = 1;
         }",
    ),
    (
        &["out of bounds: thread 63 of "],
        "writes element 64 of `tile` at k.cu:4",
        "DEVICE void k(u32* x) {
           SHARED_MEMORY(u8, tile, 64); SHARED_MEMORY(u8, other, 64);
           other[thread()] = 1;
           tile[thread() + 1] = 2;
         }",
    ),
    (
        &["out of bounds: thread 63 of "],
        "writes byte 256 of `dynamic_shared` at k.cu:4",
        "DEVICE void k(u32* x) {
           Elements<u32> all = dynamic_shared<u32>();

           all.data()[thread() + 1] = 2;
         }",
    ),
    (
        &["an operation panicked at k.cu:4:1: "],
        "index out of bounds: the len is 64 but the index is 64",
        "DEVICE void k(u32* x) {
           Elements<u32> all = dynamic_shared<u32>();

           all[thread() + 1] = 2;
         }",
    ),
    (
        &["store_relaxed or store_release: "],
        "the word is in shared memory",
        "DEVICE void k(u32* x) { SHARED_MEMORY(u32, word); store_relaxed(&word, 1u); }",
    ),
    (
        &["divergence"],
        "k.cu:4",
        "DEVICE void k(u32* x) {

           if (thread() < 40)
             sync_block();
         }",
    ),
    (
        &["is not in its own mask"],
        "k.cu:4",
        "DEVICE void k(u32* x) {


           x[thread_of_grid()] = shuffle(0xffff, thread(), 0);
         }",
    ),
    (
        &["deadlock"],
        "no thread writes",
        "DEVICE void k(u32* x) { while (load_acquire(x) == 1 + thread()) pause(); while (load_acquire(x) != 7) pause(); }",
    ),
    (
        &["the kernel's variables "],
        "take more than 49152 bytes of shared memory",
        "DEVICE void k(u32* x) { SHARED_MEMORY(u64, a, 6000); SHARED_MEMORY(u64, b, 145); a[0] = b[0] = 1; }",
    ),
];

/// Kernels without faults, by way of each kind of order.
const RIGHT: &[&str] = &[
    // Barriers: a tile that is used again, and a tree.
    "DEVICE void k(u32* x) {
       SHARED_MEMORY(u32, tile, 2, 33); SHARED_MEMORY(u32, s, 64);
       for (u32 i = 0; i < 3; i += 1) {
         tile[warp()][lane()] = x[thread_of_grid()]; sync_block();
         u32 other = tile[1 - warp()][31 - lane()]; sync_block();
         x[thread_of_grid()] = other + 1;
       }
       s[thread()] = x[thread_of_grid()]; sync_block();
       for (u32 d = 32; d > 0; d /= 2) { if (thread() < d) s[thread()] += s[thread() + d]; sync_block(); }
       ASSERT(s[0] == 64 * 4, \"a sum\");
       u32 all = block_reduce(1u, Sum()), before = block_scan_exclusive(1u, 0, Sum());
       ASSERT(all == 64 && before == thread(), \"the words' own memory\");
     }",
    // Lanes that meet: sync_warp.
    "DEVICE void k(u32* x) {
       SHARED_MEMORY(u32, s, 64); s[thread()] = 1; sync_warp();
       for (u32 d = 16; d > 0; d /= 2) {
         u32 sum = s[thread()] + (lane() < d ? s[thread() + d] : 0); sync_warp();
         if (lane() < d) s[thread()] = sum;
         sync_warp();
       }
       if (lane() == 0) x[thread_of_grid()] = s[thread()];
     }",
    // Atomics: counts, and the last thread to come, which sees what the others wrote before their fences.
    "struct Part { u8 a; u32 b; };
     DEVICE void k(u32* x) {
       SHARED_MEMORY(u32, counts, 4); SHARED_MEMORY(u32, done); SHARED_MEMORY(Part, parts, 64);
       if (thread() < 4) counts[thread()] = 0;
       if (thread() == 0) done = 0;
       sync_block();
       atomic_add(&counts[thread() % 4], 1u);
       parts[thread()] = Part{u8(1), thread()};
       fence_block();
       if (atomic_add(&done, 1u) == 63) {
         fence_block();
         u32 sum = 0;
         for (u32 i = 0; i < 64; i += 1) { Part part = parts[i]; sum += part.a + part.b; }
         ASSERT(sum == 64 + 2016, \"all parts\");
         done = 0;
       }
       sync_block();
       ASSERT(counts[thread() % 4] == 16 && done == 0, \"all counts\");
       Elements<u32> chosen = dynamic_shared<u32>();
       chosen[thread()] = thread(); sync_block();
       ASSERT(chosen[63 - thread()] == 63 - thread(), \"a reversal\");
     }",
];

/// Each fault is found under some of a few schedules, and named.
pub(crate) fn are_named(devices: &[Cuda]) {
    for (kinds, place, text) in FAULTS {
        let found: Vec<String> = devices.iter().filter_map(|cuda| run(cuda, text)).collect();
        assert!(!found.is_empty(), "no schedule finds {kinds:?} {place}");
        for error in &found {
            // Of a fault that has several findings, the first one depends on the schedule.
            let is_named = kinds.iter().any(|kind| error.contains(kind)) && error.contains(place);
            assert!(is_named, "{error}\nwhere was expected: {kinds:?} {place}");
        }
    }
}

/// Right kernels have no findings under any schedule.
pub(crate) fn are_not_invented(cuda: &Cuda) {
    for text in RIGHT {
        assert_eq!(run(cuda, text), None);
    }
    // A wide load that crosses the end of a part, but not that of the whole.
    let text = "DEVICE void k(Elements<const u32> part, Elements<const u32> whole, Elements<u32> out) {
        u32 four[4];
        whole.load<4>(8, four);
        if (thread() == 0) out[0] = four[3] + part[0];
      }";
    let (x, mut out) = (cuda.range(0u32..32).collect().unwrap(), cuda.filled(0u32, 1).unwrap());
    // SAFETY: one thread writes.
    unsafe { cuda.kernel("k", text).launch(1, 32, (x.slice(..10).unwrap(), &x, &mut out)) }.unwrap();
    assert_eq!(out.to_vec().unwrap(), [11]);
}
