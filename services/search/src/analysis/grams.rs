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
    // Whichever half: FNV mixes upwards, so the upper one takes part.
    let [a, b, c, d, e, f, g, h] = hash.to_le_bytes();
    u32::from_le_bytes([a, b, c, d]) ^ u32::from_le_bytes([e, f, g, h])
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
        assert_eq!(grams("数据库 C++"), []);
    }
}
