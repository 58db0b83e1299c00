use onrush::Result;

use crate::Tested;

/// Runs a program on every backend: CPUs with one and several threads, the emulated device, and a GPU if there is one.
#[macro_export]
macro_rules! everywhere {
    ($($name:ident)*) => {$(
        mod $name {
            use $crate::{machines, on};

            #[test]
            fn on_a_cpu() -> onrush::Result<()> {
                [1, 2, 8].into_iter().try_for_each(|threads| on(machines::threads(threads)?, super::$name))
            }
            #[test]
            fn on_the_emulated_device() -> onrush::Result<()> {
                on(machines::emulated()?, super::$name)
            }
            #[test]
            fn on_a_gpu() -> onrush::Result<()> {
                on(machines::gpu()?, super::$name)
            }
        }
    )*};
}

/// Runs a program on a machine, if there is one.
pub fn on(machine: Option<Tested>, program: impl FnOnce(&Tested) -> Result<()>) -> Result<()> {
    machine.map_or(Ok(()), |machine| program(&machine))
}
