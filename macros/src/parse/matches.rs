//! `matches!(x, pattern if guard)` is parsed as a `match` with two arms.

use quote::quote;
use syn::parse::{Parse, ParseStream};
use syn::spanned::Spanned;
use syn::visit::Visit;
use syn::visit_mut::VisitMut;

use super::Parser;
use super::pattern::Binding;
use super::structs::structs;
use crate::ast::{Arm, Expr, ExprKind, Pattern};
use crate::attributes::Attributes;

struct Matches {
    value: syn::Expr,
    pattern: syn::Pat,
    guard: Option<syn::Expr>,
}

impl Parse for Matches {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let value = input.parse()?;
        input.parse::<syn::Token![,]>()?;
        let pattern = syn::Pat::parse_multi_with_leading_vert(input)?;
        let guard = match input.parse::<Option<syn::Token![if]>>()? {
            Some(_) => Some(input.parse()?),
            None => None,
        };
        input.parse::<Option<syn::Token![,]>>()?;
        Ok(Matches { value, pattern, guard })
    }
}

impl Parser<'_> {
    pub(super) fn matches(&mut self, mac: &syn::Macro) -> Expr {
        let span = mac.path.span();
        let mut parsed: Matches = match mac.parse_body() {
            Ok(parsed) => parsed,
            Err(error) => return self.syntax(&error),
        };
        Attributes(self.report).visit_expr(&parsed.value);
        Attributes(self.report).visit_pat(&parsed.pattern);
        parsed.guard.iter().for_each(|guard| Attributes(self.report).visit_expr(guard));
        self.imports.visit_expr_mut(&mut parsed.value);
        self.imports.visit_pat_mut(&mut parsed.pattern);
        parsed.guard.iter_mut().for_each(|guard| self.imports.visit_expr_mut(guard));
        let value = self.argument(&parsed.value);
        let of = Binding::of(&value, &self.vars);
        let hole = Some(self.infer(span));
        let yes = self.scoped(|parser| {
            let pattern = parser.pattern(&parsed.pattern, Binding { refutable: true, ..of });
            let tokens = parser.certain(&parsed.pattern, true);
            let guard = parsed.guard.as_ref().map(|guard| parser.guard(guard, &pattern));
            Arm {
                tokens,
                whole: None,
                pattern,
                structs: structs(&parsed.pattern),
                guard,
                body: Expr { kind: ExprKind::Bool(true), span },
            }
        });
        let body = Expr { kind: ExprKind::Bool(false), span };
        let no = Arm { tokens: quote!(_), whole: None, pattern: Pattern::Wild, structs: Vec::new(), guard: None, body };
        Expr { kind: ExprKind::Match { value: Box::new(value), arms: vec![yes, no], hole }, span }
    }
}
