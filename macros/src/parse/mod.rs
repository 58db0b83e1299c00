//! The parser: from syn's tree to the tree in `ast`.

mod alternatives;
mod block;
mod call;
mod chain;
mod closure;
mod control;
mod diverge;
mod enums;
mod expr;
mod function;
mod given;
mod imports;
mod iterate;
mod literal;
mod mapped;
mod matches;
mod operator;
mod option;
mod pairs;
mod pattern;
mod pieces;
mod place;
mod rebound;
mod remainder;
mod scope;
mod search;
mod sort;
mod structs;
mod taken;
mod types;

pub(crate) use call::without_arguments;
pub(crate) use function::{method, operation, receiver};
pub(crate) use pieces::{PARTING, is_of_parts};
pub(crate) use structs::Named;
pub(crate) use types::is_view;

use std::collections::HashMap;

use proc_macro2::Span;

use crate::ast::{
    Capture, CaptureId, Closure, Expr, ExprKind, Hole, HoleId, HoleKind, LoopId, Site, SiteId, Var, VarId, When,
};
use crate::hygiene;
use crate::intrinsics;
use crate::messages::Message;
use crate::namer::Namer;
use crate::report::Report;

/// The parser's state within one function.
pub(crate) struct Parser<'a> {
    report: &'a mut Report,
    vars: Vec<Var>,
    holes: Vec<Hole>,
    sites: Vec<Site>,
    captures: Vec<Capture>,
    closures: Vec<Closure>,
    /// The constants and imports of the body.
    items: Vec<syn::Item>,
    imports: imports::Imports,
    /// The next block is the body's own.
    at_body: bool,
    /// The parentheses around the next expression begin there, which is where it fails.
    opened: Option<Span>,
    /// The closures around this expression, innermost last.
    inside: Vec<closure::Inside>,
    /// Where the closures with names can be called.
    uses: HashMap<VarId, closure::Uses>,
    /// The names that stand for the parts of pairs.
    pairs: HashMap<VarId, pairs::PairName>,
    /// The names that stand for iterators and ranges.
    chains: HashMap<VarId, chain::NamedChain>,
    /// The number of bodies of closures that the calls up to here are replaced by.
    inlined: usize,
    /// The assignments to slices.
    rebindings: Vec<rebound::Rebinding>,
    /// The number of variables that the parameters' patterns declare.
    params: VarId,
    /// The variables that earlier arguments of the calls around this expression refer to.
    lent: Vec<VarId>,
    scopes: Vec<scope::Scope>,
    loops: Vec<scope::Loop>,
    loop_count: LoopId,
    namer: Namer,
    /// The function's name, if it has one.
    name: Option<proc_macro2::Ident>,
    /// True if identifiers from several macro calls may stand in the function.
    mixed: bool,
}

impl<'a> Parser<'a> {
    fn new(report: &'a mut Report, name: Option<&proc_macro2::Ident>, mixed: bool) -> Self {
        Parser {
            report,
            vars: Vec::new(),
            holes: Vec::new(),
            sites: Vec::new(),
            captures: Vec::new(),
            closures: Vec::new(),
            items: Vec::new(),
            imports: imports::Imports::default(),
            at_body: false,
            opened: None,
            inside: Vec::new(),
            uses: HashMap::new(),
            pairs: HashMap::new(),
            chains: HashMap::new(),
            inlined: 0,
            rebindings: Vec::new(),
            params: 0,
            lent: Vec::new(),
            scopes: vec![scope::Scope::default()],
            loops: Vec::new(),
            loop_count: 0,
            namer: Namer::default(),
            name: name.cloned(),
            mixed,
        }
    }

    fn hole(&mut self, kind: HoleKind, span: Span) -> HoleId {
        self.holes.push(Hole { kind, span });
        self.holes.len() - 1
    }

    fn infer(&mut self, span: Span) -> HoleId {
        self.hole(HoleKind::Infer, span)
    }

    /// The hole of a value that a device keeps, and that may be a reference on the host.
    fn plain(&mut self, span: Span) -> HoleId {
        self.hole(HoleKind::Plain, span)
    }

    fn site(&mut self, span: Span, message: &str, when: When) -> SiteId {
        let index = intrinsics::has_numbers(message);
        self.sites.push(Site { span, message: message.to_owned(), index, when });
        self.sites.len() - 1
    }

    /// Adds the place of failure of an index.
    fn site_of_index(&mut self, span: Span, when: When) -> SiteId {
        self.site(span, intrinsics::OUT_OF_BOUNDS, when)
    }

    /// Adds the place of failure of the operator or method `name` in `hole`; `last` is its last operand.
    fn site_of(
        &mut self,
        hole: HoleId,
        name: &str,
        failure: Option<&str>,
        span: Span,
        last: Option<&Expr>,
    ) -> Option<SiteId> {
        let when = match last.map(|last| &last.kind) {
            Some(ExprKind::Number { digits, hole: ty, .. }) if intrinsics::is_division(name) => {
                When::Divisor { call: hole, ty: *ty, digits: digits.clone() }
            }
            _ => When::Hole(hole),
        };
        failure.map(|failure| self.site(span, failure, when))
    }

    fn capture(&mut self, path: &syn::Path) -> CaptureId {
        let same = |c: &Capture| c.value == *path && hygiene::context(span(&c.value)) == hygiene::context(span(path));
        if let Some(known) = self.captures.iter().position(same) {
            return known;
        }
        let words: Vec<_> = path.segments.iter().map(|s| s.ident.to_string()).collect();
        let name = self.namer.name("c_", &words.join("_"));
        self.captures.push(Capture { name, value: path.clone() });
        self.captures.len() - 1
    }

    fn refuse(&mut self, tokens: impl quote::ToTokens, message: Message) -> Expr {
        self.report.refuse(tokens, message);
        Expr { kind: ExprKind::Refused, span: Span::call_site() }
    }

    fn refuse_as(&mut self, tokens: impl quote::ToTokens, message: Message, name: &str) -> Expr {
        self.report.refuse_as(tokens, message, name);
        Expr { kind: ExprKind::Refused, span: Span::call_site() }
    }
}

/// The span where an error about `tokens` begins.
fn span(tokens: impl quote::ToTokens) -> Span {
    tokens.into_token_stream().into_iter().next().map_or_else(Span::call_site, |token| token.span())
}

/// A token at this span, to report an error there.
fn spanned(span: Span) -> proc_macro2::Ident {
    proc_macro2::Ident::new("__place", span)
}
