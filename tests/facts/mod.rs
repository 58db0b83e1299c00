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
    /// A row for each kind of call: terminals, bytes read, bytes written, temporary memory, whether it waits, launches.
    cost: &'static [[&'static str; 6]],
    pub(crate) vectors: u64,
    /// Names in Thrust, and their counterparts.
    pub(crate) thrust: &'static [[&'static str; 2]],
    /// Its names in CUB, std and rayon.
    pub(crate) peers: [&'static str; 3],
    pub(crate) rows: &'static [&'static str],
}

macro_rules! values {
    ($($name:ident {
        terminals: [$($terminal:ident)+]
        cost: [$([$($cell:literal)+])+]
        vectors: $vectors:literal
        thrust: [$([$($thrust:literal)+])+]
        peers: [$($peer:literal)+]
        rows: [$($row:literal)*]
    })+) => {
        /// All algorithms.
        pub(crate) const ALL: &[Facts] = &[$(Facts {
            name: stringify!($name),
            terminals: &[$(stringify!($terminal)),+],
            cost: &[$([$($cell),+]),+],
            vectors: $vectors,
            thrust: &[$([$($thrust),+]),+],
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

    /// Whether its calls wait for a GPU.
    pub(crate) fn waits(&self) -> bool {
        let waits = self.cost[0][4];
        assert!(waits.starts_with("yes") || waits.starts_with("no"), "{}: waits is {waits}", self.name);
        waits.starts_with("yes")
    }

    /// Whether its temporary memory is a multiple of its input's size.
    pub(crate) fn takes_its_size_once_more(&self) -> bool {
        self.cost[0][3].starts_with("n·")
    }

    /// The number of kernels that a call launches for a small input.
    pub(crate) fn launches(&self) -> u64 {
        let launches = self.cost[0][5];
        let digits = launches.split(|c: char| !c.is_ascii_digit()).next().unwrap_or_default();
        digits.parse().unwrap_or_else(|_| panic!("{}: launches are {launches}", self.name))
    }
}
