use std::any::TypeId;
#[cfg(test)]
use std::collections::BTreeMap;
use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;

use super::pieces::{EXPR, MIXED, OPTION, PRELUDE, Piece, RESULT};
use super::weight::call;
use super::{InputError, literal};
use crate::types::{Enum, Struct, Type};

/// A place in the user's source that can fail at run time on a device: an index, a division, a checked addition.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Site {
    /// `file!()` of the operation.
    pub file: &'static str,
    /// The line, counted from 1.
    pub line: u32,
    /// The column, counted from 1.
    pub column: u32,
    /// Rust's message for this panic, such as "attempt to divide by zero".
    pub message: &'static str,
    /// Whether the message has two numbers, `{index}` and `{len}`, which the device reports.
    pub index: bool,
}

/// A translation unit under construction: the types, functions and functors that a chain needs, each once, in the order
/// of first use, so that equal chains give equal text.
#[derive(Debug, Default)]
pub struct TranslationUnit {
    types: String,
    prototypes: String,
    functions: String,
    named: HashMap<TypeId, String>,
    counts: HashMap<String, usize>,
    taken: HashSet<String>,
    pieces: Vec<Piece>,
    sites: Vec<Site>,
    input_errors: Vec<InputError>,
    refers: bool,
    radixed: HashSet<TypeId>,
    weight: usize,
    weights: HashMap<String, usize>,
    shares: bool,
    #[cfg(test)]
    members: BTreeMap<String, &'static [&'static str]>,
}

impl TranslationUnit {
    /// The number of the first [`InputError`].
    pub const INPUT_ERRORS: u32 = 1 << 31;

    /// An empty unit.
    pub fn new() -> Self {
        Self::default()
    }

    /// Spells a type in C++, declaring its structs on first use.
    pub fn spell(&mut self, ty: &Type) -> String {
        match ty {
            Type::TranslationUnit => "unit".into(),
            Type::Scalar(s) => s.name().into(),
            Type::Tuple(parts) => {
                let parts: Vec<_> = parts.iter().map(|t| self.spell(t)).collect();
                format!("tuple<{}>", parts.join(", "))
            }
            Type::Array(t, n) => format!("array<{}, {n}>", self.spell(t)),
            Type::Reverse(t) => format!("Reverse<{}>", self.spell(t)),
            Type::Option(t) => {
                self.piece(OPTION);
                format!("option<{}>", self.spell(t))
            }
            Type::Result(parts) => {
                self.piece(RESULT);
                format!("fallible<{}, {}>", self.spell(&parts[0]), self.spell(&parts[1]))
            }
            Type::Mut(t) => format!("{}&", self.spell(t)),
            Type::Ref(t) => format!("const {}&", self.spell(t)),
            Type::View(t) => format!("View<{}>", self.spell(t)),
            Type::Slice(t) => format!("slice<{}>", self.spell(t)),
            Type::Struct(s) => self.declare(s),
            Type::Enum(e) => self.declare_enum(e),
        }
    }

    /// A name that is unique in this unit: `base`, `base_1`, `base_2`, …, without those that are taken already.
    pub fn fresh(&mut self, base: &str) -> String {
        let mut name = base.to_owned();
        while !self.taken.insert(name.clone()) {
            let n = self.counts.entry(base.to_owned()).or_default();
            *n += 1;
            name = format!("{base}_{n}");
        }
        name
    }

    /// Adds a piece of hand-written text, unless the unit has it already.
    pub fn piece(&mut self, piece: Piece) {
        if piece == RESULT || piece == MIXED {
            self.piece(OPTION);
        }
        if !self.pieces.contains(&piece) {
            self.pieces.push(piece);
        }
    }

    /// Notes the members of a class, in the order in which the host writes them, for the test that compares them.
    pub(crate) fn members(&mut self, class: &str, names: &'static [&'static str]) {
        #[cfg(test)]
        self.members.insert(class.to_owned(), names);
        #[cfg(not(test))]
        let _ = (class, names);
    }

    /// Text behind [`source`](Self::source) that a compiler refuses if a class has other members than the host writes, or has
    /// them in another order.
    #[cfg(test)]
    pub(crate) fn checks(&self) -> String {
        let mut text = "constexpr u64 slots_end(u64 at, u64 size) { return (at + size + 15) / 16 * 16; }\n".to_owned();
        for (number, (class, names)) in self.members.iter().enumerate() {
            let _ = writeln!(text, "typedef {class} Members{number};");
            let mut end = "0".to_owned();
            for name in *names {
                let at = format!("__builtin_offsetof(Members{number}, {name})");
                let _ =
                    writeln!(text, "static_assert({at} == {end}, \"{class}: {name} isn't where the host writes it\");");
                end = format!("slots_end({at}, sizeof(Members{number}::{name}))");
            }
            let _ = writeln!(text, "static_assert(sizeof(Members{number}) == {end}, \"{class} has a member more\");");
        }
        text
    }

    /// Numbers a place that can fail; the device reports a failure by this number.
    pub fn site(&mut self, site: Site) -> usize {
        self.sites.push(site);
        self.sites.len() - 1
    }

    /// The number by which the device reports this error of an input. It is no number of a [`site`](Self::site).
    pub fn can_fail_at(&mut self, error: InputError) -> u32 {
        let number = self.input_errors.iter().position(|known| *known == error).unwrap_or_else(|| {
            self.input_errors.push(error);
            self.input_errors.len() - 1
        });
        Self::INPUT_ERRORS + number as u32
    }

    /// Says that operations get references to elements, through which they write.
    pub fn refers(&mut self) {
        self.refers = true;
    }

    /// Whether operations get references to elements.
    pub fn has_references(&self) -> bool {
        self.refers
    }

    /// Whether anything can fail.
    pub fn can_fail(&self) -> bool {
        !self.input_errors.is_empty() || !self.sites.is_empty()
    }

    /// The places that can fail, by number.
    pub fn sites(&self) -> &[Site] {
        &self.sites
    }

    /// The errors of inputs that can be found, by number: the first has the number [`INPUT_ERRORS`](Self::INPUT_ERRORS).
    pub fn input_errors(&self) -> &[InputError] {
        &self.input_errors
    }

    /// The name of the device function that `key` stands for; on first use `write` gives its prototype, its
    /// definition and its weight.
    pub fn function(
        &mut self,
        key: TypeId,
        base: &str,
        write: impl FnOnce(&mut Self, &str) -> (String, String, usize),
    ) -> String {
        if let Some(name) = self.named.get(&key) {
            return name.clone();
        }
        let name = self.fresh(base);
        self.named.insert(key, name.clone());
        let (prototype, definition, weight) = write(self, &name);
        self.weights.insert(name.clone(), weight);
        let _ = writeln!(self.prototypes, "{prototype};");
        let _ = writeln!(self.functions, "{definition}");
        name
    }

    /// Adds the definition of a functor (`struct F0 { … };`), which `write` gives with its weight.
    pub fn functor(&mut self, write: impl FnOnce(&mut Self, &str) -> (String, usize)) -> String {
        let n = self.counts.entry("F".into()).or_default();
        let name = format!("F{n}");
        *n += 1;
        let (definition, weight) = write(self, &name);
        self.weight = self.weight.saturating_add(weight);
        let _ = writeln!(self.functions, "{definition}");
        name
    }

    /// An estimate of the instructions of one copy of each operation. A sum or a product counts 1; a read of a view, a
    /// division or a mathematical function counts more, and a loop a multiple of its body.
    pub fn weight(&self) -> usize {
        self.weight
    }

    /// The weight of a call of a method or a function of this name, given whether it can fail there.
    pub(crate) fn weight_of(&self, callee: &str, fails: bool) -> usize {
        call(callee, fails, &self.weights)
    }

    /// Adds the weight of a hand-written functor, whose text isn't weighed.
    pub fn weighs(&mut self, weight: usize) {
        self.weight = self.weight.saturating_add(weight);
    }

    /// Says that an adaptor makes several consecutive items by one call of an operation, if they are loaded together.
    pub fn shares_calls(&mut self) {
        self.shares = true;
    }

    /// Whether items that are loaded one by one cost more calls of operations.
    pub fn can_share_calls(&self) -> bool {
        self.shares
    }

    /// The whole text: prelude, expressions, then this unit's types, functions and functors.
    pub fn source(&self) -> String {
        let mut text = String::new();
        let add = |text: &mut String, piece: &Piece| {
            let _ = writeln!(text, "#line 1 \"{}\"\n{}", piece.name, piece.text);
        };
        PRELUDE.iter().for_each(|piece| add(&mut text, piece));
        EXPR.iter().chain(&self.pieces).for_each(|piece| add(&mut text, piece));
        text + "#line 1 \"chain\"\n" + &self.generated()
    }

    /// The text that the chain adds to the hand-written pieces.
    pub fn generated(&self) -> String {
        format!("{}{}{}", self.types, self.prototypes, self.functions)
    }

    /// Declares a key type's radix words: `radix_words`, `radix_bits` and `radix_word` for each of its structs.
    /// key.cuh declares those of primitives and arrays.
    pub fn radix(&mut self, ty: &Type) {
        match ty {
            Type::Array(t, _) | Type::Reverse(t) => self.radix(t),
            Type::Struct(s) => {
                s.fields.iter().for_each(|f| self.radix(&f.ty));
                let name = self.spell(ty);
                if !self.radixed.insert(s.id) {
                    return;
                }
                let (mut words, mut bits, mut word) = (String::new(), String::new(), String::new());
                for f in &s.fields {
                    let (field, part) = (field_name(f.name), self.spell(&f.ty));
                    let _ = write!(words, " + radix_words(Key<{part}>())");
                    let _ = writeln!(
                        bits,
                        "  if (w < radix_words(Key<{part}>())) return radix_bits(Key<{part}>(), w); w -= radix_words(Key<{part}>());"
                    );
                    let _ = writeln!(
                        word,
                        "  if (w < radix_words(Key<{part}>())) return radix_word(k.{field}, w); w -= radix_words(Key<{part}>());"
                    );
                }
                let _ = write!(
                    self.types,
                    "DEVICE constexpr u32 radix_words(Key<{name}>) {{ return 0{words}; }}\n\
                     DEVICE constexpr u32 radix_bits(Key<{name}>, u32 w) {{\n{bits}  return 0;\n}}\n\
                     DEVICE u64 radix_word(const {name}& k, u32 w) {{\n{word}  return 0;\n}}\n"
                );
            }
            _ => {}
        }
    }

    fn declare(&mut self, s: &Struct) -> String {
        if let Some(name) = self.named.get(&s.id) {
            return name.clone();
        }
        let fields: Vec<_> = s.fields.iter().map(|f| (self.spell(&f.ty), field_name(f.name), f.offset)).collect();
        let name = self.fresh(&format!("T_{}", s.name));
        self.named.insert(s.id, name.clone());
        let members: String = fields.iter().map(|(ty, field, _)| format!(" {ty} {field};")).collect();
        let mut text = format!("struct alignas({}) {name} {{{members} }};\n", s.align);
        if s.is_padded() {
            let _ = writeln!(text, "template <> struct HasPadding<{name}> {{ static constexpr bool value = true; }};");
        }
        let _ = writeln!(
            text,
            "static_assert(sizeof({name}) == {} && alignof({name}) == {}, \"{name}\");",
            s.size, s.align
        );
        for (_, field, offset) in &fields {
            let _ = writeln!(text, "static_assert(OFFSET({name}, {field}) == {offset}, \"{name}.{field}\");");
        }
        if Type::Struct(s.clone()).is_comparable() {
            text += &equal(&name, fields.iter().map(|(_, field, _)| field));
        }
        self.types += &text;
        name
    }
}

impl TranslationUnit {
    /// Declares an enum: a struct of the variant's number and of the fields of all variants.
    fn declare_enum(&mut self, e: &Enum) -> String {
        if let Some(name) = self.named.get(&e.id) {
            return name.clone();
        }
        let mut members = vec![("u8".to_owned(), "tag".to_owned())];
        for variant in &e.variants {
            for (label, ty) in &variant.fields {
                members.push((self.spell(ty), variant_field_name(variant.name, label)));
            }
        }
        let name = self.fresh(&format!("T_{}", e.name));
        self.named.insert(e.id, name.clone());
        let ty = Type::Enum(e.clone());
        let mut text = format!("struct {name} {{");
        members.iter().for_each(|(ty, member)| text += &format!(" {ty} {member};"));
        for (number, variant) in e.variants.iter().enumerate() {
            let _ = write!(text, " static constexpr u8 tag_{} = {number};", variant.name);
        }
        text += " };\n";
        let _ = writeln!(
            text,
            "static_assert(sizeof({name}) == {} && alignof({name}) == {}, \"{name}\");",
            ty.size(),
            ty.align()
        );
        if ty.is_comparable() {
            text += &equal(&name, members.iter().map(|(_, member)| member));
        }
        // Constants in patterns are compared by `==`; variants without fields by their numbers, whether or not the enum has `==` itself.
        let plain = e.variants.iter().all(|variant| variant.fields.is_empty());
        if plain || ty.is_comparable() {
            let same = if plain { "a.tag == b.tag" } else { "equal(a, b)" };
            let _ = writeln!(text, "DEVICE bool operator==(const {name}& a, const {name}& b) {{ return {same}; }}");
        }
        let discriminants: Option<Vec<_>> = e.variants.iter().map(|variant| variant.discriminant).collect();
        if let Some(numbers) = discriminants {
            let cases = numbers.iter().enumerate().map(|(tag, number)| {
                let ty = if i64::try_from(*number).is_ok() { "i64" } else { "i128" };
                format!("    case {tag}: return cast<T>({});\n", literal(ty, &number.to_string()))
            });
            let cases: String = cases.collect();
            let _ = writeln!(
                text,
                "template <class T>\nDEVICE T cast(const {name}& e) {{\n  switch (e.tag) {{\n{cases}  }}\n  return T(0);\n}}"
            );
        }
        self.types += &text;
        name
    }
}

/// The comparison of two values by these members.
fn equal<'m>(name: &str, members: impl Iterator<Item = &'m String>) -> String {
    let tests: Vec<_> = members.map(|member| format!("equal(a.{member}, b.{member})")).collect();
    format!("DEVICE bool equal(const {name}& a, const {name}& b) {{ return {}; }}\n", tests.join(" && "))
}

/// The C++ name of a field of an enum's variant. With the length no two are alike.
pub(crate) fn variant_field_name(variant: &str, field: &str) -> String {
    format!("m_{}_{variant}_{field}", variant.len())
}

/// A Rust field's name in C++: prefixed, so that neither a keyword nor a tuple struct's number can clash.
pub(crate) fn field_name(name: &str) -> String {
    format!("m_{name}")
}

#[cfg(test)]
mod tests {
    use super::TranslationUnit;

    #[test]
    fn no_name_is_given_twice() {
        let mut unit = TranslationUnit::new();
        let names = ["T_Foo", "T_Foo_1", "T_Foo", "T_Foo", "T_Foo_1_1", "T_Foo_1"].map(|base| unit.fresh(base));
        assert_eq!(names, ["T_Foo", "T_Foo_1", "T_Foo_2", "T_Foo_3", "T_Foo_1_1", "T_Foo_1_2"]);
    }
}
