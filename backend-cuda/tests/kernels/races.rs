//! Races in global memory, and between lanes: kernels that have one, which the emulated device finds, and right ones. All are
//! compiled as one program, since that takes longer than to run them.

use onrush_core::Backend;
use onrush_cuda::Cuda;

/// The beginning of kernels that work on blocks in turn: the block's turn, counted from 0. Blocks may start in any order.
const TURN: &str = "
DEVICE u32 turn(Elements<u32> words) {
  SHARED_MEMORY(u32, mine);
  if (thread() == 0) mine = atomic_add(&words[0], 1u);
  sync_block();
  u32 turn = mine;
  sync_block();
  return turn;
}
DEVICE void wait_for(u32* word, u32 value) {
  while (load_relaxed(word) != value && !panicked()) pause();
}
struct Wide { u64 a, b; };
";

/// The name of the kernel and its statements, with a race between the lines that end in `// one` and `// other`; and what the message
/// says else.
const RACES: &[(&str, &str, &str)] = &[
    (
        "neighbour",
        "no barrier stands between",
        "
  x[thread_of_grid()] = 1; // one
  u32 other = x[thread_of_grid() ^ 63]; // other
  if (other == 7) x[0] = other;",
    ),
    (
        "reversal",
        "no barrier stands between",
        "
  u32 before = x[block() * 64 + 63 - thread()]; // one
  x[thread_of_grid()] = before; // other",
    ),
    (
        "lanes",
        "no barrier stands between",
        "
  x[thread_of_grid()] = lane(); // one
  sync_warp(lane() < 16 ? 0x0000ffff : 0xffff0000);
  u32 other = x[thread_of_grid() ^ 16]; // other
  if (other == 70) x[0] = other;",
    ),
    (
        "a_shuffle_is_no_barrier",
        "no barrier stands between",
        "
  x[thread_of_grid()] = lane(); // one
  u32 sum = shuffle_xor(EVERY_LANE, lane(), 1);
  if (x[thread_of_grid() ^ 1] > sum + 64) x[200] = 0; // other",
    ),
    (
        "blocks",
        "of block",
        "
  x[thread()] = block(); // one other",
    ),
    (
        "count",
        "item 5 of `x` (argument 0)",
        "
  x[5] += 1; // one other",
    ),
    (
        "a_barrier_is_of_one_block",
        "no words with fences order the blocks",
        "
  x[thread_of_grid()] = 3; // one
  sync_block();
  u32 other = x[(thread_of_grid() + 64) % 192]; // other
  if (other == 70) words[7] = other;",
    ),
    (
        "plain_flag",
        "`words` (argument 1)",
        "
  u32 turn = ::turn(words);
  if (turn == 0 && thread() == 0) words[1] = 1; // one
  if (turn == 1 && words[1] == 7) x[0] = 1; // other",
    ),
    (
        "no_fence",
        "no words with fences order the blocks",
        "
  if (turn(words) == 0) {
    x[thread()] = 1; // one
    sync_block();
    if (thread() == 0) store_relaxed(&words[1], 1u);
  } else {
    if (thread() == 0) wait_for(&words[1], 1);
    fence_device();
    sync_block();
    if (x[thread()] == 7) x[70] = 1; // other
  }",
    ),
    (
        "fence_of_the_leader_alone",
        "no words with fences order the blocks",
        "
  if (turn(words) == 0) {
    x[thread()] = 1; // one
    if (thread() == 0) fence_device();
    sync_block();
    if (thread() == 0) store_relaxed(&words[1], 1u);
  } else {
    if (thread() == 0) wait_for(&words[1], 1);
    fence_device();
    sync_block();
    if (x[thread()] == 7) x[70] = 1; // other
  }",
    ),
    (
        "fence_of_the_block",
        "no words with fences order the blocks",
        "
  if (turn(words) == 0) {
    x[thread()] = 1; // one
    fence_block();
    sync_block();
    if (thread() == 0) store_relaxed(&words[1], 1u);
  } else {
    if (thread() == 0) wait_for(&words[1], 1);
    fence_device();
    sync_block();
    if (x[thread()] == 7) x[70] = 1; // other
  }",
    ),
    (
        "release_without_barrier",
        "no words with fences order the blocks",
        "
  if (turn(words) == 0) {
    x[thread()] = 1; // one
    if (thread() == 0) store_release(&words[1], 1u);
  } else {
    while (load_acquire(&words[1]) != 1 && !panicked()) pause();
    if (x[thread()] == 7) x[70] = 1; // other
  }",
    ),
    (
        "no_acquire",
        "no words with fences order the blocks",
        "
  if (turn(words) == 0) {
    x[thread()] = 1; // one
    sync_block();
    if (thread() == 0) store_release(&words[1], 1u);
  } else {
    wait_for(&words[1], 1);
    if (x[thread()] == 7) x[70] = 1; // other
  }",
    ),
    (
        "last_block_without_fence",
        "no words with fences order the blocks",
        "
  SHARED_MEMORY(bool, is_last);
  x[thread_of_grid()] = 1; // one
  sync_block();
  if (thread() == 0) is_last = atomic_add(&words[1], 1u) == blocks() - 1;
  sync_block();
  if (is_last && x[(thread_of_grid() + 64) % 192] == 7) x[0] = 1; // other",
    ),
    (
        "read_of_a_count",
        "`words` (argument 1)",
        "
  atomic_add(&words[1], 1u); // one
  sync_warp();
  if (words[1] == 1000) x[0] = 1; // other",
    ),
    (
        "part_of_an_item",
        "`x` (argument 0)",
        "
  if (thread_of_grid() == 0) x[1] = 0x01020304; // one
  u8* bytes = reinterpret_cast<u8*>(x.data());
  if (thread_of_grid() == 40) bytes[6] = 1; // other",
    ),
    (
        "start_of_a_flag",
        "`words` (argument 1)",
        "
  if (thread_of_grid() == 0) words[2] = 0; // one
  if (load_relaxed(&words[2]) == 7) x[0] = 1; // other",
    ),
    (
        "shared_halves",
        "of `tile`",
        "
  SHARED_MEMORY(u32, tile, 64);
  tile[thread()] = 1; // one
  sync_warp(lane() < 16 ? 0x0000ffff : 0xffff0000);
  tile[thread() ^ 16] = 2; // other",
    ),
    (
        "shared_last_without_fence",
        "of `tile`",
        "
  SHARED_MEMORY(u32, tile, 64); SHARED_MEMORY(u32, done);
  if (thread() == 0) done = 0;
  sync_block();
  tile[thread()] = 1; // one
  if (atomic_add(&done, 1u) == 63 && tile[0] == 7) x[0] = 1; // other",
    ),
];

/// Kernels without a race, by way of each kind of order.
const RIGHT: &[(&str, &str)] = &[
    (
        "barriers",
        "
  for (u32 round = 0; round < 3; round += 1) {
    u32 other = x[block() * 64 + 63 - thread()];
    sync_block();
    x[thread_of_grid()] = other + 1;
    sync_block();
  }",
    ),
    (
        "lanes_that_meet",
        "
  u32 half = lane() < 16 ? 0x0000ffff : 0xffff0000;
  x[thread_of_grid()] = lane();
  sync_warp(half);
  u32 other = x[thread_of_grid() ^ 1];
  sync_warp(half);
  x[thread_of_grid() ^ 2] = other;
  sync_warp();
  other = x[thread_of_grid() ^ 16];
  ASSERT(other == ((lane() ^ 16) ^ 3), \"another lane's\");",
    ),
    (
        "release_and_acquire",
        "
  if (turn(words) == 0) {
    x[thread()] = 1;
    sync_block();
    if (thread() == 0) store_release(&words[1], 1u);
  } else {
    while (load_acquire(&words[1]) != 1 && !panicked()) pause();
    ASSERT(x[63 - thread()] == 1, \"the first block's\");
  }",
    ),
    (
        "fences",
        "
  u32 turn = ::turn(words);
  if (turn == 0) {
    x[thread()] = 1;
    fence_device();
    sync_block();
    if (thread() == 0) store_relaxed(&words[1], 1u);
  } else {
    if (thread() == 0) wait_for(&words[1], turn);
    fence_device();
    sync_block();
    ASSERT(x[thread()] == turn, \"the block's before\");
    x[thread()] = turn + 1;
    sync_block();
    if (thread() == 0) fence_device(), store_relaxed(&words[1], turn + 1);
  }",
    ),
    // As CUDA's own guide has it: the last block finishes, and leaves the count as it was.
    (
        "last_block",
        "
  SHARED_MEMORY(bool, is_last);
  x[thread_of_grid()] = thread();
  sync_block();
  if (thread() == 0) {
    fence_device();
    is_last = atomic_add(&words[1], 1u) == blocks() - 1;
  }
  sync_block();
  if (!is_last) return;
  ASSERT(x[thread()] + x[64 + thread()] + x[128 + thread()] == 3 * thread(), \"all blocks'\");
  if (thread() == 0) words[1] = 0;",
    ),
    // Each thread for itself.
    (
        "last_thread",
        "
  x[thread_of_grid()] = 1;
  fence_device();
  if (atomic_add(&words[1], 1u) != threads_of_grid() - 1) return;
  fence_device();
  u32 sum = 0;
  for (u64 i = 0; i < threads_of_grid(); i += 1) sum += x[i];
  ASSERT(sum == threads_of_grid(), \"all threads'\");
  words[1] = 0;",
    ),
    // Look-back: sums that are published in words with their flag, and sums in plain memory behind a flag.
    (
        "look_back",
        "
  u32 turn = ::turn(words);
  u32 sum = block_reduce(x[turn * 64 + thread()], Sum());
  if (thread() == 0) {
    x[200 + turn] = sum;
    store_release(&words[4 + turn], 1u);
    u32 before = 0;
    for (u32 back = 0; back < turn; back += 1) {
      while (load_acquire(&words[4 + back]) == 0 && !panicked()) pause();
      before += x[200 + back];
    }
    store_relaxed(&words[8 + turn], (before + sum) << 1 | 1);
    for (u32 back = 0; back < turn; back += 1) {
      while ((load_relaxed(&words[8 + back]) & 1) == 0 && !panicked()) pause();
    }
    ASSERT(sum == 64 && before == 64 * turn, \"a prefix\");
  }",
    ),
    (
        "a_lock",
        "
  if (thread() % 16 == 0) {
    while (atomic_cas(&words[1], 0u, 1u) != 0 && !panicked()) pause();
    fence_device();
    x[0] += 1;
    fence_device();
    atomic_exchange(&words[1], 0u);
  }",
    ),
    (
        "atomics",
        "
  atomic_add(&x[0], 1u);
  for (u32 before = x[1], old;; before = old) {
    old = atomic_cas(&x[1], before, before + 2);
    if (old == before) break;
  }
  store_relaxed(&x[3], 1u);
  if (load_relaxed(&x[3]) > 1) x[4] = 1;",
    ),
    (
        "bytes",
        "
  u8* bytes = reinterpret_cast<u8*>(x.data());
  bytes[thread_of_grid()] = u8(lane());
  u16* halves = reinterpret_cast<u16*>(x.data() + 64);
  halves[thread_of_grid()] = u16(bytes[thread_of_grid()]);",
    ),
    (
        "vectors_of_words",
        "
  u32 four[4];
  if (thread() < 16) {
    x.load<4>(block() * 64 + thread() * 4, four);
    for (u32& one : four) one += 1;
    x.store<4>(block() * 64 + thread() * 4, four);
  }
  sync_block();
  ASSERT(x[thread_of_grid()] == 2, \"stored\");",
    ),
    (
        "shared_words",
        "
  SHARED_MEMORY(Wide, tile, 64); SHARED_MEMORY(u32, done);
  if (thread() == 0) done = 0;
  sync_block();
  tile[thread()] = Wide{thread(), 1};
  fence_block();
  if (atomic_add(&done, 1u) == 63) {
    fence_block();
    u64 sum = 0;
    for (u32 i = 0; i < 64; i += 1) sum += tile[i].a + tile[i].b;
    ASSERT(sum == 2016 + 64, \"all\");
    done = 0;
  }
  sync_block();
  if (warp() == 0) tile[lane()].a = shuffle_xor(EVERY_LANE, tile[lane()].a, 1);
  sync_block();
  ASSERT(tile[63 - thread()].b == 1, \"what was there\");",
    ),
];

/// The program of all kernels: which one runs is an argument.
fn text() -> String {
    let (mut text, mut cases) = (TURN.to_owned(), String::new());
    let right = RIGHT.iter().map(|(name, body)| (name, body));
    for (number, (name, body)) in RACES.iter().map(|(name, _, body)| (name, body)).chain(right).enumerate() {
        text += &format!("DEVICE void {name}(Elements<u32> x, Elements<u32> words) {{{body}\n}}\n");
        cases += &format!("  if (which == {number}) {name}(x, words);\n");
    }
    text + &format!("DEVICE void k(Elements<u32> x, Elements<u32> words, u32 which) {{\n{cases}}}\n")
}

/// Runs the kernel of this number in three blocks of 64 threads; the error's message, if there is one.
fn run(cuda: &Cuda, kernel: &onrush_cuda::Kernel, which: usize) -> Option<String> {
    let (mut x, mut words) = (cuda.filled(1u32, 256).unwrap(), cuda.filled(0u32, 16).unwrap());
    // SAFETY: the kernels use elements that exist, and the emulated device ends those that race.
    let launched = unsafe { kernel.launch(3, 64, (&mut x, &mut words, which as u32)) };
    launched.and_then(|()| cuda.synchronize()).err().map(|error| error.to_string())
}

/// Each race is found under most schedules, with both lines.
pub(crate) fn are_found(devices: &[Cuda]) {
    let text = text();
    let mut begin = 0;
    let kernels: Vec<_> = devices.iter().map(|cuda| cuda.kernel("k", &text)).collect();
    for (which, (name, says, _)) in RACES.iter().enumerate() {
        begin += text[begin..].find(&format!("DEVICE void {name}(")).unwrap();
        let body = &text[begin..begin + text[begin..].find("\n}").unwrap()];
        let first = text[..begin].lines().count();
        let line = |sign: &str| {
            let at = body.lines().position(|l| l.split("//").nth(1).is_some_and(|c| c.split(' ').any(|w| w == sign)));
            format!("k.cu:{}", first + 1 + at.unwrap())
        };
        let lines = [line("one"), line("other")];
        let found: Vec<String> =
            devices.iter().zip(&kernels).filter_map(|(cuda, kernel)| run(cuda, kernel, which)).collect();
        println!("{name}: {} of {}: {}", found.len(), devices.len(), found.first().map_or("", String::as_str));
        assert!(found.len() * 2 > devices.len(), "{name} is found under {} schedules", found.len());
        for error in &found {
            let is_named =
                error.contains("race: thread ") && error.contains(says) && lines.iter().all(|l| error.contains(l));
            assert!(is_named, "{name}: {error}\nwhere was expected: {says}, {lines:?}");
        }
    }
}

/// Right kernels have no findings under any schedule.
pub(crate) fn are_not_invented(cuda: &Cuda, text: &Text) {
    let kernel = cuda.kernel("k", &text.0);
    for (which, (name, _)) in RIGHT.iter().enumerate() {
        assert_eq!(run(cuda, &kernel, RACES.len() + which), None, "{name}");
    }
}

/// The program's text, made once.
pub(crate) struct Text(String);
impl Text {
    pub(crate) fn new() -> Self {
        Text(text())
    }
}
