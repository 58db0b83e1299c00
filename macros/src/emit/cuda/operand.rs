//! Operands, evaluated in Rust's order: left to right.

use super::{Value, Writer};
use crate::ast::{Expr, ExprKind};

impl Writer<'_> {
    /// The values of `list`, evaluated in order; `None` if one of the expressions leaves the function or loop.
    pub(super) fn operands<'e>(&mut self, list: impl IntoIterator<Item = &'e Expr>) -> Option<Vec<String>> {
        let mut values: Vec<Value> = Vec::new();
        for e in list {
            let mark = self.code.mark();
            let value = self.operand(e);
            if self.code.mark() > mark {
                self.settle(&mut values, mark);
            }
            values.push(value?);
        }
        Some(values.into_iter().map(|value| value.text).collect())
    }

    /// Copies at `mark` the values that later statements could change.
    fn settle(&mut self, values: &mut [Value], mut mark: usize) {
        for value in values.iter_mut().filter(|value| !value.stable) {
            let temp = self.temp();
            let declare = if value.place { "auto&&" } else { "auto" };
            self.code.insert(mark, format!("{declare} {temp} = {};", value.text));
            mark += 1;
            *value = Value::stable(temp);
        }
    }

    /// The text of an argument: a value, or a place that is passed by reference.
    fn operand(&mut self, e: &Expr) -> Option<Value> {
        match &e.kind {
            ExprKind::Ref { place, .. } => Some(Value { place: true, ..self.value(place)? }),
            ExprKind::Var(var, _) if self.function.vars[*var].reference => {
                Some(Value { stable: true, ..self.value(e)? })
            }
            _ => self.value(e),
        }
    }
}
