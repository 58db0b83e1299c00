use super::Mark;

/// Indented lines.
pub(super) struct Code {
    lines: Vec<Line>,
    depth: usize,
}

enum Line {
    Text(usize, String),
    /// A mark between lines.
    Mark(String),
}

impl Code {
    pub(super) fn new(depth: usize) -> Self {
        Code { lines: Vec::new(), depth }
    }

    pub(super) fn line(&mut self, text: impl Into<String>) {
        self.lines.push(Line::Text(self.depth, text.into()));
    }

    pub(super) fn mark(&mut self, mark: Mark<'_>) {
        self.lines.push(Line::Mark(mark.to_string()));
    }

    /// Writes `head {` and indents.
    pub(super) fn open(&mut self, head: &str) {
        self.line(if head.is_empty() { "{".to_owned() } else { format!("{head} {{") });
        self.depth += 1;
    }

    pub(super) fn close(&mut self) {
        self.close_with("}");
    }

    pub(super) fn close_with(&mut self, end: &str) {
        self.depth -= 1;
        self.line(end);
    }

    /// Writes `} head {`.
    pub(super) fn reopen(&mut self, head: &str) {
        self.depth -= 1;
        self.open(&format!("}} {head}"));
    }

    /// Appends code that was written at depth 0.
    pub(super) fn append(&mut self, other: Code) {
        self.lines.extend(other.lines.into_iter().map(|line| match line {
            Line::Text(depth, text) => Line::Text(depth + self.depth, text),
            mark => mark,
        }));
    }

    pub(super) fn text(&self) -> String {
        let texts = self.lines.iter().map(|line| match line {
            Line::Text(depth, text) => format!("{}{text}\n", "  ".repeat(*depth)),
            Line::Mark(mark) => mark.clone(),
        });
        texts.collect()
    }
}
