//! Environment variables. One that names no choice is itself named on standard error: this backend has no log.

/// The choice that a variable names; the last one if it isn't set, is empty, or names none.
pub(crate) fn choice<T: Copy, const N: usize>(variable: &str, choices: [(&str, T); N]) -> T {
    let value = std::env::var_os(variable).unwrap_or_default();
    named(variable, &value.to_string_lossy(), choices).unwrap_or_else(|nonsense| {
        eprintln!("onrush: {nonsense}");
        choices[N - 1].1
    })
}

fn named<T: Copy, const N: usize>(variable: &str, value: &str, choices: [(&str, T); N]) -> Result<T, String> {
    let value = if value.is_empty() { choices[N - 1].0 } else { value };
    let choice = choices.iter().find(|(name, _)| *name == value).map(|&(_, choice)| choice);
    choice.ok_or_else(|| {
        let names = choices.map(|(name, _)| format!("`{name}`")).join(", ");
        format!("{variable} is `{value}`, which is none of {names}; `{}` is assumed", choices[N - 1].0)
    })
}

#[test]
fn choices_have_names_and_nonsense_is_named() {
    let level = |value| named("LEVEL", value, [("low", 1), ("high", 2)]);
    assert_eq!(["low", "high", ""].map(level), [Ok(1), Ok(2), Ok(2)]);
    for nonsense in ["Low", "hig", "1", " low"] {
        let message = format!("LEVEL is `{nonsense}`, which is none of `low`, `high`; `high` is assumed");
        assert_eq!(level(nonsense), Err(message));
    }
}
