//! The profile of the crate that is being compiled: whether integer overflow panics in it.

use std::sync::OnceLock;

use proc_macro2::TokenStream;
use quote::quote;

use crate::arguments::arguments;

/// Whether overflow is checked, as an expression: rustc's option `-C overflow-checks`, as cargo's profiles give it. No
/// condition tells code of it, so it is read from rustc's own arguments; by default it follows the debug assertions.
pub(crate) fn overflow_checks() -> TokenStream {
    static GIVEN: OnceLock<Option<bool>> = OnceLock::new();
    match GIVEN.get_or_init(|| given(arguments())) {
        Some(checked) => quote!(#checked),
        None => quote!(::core::cfg!(debug_assertions)),
    }
}

/// The value of the last `-C overflow-checks` among rustc's arguments.
fn given(arguments: impl Iterator<Item = String>) -> Option<bool> {
    let (mut last, mut option) = (None, false);
    for argument in arguments {
        let named = ["--codegen=", "-C"].iter().find_map(|name| argument.strip_prefix(name));
        let value = match named {
            Some(value) if !value.is_empty() => value,
            _ if option => &argument,
            _ => "",
        };
        let (name, value) = value.split_once('=').unwrap_or((value, "yes"));
        // Rustc takes both spellings.
        if name.replace('_', "-") == "overflow-checks" {
            last = Some(matches!(value, "y" | "yes" | "on" | "true"));
        }
        option = matches!(argument.as_str(), "-C" | "--codegen");
    }
    last
}

#[cfg(test)]
mod tests {
    fn given(arguments: &str) -> Option<bool> {
        super::given(arguments.split_whitespace().map(str::to_owned))
    }

    #[test]
    fn the_last_option_counts() {
        assert_eq!(given("rustc src/main.rs -C opt-level=3 -C debug-assertions=on"), None);
        assert_eq!(given("rustc -C overflow-checks=on src/main.rs"), Some(true));
        assert_eq!(given("rustc -Coverflow-checks=off"), Some(false));
        assert_eq!(given("rustc -C overflow-checks=on -C overflow_checks=off"), Some(false));
        assert_eq!(given("rustc --codegen overflow-checks -C opt-level=3"), Some(true));
        assert_eq!(given("rustc --codegen=overflow-checks=no --crate-name overflow-checks"), Some(false));
        assert_eq!(given("rustc -C overflow-checks=yes --cfg overflow-checks -C overflow-checks=false"), Some(false));
    }
}
