//! The intermediate form of a function: statements that do one thing each, in the order in which Rust does them.
//!
//! `lower` makes it of the syntax tree, `forward` removes copies that nothing can tell from their originals, and
//! `emit::cuda` prints it. What C++ leaves open (the order of operands) or means otherwise (what is copied, what a name
//! refers to) is decided here. The README of this crate shows how a construct passes through.

mod forward;
mod lower;
mod query;

use crate::ast::{CaptureId, Function, HoleId, LoopId, SiteId};

/// A function in the intermediate form.
pub(crate) struct Body {
    /// The parameters with the holes of their types; a closure has none.
    pub(crate) params: Vec<(Option<HoleId>, Local)>,
    pub(crate) code: Vec<Stmt>,
    pub(crate) locals: Vec<LocalInfo>,
}

/// A variable of the device function; an index into [`Body::locals`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Local(pub(crate) usize);

#[derive(Debug)]
pub(crate) struct LocalInfo {
    /// The name in C++; a temporary has none.
    pub(crate) name: Option<String>,
    /// Nothing changes the variable after its declaration, nor what it refers to, as long as it can be named.
    pub(crate) stable: bool,
    /// The variable refers to a place that other variables name, too.
    pub(crate) alias: bool,
}

/// Memory that can be named: a variable or a captured value, or a part of one. The parts are known when the text is
/// written; an element at a computed index is reached through [`Stmt::Alias`].
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Place {
    pub(crate) root: Root,
    pub(crate) path: Vec<Step>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Root {
    Local(Local),
    Capture(CaptureId),
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Step {
    Field(syn::Member),
    /// An element of an array, in a pattern.
    Element(usize),
    /// Likewise, of an array or slice.
    Nth(usize),
    /// Likewise, counted from the end, the last one being 1.
    Back(usize),
    /// The elements behind the first ones, and before the last ones, of which there are so many: of an array, a copy.
    Rest(usize, usize),
    /// A field of an enum's variant, which is zero where the value is another variant.
    Variant(String, syn::Member),
}

/// What an operation is given: a constant, or a copy of what a place holds.
#[derive(Clone, Debug)]
pub(crate) enum Operand {
    /// A number's digits, as Rust spells them, and the hole of its type.
    Number(String, HoleId),
    Bool(bool),
    /// A variant of `core::cmp::Ordering`.
    Ordering(&'static str),
    Unit,
    /// The value of zeros of the type that is expected.
    Zero,
    Copy(Place),
}

/// An argument of a call.
#[derive(Clone, Debug)]
pub(crate) enum Arg {
    Value(Operand),
    /// A reference; through an `exclusive` one the function may change the place.
    Place {
        place: Place,
        exclusive: bool,
    },
    /// A closure, which the function may call.
    Closure(Local),
    /// The receiver of the method in the hole: the place if the method changes it, else the copy.
    Receiver {
        of: HoleId,
        place: Place,
        copy: Place,
    },
}

/// One operation on operands.
#[derive(Debug)]
pub(crate) enum Value {
    Use(Operand),
    Test(Test),
    /// A call of the function, method or operator in the hole.
    Call {
        callee: HoleId,
        failure: Failure,
        args: Vec<Arg>,
    },
    /// A call of a parameter that is a closure.
    CallGiven {
        closure: Local,
        args: Vec<Arg>,
    },
    Cast {
        to: HoleId,
        value: Operand,
    },
    /// A tuple or tuple struct, or an array.
    Parts {
        ty: HoleId,
        array: bool,
        parts: Vec<Operand>,
    },
    /// A struct of its fields; a `base` gives those that are not listed.
    Struct {
        ty: HoleId,
        fields: Vec<(syn::Member, Operand)>,
        base: Option<Operand>,
    },
    /// A variant of an enum.
    Variant {
        ty: HoleId,
        variant: String,
        fields: Vec<(syn::Member, Operand)>,
    },
    Repeat {
        ty: HoleId,
        value: Operand,
    },
    Element(Element),
    /// The address and number of the elements of an array or slice, behind a shared reference.
    Elements(Place),
    /// What a value of the type is if the `Option` or `Result` at a place has none.
    Absent {
        ty: HoleId,
        of: Place,
    },
}

/// An element at a computed index, which is compared with the length.
#[derive(Debug)]
pub(crate) struct Element {
    pub(crate) base: Place,
    pub(crate) index: Operand,
    pub(crate) site: SiteId,
}

/// How a called function reports that it has failed.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Failure {
    /// A `#[device]` function names places of its own.
    Own,
    /// A method or operator is given the place of the call; `None` if it can't fail there.
    At(Option<SiteId>),
}

/// A condition without effects.
#[derive(Clone, Debug)]
pub(crate) enum Test {
    Is(Operand),
    Not(Box<Test>),
    /// The number at the place, or the `Ordering`, relates to a constant as in C++: `==`, `<=`.
    Compare(Place, &'static str, Constant),
    /// The enum at the place is this variant.
    Variant(Place, String),
    /// The array or slice at the place has so many elements, or more if it is open.
    Length(Place, usize, bool),
    All(Vec<Test>),
    Any(Vec<Test>),
    /// Whether `debug_assert!`s are checked.
    Debugging,
}

/// A constant that a pattern compares with.
#[derive(Clone, Debug)]
pub(crate) enum Constant {
    Integer(i128),
    Ordering(&'static str),
    Captured(CaptureId),
}

/// The elements in a range, which is compared with the length.
#[derive(Debug)]
pub(crate) struct Slice {
    pub(crate) base: Place,
    pub(crate) from: Option<Operand>,
    pub(crate) to: Option<Operand>,
    pub(crate) inclusive: bool,
    pub(crate) sites: Vec<SiteId>,
}

/// What a new name refers to.
#[derive(Debug)]
pub(crate) enum Referent {
    Place(Place),
    Element(Element),
    Slice(Slice),
}

#[derive(Debug)]
pub(crate) enum Stmt {
    /// Declares a variable that is assigned later.
    Declare {
        local: Local,
        ty: HoleId,
    },
    /// Declares a variable that holds the value.
    Let {
        local: Local,
        value: Value,
    },
    /// Declares another name for a place: a reference.
    Alias {
        local: Local,
        of: Referent,
    },
    Set {
        place: Place,
        value: Value,
    },
    /// Gives a variable the value of a block that has none.
    SetUnit(Local),
    Do(Value),
    If {
        test: Test,
        then: Vec<Stmt>,
        otherwise: Vec<Stmt>,
    },
    Loop {
        id: LoopId,
        head: Head,
        body: Vec<Stmt>,
    },
    /// A block that [`Stmt::Break`] can leave.
    Block {
        id: LoopId,
        body: Vec<Stmt>,
    },
    /// Declares a closure that a function is given. It refers to the variables around it.
    Closure {
        local: Local,
        /// The holes of the parameters' types.
        params: Vec<(HoleId, Local)>,
        output: HoleId,
        body: Vec<Stmt>,
    },
    /// Statements that are written only if the assigning operator in the hole evaluates its place `first`, or if what is mapped is an
    /// array.
    Order {
        hole: HoleId,
        first: bool,
        body: Vec<Stmt>,
    },
    Break(LoopId),
    Continue(LoopId),
    Return(Value),
    /// Ends the function without a value, or with one that nobody reads.
    Leave,
    /// Reports a failure.
    Raise(SiteId),
    /// Leaves the function after a failure, so that the dummy values which follow can't keep a loop running.
    LeaveIfRaised,
}

/// How often a loop runs.
#[derive(Debug)]
pub(crate) enum Head {
    /// Until it is left.
    Endless,
    Range(Box<Counter>),
}

/// A loop over a range of integers. The bounds are evaluated once, before the loop.
#[derive(Debug)]
pub(crate) struct Counter {
    pub(crate) local: Local,
    pub(crate) ty: HoleId,
    pub(crate) start: Operand,
    pub(crate) end: Operand,
    pub(crate) inclusive: bool,
    pub(crate) reversed: bool,
    /// The step, with which the distance to the end is counted.
    pub(crate) step: Option<Operand>,
    /// The steps are taken from the last one to the first.
    pub(crate) turned: bool,
}

/// The intermediate form of a function.
pub(crate) fn body(function: &Function) -> Body {
    let mut body = lower::lower(function);
    forward::forward(&mut body);
    body
}

impl Step {
    /// The flag of an `Option` or a `Result`.
    pub(crate) fn some() -> Self {
        Step::Field(quote::format_ident!("some").into())
    }

    /// The value of an `Option` or a `Result`, which nothing reads where the flag is false.
    pub(crate) fn payload() -> Self {
        Step::Field(quote::format_ident!("value").into())
    }

    /// The error of a `Result`, which nothing reads where the flag is true.
    pub(crate) fn error() -> Self {
        Step::Field(quote::format_ident!("error").into())
    }
}

impl Place {
    pub(crate) fn of(local: Local) -> Self {
        Place { root: Root::Local(local), path: Vec::new() }
    }

    pub(crate) fn then(&self, step: Step) -> Self {
        let mut path = self.path.clone();
        path.push(step);
        Place { root: self.root, path }
    }
}

impl Body {
    /// Whether nothing changes what the place holds while it can be named.
    pub(crate) fn is_stable(&self, place: &Place) -> bool {
        match place.root {
            Root::Local(local) => self.locals[local.0].stable,
            Root::Capture(_) => true,
        }
    }
}
