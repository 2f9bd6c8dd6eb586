//! HTTP/1.1 as a load client needs it: one connection, kept alive, bodies in pieces as they come. A client
//! that costs more than the server measures itself.

use std::io;
use std::net::SocketAddr;

use serde_json::Value;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

/// A connection to a server.
pub struct Connection {
    stream: TcpStream,
    /// What came and was not decoded yet, and how much of it was.
    inbox: Vec<u8>,
    read: usize,
    body: Body,
}

/// How much of a response's body is to come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Body {
    Over,
    /// So many bytes.
    Length(usize),
    /// The size of a chunk comes next.
    ChunkSize,
    /// So many bytes of a chunk, its line end included.
    Chunk(usize),
}

impl Connection {
    pub async fn open(address: SocketAddr) -> io::Result<Self> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        Ok(Self { stream, inbox: Vec::new(), read: 0, body: Body::Over })
    }

    /// Sends a request and gives the status of its response; the body is to be read with [`Self::piece`].
    pub async fn send(
        &mut self,
        method: &str,
        path: &str,
        token: Option<&str>,
        body: &str,
    ) -> io::Result<u16> {
        let bearer = token.map(|token| format!("authorization: Bearer {token}\r\n")).unwrap_or_default();
        let head = format!(
            "{method} {path} HTTP/1.1\r\nhost: load\r\n{bearer}content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
            body.len()
        );
        self.stream.write_all(head.as_bytes()).await?;
        loop {
            if let Some((status, kind, length)) = head_of(&self.inbox[self.read..])? {
                self.read += length;
                self.body = kind;
                return Ok(status);
            }
            self.fill().await?;
        }
    }

    /// The body's next bytes go to `out`; false at its end.
    pub async fn piece(&mut self, out: &mut Vec<u8>) -> io::Result<bool> {
        let before = out.len();
        while self.body != Body::Over {
            while self.decode(out)? {}
            if out.len() > before {
                return Ok(true);
            }
            if self.body != Body::Over {
                self.fill().await?;
            }
        }
        Ok(out.len() > before)
    }

    /// A request with its whole answer.
    pub async fn call(
        &mut self,
        method: &str,
        path: &str,
        token: Option<&str>,
        body: &str,
    ) -> io::Result<(u16, Value)> {
        let status = self.send(method, path, token, body).await?;
        let mut all = Vec::new();
        while self.piece(&mut all).await? {}
        Ok((status, serde_json::from_slice(&all).unwrap_or_default()))
    }

    /// Decodes one step; false when more has to come first.
    fn decode(&mut self, out: &mut Vec<u8>) -> io::Result<bool> {
        let bytes = &self.inbox[self.read..];
        match self.body {
            Body::Over => return Ok(false),
            Body::Length(left) => {
                let taken = left.min(bytes.len());
                out.extend_from_slice(&bytes[..taken]);
                self.read += taken;
                self.body = if taken == left { Body::Over } else { Body::Length(left - taken) };
                return Ok(taken > 0);
            }
            Body::ChunkSize => {
                let Ok(httparse::Status::Complete((start, size))) = httparse::parse_chunk_size(bytes) else {
                    return Ok(false);
                };
                let size = usize::try_from(size).map_err(io::Error::other)?;
                if size > 0 {
                    self.read += start;
                    self.body = Body::Chunk(size + 2);
                } else if bytes.len() >= start + 2 {
                    self.read += start + 2;
                    self.body = Body::Over;
                } else {
                    return Ok(false);
                }
            }
            Body::Chunk(left) => {
                let taken = left.min(bytes.len());
                out.extend_from_slice(&bytes[..taken.min(left.saturating_sub(2))]);
                self.read += taken;
                self.body = if taken == left { Body::ChunkSize } else { Body::Chunk(left - taken) };
                return Ok(taken > 0);
            }
        }
        Ok(true)
    }

    async fn fill(&mut self) -> io::Result<()> {
        self.inbox.drain(..self.read);
        self.read = 0;
        match self.stream.read_buf(&mut self.inbox).await? {
            0 => Err(io::ErrorKind::UnexpectedEof.into()),
            _ => Ok(()),
        }
    }
}

/// Status, body and length of the head at the start of these bytes, once it is whole.
fn head_of(bytes: &[u8]) -> io::Result<Option<(u16, Body, usize)>> {
    let mut headers = [httparse::EMPTY_HEADER; 64];
    let mut head = httparse::Response::new(&mut headers);
    let httparse::Status::Complete(length) = head.parse(bytes).map_err(io::Error::other)? else {
        return Ok(None);
    };
    let value = |name: &str| {
        let header = head.headers.iter().find(|header| header.name.eq_ignore_ascii_case(name))?;
        std::str::from_utf8(header.value).ok()
    };
    let body = match value("content-length").and_then(|length| length.trim().parse().ok()) {
        Some(0) => Body::Over,
        Some(length) => Body::Length(length),
        None if value("transfer-encoding").is_some() => Body::ChunkSize,
        None => Body::Over,
    };
    Ok(Some((head.code.unwrap_or(0), body, length)))
}
