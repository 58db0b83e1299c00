use std::collections::HashMap;

/// Gives each variable a C++ name that is unique within the function: `v_x`, and `v_x_2` for a variable that shadows
/// it. The prefix keeps the names apart from C++'s keywords and from the library's names.
#[derive(Default)]
pub(crate) struct Namer {
    taken: HashMap<String, usize>,
}

impl Namer {
    pub(crate) fn name(&mut self, prefix: &str, rust: &str) -> String {
        let base = format!("{prefix}{}", ascii(rust));
        let mut name = base.clone();
        while self.taken.contains_key(&name) {
            let count = self.taken.entry(base.clone()).or_insert(1);
            *count += 1;
            name = format!("{base}_{count}");
        }
        self.taken.insert(name.clone(), 1);
        name
    }
}

/// The name in ASCII, because C++ compilers disagree about other letters, and without `r#`. Different names stay different: a name
/// with other letters begins with a digit, which no Rust name does, and each such letter becomes `u`, its number and `_`.
pub(crate) fn ascii(rust: &str) -> String {
    let rust = rust.trim_start_matches("r#");
    if rust.is_ascii() {
        return rust.to_owned();
    }
    let letter = |c: char| match c {
        '_' => "_".to_owned(),
        c if c.is_ascii_alphanumeric() && c != 'u' => c.to_string(),
        c => format!("u{:x}_", c as u32),
    };
    std::iter::once("0".to_owned()).chain(rust.chars().map(letter)).collect()
}

/// A field's name in ASCII, or its number.
pub(crate) fn label(member: &syn::Member) -> String {
    match member {
        syn::Member::Named(name) => ascii(&name.to_string()),
        syn::Member::Unnamed(index) => index.index.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::{Namer, ascii};

    #[test]
    fn no_two_names_are_spelled_alike() {
        let names = ["é", "ue9", "ue9_", "_é", "é_", "éé", "u_é", "uu75_é", "ée9", "e9", "É", "été", "et_", "été_"];
        let spelled: std::collections::HashSet<_> = names.iter().map(|name| ascii(name)).collect();
        assert_eq!(spelled.len(), names.len(), "{spelled:?}");
    }

    #[test]
    fn names_are_unique() {
        let mut namer = Namer::default();
        let names: Vec<_> = ["x", "x", "x_2", "x", "r#new", "größe"].map(|n| namer.name("v_", n)).into();
        assert_eq!(names, ["v_x", "v_x_2", "v_x_2_2", "v_x_3", "v_new", "v_0gruf6_udf_e"]);
    }
}
