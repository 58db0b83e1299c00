//! `match`: a chain of tests in the order of the arms.

use super::branch::bare;
use super::{Dest, Value, Writer};
use crate::ast::{Arm, Expr, ExprKind, Pattern};

impl Writer<'_> {
    pub(super) fn matching(&mut self, value: &Expr, arms: &[Arm], dest: &Dest) {
        let Some(name) = self.matched(value) else { return };
        let mut depth = 0;
        for (i, arm) in arms.iter().enumerate() {
            let (code, condition) = self.aside(|writer| writer.condition(arm, &name));
            // rustc has checked that the last arm matches every remaining value.
            let condition = condition.filter(|_| i + 1 < arms.len());
            let always = condition.is_none();
            match (i, condition) {
                (0, None) => self.code.open(""),
                (_, None) => self.code.reopen("else"),
                (0, Some(condition)) => {
                    self.code.append(code);
                    self.code.open(&format!("if ({})", bare(&condition)));
                }
                (_, Some(condition)) if code.is_empty() => {
                    self.code.reopen(&format!("else if ({})", bare(&condition)));
                }
                (_, Some(condition)) => {
                    self.code.reopen("else");
                    depth += 1;
                    self.code.append(code);
                    self.code.open(&format!("if ({})", bare(&condition)));
                }
            }
            self.bind(&arm.pattern, &name);
            self.give(&arm.body, dest);
            if always {
                break;
            }
        }
        for _ in 0..=depth {
            self.code.close();
        }
    }

    /// The value and the arm of `matches!` and similar expressions, which need no branches.
    pub(super) fn as_test(e: &Expr) -> Option<(&Expr, &Arm)> {
        let ExprKind::Match { value, arms, .. } = &e.kind else { return None };
        let [yes, no] = &arms[..] else { return None };
        let bodies = (&yes.body.kind, &no.body.kind);
        let (ExprKind::Bool(true), ExprKind::Bool(false)) = bodies else { return None };
        matches!((&no.guard, &no.pattern), (None, Pattern::Wild)).then_some((value, yes))
    }

    /// The text of such a test.
    pub(super) fn tested(&mut self, value: &Expr, arm: &Arm) -> Option<Value> {
        let name = self.matched(value)?;
        let condition = self.condition(arm, &name).unwrap_or_else(|| "true".to_owned());
        Some(Value { text: condition, stable: false, place: false })
    }

    /// A name for the matched value. No other name refers to it, unless the value can't change.
    fn matched(&mut self, value: &Expr) -> Option<String> {
        let reference = value.is_reference(&self.function.vars);
        let matched = self.top(value)?;
        if matches!(value.kind, ExprKind::Var(..)) && (matched.stable || reference) {
            return Some(matched.text);
        }
        let temp = self.temp();
        let declare = if reference { "auto&&" } else { "auto" };
        self.code.line(format!("{declare} {temp} = {};", matched.text));
        Some(temp)
    }

    /// The condition under which an arm is taken; `None` if it always is.
    fn condition(&mut self, arm: &Arm, place: &str) -> Option<String> {
        let test = self.test(&arm.pattern, place);
        let Some(guard) = &arm.guard else { return test };
        let known = self.aliases.len();
        self.alias(&arm.pattern, place);
        let (code, guard) = self.aside(|writer| writer.value(guard));
        self.aliases.truncate(known);
        let guard = guard?;
        if code.is_empty() {
            return Some(match test {
                Some(test) => format!("({test} && {})", guard.text),
                None => guard.text,
            });
        }
        let temp = self.temp();
        self.code.line(format!("bool {temp} = {};", test.as_deref().unwrap_or("true")));
        self.code.open(&format!("if ({temp})"));
        self.code.append(code);
        self.code.line(format!("{temp} = {};", guard.text));
        self.code.close();
        Some(temp)
    }
}
