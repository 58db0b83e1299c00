fn example() {
    let operation = {
        ::onrush::__private::methods! {
            [min sqrt]
        }
        let __w0 = ::onrush::__private::Ty::<f32>::new();
        let __w1 = ::onrush::__private::Ty::<(f32, u32)>::new();
        let __w2 = ::onrush::__private::Plain::<_>::new();
        let __w3 = ::onrush::__private::Ty::<_>::new();
        let __w4 = ::onrush::__private::Ty::<_>::new();
        let __w5 = ::onrush::__private::Ty::<_>::new();
        let __w6 = ::onrush::__private::BinaryOperator::<
            _,
            _,
            7504547733329232424u64,
        >::new();
        let __w7 = ::onrush::__private::Ty::<_>::new();
        let __w8 = ::onrush::__private::Method::<_, 10814496311769356239u64>::new();
        let __w9 = ::onrush::__private::BinaryOperator::<
            _,
            _,
            569253561348275425u64,
        >::new();
        let __w10 = ::onrush::__private::BinaryOperator::<
            _,
            _,
            618473124706350678u64,
        >::new();
        let __w11 = ::onrush::__private::Plain::<_>::new();
        macro_rules! write_device_above_the_function {
            () => {
                helper
            };
        }
        type __Callee12 = write_device_above_the_function!();
        let __w12 = ::onrush::__private::Callee::<(__Callee12,), _, _>::new();
        let __w13 = ::onrush::__private::Plain::<_>::new();
        let __w14 = ::onrush::__private::Method::<_, 573156827627667575u64>::new();
        let __w15 = ::onrush::__private::Ty::<_>::new();
        #[allow(
            unused_parens,
            unused_braces,
            unreachable_code,
            late_bound_lifetime_arguments,
            clippy::all
        )]
        let __host = {
            #[inline(always)]
            move |x: f32, (a @ _, n @ _): (f32, u32)| {
                (__w15
                    .of(
                        (__w2
                            .of({
                                let mut sum @ _ = (__w3.of(0.0));
                                for i @ _ in ((__w4.of((__w5.of(0))))..n) {
                                    {
                                        if false {
                                            ::onrush::__private::never();
                                            __w6.see(&sum);
                                        }
                                        match (__w6
                                            .with(
                                                (match __w9
                                                    .both(
                                                        {
                                                            if false {
                                                                ::onrush::__private::never();
                                                                __w8.see(&(table)[::onrush::__private::nothing::<usize>()]);
                                                                ::onrush::__private::none_before! {
                                                                    sqrt::onrush::__private::before_method(::onrush::__private::of_its_type({
                                                                    __w8 }), & (table) [::onrush::__private::nothing:: < usize >
                                                                    ()], ::core::option::Option::None:: <
                                                                    ::onrush::__private::OfNoTrait >); 0 1 2
                                                                }
                                                            }
                                                            ::onrush::__private::host(
                                                                    { __w8 },
                                                                    ::core::cfg!(debug_assertions),
                                                                )
                                                                .sqrt(
                                                                    &(table)[{
                                                                        ::onrush::__private::element(
                                                                            if false {
                                                                                ::onrush::__private::never();
                                                                                ::onrush::__private::indexed(&table)
                                                                            } else {
                                                                                ::onrush::__private::Of::the_place()
                                                                            },
                                                                            (__w7.of(i as usize)),
                                                                        )
                                                                    }],
                                                                )
                                                        },
                                                        a,
                                                    )
                                                {
                                                    (__left, __right) => {
                                                        match __w9
                                                            .prepare(__left, __right, ::core::cfg!(debug_assertions))
                                                        {
                                                            (__left, __right) => __left * __right,
                                                        }
                                                    }
                                                }),
                                            ))
                                        {
                                            __operand => {
                                                match &mut sum {
                                                    __target => {
                                                        let __operand = __w6
                                                            .prepare_assign(
                                                                __target,
                                                                __operand,
                                                                ::core::cfg!(debug_assertions),
                                                            );
                                                        *__target += __operand;
                                                    }
                                                }
                                            }
                                        }
                                    };
                                }
                                (__w11
                                    .of(
                                        if ((__w10.of(sum)) > (__w10.with(cut))) {
                                            {
                                                if false {
                                                    ::onrush::__private::never();
                                                    let __named = __w12.named(helper::<'static>);
                                                    <__Callee12>::same(__w12.called(), __named);
                                                }
                                                <__Callee12>::call(__w12.called())(sum)
                                            }
                                        } else {
                                            (__w13
                                                .of({
                                                    match ::onrush::__private::min((__w14.of(sum)), x) {
                                                        __least => {
                                                            if false {
                                                                ::onrush::__private::never();
                                                                ::onrush::__private::none_before! {
                                                                    min::onrush::__private::by_value({ __w14 }).before(); 0
                                                                }
                                                            }
                                                            __least
                                                        }
                                                    }
                                                }))
                                        },
                                    ))
                            })),
                    ))
            }
        };
        let (__captures, __witnesses) = (
            (
                ::onrush::__private::capture(table),
                (::onrush::__private::capture(cut), ()),
            ),
            (
                (((__w0, __w1), (__w2, __w3)), ((__w4, __w5), (__w6, __w7))),
                (((__w8, __w9), (__w10, __w11)), ((__w12, __w13), (__w14, __w15))),
            ),
        );
        let __source = {
            #[derive(::core::clone::Clone, ::core::marker::Copy)]
            struct __OnrushSource;
            #[allow(clippy::all)]
            impl ::onrush::__private::Source for __OnrushSource {
                const TEXT: &'static [::onrush::__private::Part] = &[
                    ::onrush::__private::Part::Text("  DEVICE "),
                    ::onrush::__private::Part::Hole(15usize),
                    ::onrush::__private::Part::Text(" operator()("),
                    ::onrush::__private::Part::Hole(0usize),
                    ::onrush::__private::Part::Text(" v_x, "),
                    ::onrush::__private::Part::Hole(1usize),
                    ::onrush::__private::Part::Text(
                        " p1) const {\n    Panic panic;\n    Trap<",
                    ),
                    ::onrush::__private::Part::Checked,
                    ::onrush::__private::Part::Text(
                        "> trap(panic);\n    auto&& v_a = get<0>(p1);\n    auto&& v_n = get<1>(p1);\n    auto v_sum = ",
                    ),
                    ::onrush::__private::Part::Literal(3usize, "0.0"),
                    ::onrush::__private::Part::Text(";\n    for ("),
                    ::onrush::__private::Part::Hole(4usize),
                    ::onrush::__private::Part::Text(" v_i = "),
                    ::onrush::__private::Part::Literal(5usize, "0"),
                    ::onrush::__private::Part::Text(
                        "; v_i < v_n; ++v_i) {\n      if (panic.raised) return {};\n      auto t0 = cast<",
                    ),
                    ::onrush::__private::Part::Hole(7usize),
                    ::onrush::__private::Part::Text(">(v_i);\n      auto&& t1 = "),
                    ::onrush::__private::Part::Element(0usize, 1u32, false),
                    ::onrush::__private::Part::Text(", c_table, t0);\n      auto t2 = "),
                    ::onrush::__private::Part::Call(8usize, 1u32),
                    ::onrush::__private::Part::Text("(trap, 0, t1);\n      auto t3 = "),
                    ::onrush::__private::Part::CallAt(9usize, 1u32, 1usize),
                    ::onrush::__private::Part::Text("(trap, "),
                    ::onrush::__private::Part::Site(1usize),
                    ::onrush::__private::Part::Text(", t2, v_a);\n      "),
                    ::onrush::__private::Part::CallAt(6usize, 1u32, 2usize),
                    ::onrush::__private::Part::Text("(trap, "),
                    ::onrush::__private::Part::Site(2usize),
                    ::onrush::__private::Part::Text(
                        ", v_sum, t3);\n    }\n    auto t4 = ",
                    ),
                    ::onrush::__private::Part::Call(10usize, 0u32),
                    ::onrush::__private::Part::Text(
                        "(trap, 0, v_sum, c_cut);\n    if (t4) {\n      return ",
                    ),
                    ::onrush::__private::Part::Call(12usize, 0u32),
                    ::onrush::__private::Part::Text(
                        "(trap, v_sum);\n    } else {\n      return ",
                    ),
                    ::onrush::__private::Part::Call(14usize, 0u32),
                    ::onrush::__private::Part::Text(
                        "(trap, 0, v_sum, v_x);\n    }\n  }\n",
                    ),
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
                            message: "index out of bounds: the len is {len} but the index is {index}",
                            index: true,
                        },
                        ::onrush::__private::When::Known(
                            ::onrush::__private::Fallible::Always,
                        ),
                    ),
                    (
                        ::onrush::__private::Site {
                            file: ::core::file!(),
                            line: ::core::line!(),
                            column: ::core::column!(),
                            message: "attempt to multiply with overflow",
                            index: false,
                        },
                        ::onrush::__private::When::Hole(9usize),
                    ),
                    (
                        ::onrush::__private::Site {
                            file: ::core::file!(),
                            line: ::core::line!(),
                            column: ::core::column!(),
                            message: "attempt to add with overflow",
                            index: false,
                        },
                        ::onrush::__private::When::Hole(6usize),
                    ),
                ];
                const CAPTURES: &'static [&'static str] = &["c_table", "c_cut"];
            }
            __OnrushSource
        };
        unsafe {
            ::onrush::__private::Operation::new(
                __host,
                __captures,
                __witnesses,
                __source,
            )
        }
    };
}
