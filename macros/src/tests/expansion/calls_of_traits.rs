fn example() {
    let operation = {
        #[allow(dead_code)]
        trait __Else {
            fn half_in_device_code(&self) -> ::onrush::__private::OfTheType {
                ::onrush::__private::OfTheType
            }
        }
        impl<__T: ?::core::marker::Sized> __Else for &__T {}
        ::onrush::__private::methods! {
            [half] [half] half 0usize[]
        }
        let __w0 = ::onrush::__private::Ty::<u32>::new();
        let __w1 = ::onrush::__private::Method::<
            _,
            3329187946607816996u64,
            _,
        >::in_scope();
        let __w2 = ::onrush::__private::Method::<
            u32,
            3329187946607816996u64,
            _,
        >::in_scope();
        let __w3 = ::onrush::__private::Method::<
            u32,
            3329187946607816996u64,
            _,
        >::in_scope();
        let __w4 = ::onrush::__private::Ty::<_>::new();
        let __w5 = ::onrush::__private::Ty::<_>::new();
        #[allow(
            unused_parens,
            unused_braces,
            unreachable_code,
            late_bound_lifetime_arguments,
            clippy::all
        )]
        let __host = {
            #[inline(always)]
            move |v: u32| {
                (__w5
                    .of(
                        (__w4
                            .of((
                                {
                                    if false {
                                        ::onrush::__private::never();
                                        __w1.see(&v);
                                        __w1.known().number_needs_a_type();
                                        __w1.found(__w1.receiver().half_in_device_code());
                                        ::onrush::__private::asked! {
                                            __w1 & v; half 0usize[] ::onrush::__private::host_in_scope({
                                            __w1 }, false); 0 1 2
                                        }
                                    }
                                    ::onrush::__private::host_in_scope(
                                            { __w1 },
                                            ::core::cfg!(debug_assertions),
                                        )
                                        .half(&v)
                                },
                                {
                                    if false {
                                        ::onrush::__private::never();
                                        __w2.found(__w2.receiver().half_in_device_code());
                                        let _ = <u32>::half;
                                    }
                                    ::onrush::__private::host_in_scope(
                                            { __w2 },
                                            ::core::cfg!(debug_assertions),
                                        )
                                        .half(v)
                                },
                                {
                                    if false {
                                        ::onrush::__private::never();
                                        __w3.named(
                                            <u32 as Halves>::half_in_device_code(__w3.receiver()),
                                        );
                                    }
                                    ::onrush::__private::host_in_scope(
                                            { __w3 },
                                            ::core::cfg!(debug_assertions),
                                        )
                                        .half(v)
                                },
                            ))),
                    ))
            }
        };
        let (__captures, __witnesses) = (
            (),
            ((__w0, (__w1, __w2)), (__w3, (__w4, __w5))),
        );
        let __source = {
            #[derive(::core::clone::Clone, ::core::marker::Copy)]
            struct __OnrushSource;
            #[allow(clippy::all)]
            impl ::onrush::__private::Source for __OnrushSource {
                const TEXT: &'static [::onrush::__private::Part] = &[
                    ::onrush::__private::Part::Text("  DEVICE "),
                    ::onrush::__private::Part::Hole(5usize),
                    ::onrush::__private::Part::Text(" operator()("),
                    ::onrush::__private::Part::Hole(0usize),
                    ::onrush::__private::Part::Text(
                        " v_v) const {\n    Panic panic;\n    Trap<",
                    ),
                    ::onrush::__private::Part::Checked,
                    ::onrush::__private::Part::Text("> trap(panic);\n    auto t0 = "),
                    ::onrush::__private::Part::Call(1usize, 0u32),
                    ::onrush::__private::Part::Text("(trap, 0, v_v);\n    auto t1 = "),
                    ::onrush::__private::Part::Call(2usize, 0u32),
                    ::onrush::__private::Part::Text("(trap, 0, v_v);\n    auto t2 = "),
                    ::onrush::__private::Part::Call(3usize, 0u32),
                    ::onrush::__private::Part::Text("(trap, 0, v_v);\n    return "),
                    ::onrush::__private::Part::Hole(4usize),
                    ::onrush::__private::Part::Text("{t0, t1, t2};\n  }\n"),
                ];
                const CHECKED: bool = ::core::cfg!(debug_assertions);
                const DEBUGGING: bool = ::core::cfg!(debug_assertions);
                const SITES: &'static [(
                    ::onrush::__private::Site,
                    ::onrush::__private::When,
                )] = &[];
                const CAPTURES: &'static [&'static str] = &[];
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
