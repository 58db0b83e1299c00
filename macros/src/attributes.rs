//! Attributes are refused in device code: rustc would apply them to the host's code only.

use syn::visit::{self, Visit};

use crate::messages;
use crate::report::Report;

/// Refuses every attribute that it visits, except those without effect.
pub(crate) struct Attributes<'r>(pub(crate) &'r mut Report);

impl<'ast> Visit<'ast> for Attributes<'_> {
    fn visit_attribute(&mut self, attribute: &'ast syn::Attribute) {
        if !is_idle(attribute) {
            self.0.refuse(attribute, messages::ATTRIBUTE);
        }
    }
}

/// Whether the attribute has no effect on the code: comments and instructions to the formatter.
fn is_idle(attribute: &syn::Attribute) -> bool {
    let words: Vec<_> = attribute.path().segments.iter().map(|s| s.ident.to_string()).collect();
    match &words[..] {
        [one] => one == "doc",
        [tool, ..] => tool == "rustfmt",
        [] => false,
    }
}

/// Checks the attributes of a `#[device]` item: only those that tell rustc how to treat the generated function are
/// allowed.
pub(crate) fn of_item(attributes: &[syn::Attribute], report: &mut Report) {
    const KNOWN: &[&str] = &[
        "allow",
        "automatically_derived",
        "cfg",
        "cold",
        "deny",
        "deprecated",
        "doc",
        "expect",
        "forbid",
        "inline",
        "must_use",
        "rustfmt",
        "clippy",
        "warn",
    ];
    for attribute in attributes {
        let first = attribute.path().segments.first().map(|s| s.ident.to_string()).unwrap_or_default();
        if !KNOWN.contains(&first.as_str()) {
            report.refuse_as(attribute, messages::ITEM_ATTRIBUTE, &first);
        }
    }
}

/// Whether an expression in a message may be evaluated on the host alone: it has no effects and doesn't leave the
/// function.
pub(crate) fn is_plain(e: &syn::Expr) -> bool {
    let mut plain = Plain(true);
    plain.visit_expr(e);
    plain.0
}

struct Plain(bool);

impl<'ast> Visit<'ast> for Plain {
    fn visit_expr(&mut self, e: &'ast syn::Expr) {
        use syn::Expr::{
            Array, Binary, Call, Cast, Field, Group, Index, Lit, MethodCall, Paren, Path, Reference, Tuple, Unary,
        };
        match e {
            Array(_) | Binary(_) | Call(_) | Cast(_) | Field(_) | Group(_) | Index(_) | Lit(_) | MethodCall(_)
            | Paren(_) | Path(_) | Reference(_) | Tuple(_) | Unary(_) => visit::visit_expr(self, e),
            _ => self.0 = false,
        }
    }
    fn visit_attribute(&mut self, _: &'ast syn::Attribute) {
        self.0 = false;
    }
    fn visit_expr_binary(&mut self, e: &'ast syn::ExprBinary) {
        self.0 &= crate::intrinsics::assigning(&e.op).is_none();
        visit::visit_expr_binary(self, e);
    }
    fn visit_expr_reference(&mut self, e: &'ast syn::ExprReference) {
        self.0 &= e.mutability.is_none();
        visit::visit_expr_reference(self, e);
    }
}
