#[allow(
    unused_parens,
    unused_braces,
    unreachable_code,
    late_bound_lifetime_arguments,
    unused_lifetimes,
    single_use_lifetimes,
    clippy::all
)]
/// Documented.
pub fn scaled<#[cfg(not(doc))] '__device: '__device>(p: &Vec3, by: f32) -> f32 {
    {
        use ::onrush::__private::OfConstantItself as _;
        ::onrush::__private::methods! {
            [max]
        }
        let __w0 = ::onrush::__private::Ty::<&Vec3>::new();
        let __w1 = ::onrush::__private::Ty::<f32>::new();
        let __w2 = ::onrush::__private::Method::<_, 580772045163143161u64>::new();
        let __w3 = ::onrush::__private::BinaryOperator::<
            _,
            _,
            569253561348275425u64,
        >::new();
        let __w4 = ::onrush::__private::Ty::<f32>::new();
        (__w4
            .of({
                (match __w3
                    .both(
                        match ::onrush::__private::max(
                            (__w2
                                .of({
                                    if false {
                                        ::onrush::__private::never();
                                        ::onrush::__private::fields(&(*p));
                                    }
                                    p.0
                                })),
                            LIMIT,
                        ) {
                            __least => {
                                if false {
                                    ::onrush::__private::never();
                                    ::onrush::__private::none_before! {
                                        max::onrush::__private::by_value({ __w2 }).before(); 0
                                    }
                                }
                                __least
                            }
                        },
                        by,
                    )
                {
                    (__left, __right) => {
                        match __w3
                            .prepare(__left, __right, ::core::cfg!(debug_assertions))
                        {
                            (__left, __right) => __left * __right,
                        }
                    }
                })
            }))
    }
}
#[doc(hidden)]
#[allow(non_camel_case_types, dead_code, missing_debug_implementations)]
pub enum scaled {}
#[allow(non_local_definitions, dead_code, private_interfaces)]
const _: () = {
    #[allow(deprecated, clippy::all)]
    impl scaled {
        #[doc(hidden)]
        #[inline(always)]
        pub fn call(
            _: ::onrush::__private::Callee<(scaled,), ()>,
        ) -> impl Fn(&Vec3, f32) -> f32 {
            scaled
        }
        #[doc(hidden)]
        pub fn same(
            _: ::onrush::__private::Callee<(scaled,), ()>,
            _: fn(&Vec3, f32) -> f32,
        ) {}
    }
    #[automatically_derived]
    unsafe impl ::onrush::__private::DeviceFunction for scaled {
        #[allow(deprecated, clippy::all)]
        #[inline(always)]
        #[track_caller]
        fn named<__N>() {
            ::onrush::__private::same_function::<_, __N>(&scaled, "scaled");
        }
        const NO_RECURSION: () = ::onrush::__private::no_recursion(
            <scaled as __OnrushBody>::witnesses,
        );
        fn lower(
            __unit: &mut ::onrush::__private::TranslationUnit,
        ) -> ::std::string::String {
            let (__witnesses, __source) = (
                <scaled as __OnrushBody>::witnesses(),
                {
                    #[derive(::core::clone::Clone, ::core::marker::Copy)]
                    struct __OnrushSource;
                    #[allow(clippy::all)]
                    impl ::onrush::__private::Source for __OnrushSource {
                        const TEXT: &'static [::onrush::__private::Part] = &[
                            ::onrush::__private::Part::Text("DEVICE "),
                            ::onrush::__private::Part::Hole(4usize),
                            ::onrush::__private::Part::Text(" "),
                            ::onrush::__private::Part::Name,
                            ::onrush::__private::Part::Text("(Panic& panic, "),
                            ::onrush::__private::Part::Hole(0usize),
                            ::onrush::__private::Part::Text(" v_p, "),
                            ::onrush::__private::Part::Hole(1usize),
                            ::onrush::__private::Part::Text(" v_by) {\n  Trap<"),
                            ::onrush::__private::Part::Checked,
                            ::onrush::__private::Part::Text(
                                "> trap(panic);\n  const auto c_LIMIT = ",
                            ),
                            ::onrush::__private::Part::Constant(0usize),
                            ::onrush::__private::Part::Text(";\n  auto t0 = "),
                            ::onrush::__private::Part::Call(2usize, 0u32),
                            ::onrush::__private::Part::Text(
                                "(trap, 0, get<0>(v_p), c_LIMIT);\n  return ",
                            ),
                            ::onrush::__private::Part::CallAt(3usize, 0u32, 0usize),
                            ::onrush::__private::Part::Text("(trap, "),
                            ::onrush::__private::Part::Site(0usize),
                            ::onrush::__private::Part::Text(", t0, v_by);\n}\n"),
                        ];
                        const CHECKED: bool = ::core::cfg!(debug_assertions);
                        const DEBUGGING: bool = ::core::cfg!(debug_assertions);
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
                                    index: false,
                                },
                                ::onrush::__private::When::Hole(3usize),
                            ),
                        ];
                        const CAPTURES: &'static [&'static str] = &[];
                    }
                    __OnrushSource
                },
            );
            ::onrush::__private::lower_function(
                __unit,
                "f_scaled",
                __witnesses,
                __source,
                &[&LIMIT],
            )
        }
    }
    trait __OnrushBody {
        fn witnesses() -> impl ::onrush::__private::Witnesses;
    }
    impl __OnrushBody for scaled {
        fn witnesses() -> impl ::onrush::__private::Witnesses {
            use ::onrush::__private::OfConstantItself as _;
            let __w0 = ::onrush::__private::Ty::<&Vec3>::new();
            let __w1 = ::onrush::__private::Ty::<f32>::new();
            let __w2 = ::onrush::__private::Method::<_, 580772045163143161u64>::new();
            let __w3 = ::onrush::__private::BinaryOperator::<
                _,
                _,
                569253561348275425u64,
            >::new();
            let __w4 = ::onrush::__private::Ty::<f32>::new();
            #[allow(
                unused_parens,
                unused_braces,
                unreachable_code,
                late_bound_lifetime_arguments,
                clippy::all
            )]
            #[allow(
                unused_variables,
                unused_mut,
                unused_assignments,
                dead_code,
                unused_must_use,
                non_snake_case,
                deprecated
            )]
            let _ = |p: &Vec3, by: f32| -> f32 {
                {
                    ::onrush::__private::never();
                    (__w4
                        .of({
                            (match __w3
                                .both(
                                    ::onrush::__private::max(
                                        (__w2
                                            .of({
                                                if false {
                                                    ::onrush::__private::never();
                                                    ::onrush::__private::fields(&(*p));
                                                }
                                                p.0
                                            })),
                                        LIMIT,
                                    ),
                                    by,
                                )
                            {
                                (__left, __right) => {
                                    match __w3
                                        .prepare(__left, __right, ::core::cfg!(debug_assertions))
                                    {
                                        (__left, __right) => __left * __right,
                                    }
                                }
                            })
                        }))
                }
            };
            ((__w0, __w1), (__w2, (__w3, __w4)))
        }
    }
    const _: () = <scaled as ::onrush::__private::DeviceFunction>::NO_RECURSION;
};
