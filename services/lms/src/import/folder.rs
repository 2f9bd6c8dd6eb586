//! A course folder, read from the disk or carried by the binary.

use std::fs;
use std::path::Path;

use super::page::Unreadable;
use super::summary::Skipped;

/// A file of a course folder.
#[derive(Clone, Debug)]
pub(super) struct SourceFile {
    /// Path in the folder, with slashes.
    pub(super) path: String,
    pub(super) bytes: Vec<u8>,
}

/// All Markdown and TOML files of a course, in no particular order.
#[derive(Clone, Debug, Default)]
pub struct CourseFolder {
    pub(super) files: Vec<SourceFile>,
    pub(super) skipped: Vec<Skipped>,
}

impl CourseFolder {
    /// Takes files that are already in memory: path and content.
    pub fn from_files<'a>(files: impl IntoIterator<Item = (&'a str, &'a [u8])>) -> Self {
        let files = files
            .into_iter()
            .filter(|(path, _)| wanted(path))
            .map(|(path, bytes)| SourceFile { path: path.to_owned(), bytes: bytes.to_vec() })
            .collect();
        Self { files, skipped: Vec::new() }.unwrapped()
    }

    /// Reads a folder. Files that cannot be read are listed as skipped; links are not followed.
    pub fn read(folder: &Path) -> std::io::Result<Self> {
        let mut read = Self::default();
        read.walk(folder, "")?;
        Ok(read.unwrapped())
    }

    fn walk(&mut self, folder: &Path, prefix: &str) -> std::io::Result<()> {
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            let name = entry.file_name().to_string_lossy().into_owned();
            let path = if prefix.is_empty() { name.clone() } else { format!("{prefix}/{name}") };
            if name.starts_with('.') || name == "node_modules" {
                continue;
            }
            let kind = entry.file_type()?;
            if kind.is_dir() {
                if let Err(error) = self.walk(&entry.path(), &path) {
                    self.skip(path, Unreadable::Refused(error.to_string()));
                }
            } else if wanted(&path) {
                match fs::read(entry.path()) {
                    _ if kind.is_symlink() => self.skip(path, Unreadable::Link),
                    Ok(bytes) => self.files.push(SourceFile { path, bytes }),
                    Err(error) => self.skip(path, Unreadable::Refused(error.to_string())),
                }
            }
        }
        Ok(())
    }

    fn skip(&mut self, path: String, reason: Unreadable) {
        self.skipped.push(Skipped { path, reason });
    }

    /// Leaves out a folder that holds everything else, such as `pages/`: it says nothing about the course.
    fn unwrapped(mut self) -> Self {
        loop {
            let outer = self.files.first().and_then(|file| file.path.split_once('/'));
            let Some((outer, _)) = outer else { return self };
            let prefix = format!("{outer}/");
            let inside: Vec<_> =
                self.files.iter().filter_map(|file| file.path.strip_prefix(&prefix)).collect();
            if inside.len() < self.files.len()
                || !inside.iter().any(|path| is_page(path) && path.contains('/'))
            {
                return self;
            }
            for file in &mut self.files {
                file.path.drain(..prefix.len());
            }
        }
    }
}

/// Markdown and TOML, but not the file that describes the folder to its maintainers.
fn wanted(path: &str) -> bool {
    let toml = matches!(path.rsplit('/').next(), Some("course.toml" | "chapter.toml"));
    (is_page(path) && !path.eq_ignore_ascii_case("readme.md")) || toml
}

pub(super) fn is_page(path: &str) -> bool {
    let ending = path.rsplit_once('.').map_or("", |(_, ending)| ending);
    ["md", "markdown"].iter().any(|known| ending.eq_ignore_ascii_case(known))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paths(files: &[&str]) -> Vec<String> {
        let folder = CourseFolder::from_files(files.iter().map(|path| (*path, b"x".as_slice())));
        folder.files.into_iter().map(|file| file.path).collect()
    }

    #[test]
    fn a_folder_around_everything_is_left_out() {
        assert_eq!(paths(&["pages/1/a.md", "pages/b.md"]), ["1/a.md", "b.md"]);
        assert_eq!(paths(&["README.md", "src/pages/1/a.md", "LICENSE"]), ["1/a.md"]);
        assert_eq!(paths(&["part-1/a.md", "part-1/b.md"]), ["part-1/a.md", "part-1/b.md"]);
        assert_eq!(paths(&["course.toml", "x/1/a.md"]), ["course.toml", "x/1/a.md"]);
    }
}
