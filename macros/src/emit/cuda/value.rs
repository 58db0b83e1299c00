//! Values, operands, places and conditions.

use super::{Mark, Shape, Writer};
use crate::ast::CaptureId;
use crate::ir::{Arg, Constant, Element, Failure, Local, Operand, Place, Root, Slice, Step, Test, Value};
use crate::namer::label;

impl Writer<'_> {
    /// The variable's name; temporaries are numbered as they appear.
    pub(super) fn name(&mut self, local: Local) -> String {
        if let Some(name) = &self.body.locals[local.0].name {
            return name.clone();
        }
        let known = self.temps.iter().position(|temp| *temp == local);
        let number = known.unwrap_or_else(|| {
            self.temps.push(local);
            self.temps.len() - 1
        });
        format!("t{number}")
    }

    pub(super) fn value(&mut self, value: &Value) -> String {
        match value {
            Value::Use(operand) => self.operand(operand),
            Value::Test(test) => self.test(test),
            Value::Call { callee, failure, args } => {
                let first = match failure {
                    Failure::Own => "trap".to_owned(),
                    Failure::At(site) => {
                        format!("trap, {}", site.map_or("0".to_owned(), |site| Mark::Site(site).to_string()))
                    }
                };
                let mut args = self.args(args);
                args.insert(0, first);
                self.trap = true;
                let site = if let Failure::At(site) = failure { *site } else { None };
                format!("{}({})", Mark::Call(*callee, self.around(), site), args.join(", "))
            }
            Value::CallGiven { closure, args } => {
                let args = self.args(args);
                format!("{}({})", self.name(*closure), args.join(", "))
            }
            Value::Cast { to, value } => format!("cast<{}>({})", Mark::Hole(*to), self.operand(value)),
            Value::Parts { ty, array, parts } => {
                let parts: Vec<_> = parts.iter().map(|part| self.operand(part)).collect();
                let parts = parts.join(", ");
                let parts = if *array { format!("{{{parts}}}") } else { parts };
                format!("{}{{{parts}}}", Mark::Hole(*ty))
            }
            Value::Element(element) => self.element(element),
            Value::Elements(of) => format!("shared_slice_of({})", self.place(of)),
            Value::Absent { ty, of } => {
                self.trap = true;
                format!("absent<{}>(trap, 0, {})", Mark::Hole(*ty), self.place(of))
            }
            Value::Struct { .. } | Value::Variant { .. } | Value::Repeat { .. } => {
                unreachable!("`fill` assigns them in parts")
            }
        }
    }

    fn args(&mut self, args: &[Arg]) -> Vec<String> {
        let args = args.iter().map(|arg| match arg {
            Arg::Value(operand) => self.operand(operand),
            Arg::Place { place, .. } => self.place(place),
            Arg::Closure(closure) => self.name(*closure),
            Arg::Receiver { of, place, copy } => {
                let (place, copy) = (self.place(place), self.place(copy));
                Mark::Receiver(*of, &place, &copy).to_string()
            }
        });
        args.collect()
    }

    pub(super) fn element(&mut self, element: &Element) -> String {
        self.trap = true;
        let (base, index) = (self.place(&element.base), self.operand(&element.index));
        let known = match &element.index {
            Operand::Number(..) => true,
            // A function's captures are constants.
            Operand::Copy(Place { root: Root::Capture(_), path }) => path.is_empty() && self.shape != Shape::Operation,
            _ => false,
        };
        format!("{}, {base}, {index})", Mark::Element(element.site, self.around(), known))
    }

    pub(super) fn slice(&mut self, slice: &Slice) -> String {
        let Slice { base, from, to, inclusive, sites } = slice;
        let whole = format!("slice_of({})", self.place(base));
        let bounds: Vec<_> = from.iter().chain(to).map(|bound| self.operand(bound)).collect();
        let function = match (from, to) {
            (None, None) => return whole,
            (Some(_), None) => "slice_from".to_owned(),
            (None, Some(_)) => format!("slice_to<{inclusive}>"),
            (Some(_), Some(_)) => format!("slice_range<{inclusive}>"),
        };
        self.trap = true;
        let sites = sites.iter().map(|site| Mark::Site(*site).to_string());
        let arguments: Vec<_> = sites.chain([whole]).chain(bounds).collect();
        format!("{function}(trap, {})", arguments.join(", "))
    }

    /// The number of loops around what is being written.
    pub(super) fn around(&self) -> usize {
        self.outside + self.loops.iter().filter(|l| !l.block).count()
    }

    pub(super) fn operand(&mut self, operand: &Operand) -> String {
        match operand {
            Operand::Number(digits, hole) => Mark::Literal(*hole, digits).to_string(),
            Operand::Bool(value) => value.to_string(),
            Operand::Ordering(variant) => format!("Ordering::{variant}"),
            Operand::Unit => "unit{}".to_owned(),
            Operand::Zero => "{}".to_owned(),
            Operand::Copy(place) => self.place(place),
        }
    }

    pub(super) fn place(&mut self, place: &Place) -> String {
        let root = match place.root {
            Root::Local(local) => self.name(local),
            Root::Capture(capture) => self.capture(capture),
        };
        place.path.iter().fold(root, |text, step| self.part(&text, step))
    }

    /// A part of a place. Numbered parts are read through `get`, as a tuple's are: with the members themselves NVRTC 13.0
    /// was seen to spill registers.
    pub(super) fn part(&self, whole: &str, step: &Step) -> String {
        match step {
            // A tuple has at most eight parts, so a higher number is a tuple struct's.
            Step::Field(syn::Member::Unnamed(index)) if index.index < 8 => format!("get<{}>({whole})", index.index),
            Step::Field(member) => format!("{whole}.m_{}", label(member)),
            Step::Element(i) => format!("{whole}.v[{i}]"),
            Step::Nth(i) => format!("nth_of<{i}>({whole})"),
            Step::Back(i) => format!("from_end<{i}>({whole})"),
            Step::Rest(from, back) => format!("rest_of<{from}, {back}>({whole})"),
            Step::Variant(variant, member) => {
                // As `variant_field_name` of the core declares it.
                format!("{whole}.m_{}_{variant}_{}", variant.len(), label(member))
            }
        }
    }

    /// The declared type of a part that is copied: a reference in a tuple, such as a chain's `(f32, &mut f32)` has, is copied
    /// as such. Tuples that device code makes hold values and shared references.
    pub(super) fn type_of_part(&mut self, place: &Place) -> Option<String> {
        let (Step::Field(member), whole) = place.path.split_last()? else { return None };
        let whole = self.place(&Place { root: place.root, path: whole.to_vec() });
        Some(format!("decltype({whole}.m_{})", label(member)))
    }

    fn capture(&self, capture: CaptureId) -> String {
        self.function.captures[capture].name.clone()
    }

    pub(super) fn test(&mut self, test: &Test) -> String {
        match test {
            Test::Is(operand) => self.operand(operand),
            Test::Not(test) => format!("!{}", self.test(test)),
            Test::Length(place, count, open) => format!("has_length<{count}, {open}>({})", self.place(place)),
            Test::Variant(place, variant) => {
                let place = self.place(place);
                format!("({place}.tag == {place}.tag_{variant})")
            }
            Test::Compare(place, operator, constant) => {
                let place = self.place(place);
                let constant = match constant {
                    // A number that doesn't fit the type wraps; the bounds of ranges fit, as rustc has checked.
                    Constant::Integer(value) if *operator == "==" && !(-128..128).contains(value) => {
                        return format!("is({place}, {})", integer(*value));
                    }
                    Constant::Integer(value) => integer(*value),
                    Constant::Ordering(variant) => format!("Ordering::{variant}"),
                    Constant::Captured(capture) => self.capture(*capture),
                };
                format!("({place} {operator} {constant})")
            }
            Test::All(tests) => self.joined(tests, " && "),
            Test::Any(tests) => self.joined(tests, " || "),
            Test::Debugging => Mark::Debugging.to_string(),
        }
    }

    fn joined(&mut self, tests: &[Test], joint: &str) -> String {
        let tests: Vec<_> = tests.iter().map(|test| self.test(test)).collect();
        format!("({})", tests.join(joint))
    }
}

/// An integer as a constant of some type that holds it.
fn integer(value: i128) -> String {
    match i64::try_from(value) {
        Ok(i64::MIN) => format!("({}ll - 1)", i64::MIN + 1),
        Ok(value) if value < 0 => format!("{value}ll"),
        Ok(value) => value.to_string(),
        Err(_) => match u64::try_from(value) {
            Ok(value) => format!("{value}ull"),
            Err(_) => format!("i128(u128_of({}ull, {}ull))", value as u128 >> 64, value as u64),
        },
    }
}

/// The text without a pair of parentheses around all of it.
pub(super) fn bare(text: &str) -> &str {
    let Some(inner) = text.strip_prefix('(').and_then(|t| t.strip_suffix(')')) else { return text };
    let mut depth = 0i32;
    for c in inner.chars() {
        depth += match c {
            '(' => 1,
            ')' => -1,
            _ => 0,
        };
        if depth < 0 {
            return text;
        }
    }
    inner
}
