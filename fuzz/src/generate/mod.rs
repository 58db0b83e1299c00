//! Random programs that rustc accepts: every expression is generated for the required type.

mod closure;
mod expr;
mod number;
mod stmt;
mod strange;
mod types;

use onrush_fuzz::random::Random;
use types::Ty;

/// A variable that the code can name.
#[derive(Clone)]
struct Var {
    name: String,
    ty: Ty,
    mutable: bool,
}

/// A `#[device]` function that code can call.
#[derive(Clone)]
struct Function {
    name: String,
    /// Whether its first parameter is `self`.
    method: bool,
    params: Vec<(Ty, Pass)>,
    output: Ty,
}

/// How an argument is passed.
#[derive(Clone, Copy, PartialEq)]
enum Pass {
    Value,
    Shared,
    Mutable,
}

impl Pass {
    /// The sign in front of the argument's type.
    fn sign(self) -> &'static str {
        match self {
            Pass::Value => "",
            Pass::Shared => "&",
            Pass::Mutable => "&mut ",
        }
    }
}

/// The state of a program under construction.
struct Generator {
    random: Random,
    /// The fields of `S0`, `S1`, …
    structs: Vec<Vec<Ty>>,
    functions: Vec<Function>,
    scope: Vec<Var>,
    /// The number of variables that a pattern may shadow.
    hideable: usize,
    /// Views that the operation captures, and their elements.
    views: Vec<(String, Ty)>,
    names: usize,
    /// The type of `return`'s value.
    output: Ty,
    /// Whether a variable `digest` accumulates intermediate values and is returned, too.
    digest: bool,
    /// Whether the operation has called a device function.
    called: bool,
    /// The labels of the enclosing loops, innermost last.
    loops: Vec<String>,
}

/// The text of a program with `count` operations.
pub(crate) fn program(seed: u64, count: usize) -> String {
    let mut g = Generator {
        random: Random::new(seed),
        structs: Vec::new(),
        functions: Vec::new(),
        scope: Vec::new(),
        hideable: 0,
        views: Vec::new(),
        names: 0,
        output: Ty::Prim("bool"),
        digest: false,
        called: false,
        loops: Vec::new(),
    };
    let mut text = String::from(
        "#![allow(warnings, arithmetic_overflow, unconditional_panic)]\n\
         #![recursion_limit = \"4096\"]\n\
         extern crate onrush_core as onrush;\n\
         use half::{bf16, f16};\n\
         use onrush_fuzz::Harness;\n\
         use onrush_fuzz::random::{Arbitrary, Random};\n\
         use onrush_macros::{Element, device, op};\n\n",
    );
    text += &strange::items();
    for _ in 0..3 {
        text += &g.structure();
    }
    for _ in 0..count.div_ceil(10) {
        text += &g.function();
    }
    let operations: Vec<String> = (0..count).map(|i| g.operation(i)).collect();
    let calls: String = (0..count).map(|i| format!("    operation_{i}(&mut fuzz);\n")).collect();
    text += &operations.concat();
    text + &format!(
        "fn main() {{\n    let mut fuzz = Harness::new({seed});\n{calls}    std::process::exit(i32::from(fuzz.finish() > 0));\n}}\n"
    )
}

impl Generator {
    fn name(&mut self, base: &str) -> String {
        self.names += 1;
        format!("{base}{}{}", strange::infix(&mut self.random), self.names)
    }

    /// `#[derive(Element)] struct S0 { … }`.
    fn structure(&mut self) -> String {
        let n = 1 + self.random.below(4);
        let fields: Vec<Ty> = (0..n).map(|_| self.element(1)).collect();
        let name = format!("S{}", self.structs.len());
        let declared: String = fields.iter().enumerate().map(|(i, t)| format!("    f{i}: {t},\n")).collect();
        let made: String = (0..n).map(|i| format!("f{i}: Arbitrary::arbitrary(random), ")).collect();
        self.structs.push(fields);
        format!(
            "#[derive(Clone, Copy, Debug, Element)]\n#[repr(C)]\nstruct {name} {{\n{declared}}}\n\
             impl Arbitrary for {name} {{\n    fn arbitrary(random: &mut Random) -> Self {{\n        {name} {{ {made}}}\n    }}\n}}\n\n"
        )
    }

    /// `#[device] fn d1(…) -> … { … }`, or a method in a `#[device] impl`.
    fn function(&mut self) -> String {
        let (name, method) = (self.name("d"), self.random.percent(40));
        self.scope.clear();
        self.views.clear();
        self.output = self.value(1);
        let n = 1 + self.random.below(3);
        let (mut params, mut declared) = (Vec::new(), Vec::new());
        for i in 0..n {
            let receiver = method && i == 0;
            let ty = if receiver { Ty::Struct(self.random.below(self.structs.len())) } else { self.value(1) };
            let param = if receiver { "self".into() } else { self.name("p") };
            let pass = *self.random.pick(&[Pass::Value, Pass::Value, Pass::Shared, Pass::Mutable]);
            let sign = pass.sign();
            declared.push(if receiver { format!("{sign}self") } else { format!("{param}: {sign}{ty}") });
            // A reference is read as `*p`.
            let place = if pass == Pass::Value { param } else { format!("(*{param})") };
            self.scope.push(Var { name: place, ty: ty.clone(), mutable: pass == Pass::Mutable });
            params.push((ty, pass));
        }
        let output = self.output.clone();
        let body = self.body(&output, 2);
        let function = format!("fn {name}({}) -> {output} {{\n{body}}}", declared.join(", "));
        let text = match &params[0].0 {
            Ty::Struct(s) if method => {
                // Rustc's lookup finds the type's own method before that of a trait that takes `self` likewise.
                let beside = strange::beside(&format!("Beside_{name}"), params[0].1.sign(), &[&name]);
                format!("#[device]\nimpl S{s} {{\n{function}\n}}\n{beside}\n")
            }
            _ => format!("#[device]\n{function}\n\n"),
        };
        self.functions.push(Function { name, method, params, output });
        text
    }

    /// A function that builds an operation with its captures and checks it.
    fn operation(&mut self, index: usize) -> String {
        self.scope.clear();
        self.views.clear();
        let mut captures = String::new();
        for _ in 0..self.random.below(3) {
            let (name, ty) = (self.name("c"), self.value(1));
            let value = self.literal(&ty);
            captures += &format!("    let {name}: {ty} = {value};\n");
            self.scope.push(Var { name, ty, mutable: false });
        }
        if self.random.percent(30) {
            let (name, ty) = (self.name("view"), self.element(1));
            captures += &format!("    let {name} = fuzz.view::<{ty}>({});\n", 1 + self.random.below(9));
            self.views.push((name, ty));
        }
        let n = 1 + self.random.below(4);
        let (mut patterns, mut types) = (Vec::new(), Vec::new());
        for _ in 0..n {
            let ty = self.value(2);
            let pattern = self.pattern(&ty);
            patterns.push(format!("{pattern}: {ty}"));
            types.push(ty.to_string());
        }
        self.output = self.value(2);
        let output = self.output.clone();
        self.digest = true;
        self.called = false;
        let body = self.body(&output, 3);
        self.digest = false;
        let closure = format!("|{}| {{\n{body}}}", patterns.join(", "));
        format!(
            "fn operation_{index}(fuzz: &mut Harness) {{\n{captures}    fuzz.check_alone::<({},), _>(r###\"operation {index}\n{captures}{closure}\"###, {}, op!({closure}));\n}}\n\n",
            types.join(", "),
            self.called
        )
    }
}
