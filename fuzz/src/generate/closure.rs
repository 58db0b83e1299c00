//! Random closures, which read and change the variables around them, or copies of these.

use super::Generator;
use super::types::Ty;

impl Generator {
    /// A value of the type from calls of a closure. Rustc lets nobody else name what the closure changes, so the arguments are
    /// made before it.
    pub(super) fn called_closure(&mut self, ty: &Ty, depth: usize) -> String {
        let (given, name) = (self.value(1), self.name("f"));
        let args = [self.name("a"), self.name("a")];
        let lets: Vec<_> =
            args.iter().map(|arg| format!("let {arg}: {given} = {}; ", self.expr(&given, depth))).collect();
        let closure = self.closure(&given, ty, depth);
        let (first, second) = (self.name("r"), self.name("r"));
        let calls = match self.random.below(3) {
            0 => format!("{name}({})", args[0]),
            1 => format!("{name}({}); {name}({})", args[0], args[1]),
            _ => {
                let picked = self.random.pick(&[&first, &second]).to_owned();
                format!("let {first} = {name}({}); let {second} = {name}({}); {picked}", args[0], args[1])
            }
        };
        format!("{{ {}let mut {name} = {closure}; {calls} }}", lets.concat())
    }

    /// `|p: given| { …; value }`; a `return` in it leaves the closure, which no `break` does.
    fn closure(&mut self, given: &Ty, ty: &Ty, depth: usize) -> String {
        let scope = self.scope.len();
        let (loops, digest) = (std::mem::take(&mut self.loops), std::mem::take(&mut self.digest));
        let output = std::mem::replace(&mut self.output, ty.clone());
        let moves = if self.random.percent(40) { "move " } else { "" };
        let typed = if self.random.percent(70) { format!(" -> {ty}") } else { String::new() };
        let pattern = self.pattern(given);
        let body = self.block(ty, depth);
        self.scope.truncate(scope);
        (self.loops, self.digest, self.output) = (loops, digest, output);
        format!("{moves}|{pattern}: {given}|{typed} {body}")
    }

    /// A value of the type from an iterator over an array; nothing if there is no array.
    pub(super) fn iterated(&mut self, ty: &Ty, depth: usize) -> Option<String> {
        let item = self.value(1);
        let arrays: Vec<_> = (1..5).flat_map(|n| self.places(&Ty::Array(Box::new(item.clone()), n), false)).collect();
        let array = arrays.get(self.random.below(arrays.len().max(1)))?.clone();
        // Items by value, so that the closure may change the array.
        let adaptors = self.random.pick(&["", ".skip(1)", ".take(2)", ".skip(1).take(2)"]).to_owned();
        let items = format!("{array}.into_iter(){adaptors}");
        let test = |g: &mut Self| g.closure(&item, &Ty::Prim("bool"), depth);
        Some(match ty {
            Ty::Prim("bool") if self.random.percent(50) => format!("{items}.any({})", test(self)),
            Ty::Prim("bool") => format!("{items}.all({})", test(self)),
            Ty::Prim("usize") if self.random.percent(50) => {
                let other = self.leaf(ty);
                format!("{items}.position({}).unwrap_or({other})", test(self))
            }
            _ => {
                let other = self.leaf(ty);
                let mapped = self.closure(&item, ty, depth);
                match self.random.below(3) {
                    0 => format!("{items}.map({mapped}).find(|_| true).unwrap_or({other})"),
                    1 => format!("{items}.map({mapped}).fold({other}, |_, x| x)"),
                    _ => format!("{items}.map({mapped}).last().unwrap_or({other})"),
                }
            }
        })
    }
}
