//! The crate's own enums: values of variants. A path of a type's name and another one, `Shape::Circle`, is taken for a variant's,
//! as rustc is made to confirm; so is `Shape::Empty`, but not `Shape::MOST`, which is a constant by Rust's naming convention.

use syn::spanned::Spanned;

use super::Parser;
use crate::ast::{Expr, ExprKind};
use crate::messages;

/// Whether a path names a variant, if fields follow it.
pub(super) fn is_variant(path: &syn::Path) -> bool {
    let mut names = path.segments.iter().rev().map(|segment| letters(&segment.ident));
    let upper = |name: Option<String>| name.is_some_and(|name| name.starts_with(|c: char| c.is_uppercase()));
    upper(names.next()) && upper(names.next())
}

/// Whether a path names a variant without fields.
pub(super) fn is_unit(path: &syn::Path) -> bool {
    let last = path.segments.last().map(|last| letters(&last.ident)).unwrap_or_default();
    is_variant(path) && last.contains(|c: char| c.is_lowercase())
}

/// The name without `r#`.
pub(super) fn letters(ident: &proc_macro2::Ident) -> String {
    ident.to_string().trim_start_matches("r#").to_owned()
}

impl Parser<'_> {
    /// Parses the value of a variant with these fields.
    pub(super) fn variant<'e>(
        &mut self,
        path: &syn::Path,
        fields: impl Iterator<Item = (syn::Member, &'e syn::Expr)>,
    ) -> Expr {
        if path.segments.iter().any(|segment| !segment.arguments.is_none()) {
            return self.refuse(path, messages::GENERIC_ARGUMENTS);
        }
        let span = path.span();
        let fields = fields.map(|(member, value)| (member, self.part(value))).collect();
        let hole = self.infer(span);
        Expr { kind: ExprKind::Variant { path: path.clone(), fields, hole }, span }
    }
}
