//! The arguments of the rustc that expands the macros. Nothing else tells a macro the profile of the user's crate, or the names
//! of its dependencies. An editor's compiler, in which macros run in another process, has no such arguments.

/// Rustc's arguments, with those that it reads from files.
pub(crate) fn arguments() -> impl Iterator<Item = String> {
    listed(std::env::args_os().map(|argument| argument.to_string_lossy().into_owned()))
}

fn listed(arguments: impl Iterator<Item = String>) -> impl Iterator<Item = String> {
    arguments.flat_map(|argument| match argument.strip_prefix('@') {
        Some(path) => std::fs::read_to_string(path).unwrap_or_default().lines().map(str::to_owned).collect(),
        None => vec![argument],
    })
}

#[cfg(test)]
mod tests {
    #[test]
    fn arguments_may_stand_in_a_file() {
        let file = std::env::temp_dir().join(format!("onrush-arguments-{}", std::process::id()));
        std::fs::write(&file, "-C\noverflow-checks=on\n").unwrap();
        let listed: Vec<_> = super::listed(["rustc".to_owned(), format!("@{}", file.display())].into_iter()).collect();
        std::fs::remove_file(file).unwrap();
        assert_eq!(listed, ["rustc", "-C", "overflow-checks=on"]);
    }
}
