//! The text of programs: the core's pieces, the chain's own types, the kernels that an algorithm needs, and one entry.

use std::fmt::Write as _;

use onrush_core::lower::{Piece, Unit};

use crate::driver::{DEVICE, FALLIBLE};

macro_rules! pieces {
    ($($name:ident = [$($file:literal),+];)+) => {$(
        pub(crate) const $name: &[Piece] =
            &[$(Piece { name: $file, text: include_str!(concat!("../kernels/", $file)) }),+];
    )+};
}
pieces! {
    FOR_EACH = ["for_each.cuh"];
    COLLECT = ["warp.cuh", "collect.cuh"];
    REDUCE = ["warp.cuh", "block.cuh", "reduce.cuh"];
    PICK = ["warp.cuh", "block.cuh", "pick.cuh"];
    REDUCE_IN_ORDER = ["warp.cuh", "block.cuh", "load_store.cuh", "reduce_in_order.cuh"];
    FIND = ["warp.cuh", "block.cuh", "find.cuh"];
    SCAN = ["warp.cuh", "block.cuh", "lookback.cuh", "tile.cuh", "load_store.cuh", "scan.cuh"];
    SELECT = ["warp.cuh", "block.cuh", "lookback.cuh", "tile.cuh", "compact.cuh", "select.cuh"];
    PARTITION = ["warp.cuh", "block.cuh", "lookback.cuh", "tile.cuh", "compact.cuh", "partition.cuh"];
    SORT_HISTOGRAM = ["warp.cuh", "block.cuh", "radix.cuh", "radix_histogram.cuh"];
    SORT = ["warp.cuh", "block.cuh", "lookback.cuh", "radix.cuh", "radix_pass.cuh", "sort.cuh"];
    SORT_BLOCK = ["warp.cuh", "radix.cuh", "sort_block.cuh"];
    SORT_FINISH = ["sort_finish.cuh"];
    SORT_BY = ["warp.cuh", "merge_path.cuh", "merge_cuts.cuh", "sort_by.cuh"];
    MERGE = ["warp.cuh", "merge_path.cuh", "merge_cuts.cuh", "merge.cuh"];
    REDUCE_BY_KEY = ["warp.cuh", "block.cuh", "lookback.cuh", "tile.cuh", "load_store.cuh", "segment.cuh", "reduce_by_key.cuh"];
    SCAN_BY_KEY = ["warp.cuh", "block.cuh", "lookback.cuh", "tile.cuh", "load_store.cuh", "segment.cuh", "scan_by_key.cuh"];
    SCATTER_FEW = ["scatter.cuh", "scatter_few.cuh"];
    SCATTER = ["scatter.cuh"];
    SCATTER_BINS = [
        "warp.cuh", "block.cuh", "lookback.cuh", "radix.cuh", "radix_histogram.cuh", "radix_pass.cuh", "scatter.cuh", "scatter_bins.cuh"
    ];
    HISTOGRAM = ["histogram.cuh"];
}

/// An entry under construction. The kernel is a class template whose `run` gets the parameters in their order.
#[derive(Debug, Default)]
pub(crate) struct Entry {
    /// The chain's types and functors.
    pub(crate) unit: Unit,
    aliases: String,
    members: String,
    arguments: Vec<&'static str>,
    fallible: bool,
}

impl Entry {
    /// Names a type that the chain lowers to.
    pub(crate) fn alias(&mut self, name: &str, lower: impl FnOnce(&mut Unit) -> String) -> &mut Self {
        let ty = lower(&mut self.unit);
        // The one adaptor that can fail by itself.
        self.fallible |= ty.contains("Permute<");
        let _ = writeln!(self.aliases, "typedef {ty} {name};");
        self
    }

    /// Declares the next parameter.
    pub(crate) fn param(&mut self, ty: &str, name: &'static str) -> &mut Self {
        let _ = write!(self.members, " PARAM {ty} {name};");
        self.arguments.push(name);
        self
    }

    /// Says that the kernel itself can fail.
    pub(crate) fn fallible(&mut self) -> &mut Self {
        self.fallible = true;
        self
    }

    /// Whether anything in the program can fail.
    pub(crate) fn can_fail(&self) -> bool {
        self.fallible || !self.unit.sites().is_empty()
    }

    /// The whole text, for `kernel`, such as `Reduce<In, Op>`.
    pub(crate) fn source(&self, pieces: &[Piece], kernel: &str) -> String {
        let can_fail = self.can_fail();
        let mut text = if can_fail { FALLIBLE.to_owned() } else { String::new() };
        text += &self.unit.source();
        for piece in [DEVICE].iter().chain(pieces) {
            let _ = writeln!(text, "#line 1 \"{}\"\n{}", piece.name, piece.text);
        }
        let arguments: Vec<String> = self.arguments.iter().map(|name| format!("p.{name}")).collect();
        // The driver puts the call's word before the rest.
        let word = if can_fail { " PARAM u64 call;" } else { "" };
        let _ = write!(
            text,
            "#line 1 \"entry\"\n{}typedef {kernel} Kernel;\nstruct Params {{{word}{} }};\nSHARED(Kernel::Shared)\n\
             ENTRY(Kernel::threads, Kernel::min_blocks) void entry(GRID_CONST Params p) {{ Kernel::run({}); }}\n",
            self.aliases,
            self.members,
            arguments.join(", "),
        );
        text
    }
}
