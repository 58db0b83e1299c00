//! The threads that share the work of calls, and the token that cancels it.

use std::sync::Arc;

use onrush_core::{CancellationToken, ErrorKind, Result, fault};

/// The threads that share the work, and the token that cancels it: rayon's current pool without one, or something else.
#[derive(Clone, Debug)]
pub(crate) struct Pool(Option<Arc<Special>>);

#[derive(Debug)]
enum Special {
    /// A pool of our own.
    Own(rayon::ThreadPool),
    /// A pool without a token, and a token.
    Cancelled(Pool, CancellationToken),
}

impl Drop for Pool {
    /// Drops the threads by value: a call that took the pool's address would keep every chain that holds the pool in
    /// memory, and copy it there from adaptor to adaptor.
    #[inline]
    fn drop(&mut self) {
        #[cold]
        #[inline(never)]
        fn give_up(threads: Arc<Special>) {
            drop(threads);
        }
        if let Some(threads) = self.0.take() {
            give_up(threads);
        }
    }
}

impl Pool {
    /// rayon's pool: the one that the caller runs in, or the global one.
    pub(crate) fn current() -> Self {
        Pool(None)
    }

    /// A pool of its own with this many threads, the calling one among them.
    pub(crate) fn with_threads(threads: usize) -> std::result::Result<Self, rayon::ThreadPoolBuildError> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
        // A thread that started during a later call would ask for its memory then, and end the process if that is refused.
        pool.broadcast(|_| ());
        Ok(Pool(Some(Arc::new(Special::Own(pool)))))
    }

    /// The same threads, whose work the token cancels.
    pub(crate) fn cancelled_by(&self, token: &CancellationToken) -> Self {
        Pool(Some(Arc::new(Special::Cancelled(self.uncancelled().clone(), token.clone()))))
    }

    /// The same threads without a token.
    pub(crate) fn uncancelled(&self) -> &Self {
        match self.0.as_deref() {
            Some(Special::Cancelled(pool, _)) => pool,
            _ => self,
        }
    }

    #[inline(always)]
    pub(crate) fn token(&self) -> Option<&CancellationToken> {
        match self.0.as_deref() {
            Some(Special::Cancelled(_, token)) => Some(token),
            _ => None,
        }
    }

    /// Whether the work is cancelled.
    pub(crate) fn is_cancelled(&self) -> bool {
        self.token().is_some_and(CancellationToken::is_cancelled)
    }

    /// Refuses a call that is cancelled.
    #[inline(always)]
    pub(crate) fn admit(&self) -> Result<()> {
        #[cold]
        #[inline(never)]
        fn ask(token: &CancellationToken) -> Result<()> {
            if token.is_cancelled() { Err(ErrorKind::Cancelled.into()) } else { Ok(()) }
        }
        self.token().map_or(Ok(()), ask)
    }

    /// Raises the error of work that is cancelled.
    #[inline(always)]
    pub(crate) fn check(&self) {
        check(self.token());
    }

    /// Whether one thread does all work, which may be taken as a whole: nothing asks a token meanwhile.
    pub(crate) fn is_alone(&self) -> bool {
        self.threads() == 1 && self.token().is_none()
    }

    /// The number of threads that share the work.
    pub(crate) fn threads(&self) -> usize {
        match self.0.as_deref() {
            None => rayon::current_num_threads(),
            Some(Special::Own(pool)) => pool.current_num_threads(),
            Some(Special::Cancelled(pool, _)) => pool.threads(),
        }
    }

    /// Hands a job to the threads.
    pub(crate) fn spawn(&self, job: impl FnOnce() + Send + 'static) {
        match self.0.as_deref() {
            None => rayon::spawn(job),
            Some(Special::Own(pool)) => pool.spawn(job),
            Some(Special::Cancelled(pool, _)) => pool.spawn(job),
        }
    }
}

/// Raises the error of work that this token has cancelled.
#[inline(always)]
pub(crate) fn check(token: Option<&CancellationToken>) {
    if token.is_some_and(CancellationToken::is_cancelled) {
        fault::raise(ErrorKind::Cancelled);
    }
}
