//! Values of the formulas in which `src/facts.rs` gives bytes.

/// The value of a formula like `n·(key + value)`. Nothing where it has a name that `of` doesn't know, as prose has.
pub(crate) fn value(formula: &str, of: &dyn Fn(&str) -> Option<f64>) -> Option<f64> {
    let product = |term: &str| parts(term, '·').map(|factor| single(factor.trim(), of)).product::<Option<f64>>();
    parts(formula, '+').map(product).sum()
}

fn single(factor: &str, of: &dyn Fn(&str) -> Option<f64>) -> Option<f64> {
    match factor.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) {
        Some(sum) => value(sum, of),
        None => factor.parse().ok().or_else(|| of(factor)),
    }
}

/// The parts between separators that no parentheses enclose.
fn parts(text: &str, separator: char) -> impl Iterator<Item = &str> {
    let mut depth = 0;
    text.split(move |c| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        c == separator && depth == 0
    })
}
