//! Large pages for the host's memory. A thread that writes fresh memory waits for the system to clear each page and to enter it in
//! the page table: 64 MiB take 17 ms by pages of 4 KiB, 4 ms by large ones, and several threads hinder each other less.

/// A large page on x86-64 and on most AArch64 systems.
pub const LARGE_PAGE: usize = 2 << 20;

/// Asks the system for large pages where whole ones lie between two addresses, for their next first writes. It is advice: no byte
/// changes, whomever the memory belongs to, and a system that doesn't know it, or refuses it, does without.
pub fn advise(start: *const u8, bytes: usize) {
    let first = start.addr().next_multiple_of(LARGE_PAGE);
    let whole = (start.addr() + bytes).saturating_sub(first) & !(LARGE_PAGE - 1);
    if whole > 0 {
        system::advise(start.with_addr(first), whole);
    }
}

#[cfg(all(target_os = "linux", not(miri)))]
mod system {
    #[allow(unsafe_code)]
    pub(super) fn advise(start: *const u8, bytes: usize) {
        // SAFETY: MADV_HUGEPAGE changes no byte and unmaps nothing; addresses that aren't mapped are refused.
        unsafe { libc::madvise(start.cast_mut().cast(), bytes, libc::MADV_HUGEPAGE) };
    }
}

#[cfg(not(all(target_os = "linux", not(miri))))]
mod system {
    pub(super) fn advise(_: *const u8, _: usize) {}
}

#[cfg(test)]
mod tests {
    use super::{LARGE_PAGE, advise};

    #[test]
    fn advice_changes_nothing() {
        let mut memory = vec![7u8; 3 * LARGE_PAGE + 5];
        for (from, to) in [(0, 0), (0, 5), (1, LARGE_PAGE), (3, memory.len()), (0, memory.len())] {
            let part = &mut memory[from..to];
            advise(part.as_ptr(), part.len());
        }
        advise(std::ptr::null(), 0);
        assert!(memory.iter().all(|b| *b == 7));
    }
}
