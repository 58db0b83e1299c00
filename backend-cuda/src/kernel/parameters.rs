//! The parameters of kernels that users write, and whether arguments fit them.

use std::fmt::Write as _;

/// The text without its comments.
fn without_comments(text: &str) -> String {
    let (mut code, mut rest) = (String::new(), text);
    while let Some(at) = rest.find("//").into_iter().chain(rest.find("/*")).min() {
        let (before, comment) = rest.split_at(at);
        code.push_str(before);
        let end = if comment.starts_with("//") { comment.find('\n') } else { comment[2..].find("*/").map(|at| at + 4) };
        rest = end.map_or("", |end| &comment[end..]);
    }
    code + rest
}

/// The declarations of a function's parameters, for messages; none if the function's own isn't understood.
pub(super) fn parameters(text: &str, function: &str) -> Vec<String> {
    let text = &without_comments(text);
    let declared = text.match_indices(function).find_map(|(at, _)| {
        let before = text[..at].strip_suffix([' ', '\n'])?.trim_end().ends_with("void");
        text[at + function.len()..].trim_start().strip_prefix('(').filter(|_| before)
    });
    let (mut all, mut depth, mut first) = (Vec::new(), 0, 0);
    let list = declared.unwrap_or_default();
    for (at, c) in list.char_indices() {
        match c {
            '<' | '(' | '{' | '[' => depth += 1,
            ',' | ')' if depth == 0 => {
                all.push(list[first..at].split_whitespace().collect::<Vec<_>>().join(" "));
                first = at + 1;
                if c == ')' {
                    return all;
                }
            }
            '>' | ')' | '}' | ']' => depth -= 1,
            _ => {}
        }
    }
    Vec::new()
}

/// The name in a parameter's declaration.
pub(super) fn name_of(parameter: &str) -> &str {
    let declared = parameter.split(['=', '[']).next().unwrap_or_default().trim_end();
    declared.rsplit(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default()
}

/// The message of the assertions that an argument fits its parameter, before the argument's number, and that all fit together, before
/// an `s`.
const MISFIT: &str = "onrush argument";

/// Assertions that each argument of these types fits its parameter, and that they fit together.
pub(super) fn fits(function: &str, types: &[String]) -> String {
    let names: Vec<String> = (0..types.len()).map(|number| format!("P{number}")).collect();
    let mut text = format!("namespace launch {{\nCALLABLE({function})\n");
    for (ty, name) in types.iter().zip(&names) {
        let _ = writeln!(text, "typedef passed<{ty}> {name};");
    }
    for (number, ty) in types.iter().enumerate() {
        let callable = |argument: &str| {
            let mut all = names.clone();
            argument.clone_into(&mut all[number]);
            format!("Callable::with<{}>(0)", all.join(", "))
        };
        let (any, fitting) = (callable("AnyArgument"), callable(&format!("FittingArgument<{ty}>")));
        let _ = writeln!(text, "static_assert(!{any} || {fitting}, \"{MISFIT} {number}\");");
    }
    let _ = writeln!(text, "static_assert(Callable::with<{}>(0), \"{MISFIT}s\");\n}}", names.join(", "));
    text
}

/// The misfit between arguments of these C++ types and parameters with these declarations, if the compiler's message is about one.
pub(super) fn misfit(message: &str, types: &[String], parameters: &[String]) -> Option<String> {
    // NVRTC quotes lines of the text behind its messages, among them assertions that hold.
    let mut failed = message.lines().filter(|line| line.contains("static assertion failed"));
    let failed = failed.find_map(|line| line.split_once(MISFIT).map(|(_, number)| number))?;
    if let Ok(number) = failed.trim_matches([' ', '"']).parse::<usize>() {
        let (ty, parameter) = (types.get(number)?, parameters.get(number)?);
        let hint = match ty.strip_prefix("Elements<const ") {
            Some(_) if !parameter.contains("const") => "the kernel may only read it: pass `&mut`",
            _ => "an argument isn't converted",
        };
        let number = number + 1;
        return Some(format!("argument {number} is of the type `{ty}`, and its parameter is `{parameter}`: {hint}"));
    }
    let (types, parameters) = (types.join(", "), parameters.join(", "));
    let known = !parameters.is_empty();
    known.then(|| format!("its parameters are `({parameters})`, and the arguments' types `({types})`"))
}

#[cfg(test)]
mod tests {
    #[test]
    fn parameters_have_their_names() {
        let names = |text, function| {
            super::parameters(text, function).iter().map(|p| super::name_of(p).to_owned()).collect::<Vec<_>>()
        };
        let text = "// sum(a, b)\nDEVICE void block_sum(u32 a) {}\ntemplate <class T>\nDEVICE void\nsum(Elements<const T> x,\n  \
                    const tuple<u32, f32>& pair, T *out, u32 n = max(1, 2)) { sum(x); }";
        assert_eq!(names(text, "sum"), ["x", "pair", "out", "n"]);
        assert_eq!(super::parameters(text, "sum")[1..3], ["const tuple<u32, f32>& pair", "T *out"]);
        assert_eq!(names(text, "block_sum"), ["a"]);
        assert_eq!(names("DEVICE void k() {}", "k"), [""]);
        assert_eq!(names("#define K k\nDEVICE void K(u32 a", "k"), [""; 0]);
        // The comments contain commas and characters of several bytes.
        let text = "DEVICE void k(Elements<f32> x, // angles in °, in turns…\n u32 n /* ≤ 2^31, – */, f32 é) {}";
        assert_eq!(names(text, "k"), ["x", "n", "é"]);
        assert_eq!(names("DEVICE void k(u32 a /* …", "k"), [""; 0]);
        assert_eq!(names("DEVICE void k(u32 a /*/ b, c */)", "k"), ["a"]);
    }
}
