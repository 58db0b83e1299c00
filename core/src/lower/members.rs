//! One list of a class template's members for the host, which writes them, and for a check of the template.

/// `params` and `lower` of what is a class template in C++: the pieces with its text, its name, and its members there, each with
/// what the host writes: `params` of an expression or a function, a `word`, a `value`, or one that is zero if it is `None`.
macro_rules! members {
    ($(pub($within:tt))? |$this:ident, $unit:ident| [$($piece:literal)*] $class:expr =>
        $($member:ident: $how:ident $written:expr),+ $(,)?
    ) => {
        $(pub($within))? fn params(&self, out: &mut $crate::lower::Params) {
            let $this = self;
            $(out.member(|out| $crate::lower::members!(@ $how out $written));)+
        }
        $(pub($within))? fn lower($unit: &mut $crate::lower::TranslationUnit) -> String {
            $($unit.piece($crate::lower::piece!($piece));)*
            let class: String = $class;
            $unit.members(&class, &[$(stringify!($member)),+]);
            class
        }
    };
    (@ params $out:ident $written:expr) => { $written.params($out) };
    (@ word $out:ident $written:expr) => { $out.word($written as u64) };
    (@ value $out:ident $written:expr) => { $written.write($out) };
    (@ if_any $out:ident $written:expr) => { $out.if_any(&$written) };
}
pub(crate) use members;

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::io::Write;
    use std::path::Path;
    use std::process::{Command, Stdio};

    use onrush_macros::op;

    use crate::bins::{ChannelBins, RangeBin};
    use crate::counted::Leading;
    use crate::counts::RangeOfEqual;
    use crate::expr::*;
    use crate::function::Function;
    use crate::functor::{Between, EqualTo, One};
    use crate::lower::TranslationUnit;
    use crate::moments::Both;
    use crate::operator::{Less, Same, Sum};
    use crate::parts::{ItemsFrom, PartEnd, PartFits, PartOf, Placed};
    use crate::storage::{Discard, Span, Storage};

    type Floats = Slice<'static, f32>;
    type Places = RangeOf<usize>;
    type Rows = Grid<Floats>;
    type Planes = Grid3d<Floats>;

    /// A unit with each class that the host writes several members of.
    fn all() -> TranslationUnit {
        let mut unit = TranslationUnit::new();
        macro_rules! lower {
            ($($class:ty as $what:path;)+) => { $(<$class as $what>::lower(&mut unit);)+ };
        }
        lower! {
            Map<Floats, One> as Expr;
            Skip<Floats> as Expr;
            Take<Floats> as Expr;
            Part<Floats> as Expr;
            UpTo<'static, Floats> as Expr;
            StepBy<Floats> as Expr;
            Permute<Floats, Places> as Expr;
            Permute<Floats, RangeOf<i32>> as Expr;
            Cycle<Floats> as Expr;
            Chained<Floats, Constant<f32>> as Expr;
            RepeatEach<Floats> as Expr;
            Constant<f32> as Expr;
            Tabulate<One> as Expr;
            Filter<Floats, EqualTo<f32>> as Expr;
            Dedup<Floats, Same> as Expr;
            FlatMap<Places, PartFits<'static, Places, Places>, 4> as Expr;
            Adjacent<Floats, Sum> as Expr;
            MapFirst<Floats, WithLeft<Sum, f32>> as Expr;
            MapFirst<Floats, WithRight<Sum, f32>> as Expr;
            Cells as Expr;
            Transposed<Rows> as Expr;
            Windows2d<Rows, 2, 3> as Expr;
            WindowsAround<Rows, f32, 3, 3> as Expr;
            Padded<Rows, f32> as Expr;
            Cells3d as Expr;
            Windows3d<Planes, 2, 2, 2> as Expr;
            WindowsAround3d<Planes, f32, 3, 3, 3> as Expr;
            Occurs<Floats, Floats> as Expr;
            RunAcross<Map<Floats, EqualTo<f32>>> as Expr;
            PartitionPoint<'static, f32, Less> as Function<(f32,)>;
            Between<f32> as Function<(f32,)>;
            LocatedBy<'static, f32, Less, Less> as Function<(f32,)>;
            Both<Sum, Sum> as Function<((f32, f32), (f32, f32))>;
            ChannelBins<RangeBin<'static, f32>> as Function<([f32; 2],)>;
            RangeOfEqual<'static, u32> as Function<((usize, usize),)>;
            PartOf<'static, Places, Places> as Function<(usize,)>;
            PartEnd<'static, Places> as Function<(usize,)>;
            ItemsFrom<'static, Floats> as Function<(usize,)>;
            Placed<Discard<f32>> as Storage;
        }
        Leading::<Span<f32>>::lower(&mut unit);
        filter_map(&mut unit, op!(|v: f32| Some(v)));
        unit
    }

    fn filter_map<F: Function<(f32,), Output = Option<f32>>>(unit: &mut TranslationUnit, _: F) {
        <FilterMap<Floats, F> as Expr>::lower(unit);
    }

    /// The classes of the device text that have several members which the host writes, but for those of any number.
    fn written() -> BTreeSet<String> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("device");
        let mut classes = BTreeSet::new();
        for entry in std::fs::read_dir(folder).expect("the device text") {
            let text = std::fs::read_to_string(entry.expect("a file").path()).expect("a text");
            for class in text.split("\nstruct ").skip(1) {
                let (head, body) = class.split_once('{').expect("a body");
                let body = body.split("\n};").next().unwrap_or_default();
                if body.matches("  PARAM ").count() > 1 && !head.contains("...") {
                    classes.insert(head.trim().split('<').next().unwrap_or_default().to_owned());
                }
            }
        }
        assert!(classes.len() > 30, "{classes:?}");
        classes
    }

    /// What the compiler says of a text.
    fn compiled(text: &str) -> Result<(), String> {
        let compiler = std::env::var("ONRUSH_CXX").unwrap_or_else(|_| "c++".into());
        let mut command = Command::new(compiler);
        command.args(["-std=c++17", "-DONRUSH_EMULATED", "-fsyntax-only", "-w", "-x", "c++", "-"]);
        let mut child = command.stdin(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("a C++ compiler");
        child.stdin.take().expect("a pipe").write_all(text.as_bytes()).expect("the compiler reads");
        let output = child.wait_with_output().expect("the compiler ends");
        if output.status.success() { Ok(()) } else { Err(String::from_utf8_lossy(&output.stderr).into_owned()) }
    }

    #[test]
    fn classes_have_the_members_that_the_host_writes() {
        let unit = all();
        let (source, checks) = (unit.source(), unit.checks());
        let missing: Vec<_> =
            written().into_iter().filter(|class| !checks.contains(&format!("typedef {class}"))).collect();
        assert!(missing.is_empty(), "`all` lacks {missing:?}, or their `params` aren't made by `members!`");
        compiled(&(source.clone() + &checks)).unwrap_or_else(|log| panic!("{log}"));
        // An exchange of members of one type, a member too few, and one too many.
        for (right, wrong) in [
            ("  PARAM u64 top;\n  PARAM u64 left;\n", "  PARAM u64 left;\n  PARAM u64 top;\n"),
            ("  PARAM u64 top;\n  PARAM u64 left;\n", "  PARAM u64 top;\n  PARAM u64 left;\n  PARAM u64 more;\n"),
            ("  PARAM u64 top;\n  PARAM u64 left;\n", "  PARAM u64 top, more, left;\n"),
        ] {
            assert!(source.contains(right), "pad.cuh has {right}");
            let log =
                compiled(&(source.replace(right, wrong) + &checks)).expect_err("members aren't as they are written");
            assert!(log.contains("Padded"), "{log}");
        }
    }
}
