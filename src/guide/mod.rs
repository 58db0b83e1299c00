//! Guides: modules that contain only documentation.

/// The rows of a guide's table in Markdown, generated from one kind of the algorithms' facts.
macro_rules! rows {
    (cost $($name:ident {
        terminals: $terminals:tt
        cost: [$([
            $what:literal $read:literal $written:literal
            ($kind:ident $temporary:literal) ($waits:tt $($why:literal)?) ($launches:literal $($more:literal)?)
        ])+]
        $($fact:ident: $rest:tt)+
    })+) => {
        concat!($($(
            "| ", $what, " | ", $read, " | ", $written, " | ", $temporary, " | ", rows!(@waits $waits) $(, $why)?, " | ", $launches
            $(, $more)?, " |\n",
        )+)+)
    };
    (@waits true) => { "yes" };
    (@waits false) => { "no" };
    (peers $($name:ident {
        terminals: $terminals:tt cost: $cost:tt vectors: $vectors:tt peers: [$($cell:literal)+] $($fact:ident: $rest:tt)+
    })+) => {
        concat!($("| `", stringify!($name), "` |", $(" ", $cell, " |",)+ "\n",)+)
    };
}

/// A list of one library's names and of what to write, generated from a table of signposts.
macro_rules! names {
    ($library:ident $($row:ident {
        $(chain $chain:literal)? $(vector $vector:literal)? $(parts $parts:literal)? see $($owner:ident$(::$item:ident)*),+;
        $($($from:ident)+: $($name:ident($($argument:ident)*))+;)+
    })+) => {
        concat!($(names!(@row $library [[$($vector)?] [$($chain)?] [$($parts)?]] [$([$owner $($item)*])+] $([$($from)+] [$($name)+])+),)+)
    };
    (@row $library:ident $texts:tt $see:tt $($from:tt $names:tt)+) => {
        concat!($(names!(@of $library $from $names $texts $see)),+)
    };
    (@of std [std $($from:ident)*] $($rest:tt)+) => { names!(@line $($rest)+) };
    (@of rayon [rayon $($from:ident)*] $($rest:tt)+) => { names!(@line $($rest)+) };
    (@of thrust [thrust $($from:ident)*] $($rest:tt)+) => { names!(@line $($rest)+) };
    (@of cub [cub $($from:ident)*] $($rest:tt)+) => { names!(@line $($rest)+) };
    (@of cupy [cupy $($from:ident)*] $($rest:tt)+) => { names!(@line $($rest)+) };
    (@of pandas [pandas $($from:ident)*] $($rest:tt)+) => { names!(@line $($rest)+) };
    (@of itertools [itertools $($from:ident)*] $($rest:tt)+) => { names!(@line $($rest)+) };
    (@of $library:ident [$other:ident $($from:ident)*] $($rest:tt)+) => { names!(@of $library [$($from)*] $($rest)+) };
    (@of $library:ident [] $($rest:tt)+) => { "" };
    (@line [$first:ident $($name:ident)*] [$($texts:tt)+] [$see:tt $($also:tt)*]) => {
        concat!(
            "- `", stringify!($first), "`", $(", `", stringify!($name), "`",)* ": ", names!(@text $($texts)+),
            " (", names!(@link $see), $(", ", names!(@link $also),)* ")\n",
        )
    };
    (@text [$vector:literal] $chain:tt $parts:tt) => { $vector };
    (@text [] [$chain:literal] $parts:tt) => { concat!("on a chain, ", $chain) };
    (@text [] [] [$parts:literal]) => { concat!("on segments, ", $parts) };
    (@link [$owner:ident $($item:ident)*]) => {
        concat!(
            "[`", stringify!($owner), $("::", stringify!($item),)* "`](crate::", stringify!($owner), $("::", stringify!($item),)* ")"
        )
    };
}

pub mod cost;
pub mod failures;
pub mod functions;
pub mod gallery;
pub mod generics;
pub mod items;
pub mod kernels;
pub mod names;
pub mod neighbours;
pub mod operations;
pub mod parts;
pub mod recipes;
pub mod safety;
pub mod speed;
pub mod testing;
pub mod thrust;
