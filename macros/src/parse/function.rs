//! Whole functions: the closure of `op!`, and `fn`s.

use quote::{ToTokens, format_ident, quote};
use syn::spanned::Spanned;
use syn::visit::Visit;

use super::Parser;
use super::closure::bare;
use super::pattern::Binding;
use super::structs::structs;
use super::types::is_inferred;
use crate::ast::{Expr, ExprKind, Function, HoleKind, Param, Pattern, Statement};
use crate::attributes::Attributes;
use crate::hygiene;
use crate::messages;
use crate::report::Report;

/// The receiver's name in the witness closure, where `self` can't be a parameter.
pub(crate) const RECEIVER: &str = "__self";

/// Parses the closure of `op!`.
pub(crate) fn operation(closure: &syn::ExprClosure, report: &mut Report) -> Function {
    Attributes(report).visit_expr_closure(closure);
    let mut parser = Parser::new(report, None, hygiene::is_mixed(closure.to_token_stream()));
    let mut params = Vec::new();
    for input in &closure.inputs {
        match input {
            syn::Pat::Type(typed) => {
                parser.check_type(&typed.ty);
                params.push(parser.param(&typed.pat, &typed.ty));
            }
            pat => {
                let name = pat.to_token_stream().to_string();
                parser.report.refuse_as(pat, messages::PARAMETER_TYPE, &name);
                parser.pattern(pat, Binding::default());
            }
        }
    }
    parser.params = parser.vars.len();
    parser.at_body = matches!(bare(&closure.body), syn::Expr::Block(e) if e.label.is_none());
    let body = parser.expr(&closure.body);
    let writes = closure.inputs.iter().any(|input| matches!(input, syn::Pat::Type(typed) if is_exclusive(&typed.ty)));
    if !writes
        && let Some(place) = last_assigned(&body).filter(|place| place.root().is_some_and(|root| root < parser.params))
    {
        parser.report.refuse(super::spanned(place.span), messages::LOST);
    }
    let plain = || syn::ExprClosure { capture: None, ..closure.clone() };
    parser.function(params, &closure.output, body, super::span(closure.or1_token), plain)
}

/// Whether a `&mut` is or is part of the type.
fn is_exclusive(ty: &syn::Type) -> bool {
    match super::types::plain(ty) {
        syn::Type::Reference(reference) => reference.mutability.is_some(),
        syn::Type::Tuple(tuple) => tuple.elems.iter().any(is_exclusive),
        _ => false,
    }
}

/// The place that an expression assigns to last, if its value is that of the assignment: nothing.
fn last_assigned(e: &Expr) -> Option<&Expr> {
    match &e.kind {
        ExprKind::Assign { place, .. } | ExprKind::AssignOp { place, .. } => Some(place),
        ExprKind::Block { block, .. } => match (&block.tail, block.statements.last()) {
            (Some(tail), _) => last_assigned(tail),
            (None, Some(Statement::Expr(e))) => last_assigned(e),
            _ => None,
        },
        _ => None,
    }
}

/// Parses a `#[device]` function or method. The parameters at the places `given` are closures.
pub(crate) fn method(signature: &syn::Signature, given: &[usize], block: &syn::Block, report: &mut Report) -> Function {
    Attributes(report).visit_signature(signature);
    Attributes(report).visit_block(block);
    let mut tokens = signature.inputs.to_token_stream();
    tokens.extend(block.to_token_stream());
    let mixed = hygiene::is_mixed(tokens);
    let mut parser = Parser::new(report, Some(&signature.ident), mixed);
    let mut params = Vec::new();
    for (i, input) in signature.inputs.iter().enumerate() {
        params.push(match input {
            syn::FnArg::Typed(typed) if given.contains(&i) => parser.given_closure(&typed.pat, &typed.ty),
            syn::FnArg::Typed(typed) => {
                parser.check_named_type(&typed.ty);
                parser.param(&typed.pat, &typed.ty)
            }
            syn::FnArg::Receiver(receiver) => parser.receiver(receiver),
        });
    }
    parser.params = parser.vars.len();
    parser.at_body = true;
    let body = parser.block(block, true);
    let span = signature.ident.span();
    let body = Expr { kind: ExprKind::Block { block: body, label: None, hole: None }, span };
    let plain = || {
        // `self` can be named around the closure, too.
        let written = signature.inputs.iter().filter(|input| matches!(input, syn::FnArg::Typed(_)));
        let output = match &signature.output {
            syn::ReturnType::Type(_, ty) => quote!(#ty),
            syn::ReturnType::Default => quote!(()),
        };
        syn::parse_quote_spanned!(span=> |#(#written),*| -> #output #block)
    };
    parser.function(params, &signature.output, body, span, plain)
}

impl Parser<'_> {
    fn param(&mut self, pat: &syn::Pat, ty: &syn::Type) -> Param {
        if is_inferred(ty) {
            self.report.refuse_as(ty, messages::PARAMETER_TYPE, &pat.to_token_stream().to_string());
        }
        let pattern = self.pattern(pat, Binding::typed(ty));
        self.may_be_rebound(pat);
        let hole = self.hole_of_parameter(ty);
        let tokens = Some(self.certain_param(pat));
        Param { tokens, pattern, structs: structs(pat), ty: ty.clone(), hole: Some(hole) }
    }

    fn receiver(&mut self, receiver: &syn::Receiver) -> Param {
        let reference = receiver.reference.is_some();
        let ident = receiver.self_token.span();
        let name = proc_macro2::Ident::new("self", ident);
        let var = self.declare(&name, receiver.mutability.is_some(), reference);
        self.vars[var].writable = receiver.mutability.is_some();
        let hole = self.hole(HoleKind::Type((*receiver.ty).clone()), ident);
        Param {
            tokens: None,
            pattern: Pattern::Bind { var, name, inner: None },
            structs: Vec::new(),
            ty: (*receiver.ty).clone(),
            hole: Some(hole),
        }
    }

    fn function(
        mut self,
        params: Vec<Param>,
        output: &syn::ReturnType,
        body: Expr,
        span: proc_macro2::Span,
        plain: impl FnOnce() -> syn::ExprClosure,
    ) -> Function {
        self.check_rebindings();
        // Constants of the body are declared outside of it, too, where the signature's types are named.
        let named = || params.iter().map(|param| param.ty.to_token_stream()).chain([output.to_token_stream()]);
        for name in self.items.iter().flat_map(super::imports::names) {
            if named().any(|tokens| crate::generics::mentions(tokens, name)) {
                self.report.refuse(name, messages::CONSTANT_NAME);
            }
        }
        let output = match output {
            syn::ReturnType::Type(_, ty) => {
                self.check_type(ty);
                Some((**ty).clone())
            }
            syn::ReturnType::Default => None,
        };
        let output_hole = match &output {
            Some(ty) => self.hole(HoleKind::Type(ty.clone()), ty.span()),
            None => self.infer(span),
        };
        let plain = (!self.chains.is_empty()).then(plain);
        let Parser { name, vars, holes, sites, captures, closures, items, loop_count: loops, mixed, .. } = self;
        Function {
            params,
            output,
            output_hole,
            body,
            vars,
            holes,
            sites,
            captures,
            closures,
            items,
            loops,
            mixed,
            constants: name.is_some(),
            plain,
        }
    }
}

/// The receiver's name where `self` can't be used.
pub(crate) fn receiver() -> proc_macro2::Ident {
    format_ident!("{RECEIVER}", span = proc_macro2::Span::mixed_site())
}
