//! The CUDA backend of onrush.
//!
//! # Environment
//!
//! | variable | meaning |
//! |---|---|
//! | `ONRUSH_CACHE` | the folder of compiled programs; empty: none. The default is `onrush` in the user's folder for caches. It can be filled on one machine and shipped to others, which then need no NVRTC |
//! | `ONRUSH_DUMP` | a folder to which every program's source is written |
//! | `ONRUSH_NVRTC` | NVRTC's library, where it isn't found |
//! | `ONRUSH_CXX` | the emulated device's compiler; the default is `c++` |
//! | `ONRUSH_EMULATED_SEED` | the seed of the emulated device's scheduler; 0, the default, is an orderly one |
//! | `ONRUSH_EMULATED_SANITIZE` | sanitizers for the emulated device, such as `address,undefined`; AddressSanitizer's library must be preloaded: `LD_PRELOAD=$(g++ -print-file-name=libasan.so)` |

#[doc(hidden)]
pub mod driver;
pub mod jit;
