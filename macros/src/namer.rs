use std::collections::HashMap;

/// Gives each variable a C++ name that no other of the function has: `v_x`, and `v_x_2` for one that shadows it. The
/// prefix keeps the name clear of C++'s keywords and of ours.
#[derive(Default)]
pub(crate) struct Namer {
    taken: HashMap<String, usize>,
}

impl Namer {
    pub(crate) fn name(&mut self, prefix: &str, rust: &str) -> String {
        let base = format!("{prefix}{}", ascii(rust.trim_start_matches("r#")));
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

/// Rust has letters that C++ compilers disagree about.
pub(crate) fn ascii(rust: &str) -> String {
    rust.chars()
        .map(|c| if c.is_ascii_alphanumeric() || c == '_' { c.to_string() } else { format!("u{:x}", c as u32) })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::Namer;

    #[test]
    fn names_are_unique() {
        let mut namer = Namer::default();
        let names: Vec<_> = ["x", "x", "x_2", "x", "r#new", "größe"].map(|n| namer.name("v_", n)).into();
        assert_eq!(names, ["v_x", "v_x_2", "v_x_2_2", "v_x_3", "v_new", "v_gruf6udfe"]);
    }
}
