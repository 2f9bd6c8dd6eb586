use super::*;
use proptest::prelude::*;

fn parse(pieces: &[&str]) -> Vec<Piece> {
    let is_source = |number: u32| (1..=3).contains(&number);
    let mut parser = MarkerParser::default();
    let mut out: Vec<Piece> = Vec::new();
    let parsed = pieces.iter().flat_map(|piece| parser.push(piece, &is_source)).collect::<Vec<_>>();
    for piece in parsed.into_iter().chain(parser.finish(&is_source)) {
        match (out.last_mut(), piece) {
            (Some(Piece::Text(open)), Piece::Text(more)) => open.push_str(&more),
            (_, piece) => out.push(piece),
        }
    }
    out
}

fn shown(text: &str) -> String {
    parse(&[text])
        .into_iter()
        .map(|piece| match piece {
            Piece::Text(text) => text,
            Piece::Marker(number) => format!("<{number}>"),
        })
        .collect()
}

#[test]
fn every_accepted_form_is_a_marker() {
    for (text, wanted) in [
        ("A key.【1】 Next", "A key.<1> Next"),
        ("A key 【1】.", "A key<1>."),
        ("A key【1†source】 is", "A key<1> is"),
        ("A key【4:2†source】", "A key<2>"),
        ("A【1】【2】 b", "A<1><2> b"),
        ("A 【1, 2】 b", "A<1><2> b"),
        ("A key. [2] Next", "A key.<2> Next"),
        ("A key.[2]", "A key.<2>"),
        ("A key【99】.", "A key<99>."),
        ("A【1,2】 b", "A<1><2> b"),
        ("A【1，2】 b", "A<1><2> b"),
        ("A【1、3】 b", "A<1><3> b"),
        ("A【1-3】 b", "A<1><2><3> b"),
        ("A【4:1, 4:2†source】 b", "A<1><2> b"),
        // Numbers that no source can have are markers all the same: nobody is shown them.
        ("A key【0】.", "A key<0>."),
        ("A key【99999999999】.", "A key<4294967295>."),
        ("The value $x = 1$ [1] is set.", "The value $x = 1$<1> is set."),
        ("The value $x = 1$[1] is set.", "The value $x = 1$<1> is set."),
        ("It costs $5 [1], not $6.", "It costs $5<1>, not $6."),
        ("It costs 5$. [1]", "It costs 5$.<1>"),
        ("The $x [unclosed\n\nis over. [1]", "The $x [unclosed\n\nis over.<1>"),
    ] {
        assert_eq!(shown(text), wanted, "{text}");
    }
}

#[test]
fn what_only_looks_like_a_marker_is_text() {
    for text in [
        "x[1] = 2",
        "see [2](https://example.org)",
        "[9] is no source",
        "【重要】",
        "【1",
        "`a【1】`",
        "``a ` 【1】``",
        "```\n【1】\n```\nend",
        "~~~py\nx = [1]\n~~~",
        "an open [",
        "arr[1], dp[1][0], and m[1][2]",
        "[1,2]",
        "the list [1, 2]",
        "the list [1，2]",
        "pages [1-3]",
        "the matrix [1][2]",
        "- [x] done",
        "a note[^1] and [1]: https://example.org",
        "$a_{[1]}$",
        "$x + [1]$ and $[1]$",
        "$$\nx = [1]\n$$",
        "\\(x [1]\\) and \\[ [1] \\] and \\[1]",
        "【3-1】",
        "【1-999】",
        "[]",
        "[0]",
    ] {
        assert_eq!(shown(text), text);
    }
}

#[test]
fn a_stray_backtick_hides_markers_only_to_the_end_of_its_paragraph() {
    assert_eq!(shown("a ` b\n\nc.【1】"), "a ` b\n\nc.<1>");
}

proptest! {
    #[test]
    fn any_split_gives_the_same(text in "[a`\\[\\]【】†1-3:, .\n~$\\\\()]{0,40}", cuts in prop::collection::vec(0usize..40, 0..6)) {
        let whole = parse(&[&text]);
        let chars: Vec<char> = text.chars().collect();
        let mut cuts: Vec<usize> = cuts.into_iter().map(|cut| cut.min(chars.len())).collect();
        cuts.extend([0, chars.len()]);
        cuts.sort_unstable();
        let pieces: Vec<String> = cuts.windows(2).map(|pair| chars[pair[0]..pair[1]].iter().collect()).collect();
        let pieces: Vec<&str> = pieces.iter().map(String::as_str).collect();
        prop_assert_eq!(parse(&pieces), whole);
    }
}
