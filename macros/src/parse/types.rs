//! Written types: which of them can't be device types, and which are references.

use quote::ToTokens;
use syn::spanned::Spanned;

use super::Parser;
use crate::ast::{HoleId, HoleKind};
use crate::messages;

impl Parser<'_> {
    /// Checks the type of a parameter or a name, which may be a slice behind a reference.
    pub(super) fn check_named_type(&mut self, ty: &syn::Type) {
        match slice(ty) {
            Some((element, _)) => self.check_type(element),
            None => self.check_type(ty),
        }
    }

    /// The hole of the type of a parameter.
    pub(super) fn hole_of_parameter(&mut self, ty: &syn::Type) -> HoleId {
        let kind = match slice(ty) {
            Some((element, exclusive)) => HoleKind::Slice { element: element.clone(), exclusive },
            None => HoleKind::Type(ty.clone()),
        };
        self.hole(kind, ty.span())
    }

    /// Refuses types for which the macro has a better message than rustc.
    pub(super) fn check_type(&mut self, ty: &syn::Type) {
        match ty {
            syn::Type::Paren(t) => self.check_type(&t.elem),
            syn::Type::Group(t) => self.check_type(&t.elem),
            syn::Type::Reference(t) if is_view(&t.elem) => self.report.refuse(t, messages::VIEW_REFERENCE),
            syn::Type::Reference(t) => self.check_type(&t.elem),
            syn::Type::Array(t) => self.check_type(&t.elem),
            syn::Type::Tuple(t) => t.elems.iter().for_each(|t| self.check_type(t)),
            syn::Type::Slice(t) => self.report.refuse(t, messages::SLICE_TYPE),
            syn::Type::Ptr(t) => self.report.refuse(t, messages::POINTER),
            syn::Type::BareFn(_) => self.report.refuse(ty, messages::FUNCTION_POINTER),
            syn::Type::ImplTrait(_) | syn::Type::TraitObject(_) => self.report.refuse(ty, messages::PARAMETER_IMPL),
            syn::Type::Path(t) => {
                let Some(last) = t.path.segments.last() else { return };
                match last.ident.to_string().as_str() {
                    "char" => self.report.refuse(t, messages::CHAR),
                    "str" => self.report.refuse(t, messages::STRING),
                    name @ ("Vec" | "Box" | "String") => self.report.refuse_as(t, messages::ALLOCATES, name),
                    "Option" | "Result" => {
                        if let syn::PathArguments::AngleBracketed(given) = &last.arguments {
                            given.args.iter().for_each(|arg| {
                                if let syn::GenericArgument::Type(ty) = arg {
                                    self.check_type(ty);
                                }
                            });
                        }
                    }
                    _ => {}
                }
            }
            _ => {}
        }
    }
}

/// The type without parentheses.
pub(super) fn plain(ty: &syn::Type) -> &syn::Type {
    match ty {
        syn::Type::Paren(t) => plain(&t.elem),
        syn::Type::Group(t) => plain(&t.elem),
        _ => ty,
    }
}

/// The type that a reference refers to; `None` if the type is no reference.
pub(super) fn referent(ty: &syn::Type) -> Option<&syn::Type> {
    match plain(ty) {
        syn::Type::Reference(t) => Some(&t.elem),
        _ => None,
    }
}

/// The type of the elements of `&[T]` or `&mut [T]`, and whether it is the latter.
pub(super) fn slice(ty: &syn::Type) -> Option<(&syn::Type, bool)> {
    match plain(ty) {
        syn::Type::Reference(t) => match plain(&t.elem) {
            syn::Type::Slice(of) => Some((&of.elem, t.mutability.is_some())),
            _ => None,
        },
        _ => None,
    }
}

/// Whether a type may be a view: its name is one's.
pub(crate) fn is_view(ty: &syn::Type) -> bool {
    matches!(ty, syn::Type::Path(path) if path.path.segments.last().is_some_and(|last| last.ident == "View"))
}

/// Whether rustc has to infer the type: `_`.
pub(super) fn is_inferred(ty: &syn::Type) -> bool {
    matches!(ty, syn::Type::Infer(_)) || ty.to_token_stream().is_empty()
}
