//! Pieces of words: what misspelt, inflected and compound words still share.

use super::Word;

/// How many characters a gram has.
const SIZE: usize = 4;

/// The 4-grams of `_word_`, each as a hash: two grams that share one merely share a list of passages. None
/// for words that are pieces already.
pub fn of(word: &Word) -> Vec<u32> {
    if word.is_piece {
        return Vec::new();
    }
    let padded: Vec<char> =
        std::iter::once('_').chain(word.text.chars()).chain(std::iter::once('_')).collect();
    if padded.len() <= SIZE {
        return vec![hash(&padded)];
    }
    padded.windows(SIZE).map(hash).collect()
}

/// FNV-1a over the characters, folded to 32 bits.
fn hash(gram: &[char]) -> u32 {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for c in gram {
        hash = (hash ^ u64::from(*c)).wrapping_mul(0x0100_0000_01b3);
    }
    // FNV mixes upwards, so the upper half takes part.
    u32::try_from((hash ^ (hash >> 32)) & u64::from(u32::MAX)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::words;

    fn grams(text: &str) -> Vec<u32> {
        words(text).iter().flat_map(of).collect()
    }

    #[test]
    fn words_that_resemble_each_other_share_grams() {
        assert_eq!(grams("a").len(), 1);
        assert_eq!(grams("keys").len(), 3);
        let (one, other) = (grams("normalization"), grams("normalisation"));
        assert_eq!(one.iter().filter(|gram| other.contains(gram)).count(), 8);
        assert!(grams("数据库 C++").is_empty());
    }
}
