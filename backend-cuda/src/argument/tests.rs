use std::panic::Location;

use onrush_core::Result;
use onrush_core::lower::Piece;

use super::{NumberStruct, Numbers};
use crate::Cuda;
use crate::codegen::Entry;
use crate::program::BuiltinKernel;
use crate::workspace::{Best, States, Tag, Tickets};

/// Whether the emulated device's compiler is here. A test that needs it and skips says so, and fails where
/// `ONRUSH_REQUIRE_EMULATED=1`.
fn emulated() -> Option<Cuda> {
    let found = std::process::Command::new(std::env::var_os("ONRUSH_CXX").unwrap_or_else(|| "c++".into()))
        .arg("--version")
        .output();
    if let Err(error) = &found {
        assert!(std::env::var_os("ONRUSH_REQUIRE_EMULATED").is_none(), "the emulated device is required: {error}");
        eprintln!("SKIPPED: {error}");
    }
    found.is_ok().then(Cuda::emulated)
}

const PIECES: &[Piece] = &[Piece {
    name: "test.cuh",
    text: "struct Base {\n\
             static constexpr u32 threads = THREADS, min_blocks = 1, state_words = 3, rows = 4;\n\
             struct Shared {};\n\
           };\n\
           struct Counters : Base { DEVICE static void run(Tickets, Best) {} };\n\
           struct Stating : Base { DEVICE static void run(States states, Tag tag) { states[block() * 3] = tag; } };\n\
           struct Pair32 { u32 a, b; };\n\
           struct Pairing : Base { DEVICE static void run(Pair32) {} };\n",
}];

/// `Arguments: "CppKernel"`, then the words of states and the rows that the host expects, if it does.
macro_rules! kernel {
    ($name:ident: $kernel:literal $(, state_words = $words:literal)? $(, rows = $rows:literal)?) => {
        impl BuiltinKernel for $name {
            const PIECES: &'static [Piece] = PIECES;
            const THREADS: usize = 32;
            $(fn state_words(_: u32) -> usize {
                $words
            })?
            fn describe(_: u32, _entry: &mut Entry) -> String {
                $(_entry.assert("Kernel::rows", $rows);)?
                $kernel.into()
            }
        }
    };
}

arguments! { InOrder<> { tickets: Tickets, best: Best, } }
kernel!(InOrder: "Counters", rows = 4);

arguments! { OutOfOrder<> { best: Best, tickets: Tickets, } }
kernel!(OutOfOrder: "Counters");

arguments! { TooFew<> { tickets: Tickets, } }
kernel!(TooFew: "Counters");

arguments! { OtherConstant<> { tickets: Tickets, best: Best, } }
kernel!(OtherConstant: "Counters", rows = 5);

arguments! { Stating<> { states: States, tag: Tag, } }
kernel!(Stating: "Stating", state_words = 3);

arguments! { OtherWords<> { states: States, tag: Tag, } }
kernel!(OtherWords: "Stating", state_words = 2);

struct Two;
impl NumberStruct for Two {
    const TYPE: &'static str = "Pair32";
    const FIELDS: &'static [&'static str] = &["a", "b"];
    fn values(&self) -> impl IntoIterator<Item = u64> {
        [1, 2]
    }
}
arguments! { OtherLayout<> { pair: Numbers<Two>, } }
kernel!(OtherLayout: "Pairing");

#[test]
fn what_host_and_kernel_disagree_about_is_not_compiled() {
    let Some(cuda) = emulated() else { return };
    fn refused<K: BuiltinKernel>(cuda: &Cuda, why: &str) {
        let error = cuda.program::<K>(0).expect_err("the program is wrong").to_string();
        assert!(error.contains(why), "{error}");
    }
    cuda.program::<InOrder>(0).unwrap_or_else(|error| panic!("{error}"));
    refused::<OutOfOrder>(&cuda, "Tickets");
    refused::<TooFew>(&cuda, "Counters::run");
    refused::<OtherConstant>(&cuda, "as the host has it");
    refused::<OtherWords>(&cuda, "as the host has it");
    refused::<OtherLayout>(&cuda, "as the host has it");
}

#[test]
fn more_blocks_than_states_are_not_launched() -> Result<()> {
    let Some(cuda) = emulated() else { return Ok(()) };
    let call = cuda.call(Location::caller(), &mut |_| ())?;
    let program = cuda.program::<Stating>(0)?;
    let mut work = call.work();
    let (states, tag) = work.states(&program, 2)?;
    work.launch(&program, 2, Stating { states, tag })?;
    let launches = cuda.driver().launches();
    let error = work.launch(&program, 3, Stating { states, tag }).expect_err("a block has no states");
    assert!(error.to_string().contains("3 blocks"), "{error}");
    assert_eq!(cuda.driver().launches(), launches);
    Ok(())
}

#[test]
fn memory_that_has_grown_is_where_it_is_now() -> Result<()> {
    let Some(cuda) = emulated() else { return Ok(()) };
    let call = cuda.call(Location::caller(), &mut |_| ())?;
    let program = cuda.program::<Stating>(0)?;
    let mut work = call.work();
    let (states, tag) = work.states(&program, 2)?;
    work.room_for_states(&program, 1 << 16)?;
    // The sanitizers report a kernel that writes its states to the memory that went back.
    work.launch(&program, 2, Stating { states, tag })
}
