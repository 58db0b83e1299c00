//! Kernels for the machine's vector registers, chosen at run time: builds for plain x86-64 are as fast as builds for
//! the machine itself.

/// The vector instructions that a machine has. Builds for other processors have one version of each function.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd)]
pub(crate) enum Level {
    /// The instructions that the build assumes.
    Plain,
    /// AVX2: 256 bits.
    V3,
    /// AVX-512: 512 bits.
    V4,
}

#[cfg(target_arch = "x86_64")]
impl Level {
    /// This machine's level.
    #[inline]
    pub(crate) fn here() -> Self {
        use std::sync::atomic::{AtomicU8, Ordering};
        // The level is cached: asking for a dozen features takes as long as reducing a hundred items.
        static LEVEL: AtomicU8 = AtomicU8::new(UNKNOWN);
        const UNKNOWN: u8 = u8::MAX;
        match LEVEL.load(Ordering::Relaxed) {
            2 => Level::V4,
            1 => Level::V3,
            0 => Level::Plain,
            _ => {
                let level = Self::detect();
                LEVEL.store(level as u8, Ordering::Relaxed);
                level
            }
        }
    }

    #[cold]
    fn detect() -> Self {
        macro_rules! all { ($($f:tt)*) => { true $(&& is_x86_feature_detected!($f))* }; }
        let most = onrush_core::variables::choice(
            "ONRUSH_VECTORS",
            [("plain", Level::Plain), ("avx2", Level::V3), ("avx512", Level::V4)],
        );
        if most < Level::V3 || !all!("avx2" "fma" "bmi1" "bmi2" "lzcnt" "popcnt") {
            Level::Plain
        } else if most < Level::V4 || !all!("avx512f" "avx512bw" "avx512cd" "avx512dq" "avx512vl") {
            Level::V3
        } else {
            Level::V4
        }
    }
}

/// Defines an `unsafe fn` that is compiled for each [`Level`] and selects the machine's version at run time. After `[v4]`
/// there is none for AVX2: each version lengthens users' builds, and most of these functions gain less than a tenth from it.
///
/// The body is inlined into each version, and so are the functions it calls that are `#[inline(always)]`: the fused
/// chain is vectorised for the version's registers. With `fma` enabled `mul_add` is one instruction; `a * b + c` is
/// never contracted.
macro_rules! multiversion {
    ([v4] $($function:tt)*) => { $crate::multiversion::multiversion! { @plain $($function)* } };
    (@$v3:ident $(#[$meta:meta])* $vis:vis unsafe fn $name:ident[$($gen:tt)*]($($arg:ident: $ty:ty),* $(,)?) -> $ret:ty
     where [$($bounds:tt)*] $body:block) => {
        $(#[$meta])*
        #[inline]
        $vis unsafe fn $name<$($gen)*>($($arg: $ty),*) -> $ret where $($bounds)* {
            #[inline(always)]
            #[allow(clippy::too_many_arguments)]
            unsafe fn body<$($gen)*>($($arg: $ty),*) -> $ret where $($bounds)* $body
            // Builds without optimisation vectorise nothing; one version takes a third of the time to compile.
            #[cfg(any(debug_assertions, not(target_arch = "x86_64")))]
            // SAFETY: the caller's contract.
            return unsafe { body($($arg),*) };
            #[cfg(all(not(debug_assertions), target_arch = "x86_64"))]
            {
                #[target_feature(enable = "avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx2,fma,bmi1,bmi2,lzcnt,popcnt")]
                #[allow(clippy::too_many_arguments)]
                unsafe fn v4<$($gen)*>($($arg: $ty),*) -> $ret where $($bounds)* {
                    // SAFETY: the caller's contract.
                    unsafe { body($($arg),*) }
                }
                #[target_feature(enable = "avx2,fma,bmi1,bmi2,lzcnt,popcnt")]
                #[allow(dead_code, clippy::too_many_arguments)]
                unsafe fn v3<$($gen)*>($($arg: $ty),*) -> $ret where $($bounds)* {
                    // SAFETY: the caller's contract.
                    unsafe { body($($arg),*) }
                }
                // This version isn't inlined, since calls of the other versions would then take its stack space.
                #[inline(never)]
                #[allow(clippy::too_many_arguments)]
                unsafe fn plain<$($gen)*>($($arg: $ty),*) -> $ret where $($bounds)* {
                    // SAFETY: the caller's contract.
                    unsafe { body($($arg),*) }
                }
                match $crate::multiversion::Level::here() {
                    // SAFETY: `Level::here` has found the features on this machine; the rest is the caller's contract.
                    $crate::multiversion::Level::V4 => unsafe { v4($($arg),*) },
                    // SAFETY: `Level::here` has found the features on this machine; the rest is the caller's contract.
                    $crate::multiversion::Level::V3 => unsafe { $v3($($arg),*) },
                    // SAFETY: the caller's contract.
                    $crate::multiversion::Level::Plain => unsafe { plain($($arg),*) },
                }
            }
        }
    };
    ($($function:tt)*) => { $crate::multiversion::multiversion! { @v3 $($function)* } };
}
pub(crate) use multiversion;
