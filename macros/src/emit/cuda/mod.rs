//! The C++ writer: prints the intermediate form, one statement a line. It decides nothing about the meaning.

mod code;
mod stmt;
mod value;

use self::code::Code;
use super::source::Mark;
use crate::ast::{Function, LoopId};
use crate::ir::{self, Body};

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

struct Writer<'f> {
    function: &'f Function,
    body: &'f Body,
    shape: Shape,
    code: Code,
    /// The temporaries that have been named, in the order of their numbers.
    temps: Vec<ir::Local>,
    loops: Vec<Loop>,
    /// The number of loops around the closure that is being written, and that which may be around its calls.
    outside: usize,
    /// Whether the function contains an expression that can fail, or calls a function that can.
    trap: bool,
}

/// A loop or labelled block that is being written.
struct Loop {
    id: LoopId,
    block: bool,
    /// A `goto` leads to the end of the loop, or to its next round.
    broken: bool,
    continued: bool,
}

/// The C++ text of a function.
pub(super) fn text(function: &Function, shape: Shape) -> String {
    let depth = if shape == Shape::Operation { 2 } else { 1 };
    let body = ir::body(function);
    let mut writer = Writer {
        function,
        body: &body,
        shape,
        code: Code::new(depth),
        temps: Vec::new(),
        loops: Vec::new(),
        outside: 0,
        trap: false,
    };
    writer.block(&body.code);
    let mut closures = Vec::new();
    let mut params = Vec::new();
    for (hole, local) in &body.params {
        let name = writer.name(*local);
        match hole {
            Some(hole) => params.push(format!("{} {name}", Mark::Hole(*hole))),
            None => {
                params.push(format!("C{}& {name}", closures.len()));
                closures.push(format!("class C{}", closures.len()));
            }
        }
    }
    let text = writer.finish(&params.join(", "));
    if closures.is_empty() { text } else { format!("template <{}> {text}", closures.join(", ")) }
}

impl Writer<'_> {
    fn finish(self, params: &str) -> String {
        let output = Mark::Hole(self.function.output_hole);
        let checked = Mark::Checked;
        let body = self.code.text();
        match self.shape {
            Shape::Operation => {
                let trap = if self.trap {
                    format!("    Panic panic;\n    Trap<{checked}> trap(panic);\n")
                } else {
                    String::new()
                };
                format!("  DEVICE {output} operator()({params}) const {{\n{trap}{body}  }}\n")
            }
            shape => {
                let site = if shape == Shape::Method { ", u32" } else { "" };
                let comma = if params.is_empty() { "" } else { ", " };
                let trap = if self.trap { format!("  Trap<{checked}> trap(panic);\n") } else { String::new() };
                // Constants are variables, which live as long as the references to their parts.
                let constants = self.function.captures.iter().enumerate();
                let constants: String =
                    constants.map(|(i, c)| format!("  const auto {} = {};\n", c.name, Mark::Constant(i))).collect();
                format!(
                    "DEVICE {output} {}(Panic& panic{site}{comma}{params}) {{\n{trap}{constants}{body}}}\n",
                    Mark::Name
                )
            }
        }
    }
}
