//! Closures, and calls of the names that `let` gives them.

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote_spanned};
use syn::spanned::Spanned;

use super::Parser;
use super::pattern::Binding;
use super::place::as_slice;
use super::scope::Loop;
use super::structs::structs;
use crate::ast::{Closure, ClosureParam, Expr, ExprKind, Given, HoleId, LoopId, Named, Pattern, VarId};
use crate::hygiene::located;
use crate::messages;

/// The most bodies of closures that may stand in the device code of a function: each call is replaced by one, those within
/// closures as often as these are called.
pub(super) const MOST_INLINED: usize = 500;

type Inputs = syn::punctuated::Punctuated<syn::Pat, syn::Token![,]>;

/// A closure that is being parsed.
pub(super) struct Inside {
    /// The variables from this one on are the closure's own.
    first: VarId,
    /// The closure's name isn't `mut`, so rustc lets it change nothing around it.
    fixed: bool,
    hole: HoleId,
    returns: bool,
    /// The loops around the closure, which a `break` in it can't leave.
    pub(super) loops: Vec<Loop>,
}

impl Inside {
    /// The hole of the result, which a `return` gives.
    pub(super) fn returned(&mut self) -> HoleId {
        self.returns = true;
        self.hole
    }
}

/// Where a closure can still be called: as long as it can, nobody else may change what it captures.
pub(super) struct Uses {
    /// The mentions of its name that follow.
    left: usize,
    /// The number of loops around its declaration.
    loops: usize,
    /// The loops since then that contain a call, and the closures, by their first variables: these may call it again.
    called: Vec<LoopId>,
    called_in: Vec<VarId>,
    /// The number of bodies that a call is replaced by.
    inlined: usize,
}

impl Parser<'_> {
    /// Parses `let name = |…| …;`, behind which the statements `rest` stand in its block.
    pub(super) fn closure_statement(&mut self, local: &syn::Local, rest: &[syn::Stmt]) -> Option<Expr> {
        let syn::Expr::Closure(closure) = bare(&local.init.as_ref()?.expr) else { return None };
        let name = match &local.pat {
            syn::Pat::Ident(name) if name.subpat.is_none() && name.by_ref.is_none() => name,
            _ => return Some(self.refuse(closure.or1_token, messages::CLOSURE)),
        };
        let before = self.inlined;
        let passed = rest.iter().any(|statement| passes(statement.to_token_stream(), &name.ident));
        let expr = self.closure(closure, name.mutability.is_none(), passed);
        let uses = Uses {
            left: rest.iter().map(|statement| mentions(statement.to_token_stream(), &name.ident)).sum(),
            loops: self.loop_ids().count(),
            called: Vec::new(),
            called_in: Vec::new(),
            inlined: self.inlined - before + 1,
        };
        self.inlined = before;
        self.uses.insert(self.vars.len(), uses);
        Some(expr)
    }

    /// Parses `(|…| …)(…)`; where arguments may be mistaken for an item's parts, as the call of a closure with a name.
    pub(super) fn called_at_once(&mut self, closure: &syn::ExprClosure, e: &syn::ExprCall) -> Expr {
        let span = closure.or1_token.span();
        let (name, args) = (Ident::new("__closure", located(span)), &e.args);
        let plain = |arg: &syn::Expr| match arg {
            syn::Expr::Reference(of) => !matches!(*of.expr, syn::Expr::Tuple(_)),
            arg => !matches!(arg, syn::Expr::Tuple(_)),
        };
        if closure.capture.is_none() && matches!(args.len(), 1 | 2) && args.iter().all(plain) {
            return self.apply(&syn::parse_quote_spanned!(span=> __onrush_apply!(#closure, #args)));
        }
        let block = quote_spanned!(span=> { #[allow(unused_mut)] let mut #name = #closure; #name(#args) });
        match syn::parse2::<syn::ExprBlock>(block) {
            Ok(block) => self.block_expr(&block, true),
            Err(_) => self.refuse(closure.or1_token, messages::CLOSURE),
        }
    }

    /// Parses `__onrush_apply!(closure, arguments)`, the call of a closure where it stands: the parameters are references where
    /// the arguments are. A pair among the arguments may have references as parts.
    pub(super) fn apply(&mut self, mac: &syn::Macro) -> Expr {
        let parts = mac.parse_body_with(syn::punctuated::Punctuated::<syn::Expr, syn::Token![,]>::parse_terminated);
        let parts: Vec<_> = match parts {
            Ok(parts) => parts.into_iter().collect(),
            Err(error) => return self.syntax(&error),
        };
        let Some((syn::Expr::Closure(closure), args)) = parts.split_first() else {
            return self.refuse_as(&mac.path, messages::MACRO, "__onrush_apply");
        };
        if closure.inputs.len() != args.len() {
            return self.refuse_number(closure.or1_token, args.len());
        }
        let given = |(arg, input): (&syn::Expr, &syn::Pat)| match (self.given(arg), input) {
            (Given::One(arg), syn::Pat::Type(typed)) => {
                Given::One(Box::new(as_slice(*arg, Some(&typed.ty), &self.vars)))
            }
            (arg, _) => arg,
        };
        let args: Vec<_> = args.iter().zip(&closure.inputs).map(given).collect();
        let made = self.closure_with(closure, false, |parser, inputs| {
            let bound = inputs.iter().zip(&args);
            bound.map(|(input, arg)| parser.given_param(input, arg)).collect()
        });
        match made.kind {
            ExprKind::Closure(closure) => Expr { kind: ExprKind::Apply { closure, args }, span: made.span },
            _ => made,
        }
    }

    fn given(&mut self, arg: &syn::Expr) -> Given {
        match arg {
            syn::Expr::Tuple(pair) if pair.elems.len() == 2 => {
                let [a, b] = [0, 1].map(|i| Box::new(self.given(&pair.elems[i])));
                Given::Pair(a, b)
            }
            syn::Expr::Reference(shared) if matches!(*shared.expr, syn::Expr::Tuple(_)) => {
                Given::Shared(Box::new(self.given(&shared.expr)))
            }
            arg => Given::One(Box::new(self.argument(arg))),
        }
    }

    fn given_param(&mut self, input: &syn::Pat, arg: &Given) -> ClosureParam {
        let (pat, ty) = match input {
            syn::Pat::Type(typed) => (&*typed.pat, Some(&*typed.ty)),
            pat => (pat, None),
        };
        if let Some(ty) = ty {
            self.check_named_type(ty);
        }
        let mut names = super::pairs::PairNames::default();
        let pat = &names.expand(pat, arg, false);
        let pattern = self.given_pattern(pat, arg, false, ty);
        let tokens = self.certain(pat, false);
        self.name_pairs(names);
        ClosureParam { tokens, pattern, structs: structs(pat), ty: ty.cloned(), hole: None }
    }

    /// Parses a pattern of an argument; `shared` says that it stands behind a reference.
    fn given_pattern(&mut self, pat: &syn::Pat, arg: &Given, shared: bool, ty: Option<&syn::Type>) -> Pattern {
        match (pat, arg) {
            (syn::Pat::Paren(p), _) => self.given_pattern(&p.pat, arg, shared, ty),
            (syn::Pat::Reference(p), Given::Shared(both)) => self.given_pattern(&p.pat, both, false, None),
            (syn::Pat::Tuple(_), Given::Shared(both)) => self.given_pattern(pat, both, true, None),
            (syn::Pat::Tuple(p), Given::Pair(a, b)) => match super::iterate::two(p) {
                Some(parts) => {
                    let mut list = Vec::new();
                    for (i, (part, arg)) in parts.into_iter().zip([a, b]).enumerate() {
                        if let Some(part) = part {
                            list.push((syn::Member::from(i), self.given_pattern(part, arg, shared, None)));
                        }
                    }
                    Pattern::Parts(list)
                }
                None => self.refuse_given(pat),
            },
            (syn::Pat::Wild(_), Given::Pair(..) | Given::Shared(_)) => Pattern::Wild,
            (_, Given::Pair(..) | Given::Shared(_)) => self.refuse_given(pat),
            (_, Given::One(e)) => {
                let of = Binding::of(e, &self.vars);
                let of = match shared {
                    true => Binding { reference: true, double: of.reference, exclusive: false, ..of },
                    false => of,
                };
                self.pattern(pat, Binding { ty, ..of })
            }
        }
    }

    fn refuse_number(&mut self, tokens: impl ToTokens, given: usize) -> Expr {
        let values = match given {
            0 => "no value".to_owned(),
            1 => "one value".to_owned(),
            given => format!("{given} values"),
        };
        self.refuse_as(tokens, messages::CLOSURE_NUMBER, &values)
    }

    fn refuse_given(&mut self, pat: &syn::Pat) -> Pattern {
        self.report.refuse(pat, messages::CLOSURE_PAIR);
        Pattern::Wild
    }

    /// Parses a closure; `passed` says that a function may be given it.
    pub(super) fn closure(&mut self, e: &syn::ExprClosure, fixed: bool, passed: bool) -> Expr {
        self.closure_with(e, fixed, |parser, inputs| {
            inputs.iter().map(|input| parser.closure_param(input, passed, false)).collect()
        })
    }

    /// Parses a closure that is given the items of an array, or the value of an `Option`, which may be `lent`: shared references.
    pub(super) fn closure_of_items(&mut self, e: &syn::ExprClosure, fixed: bool, lent: bool) -> Expr {
        self.closure_with(e, fixed, |parser, inputs| {
            inputs.iter().map(|input| parser.closure_param(input, false, lent)).collect()
        })
    }

    fn closure_with(
        &mut self,
        e: &syn::ExprClosure,
        fixed: bool,
        params: impl FnOnce(&mut Self, &Inputs) -> Vec<ClosureParam>,
    ) -> Expr {
        let span = e.or1_token.span();
        if let Some(token) = &e.asyncness {
            return self.refuse(token, messages::ASYNC);
        }
        if e.lifetimes.is_some() || e.constness.is_some() || e.movability.is_some() {
            return self.refuse(e, messages::FORMAT_SELF);
        }
        let first = self.vars.len();
        let output = match &e.output {
            syn::ReturnType::Type(_, ty) => {
                self.check_type(ty);
                Some((**ty).clone())
            }
            syn::ReturnType::Default => None,
        };
        let hole = self.infer(span);
        let loops = std::mem::take(&mut self.loops);
        self.inside.push(Inside { first, fixed, hole, returns: false, loops });
        let (params, body) = self.scoped(|parser| {
            let params = params(parser, &e.inputs);
            (params, parser.expr(&e.body))
        });
        let inside = self.inside.pop();
        let returns = inside.as_ref().is_some_and(|closure| closure.returns);
        self.loops = inside.map(|closure| closure.loops).unwrap_or_default();
        let moves = e.capture.is_some();
        let (captured, changed) = body.captured_by_closure(first, &self.vars);
        let changes = |var: &VarId| self.vars[*var].closure.as_ref().is_some_and(|closure| !closure.changed.is_empty());
        if moves && captured.iter().any(changes) {
            return self.refuse(e.capture, messages::CLOSURE_MOVED);
        }
        self.closures.push(Closure { moves, params, output, hole, body, first, returns });
        let named = Named { id: self.closures.len() - 1, captured, changed };
        Expr { kind: ExprKind::Closure(named), span }
    }

    fn closure_param(&mut self, input: &syn::Pat, passed: bool, lent: bool) -> ClosureParam {
        let (pat, ty) = match input {
            syn::Pat::Type(typed) => (&*typed.pat, Some(&*typed.ty)),
            pat => (pat, None),
        };
        if let Some(ty) = ty {
            self.check_named_type(ty);
        }
        let pattern = self.pattern(pat, ty.map_or(Binding { lent, ..Binding::default() }, Binding::typed));
        self.may_be_rebound(pat);
        // Of a type with a part that is to be inferred, rustc infers the whole.
        let underscore = Ident::new("_", Span::call_site());
        let hole = passed.then(|| match ty {
            Some(ty) if !crate::generics::mentions(ty.to_token_stream(), &underscore) => self.hole_of_parameter(ty),
            _ => self.infer(super::span(pat)),
        });
        ClosureParam { tokens: self.certain(pat, false), pattern, structs: structs(pat), ty: ty.cloned(), hole }
    }

    /// Parses the call of a variable that is a closure's name.
    pub(super) fn invoke(&mut self, var: VarId, ident: &Ident, e: &syn::ExprCall) -> Expr {
        // The arguments are evaluated while the closure is still to be called.
        let mut args = self.arguments(&e.args);
        self.count_use(var);
        if let Some(closure) = &self.vars[var].closure {
            let params = &self.closures[closure.id].params;
            if params.len() != args.len() {
                return self.refuse_number(ident, args.len());
            }
            let of_type = params.iter().map(|param| param.ty.as_ref());
            args = args.into_iter().zip(of_type).map(|(arg, ty)| as_slice(arg, ty, &self.vars)).collect();
        }
        if self.inlined > MOST_INLINED {
            return self.refuse(ident, messages::CLOSURE_CALLS);
        }
        Expr { kind: ExprKind::Invoke { closure: var, ident: ident.clone(), args }, span: ident.span() }
    }

    /// Notes that the closure of this name is called here, or passed to a function.
    pub(super) fn count_use(&mut self, var: VarId) {
        let loops: Vec<_> = self.loop_ids().collect();
        if let Some(uses) = self.uses.get_mut(&var) {
            uses.left = uses.left.saturating_sub(1);
            uses.called_in.extend(self.inside.iter().map(|closure| closure.first).filter(|first| *first > var));
            uses.called.extend(loops.iter().skip(uses.loops));
            self.inlined = self.inlined.saturating_add(uses.inlined);
        }
    }

    /// Whether the path names a `move` closure that changes copies of its own, of which Rust makes a copy where it is passed on.
    pub(super) fn keeps_changes(&self, path: &syn::ExprPath) -> bool {
        let var = path.path.get_ident().and_then(|ident| self.lookup(ident));
        let closure = var.and_then(|var| self.vars[var].closure.as_ref());
        closure.is_some_and(|closure| self.closures[closure.id].moves && !closure.changed.is_empty())
    }

    /// Whether rustc lets no `&mut` reference to a variable be taken here, because a closure that captures it may still be
    /// called, or because the closure around this changes nothing.
    pub(super) fn is_lent_to_closure(&self, var: VarId) -> bool {
        let loops: Vec<_> = self.loop_ids().collect();
        let called = |uses: &Uses| {
            uses.left > 0
                || loops.iter().skip(uses.loops).any(|id| uses.called.contains(id))
                || self.inside.iter().any(|closure| uses.called_in.contains(&closure.first))
        };
        let captures = |closure: VarId| {
            let captured = self.vars.get(closure).and_then(|var| var.closure.as_ref());
            captured.is_some_and(|closure| closure.captured.iter().any(|of| crate::walk::refers(*of, var, &self.vars)))
        };
        self.inside.iter().any(|closure| closure.fixed && var < closure.first)
            || self.uses.iter().any(|(closure, uses)| captures(*closure) && called(uses))
    }
}

/// The number of times that the name stands among the tokens.
fn mentions(tokens: TokenStream, name: &Ident) -> usize {
    let count = |token| match token {
        TokenTree::Ident(ident) => usize::from(ident == *name),
        TokenTree::Group(group) => mentions(group.stream(), name),
        _ => 0,
    };
    tokens.into_iter().map(count).sum()
}

/// Whether the name stands among the tokens other than where it is called.
fn passes(tokens: TokenStream, name: &Ident) -> bool {
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        let found = match token {
            TokenTree::Ident(ident) if ident == *name => !matches!(
                tokens.peek(),
                Some(TokenTree::Group(args)) if args.delimiter() == proc_macro2::Delimiter::Parenthesis
            ),
            TokenTree::Group(group) => passes(group.stream(), name),
            _ => false,
        };
        if found {
            return true;
        }
    }
    false
}

/// The expression without the parentheses around it.
pub(super) fn bare(e: &syn::Expr) -> &syn::Expr {
    match e {
        syn::Expr::Paren(e) => bare(&e.expr),
        syn::Expr::Group(e) => bare(&e.expr),
        e => e,
    }
}
