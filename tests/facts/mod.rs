//! The algorithms' facts as values, for tests and benchmarks that compare the code with them.
#![allow(dead_code)] // Each of them uses a part.

mod bytes;
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
    /// The terminals that it is of, in words.
    what: &'static str,
    /// The bytes read, as a formula or in words.
    read: &'static str,
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
            cost: &[$(Cost {
                what: $what,
                read: $read,
                temporary: Temporary::$temporary,
                waits: $waits,
                launches: $launches,
            }),+],
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

    /// The bytes that a call of this terminal reads, with the values of the names in its cost's formula. Nothing where these don't
    /// say it, as for sorts and searches.
    pub(crate) fn reads(&self, terminal: &str, of: &dyn Fn(&str) -> Option<f64>) -> Option<f64> {
        let cost = self.cost.iter().find(|cost| cost.names(terminal)).unwrap_or(&self.cost[0]);
        bytes::value(cost.read, of)
    }
}

impl Cost {
    /// Whether it says that it is of this terminal: by its name, by what its name begins with, or as a call behind another.
    fn names(&self, terminal: &str) -> bool {
        self.what.split('`').skip(1).step_by(2).flat_map(|code| code.split('.')).any(|name| {
            match name.split_once('…') {
                Some((start, "")) => terminal.starts_with(start),
                _ => name.split('(').next() == Some(terminal),
            }
        })
    }
}
