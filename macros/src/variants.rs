//! The variants of std's enums that paths name by their last names, as rustc is made to confirm.

use crate::ast::Presence;

/// The variant of `core::cmp::Ordering` that a path names by its last two names. Rustc is made to confirm it.
pub(crate) fn ordering(path: &syn::Path) -> Option<&'static str> {
    let mut names = path.segments.iter().rev();
    let (variant, ty) = (names.next()?, names.next()?);
    let variant = ["Less", "Equal", "Greater"].into_iter().find(|name| variant.ident == name)?;
    (ty.ident == "Ordering" && path.segments.iter().all(|s| s.arguments.is_none())).then_some(variant)
}

/// The variant of std's `Option` or `Result` that a path names by its last names. Rustc is made to confirm it.
pub(crate) fn presence(path: &syn::Path) -> Option<Presence> {
    let mut names = path.segments.iter().rev();
    let (variant, ty) = match names.next()?.ident.to_string().as_str() {
        "Some" => (Presence::Some, "Option"),
        "None" => (Presence::None, "Option"),
        "Ok" => (Presence::Ok, "Result"),
        "Err" => (Presence::Err, "Result"),
        _ => return None,
    };
    names.next().is_none_or(|of| of.ident == ty).then_some(variant)
}

/// The variant in a pattern that has a value, and the pattern of that value, which may have a `..` beside it; `None` within if there is
/// nothing else.
pub(crate) fn present_part(p: &syn::PatTupleStruct) -> Option<(Presence, Option<&syn::Pat>)> {
    let mut parts = p.elems.iter().filter(|part| !matches!(part, syn::Pat::Rest(_)));
    let part = parts.next();
    let variant = presence(&p.path).filter(|variant| *variant != Presence::None)?;
    (p.qself.is_none() && parts.next().is_none()).then_some((variant, part))
}
