//! Mathematical functions of many numbers, beside loops that call the standard library's.

use onrush::prelude::*;

use crate::case::{Case, Data};

pub(crate) fn rows(case: &Case, data: &Data) -> onrush::Result<()> {
    let Data { cpu, df, .. } = data;
    macro_rules! rows {
        ($t:ident: $($name:ident)*; $($two:ident)*) => {
            // From 1 on, where `acosh` has values; those of `asin`, `acos` and `atanh` are taken of the inverses.
            let numbers = df.iter().map(op!(|v: f32| 1.0 + 3.0 * v as $t)).collect()?;
            let host = numbers.to_vec()?;
            let (mut out, mut results) = (cpu.filled(0.0 as $t, case.n)?, vec![0.0 as $t; case.n]);
            $(
                let what = concat!("transform,", stringify!($t));
                case.row("loop", what, stringify!($name), || {
                    results.iter_mut().zip(&host).for_each(|(y, x)| *y = $t::$name(*x));
                });
                case.row("onrush", what, stringify!($name), || {
                    numbers.iter().map(op!(|x: $t| x.$name())).collect_into(&mut out)
                });
            )*
            let inverses = numbers.iter().map(op!(|x: $t| 1.0 / x)).collect()?;
            let host_inverses = inverses.to_vec()?;
            rows!(@inverses $t case inverses host_inverses out results asin acos atanh);
            $(
                let what = concat!("transform,", stringify!($t));
                case.row("loop", what, stringify!($two), || {
                    results.iter_mut().zip(&host).for_each(|(y, x)| *y = $t::$two(*x, 2.5 - *x));
                });
                case.row("onrush", what, stringify!($two), || {
                    numbers.iter().map(op!(|x: $t| x.$two(2.5 - x))).collect_into(&mut out)
                });
            )*
        };
        (@inverses $t:ident $case:ident $x:ident $host:ident $out:ident $results:ident $($name:ident)*) => {$(
            let what = concat!("transform,", stringify!($t));
            $case.row("loop", what, stringify!($name), || {
                $results.iter_mut().zip(&$host).for_each(|(y, x)| *y = $t::$name(*x));
            });
            $case.row("onrush", what, stringify!($name), || {
                $x.iter().map(op!(|x: $t| x.$name())).collect_into(&mut $out)
            });
        )*};
    }
    rows! { f32:
        sin cos tan atan sinh cosh tanh asinh acosh exp exp2 exp_m1 ln ln_1p log2 log10 cbrt; powf atan2 hypot
    }
    rows! { f64: sin atan exp ln; powf }
    Ok(())
}
