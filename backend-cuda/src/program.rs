//! Programs: what a kernel's text depends on, and the machine code that is found for it.

use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

use onrush_core::Result;
use onrush_core::lower::Piece;

use crate::Cuda;
use crate::argument::Arguments;
use crate::codegen::Entry;
use crate::driver;
use crate::jit::Key;

/// A kernel, named by the type of its arguments. Its text depends on that type and on the number of a variant (the width of
/// counts, a policy) alone, so that a program is found by these two.
pub(crate) trait BuiltinKernel: Arguments {
    /// The hand-written text.
    const PIECES: &'static [Piece];
    /// Threads of a block, `THREADS` in the text.
    const THREADS: usize;
    /// Whether the length of the first argument, a chain, may lie on the device, where the number of blocks follows from it.
    const COUNTED: bool = false;
    /// Whether the blocks take the slots of the chain in turns, so that any number of them does the work of any length.
    const TURNS: bool = false;

    /// Words of 64 bits that each block has among the tile states: `state_words` of the C++ kernel, if it has any.
    fn state_words(_variant: u32) -> usize {
        0
    }

    /// Says which C++ kernel it is, in terms of the names of the arguments' types, such as `Collect<In, Out>`; and gives `entry`
    /// what else the text needs: constants, further types.
    fn describe(variant: u32, entry: &mut Entry) -> String;
}

/// A program whose parameters are those of `K`.
pub(crate) struct Program<K> {
    kernel: Arc<driver::LoadedKernel>,
    variant: u32,
    of: PhantomData<fn(K)>,
}

impl<K> Program<K> {
    /// The machine code. Its parameters are those of `K`.
    pub(crate) fn kernel(&self) -> &Arc<driver::LoadedKernel> {
        &self.kernel
    }

    /// Whether anything in it can fail.
    pub(crate) fn fallible(&self) -> bool {
        self.kernel.fallible()
    }
}

impl<K: BuiltinKernel> Program<K> {
    /// Words of tile states for this many blocks.
    pub(crate) fn state_words(&self, blocks: usize) -> usize {
        K::state_words(self.variant) * blocks
    }
}

/// A program that a call needs.
pub(crate) struct Wanted<K> {
    variant: u32,
    of: PhantomData<fn(K)>,
}

impl<K> Clone for Wanted<K> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<K> Copy for Wanted<K> {}

/// The program of `K` of this variant.
pub(crate) fn wanted<K: BuiltinKernel>(variant: u32) -> Wanted<K> {
    Wanted { variant, of: PhantomData }
}

impl<K: BuiltinKernel> Wanted<K> {
    fn recipe(self) -> Recipe {
        Recipe { key: Key::of::<K>(self.variant), entry: Entry::of::<K> }
    }

    fn of(self, kernel: Arc<driver::LoadedKernel>) -> Program<K> {
        Program { kernel, variant: self.variant, of: PhantomData }
    }
}

/// A wanted program without its type, so that what finds and makes programs is compiled once.
#[derive(Clone, Copy)]
struct Recipe {
    key: Key,
    /// Makes the text, for a variant.
    entry: fn(u32) -> (Entry, String),
}

impl Recipe {
    fn get(&self, cuda: &Cuda) -> Result<Arc<driver::LoadedKernel>> {
        cuda.inner.programs.get(self.key, &mut || self.make(cuda))
    }

    #[cold]
    #[allow(unsafe_code)]
    fn make(&self, cuda: &Cuda) -> Result<Arc<driver::LoadedKernel>> {
        let (entry, source) = (self.entry)(self.key.variant());
        // SAFETY: the text is of our own kernels and of what `op!` and the expressions' unsafe traits answer for.
        unsafe { cuda.inner.driver.load(&source, &entry.unit, entry.can_fail()) }
    }

    /// Adds the programs that are missing, side by side, since each takes the compiler one thread.
    #[cold]
    fn make_all(recipes: &[Recipe], kernels: &mut [Option<Arc<driver::LoadedKernel>>], cuda: &Cuda) -> Result<()> {
        let mut missing: Vec<_> = recipes.iter().zip(kernels).filter(|(_, kernel)| kernel.is_none()).collect();
        if let [(recipe, kernel)] = &mut *missing {
            **kernel = Some(recipe.get(cuda)?);
            return Ok(());
        }
        let listener = &tracing::dispatcher::get_default(Clone::clone);
        std::thread::scope(|scope| {
            let threads: Vec<_> = missing
                .into_iter()
                .map(|(recipe, kernel)| {
                    let make = || tracing::dispatcher::with_default(listener, || recipe.get(cuda));
                    (recipe, kernel, std::thread::Builder::new().spawn_scoped(scope, make))
                })
                .collect();
            // All threads are joined before the first error returns.
            let made: Vec<_> = threads
                .into_iter()
                .map(|(recipe, kernel, thread)| {
                    let made = match thread {
                        Ok(thread) => thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
                        // The system refuses another thread, so this one makes the program.
                        Err(_) => recipe.get(cuda),
                    };
                    made.map(|made| *kernel = Some(made))
                })
                .collect();
            made.into_iter().collect()
        })
    }
}

/// Several programs of one call.
pub(crate) trait Several {
    type Programs;
    /// The programs. Those that are to be made are made side by side.
    fn get(self, cuda: &Cuda) -> Result<Self::Programs>;
}

macro_rules! several {
    ($(($($k:ident $i:tt),+))+) => {$(
        impl<$($k: BuiltinKernel),+> Several for ($(Wanted<$k>,)+) {
            type Programs = ($(Program<$k>,)+);
            fn get(self, cuda: &Cuda) -> Result<Self::Programs> {
                let kernels = cuda.kernels([$(self.$i.recipe()),+])?;
                let mut kernels = kernels.into_iter();
                Ok(($(self.$i.of(kernels.next().expect("a kernel for each recipe")),)+))
            }
        }
    )+};
}
several! { (A 0, B 1) (A 0, B 1, C 2) (A 0, B 1, C 2, D 3) }

impl Cuda {
    /// The program of `K` of this variant.
    pub(crate) fn program<K: BuiltinKernel>(&self, variant: u32) -> Result<Program<K>> {
        let wanted = wanted::<K>(variant);
        Ok(wanted.of(wanted.recipe().get(self)?))
    }

    /// Several programs.
    pub(crate) fn programs<S: Several>(&self, all: S) -> Result<S::Programs> {
        all.get(self)
    }

    fn kernels<const N: usize>(&self, recipes: [Recipe; N]) -> Result<[Arc<driver::LoadedKernel>; N]> {
        let mut kernels = recipes.map(|recipe| self.inner.programs.found(&recipe.key));
        if kernels.iter().any(Option::is_none) {
            Recipe::make_all(&recipes, &mut kernels, self)?;
        }
        Ok(kernels.map(|kernel| kernel.expect("all have been found or made")))
    }
}

impl<K> fmt::Debug for Program<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Program").field("kernel", &self.kernel).field("variant", &self.variant).finish()
    }
}
