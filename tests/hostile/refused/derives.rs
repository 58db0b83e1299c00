//! Derives with std's names that are others', and what devices don't know of those that are std's.

use onrush::prelude::*;

mod of_another {
    use onrush::prelude::{Element, Key as Default, device};

    #[device]
    #[derive(Clone, Copy, Element)]
    #[derive(PartialEq)]
    #[repr(C)]
    pub(crate) struct Plain {
        x: f32,
    }

    #[derive(Element)]
    #[derive(Clone, Copy, Default)]
    #[repr(C)]
    pub(crate) struct Other {
        x: f32,
    }
}

mod another_trait {
    use onrush::prelude::device;

    pub(crate) trait Default {
        fn default() -> Self;
    }
    impl Default for () {
        fn default() {}
    }
    impl Default for f32 {
        fn default() -> f32 {
            3.0
        }
    }

    #[device]
    pub(crate) fn made(x: f32) -> f32 {
        let y: f32 = Default::default();
        x + y
    }
}

#[derive(Clone, Copy, Default, PartialEq, Element)]
#[repr(C)]
struct Unseen {
    x: f32,
}

#[derive(Clone, Copy, Element)]
#[derive(Default, PartialEq)]
#[repr(C)]
struct Seen {
    unseen: Unseen,
}

/// Where a comparison by hand fails, the order of the fields shows, which rustc chooses.
#[derive(Clone, Copy, Element)]
#[repr(C)]
struct Failing {
    x: f32,
}
#[device]
impl PartialEq for Failing {
    fn eq(&self, other: &Failing) -> bool {
        assert!(self.x == self.x && other.x == other.x);
        self.x == other.x
    }
}
#[device]
#[derive(Clone, Copy, PartialEq, Element)]
#[repr(C)]
struct OfFailing {
    failing: Failing,
    n: u32,
}

#[device]
fn compared_by_hand(a: OfFailing, b: OfFailing) -> bool {
    a == b
}

#[device]
fn made(x: f32) -> f32 {
    Unseen::default().x + x
}

#[device]
fn compared(a: Unseen, b: Unseen) -> bool {
    a == b
}

#[device]
fn compared_within(a: Seen, b: Seen) -> bool {
    a == b || a != Seen::default()
}

/// A function of the type's own, which Rust calls.
#[derive(Clone, Copy, Element)]
#[derive(Default)]
#[repr(C)]
struct Own {
    x: f32,
}
impl Own {
    fn default() -> Own {
        Own { x: 3.0 }
    }
}

fn main() {}
