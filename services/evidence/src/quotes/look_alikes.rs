//! Letters of other scripts that cannot be told from Latin ones by the eye.

/// Cyrillic and Greek letters, each before the Latin one that it looks like.
const PAIRS: &str = "аaвbеeкkмmнhоoрpсcтtуyхxіiјjѕsһhԁdԛqԝwΑAΒBΕEΖZΗHΙIΚKΜMΝNΟOΡPΤTΥYΧXαaιiκkνvοoρpτtυuχx\
    АAВBЕEКKМMНHОOРPСCТTУYХXІIЈJЅS";

/// A text as it looks, to be compared with another one that is written so.
pub(super) fn as_it_looks(text: &str) -> String {
    let letters: Vec<char> = PAIRS.chars().collect();
    let latin = |c: char| letters.chunks_exact(2).find(|pair| pair[0] == c).map_or(c, |pair| pair[1]);
    text.chars().map(|c| if c.is_ascii() { c } else { latin(c) }).collect()
}
