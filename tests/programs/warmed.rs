//! Programs that are compiled ahead by `Cuda::warm`.

use std::path::{Path, PathBuf};

use onrush::Result;
use onrush::prelude::*;
use onrush_cuda::Cuda;

use crate::{emulated, nvrtc};

fn chains(device: &Cuda) -> Result<u32> {
    let mut x = device.range(0u32..100).map(op!(|i: u32| 99 - i)).collect()?;
    x.sort()?;
    x.iter().filter(op!(|v: u32| v % 2 == 0)).sum()
}

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    folder
}

#[test]
fn a_folder_is_filled_for_each_architecture() -> Result<()> {
    if !emulated() || !nvrtc() {
        return Ok(());
    }
    let folder = folder("warmed");
    let mut loads = 0;
    let sum = Cuda::warm(&folder, &["sm_80", "sm_90"], |device| {
        let sum = chains(device);
        loads = device.driver().loads() as usize;
        sum
    })?;
    assert_eq!(sum, 2450, "the chains' answers are true");
    let files = || -> Vec<_> { std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect() };
    let modified = || -> Vec<_> { files().iter().map(|file| file.metadata().unwrap().modified().unwrap()).collect() };
    assert_eq!(files().len(), 2 * loads);
    assert!(files().iter().all(|file| std::fs::read(file).unwrap().starts_with(b"\x7fELF")));
    let before = modified();
    Cuda::warm(&folder, &["sm_90"], chains)?;
    assert_eq!(modified(), before, "what is there isn't compiled again");
    Ok(())
}

#[test]
fn one_length_stands_for_all() -> Result<()> {
    if !emulated() || !nvrtc() {
        return Ok(());
    }
    let sorts = |n: u32| {
        move |device: &Cuda| {
            let falling = || device.range(0..n).map(op!(|i: u32| !i)).collect();
            let (mut x, mut y, mut keys, mut values) = (falling()?, falling()?, falling()?, falling()?);
            x.sort()?;
            y.sort_by(op!(|a: u32, b: u32| a < b))?;
            keys.iter().map(op!(|x: u32| !x as usize)).histogram(n as usize).collect()?;
            sort_by_key(&mut keys, &mut values)
        }
    };
    let folder = folder("lengths");
    Cuda::warm(&folder, &["sm_90"], sorts(100))?;
    let files = || std::fs::read_dir(&folder).unwrap().count();
    let before = files();
    for n in [1000, 12_000, 40_000] {
        Cuda::warm(&folder, &["sm_90"], sorts(n))?;
    }
    assert_eq!(files(), before);
    Ok(())
}

#[test]
fn a_folder_that_cannot_be_is_an_error() {
    if !emulated() || !nvrtc() {
        return;
    }
    let file = folder("no-folder");
    std::fs::write(&file, "").unwrap();
    let error = Cuda::warm(&file, &["sm_90"], chains).unwrap_err().to_string();
    assert!(
        error.starts_with("cache: programs can't be kept in ") && error.contains("no-folder, in the call at "),
        "{error}"
    );
    std::fs::remove_file(&file).unwrap();
}

#[test]
fn an_architecture_that_is_none_is_an_error() {
    if !emulated() || !nvrtc() {
        return;
    }
    let error = Cuda::warm(folder("warmed-for-none"), &["sm_1"], chains).unwrap_err().to_string();
    assert!(error.contains("invalid value for --gpu-architecture"), "{error}");
}
