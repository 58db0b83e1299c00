//! The C++ writer.
//!
//! An expression becomes C++ text, and everything that must happen before it becomes statements. C++ doesn't fix the
//! order in which a call's arguments are evaluated, so nested text has no effects: an expression with effects becomes
//! a statement, and operands that it could change are copied before it. A failure doesn't count as an effect: when
//! several parts of one expression fail, any one of them may be reported.

mod branch;
mod code;
mod loops;
mod matching;
mod operand;
mod pattern;
mod value;

use self::code::Code;
use super::source::Mark;
use crate::ast::{Function, HoleId, LoopId, SiteId, VarId};

/// The kind of C++ function to write.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Shape {
    /// A functor's call operator.
    Operation,
    /// A function.
    Function,
    /// A function with a site among its parameters, as methods have.
    Method,
}

/// The destination of a value.
#[derive(Clone, PartialEq)]
enum Dest {
    Return,
    /// Into a variable that hasn't been read yet.
    Assign(String),
    Discard,
}

/// The text of an expression.
struct Value {
    text: String,
    /// The value can't change before it is used.
    stable: bool,
    /// The expression stands for the place itself, not for its value.
    place: bool,
}

impl Value {
    fn stable(text: impl Into<String>) -> Self {
        Value { text: text.into(), stable: true, place: false }
    }
}

/// A loop or labelled block that is being written.
struct Loop {
    id: LoopId,
    dest: Dest,
    block: bool,
    broken: bool,
    continued: bool,
}

struct Writer<'f> {
    function: &'f Function,
    shape: Shape,
    code: Code,
    temps: usize,
    loops: Vec<Loop>,
    /// The names of a pattern within its guard, each with the text of its part.
    aliases: Vec<(VarId, String)>,
    /// Whether the function contains an expression that can fail, or calls a function that can.
    trap: bool,
}

/// The C++ text of a function.
pub(super) fn text(function: &Function, shape: Shape) -> String {
    let depth = if shape == Shape::Operation { 2 } else { 1 };
    let mut writer = Writer {
        function,
        shape,
        code: Code::new(depth),
        temps: 0,
        loops: Vec::new(),
        aliases: Vec::new(),
        trap: false,
    };
    let params = writer.params();
    writer.give(&function.body, &Dest::Return);
    writer.finish(&params)
}

impl Writer<'_> {
    /// The parameters' declarations; their patterns are destructured in the body.
    fn params(&mut self) -> Vec<String> {
        let function = self.function;
        let params = function.params.iter().enumerate().map(|(i, param)| {
            let name = match param.pattern.variable() {
                Some(var) => function.vars[var].name.clone(),
                None => format!("p{i}"),
            };
            if param.pattern.variable().is_none() {
                self.bind(&param.pattern, &name);
            }
            format!("{} {name}", Mark::Hole(param.hole))
        });
        params.collect()
    }

    fn finish(self, params: &[String]) -> String {
        let output = Mark::Hole(self.function.output_hole);
        let list = params.join(", ");
        let checked = Mark::Checked;
        let body = self.code.text();
        match self.shape {
            Shape::Operation => {
                let trap = if self.trap { format!("    Trap<{checked}> trap;\n") } else { String::new() };
                format!("  DEVICE {output} operator()({list}) const {{\n{trap}{body}  }}\n")
            }
            shape => {
                let site = if shape == Shape::Method { ", u32" } else { "" };
                let comma = if list.is_empty() { "" } else { ", " };
                let trap = if self.trap { format!("  Trap<{checked}> trap(outer);\n") } else { String::new() };
                let name = Mark::Name;
                let on_temporary = self.on_temporary(params);
                format!("DEVICE {output} {name}(TrapBase& outer{site}{comma}{list}) {{\n{trap}{body}}}\n{on_temporary}")
            }
        }
    }

    /// The overload of a method with `&mut self` for a temporary, which a reference in C++ doesn't bind to.
    fn on_temporary(&self, params: &[String]) -> String {
        let first = self.function.params.first().filter(|param| param.tokens.is_none());
        let Some(syn::Type::Reference(syn::TypeReference { mutability: Some(_), .. })) = first.map(|this| &this.ty)
        else {
            return String::new();
        };
        let (output, name) = (Mark::Hole(self.function.output_hole), Mark::Name);
        let this = params[0].rsplit_once(' ').map_or("", |(ty, _)| ty);
        let list: String = params[1..].iter().map(|param| format!(", {param}")).collect();
        let names = params[1..].iter().filter_map(|param| param.rsplit_once(' '));
        let names: String = names.map(|(_, name)| format!(", {name}")).collect();
        format!(
            "DEVICE {output} {name}(TrapBase& outer, u32, plain<{this}>&& self{list}) {{\n  return {name}(outer, 0, self{names});\n}}\n"
        )
    }

    /// A new name for a temporary.
    fn temp(&mut self) -> String {
        self.temps += 1;
        format!("t{}", self.temps - 1)
    }

    /// The arguments `trap, 3` of a call that may fail at site 3.
    fn site(&mut self, site: Option<SiteId>) -> String {
        self.trap = true;
        match site {
            Some(site) => format!("trap, {}", Mark::Site(site)),
            None => "trap, 0".to_owned(),
        }
    }

    fn hole(&self, hole: HoleId) -> String {
        Mark::Hole(hole).to_string()
    }

    /// Runs `write` on an empty piece of code and returns that code.
    fn aside<R>(&mut self, write: impl FnOnce(&mut Self) -> R) -> (Code, R) {
        let fresh = Code::new(self.code.depth());
        let code = std::mem::replace(&mut self.code, fresh);
        let result = write(self);
        (std::mem::replace(&mut self.code, code), result)
    }
}
