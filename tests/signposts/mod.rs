//! The signposts' tables as values, for tests that compare them with the library and with what rustc says.
#![allow(dead_code)] // Each of them uses a part.

/// A row of the tables in `core/src/signposts`.
#[derive(Debug)]
pub(crate) struct Row {
    pub(crate) name: &'static str,
    /// The code to write instead, for a chain, a vector, and parts.
    pub(crate) texts: [Option<&'static str>; 3],
    /// The items that do it, without their types.
    pub(crate) items: Vec<&'static str>,
    pub(crate) names: Vec<Names>,
}

/// Names, each with its users.
#[derive(Debug)]
pub(crate) struct Names {
    pub(crate) from: Vec<&'static str>,
    pub(crate) names: Vec<&'static str>,
}

macro_rules! values {
    ($($row:ident {
        $(chain $chain:literal)? $(vector $vector:literal)? $(parts $parts:literal)? see $($owner:ident$(::$item:ident)*),+;
        $($($from:ident)+: $($name:ident($($argument:ident)*))+;)+
    })+) => {
        vec![$(Row {
            name: stringify!($row),
            texts: [[$($chain)?].first().copied(), [$($vector)?].first().copied(), [$($parts)?].first().copied()],
            items: vec![$(*[stringify!($owner) $(, stringify!($item))*].last().expect("a path")),+],
            names: vec![$(Names { from: vec![$(stringify!($from)),+], names: vec![$(stringify!($name)),+] }),+],
        }),+]
    };
}

/// All rows.
pub(crate) fn rows() -> Vec<Row> {
    let tables: [Vec<Row>; 4] = [
        onrush_core::names_of_items!(values),
        onrush_core::names_of_results!(values),
        onrush_core::names_of_orders!(values),
        onrush_core::names_of_vectors!(values),
    ];
    tables.into_iter().flatten().collect()
}
