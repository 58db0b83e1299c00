/// Indented lines.
pub(super) struct Code {
    lines: Vec<(usize, String)>,
    depth: usize,
}

impl Code {
    pub(super) fn new(depth: usize) -> Self {
        Code { lines: Vec::new(), depth }
    }

    pub(super) fn depth(&self) -> usize {
        self.depth
    }

    pub(super) fn line(&mut self, text: impl Into<String>) {
        self.lines.push((self.depth, text.into()));
    }

    /// The number of lines so far: a position for a later insertion.
    pub(super) fn mark(&self) -> usize {
        self.lines.len()
    }

    pub(super) fn insert(&mut self, mark: usize, text: String) {
        self.lines.insert(mark, (self.depth, text));
    }

    /// Writes `head {` and indents.
    pub(super) fn open(&mut self, head: &str) {
        self.line(if head.is_empty() { "{".to_owned() } else { format!("{head} {{") });
        self.depth += 1;
    }

    pub(super) fn close(&mut self) {
        self.depth -= 1;
        self.line("}");
    }

    /// Writes `} head {`.
    pub(super) fn reopen(&mut self, head: &str) {
        self.depth -= 1;
        self.open(&format!("}} {head}"));
    }

    /// Appends code that was written aside, `deeper` levels deeper.
    pub(super) fn append(&mut self, other: Code) {
        let base = other.depth;
        self.lines.extend(other.lines.into_iter().map(|(depth, text)| (depth - base + self.depth, text)));
    }

    pub(super) fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// Whether the last line leaves the block, so that a following line would never run.
    pub(super) fn left(&self) -> bool {
        self.lines.last().is_some_and(|(depth, text)| {
            *depth == self.depth && ["return", "break;", "continue;", "goto "].iter().any(|w| text.starts_with(w))
        })
    }

    pub(super) fn text(&self) -> String {
        self.lines.iter().map(|(depth, text)| format!("{}{text}\n", "  ".repeat(*depth))).collect()
    }
}
