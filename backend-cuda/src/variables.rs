//! Environment variables. One that says nothing known is named in a warning.

use std::str::FromStr;

/// A variable that is `1` or `0`; `default` if it isn't set, or is neither.
pub(crate) fn switch(name: &str, default: bool) -> bool {
    match value(name).as_deref() {
        None => default,
        Some("1") => true,
        Some("0") => false,
        Some(other) => {
            tracing::warn!("{name} is `{other}`, which is neither 0 nor 1; {} is assumed", u8::from(default));
            default
        }
    }
}

/// A number; `default` if the variable isn't set, or is none.
pub(crate) fn number<T: FromStr + std::fmt::Display>(name: &str, default: T) -> T {
    let Some(value) = value(name) else { return default };
    value.parse().unwrap_or_else(|_| {
        tracing::warn!("{name} is `{value}`, which is no number; {default} is assumed");
        default
    })
}

fn value(name: &str) -> Option<String> {
    std::env::var_os(name).map(|value| value.to_string_lossy().into_owned()).filter(|value| !value.is_empty())
}
