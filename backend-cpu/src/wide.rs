//! Kernels for the vector registers that the machine has, chosen at run time: builds for plain x86-64 are as fast as
//! builds for the machine itself.

/// What the machine's vector registers can do.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd)]
pub(crate) enum Level {
    /// What the build assumes.
    Plain,
    /// AVX2: 256 bits.
    #[cfg(target_arch = "x86_64")]
    V3,
    /// AVX-512: 512 bits.
    #[cfg(target_arch = "x86_64")]
    V4,
}

impl Level {
    /// This machine's level.
    #[inline]
    pub(crate) fn here() -> Self {
        #[cfg(target_arch = "x86_64")]
        {
            use std::sync::atomic::{AtomicU8, Ordering};
            // Asking for a dozen features costs as much as a reduction of a hundred items.
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
        #[cfg(not(target_arch = "x86_64"))]
        Level::Plain
    }

    #[cfg(target_arch = "x86_64")]
    #[cold]
    fn detect() -> Self {
        macro_rules! all { ($($f:tt)*) => { true $(&& is_x86_feature_detected!($f))* }; }
        let most = Self::allowed();
        if most < Level::V3 || !all!("avx2" "fma" "bmi1" "bmi2" "lzcnt" "popcnt") {
            Level::Plain
        } else if most < Level::V4 || !all!("avx512f" "avx512bw" "avx512cd" "avx512dq" "avx512vl") {
            Level::V3
        } else {
            Level::V4
        }
    }

    /// The most that `ONRUSH_VECTORS` allows.
    #[cfg(target_arch = "x86_64")]
    fn allowed() -> Self {
        match std::env::var("ONRUSH_VECTORS").as_deref() {
            Ok("plain") => Level::Plain,
            Ok("avx2") => Level::V3,
            _ => Level::V4,
        }
    }
}

/// Defines an `unsafe fn` that is compiled for each [`Level`] and picks its own at run time.
///
/// The body is inlined into each version, and so is what it calls `#[inline(always)]`: the fused chain is vectorised for
/// the version's registers. Enabling `fma` lets `mul_add` be one instruction; it never contracts `a * b + c`.
macro_rules! wide {
    ($(#[$meta:meta])* $vis:vis unsafe fn $name:ident[$($gen:tt)*]($($arg:ident: $ty:ty),* $(,)?) -> $ret:ty
     where [$($bounds:tt)*] $body:block) => {
        $(#[$meta])*
        #[inline]
        $vis unsafe fn $name<$($gen)*>($($arg: $ty),*) -> $ret where $($bounds)* {
            #[inline(always)]
            #[allow(clippy::too_many_arguments)]
            unsafe fn body<$($gen)*>($($arg: $ty),*) -> $ret where $($bounds)* $body
            // Builds without optimisation vectorise nothing, and compile a third as much.
            #[cfg(any(debug_assertions, not(target_arch = "x86_64")))]
            // SAFETY: the caller's promise.
            return unsafe { body($($arg),*) };
            #[cfg(all(not(debug_assertions), target_arch = "x86_64"))]
            {
                #[target_feature(enable = "avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx2,fma,bmi1,bmi2,lzcnt,popcnt")]
                #[allow(clippy::too_many_arguments)]
                unsafe fn v4<$($gen)*>($($arg: $ty),*) -> $ret where $($bounds)* {
                    // SAFETY: the caller's promise.
                    unsafe { body($($arg),*) }
                }
                #[target_feature(enable = "avx2,fma,bmi1,bmi2,lzcnt,popcnt")]
                #[allow(clippy::too_many_arguments)]
                unsafe fn v3<$($gen)*>($($arg: $ty),*) -> $ret where $($bounds)* {
                    // SAFETY: the caller's promise.
                    unsafe { body($($arg),*) }
                }
                // Not inlined either: what it needs of the stack, a call of another version would have to reach for, too.
                #[inline(never)]
                #[allow(clippy::too_many_arguments)]
                unsafe fn plain<$($gen)*>($($arg: $ty),*) -> $ret where $($bounds)* {
                    // SAFETY: the caller's promise.
                    unsafe { body($($arg),*) }
                }
                match $crate::wide::Level::here() {
                    // SAFETY: the machine has the features; the rest is the caller's promise.
                    $crate::wide::Level::V4 => unsafe { v4($($arg),*) },
                    // SAFETY: as above.
                    $crate::wide::Level::V3 => unsafe { v3($($arg),*) },
                    // SAFETY: as above.
                    $crate::wide::Level::Plain => unsafe { plain($($arg),*) },
                }
            }
        }
    };
}
pub(crate) use wide;
