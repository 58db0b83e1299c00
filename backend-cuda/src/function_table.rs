//! Tables of the C functions of libraries that are found at run time.

use std::fmt;

use libloading::Library;

/// A library that lacks a function.
#[derive(Debug)]
pub(crate) struct Missing {
    pub(crate) function: &'static str,
    reason: libloading::Error,
}

impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.reason.fmt(f)
    }
}

/// The address of a library's function.
///
/// # Safety
///
/// The library's function of this name, if it has one, is an `F`.
#[allow(unsafe_code)]
pub(crate) unsafe fn symbol<'a, F>(
    library: &'a Library,
    function: &'static str,
) -> Result<libloading::Symbol<'a, F>, Missing> {
    // SAFETY: the caller keeps the contract of this function.
    unsafe { library.get(function.as_bytes()) }.map_err(|reason| Missing { function, reason })
}

/// Declares a struct of function pointers, one for each function.
macro_rules! function_table {
    (
        $(#[$docs:meta])*
        $visibility:vis struct $table:ident: $abi:literal;
        $($name:ident($($ty:ty),* $(,)?) -> $result:ty;)+
    ) => {
        $(#[$docs])*
        #[allow(non_snake_case)]
        $visibility struct $table {
            $($visibility $name: unsafe extern $abi fn($($ty),*) -> $result,)+
        }

        impl $table {
            /// The functions of a library.
            ///
            /// # Safety
            ///
            /// Its functions of these names have these signatures. It stays loaded while they are called.
            unsafe fn of(library: &libloading::Library) -> Result<Self, $crate::function_table::Missing> {
                // SAFETY: the caller keeps the contract of this function.
                Ok($table { $($name: unsafe { *$crate::function_table::symbol(library, stringify!($name))? },)+ })
            }
        }
    };
}
pub(crate) use function_table;
