/// Makes a test of each case on each machine: `suites! { file { cases; long cases } … }`, where `file` is a module beside it,
/// and a case is a function of it that is generic over the backend.
///
/// Long cases stand behind a semicolon. On a machine that is another one with more or fewer threads, and in plain loops, they repeat
/// what they show there, and so does every case on as many threads as the machine has: these are ignored. `.ci/long` runs them.
///
/// `--cfg onrush_one_suite` leaves three threads of the CPU alone, because sanitizers take long to compile. If `SUITE_CASES` lists
/// cases, as `file::case`, when it compiles, code is generated for these alone, and all others fail.
#[macro_export]
macro_rules! suites {
    (@of $name:ident, $machine:expr, $short:tt, $long:tt; $($(#[$cfg:meta])* $file:ident {
        $($case:ident)* $(; $($large:ident)*)?
    })*) => {
        mod $name {$(
            $(#[$cfg])*
            mod $file {
                $($crate::suites! { @case $short $machine, $file::$case })*
                $($($crate::suites! { @case $long $machine, $file::$large })*)?
            }
        )*}
    };
    (@case [$($attribute:tt)*] $machine:expr, $file:ident::$case:ident) => {
        #[test]
        $($attribute)*
        fn $case() -> onrush::Result<()> {
            // A condition of a constant: rustc generates no code for what follows if it is false.
            if !const { $crate::is_listed(option_env!("SUITE_CASES"), concat!(stringify!($file), "::", stringify!($case))) } {
                panic!("this case isn't one of those that SUITE_CASES listed");
            }
            match $machine? {
                Some(machine) => super::super::$file::$case::<$crate::Tested>(&machine),
                None => Ok(()),
            }
        }
    };
    ($($cases:tt)*) => {
        $crate::suites! { @of three_threads, $crate::machines::threads(3), [], []; $($cases)* }
        #[cfg(not(onrush_one_suite))]
        $crate::suites! { @of emulated, $crate::machines::emulated(), [], []; $($cases)* }
        #[cfg(not(onrush_one_suite))]
        $crate::suites! { @of cuda, $crate::machines::gpu(), [], []; $($cases)* }
        #[cfg(not(onrush_one_suite))]
        $crate::suites! { @of one_thread, $crate::machines::threads(1), [], [#[ignore = "repeats at length"]]; $($cases)* }
        #[cfg(not(onrush_one_suite))]
        $crate::suites! { @of eight_threads, $crate::machines::threads(8), [], [#[ignore = "repeats at length"]]; $($cases)* }
        #[cfg(not(onrush_one_suite))]
        $crate::suites! {
            @of every_thread, $crate::machines::cpu(), [#[ignore = "repeats others"]], [#[ignore = "repeats at length"]]; $($cases)*
        }
        #[cfg(not(onrush_one_suite))]
        $crate::suites! { @of sequential, $crate::machines::sequential(), [], [#[ignore = "repeats at length"]]; $($cases)* }
    };
}

/// Whether a name stands in a list, between spaces. Without a list, every name does.
pub const fn is_listed(list: Option<&str>, name: &str) -> bool {
    let Some(list) = list else { return true };
    let (list, name) = (list.as_bytes(), name.as_bytes());
    let mut at = 0;
    while at < list.len() {
        let mut same = 0;
        while same < name.len() && at + same < list.len() && list[at + same] == name[same] {
            same += 1;
        }
        at += same;
        if same == name.len() && (at == list.len() || list[at] == b' ') {
            return true;
        }
        while at < list.len() && list[at] != b' ' {
            at += 1;
        }
        at += 1;
    }
    false
}

#[test]
fn names_are_listed_whole() {
    for list in [Some("b::a a::b"), Some("a::b b::a"), Some("a::bc a::b"), None] {
        assert!(is_listed(list, "a::b"));
    }
    for list in ["", "a::bc", "a::", "b a::", "a::b_c x::a::b"] {
        assert!(!is_listed(Some(list), "a::b"), "{list}");
    }
}
