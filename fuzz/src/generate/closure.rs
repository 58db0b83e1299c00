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
}
