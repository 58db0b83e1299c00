//! Programs compiled ahead, on a machine without a GPU.

use std::path::PathBuf;

use onrush_core::{ErrorKind, Result};

use crate::Cuda;
use crate::driver::{Driver, ProgramHook, Settings};
use crate::jit::{self, Cache};

impl Cuda {
    /// Runs chains on the [emulated device](Self::emulated), and compiles each of their programs for the GPUs of
    /// `architectures` (such as `sm_90`) into `folder`.
    ///
    /// Ship the folder, and let `ONRUSH_CACHE` name it: the target machine then needs a driver and no compiler, and the folder
    /// may be read-only there. The folder must belong to the user that runs the programs, or to root, and no other user may be
    /// able to write it. If the target machine has an NVRTC, it must be the build that compiled the programs.
    ///
    /// A program's text depends on the types of a chain and on the version of this crate, not on data. Of lengths it depends
    /// only on whether they need more than 32 bits. Sorts, scatters and histograms have programs for few and for many items
    /// or bins; all of these are compiled here. Programs that the folder lacks are compiled when they are needed, if there is
    /// an NVRTC.
    ///
    /// A machine with a GPU needs no warming: each run adds the programs that its lengths need to the cache that
    /// `ONRUSH_CACHE` names.
    ///
    /// # Cost
    ///
    /// Per program about 0.3 s of the host's C++ compiler, unless its own cache has it, and 0.1 to 0.5 s of NVRTC for each
    /// architecture, unless the folder has it. The chains run at the emulated device's speed, so use short ones.
    ///
    /// # Errors
    ///
    /// Those of `chains`; if NVRTC or the C++ compiler is missing; if the folder can't be written.
    ///
    /// # Examples
    ///
    /// ```no_run
    /// use onrush_core::{Backend, Result};
    /// use onrush_cuda::Cuda;
    ///
    /// fn pipeline<B: Backend>(device: &B) -> Result<u64> {
    ///     device.range(0u64..1000).sum()
    /// }
    ///
    /// # fn main() -> Result<()> {
    /// let sum = Cuda::warm("target/programs", &["sm_80", "sm_90"], pipeline)?;
    /// assert_eq!(sum, 499_500);
    /// # Ok(())
    /// # }
    /// ```
    pub fn warm<T>(
        folder: impl Into<PathBuf>,
        architectures: &[&str],
        chains: impl FnOnce(&Cuda) -> Result<T>,
    ) -> Result<T> {
        let folder = folder.into();
        let cache = Cache::at(&folder);
        let architectures: Vec<String> = architectures.iter().map(|&arch| arch.to_owned()).collect();
        let seen = ProgramHook::by(move |source, sites| {
            for arch in &architectures {
                jit::code(source, arch, &cache).map_err(|e| e.with_sites(sites))?;
                if jit::find(source, arch, &cache).is_none() {
                    let message = format!("programs can't be kept in {}", folder.display());
                    return Err(ErrorKind::Device { device: "cache".into(), message }.into());
                }
            }
            Ok(())
        });
        chains(&Cuda::of(Driver::emulated(Settings { seen, ..Settings::default() })))
    }
}
