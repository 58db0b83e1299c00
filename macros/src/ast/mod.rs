//! The syntax tree of the device subset of Rust. The parser fills it; `emit::rust` writes the user's Rust again from it, with
//! its types passed through witnesses, and `ir` lowers it for devices, with holes (placeholders) for those types.

mod closure;
mod confirmed;
mod expr;
mod parts;
mod pattern;
mod place;
mod variable;

use proc_macro2::{Ident, Span, TokenStream};

pub(crate) use self::closure::{Closure, ClosureParam, Given, Mapped, MappedFrom, Named};
pub(crate) use self::confirmed::{Confirmed, Taken};
pub(crate) use self::pattern::{End, Pattern, Presence, variant_name};
pub(crate) use self::place::{Bounds, Index, Question};
pub(crate) use self::variable::{Rebound, Var};

/// A function: the closure of `op!`, a `#[device]` function, or a method of a `#[device]` impl.
pub(crate) struct Function {
    pub(crate) params: Vec<Param>,
    pub(crate) output: Option<syn::Type>,
    pub(crate) output_hole: HoleId,
    pub(crate) body: Expr,
    pub(crate) vars: Vec<Var>,
    pub(crate) holes: Vec<Hole>,
    pub(crate) sites: Vec<Site>,
    pub(crate) captures: Vec<Capture>,
    pub(crate) closures: Vec<Closure>,
    /// The constants that the body declares, and its imports.
    pub(crate) items: Vec<syn::Item>,
    /// The number of loops and labelled blocks.
    pub(crate) loops: LoopId,
    /// True if identifiers from several macro calls may stand in the function, so that its variables are renamed on
    /// the host.
    pub(crate) mixed: bool,
    /// What is captured are constants, which may be references.
    pub(crate) constants: bool,
    /// The function as it is written, as a closure, if only that shows rustc what its iterators borrow.
    pub(crate) plain: Option<syn::ExprClosure>,
}

pub(crate) struct Param {
    /// The pattern in the user's words; `None` for `self`, which the writer renames.
    pub(crate) tokens: Option<TokenStream>,
    pub(crate) pattern: Pattern,
    /// The structs in the pattern, as rustc is made to confirm.
    pub(crate) structs: Vec<crate::parse::Named>,
    pub(crate) ty: syn::Type,
    /// The hole of the type; a closure has none.
    pub(crate) hole: Option<HoleId>,
}

pub(crate) type VarId = usize;
pub(crate) type HoleId = usize;
pub(crate) type SiteId = usize;
pub(crate) type CaptureId = usize;
pub(crate) type LoopId = usize;
pub(crate) type ClosureId = usize;

/// A fact that only rustc knows, for which the device text has a placeholder.
pub(crate) struct Hole {
    pub(crate) kind: HoleKind,
    pub(crate) span: Span,
}

pub(crate) enum HoleKind {
    /// An inferred type.
    Infer,
    /// An inferred type, or if that is a reference, its referent's.
    Plain,
    /// A written type.
    Type(syn::Type),
    /// A parameter's written type `&[element]`, or if it is exclusive, `&mut [element]`.
    Slice { element: syn::Type, exclusive: bool },
    /// A method or prefix operator of an inferred type.
    Method(String),
    /// A binary operator between two inferred types.
    BinaryOperator(&'static str),
    /// An associated function of a written type, whose generic arguments may be missing.
    Associated(TokenStream, String, Owner),
    /// The conversion by this function, `from` or `try_from`, into an inferred type, or into the type of a path, whose generic arguments
    /// may be missing.
    Conversion(&'static str, Option<(TokenStream, Owner)>),
    /// A function of a written type and a written trait.
    OfTrait(syn::Type, String, syn::Path),
    /// A `#[device]` function, without generic arguments.
    Call(syn::Path),
    /// How `?` returns an `Option` or a `Result` without a value.
    Failed,
    /// Whether what is mapped is an array, or an `Option` or a `Result`, and of an array the function that gives the length.
    MapOf,
    /// Whether the assigning operator in a hole is the language's own or a function, and so which side is evaluated first.
    Order(HoleId),
}

/// The type that an associated function belongs to.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Owner {
    /// A type with the name of a primitive.
    Primitive,
    Other,
}

/// A place in the source that may fail.
pub(crate) struct Site {
    pub(crate) span: Span,
    pub(crate) message: String,
    /// Whether an index is compared with a length there.
    pub(crate) index: bool,
    pub(crate) when: When,
}

/// When a place can fail.
#[derive(Clone)]
pub(crate) enum When {
    Always,
    /// The place fails where debug assertions are checked.
    Debugging,
    /// The place fails if the operator, method or function in this hole can fail.
    Hole(HoleId),
    /// The place fails as for `Hole`, unless the divisor, a number of the type in the hole `ty`, gives every quotient a value.
    Divisor {
        call: HoleId,
        ty: HoleId,
        digits: String,
    },
    /// The place fails unless the type in this hole is an array with this element.
    Element {
        of: HoleId,
        at: usize,
    },
}

/// A value from outside of the function: a local variable or a constant.
pub(crate) struct Capture {
    pub(crate) name: String,
    pub(crate) value: syn::Path,
}

pub(crate) struct Expr {
    pub(crate) kind: ExprKind,
    pub(crate) span: Span,
}

pub(crate) enum ExprKind {
    /// A number: its digits in C++ and its Rust token.
    Number {
        digits: String,
        tokens: TokenStream,
        hole: HoleId,
    },
    Bool(bool),
    /// A variant of `core::cmp::Ordering`, under the path that names it.
    Ordering(syn::Path, &'static str),
    /// `Some(value)`, `None`, `Ok(value)` or `Err(error)`, under the path that names it.
    Optional {
        path: syn::Path,
        variant: Presence,
        value: Option<Box<Expr>>,
        hole: HoleId,
    },
    Unit,
    Var(VarId, Ident),
    Capture(CaptureId, syn::Path),
    Unary {
        op: syn::UnOp,
        hole: HoleId,
        site: Option<SiteId>,
        operand: Box<Expr>,
    },
    Binary {
        op: syn::BinOp,
        hole: HoleId,
        site: Option<SiteId>,
        left: Box<Expr>,
        right: Box<Expr>,
    },
    Logic {
        op: syn::BinOp,
        left: Box<Expr>,
        right: Box<Expr>,
    },
    Assign {
        place: Box<Expr>,
        value: Box<Expr>,
    },
    AssignOp {
        op: syn::BinOp,
        hole: HoleId,
        site: Option<SiteId>,
        /// The hole that says which side is evaluated first, if that makes a difference.
        order: Option<HoleId>,
        place: Box<Expr>,
        value: Box<Expr>,
    },
    /// `value as ty`, or `value.cast::<ty>()`, which has the same meaning for generic types.
    Cast {
        value: Box<Expr>,
        ty: syn::Type,
        generic: bool,
        hole: HoleId,
    },
    Tuple {
        parts: Vec<Expr>,
        hole: HoleId,
    },
    Array {
        parts: Vec<Expr>,
        hole: HoleId,
    },
    Repeat {
        value: Box<Expr>,
        count: syn::Expr,
        hole: HoleId,
    },
    Struct {
        path: syn::Path,
        fields: Vec<(syn::Member, Expr)>,
        base: Option<Box<Expr>>,
        hole: HoleId,
    },
    /// `Vec3(x, y, z)`.
    Construct {
        path: syn::Path,
        args: Vec<Expr>,
        hole: HoleId,
    },
    /// A variant of an enum with its fields: `Shape::Circle(r)`, `Shape::Rect { w, h }`, `Shape::Empty`.
    Variant {
        path: syn::Path,
        fields: Vec<(syn::Member, Expr)>,
        hole: HoleId,
    },
    Field {
        base: Box<Expr>,
        member: syn::Member,
    },
    Index {
        base: Box<Expr>,
        /// The hole of the base's type, for a literal index or if the base is part of a value without a name.
        hole: Option<HoleId>,
        index: Box<Expr>,
        site: SiteId,
    },
    /// The elements of an array or slice in a range: `a[1..n]`.
    Slice {
        base: Box<Expr>,
        /// The hole of the base's type, if the base is part of a value without a name.
        hole: Option<HoleId>,
        bounds: Bounds,
    },
    /// The elements of an array or slice before the position `mid`, and those from there on, as the initializer of a pair of names.
    Halves {
        /// A reference to the whole.
        whole: Box<Expr>,
        mid: Box<Expr>,
        site: SiteId,
    },
    Call {
        path: syn::Path,
        hole: HoleId,
        args: Vec<Expr>,
        call: CallKind,
    },
    Method {
        receiver: Box<Expr>,
        by: By,
        method: Ident,
        hole: HoleId,
        site: Option<SiteId>,
        args: Vec<Expr>,
        /// The message of `expect`, which is no argument on a device.
        message: Option<syn::LitStr>,
    },
    /// `min` and `max`, for which the host calls onrush's own functions on floats.
    MinMax {
        method: Ident,
        hole: HoleId,
        args: Vec<Expr>,
    },
    Ref {
        mutable: bool,
        place: Box<Expr>,
    },
    Deref(Box<Expr>),
    /// The `Option` or `Result` that `?` or a method takes apart, as rustc is made to confirm, or what a constant refers to.
    Option {
        value: Box<Expr>,
        taken: Taken,
    },
    /// What a method makes of an `Option` or a `Result` that has no value.
    Absent {
        of: Box<Expr>,
        hole: HoleId,
    },
    /// What `?` returns of one.
    Failed {
        of: Box<Expr>,
        hole: HoleId,
    },
    Block {
        block: Block,
        label: Option<Label>,
        hole: Option<HoleId>,
    },
    If {
        condition: Box<Expr>,
        then: Block,
        otherwise: Option<Box<Expr>>,
        hole: Option<HoleId>,
    },
    Match {
        value: Box<Expr>,
        arms: Vec<Arm>,
        hole: Option<HoleId>,
    },
    While {
        label: Option<syn::Label>,
        id: LoopId,
        condition: Box<Expr>,
        body: Block,
    },
    Loop {
        label: Option<syn::Label>,
        id: LoopId,
        body: Block,
        hole: Option<HoleId>,
    },
    For {
        label: Option<syn::Label>,
        id: LoopId,
        tokens: TokenStream,
        pattern: Pattern,
        range: Range,
        body: Block,
    },
    Break {
        label: Option<syn::Lifetime>,
        target: LoopId,
        value: Option<Box<Expr>>,
    },
    Continue {
        label: Option<syn::Lifetime>,
        target: LoopId,
    },
    /// The hole is that of the result of the function or closure which is left.
    Return {
        value: Option<Box<Expr>>,
        hole: Option<HoleId>,
    },
    /// A closure, which a `let` binds to a name, or a function is given.
    Closure(Named),
    /// A closure as an argument of a function: a closure where it stands or the name of one, or a reference to it.
    Passed {
        exclusive: Option<bool>,
        /// The reference is to what the name refers to.
        star: bool,
        closure: Box<Expr>,
    },
    /// A call of a parameter that is a closure.
    CallGiven {
        closure: VarId,
        ident: Ident,
        hole: HoleId,
        args: Vec<Expr>,
    },
    /// A call of a closure where it stands.
    Apply {
        closure: Named,
        args: Vec<Given>,
    },
    /// An array of what a closure makes of the items of one, or of positions.
    Mapped {
        of: Box<MappedFrom>,
        closure: Named,
        holes: Mapped,
        site: SiteId,
    },
    /// A call of the closure with this name.
    Invoke {
        closure: VarId,
        ident: Ident,
        args: Vec<Expr>,
    },
    /// `panic!`, `unreachable!`, `todo!` and `unimplemented!`.
    Panic {
        name: Ident,
        message: TokenStream,
        site: SiteId,
    },
    /// `assert!`, `assert_eq!`, `assert_ne!` and their `debug_` forms.
    Assert {
        name: Ident,
        debug: bool,
        test: Test,
        rest: TokenStream,
        site: SiteId,
    },
    /// An expression behind which control never goes on.
    Diverge(Box<Expr>),
    /// A check by rustc; there is nothing to run.
    Confirm(Confirmed),
    /// An expression that was not understood; an error has been reported.
    Refused,
}

/// The form in which a method gets its receiver. Only rustc knows whether the method takes a value or a reference.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum By {
    /// A value, which the method may change if it has no name.
    Value,
    /// A `&` reference.
    Shared,
    /// A `&mut` reference.
    Exclusive,
    /// A two-phase borrow, as in Rust: the place is evaluated first. A method that takes a value is given a copy from
    /// before the arguments, one that takes `&mut` borrows the place after them. `changed` says that the arguments may
    /// change the place.
    TwoPhase { changed: bool },
}

/// The device text that fills a call's hole.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum CallKind {
    /// The name of a `#[device]` function.
    Function,
    /// The name of an associated function, which takes a site as methods do.
    Associated(Option<SiteId>),
}

pub(crate) enum Test {
    True(Box<Expr>),
    /// `assert_eq!` (`eq`) and `assert_ne!` (`ne`).
    Compare {
        hole: HoleId,
        left: Box<Expr>,
        right: Box<Expr>,
    },
}

/// The label of a loop or block, with the number by which `break` finds it.
pub(crate) struct Label {
    pub(crate) name: syn::Label,
    pub(crate) id: LoopId,
}

pub(crate) struct Block {
    pub(crate) statements: Vec<Statement>,
    pub(crate) tail: Option<Box<Expr>>,
}

#[allow(clippy::large_enum_variant, reason = "a function has few")]
pub(crate) enum Statement {
    Let {
        tokens: TokenStream,
        pattern: Pattern,
        /// The structs in the pattern, as rustc is made to confirm.
        structs: Vec<crate::parse::Named>,
        ty: Option<syn::Type>,
        init: Option<Expr>,
    },
    Expr(Expr),
}

pub(crate) struct Arm {
    pub(crate) tokens: TokenStream,
    /// The pattern whose first alternative this is: rustc is shown it, too.
    pub(crate) whole: Option<TokenStream>,
    pub(crate) pattern: Pattern,
    /// The structs in the pattern, as rustc is made to confirm.
    pub(crate) structs: Vec<crate::parse::Named>,
    pub(crate) guard: Option<Expr>,
    pub(crate) body: Expr,
}

pub(crate) struct Range {
    pub(crate) start: Box<Expr>,
    pub(crate) end: Box<Expr>,
    pub(crate) inclusive: bool,
    pub(crate) reversed: bool,
    pub(crate) step: Option<(Box<Expr>, Option<SiteId>)>,
    /// The steps are taken from the last one to the first.
    pub(crate) turned: bool,
    /// The type of the range's items.
    pub(crate) hole: HoleId,
}
