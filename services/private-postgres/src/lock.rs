//! One supervisor per data directory.

use std::fs::{File, TryLockError};
use std::io::{Read, Seek, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use crate::error::PrivatePostgresError;

/// How long to wait for a supervisor that is just ending, as in a restart.
const PATIENCE: Duration = Duration::from_secs(3);

/// Held until dropped; the operating system lets go of it when we are killed.
#[derive(Debug)]
pub(crate) struct DataDirLock {
    _file: File,
}

impl DataDirLock {
    /// Blocks for at most [`PATIENCE`].
    pub(crate) fn acquire(data_dir: &Path) -> Result<Self, PrivatePostgresError> {
        let path = data_dir.join("postgres.lock");
        let mut file = File::options()
            .create(true)
            .truncate(false)
            .read(true)
            .write(true)
            .open(&path)
            .map_err(PrivatePostgresError::file("open", &path))?;
        let deadline = Instant::now() + PATIENCE;
        loop {
            match file.try_lock() {
                Ok(()) => break,
                Err(TryLockError::WouldBlock) if Instant::now() < deadline => {
                    std::thread::sleep(Duration::from_millis(20));
                }
                Err(TryLockError::WouldBlock) => {
                    return Err(PrivatePostgresError::AlreadyRunning {
                        data_dir: data_dir.to_path_buf(),
                        holder: holder(&mut file),
                    });
                }
                Err(TryLockError::Error(source)) => {
                    return Err(PrivatePostgresError::file("lock", &path)(source));
                }
            }
        }
        // Only for the message of whoever comes second: not worth failing for.
        let _ = write_holder(&mut file);
        Ok(Self { _file: file })
    }
}

fn write_holder(file: &mut File) -> std::io::Result<()> {
    file.set_len(0)?;
    file.rewind()?;
    writeln!(file, "{}", std::process::id())
}

fn holder(file: &mut File) -> Option<u32> {
    let mut text = String::new();
    file.read_to_string(&mut text).ok()?;
    text.trim().parse().ok()
}
