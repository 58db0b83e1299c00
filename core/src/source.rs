//! The text of operations and device functions: written by the macro, with holes for facts that only rustc knows, such
//! as inferred types.

use crate::lower::{Constant, Site, TranslationUnit, divides, literal, read, repeated};
use crate::types::Type;
use crate::witness::Witnesses;

/// When an operator, a method or an assertion can fail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fallible {
    /// Never, as the arithmetic of floats and wrapping methods.
    Never,
    /// Where integer overflow is checked, as the sum of two integers.
    Checked,
    /// In every build, as an index or the quotient of two integers.
    Always,
}

impl Fallible {
    /// Whether it can fail, given whether integer overflow is `checked`.
    pub const fn when(self, checked: bool) -> bool {
        match self {
            Fallible::Never => false,
            Fallible::Checked => checked,
            Fallible::Always => true,
        }
    }
}

/// Whether a method or operator on two operands of a type commutes, and gives the same bits in every association.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exact {
    /// Not known to, as the arithmetic of floats.
    Never,
    /// Where integer overflow isn't checked, as the sum of two integers: of others one association may overflow, and another not.
    Unchecked,
    /// In every build, as a minimum of integers.
    Always,
}

impl Exact {
    /// Whether it does, given whether integer overflow is `checked`.
    pub const fn when(self, checked: bool) -> bool {
        match self {
            Exact::Never => false,
            Exact::Unchecked => !checked,
            Exact::Always => true,
        }
    }

    /// What is known of two methods or operators together.
    pub const fn and(self, other: Self) -> Self {
        match (self, other) {
            (Exact::Never, _) | (_, Exact::Never) => Exact::Never,
            (Exact::Unchecked, _) | (_, Exact::Unchecked) => Exact::Unchecked,
            (Exact::Always, Exact::Always) => Exact::Always,
        }
    }
}

/// The contents of a hole.
#[derive(Debug, Clone)]
pub struct Substitution {
    /// The C++ name of a type, a method or a function.
    pub text: String,
    /// When it can fail at the site that it is given.
    pub fallible: Fallible,
    /// The length of a type that is an array.
    pub length: Option<usize>,
    /// Rust's message when a call fails, unless the site has it.
    pub message: Option<&'static str>,
    /// Whether a method takes `&mut self`.
    pub exclusive: bool,
    /// Whether an assigning operator evaluates its place first.
    pub place_first: bool,
}

impl Substitution {
    /// A type.
    pub fn of_type(unit: &mut TranslationUnit, ty: &Type) -> Self {
        let length = if let Type::Array(_, length) = ty { Some(*length) } else { None };
        Substitution { length, ..Self::of_call(unit.spell(ty), Fallible::Never) }
    }

    /// A function or method that is called.
    pub fn of_call(text: String, fallible: Fallible) -> Self {
        Substitution { text, fallible, length: None, message: None, exclusive: false, place_first: false }
    }

    /// The order of an assigning operator's sides.
    pub fn of_order(place_first: bool) -> Self {
        Substitution { place_first, ..Self::of_call(String::new(), Fallible::Never) }
    }
}

/// The text of an operation or device function as the macro wrote it, with holes for what only rustc knows.
pub trait Source: Copy + Send + Sync + 'static {
    /// The parts of the text, in order.
    const TEXT: &'static [Part];
    /// Whether integer overflow is an error: as in the crate that wrote the operation.
    const CHECKED: bool;
    /// Whether `debug_assert!`s are checked: as in that crate.
    const DEBUGGING: bool;
    /// The places that may fail, by [`Part::Site`].
    const SITES: &'static [(Site, When)];
    /// Whether each part of the result is a binary operator, or a method, of the same part of both operands and of nothing else.
    const PART_BY_PART: bool = false;
    /// The names under which captures appear, in order.
    const CAPTURES: &'static [&'static str] = &[];
}

/// When a place in a [`Source`] can fail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum When {
    /// The text alone tells when.
    Known(Fallible),
    /// In builds that check `debug_assert!`s.
    Debugging,
    /// When the contents of the hole with this index can fail.
    Hole(usize),
    /// When the contents of the hole `call` can fail, unless the divisor is a number by which every quotient has a value.
    Divisor {
        /// The hole of the operator or method.
        call: usize,
        /// The hole of the divisor's type.
        ty: usize,
        /// The divisor.
        digits: &'static str,
    },
    /// In every build, unless the type in the hole `of` is an array with an element `at`.
    Element {
        /// The hole.
        of: usize,
        /// The element.
        at: usize,
    },
}

/// A part of a [`Source`]'s text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// Text as it stands.
    Text(&'static str),
    /// The text of the witness with this index.
    Hole(usize),
    /// The name of what is called: its hole, and the number of loops around the call.
    Call(usize, u32),
    /// The name of what is called, too, and the index of the site at which it can fail.
    CallAt(usize, u32, usize),
    /// The call that reads an element, up to the number of its site: the index of the site, the number of loops around the
    /// call, and whether the element's index is a constant.
    Element(usize, u32, bool),
    /// A number as Rust spells it, of the type that the witness with this index names.
    Literal(usize, &'static str),
    /// The constant with this index, among those that the function was lowered with.
    Constant(usize),
    /// The number of the site with this index, or 0 if nothing can fail there.
    Site(usize),
    /// The name under which the unit declares this function or functor.
    Name,
    /// `true` or `false`: [`Source::CHECKED`].
    Checked,
    /// `true` or `false`: [`Source::DEBUGGING`].
    Debugging,
    /// The receiver of the method in a hole.
    Receiver {
        /// The hole.
        of: usize,
        /// The receiver of a method that takes `&mut self`.
        place: &'static str,
        /// The receiver of any other method.
        copy: &'static str,
    },
    /// The beginning of text that is left out, up to [`Part::OrderEnd`], unless the assigning operator in a hole evaluates its
    /// place `first`, or what is mapped is an array.
    Order {
        /// The hole.
        of: usize,
        /// Whether the text is for operators that evaluate the place first.
        first: bool,
    },
    /// The end of such a text.
    OrderEnd,
}

/// Puts a source's text together, and weighs it.
pub(crate) fn render<S: Source>(
    unit: &mut TranslationUnit,
    name: &str,
    holes: &[Substitution],
    constants: &[String],
) -> (String, usize) {
    let number = |(site, when): &(Site, When)| {
        let fallible = match when {
            When::Known(fallible) => *fallible,
            When::Debugging if S::DEBUGGING => Fallible::Always,
            When::Debugging => Fallible::Never,
            When::Hole(i) => holes[*i].fallible,
            When::Divisor { ty, digits, .. } if divides(&holes[*ty].text, digits) => Fallible::Never,
            When::Divisor { call, .. } => holes[*call].fallible,
            When::Element { of, at } if holes[*of].length.is_some_and(|length| *at < length) => Fallible::Never,
            When::Element { .. } => Fallible::Always,
        };
        // A place that can't fail reports no number, so any number suffices.
        let message = match when {
            When::Hole(call) | When::Divisor { call, .. } => holes[*call].message.unwrap_or(site.message),
            _ => site.message,
        };
        if fallible.when(S::CHECKED) { unit.site(Site { message, ..*site }) } else { 0 }
    };
    let sites: Vec<usize> = S::SITES.iter().map(number).collect();
    // The depth of nesting, counted from the outermost text that is left out.
    let mut left_out = 0usize;
    let mut weight = 0usize;
    let parts = S::TEXT.iter().map(|part| {
        match part {
            Part::Order { of, first } if left_out > 0 || holes[*of].place_first != *first => left_out += 1,
            Part::OrderEnd => left_out = left_out.saturating_sub(1),
            _ => {}
        }
        match part {
            _ if left_out > 0 => String::new(),
            Part::Text(t) => (*t).to_owned(),
            Part::Hole(i) => holes[*i].text.clone(),
            Part::Call(of, loops) | Part::CallAt(of, loops, _) => {
                // The number 0 stands for a place that can't fail, so the first one of a program weighs as such a place does.
                let fails = matches!(part, Part::CallAt(.., site) if sites[*site] != 0);
                let callee = &holes[*of].text;
                weight = weight.saturating_add(repeated(unit.weight_of(callee, fails), *loops));
                callee.clone()
            }
            Part::Element(site, loops, known) => {
                weight = weight.saturating_add(repeated(read(*known), *loops));
                format!("index(trap, {}", sites[*site])
            }
            Part::Literal(i, number) => literal(&holes[*i].text, number),
            Part::Constant(i) => constants[*i].clone(),
            Part::Site(i) => sites[*i].to_string(),
            Part::Name => name.to_owned(),
            Part::Checked => S::CHECKED.to_string(),
            Part::Debugging => S::DEBUGGING.to_string(),
            Part::Receiver { of, place, copy } => (if holes[*of].exclusive { *place } else { *copy }).to_owned(),
            Part::Order { .. } | Part::OrderEnd => String::new(),
        }
    });
    let text = parts.collect();
    (text, weight)
}

/// The text of an operation that the macro has refused; it never reaches a device.
#[derive(Debug, Clone, Copy)]
pub struct Refused;
impl Source for Refused {
    const TEXT: &'static [Part] = &[];
    const CHECKED: bool = false;
    const DEBUGGING: bool = false;
    const SITES: &'static [(Site, When)] = &[];
}

/// Declares a `#[device]` function; `constants` are the values of the constants that it names.
pub fn lower_function<S: Source, W: Witnesses>(
    unit: &mut TranslationUnit,
    base: &str,
    witnesses: W,
    source: S,
    constants: &[&dyn Constant],
) -> String {
    lower_generic::<(), S, W>(unit, base, witnesses, source, constants)
}

/// Declares a `#[device]` function for the arguments `G` of its generic parameters. Its constants may depend on these.
pub fn lower_generic<G, S: Source, W: Witnesses>(
    unit: &mut TranslationUnit,
    base: &str,
    _witnesses: W,
    _source: S,
    constants: &[&dyn Constant],
) -> String {
    unit.function(typeid::of::<(S, G)>(), base, |unit, name| {
        let mut holes = Vec::new();
        W::fill(unit, &mut holes);
        let constants: Vec<_> = constants.iter().map(|c| c.text(unit)).collect();
        let (definition, weight) = render::<S>(unit, name, &holes, &constants);
        // The text opens with the signature, up to the first brace.
        let prototype = definition.split_once(" {").map_or("", |(head, _)| head).to_owned();
        (prototype, definition, weight)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::function::method_name;
    use crate::view::View;
    use crate::witness::{BinaryOperator, Method, Ty};

    type Between<T, const NAME: u64> = BinaryOperator<T, T, NAME>;
    const ADD: u64 = method_name("add");
    const DIV: u64 = method_name("div");
    const ABS: u64 = method_name("abs");

    /// A sum, a quotient and a magnitude of some type, an index, an element, a `debug_assert!`.
    #[derive(Clone, Copy)]
    struct Text<const CHECKED: bool>;
    impl<const CHECKED: bool> Source for Text<CHECKED> {
        const TEXT: &'static [Part] =
            &[Part::Site(0), Part::Site(1), Part::Site(2), Part::Site(3), Part::Site(4), Part::Site(5)];
        const CHECKED: bool = CHECKED;
        const DEBUGGING: bool = CHECKED;
        const SITES: &'static [(Site, When)] = &[
            (site("sum"), When::Hole(1)),
            (site("quotient"), When::Hole(2)),
            (site("magnitude"), When::Hole(3)),
            (site("index"), When::Known(Fallible::Always)),
            (site("element"), When::Element { of: 0, at: 2 }),
            (site("debug"), When::Debugging),
        ];
    }

    const fn site(message: &'static str) -> Site {
        Site { file: "user.rs", line: 1, column: 1, message, index: false }
    }

    /// The numbers in the text, and the places that they stand for.
    fn rendered<S: Source, W: Witnesses>() -> (String, Vec<&'static str>) {
        let (mut unit, mut holes) = (TranslationUnit::new(), Vec::new());
        // Numbers go on from those of the program's other operations.
        unit.site(site("another's"));
        W::fill(&mut unit, &mut holes);
        let (text, _) = render::<S>(&mut unit, "F0", &holes, &[]);
        (text, unit.sites()[1..].iter().map(|site| site.message).collect())
    }

    #[test]
    fn what_can_fail_depends_on_the_types_and_on_the_checks() {
        type Of<Base, T> = (Ty<Base>, (Between<T, ADD>, (Between<T, DIV>, Method<T, ABS>)));
        let text = |numbers: &str, places: &[&'static str]| (numbers.to_owned(), places.to_vec());
        let all = text("123456", &["sum", "quotient", "magnitude", "index", "element", "debug"]);
        assert_eq!(rendered::<Text<true>, Of<[u8; 2], i32>>(), all);
        assert_eq!(rendered::<Text<false>, Of<View<u8>, i32>>(), text("010230", &["quotient", "index", "element"]));
        assert_eq!(rendered::<Text<true>, Of<[u8; 3], f32>>(), text("000102", &["index", "debug"]));
        assert_eq!(rendered::<Text<false>, Of<[u8; 3], f32>>(), text("000100", &["index"]));
    }
}
