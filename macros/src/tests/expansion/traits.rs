pub trait Halves {
    fn half(self) -> Self;
    #[doc(hidden)]
    #[inline(always)]
    fn half_in_device_code(
        &self,
    ) -> ::onrush::__private::OfTheTrait<
        {
            ::onrush::__private::trait_number(
                ::core::concat!(
                    ::core::module_path!(), "::", ::core::stringify!(Halves), " ",
                    ::core::file!()
                ),
                ::core::option_env!("CARGO_PKG_VERSION"),
                0u64,
            )
        },
    >
    where
        Self: ::core::marker::Sized,
    {
        ::onrush::__private::OfTheTrait
    }
}
#[allow(
    unused_parens,
    unused_braces,
    unreachable_code,
    late_bound_lifetime_arguments,
    unused_lifetimes,
    single_use_lifetimes,
    clippy::all
)]
impl Halves for u32 {
    fn half(self) -> u32 {
        {
            let __w0 = ::onrush::__private::Ty::<Self>::new();
            let __w1 = ::onrush::__private::Ty::<u32>::new();
            (__w1.of({ self }))
        }
    }
}
#[allow(non_local_definitions, dead_code, private_interfaces)]
const _: () = {
    macro_rules! write_device_above_the_trait_too {
        () => {
            < u32 as Halves > ::half_in_device_code
        };
    }
    const __TRAIT: ::core::primitive::u64 = ::onrush::__private::trait_of(
        write_device_above_the_trait_too!(),
    );
    #[allow(dead_code)]
    fn __onrush_is_the_primitive(value: u32) -> ::core::primitive::u32 {
        value
    }
    #[allow(dead_code, non_upper_case_globals, clippy::all)]
    mod __onrush_of_no_other {
        #[diagnostic::on_unimplemented(
            message = "the type has a method of this name itself, which Rust calls instead of the trait's",
            label = "a method of the type",
            note = "choose another name for the trait's method"
        )]
        trait OfNoOther {}
        pub(super) struct Nothing;
        impl OfNoOther for Nothing {}
        pub(super) trait Of {
            type Type;
        }
        fn of_no_other<F: OfNoOther>(_: F) {}
        #[no_implicit_prelude]
        mod named {
            trait Another {
                const half: super::Nothing = super::Nothing;
            }
            impl<T> Another for T {}
            type Itself = <super::Nothing as super::Of>::Type;
            fn check() {
                super::of_no_other(<Itself>::half);
            }
        }
    }
    impl __onrush_of_no_other::Of for __onrush_of_no_other::Nothing {
        type Type = u32;
    }
    #[doc(hidden)]
    #[derive(::core::clone::Clone, ::core::marker::Copy)]
    #[allow(missing_debug_implementations)]
    pub struct __OnrushHost;
    impl __OnrushHost {
        #[allow(deprecated, clippy::all)]
        #[inline(always)]
        pub fn half<__R: ::onrush::__private::Reads<u32>>(
            self,
            __onrush_this: __R,
        ) -> u32 {
            let __onrush_this: &u32 = ::onrush::__private::Reads::read(&__onrush_this);
            <u32 as Halves>::half(*__onrush_this)
        }
    }
    #[automatically_derived]
    unsafe impl ::onrush::__private::TraitMethod<
        3329187946607816996u64,
        __TRAIT,
        __OnrushHost,
    > for u32 {
        type Receiver = ::onrush::__private::Taken;
        fn host() -> __OnrushHost {
            __OnrushHost
        }
        const NO_RECURSION: () = ::onrush::__private::no_recursion(
            <u32 as __OnrushBody>::witnesses,
        );
        fn lower(
            __unit: &mut ::onrush::__private::TranslationUnit,
        ) -> ::std::string::String {
            let (__witnesses, __source) = (
                <u32 as __OnrushBody>::witnesses(),
                {
                    #[derive(::core::clone::Clone, ::core::marker::Copy)]
                    struct __OnrushSource;
                    #[allow(clippy::all)]
                    impl ::onrush::__private::Source for __OnrushSource {
                        const TEXT: &'static [::onrush::__private::Part] = &[
                            ::onrush::__private::Part::Text("DEVICE "),
                            ::onrush::__private::Part::Hole(1usize),
                            ::onrush::__private::Part::Text(" "),
                            ::onrush::__private::Part::Name,
                            ::onrush::__private::Part::Text("(Panic& panic, u32, "),
                            ::onrush::__private::Part::Hole(0usize),
                            ::onrush::__private::Part::Text(
                                " v_self) {\n  return v_self;\n}\n",
                            ),
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
                },
            );
            ::onrush::__private::lower_function(
                __unit,
                "f_half",
                __witnesses,
                __source,
                &[],
            )
        }
    }
    trait __OnrushBody {
        fn witnesses() -> impl ::onrush::__private::Witnesses;
    }
    impl __OnrushBody for u32 {
        fn witnesses() -> impl ::onrush::__private::Witnesses {
            let __w0 = ::onrush::__private::Ty::<Self>::new();
            let __w1 = ::onrush::__private::Ty::<u32>::new();
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
            let _ = |__self: Self| -> u32 {
                {
                    ::onrush::__private::never();
                    (__w1.of({ __self }))
                }
            };
            (__w0, __w1)
        }
    }
    const _: () = <u32 as ::onrush::__private::TraitMethod<
        3329187946607816996u64,
        __TRAIT,
        __OnrushHost,
    >>::NO_RECURSION;
};
