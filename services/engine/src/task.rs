//! The one place where tasks are started.

use std::future::Future;

use tokio::task::JoinHandle;

/// Runs a future on the server's runtime, whatever becomes of the request that asked for it.
#[allow(clippy::disallowed_methods, reason = "this is the home of spawned tasks")]
pub fn spawn<F>(future: F) -> JoinHandle<F::Output>
where
    F: Future + Send + 'static,
    F::Output: Send + 'static,
{
    tokio::spawn(future)
}
