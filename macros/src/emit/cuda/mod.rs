//! The C++ writer.
//!
//! An expression becomes C++ text, and whatever must happen before it becomes statements. C++ leaves open in which order a
//! call's arguments are evaluated, so text that is nested into other text has no effects: what has effects is a statement
//! of its own, and operands that it could change are copied before it. What can fail counts as having none: when
//! several parts of one expression fail, any of them may be the one reported.

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

/// What the text is to be.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Shape {
    /// A functor's call operator.
    Operation,
    /// A function.
    Function,
    /// A function that takes a site, as methods do.
    Method,
}

/// Where a value goes.
#[derive(Clone, PartialEq)]
enum Dest {
    Return,
    /// Into a variable that nothing has read yet.
    Assign(String),
    Discard,
}

/// An expression's text.
struct Value {
    text: String,
    /// Nothing can change it before it is used.
    stable: bool,
    /// A place that is meant itself, not what it holds.
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
    /// Names of a pattern, in its guard: the parts themselves.
    aliases: Vec<(VarId, String)>,
    /// Whether anything can fail or calls what can.
    trap: bool,
}

/// The text of a function.
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
    /// The parameters' declarations; patterns are taken apart in the body.
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
        let params = params.join(", ");
        let checked = Mark::Checked;
        let body = self.code.text();
        match self.shape {
            Shape::Operation => {
                let trap = if self.trap { format!("    Trap<{checked}> trap;\n") } else { String::new() };
                format!("  DEVICE {output} operator()({params}) const {{\n{trap}{body}  }}\n")
            }
            shape => {
                let site = if shape == Shape::Method { ", u32" } else { "" };
                let comma = if params.is_empty() { "" } else { ", " };
                let trap = if self.trap { format!("  Trap<{checked}> trap(outer);\n") } else { String::new() };
                let name = Mark::Name;
                format!("DEVICE {output} {name}(TrapBase& outer{site}{comma}{params}) {{\n{trap}{body}}}\n")
            }
        }
    }

    /// A name for what the user has not named.
    fn temp(&mut self) -> String {
        self.temps += 1;
        format!("t{}", self.temps - 1)
    }

    /// `trap, 3` for a call that may fail at site 3.
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

    /// Writes with the code set aside; gives what was written.
    fn aside<R>(&mut self, write: impl FnOnce(&mut Self) -> R) -> (Code, R) {
        let fresh = Code::new(self.code.depth());
        let code = std::mem::replace(&mut self.code, fresh);
        let result = write(self);
        (std::mem::replace(&mut self.code, code), result)
    }
}
