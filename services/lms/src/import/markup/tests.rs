use super::*;

fn body(text: &str) -> String {
    plain(text).body.trim().to_owned()
}

#[test]
fn all_patterns_compile() {
    for pattern in [&OUTPUT, &TAG, &HEADING, &NAME, &EMPHASIS, &TAGS, &ESCAPE, &BLANK_LINES] {
        assert!(pattern.is_some());
    }
}

#[test]
fn a_text_box_keeps_its_name_and_its_markdown() {
    assert_eq!(
        body(
            "Before\n\n<text-box variant='hint' name=\"Half open: a > b\">\n\n- *one*\n\n</text-box>\nAfter\n"
        ),
        "Before\n\n**Half open: a \\> b**\n\n- *one*\n\nAfter"
    );
    assert_eq!(body("<notice>\nListen.\n</notice>"), "**Note**\n\nListen.");
    assert_eq!(body("<moocfi-thing>x</moocfi-thing>"), "x");
}

#[test]
fn sample_output_becomes_a_code_block() {
    assert_eq!(
        body(
            "Prints\n<sample-output>\n\nYour name? **Ann _B_** \\_\\_x\\n\n<class 'str'> 2 ** 3\n\n</sample-output>\nthen"
        ),
        "Prints\n\n```text\nYour name? Ann _B_ __x\\n\n<class 'str'> 2 ** 3\n```\n\nthen"
    );
    assert_eq!(
        body(" <sample-output>\n\n<pre>\n  a &lt; b\n</pre>\n\n </sample-output>"),
        "```text\n  a < b\n```"
    );
}

#[test]
fn exercises_become_titled_blocks_and_are_listed() {
    let page = plain(
        "<programming-exercise name='It\\'s' tmcname='part07-01'>\n\nDo `x`.\n\n</programming-exercise>\n\n<quiz id=\"1\"></quiz>\n",
    );
    assert!(page.body.contains("Do `x`."), "{}", page.body);
    let page = plain(
        "<in-browser-programming-exercise name=\"Word [game]\">\n\nDo.\n\n</in-browser-programming-exercise>\n<quiz id='1'></quiz>",
    );
    assert_eq!(page.body.trim(), "**Exercise: Word \\[game\\]**\n\nDo.\n\n**Quiz**");
    let titles: Vec<_> = page.exercises.iter().map(|exercise| exercise.title.as_str()).collect();
    assert_eq!(titles, ["Word [game]", "Quiz"]);
}

#[test]
fn navigation_and_comments_disappear() {
    assert_eq!(
        body("<pages-in-this-section></pages-in-this-section>\n\n<table-of-contents></table-of-contents>"),
        ""
    );
    let page = plain("a\n\n<!---\n<quiz id=\"1\"></quiz>\n--->\n\nb");
    let lines: Vec<_> = page.body.split_whitespace().collect();
    assert_eq!((lines.as_slice(), page.exercises.len()), (["a", "b"].as_slice(), 0));
}

#[test]
fn html_headings_become_headings() {
    assert_eq!(body("<h4>0.1: HTML</h4>\n\ntext"), "#### 0.1: HTML\n\ntext");
    assert_eq!(body("```html\n<h1>Greetings</h1>\n```"), "```html\n<h1>Greetings</h1>\n```");
}

#[test]
fn code_is_left_alone() {
    for text in [
        "```\n<text-box name='x'>\n```",
        "`<text-box name='x'>` is a tag",
        "``<quiz>`` and `<sample-output>x</sample-output>`",
    ] {
        assert_eq!(plain(text), Plain { body: text.into(), exercises: Vec::new() });
    }
}

#[test]
fn what_is_never_closed_loses_no_text() {
    assert_eq!(body("<sample-output>\n\n`x`\n\nlast"), "`x`\n\nlast");
    assert_eq!(body("<text-box name='x'>\n\nlast"), "**x**\n\nlast");
    assert_eq!(body("a < b and c > d"), "a < b and c > d");
}
