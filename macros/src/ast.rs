//! The device subset of Rust as our own tree. The parser fills it, `check` looks at it, and two writers read it: one gives
//! back the user's Rust with its types passed through witnesses, the other the C++ with holes for those types.

use proc_macro2::{Ident, Span, TokenStream};

/// A function: what `op!` holds, a `#[device]` function, or a method of a `#[device]` impl.
pub(crate) struct Function {
    pub(crate) params: Vec<Param>,
    pub(crate) output: Option<syn::Type>,
    pub(crate) output_hole: HoleId,
    pub(crate) body: Expr,
    pub(crate) vars: Vec<Var>,
    pub(crate) holes: Vec<Hole>,
    pub(crate) sites: Vec<Site>,
    pub(crate) captures: Vec<Capture>,
    /// Whether names of several macros may stand in it, so that variables are renamed on the host.
    pub(crate) mixed: bool,
}

pub(crate) struct Param {
    /// The pattern in the user's words; `None` for `self`, which the writer renames.
    pub(crate) tokens: Option<TokenStream>,
    pub(crate) pattern: Pattern,
    pub(crate) ty: syn::Type,
    pub(crate) hole: HoleId,
}

/// A variable, under names that no other of the function has in C++.
pub(crate) struct Var {
    pub(crate) name: String,
    /// What it names may change while it is in scope: it is `mut`, or a `&mut`.
    pub(crate) mutable: bool,
    /// A `&mut` of what it names can be taken.
    pub(crate) writable: bool,
    /// It is a Rust reference; C++ sees what it refers to.
    pub(crate) reference: bool,
    /// Declared without a value: the hole of its type.
    pub(crate) late: Option<HoleId>,
}

pub(crate) type VarId = usize;
pub(crate) type HoleId = usize;
pub(crate) type SiteId = usize;
pub(crate) type CaptureId = usize;
pub(crate) type LoopId = usize;

/// Something that only rustc knows, and that the device text has a hole for.
pub(crate) struct Hole {
    pub(crate) kind: HoleKind,
    pub(crate) span: Span,
}

pub(crate) enum HoleKind {
    /// A type to infer.
    Infer,
    /// A type as written.
    Type(syn::Type),
    /// The method or prefix operator of a type to infer.
    Method(String),
    /// The operator between two types to infer.
    Infix(&'static str),
    /// The associated function of a type as written.
    Associated(TokenStream, String),
    /// A `#[device]` function.
    Call(syn::Path),
}

/// A place that may fail.
pub(crate) struct Site {
    pub(crate) span: Span,
    pub(crate) message: String,
    pub(crate) when: When,
}

/// When a place can fail.
#[derive(Clone, Copy)]
pub(crate) enum When {
    Always,
    /// Where integer overflow is checked.
    Checked,
    /// Where what stands in this hole can.
    Hole(HoleId),
    /// Unless the type in this hole is an array with this element.
    Element {
        of: HoleId,
        at: usize,
    },
}

/// A value from outside: a local variable or a constant.
pub(crate) struct Capture {
    pub(crate) name: String,
    pub(crate) value: syn::Path,
}

pub(crate) struct Expr {
    pub(crate) kind: ExprKind,
    pub(crate) span: Span,
}

pub(crate) enum ExprKind {
    /// A number: its digits for C++ and its token.
    Number {
        digits: String,
        tokens: TokenStream,
        hole: HoleId,
    },
    Bool(bool),
    Unit,
    Var(VarId, Ident),
    Capture(CaptureId, syn::Path),
    Unary {
        op: TokenStream,
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
        place: Box<Expr>,
        value: Box<Expr>,
    },
    Cast {
        value: Box<Expr>,
        ty: syn::Type,
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
    Field {
        base: Box<Expr>,
        member: syn::Member,
    },
    Index {
        base: Box<Expr>,
        /// The hole of the base's type, for a literal index.
        hole: Option<HoleId>,
        index: Box<Expr>,
        site: SiteId,
    },
    Call {
        path: syn::Path,
        hole: HoleId,
        args: Vec<Expr>,
        call: CallKind,
    },
    /// The receiver is a reference if that is how the method is given a place.
    Method {
        receiver: Box<Expr>,
        /// The arguments read what the receiver changes, which is borrowed when they have been evaluated.
        late: bool,
        method: Ident,
        hole: HoleId,
        site: Option<SiteId>,
        args: Vec<Expr>,
    },
    /// `min` and `max`, of which the host's floats need our own.
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
    Return(Option<Box<Expr>>),
    /// `panic!` and its kin.
    Panic {
        name: Ident,
        message: TokenStream,
        site: SiteId,
    },
    /// `assert!` and its kin.
    Assert {
        name: Ident,
        debug: bool,
        test: Test,
        rest: TokenStream,
        site: SiteId,
    },
    /// What could not be understood; an error has been reported.
    Refused,
}

/// What a call's hole gives.
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

/// A loop's or block's label, with the number by which breaks find it.
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
    Let { tokens: TokenStream, pattern: Pattern, ty: Option<syn::Type>, init: Option<Expr> },
    Expr(Expr),
}

pub(crate) struct Arm {
    pub(crate) tokens: TokenStream,
    pub(crate) pattern: Pattern,
    pub(crate) guard: Option<Expr>,
    pub(crate) body: Expr,
}

pub(crate) struct Range {
    pub(crate) start: Box<Expr>,
    pub(crate) end: Box<Expr>,
    pub(crate) inclusive: bool,
    pub(crate) reversed: bool,
    pub(crate) step: Option<(Box<Expr>, Option<SiteId>)>,
    /// The type of what it counts.
    pub(crate) hole: HoleId,
}

pub(crate) enum Pattern {
    Wild,
    Bind {
        var: VarId,
        inner: Option<Box<Pattern>>,
    },
    /// `&pattern`: what the reference refers to, as a copy.
    Referent(Box<Pattern>),
    /// Parts by member: those of a tuple, tuple struct or struct.
    Parts(Vec<(syn::Member, Pattern)>),
    Or(Vec<Pattern>),
    /// A bool or an integer, as C++ spells it.
    Literal(String),
    Range {
        from: Option<String>,
        to: Option<String>,
        inclusive: bool,
    },
    Constant(CaptureId),
}

impl Pattern {
    /// The constants in it.
    pub(crate) fn constants(&self, found: &mut Vec<CaptureId>) {
        match self {
            Pattern::Constant(constant) => found.push(*constant),
            Pattern::Bind { inner: Some(inner), .. } | Pattern::Referent(inner) => inner.constants(found),
            Pattern::Parts(parts) => parts.iter().for_each(|(_, part)| part.constants(found)),
            Pattern::Or(cases) => cases.iter().for_each(|case| case.constants(found)),
            _ => {}
        }
    }

    /// The variable of a pattern that is just one.
    pub(crate) fn variable(&self) -> Option<VarId> {
        match self {
            Pattern::Bind { var, inner: None } => Some(*var),
            _ => None,
        }
    }
}

impl Expr {
    /// Whether it names memory: a variable, a field, an element, what a reference refers to.
    pub(crate) fn is_place(&self) -> bool {
        matches!(
            self.kind,
            ExprKind::Var(..)
                | ExprKind::Capture(..)
                | ExprKind::Field { .. }
                | ExprKind::Index { .. }
                | ExprKind::Deref(_)
        )
    }

    /// The variable that a place is part of.
    pub(crate) fn root(&self) -> Option<VarId> {
        match &self.kind {
            ExprKind::Var(var, _) => Some(*var),
            ExprKind::Field { base, .. }
            | ExprKind::Index { base, .. }
            | ExprKind::Deref(base)
            | ExprKind::Ref { place: base, .. } => base.root(),
            _ => None,
        }
    }

    /// Whether an index stands in a place.
    pub(crate) fn has_index(&self) -> bool {
        match &self.kind {
            ExprKind::Field { base, .. } => base.has_index(),
            kind => matches!(kind, ExprKind::Index { .. }),
        }
    }

    /// Whether it is a reference, as far as the text shows.
    pub(crate) fn is_reference(&self, vars: &[Var]) -> bool {
        match &self.kind {
            ExprKind::Var(var, _) => vars[*var].reference,
            ExprKind::Ref { .. } => true,
            _ => false,
        }
    }

    /// Whether it is a reference through which something may change.
    pub(crate) fn is_exclusive(&self, vars: &[Var]) -> bool {
        match &self.kind {
            ExprKind::Var(var, _) => vars[*var].reference && vars[*var].mutable,
            ExprKind::Ref { mutable, .. } => *mutable,
            _ => false,
        }
    }
}
