//! The functions of mathematics, whose device text is generated from the host's.

use half::{bf16, f16};
use onrush_core::function::{DeviceFunction, DeviceMethod, method_name};
use onrush_core::{Float, math};

use crate::case::{Cases, Equal};
use crate::scalar::Scalar;

fn all<T: Scalar + Float>(cases: &mut Cases) {
    macro_rules! mathematics { ($($args:tt $take:ident: $($name:ident)*;)*) => {$( mathematics!(@row $args $take $($name)*); )*};
        (@row $args:tt $take:ident $($name:ident)*) => {$( mathematics!(@one $args $take $name); )*};
        (@one ($a:ident $(, $b:ident: $t:ty)?) $take:ident $name:ident) => {
            let function = cases.function(<T as DeviceMethod<{ method_name(stringify!($name)) }>>::lower);
            let text = format!("{function}({})", ["trap, 0", stringify!($a) $(, stringify!($b))?].join(", "));
            cases.$take(stringify!($name), &text, true, Equal::Value, |$a: T $(, $b: $t)?| Float::$name($a $(, $b)?));
        };
    }
    mathematics! {
        (a) one: sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh exp exp2 exp_m1 ln ln_1p log2 log10 cbrt to_degrees
            to_radians;
        (a, b: T) two: atan2 hypot powf log;
        (a, b: i32) two: powi;
    }
    macro_rules! others { ($($name:ident)*) => {$(
        let function = cases.function(<math::$name as DeviceFunction<(T,)>>::lower);
        cases.one(stringify!($name), &format!("{function}(trap, a)"), true, Equal::Value, |a: T| math::$name(a));
    )*} }
    others! { sqrt erf erfc gamma sigmoid gelu }
    let ln_gamma = cases.function(<math::ln_gamma as DeviceFunction<(T,)>>::lower);
    let (value, sign) = (format!("get<0>({ln_gamma}(trap, a))"), format!("get<1>({ln_gamma}(trap, a))"));
    cases.one("ln_gamma", &value, true, Equal::Value, |a: T| math::ln_gamma(a).0);
    cases.one("ln_gamma", &sign, true, Equal::Value, |a: T| math::ln_gamma(a).1);
    let sin_cos = cases.function(<T as DeviceMethod<{ method_name("sin_cos") }>>::lower);
    let (sin, cos) = (format!("get<0>({sin_cos}(trap, 0, a))"), format!("get<1>({sin_cos}(trap, 0, a))"));
    cases.one("sin_cos", &sin, true, Equal::Value, |a: T| Float::sin_cos(a).0);
    cases.one("sin_cos", &cos, true, Equal::Value, |a: T| Float::sin_cos(a).1);
}

pub(crate) fn add(cases: &mut Cases) {
    all::<f32>(cases);
    all::<f64>(cases);
    all::<f16>(cases);
    all::<bf16>(cases);
}
