#[allow(
    unused_parens,
    unused_braces,
    unreachable_code,
    late_bound_lifetime_arguments,
    unused_lifetimes,
    single_use_lifetimes,
    clippy::all
)]
fn scaled<
    #[cfg(not(doc))]
    '__device: '__device,
    T: Float + ::onrush::__private::Value,
    const N: usize,
>(all: [T; N], by: &T) -> T
where
    T: Copy,
{
    {
        use ::onrush::__private::Owner as _;
        #[allow(dead_code)]
        trait __Else {
            fn sum_in_device_code(&self) -> ::onrush::__private::OfTheType {
                ::onrush::__private::OfTheType
            }
        }
        impl<__T: ?::core::marker::Sized> __Else for &__T {}
        ::onrush::__private::methods! {
            [sum] [sum] sum 0usize[]
        }
        let __w0 = ::onrush::__private::Ty::<[T; N]>::new();
        let __w1 = ::onrush::__private::Ty::<&T>::new();
        let __w2 = ::onrush::__private::Ty::<_>::new();
        let __w3 = ::onrush::__private::Ty::<_>::new();
        macro_rules! write_device_above_the_function {
            () => {
                square
            };
        }
        type __Callee4 = write_device_above_the_function!();
        let __w4 = ::onrush::__private::Callee::<(__Callee4,), _, _>::new();
        let __w5 = Pair::__onrush_method::<2393897505926526769u64>();
        let __w6 = ::onrush::__private::Method::<
            _,
            9399467729071621288u64,
            _,
        >::in_scope();
        let __w7 = ::onrush::__private::Ty::<T>::new();
        (__w7
            .of({
                match __w6
                    .on(
                        ::onrush::__private::host(
                                { __w5 },
                                ::core::cfg!(debug_assertions),
                            )
                            .new(
                                (all)[{
                                    if false {
                                        ::onrush::__private::never();
                                        __w2.see(&all);
                                    }
                                    ::onrush::__private::element(
                                        if false {
                                            ::onrush::__private::never();
                                            ::onrush::__private::indexed(&all)
                                        } else {
                                            ::onrush::__private::Of::the_place()
                                        },
                                        (__w3.of(0)),
                                    )
                                }],
                                {
                                    if false {
                                        ::onrush::__private::never();
                                        let __named = __w4.named(square::<'static, T>);
                                        <__Callee4>::same(__w4.called(), __named);
                                    }
                                    <__Callee4>::call::<T>(__w4.called())((*by))
                                },
                            ),
                    )
                {
                    mut __this => {
                        if false {
                            ::onrush::__private::never();
                            __w6.known().number_needs_a_type();
                            __w6.found(__w6.receiver().sum_in_device_code());
                            ::onrush::__private::asked! {
                                __w6 & __this; sum 0usize[]
                                ::onrush::__private::host_in_scope({ __w6 }, false); 0 1 2
                            }
                        }
                        ::onrush::__private::host_in_scope(
                                { __w6 },
                                ::core::cfg!(debug_assertions),
                            )
                            .sum(&mut __this)
                    }
                }
            }))
    }
}
#[doc(hidden)]
#[allow(non_camel_case_types, dead_code, missing_debug_implementations)]
enum scaled {}
#[allow(non_local_definitions, dead_code, private_interfaces)]
const _: () = {
    #[allow(deprecated, clippy::all)]
    impl scaled {
        #[doc(hidden)]
        #[inline(always)]
        fn call<T: Float + ::onrush::__private::Value, const N: usize>(
            _: ::onrush::__private::Callee<
                (scaled,),
                (T, ::onrush::__private::Length<N>),
            >,
        ) -> impl Fn([T; N], &T) -> T
        where
            T: Copy,
        {
            scaled::<T, N>
        }
        #[doc(hidden)]
        fn same<T: Float + ::onrush::__private::Value, const N: usize>(
            _: ::onrush::__private::Callee<
                (scaled,),
                (T, ::onrush::__private::Length<N>),
            >,
            _: fn([T; N], &T) -> T,
        )
        where
            T: Copy,
        {}
    }
    #[automatically_derived]
    unsafe impl<
        T: Float + ::onrush::__private::Value,
        const N: usize,
    > ::onrush::__private::DeviceFunction<(T, ::onrush::__private::Length<N>)> for scaled
    where
        T: Copy,
    {
        #[allow(deprecated, clippy::all)]
        #[inline(always)]
        #[track_caller]
        fn named<__N>() {
            ::onrush::__private::same_function::<_, __N>(&scaled::<T, N>, "scaled");
        }
        const NO_RECURSION: () = ::onrush::__private::no_recursion(
            <scaled as __OnrushBody<(T, ::onrush::__private::Length<N>)>>::witnesses,
        );
        fn lower(
            __unit: &mut ::onrush::__private::TranslationUnit,
        ) -> ::std::string::String {
            let (__witnesses, __source) = (
                <scaled as __OnrushBody<
                    (T, ::onrush::__private::Length<N>),
                >>::witnesses(),
                {
                    #[derive(::core::clone::Clone, ::core::marker::Copy)]
                    struct __OnrushSource;
                    #[allow(clippy::all)]
                    impl ::onrush::__private::Source for __OnrushSource {
                        const TEXT: &'static [::onrush::__private::Part] = &[
                            ::onrush::__private::Part::Text("DEVICE "),
                            ::onrush::__private::Part::Hole(7usize),
                            ::onrush::__private::Part::Text(" "),
                            ::onrush::__private::Part::Name,
                            ::onrush::__private::Part::Text("(Panic& panic, "),
                            ::onrush::__private::Part::Hole(0usize),
                            ::onrush::__private::Part::Text(" v_all, "),
                            ::onrush::__private::Part::Hole(1usize),
                            ::onrush::__private::Part::Text(" v_by) {\n  Trap<"),
                            ::onrush::__private::Part::Checked,
                            ::onrush::__private::Part::Text(
                                "> trap(panic);\n  auto t0 = ",
                            ),
                            ::onrush::__private::Part::Element(0usize, 0u32, true),
                            ::onrush::__private::Part::Text(", v_all, "),
                            ::onrush::__private::Part::Literal(3usize, "0"),
                            ::onrush::__private::Part::Text(");\n  auto t1 = "),
                            ::onrush::__private::Part::Call(4usize, 0u32),
                            ::onrush::__private::Part::Text(
                                "(trap, v_by);\n  auto t2 = ",
                            ),
                            ::onrush::__private::Part::Call(5usize, 0u32),
                            ::onrush::__private::Part::Text(
                                "(trap, 0, t0, t1);\n  return ",
                            ),
                            ::onrush::__private::Part::Call(6usize, 0u32),
                            ::onrush::__private::Part::Text("(trap, 0, t2);\n}\n"),
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
                                ::onrush::__private::When::Element {
                                    of: 2usize,
                                    at: 0usize,
                                },
                            ),
                        ];
                        const CAPTURES: &'static [&'static str] = &[];
                    }
                    __OnrushSource
                },
            );
            ::onrush::__private::lower_generic::<
                (T, ::onrush::__private::Length<N>),
                _,
                _,
            >(__unit, "f_scaled", __witnesses, __source, &[])
        }
    }
    trait __OnrushBody<__G> {
        fn witnesses() -> impl ::onrush::__private::Witnesses;
    }
    impl<
        T: Float + ::onrush::__private::Value,
        const N: usize,
    > __OnrushBody<(T, ::onrush::__private::Length<N>)> for scaled
    where
        T: Copy,
    {
        fn witnesses() -> impl ::onrush::__private::Witnesses {
            use ::onrush::__private::Owner as _;
            #[allow(dead_code)]
            trait __Else {
                fn sum_in_device_code(&self) -> ::onrush::__private::OfTheType {
                    ::onrush::__private::OfTheType
                }
            }
            impl<__T: ?::core::marker::Sized> __Else for &__T {}
            let __w0 = ::onrush::__private::Ty::<[T; N]>::new();
            let __w1 = ::onrush::__private::Ty::<&T>::new();
            let __w2 = ::onrush::__private::Ty::<_>::new();
            let __w3 = ::onrush::__private::Ty::<_>::new();
            let __w4 = ::onrush::__private::Callee::<(square,), _, _>::new();
            let __w5 = Pair::__onrush_method::<2393897505926526769u64>();
            let __w6 = ::onrush::__private::Method::<
                _,
                9399467729071621288u64,
                _,
            >::in_scope();
            let __w7 = ::onrush::__private::Ty::<T>::new();
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
            let _ = |all: [T; N], by: &T| -> T {
                {
                    ::onrush::__private::never();
                    (__w7
                        .of({
                            match __w6
                                .on(
                                    ::onrush::__private::host(
                                            { __w5 },
                                            ::core::cfg!(debug_assertions),
                                        )
                                        .new(
                                            (all)[{
                                                if false {
                                                    ::onrush::__private::never();
                                                    __w2.see(&all);
                                                }
                                                ::onrush::__private::element(
                                                    if false {
                                                        ::onrush::__private::never();
                                                        ::onrush::__private::indexed(&all)
                                                    } else {
                                                        ::onrush::__private::Of::the_place()
                                                    },
                                                    (__w3.of(0)),
                                                )
                                            }],
                                            {
                                                if false {
                                                    ::onrush::__private::never();
                                                    let __named = __w4.named(square::<T>);
                                                    <square>::same(__w4.called(), __named);
                                                }
                                                <square>::call::<T>(__w4.called())((*by))
                                            },
                                        ),
                                )
                            {
                                mut __this => {
                                    if false {
                                        ::onrush::__private::never();
                                        __w6.found(__w6.receiver().sum_in_device_code());
                                    }
                                    ::onrush::__private::host_in_scope(
                                            { __w6 },
                                            ::core::cfg!(debug_assertions),
                                        )
                                        .sum(&mut __this)
                                }
                            }
                        }))
                }
            };
            (((__w0, __w1), (__w2, __w3)), ((__w4, __w5), (__w6, __w7)))
        }
    }
};
