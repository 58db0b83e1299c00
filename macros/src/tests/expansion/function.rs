#[allow(clippy::needless_range_loop, clippy::manual_is_multiple_of)]
/// Documented.
pub fn scaled(p: &Vec3, by: f32) -> f32 {
    ::onrush::__private::max(p.0, LIMIT) * by
}
#[doc(hidden)]
#[allow(non_camel_case_types, dead_code, missing_debug_implementations)]
pub enum scaled {}
#[automatically_derived]
unsafe impl ::onrush::__private::DeviceFunction for scaled {
    fn lower(unit: &mut ::onrush::__private::Unit) -> ::std::string::String {
        #[derive(Clone, Copy)]
        struct FunctionSource;
        #[allow(clippy::all)]
        impl ::onrush::__private::Source for FunctionSource {
            const TEXT: &'static [::onrush::__private::Part] = &[
                ::onrush::__private::Part::Text("DEVICE "),
                ::onrush::__private::Part::Hole(4usize),
                ::onrush::__private::Part::Text(" "),
                ::onrush::__private::Part::Name,
                ::onrush::__private::Part::Text("(TrapBase& outer, "),
                ::onrush::__private::Part::Hole(0usize),
                ::onrush::__private::Part::Text(" v_p, "),
                ::onrush::__private::Part::Hole(1usize),
                ::onrush::__private::Part::Text(" v_by) {\n  Trap<"),
                ::onrush::__private::Part::Checked,
                ::onrush::__private::Part::Text("> trap(outer);\n  return "),
                ::onrush::__private::Part::Hole(3usize),
                ::onrush::__private::Part::Text("(trap, "),
                ::onrush::__private::Part::Site(0usize),
                ::onrush::__private::Part::Text(", "),
                ::onrush::__private::Part::Hole(2usize),
                ::onrush::__private::Part::Text("(trap, 0, get<0>(v_p), "),
                ::onrush::__private::Part::Constant(0usize),
                ::onrush::__private::Part::Text("), v_by);\n}\n"),
            ];
            const CHECKED: bool = ::core::cfg!(debug_assertions);
            const SITES: &'static [(
                ::onrush::__private::Site,
                ::onrush::__private::When,
            )] = &[
                (
                    ::onrush::__private::Site {
                        file: ::core::file!(),
                        line: ::core::line!(),
                        column: ::core::column!(),
                        message: "attempt to multiply with overflow",
                    },
                    ::onrush::__private::When::Hole(3usize),
                ),
            ];
            const CAPTURES: &'static [&'static str] = &[];
        }
        let __w0 = ::onrush::__private::Ty::<&Vec3>::new();
        let __w1 = ::onrush::__private::Ty::<f32>::new();
        let __w2 = ::onrush::__private::Method::<_, 580772045163143161u64>::new();
        let __w3 = ::onrush::__private::Infix::<_, _, 569253561348275425u64>::new();
        let __w4 = ::onrush::__private::Ty::<f32>::new();
        #[allow(unused_parens, unused_braces, unreachable_code, clippy::all)]
        #[allow(
            unused_variables,
            unused_mut,
            unused_assignments,
            dead_code,
            unused_must_use
        )]
        let _ = |p: &Vec3, by: f32| -> f32 {
            __w4.of({
                (__w3.of(::onrush::__private::max(__w2.of(p.0), LIMIT)) * __w3.with(by))
            })
        };
        ::onrush::__private::lower_function(
            unit,
            "f_scaled",
            ((__w0, __w1), (__w2, (__w3, __w4))),
            FunctionSource,
            &[&LIMIT],
        )
    }
}
