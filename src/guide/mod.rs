//! Guides: modules that contain only documentation.

/// The rows of a guide's table in Markdown, generated from one kind of the algorithms' facts.
macro_rules! rows {
    (cost $($name:ident { terminals: $terminals:tt cost: [$([$($cell:literal)+])+] $($fact:ident: $rest:tt)+ })+) => {
        concat!($($("|", $(" ", $cell, " |",)+ "\n",)+)+)
    };
    (thrust $($name:ident {
        terminals: $terminals:tt cost: $cost:tt vectors: $vectors:tt thrust: [$([$($cell:literal)+])+] $($fact:ident: $rest:tt)+
    })+) => {
        concat!($($("|", $(" ", $cell, " |",)+ "\n",)+)+)
    };
    (peers $($name:ident {
        terminals: $terminals:tt cost: $cost:tt vectors: $vectors:tt thrust: $thrust:tt peers: [$($cell:literal)+] $($fact:ident: $rest:tt)+
    })+) => {
        concat!($("| `", stringify!($name), "` |", $(" ", $cell, " |",)+ "\n",)+)
    };
}

pub mod cost;
pub mod failures;
pub mod functions;
pub mod gallery;
pub mod kernels;
pub mod operations;
pub mod recipes;
pub mod safety;
pub mod speed;
pub mod testing;
pub mod thrust;
