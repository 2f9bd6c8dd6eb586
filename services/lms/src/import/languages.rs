//! Folders that hold one language of a course, as in `0/fi/osa0.md`.

use std::collections::{BTreeMap, BTreeSet};

use super::ImportError;

const LANGUAGES: &str = "aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy \
    da de dv dz ee el en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii \
    ik io is it iu ja jv ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr \
    ms mt my na nb nd ne ng nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl \
    sm sn so sq sr ss st su sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu";

/// Regional languages as folders write them, in one word.
const REGIONAL: &str = "ptbr ptpt zhcn zhtw zhhk enus engb frca esmx";

/// A tag in the form of BCP 47, from what people and folders write: `ptbr` → `pt-BR`.
pub(super) fn canonical(tag: &str) -> Result<String, ImportError> {
    let unusable = || ImportError::UnusableLanguage(tag.to_owned());
    let plain = tag.trim().replace('_', "-");
    let joined = plain.to_ascii_lowercase();
    if REGIONAL.split(' ').any(|name| name == joined) {
        return Ok(format!("{}-{}", &joined[..2], joined[2..].to_ascii_uppercase()));
    }
    let mut parts = plain.split('-');
    let first = parts.next().filter(|part| matches!(part.len(), 2 | 3)).ok_or_else(unusable)?;
    let mut canonical = first.to_ascii_lowercase();
    for part in parts {
        let part = match part.len() {
            2 => part.to_ascii_uppercase(),
            3..=8 => part.to_owned(),
            _ => return Err(unusable()),
        };
        canonical = format!("{canonical}-{part}");
    }
    let allowed = canonical.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    if allowed { Ok(canonical) } else { Err(unusable()) }
}

fn plain(name: &str) -> String {
    name.to_ascii_lowercase().replace(['-', '_'], "")
}

fn is_language(name: &str) -> bool {
    let name = plain(name);
    LANGUAGES.split_ascii_whitespace().chain(REGIONAL.split(' ')).any(|known| known == name)
}

/// Which folders hold languages, and which of them is asked for.
#[derive(Debug)]
pub(super) struct LanguageFolders {
    all: BTreeSet<String>,
    wanted: Option<String>,
}

impl LanguageFolders {
    /// Finds them. A folder holds a language when it is named like one and has such a sibling, or is the one
    /// asked for. When three languages are there and none is the one asked for, that is an error.
    pub(super) fn find<'a>(
        paths: impl Iterator<Item = &'a str>,
        language: &str,
    ) -> Result<Self, ImportError> {
        let mut siblings: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        for path in paths {
            for (slash, _) in path.match_indices('/') {
                let (parent, name) = path[..slash].rsplit_once('/').unwrap_or(("", &path[..slash]));
                if is_language(name) {
                    siblings.entry(parent).or_default().insert(name);
                }
            }
        }
        let asked = |name: &&str| plain(name) == plain(language);
        let all: BTreeSet<String> = siblings
            .values()
            .filter(|names| names.len() > 1 || names.iter().any(asked))
            .flatten()
            .map(|name| (*name).to_owned())
            .collect();
        let primary = language.split('-').next().unwrap_or(language);
        let wanted = all
            .iter()
            .find(|name| plain(name) == plain(language))
            .or_else(|| all.iter().find(|name| plain(name) == plain(primary)))
            .or_else(|| all.iter().find(|name| name.starts_with(primary)))
            .cloned();
        match wanted {
            None if all.len() > 2 => Err(ImportError::NoSuchLanguage {
                language: language.to_owned(),
                there_are: all.into_iter().collect::<Vec<_>>().join(", "),
            }),
            None => Ok(Self { all: BTreeSet::new(), wanted: None }),
            Some(wanted) => Ok(Self { all, wanted: Some(wanted) }),
        }
    }

    /// The path without its language; nothing for another language's file.
    pub(super) fn strip(&self, path: &str) -> Option<String> {
        let segments: Vec<&str> = path.split('/').collect();
        let last = segments.len() - 1;
        let mut kept = Vec::new();
        for (index, segment) in segments.into_iter().enumerate() {
            if index == last || !self.all.contains(segment) {
                kept.push(segment);
            } else if self.wanted.as_deref() != Some(segment) {
                return None;
            }
        }
        Some(kept.join("/"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PATHS: [&str; 5] =
        ["0/fi/osa0.md", "0/en/part0.md", "0/ptbr/part0.md", "1/fi/osa1.md", "1/is/x.md"];

    fn taken(language: &str) -> Result<Vec<String>, ImportError> {
        let folders = LanguageFolders::find(PATHS.into_iter(), language)?;
        Ok(PATHS.iter().filter_map(|path| folders.strip(path)).collect())
    }

    #[test]
    fn only_the_language_asked_for_is_taken() {
        assert_eq!(taken("fi").unwrap(), ["0/osa0.md", "1/osa1.md"]);
        assert_eq!(taken("pt-BR").unwrap(), ["0/part0.md"]);
        assert_eq!(taken("en-GB").unwrap(), ["0/part0.md"]);
    }

    #[test]
    fn a_language_that_is_not_there_is_an_error_that_says_which_are() {
        let error = taken("de").unwrap_err().to_string();
        assert!(error.contains("de") && error.contains("en, fi, is, ptbr"), "{error}");
    }

    #[test]
    fn folders_without_languages_are_left_alone() {
        let folders = LanguageFolders::find(["code/a.md", "data/b.md", "os/c.md"].into_iter(), "en").unwrap();
        assert_eq!(folders.strip("os/c.md").as_deref(), Some("os/c.md"));
    }

    #[test]
    fn tags_get_the_form_of_bcp_47() {
        for (given, tag) in
            [("ptbr", "pt-BR"), ("PT_br", "pt-BR"), ("fi", "fi"), ("zh-hant", "zh-hant"), ("en-US", "en-US")]
        {
            assert_eq!(canonical(given).unwrap(), tag);
        }
        for given in ["", "suomi", "f", "en-", "e n", "en-\u{0}\u{0}"] {
            assert!(canonical(given).is_err(), "{given:?}");
        }
    }
}
