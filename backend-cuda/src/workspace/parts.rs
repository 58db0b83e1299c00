//! The arguments that are memory of the workspace, each with its type in workspace.cuh.
#![allow(unsafe_code)]

use std::any::TypeId;
use std::marker::PhantomData;

use onrush_core::Memory as _;
use onrush_core::lower::TranslationUnit;
use onrush_core::shape::WARP;
use onrush_core::value::Value;

use super::WORD;
use crate::argument::{Argument, Maybe, Writer};
use crate::codegen::Entry;
use crate::driver::Buffer;

/// The address of a part of a buffer, if it has it.
fn part(buffer: &Option<Buffer>, from: usize, bytes: usize) -> Option<u64> {
    let buffer = buffer.as_ref().filter(|buffer| from.checked_add(bytes).is_some_and(|end| end <= buffer.bytes()))?;
    Some(buffer.address() as u64 + from as u64)
}

/// Parts of the workspace, each with its type in workspace.cuh.
macro_rules! parts {
    ($($(#[$meta:meta])* $name:ident in $buffer:ident: $ty:literal;)+) => {$(
        $(#[$meta])*
        #[derive(Debug, Clone, Copy)]
        pub(crate) struct $name {
            pub(super) from: usize,
            pub(super) bytes: usize,
        }

        // SAFETY: the C++ type is a pointer, and the address that of a part of the workspace, which has these bytes. If it grows,
        // the old memory is freed behind the launch in the order of the stream.
        unsafe impl Argument for $name {
            fn lower(_: &mut TranslationUnit) -> String {
                $ty.into()
            }
            fn write(&self, out: &mut Writer<'_>) {
                let address = out.found(part(&out.memory().$buffer, self.from, self.bytes));
                out.params.word(address);
            }
        }
    )+};
}
parts! {
    /// The counter from which blocks take their turns.
    Tickets in zeros: "Tickets";
    /// The best position that `find` has found.
    Best in zeros: "Best";
    /// Numbers of items with a digit, for each digit and value.
    DigitCounts in zeros: "DigitCounts";
    /// The places where items with a digit begin, for each digit and value; of the type that `Number` names.
    Starts in scratch: "Starts<Number>";
    /// Which of two buffers each pass of a sort reads.
    Plan in scratch: "Plan";
    /// Whether there are bins.
    HasBins in scratch: "HasBins";
    /// The number of the item that a position is given to, for each position.
    Owners in scratch: "Owners";
    /// The first segment of each block, and their number.
    WindowCuts in scratch: "WindowCuts";
    /// The start and the end of the segment across each boundary of tiles.
    Crossings in scratch: "Crossings";
    /// Partial results of blocks.
    PartialsMemory in scratch: "Partials<Kernel::Partial>";
}

impl Plan {
    /// A word for each digit, and one for the result.
    pub(crate) const fn words(digits: usize) -> usize {
        digits + 1
    }
}

/// Partial results, one of each block.
#[derive(Debug)]
pub(crate) struct Partials {
    pub(super) blocks: usize,
    pub(super) memory: PartialsMemory,
}

// SAFETY: as for its memory, which has room for each block.
unsafe impl Argument for Partials {
    fn lower(unit: &mut TranslationUnit) -> String {
        PartialsMemory::lower(unit)
    }
    fn write(&self, out: &mut Writer<'_>) {
        out.is_for(self.blocks);
        self.memory.write(out);
    }
}

/// Whether an operation has failed in any launch of a call; none if none can.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Failed(pub(super) bool);

// SAFETY: the C++ type is a pointer, to a word of the workspace or, where it isn't needed, null.
unsafe impl Argument for Failed {
    fn lower(_: &mut TranslationUnit) -> String {
        "Failed".into()
    }
    fn write(&self, out: &mut Writer<'_>) {
        let address = if self.0 { out.found(part(&out.memory().scratch, 0, WORD)) } else { 0 };
        out.params.word(address);
    }
}

/// The states of tiles.
#[derive(Debug, Clone, Copy)]
pub(crate) struct States {
    pub(super) blocks: usize,
    pub(super) words: usize,
}

/// A launch's mark in the states.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Tag(pub(super) u32);

// SAFETY: the C++ type is a pointer; as for the parts of the workspace. There are words for each block.
unsafe impl Argument for States {
    fn lower(_: &mut TranslationUnit) -> String {
        "States".into()
    }
    fn write(&self, out: &mut Writer<'_>) {
        out.is_for(self.blocks);
        let address = out.found(part(&out.memory().states, 0, self.words * WORD));
        out.params.word(address);
    }
}

// SAFETY: the C++ type is a number of 32 bits.
unsafe impl Argument for Tag {
    fn lower(_: &mut TranslationUnit) -> String {
        "Tag".into()
    }
    fn write(&self, out: &mut Writer<'_>) {
        out.params.element(&self.0);
    }
}

/// The words in which the blocks of a merge report, and the tag of a launch.
#[derive(Debug)]
pub(crate) struct Reports {
    pub(super) blocks: usize,
    pub(super) tag: u32,
}

impl Reports {
    /// A word that says whether any cuts crossed, and a bit for each block.
    pub(super) fn words(blocks: usize) -> usize {
        1 + blocks.div_ceil(WARP)
    }
}

// SAFETY: the C++ type is a struct of a pointer and a number, as the compiler is asked to confirm; else as for `States`.
unsafe impl Argument for Reports {
    fn lower(_: &mut TranslationUnit) -> String {
        "Reports".into()
    }
    fn write(&self, out: &mut Writer<'_>) {
        out.is_for(self.blocks);
        let address = out.found(part(&out.memory().states, 0, Self::words(self.blocks) * WORD));
        out.params.word(address);
        out.params.word(u64::from(self.tag) << 32);
    }
    fn compare(ty: &str, entry: &mut Entry) {
        entry.compare_fields(ty, &["words", "tag"], 8);
    }
}

/// Lists of items among the words of states: where their words begin, and the number of these, with the one in front of the lists;
/// their tag; and by how many bits a place's hash is shifted, 0 if a place's list is its own.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ItemLists {
    pub(super) from: usize,
    pub(super) words: usize,
    pub(super) tag: u32,
    pub(super) shift: u32,
}

// SAFETY: the C++ type is a struct of a pointer and two numbers, as the compiler is asked to confirm; else as for the parts of the
// workspace.
unsafe impl Argument for ItemLists {
    fn lower(_: &mut TranslationUnit) -> String {
        "ItemLists".into()
    }
    fn write(&self, out: &mut Writer<'_>) {
        let address = out.found(part(&out.memory().states, self.from * WORD, self.words * WORD));
        out.params.word(address);
        out.params.word(u64::from(self.shift) << 32 | u64::from(self.tag));
    }
    fn compare(ty: &str, entry: &mut Entry) {
        entry.assert(&format!("sizeof({ty})"), 2 * WORD);
        for (field, at) in [("words", 0), ("tag", WORD), ("shift", WORD + 4)] {
            entry.assert(&format!("OFFSET({ty}, {field})"), at);
        }
    }
}

/// Host memory for the one `T` that a kernel leaves as its result: a count, or a value that may be missing.
#[derive(Debug)]
pub(crate) struct HostResult<T>(pub(super) PhantomData<fn() -> T>);

/// The places for the counts that a kernel leaves, in memory of the host or of the device.
#[derive(Debug)]
pub(crate) enum CountResult<const N: usize = 1> {
    OnHost(HostResult<[u64; N]>),
    OnDevice([u64; N]),
}

// SAFETY: the C++ type is a struct of pointers, as the compiler is asked to confirm: to words of host memory of the workspace, one
// after another, or to elements of vectors that the request has as outputs.
unsafe impl<const N: usize> Argument for CountResult<N> {
    fn lower(_: &mut TranslationUnit) -> String {
        format!("CountResult<{N}>")
    }
    fn write(&self, out: &mut Writer<'_>) {
        let places = match self {
            CountResult::OnHost(result) => {
                let first = result.place(out);
                std::array::from_fn(|k| first + (k * WORD) as u64)
            }
            CountResult::OnDevice(places) => *places,
        };
        places.into_iter().for_each(|place| out.params.word(place));
    }
    fn compare(ty: &str, entry: &mut Entry) {
        entry.compare_fields(ty, &["it"], N * WORD);
    }
}

/// A value that a kernel can write as its result.
pub(crate) trait Returned: 'static {
    /// Its bytes in C++.
    const SIZE: usize;
    /// The C++ type.
    fn spell(unit: &mut TranslationUnit) -> String;
}
impl<const N: usize> Returned for [u64; N] {
    const SIZE: usize = N * WORD;
    fn spell(_: &mut TranslationUnit) -> String {
        format!("array<u64, {N}>")
    }
}
impl<T: Value> Returned for Option<T> {
    const SIZE: usize = Maybe::<T>::SIZE;
    fn spell(unit: &mut TranslationUnit) -> String {
        Maybe::<T>::lower(unit)
    }
}

impl<T: Returned> HostResult<T> {
    /// The memory's address at the launch, which is to write the result.
    fn place(&self, out: &mut Writer<'_>) -> u64 {
        let memory = out.memory();
        let result = memory.result.as_ref().filter(|result| result.bytes() >= T::SIZE);
        memory.returned.set(Some(TypeId::of::<T>()));
        out.found(result.map(|result| result.address() as u64))
    }
}

// SAFETY: the C++ type is a pointer, to host memory of the workspace that has room for a `T`.
unsafe impl<T: Returned> Argument for HostResult<T> {
    fn lower(unit: &mut TranslationUnit) -> String {
        format!("HostResult<{}>", T::spell(unit))
    }
    fn write(&self, out: &mut Writer<'_>) {
        let place = self.place(out);
        out.params.word(place);
    }
    fn compare(ty: &str, entry: &mut Entry) {
        entry.assert(&format!("sizeof(*{ty}().it)"), T::SIZE);
    }
}
