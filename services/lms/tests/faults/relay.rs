//! A way to a server on which, from some moment on, nothing arrives any more, and whose sockets all stay open: as when a
//! laptop is shut, or a tunnel begins.

use std::future::pending;

use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

/// The way; it is there until the test ends.
pub struct Relay {
    pub url: String,
    silent: watch::Sender<bool>,
}

impl Relay {
    /// A way to the server at this address, `http://127.0.0.1:1234`.
    pub async fn to(url: &str) -> Self {
        let server = url.strip_prefix("http://").unwrap().to_owned();
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let (silent, is_silent) = watch::channel(false);
        tokio::spawn(async move {
            while let Ok((page, _)) = listener.accept().await {
                let server = TcpStream::connect(&server).await.unwrap();
                tokio::spawn(carry(page, server, is_silent.clone()));
            }
        });
        Self { url, silent }
    }

    /// Nothing arrives any more.
    pub fn go_silent(&self) {
        self.silent.send_replace(true);
    }
}

async fn carry(mut page: TcpStream, mut server: TcpStream, mut is_silent: watch::Receiver<bool>) {
    let fell_silent = tokio::select! {
        _ = copy_bidirectional(&mut page, &mut server) => false,
        silent = async { is_silent.wait_for(|silent| *silent).await.is_ok() } => silent,
    };
    if fell_silent {
        // Neither end is told: their sockets stay as they are.
        pending::<()>().await;
    }
}
