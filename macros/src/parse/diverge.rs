//! Macro calls: `panic!`, `assert!` and the like, and `matches!` are supported; all others are refused.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::parse::{Parse, ParseStream, Parser as _};
use syn::spanned::Spanned;
use syn::visit::Visit;
use syn::visit_mut::VisitMut;

use super::Parser;
use crate::ast::{Expr, ExprKind, HoleKind, Taken, Test, When};
use crate::attributes::{Attributes, is_plain};
use crate::messages;

/// The arguments of a macro: the tested expressions, then the remaining tokens (the message and its values).
struct Arguments<const N: usize> {
    tested: Vec<syn::Expr>,
    rest: TokenStream,
}

impl<const N: usize> Parse for Arguments<N> {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let mut tested = Vec::new();
        while tested.len() < N {
            tested.push(input.parse()?);
            if tested.len() < N || !input.is_empty() {
                input.parse::<syn::Token![,]>()?;
            }
        }
        Ok(Arguments { tested, rest: input.parse()? })
    }
}

impl Parser<'_> {
    pub(super) fn macro_call(&mut self, mac: &syn::Macro) -> Expr {
        let Some(last) = mac.path.segments.last() else { return self.refuse(&mac.path, messages::FORMAT_SELF) };
        let name = last.ident.to_string();
        // A bare name means std's macro and is written with std's path, so that a macro of the user's with that name
        // never runs.
        if mac.path.segments.len() > 1 && !matches!(mac.path.segments[0].ident.to_string().as_str(), "std" | "core") {
            return self.refuse_as(&mac.path, messages::MACRO_PATH, &name);
        }
        match name.as_str() {
            "panic" => self.panic(mac, "explicit panic", ""),
            "unreachable" => self.panic(mac, "internal error: entered unreachable code", ": "),
            "todo" => self.panic(mac, "not yet implemented", ": "),
            "unimplemented" => self.panic(mac, "not implemented", ": "),
            "assert" => self.assert(mac, false),
            "debug_assert" => self.assert(mac, true),
            "assert_eq" => self.compare(mac, false, "eq", "left == right"),
            "assert_ne" => self.compare(mac, false, "ne", "left != right"),
            "debug_assert_eq" => self.compare(mac, true, "eq", "left == right"),
            "debug_assert_ne" => self.compare(mac, true, "ne", "left != right"),
            "matches" => self.matches(mac),
            "__onrush_diverge" => self.diverging(mac),
            "__onrush_question" => self.present(mac),
            "__onrush_absent" => self.absent(mac, false),
            "__onrush_failed" => self.absent(mac, true),
            "__onrush_array" => self.array_check(mac),
            "__onrush_same" => self.same(mac, false),
            "__onrush_ordered" => self.same(mac, true),
            "__onrush_cloned" => self.clones(mac),
            "__onrush_confirm" => self.confirm(mac),
            "__onrush_first" => self.first(mac),
            "__onrush_constant" => self.constant(mac),
            "__onrush_looped" => self.of_constant(mac, Taken::Looped),
            "__onrush_apply" => self.apply(mac),
            "__onrush_halves" => self.halves_of(mac),
            "vec" => self.refuse(&mac.path, messages::VEC),
            "format" => self.refuse(&mac.path, messages::STRING),
            "print" | "println" | "eprint" | "eprintln" | "dbg" => self.refuse_as(&mac.path, messages::PRINT, &name),
            _ => self.refuse_as(&mac.path, messages::MACRO, &name),
        }
    }

    /// `alone` is Rust's message if the user gives none; a given message follows it after `joint`, or replaces it if
    /// `joint` is empty.
    fn panic(&mut self, mac: &syn::Macro, alone: &str, joint: &str) -> Expr {
        let span = mac.path.span();
        let message = match message(&mac.tokens) {
            Some(given) if joint.is_empty() => given,
            Some(given) => format!("{alone}{joint}{given}"),
            None => alone.to_owned(),
        };
        let site = self.site(span, &message, When::Always);
        self.check_message(mac.tokens.clone());
        Expr { kind: ExprKind::Panic { name: name(mac), message: mac.tokens.clone(), site }, span }
    }

    fn assert(&mut self, mac: &syn::Macro, debug: bool) -> Expr {
        let mut parsed: Arguments<1> = match mac.parse_body() {
            Ok(parsed) => parsed,
            Err(error) => return self.syntax(&error),
        };
        // The user's tokens have the user's spaces, which the parsed expression hasn't.
        let alone = format!("assertion failed: {}", mac.tokens.to_string().trim_end_matches([',', ' ']));
        Attributes(self.report).visit_expr(&parsed.tested[0]);
        self.imports.visit_expr_mut(&mut parsed.tested[0]);
        let test = Test::True(Box::new(self.expr(&parsed.tested[0])));
        self.assertion(mac, debug, test, parsed.rest, alone)
    }

    fn compare(&mut self, mac: &syn::Macro, debug: bool, operator: &'static str, relation: &str) -> Expr {
        let mut parsed: Arguments<2> = match mac.parse_body() {
            Ok(parsed) => parsed,
            Err(error) => return self.syntax(&error),
        };
        parsed.tested.iter().for_each(|e| Attributes(self.report).visit_expr(e));
        parsed.tested.iter_mut().for_each(|e| self.imports.visit_expr_mut(e));
        let left = Box::new(self.expr(&parsed.tested[0]));
        let hole = self.hole(HoleKind::BinaryOperator(operator), mac.path.span());
        let right = Box::new(self.expr(&parsed.tested[1]));
        let alone = format!("assertion `{relation}` failed");
        self.assertion(mac, debug, Test::Compare { hole, left, right }, parsed.rest, alone)
    }

    fn assertion(&mut self, mac: &syn::Macro, debug: bool, test: Test, rest: TokenStream, alone: String) -> Expr {
        let span = mac.path.span();
        let when = if debug { When::Debugging } else { When::Always };
        let site = self.site(span, &message(&rest).unwrap_or(alone), when);
        self.check_message(rest.clone());
        let rest = if rest.is_empty() { rest } else { quote!(, #rest) };
        Expr { kind: ExprKind::Assert { name: name(mac), debug, test, rest, site }, span }
    }

    /// Messages are formatted on the host only, so their arguments must have no effects.
    fn check_message(&mut self, tokens: TokenStream) {
        let parts = syn::punctuated::Punctuated::<syn::Expr, syn::Token![,]>::parse_terminated.parse2(tokens);
        match parts {
            Err(error) => self.report.syntax(&error),
            Ok(parts) => {
                for part in &parts {
                    // An argument may be named: `name = value`.
                    let value = if let syn::Expr::Assign(e) = part { &e.right } else { part };
                    if !is_plain(value) {
                        self.report.refuse(value, messages::MESSAGE);
                    }
                }
            }
        }
    }

    pub(super) fn syntax(&mut self, error: &syn::Error) -> Expr {
        self.report.syntax(error);
        Expr { kind: ExprKind::Refused, span: error.span() }
    }
}

/// The macro's name without its path.
fn name(mac: &syn::Macro) -> proc_macro2::Ident {
    let segment = mac.path.segments.last();
    segment.map_or_else(|| proc_macro2::Ident::new("panic", mac.path.span()), |segment| segment.ident.clone())
}

/// The message for a device, which formats no values: they are left as they are written, `{v}`, and the message says so.
fn message(tokens: &TokenStream) -> Option<String> {
    let first = tokens.clone().into_iter().next()?;
    let text = syn::parse2::<syn::LitStr>(first.into_token_stream()).ok()?.value();
    let plain = text.replace("{{", "").replace("}}", "");
    let text = text.replace("{{", "{").replace("}}", "}");
    Some(if plain.contains('{') { text + " (a device doesn't show the values)" } else { text })
}
