//! C++ spellings of Rust's number literals: exact, and of the type that rustc inferred.

/// Spells the number `text` (`2.5`, `1e-3`, `-2147483648`; no suffix, no underscores) as a constant of the scalar
/// type `ty`, rounded as Rust rounds it.
pub fn literal(ty: &str, text: &str) -> String {
    match ty {
        "f32" => float(text.parse::<f32>().map(f64::from), "f", 24),
        "f64" => float(text.parse::<f64>(), "", 53),
        _ => integer(ty, text),
    }
}

/// The value of an integer literal of the type `ty`, of a `u128` modulo 2^128. A literal that doesn't fit wraps: rustc refuses it, unless
/// its lint about that is allowed.
fn value(ty: &str, text: &str) -> i128 {
    let (negative, digits) = text.strip_prefix('-').map_or((false, text), |digits| (true, digits));
    let Ok(value) = digits.parse::<u128>() else { unreachable!("rustc has refused the literal {text} of type {ty}") };
    let value = if negative { value.wrapping_neg() } else { value };
    match ty {
        "i8" => (value as i8).into(),
        "i16" => (value as i16).into(),
        "i32" => (value as i32).into(),
        "i64" => (value as i64).into(),
        "u8" => (value as u8).into(),
        "u16" => (value as u16).into(),
        "u32" => (value as u32).into(),
        "i128" | "u128" => value as i128,
        _ => (value as u64).into(),
    }
}

/// Whether a quotient by the number `text` of the type `ty` always has a value: it is neither 0 nor -1.
pub fn divides(ty: &str, text: &str) -> bool {
    matches!(ty, "f32" | "f64" | "f16" | "bf16") || !matches!(value(ty, text), 0 | -1)
}

fn integer(ty: &str, text: &str) -> String {
    let value = value(ty, text);
    let suffix = match ty {
        "u32" => "u",
        "i64" => "ll",
        "u64" => "ull",
        _ => "",
    };
    let smallest = match ty {
        "i32" => i32::MIN.into(),
        _ => i64::MIN.into(),
    };
    match ty {
        // C++ has no negative literals: the smallest value's magnitude would not fit.
        "i32" | "i64" if value == smallest => format!("({}{suffix} - 1)", value + 1),
        "i32" | "i64" if value < 0 => format!("({value}{suffix})"),
        "i32" | "u32" | "i64" | "u64" => format!("{value}{suffix}"),
        // Nor any of 128 bits.
        "i128" | "u128" if value.unsigned_abs() > i64::MAX as u128 => {
            format!("{ty}(u128_of({}ull, {}ull))", value as u128 >> 64, value as u64)
        }
        _ => format!("{ty}({value})"),
    }
}

/// A constant of a type with `digits` bits of significand. A short decimal fraction or an integer is written in
/// decimal, which is exact; any other value in hexadecimal, so that the C++ compiler has nothing to round.
fn float(value: Result<f64, std::num::ParseFloatError>, suffix: &str, digits: u32) -> String {
    let Ok(value) = value else { unreachable!("rustc has refused the literal") };
    let short = value.abs() < 4096.0 && (value * 1024.0).fract() == 0.0;
    let whole = value.fract() == 0.0 && value.abs() <= 1e15;
    let text = if value.is_infinite() {
        // A literal that is too large is an error for NVRTC.
        let sign = if value < 0.0 { "-" } else { "" };
        let bits =
            if digits == 24 { "r_from_bits<f32>(0x7f800000u)" } else { "r_from_bits<f64>(0x7ff0000000000000ull)" };
        format!("{sign}{bits}")
    } else if short || whole {
        format!("{value:?}{suffix}")
    } else {
        format!("{}{suffix}", hexadecimal(value))
    };
    if value.is_sign_negative() { format!("({text})") } else { text }
}

/// The hexadecimal spelling: `0x1.8p1` for 3.
fn hexadecimal(value: f64) -> String {
    let bits = value.to_bits();
    let sign = if value.is_sign_negative() { "-" } else { "" };
    let fraction = bits & ((1 << 52) - 1);
    let (first, exponent) = match (bits >> 52) & 0x7ff {
        0 => (0, -1022),
        biased => (1, biased as i64 - 1023),
    };
    let digits = format!("{fraction:013x}");
    let digits = digits.trim_end_matches('0');
    let point = if digits.is_empty() { "" } else { "." };
    format!("{sign}0x{first}{point}{digits}p{exponent}")
}

#[cfg(test)]
mod tests {
    use super::{divides, literal};

    #[test]
    fn floats_are_exact() {
        assert_eq!(literal("f32", "2.5"), "2.5f");
        assert_eq!(literal("f32", "3"), "3.0f");
        assert_eq!(literal("f64", "1e10"), "10000000000.0");
        assert_eq!(literal("f32", "0.1"), "0x1.99999ap-4f");
        assert_eq!(literal("f64", "0.1"), "0x1.999999999999ap-4");
        assert_eq!(literal("f32", "-0.0"), "(-0.0f)");
        assert_eq!(literal("f64", "5e-324"), "0x0.0000000000001p-1022");
        assert_eq!(literal("f32", "1e-45"), "0x1p-149f");
        assert_eq!(literal("f64", "-1e400"), "(-r_from_bits<f64>(0x7ff0000000000000ull))");
    }

    #[test]
    fn integers_have_their_type() {
        assert_eq!(literal("i32", "7"), "7");
        assert_eq!(literal("i32", "-2147483648"), "(-2147483647 - 1)");
        assert_eq!(literal("i64", "-9223372036854775808"), "(-9223372036854775807ll - 1)");
        assert_eq!(literal("u64", "18446744073709551615"), "18446744073709551615ull");
        assert_eq!(literal("u8", "255"), "u8(255)");
        assert_eq!(literal("i8", "-128"), "i8(-128)");
        assert_eq!(literal("i32", "-7"), "(-7)");
        assert_eq!(literal("u128", "7"), "u128(7)");
        assert_eq!(literal("i128", "-9223372036854775807"), "i128(-9223372036854775807)");
        assert_eq!(
            literal("i128", "-9223372036854775808"),
            "i128(u128_of(18446744073709551615ull, 9223372036854775808ull))"
        );
        assert_eq!(literal("u128", "340282366920938463463374607431768211455"), "u128(-1)");
        assert_eq!(literal("u128", "18446744073709551616"), "u128(u128_of(1ull, 0ull))");
    }

    #[test]
    fn integers_wrap() {
        assert_eq!(literal("i32", "2147483648"), "(-2147483647 - 1)");
        assert_eq!(literal("i32", "-2147483649"), "2147483647");
        assert_eq!(literal("u8", "256"), "u8(0)");
        assert_eq!(literal("i8", "-129"), "i8(127)");
        assert_eq!(literal("u64", "18446744073709551617"), "1ull");
    }

    #[test]
    fn a_divisor_may_wrap_to_one_that_fails() {
        assert!(divides("u8", "255") && divides("i16", "255") && divides("f32", "0.0") && divides("i32", "-2"));
        assert!(!divides("u8", "256") && !divides("i8", "255") && !divides("i64", "-1") && !divides("u32", "0"));
    }
}
