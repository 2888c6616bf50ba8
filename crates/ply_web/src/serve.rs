//! Answers on a socket until it is told to end.

use std::io;
use std::net::TcpListener;

use crate::config::Config;
use crate::routes::app;

/// Answers on a socket until `end` is done. Then everything ends at once: open streams are cut, thoughts are dropped.
pub fn serve(listener: TcpListener, config: Config, end: impl Future<Output = ()>) -> io::Result<()> {
    listener.set_nonblocking(true)?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let served = runtime.block_on(async {
        let listener = tokio::net::TcpListener::from_std(listener)?;
        tokio::select! {
            served = axum::serve(listener, app(config)).into_future() => served,
            () = end => Ok(()),
        }
    });
    runtime.shutdown_background();
    served
}
