//! What holds of every answer, however it is cut into pieces.

use std::collections::BTreeMap;

use proptest::prelude::*;

use super::tests::{shown, writer};
use super::*;

/// What answers are put together from.
const TOKENS: [&str; 22] = [
    "A key",
    "rows",
    "Ääniä",
    "😀",
    " ",
    " ",
    ". ",
    "! ",
    "? ",
    ".",
    "\n",
    "\n\n",
    "- ",
    "`",
    "$",
    "【1】",
    "【2】",
    "【101】",
    "【7】",
    "[2]",
    "【2†",
    "】",
];

fn answer() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(TOKENS.to_vec()), 0..40).prop_map(|tokens| tokens.concat())
}

/// Shown number, passage and spans of a citation.
type Cited = (u32, u128, Vec<(u32, u32)>);

/// What became of an answer that came in these pieces.
#[derive(Debug, PartialEq)]
struct Told {
    shown: String,
    /// Each citation as it stands at the end.
    cited: Vec<Cited>,
    sentences: Vec<(String, Vec<u32>)>,
    unresolved: usize,
}

fn told(pieces: &[String]) -> Told {
    let mut writer = writer();
    let mut events: Vec<TurnEvent> = pieces.iter().flat_map(|piece| writer.write(piece)).collect();
    events.extend(writer.close());
    let units: Vec<u16> = shown(&events).encode_utf16().collect();
    let whole = writer.take_whole();
    for sentence in &whole {
        let span = sentence.span.as_ref().unwrap();
        let there = String::from_utf16(&units[span.start as usize..span.end as usize]).unwrap();
        assert_eq!(there, sentence.text, "a sentence stands where it is said to stand");
    }
    let mut numbers: BTreeMap<CitationId, u32> = BTreeMap::new();
    for event in &events {
        if let TurnEvent::Cited { citation_id, first, citation } = event {
            let given = numbers.insert(*citation_id, citation.number);
            assert_eq!(given.is_none(), *first, "only the first use makes a citation");
            assert!(given.is_none_or(|given| given == citation.number), "a number once given stays");
            assert!(!*first || citation.number as usize == numbers.len(), "numbers have no gaps");
        }
    }
    let spans = |cited: &CitedSource| cited.data.spans.iter().map(|span| (span.start, span.end)).collect();
    Told {
        shown: shown(&events),
        cited: writer.cited().iter().map(|c| (c.data.number, c.passage.0.as_u128(), spans(c))).collect(),
        sentences: whole.into_iter().map(|sentence| (sentence.text, sentence.numbers)).collect(),
        unresolved: writer.findings().1.len(),
    }
}

proptest! {
    #[test]
    fn any_split_tells_the_same(answer in answer(), cuts in prop::collection::vec(0usize..200, 0..8)) {
        let whole = told(std::slice::from_ref(&answer));
        let chars: Vec<char> = answer.chars().collect();
        let mut cuts: Vec<usize> = cuts.into_iter().map(|cut| cut.min(chars.len())).collect();
        cuts.extend([0, chars.len()]);
        cuts.sort_unstable();
        let pieces: Vec<String> = cuts.windows(2).map(|pair| chars[pair[0]..pair[1]].iter().collect()).collect();
        prop_assert_eq!(told(&pieces), whole);
    }

    #[test]
    fn what_is_shown_and_its_markers_make_the_stored_text(answer in answer()) {
        // After a bracket that is never closed, writing `[2]` as `【2】` would make another text.
        let answer = answer.replace("【2†", "");
        let is_source = |number: u32| matches!(number, 1 | 2 | 101);
        let read = |text: &str| {
            let mut parser = MarkerParser::default();
            let mut pieces = parser.push(text, &is_source);
            pieces.extend(parser.finish(&is_source));
            let joined = pieces.iter().map(|piece| match piece {
                Piece::Text(text) => text.clone(),
                Piece::Marker(number) => format!("【{number}】"),
            });
            let text: String = pieces.iter().filter_map(|piece| match piece {
                Piece::Text(text) => Some(text.as_str()),
                Piece::Marker(_) => None,
            }).collect();
            (joined.collect::<String>(), text)
        };
        let (stored, text) = read(&answer);
        prop_assert_eq!(&told(std::slice::from_ref(&answer)).shown, &text);
        prop_assert_eq!(told(std::slice::from_ref(&stored)), told(&[answer]), "{}", stored);
        prop_assert_eq!(read(&stored), (stored, text));
    }
}
