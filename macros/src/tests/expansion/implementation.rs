#[allow(
    unused_parens,
    unused_braces,
    unreachable_code,
    late_bound_lifetime_arguments,
    unused_lifetimes,
    single_use_lifetimes,
    clippy::all
)]
impl Add for Vec3 {
    type Output = Vec3;
    fn add(self, other: Self) -> Self::Output {
        {
            let __w0 = ::onrush::__private::Ty::<Self>::new();
            let __w1 = ::onrush::__private::Ty::<Self>::new();
            let __w2 = ::onrush::__private::BinaryOperator::<
                _,
                _,
                16648614959733859924u64,
            >::new();
            let __w3 = ::onrush::__private::BinaryOperator::<
                _,
                _,
                16648614959733859924u64,
            >::new();
            let __w4 = ::onrush::__private::Ty::<_>::new();
            let __w5 = ::onrush::__private::Ty::<Vec3>::new();
            (__w5
                .of({
                    {
                        if false {
                            ::onrush::__private::never();
                            {
                                use ::onrush::__private::Owner as __Owner;
                                <() as __Owner>::__onrush_struct(&());
                                Vec3::__onrush_struct(
                                    &__w4.of(::onrush::__private::nothing()),
                                );
                            }
                        }
                        if false {
                            ::onrush::__private::never();
                            let Vec3(..) = __w4.of(::onrush::__private::nothing());
                        }
                        (__w4
                            .of(Vec3 {
                                0: (match __w2
                                    .both(
                                        {
                                            if false {
                                                ::onrush::__private::never();
                                                ::onrush::__private::fields(&self);
                                            }
                                            self.0
                                        },
                                        {
                                            if false {
                                                ::onrush::__private::never();
                                                ::onrush::__private::fields(&other);
                                            }
                                            other.0
                                        },
                                    )
                                {
                                    (__left, __right) => {
                                        match __w2
                                            .prepare(__left, __right, ::core::cfg!(debug_assertions))
                                        {
                                            (__left, __right) => __left + __right,
                                        }
                                    }
                                }),
                                1: (match __w3
                                    .both(
                                        {
                                            if false {
                                                ::onrush::__private::never();
                                                ::onrush::__private::fields(&self);
                                            }
                                            self.1
                                        },
                                        {
                                            if false {
                                                ::onrush::__private::never();
                                                ::onrush::__private::fields(&other);
                                            }
                                            other.1
                                        },
                                    )
                                {
                                    (__left, __right) => {
                                        match __w3
                                            .prepare(__left, __right, ::core::cfg!(debug_assertions))
                                        {
                                            (__left, __right) => __left + __right,
                                        }
                                    }
                                }),
                            }))
                    }
                }))
        }
    }
}
#[allow(non_local_definitions, dead_code)]
const _: () = {
    #[automatically_derived]
    unsafe impl ::onrush::__private::DeviceOperator<16648614959733859924u64, Vec3>
    for Vec3 {
        const NO_RECURSION: () = ::onrush::__private::no_recursion(
            <Vec3 as __OnrushBody>::witnesses,
        );
        fn lower(
            __unit: &mut ::onrush::__private::TranslationUnit,
        ) -> ::std::string::String {
            let (__witnesses, __source) = (
                <Vec3 as __OnrushBody>::witnesses(),
                {
                    #[derive(::core::clone::Clone, ::core::marker::Copy)]
                    struct __OnrushSource;
                    #[allow(clippy::all)]
                    impl ::onrush::__private::Source for __OnrushSource {
                        const TEXT: &'static [::onrush::__private::Part] = &[
                            ::onrush::__private::Part::Text("DEVICE "),
                            ::onrush::__private::Part::Hole(5usize),
                            ::onrush::__private::Part::Text(" "),
                            ::onrush::__private::Part::Name,
                            ::onrush::__private::Part::Text("(Panic& panic, u32, "),
                            ::onrush::__private::Part::Hole(0usize),
                            ::onrush::__private::Part::Text(" v_self, "),
                            ::onrush::__private::Part::Hole(1usize),
                            ::onrush::__private::Part::Text(" v_other) {\n  Trap<"),
                            ::onrush::__private::Part::Checked,
                            ::onrush::__private::Part::Text(
                                "> trap(panic);\n  auto t0 = ",
                            ),
                            ::onrush::__private::Part::CallAt(2usize, 0u32, 0usize),
                            ::onrush::__private::Part::Text("(trap, "),
                            ::onrush::__private::Part::Site(0usize),
                            ::onrush::__private::Part::Text(
                                ", get<0>(v_self), get<0>(v_other));\n  auto t1 = ",
                            ),
                            ::onrush::__private::Part::CallAt(3usize, 0u32, 1usize),
                            ::onrush::__private::Part::Text("(trap, "),
                            ::onrush::__private::Part::Site(1usize),
                            ::onrush::__private::Part::Text(
                                ", get<1>(v_self), get<1>(v_other));\n  return ",
                            ),
                            ::onrush::__private::Part::Hole(4usize),
                            ::onrush::__private::Part::Text("{t0, t1};\n}\n"),
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
                                    message: "attempt to add with overflow",
                                    index: false,
                                },
                                ::onrush::__private::When::Hole(2usize),
                            ),
                            (
                                ::onrush::__private::Site {
                                    file: ::core::file!(),
                                    line: ::core::line!(),
                                    column: ::core::column!(),
                                    message: "attempt to add with overflow",
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
                "f_add",
                __witnesses,
                __source,
                &[],
            )
        }
    }
    trait __OnrushBody {
        fn witnesses() -> impl ::onrush::__private::Witnesses;
    }
    impl __OnrushBody for Vec3 {
        fn witnesses() -> impl ::onrush::__private::Witnesses {
            let __w0 = ::onrush::__private::Ty::<Self>::new();
            let __w1 = ::onrush::__private::Ty::<Self>::new();
            let __w2 = ::onrush::__private::BinaryOperator::<
                _,
                _,
                16648614959733859924u64,
            >::new();
            let __w3 = ::onrush::__private::BinaryOperator::<
                _,
                _,
                16648614959733859924u64,
            >::new();
            let __w4 = ::onrush::__private::Ty::<_>::new();
            let __w5 = ::onrush::__private::Ty::<Vec3>::new();
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
            let _ = |__self: Self, other: Self| -> Vec3 {
                {
                    ::onrush::__private::never();
                    (__w5
                        .of({
                            {
                                if false {
                                    ::onrush::__private::never();
                                    {
                                        use ::onrush::__private::Owner as __Owner;
                                        <() as __Owner>::__onrush_struct(&());
                                        Vec3::__onrush_struct(
                                            &__w4.of(::onrush::__private::nothing()),
                                        );
                                    }
                                }
                                if false {
                                    ::onrush::__private::never();
                                    let Vec3(..) = __w4.of(::onrush::__private::nothing());
                                }
                                (__w4
                                    .of(Vec3 {
                                        0: (match __w2
                                            .both(
                                                {
                                                    if false {
                                                        ::onrush::__private::never();
                                                        ::onrush::__private::fields(&__self);
                                                    }
                                                    __self.0
                                                },
                                                {
                                                    if false {
                                                        ::onrush::__private::never();
                                                        ::onrush::__private::fields(&other);
                                                    }
                                                    other.0
                                                },
                                            )
                                        {
                                            (__left, __right) => {
                                                match __w2
                                                    .prepare(__left, __right, ::core::cfg!(debug_assertions))
                                                {
                                                    (__left, __right) => __left + __right,
                                                }
                                            }
                                        }),
                                        1: (match __w3
                                            .both(
                                                {
                                                    if false {
                                                        ::onrush::__private::never();
                                                        ::onrush::__private::fields(&__self);
                                                    }
                                                    __self.1
                                                },
                                                {
                                                    if false {
                                                        ::onrush::__private::never();
                                                        ::onrush::__private::fields(&other);
                                                    }
                                                    other.1
                                                },
                                            )
                                        {
                                            (__left, __right) => {
                                                match __w3
                                                    .prepare(__left, __right, ::core::cfg!(debug_assertions))
                                                {
                                                    (__left, __right) => __left + __right,
                                                }
                                            }
                                        }),
                                    }))
                            }
                        }))
                }
            };
            ((__w0, (__w1, __w2)), (__w3, (__w4, __w5)))
        }
    }
    const _: () = <Vec3 as ::onrush::__private::DeviceOperator<
        16648614959733859924u64,
        Vec3,
    >>::NO_RECURSION;
};
#[allow(dead_code)]
const _: () = {
    fn __onrush_operator<__T: ::core::ops::Add<Vec3>>() {
        fn __onrush_is<__U: Add<Vec3>>() {}
        __onrush_is::<__T>();
    }
};
