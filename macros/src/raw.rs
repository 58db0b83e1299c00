//! Names with a needless `r#` before them, which are those without it: `r#union` is `union`.

use proc_macro2::{Group, Ident, TokenStream, TokenTree};

/// The tokens without `r#` where no keyword follows it: methods, reserved names and intrinsics are known by their spelling. What
/// has no such name stays as it is, with its spans.
pub(crate) fn plain(tokens: TokenStream) -> TokenStream {
    changed(&tokens).unwrap_or(tokens)
}

fn changed(tokens: &TokenStream) -> Option<TokenStream> {
    let mut any = false;
    let mut plain = Vec::new();
    for token in tokens.clone() {
        let replaced = match &token {
            TokenTree::Group(group) => changed(&group.stream()).map(|stream| {
                let mut made = Group::new(group.delimiter(), stream);
                made.set_span(group.span());
                TokenTree::Group(made)
            }),
            TokenTree::Ident(ident) => without_mark(ident).map(TokenTree::Ident),
            _ => None,
        };
        any |= replaced.is_some();
        plain.push(replaced.unwrap_or(token));
    }
    any.then(|| plain.into_iter().collect())
}

/// The identifier without `r#`, unless it has none or is a keyword, in this or a later edition.
fn without_mark(ident: &Ident) -> Option<Ident> {
    let text = ident.to_string();
    let name = text.strip_prefix("r#")?;
    (name != "gen" && syn::parse_str::<Ident>(name).is_ok()).then(|| Ident::new(name, ident.span()))
}

#[cfg(test)]
mod tests {
    use quote::quote;

    #[test]
    fn marks_stay_before_keywords_alone() {
        let written = quote!(|r#x: P| r#x.r#union([r#type, y.r#gen]) + S { r#auto }.r#max(r#async));
        let meant = quote!(|x: P| x.union([r#type, y.r#gen]) + S { auto }.max(r#async));
        assert_eq!(super::plain(written).to_string(), meant.to_string());
    }
}
