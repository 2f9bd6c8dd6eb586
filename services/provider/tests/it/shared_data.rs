//! Data that nobody in the project wrote, and that is not in the repository.

use std::path::{Path, PathBuf};

/// A folder of the shared data, or a clear word that it is not there.
#[allow(clippy::disallowed_methods, reason = "tests find their data by the environment")]
pub fn data(folder: &str) -> Option<PathBuf> {
    let default = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    let root = std::env::var_os("SHARED_DATA").map_or(default, PathBuf::from);
    let path = root.join(folder);
    if path.is_dir() {
        return Some(path);
    }
    println!("NOT TESTED: no {folder} in SHARED_DATA");
    None
}
