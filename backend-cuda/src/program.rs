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

/// A kernel, named by the type of its arguments. Its text depends on that type and on the number of a variant (the width of
/// counts, a policy) alone, so that a program is found by these two.
pub(crate) trait Kernel: Arguments {
    /// The hand-written text.
    const PIECES: &'static [Piece];
    /// Threads of a block, `THREADS` in the text.
    const THREADS: usize;

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
    kernel: Arc<driver::Kernel>,
    variant: u32,
    of: PhantomData<fn(K)>,
}

impl<K> Program<K> {
    /// The machine code. Its parameters are those of `K`.
    pub(crate) fn kernel(&self) -> &Arc<driver::Kernel> {
        &self.kernel
    }

    /// Whether anything in it can fail.
    pub(crate) fn fallible(&self) -> bool {
        self.kernel.fallible()
    }
}

impl<K: Kernel> Program<K> {
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
pub(crate) fn wanted<K: Kernel>(variant: u32) -> Wanted<K> {
    Wanted { variant, of: PhantomData }
}

impl<K: Kernel> Wanted<K> {
    fn found(&self, cuda: &Cuda) -> Option<Program<K>> {
        let kernel = (*cuda.inner.programs.found::<K>(self.variant)?).clone();
        Some(Program { kernel, variant: self.variant, of: PhantomData })
    }

    fn get(&self, cuda: &Cuda) -> Result<Program<K>> {
        let kernel = cuda.inner.programs.get::<K, onrush_core::Error>(self.variant, || self.make(cuda))?;
        Ok(Program { kernel: (*kernel).clone(), variant: self.variant, of: PhantomData })
    }

    #[cold]
    #[allow(unsafe_code)]
    fn make(&self, cuda: &Cuda) -> Result<Arc<driver::Kernel>> {
        let (entry, source) = Entry::of::<K>(self.variant);
        // SAFETY: the text is of our own kernels and of what `op!` and the expressions' unsafe traits answer for.
        unsafe { cuda.inner.driver.load(&source, entry.unit.sites(), entry.can_fail()) }
    }
}

/// Several programs of one call.
pub(crate) trait Several {
    type Programs;
    /// The programs. Those that are to be made are made side by side, since each takes the compiler one thread.
    fn get(self, cuda: &Cuda) -> Result<Self::Programs>;
}

macro_rules! several {
    ($(($($k:ident $i:tt),+))+) => {$(
        impl<$($k: Kernel),+> Several for ($(Wanted<$k>,)+) {
            type Programs = ($(Program<$k>,)+);
            fn get(self, cuda: &Cuda) -> Result<Self::Programs> {
                let found = ($(self.$i.found(cuda),)+);
                let missing = [$(found.$i.is_none()),+].into_iter().filter(|missing| *missing).count();
                if missing < 2 {
                    return Ok(($(match found.$i {
                        Some(program) => program,
                        None => self.$i.get(cuda)?,
                    },)+));
                }
                let listener = &tracing::dispatcher::get_default(Clone::clone);
                std::thread::scope(|scope| {
                    let threads = ($(std::thread::Builder::new().spawn_scoped(scope, || {
                        tracing::dispatcher::with_default(listener, || self.$i.get(cuda))
                    }),)+);
                    let made = ($(match threads.$i {
                        Ok(thread) => thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
                        // The machine has no thread to give.
                        Err(_) => self.$i.get(cuda),
                    },)+);
                    Ok(($(made.$i?,)+))
                })
            }
        }
    )+};
}
several! { (A 0, B 1) (A 0, B 1, C 2) (A 0, B 1, C 2, D 3) }

impl Cuda {
    /// The program of `K` of this variant.
    pub(crate) fn program<K: Kernel>(&self, variant: u32) -> Result<Program<K>> {
        wanted::<K>(variant).get(self)
    }

    /// Several programs.
    pub(crate) fn programs<S: Several>(&self, all: S) -> Result<S::Programs> {
        all.get(self)
    }
}

impl<K> fmt::Debug for Program<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Program").field("kernel", &self.kernel).field("variant", &self.variant).finish()
    }
}
