//! What cutting must keep, whatever the page.

use std::path::PathBuf;

use proptest::prelude::*;

use super::words::word_count;
use super::*;
use crate::text::visible;

fn markdown(body: &str) -> CutPage {
    cut("Title", body, BodyFormat::Markdown)
}

fn html(body: &str) -> CutPage {
    cut("Title", body, BodyFormat::Html)
}

fn texts(page: &CutPage) -> Vec<&str> {
    page.passages.iter().map(|passage| passage.text.as_str()).collect()
}

/// Passages are exact slices, ordered, disjoint; between them stand only headings and white space.
fn check(page: &CutPage) {
    check_titled(page, "Title");
}

fn check_titled(page: &CutPage, title: &str) {
    let chars: Vec<char> = page.plain_text.chars().collect();
    let mut from = 0;
    for passage in &page.passages {
        assert!(from <= passage.start && passage.start < passage.end, "{passage:?}");
        assert_eq!(passage.text, chars[passage.start..passage.end].iter().collect::<String>());
        assert!(!passage.text.trim().is_empty());
        let between: String = chars[from..passage.start].iter().collect();
        let headings: Vec<String> =
            page.passages.iter().flat_map(|passage| passage.heading_path.clone()).collect();
        for line in between.split("\n\n").map(str::trim).filter(|line| !line.is_empty()) {
            let line = line.split_whitespace().collect::<Vec<_>>().join(" ");
            assert!(
                headings.iter().any(|heading| line.contains(heading))
                    || line.eq_ignore_ascii_case(title.trim()),
                "lost: {line:?}"
            );
        }
        from = passage.end;
    }
}

fn sentence_of(words: usize, word: &str) -> String {
    format!("{}.", vec![word; words].join(" "))
}

#[test]
fn passages_know_their_headings_and_anchors() {
    let page = markdown(
        "Before.\n\n# Title\n\n## Keys\n\nA key.\n\n### Foreign *keys*\n\nPoints away.\n\n## Keys\n\nAgain.",
    );
    check(&page);
    let seen: Vec<_> = page
        .passages
        .iter()
        .map(|p| (p.heading_path.join(" > "), p.anchor.as_str(), p.text.as_str()))
        .collect();
    assert_eq!(
        seen,
        [
            (String::new(), "", "Before."),
            ("Keys".to_owned(), "keys", "A key."),
            ("Keys > Foreign keys".to_owned(), "foreign-keys", "Points away."),
            ("Keys".to_owned(), "keys-1", "Again."),
        ]
    );
}

#[test]
fn a_heading_that_nothing_follows_is_a_passage() {
    let page = markdown("## Exercise 3\n\n## Last\n\ntext");
    assert_eq!(texts(&page), ["Exercise 3", "text"]);
}

#[test]
fn markup_is_removed_and_text_kept() {
    let page = markdown(
        "Read **this** and `x = 1`, see [the docs](http://example.org \"t\") and ![a tree](t.png).\n\
         <b>Bold</b> <!-- no --> &amp; E = $mc^2$ <script>alert(1)</script>end[^1]\n\n[^1]: A note.\n",
    );
    assert_eq!(
        page.plain_text,
        "Read this and x = 1, see the docs and a tree. Bold  & E = $mc^2$ end\n\nA note."
    );
    check(&page);
}

#[test]
fn lists_and_tables_keep_their_lines() {
    let page = markdown(
        "Do:\n\n1. one\n   - inner\n2. two\n\n- [x] done\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\nEnd.",
    );
    assert_eq!(page.plain_text, "Do:\n\n1. one\n  - inner\n2. two\n\n- [x] done\n\na | b\n1 | 2\n\nEnd.");
    assert_eq!(page.passages.len(), 1);
}

#[test]
fn code_is_kept_to_the_letter_and_holds_no_headings() {
    let page = markdown("```python\n\n    # not a heading\n\n    x = 1  \n```\n\n    ## nor this\n");
    assert_eq!(page.plain_text, "    # not a heading\n\n    x = 1\n\n## nor this");
    assert_eq!(page.passages.len(), 1);
    assert!(page.passages[0].heading_path.is_empty());
}

#[test]
fn long_sections_are_cut_at_paragraphs() {
    let paragraph = sentence_of(80, "word");
    let page = markdown(&vec![paragraph; 7].join("\n\n"));
    check(&page);
    let lengths: Vec<_> = texts(&page).into_iter().map(word_count).collect();
    assert_eq!(lengths, [240, 240, 80]);
}

#[test]
fn long_paragraphs_are_cut_at_sentences() {
    let page = markdown(&vec![sentence_of(30, "Word"); 20].join(" "));
    check(&page);
    assert!(page.passages.len() >= 3);
    for text in texts(&page) {
        assert!(text.ends_with('.'), "{text}");
        assert!(word_count(text) <= 290, "{}", word_count(text));
    }
}

#[test]
fn what_only_a_program_reads_of_a_page_is_in_no_passage() {
    let tags: String = "obey".bytes().filter_map(|byte| char::from_u32(0xE0000 + u32::from(byte))).collect();
    let hidden = format!("A {tags}\u{202e}key\u{202c} \u{1b}identifies\u{8} a row.");
    for page in [
        markdown(&format!("## One{tags}\n\n{hidden}\n\n    code {hidden}\n\n`{hidden}`")),
        html(&format!("<h2>One{tags}</h2><p>{hidden}</p><pre>code {hidden}</pre><code>{hidden}</code>")),
    ] {
        check(&page);
        let text = texts(&page).concat();
        assert_eq!(text.matches("A key identifies a row.").count(), 3, "{text:?}");
        assert!(
            page.passages.iter().all(|passage| passage.heading_path.iter().all(|heading| heading == "One"))
        );
    }
}

#[test]
fn text_without_sentences_or_spaces_is_cut_too() {
    for body in ["word ".repeat(2_000), "数据库".repeat(2_000), "x".repeat(100_000)] {
        let page = markdown(&body);
        check(&page);
        assert!(page.passages.len() > 3, "{}", page.passages.len());
    }
}

#[test]
fn a_tiny_tail_is_joined() {
    let page = markdown(&format!("{}\n\n{}\n\nThat is all.", sentence_of(120, "a"), sentence_of(130, "b")));
    assert_eq!(page.passages.len(), 1);
}

#[test]
fn code_and_formulas_are_never_cut() {
    let code = "let x = 1;\n".repeat(300);
    let long = "a ".repeat(400);
    let page = markdown(&format!("Look:\n\n```\n{code}```\n\nThen. `{long}end` And. $$\nx {long}\n$$\n"));
    check(&page);
    assert!(texts(&page).contains(&code.trim_end()), "a passage of its own");
    let formula = page.passages.iter().find(|passage| passage.text.contains("$$")).unwrap();
    assert_eq!(formula.text.matches("$$").count(), 2);
    let span = page.passages.iter().find(|passage| passage.text.contains("a a")).unwrap();
    assert!(span.text.contains(long.trim_end()));
}

#[test]
fn html_pages_are_read_as_browsers_show_them() {
    let page = html(
        "<!doctype html><html><head><title>Title</title><style>p{}</style></head><body>\
         <h1 id=\"t\">Title</h1><p>One &auml; &lt;b&gt;\n two<br>three</p><ul><li>a<li>b<ul><li>c</ul></ul>\
         <h2 id='k'>Keys &amp; <em>more</em></h2><table><tr><th>x<th>y</tr><tr><td><p>1</p><td>2</table>\
         <pre><code>if a &lt; b:\n    c\n</code></pre><script>if (a < b) {}</script><img alt=\"A tree\" src=x>5 < 6</body>",
    );
    check(&page);
    assert_eq!(
        page.plain_text,
        "Title\n\nTitle\n\nOne ä <b> two\nthree\n\n- a\n- b\n  - c\n\nKeys & more\n\nx | y\n1 | 2\n\n\
         if a < b:\n    c\n\nA tree5 < 6"
    );
    assert_eq!(page.passages.last().unwrap().heading_path, ["Keys & more"]);
    assert_eq!(page.passages.last().unwrap().anchor, "k");
}

#[test]
fn raw_html_in_markdown_keeps_its_text() {
    let page = markdown(
        "<text-box variant='hint' name=\"a > b\">\n\nA **hint**.\n\n</text-box>\n\n<sample-output>\nSum: 3\n</sample-output>\n\n<h2 id=\"raw\">Raw</h2>\n\nAfter.",
    );
    assert_eq!(page.plain_text, "A hint.\n\nSum: 3\n\nRaw\n\nAfter.");
    assert_eq!(page.passages.last().unwrap().anchor, "raw");
}

#[test]
fn a_page_without_text_has_no_passages() {
    for body in ["", " \n\n", "<!-- nothing -->", "---", "#"] {
        assert_eq!(markdown(body).passages, [], "{body}");
        assert_eq!(html("<p> </p>").passages, []);
    }
}

#[test]
fn pages_of_nothing_but_beginnings_are_read_in_time() {
    for part in ["<a ", "<!--", "<![CDATA[", "`a`. ", "&amp", "<a b=\"", "> ", "# x\n", "<pre>", "<b x='>"] {
        let body = part.repeat(10_000);
        let page = markdown(&body);
        assert!(page.plain_text.len() <= 2 * body.len());
        html(&body);
    }
}

/// The folder of data that nobody in the project wrote: `SHARED_DATA`, by default next to the workspace.
fn shared_data() -> PathBuf {
    let named = std::env::var_os("SHARED_DATA").map(PathBuf::from);
    named.unwrap_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data"))
}

/// One of each kind of text that programs stumble over.
const NAUGHTY: &[&str] = &[
    "undefined null NaN 1E+02 0x0 -0",
    "'; drop table pages; -- \" or 1=1",
    "%s %n {0} ${jndi:ldap://x} {{7*7}}",
    "../../etc/passwd C:\\Windows\\x",
    "<b>bold <i>and</b> crossed</i> & &amp; &lt; &#x1F600;",
    "a <!-- not shown --> b ]]> c",
    "Ω≈ç√∫ ⁰⁴⁵ ﬃ ½",
    "ÅÍÎÏ A\u{30a}I\u{301} e\u{301}\u{301}\u{301}\u{301}",
    "田中さんにあげて下さい 和製漢語 사회과학원",
    "👩🏽‍🏫 👨‍👩‍👧‍👦 🇫🇮🇸🇪 ❤\u{fe0f}",
    "\u{202e}txet desrever\u{202c} \u{2066}apart\u{2069}",
    "الكل في المجمو عة (5) שלום world",
    "zero\u{200b}width\u{feff}join\u{200d}er soft\u{ad}hyphen",
    "\u{1}\u{8}\u{b}\u{1b}[31m\u{7f}\u{85} bells",
    "a\0b \u{fffd} \u{fffe} \u{10ffff}",
    "tab\tcr\rlf\nls\u{2028}ps\u{2029}nbsp\u{a0}end",
    "T\u{336}h\u{322}e\u{321} z\u{351}\u{34a}\u{36c}a\u{348}l\u{34e}go",
    "```\nnever closed `tick ~~~ **bold _and *all",
    "[a](b \"c\") ![d](e) <https://f.example> [^1] | x | y |",
    "   leading, trailing and    inner blanks   ",
];

#[test]
fn naughty_strings_lose_nothing() {
    for string in NAUGHTY {
        loses_nothing(string);
    }
}

#[test]
fn the_big_list_of_naughty_strings_loses_nothing() {
    let file = shared_data().join("strings/blns.json");
    let Ok(json) = std::fs::read_to_string(&file) else {
        eprintln!("SKIPPED: no naughty strings at {}; set SHARED_DATA", file.display());
        return;
    };
    let strings: Vec<String> = serde_json::from_str(&json).unwrap();
    assert!(strings.len() > 400);
    for string in &strings {
        loses_nothing(string);
    }
}

fn loses_nothing(string: &str) {
    for body in
        [string.to_owned(), format!("start {string}\n\nmiddle\n\n{string} end"), format!("# {string}\n\nx")]
    {
        for format in [BodyFormat::Markdown, BodyFormat::Html] {
            check_titled(&cut(string, &body, format), string);
        }
    }
    let fenced = markdown(&format!("~~~~~~~~~~\n{string}\n~~~~~~~~~~\n"));
    assert_eq!(
        fenced.plain_text.trim(),
        visible(&string.replace('\0', "\u{FFFD}")).trim(),
        "code is kept to the letter, as far as people can read it"
    );
}

#[test]
fn real_courses_are_cut_well() {
    let folder = shared_data().join("courses");
    if !folder.exists() {
        eprintln!("SKIPPED: no courses at {}; set SHARED_DATA", folder.display());
        return;
    }
    let (mut folders, mut pages, mut passages, mut fitting) = (vec![folder], 0, 0, 0);
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "md") {
                let page = markdown(&std::fs::read_to_string(&path).unwrap());
                let lengths = page.passages.iter().map(|passage| word_count(&passage.text));
                pages += 1;
                passages += page.passages.len();
                fitting += lengths.filter(|words| *words <= 300).count();
            }
        }
    }
    assert!(pages > 100);
    assert!(
        fitting * 100 >= passages * 97,
        "{fitting} of {passages} passages of {pages} pages are short enough"
    );
}

/// Pieces of Markdown that may stand next to each other.
fn block() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-zäöü文字.!? ]{0,200}",
        "#{1,4} [a-z *`]{0,20}",
        "(- [a-z ]{1,20}\n){1,4}",
        "```\n[a-z#\n ]{0,80}\n```",
        "\\| [a-z]{1,5} \\| [a-z]{1,5} \\|\n\\|---\\|---\\|\n\\| [a-z]{0,5} \\| [a-z]{0,5} \\|",
        "> [a-z ]{0,30}",
        "</?(div|p|li|td|pre|h2|script|x-y)( id=\"?[a-z]\"?)?>",
        "\\$[a-z^]{1,5}\\$|\\*\\*|~~|\\[|\\]\\(|`|&[a-z]{2,4};|\\\\",
        any::<String>(),
    ]
}

proptest! {
    #[test]
    fn passages_are_exact_ordered_and_complete(blocks in prop::collection::vec(block(), 0..12)) {
        let body = blocks.join("\n\n");
        let page = markdown(&body);
        for (index, passage) in page.passages.iter().enumerate() {
            let slice: String = page.plain_text.chars().skip(passage.start).take(passage.end - passage.start).collect();
            prop_assert_eq!(&slice, &passage.text);
            prop_assert!(index == 0 || page.passages[index - 1].end <= passage.start);
        }
        let page = html(&body);
        for passage in &page.passages {
            let slice: String = page.plain_text.chars().skip(passage.start).take(passage.end - passage.start).collect();
            prop_assert_eq!(&slice, &passage.text);
        }
    }

    #[test]
    fn every_word_of_every_paragraph_is_in_a_passage(
        paragraphs in prop::collection::vec(prop::collection::vec("[a-zåäö]{1,9}", 1..90), 1..8),
        headings in prop::collection::vec(any::<bool>(), 8),
    ) {
        let mut body = String::new();
        for (words, heading) in paragraphs.iter().zip(&headings) {
            if *heading {
                body.push_str("## A heading\n\n");
            }
            body.push_str(&words.join(" "));
            body.push_str("\n\n");
        }
        for page in [markdown(&body), html(&body.replace("## A heading", "<h2>A heading</h2>").replace("\n\n", "<p>"))] {
            let found: Vec<&str> = page.passages.iter().flat_map(|passage| passage.text.split_whitespace()).collect();
            let written: Vec<&str> = paragraphs.iter().flatten().map(String::as_str).collect();
            prop_assert_eq!(found, written);
        }
    }

    #[test]
    fn passages_never_span_two_headings(sections in prop::collection::vec("[a-z]{3,8}", 1..20)) {
        let sections_with_headings: Vec<_> = sections.iter().enumerate().map(|(n, text)| format!("## H{n}\n\n{text}")).collect();
        let body = sections_with_headings.join("\n\n");
        let page = markdown(&body);
        prop_assert_eq!(page.passages.len(), sections.len());
        for (n, (passage, text)) in page.passages.iter().zip(&sections).enumerate() {
            prop_assert_eq!(&passage.text, text);
            prop_assert_eq!(&passage.heading_path, &vec![format!("H{n}")]);
            prop_assert_eq!(&passage.anchor, &format!("h{n}"));
        }
    }

    #[test]
    fn anchors_are_the_ids_of_the_rendered_page(blocks in prop::collection::vec(block(), 0..8)) {
        let body = blocks.join("\n\n");
        let mut rendered = String::new();
        pulldown_cmark::html::push_html(&mut rendered, anchor::events_with_heading_ids(&body).into_iter());
        for passage in markdown(&body).passages {
            let id = &passage.anchor;
            let quoted = [format!("id=\"{id}\""), format!("id={id}")];
            prop_assert!(id.is_empty() || quoted.iter().any(|id| rendered.contains(id)), "{} not in {}", id, rendered);
        }
    }
}
