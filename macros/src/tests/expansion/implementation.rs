#[allow(clippy::needless_range_loop, clippy::manual_is_multiple_of)]
impl Add for Vec3 {
    type Output = Vec3;
    fn add(self, other: Self) -> Self::Output {
        Vec3(self.0 + other.0, self.1 + other.1)
    }
}
#[automatically_derived]
unsafe impl ::onrush::__private::DeviceOperator<16648614959733859924u64, Vec3> for Vec3 {
    fn lower(unit: &mut ::onrush::__private::Unit) -> ::std::string::String {
        #[derive(Clone, Copy)]
        struct FunctionSource;
        #[allow(clippy::all)]
        impl ::onrush::__private::Source for FunctionSource {
            const TEXT: &'static [::onrush::__private::Part] = &[
                ::onrush::__private::Part::Text("DEVICE "),
                ::onrush::__private::Part::Hole(5usize),
                ::onrush::__private::Part::Text(" "),
                ::onrush::__private::Part::Name,
                ::onrush::__private::Part::Text("(TrapBase& outer, u32, "),
                ::onrush::__private::Part::Hole(0usize),
                ::onrush::__private::Part::Text(" v_self, "),
                ::onrush::__private::Part::Hole(1usize),
                ::onrush::__private::Part::Text(" v_other) {\n  Trap<"),
                ::onrush::__private::Part::Checked,
                ::onrush::__private::Part::Text("> trap(outer);\n  return "),
                ::onrush::__private::Part::Hole(4usize),
                ::onrush::__private::Part::Text("{"),
                ::onrush::__private::Part::Hole(2usize),
                ::onrush::__private::Part::Text("(trap, "),
                ::onrush::__private::Part::Site(0usize),
                ::onrush::__private::Part::Text(", get<0>(v_self), get<0>(v_other)), "),
                ::onrush::__private::Part::Hole(3usize),
                ::onrush::__private::Part::Text("(trap, "),
                ::onrush::__private::Part::Site(1usize),
                ::onrush::__private::Part::Text(
                    ", get<1>(v_self), get<1>(v_other))};\n}\n",
                ),
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
                        message: "attempt to add with overflow",
                    },
                    ::onrush::__private::When::Hole(2usize),
                ),
                (
                    ::onrush::__private::Site {
                        file: ::core::file!(),
                        line: ::core::line!(),
                        column: ::core::column!(),
                        message: "attempt to add with overflow",
                    },
                    ::onrush::__private::When::Hole(3usize),
                ),
            ];
            const CAPTURES: &'static [&'static str] = &[];
        }
        let __w0 = ::onrush::__private::Ty::<Self>::new();
        let __w1 = ::onrush::__private::Ty::<Self>::new();
        let __w2 = ::onrush::__private::Infix::<_, _, 16648614959733859924u64>::new();
        let __w3 = ::onrush::__private::Infix::<_, _, 16648614959733859924u64>::new();
        let __w4 = ::onrush::__private::Ty::<_>::new();
        let __w5 = ::onrush::__private::Ty::<Vec3>::new();
        #[allow(unused_parens, unused_braces, unreachable_code, clippy::all)]
        #[allow(
            unused_variables,
            unused_mut,
            unused_assignments,
            dead_code,
            unused_must_use
        )]
        let _ = |__self: Self, other: Self| -> Vec3 {
            __w5.of({
                __w4.of(
                    Vec3(
                        (__w2.of(__self.0) + __w2.with(other.0)),
                        (__w3.of(__self.1) + __w3.with(other.1)),
                    ),
                )
            })
        };
        ::onrush::__private::lower_function(
            unit,
            "f_add",
            ((__w0, (__w1, __w2)), (__w3, (__w4, __w5))),
            FunctionSource,
            &[],
        )
    }
}
