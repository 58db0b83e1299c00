use crate::value::Element;

/// A kernel's parameters as bytes, laid out as the C++ structs of the generated code are.
///
/// Every member of a generated struct starts at a multiple of [`Params::SLOT`] bytes and an empty struct takes one slot
/// (`PARAM` in the prelude), so the layout of nested structs follows from the order of their leaves alone.
#[derive(Debug, Clone, Default)]
pub struct Params {
    bytes: Vec<u8>,
}

impl Params {
    /// The alignment of every member, in bytes.
    pub const SLOT: usize = 16;

    /// An empty list of parameters, with room for those of most kernels.
    pub fn new() -> Self {
        Params { bytes: Vec::with_capacity(256) }
    }

    /// Forgets what was written, and keeps the memory.
    pub fn clear(&mut self) {
        self.bytes.clear();
    }

    /// The bytes written so far.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Pads to a multiple of `align` bytes.
    pub fn align(&mut self, align: usize) {
        self.bytes.resize(self.bytes.len().next_multiple_of(align), 0);
    }

    /// Writes this number of zero bytes.
    pub fn zeros(&mut self, bytes: usize) {
        self.bytes.resize(self.bytes.len() + bytes, 0);
    }

    /// Writes one member: aligns to a slot, writes, and pads the slot.
    pub fn member(&mut self, write: impl FnOnce(&mut Self)) {
        self.align(Self::SLOT);
        let start = self.bytes.len();
        write(self);
        if self.bytes.len() == start {
            self.bytes.push(0);
        }
        self.align(Self::SLOT);
    }

    /// Writes an element at its natural alignment. Padding inside a struct is written as zeros.
    pub fn element<T: Element>(&mut self, value: &T) {
        self.align(align_of::<T>());
        let start = self.bytes.len();
        self.bytes.resize(start + size_of::<T>(), 0);
        copy_fields(value, &T::ty(), &mut self.bytes[start..]);
    }

    /// Writes the value, or zeros in its place.
    pub(crate) fn if_any<T: Element>(&mut self, value: &Option<T>) {
        match value {
            Some(value) => value.write(self),
            None => self.zeros(T::SIZE),
        }
    }

    /// Writes a 64-bit integer: a length, an index or a device address.
    pub fn word(&mut self, value: u64) {
        self.element(&value);
    }
}

/// Copies the initialised bytes of `value`: all of its fields, none of its padding.
fn copy_fields<T: Element>(value: &T, ty: &crate::types::Type, out: &mut [u8]) {
    fn walk(base: *const u8, at: usize, ty: &crate::types::Type, out: &mut [u8]) {
        use crate::types::Type;
        match ty {
            Type::Scalar(s) => {
                // SAFETY: `T: Element` promises that `ty` describes the value truly, so `at .. at + size` lies inside
                // it and is one initialised primitive.
                let bytes = unsafe { std::slice::from_raw_parts(base.add(at), s.size()) };
                out[at..at + s.size()].copy_from_slice(bytes);
            }
            Type::Array(t, n) => (0..*n).for_each(|i| walk(base, at + i * t.size(), t, out)),
            Type::Reverse(t) => walk(base, at, t, out),
            Type::Struct(s) => s.fields.iter().for_each(|f| walk(base, at + f.offset, &f.ty, out)),
            Type::TranslationUnit
            | Type::Tuple(_)
            | Type::Option(_)
            | Type::Result(_)
            | Type::Enum(_)
            | Type::Mut(_)
            | Type::Ref(_)
            | Type::View(_)
            | Type::Slice(_) => {
                unreachable!("not part of an element")
            }
        }
    }
    walk(std::ptr::from_ref(value).cast(), 0, ty, out);
}
