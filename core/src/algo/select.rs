/// Stores the items that `input` keeps, in order, from the start of `output`.
#[derive(Debug)]
pub struct Select<E, S> {
    /// The items, some of whose slots may be empty.
    pub input: E,
    /// The target, as long as `input` has slots.
    pub output: S,
}
