//! The algorithms' facts as values, for tests and benchmarks that compare the code with them.
#![allow(dead_code)] // Each of them uses a part.

#[path = "../../src/facts.rs"]
#[macro_use]
mod table;

/// An algorithm's row of the table in `src/facts.rs`.
#[derive(Debug)]
pub(crate) struct Facts {
    pub(crate) name: &'static str,
    pub(crate) terminals: &'static [&'static str],
    /// The cost of each kind of call, that of its cases first.
    cost: &'static [Cost],
    pub(crate) vectors: u64,
    /// The method's names in CUB, std and rayon.
    pub(crate) peers: [&'static str; 3],
    pub(crate) rows: &'static [&'static str],
}

/// What a kind of call costs on a small input.
#[derive(Debug)]
struct Cost {
    temporary: Temporary,
    waits: bool,
    launches: u64,
}

/// Temporary memory on a CPU.
#[derive(Debug, PartialEq)]
enum Temporary {
    Little,
    EachItem,
    InputSize,
}

macro_rules! values {
    ($($name:ident {
        terminals: [$($terminal:ident)+]
        cost: [$([
            $what:literal $read:literal $written:literal
            ($temporary:ident $text:literal) ($waits:literal $($why:literal)?) ($launches:literal $($more:literal)?)
        ])+]
        vectors: $vectors:literal
        peers: [$($peer:literal)+]
        rows: [$($row:literal)*]
    })+) => {
        /// All algorithms.
        pub(crate) const ALL: &[Facts] = &[$(Facts {
            name: stringify!($name),
            terminals: &[$(stringify!($terminal)),+],
            cost: &[$(Cost { temporary: Temporary::$temporary, waits: $waits, launches: $launches }),+],
            vectors: $vectors,
            peers: [$($peer),+],
            rows: &[$($row),*],
        }),+];
    };
}
facts!(values);

impl Facts {
    /// The facts of the algorithm of this name.
    pub(crate) fn of(name: &str) -> &'static Facts {
        ALL.iter().find(|facts| facts.name == name).unwrap_or_else(|| panic!("src/facts.rs has no {name}"))
    }

    /// Whether calls of the method wait for a GPU.
    pub(crate) fn waits(&self) -> bool {
        self.cost[0].waits
    }

    /// Whether the method's temporary memory is a multiple of its input's size.
    pub(crate) fn takes_its_size_once_more(&self) -> bool {
        self.cost[0].temporary == Temporary::InputSize
    }

    /// The number of kernels that a call launches for a small input.
    pub(crate) fn launches(&self) -> u64 {
        self.cost[0].launches
    }
}
