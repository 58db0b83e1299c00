//! The text of programs: the core's pieces, the chain's own types, the kernels that an algorithm needs, and one entry.

use std::fmt::Write as _;

use onrush_core::lower::{InputError, Params, Piece, TranslationUnit};
use onrush_core::shape;

use crate::argument::{Argument, Name, Tuple as _};
use crate::driver::{self, DEVICE};
use crate::program::BuiltinKernel;
use crate::workspace::TAG_STEP;

/// The memory that kernels are handed; it follows [`DEVICE`].
const WORKSPACE: Piece = Piece { name: "workspace.cuh", text: include_str!("../kernels/workspace.cuh") };

/// The grids whose number of blocks follows from a length on the device, for the kernels that have them; it precedes the kernels.
const COUNTED: Piece = Piece { name: "counted.cuh", text: include_str!("../kernels/counted.cuh") };

/// The numbers of copies of heavy operations; it follows [`DEVICE`].
const COPIES: Piece = Piece { name: "copies.cuh", text: include_str!("../kernels/copies.cuh") };

/// The files of kernels/ that a kernel's text consists of, in their order: `pieces!["warp.cuh", "find.cuh"]`.
macro_rules! pieces {
    ($($file:literal),+ $(,)?) => {
        &[$(onrush_core::lower::Piece { name: $file, text: include_str!(concat!("../kernels/", $file)) }),+]
    };
}
pub(crate) use pieces;

/// The text of a program around its pieces, under construction.
#[derive(Debug, Default)]
pub(crate) struct Entry {
    /// The chain's types and functors.
    pub(crate) unit: TranslationUnit,
    constants: String,
    aliases: Vec<(&'static str, String)>,
    members: String,
    passed: Vec<&'static str>,
    /// Assertions that sizes in the text are those of the host.
    asserted: String,
    /// The weight of the operations of all parameters so far, and that of the operator among them.
    weighed: usize,
    operator: usize,
}

/// The most weight of a chain's light operations: up to here NVRTC takes a second at most for dozens of copies, and those are
/// faster where loads take most of the time.
const LIGHT: usize = 64;
/// The most weight of a light operator. Scans have more copies of it than of the chain's operations.
const LIGHT_OPERATOR: usize = 24;

/// The number of copies of a chain's operations of this weight in a loop over items; 0 if they are light.
fn copies(weight: usize) -> usize {
    usize::from(weight > LIGHT)
}

/// The rows of vectors that a thread of a reduction computes together, if operations are light.
const ALL_ROWS: usize = 8;

/// The rows that are computed together for operations of this weight. NVRTC takes a second for 64 copies of a sine; 16 take a
/// third of that, and the loads of two rows in each of more threads keep the memory as busy.
fn most_rows(weight: usize) -> usize {
    match weight {
        0..=16 => ALL_ROWS,
        17..=32 => 4,
        _ => 2,
    }
}

impl Entry {
    /// The entry of a kernel, and its program's whole text.
    pub(crate) fn of<K: BuiltinKernel>(variant: u32) -> (Self, String) {
        let mut entry = Entry::begin(K::THREADS);
        K::Tuple::declare(&K::NAMES, &mut entry);
        let kernel = K::describe(variant, &mut entry);
        let source = entry.end(K::THREADS, K::state_words(variant), K::PIECES, &kernel, K::COUNTED);
        assert!(
            K::COUNTED || K::TURNS || !entry.reads_lengths(),
            "the grid of {kernel} doesn't follow from a length on the device"
        );
        (entry, source)
    }

    fn begin(threads: usize) -> Self {
        let mut entry = Entry::default();
        entry.constant("LANE_BYTES", shape::LANE_BYTES);
        entry.constant("TILE_WARPS", shape::WARPS);
        entry.constant("TAG_STEP", TAG_STEP as usize);
        entry.constant("THREADS", threads);
        entry
    }

    /// The program's whole text.
    fn end(&mut self, threads: usize, state_words: usize, pieces: &[Piece], kernel: &str, counted: bool) -> String {
        // A loop over single items would repeat a call that yields several items for each of them, so such chains count as light.
        let weight = if self.unit.can_share_calls() { 0 } else { self.unit.weight().saturating_sub(self.operator) };
        self.constant("HEAVY", copies(weight));
        self.constant("HEAVY_OP", usize::from(self.operator > LIGHT_OPERATOR));
        self.constant("MOST_ROWS", most_rows(weight));
        self.constant("ALL_ROWS", ALL_ROWS);
        self.assert("alignof(Params)", Params::SLOT);
        self.assert("WARP", shape::WARP);
        self.assert("Kernel::threads", threads);
        if state_words > 0 {
            self.assert("Kernel::state_words", state_words);
        }
        self.source(pieces, kernel, counted)
    }

    /// Declares the next parameter.
    pub(crate) fn parameter<A: Argument>(&mut self, name: Name) {
        let ty = A::lower(&mut self.unit);
        A::compare(&ty, self);
        self.declare(name, ty);
    }

    fn declare(&mut self, Name { argument, ty: alias }: Name, ty: String) {
        let _ = write!(self.members, " PARAM {} {argument};", alias.unwrap_or(&ty));
        self.passed.push(argument);
        let before = std::mem::replace(&mut self.weighed, self.unit.weight());
        if argument == "op" {
            self.operator = self.operator.saturating_add(self.weighed - before);
        }
        if let Some(alias) = alias {
            self.alias(alias, ty);
        }
    }

    /// Names a type.
    pub(crate) fn alias(&mut self, name: &'static str, ty: String) {
        // Two arguments of one type may share its alias. If an alias had two types, the C++ compiler would refuse it.
        let alias = (name, ty);
        if !self.aliases.contains(&alias) {
            self.aliases.push(alias);
        }
    }

    /// Defines a constant that the pieces use.
    pub(crate) fn constant(&mut self, name: &str, value: usize) {
        let _ = writeln!(self.constants, "constexpr u32 {name} = {value};");
    }

    /// Asserts that a constant of the text has the value that the host uses.
    pub(crate) fn assert(&mut self, constant: &str, value: usize) {
        let _ = writeln!(self.asserted, "static_assert({constant} == {value}, \"as the host has it\");");
    }

    /// Asserts that a struct has exactly these fields, the first at its start and each `stride` bytes behind the last one.
    pub(crate) fn compare_fields(&mut self, ty: &str, fields: &[&str], stride: usize) {
        self.assert(&format!("sizeof({ty})"), fields.len() * stride);
        for (number, field) in fields.iter().enumerate() {
            self.assert(&format!("OFFSET({ty}, {field})"), number * stride);
        }
    }

    /// Notes that the kernel itself can find this error, whose number becomes the constant `name`.
    pub(crate) fn can_fail_at(&mut self, name: &str, error: InputError) {
        let site = self.unit.can_fail_at(error);
        self.constant(name, site as usize);
    }

    /// Whether anything in the program can fail.
    pub(crate) fn can_fail(&self) -> bool {
        self.unit.can_fail()
    }

    /// Whether an argument's length may lie on the device.
    fn reads_lengths(&self) -> bool {
        let reads = |ty: &str| ty.contains("UpTo<") || ty.contains("Leading<");
        reads(&self.members) || self.aliases.iter().any(|(_, ty)| reads(ty))
    }

    fn source(&self, pieces: &[Piece], kernel: &str, counted: bool) -> String {
        let can_fail = self.can_fail();
        let mut text = if can_fail { driver::fallible() } else { String::new() };
        // An operation that writes through references ends its thread where it fails. Only kernels whose threads don't wait for each
        // other run chains with references.
        if can_fail && self.unit.has_references() {
            text += "#define LANES_END\n";
        }
        text += &self.unit.source();
        let _ = write!(text, "#line 1 \"constants\"\n{}", self.constants);
        let grid = if counted { &[COUNTED][..] } else { &[] };
        for piece in [DEVICE, COPIES, WORKSPACE].iter().chain(grid).chain(pieces) {
            let _ = writeln!(text, "#line 1 \"{}\"\n{}", piece.name, piece.text);
        }
        text += "#line 1 \"entry\"\n";
        for (name, ty) in &self.aliases {
            let _ = writeln!(text, "typedef {ty} {name};");
        }
        let passed = self.passed.iter().map(|name| match (*name, counted) {
            ("chunk", true) => "share / Kernel::unit".to_owned(),
            (name, _) => format!("p.{name}"),
        });
        let call = format!("Kernel::run({})", passed.collect::<Vec<_>>().join(", "));
        let (shared, resident, body) = match counted {
            true => ("BehindPlace<Kernel::Shared>", "counted_min_blocks(Kernel::min_blocks)", self.counted(&call)),
            false => ("Kernel::Shared", "Kernel::min_blocks", format!("{call};")),
        };
        // The driver puts the call's word in front of the parameters.
        let word = if can_fail { " PARAM u64 call;" } else { "" };
        let _ = write!(
            text,
            "typedef {kernel} Kernel;\nstruct Params {{{word}{} }};\n{}SHARED({shared})\n\
             ENTRY(Kernel::threads, {resident}) void entry(GRID_CONST Params p) {{ {body} }}\n",
            self.members, self.asserted,
        );
        text
    }

    /// The body of the entry of a kernel whose grid follows from a length on the device: that of its first argument.
    fn counted(&self, call: &str) -> String {
        let input = self.passed.first().expect("a kernel has arguments");
        // A reduction has a result without items, too; counts are 0 then, and other kernels have nothing to do.
        let least = u32::from(self.passed.contains(&"chunk"));
        let none = match self.passed.iter().find(|name| ["count", "counts"].contains(name)) {
            Some(counts) => format!("if (n == 0 && launched_block() == 0 && thread() == 0) p.{counts}.clear(); "),
            None => String::new(),
        };
        format!(
            "u64 n = p.{input}.len(), share = Kernel::share(n, launched_blocks()), all = ceil_div(n, share); {none}\
             run_blocks(all < {least} ? {least} : all, [&] {{ {call}; }});"
        )
    }
}
