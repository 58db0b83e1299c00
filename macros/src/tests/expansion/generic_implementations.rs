#[allow(
    unused_parens,
    unused_braces,
    unreachable_code,
    late_bound_lifetime_arguments,
    unused_lifetimes,
    single_use_lifetimes,
    clippy::all
)]
impl<T: Number> Mul<T> for Pair<T> {
    type Output = Self;
    fn mul(self, by: T) -> Self {
        {
            let __w0 = ::onrush::__private::Ty::<Self>::new();
            let __w1 = ::onrush::__private::Ty::<T>::new();
            let __w2 = ::onrush::__private::BinaryOperator::<
                _,
                _,
                569253561348275425u64,
            >::new();
            let __w3 = ::onrush::__private::Ty::<_>::new();
            let __w4 = ::onrush::__private::Ty::<_>::new();
            let __w5 = ::onrush::__private::Ty::<Self>::new();
            (__w5
                .of({
                    {
                        if false {
                            ::onrush::__private::never();
                            {
                                use ::onrush::__private::Owner as __Owner;
                                <() as __Owner>::__onrush_struct(&());
                                Pair::__onrush_struct(
                                    &__w4.of(::onrush::__private::nothing()),
                                );
                            }
                        }
                        if false {
                            ::onrush::__private::never();
                            let Pair(..) = __w4.of(::onrush::__private::nothing());
                        }
                        (__w4
                            .of(Pair {
                                0: (match __w2
                                    .both(
                                        {
                                            if false {
                                                ::onrush::__private::never();
                                                ::onrush::__private::fields(&self);
                                            }
                                            self.0
                                        },
                                        (__w3.of(::onrush::__private::cast::<_, T>(by))),
                                    )
                                {
                                    (__left, __right) => {
                                        match __w2
                                            .prepare(__left, __right, ::core::cfg!(debug_assertions))
                                        {
                                            (__left, __right) => __left * __right,
                                        }
                                    }
                                }),
                                1: {
                                    if false {
                                        ::onrush::__private::never();
                                        ::onrush::__private::fields(&self);
                                    }
                                    self.1
                                },
                            }))
                    }
                }))
        }
    }
}
#[allow(non_local_definitions, dead_code)]
const _: () = {
    #[automatically_derived]
    unsafe impl<T: Number> ::onrush::__private::DeviceOperator<569253561348275425u64, T>
    for Pair<T> {
        const NO_RECURSION: () = ::onrush::__private::no_recursion(
            <Pair<T> as __OnrushBody<(T,)>>::witnesses,
        );
        fn lower(
            __unit: &mut ::onrush::__private::TranslationUnit,
        ) -> ::std::string::String {
            let (__witnesses, __source) = (
                <Pair<T> as __OnrushBody<(T,)>>::witnesses(),
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
                            ::onrush::__private::Part::Text(" v_by) {\n  Trap<"),
                            ::onrush::__private::Part::Checked,
                            ::onrush::__private::Part::Text(
                                "> trap(panic);\n  auto t0 = cast<",
                            ),
                            ::onrush::__private::Part::Hole(3usize),
                            ::onrush::__private::Part::Text(">(v_by);\n  auto t1 = "),
                            ::onrush::__private::Part::CallAt(2usize, 0u32, 0usize),
                            ::onrush::__private::Part::Text("(trap, "),
                            ::onrush::__private::Part::Site(0usize),
                            ::onrush::__private::Part::Text(
                                ", get<0>(v_self), t0);\n  return ",
                            ),
                            ::onrush::__private::Part::Hole(4usize),
                            ::onrush::__private::Part::Text("{t1, get<1>(v_self)};\n}\n"),
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
                                ::onrush::__private::When::Hole(2usize),
                            ),
                        ];
                        const CAPTURES: &'static [&'static str] = &[];
                    }
                    __OnrushSource
                },
            );
            ::onrush::__private::lower_generic::<
                (T,),
                _,
                _,
            >(__unit, "f_mul", __witnesses, __source, &[])
        }
    }
    trait __OnrushBody<__G> {
        fn witnesses() -> impl ::onrush::__private::Witnesses;
    }
    impl<T: Number> __OnrushBody<(T,)> for Pair<T> {
        fn witnesses() -> impl ::onrush::__private::Witnesses {
            let __w0 = ::onrush::__private::Ty::<Self>::new();
            let __w1 = ::onrush::__private::Ty::<T>::new();
            let __w2 = ::onrush::__private::BinaryOperator::<
                _,
                _,
                569253561348275425u64,
            >::new();
            let __w3 = ::onrush::__private::Ty::<_>::new();
            let __w4 = ::onrush::__private::Ty::<_>::new();
            let __w5 = ::onrush::__private::Ty::<Self>::new();
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
            let _ = |__self: Self, by: T| -> Self {
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
                                        Pair::__onrush_struct(
                                            &__w4.of(::onrush::__private::nothing()),
                                        );
                                    }
                                }
                                if false {
                                    ::onrush::__private::never();
                                    let Pair(..) = __w4.of(::onrush::__private::nothing());
                                }
                                (__w4
                                    .of(Pair {
                                        0: (match __w2
                                            .both(
                                                {
                                                    if false {
                                                        ::onrush::__private::never();
                                                        ::onrush::__private::fields(&__self);
                                                    }
                                                    __self.0
                                                },
                                                (__w3.of(::onrush::__private::cast::<_, T>(by))),
                                            )
                                        {
                                            (__left, __right) => {
                                                match __w2
                                                    .prepare(__left, __right, ::core::cfg!(debug_assertions))
                                                {
                                                    (__left, __right) => __left * __right,
                                                }
                                            }
                                        }),
                                        1: {
                                            if false {
                                                ::onrush::__private::never();
                                                ::onrush::__private::fields(&__self);
                                            }
                                            __self.1
                                        },
                                    }))
                            }
                        }))
                }
            };
            ((__w0, (__w1, __w2)), (__w3, (__w4, __w5)))
        }
    }
};
#[allow(dead_code)]
const _: () = {
    fn __onrush_operator<T: Number, __T: ::core::ops::Mul<T>>() {
        fn __onrush_is<T: Number, __U: Mul<T>>() {}
        __onrush_is::<T, __T>();
    }
};
#[allow(
    unused_parens,
    unused_braces,
    unreachable_code,
    late_bound_lifetime_arguments,
    unused_lifetimes,
    single_use_lifetimes,
    clippy::all
)]
impl<T: Number> Pair<T> {
    fn sum(&self) -> T {
        {
            let __w0 = ::onrush::__private::Ty::<&Self>::new();
            let __w1 = ::onrush::__private::BinaryOperator::<
                _,
                _,
                16648614959733859924u64,
            >::new();
            let __w2 = ::onrush::__private::Ty::<T>::new();
            (__w2
                .of({
                    (match __w1
                        .both(
                            {
                                if false {
                                    ::onrush::__private::never();
                                    ::onrush::__private::fields(&(*self));
                                }
                                self.0
                            },
                            {
                                if false {
                                    ::onrush::__private::never();
                                    ::onrush::__private::fields(&(*self));
                                }
                                self.1
                            },
                        )
                    {
                        (__left, __right) => {
                            match __w1
                                .prepare(__left, __right, ::core::cfg!(debug_assertions))
                            {
                                (__left, __right) => __left + __right,
                            }
                        }
                    })
                }))
        }
    }
}
#[allow(non_local_definitions, dead_code, private_interfaces)]
const _: () = {
    #[doc(hidden)]
    #[allow(missing_debug_implementations)]
    pub struct __OnrushHost<__G>(::core::marker::PhantomData<fn() -> __G>);
    impl<__G> ::core::clone::Clone for __OnrushHost<__G> {
        fn clone(&self) -> Self {
            *self
        }
    }
    impl<__G> ::core::marker::Copy for __OnrushHost<__G> {}
    impl<T: Number> __OnrushHost<(T,)> {
        #[allow(deprecated, clippy::all)]
        #[inline(always)]
        fn sum<__R: ::onrush::__private::Reads<Pair<T>>>(self, __onrush_this: __R) -> T {
            let __onrush_this: &Pair<T> = ::onrush::__private::Reads::read(
                &__onrush_this,
            );
            <Pair<T>>::sum(__onrush_this)
        }
    }
    #[automatically_derived]
    unsafe impl<T: Number> ::onrush::__private::DeviceMethod<9399467729071621288u64>
    for Pair<T> {
        type Host = __OnrushHost<(T,)>;
        type Receiver = ::onrush::__private::Lent;
        fn host(_: bool) -> __OnrushHost<(T,)> {
            __OnrushHost(::core::marker::PhantomData)
        }
        const NO_RECURSION: () = ::onrush::__private::no_recursion(
            <Pair<T> as __OnrushBody<(T,)>>::witnesses,
        );
        fn lower(
            __unit: &mut ::onrush::__private::TranslationUnit,
        ) -> ::std::string::String {
            let (__witnesses, __source) = (
                <Pair<T> as __OnrushBody<(T,)>>::witnesses(),
                {
                    #[derive(::core::clone::Clone, ::core::marker::Copy)]
                    struct __OnrushSource;
                    #[allow(clippy::all)]
                    impl ::onrush::__private::Source for __OnrushSource {
                        const TEXT: &'static [::onrush::__private::Part] = &[
                            ::onrush::__private::Part::Text("DEVICE "),
                            ::onrush::__private::Part::Hole(2usize),
                            ::onrush::__private::Part::Text(" "),
                            ::onrush::__private::Part::Name,
                            ::onrush::__private::Part::Text("(Panic& panic, u32, "),
                            ::onrush::__private::Part::Hole(0usize),
                            ::onrush::__private::Part::Text(" v_self) {\n  Trap<"),
                            ::onrush::__private::Part::Checked,
                            ::onrush::__private::Part::Text("> trap(panic);\n  return "),
                            ::onrush::__private::Part::CallAt(1usize, 0u32, 0usize),
                            ::onrush::__private::Part::Text("(trap, "),
                            ::onrush::__private::Part::Site(0usize),
                            ::onrush::__private::Part::Text(
                                ", get<0>(v_self), get<1>(v_self));\n}\n",
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
                                    message: "attempt to add with overflow",
                                    index: false,
                                },
                                ::onrush::__private::When::Hole(1usize),
                            ),
                        ];
                        const CAPTURES: &'static [&'static str] = &[];
                    }
                    __OnrushSource
                },
            );
            ::onrush::__private::lower_generic::<
                (T,),
                _,
                _,
            >(__unit, "f_sum", __witnesses, __source, &[])
        }
    }
    trait __OnrushBody<__G> {
        fn witnesses() -> impl ::onrush::__private::Witnesses;
    }
    impl<T: Number> __OnrushBody<(T,)> for Pair<T> {
        fn witnesses() -> impl ::onrush::__private::Witnesses {
            let __w0 = ::onrush::__private::Ty::<&Self>::new();
            let __w1 = ::onrush::__private::BinaryOperator::<
                _,
                _,
                16648614959733859924u64,
            >::new();
            let __w2 = ::onrush::__private::Ty::<T>::new();
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
            let _ = |__self: &Self| -> T {
                {
                    ::onrush::__private::never();
                    (__w2
                        .of({
                            (match __w1
                                .both(
                                    {
                                        if false {
                                            ::onrush::__private::never();
                                            ::onrush::__private::fields(&(*__self));
                                        }
                                        __self.0
                                    },
                                    {
                                        if false {
                                            ::onrush::__private::never();
                                            ::onrush::__private::fields(&(*__self));
                                        }
                                        __self.1
                                    },
                                )
                            {
                                (__left, __right) => {
                                    match __w1
                                        .prepare(__left, __right, ::core::cfg!(debug_assertions))
                                    {
                                        (__left, __right) => __left + __right,
                                    }
                                }
                            })
                        }))
                }
            };
            (__w0, (__w1, __w2))
        }
    }
};
