//! How often the offline model's first quotation holds the answer, on questions that nobody here wrote.

#![expect(clippy::cast_precision_loss, reason = "small counts")]

use std::collections::HashMap;
use std::path::Path;

use chatbot_core::fence;
use serde_json::Value;

use crate::asking::{request, say, user, with_results};
use crate::shared_data::data;

const SHOWN: usize = 8;

pub struct Page {
    id: String,
    title: String,
    text: String,
    words: HashMap<String, usize>,
}

/// Plain BM25 over five-letter beginnings: a stand-in for the search.
fn rank<'a>(pages: &'a [Page], query: &str, without: Option<&str>) -> Vec<&'a Page> {
    let count = pages.len() as f64;
    let terms: HashMap<String, f64> = beginnings(query)
        .map(|term| {
            let with = pages.iter().filter(|page| page.words.contains_key(&term)).count() as f64;
            let idf = (1.0 + (count - with + 0.5) / (with + 0.5)).ln();
            (term, idf)
        })
        .collect();
    let mut scored: Vec<(f64, &Page)> = pages
        .iter()
        .filter(|page| Some(page.id.as_str()) != without)
        .map(|page| {
            let saturated = |term: &String| {
                let tf = *page.words.get(term).unwrap_or(&0) as f64;
                tf * 2.2 / (tf + 1.2)
            };
            let mut parts: Vec<f64> = terms.iter().map(|(term, idf)| idf * saturated(term)).collect();
            parts.sort_by(f64::total_cmp);
            (parts.iter().sum(), page)
        })
        .collect();
    scored.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.id.cmp(&b.1.id)));
    scored.into_iter().take(SHOWN).map(|(_, page)| page).collect()
}

fn beginnings(text: &str) -> impl Iterator<Item = String> + '_ {
    text.split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(|word| word.to_lowercase().chars().take(5).collect())
}

fn lines(path: &Path) -> Vec<Value> {
    let text = std::fs::read_to_string(path).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// A page whose title counts as its text.
pub fn page(id: String, title: String, text: String) -> Page {
    let mut words = HashMap::new();
    beginnings(&title).chain(beginnings(&text)).for_each(|word| *words.entry(word).or_default() += 1);
    Page { id, title, text, words }
}

fn pages(folder: &Path) -> Vec<Page> {
    lines(&folder.join("corpus.jsonl"))
        .into_iter()
        .map(|line| {
            let field = |name: &str| line[name].as_str().unwrap().to_owned();
            page(field("id"), field("title"), field("text"))
        })
        .collect()
}

/// What the model says when the pages are searched for it.
pub async fn ask(
    pages: &[Page],
    question: &str,
    without: Option<&str>,
    language: &str,
) -> (String, Vec<String>) {
    let mut asked = request(vec![user(question)]);
    asked.language = language.into();
    let mut shown = Vec::new();
    for _ in 0..3 {
        let (text, calls, _) = say(asked.clone()).await;
        if calls.is_empty() {
            return (text, shown);
        }
        let mut outputs = Vec::new();
        for call in &calls {
            let arguments: Value = serde_json::from_str(&call.arguments).unwrap();
            let mut blocks = Vec::new();
            for page in rank(pages, arguments["query"].as_str().unwrap_or_default(), without) {
                shown.push(page.id.clone());
                blocks.push(fence::source(
                    u32::try_from(shown.len()).unwrap(),
                    &page.title.replace('_', " "),
                    "",
                    &page.text,
                ));
            }
            outputs.push(fence::tool_result(&blocks.join("\n"), None));
        }
        asked = with_results(asked, &outputs).await;
    }
    panic!("the model does not stop searching: {question}");
}

fn first_marker(text: &str) -> Option<usize> {
    text.split_once('【')?.1.split_once('】')?.0.parse().ok()
}

#[tokio::test]
async fn the_first_quotation_mostly_holds_the_answer_in_english() {
    measure("en", 20, 0.75, 0.7).await;
}

#[tokio::test]
async fn the_first_quotation_mostly_holds_the_answer_in_spanish() {
    measure("es", 30, 0.65, 0.6).await;
}

#[tokio::test]
async fn the_first_quotation_mostly_holds_the_answer_in_russian() {
    measure("ru", 30, 0.65, 0.6).await;
}

/// Asks every so many questions and compares with what is wanted.
async fn measure(language: &str, every: usize, page_floor: f64, answer_floor: f64) {
    let Some(folder) = data(&format!("xquad/{language}")) else {
        return;
    };
    let pages = pages(&folder);
    let gold: HashMap<String, String> = std::fs::read_to_string(folder.join("qrels.tsv"))
        .unwrap()
        .lines()
        .skip(1)
        .map(|line| line.split('\t').map(str::to_owned).collect::<Vec<_>>())
        .map(|cells| (cells[0].clone(), cells[1].clone()))
        .collect();
    let [mut all, mut answered, mut right_page, mut in_first, mut in_all, mut wrongly] = [0u32; 6];
    for question in lines(&folder.join("queries.jsonl")).iter().step_by(every) {
        let gold = &gold[question["id"].as_str().unwrap()];
        let words = question["text"].as_str().unwrap();
        let (text, shown) = ask(&pages, words, None, language).await;
        let answers: Vec<_> =
            question["answers"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
        let holds = |text: &str| answers.iter().any(|answer| text.contains(answer));
        all += 1;
        answered += u32::from(text.contains('【'));
        right_page += u32::from(first_marker(&text).is_some_and(|number| &shown[number - 1] == gold));
        in_first +=
            u32::from(text.split('【').next().is_some_and(|first| text.contains('【') && holds(first)));
        in_all += u32::from(holds(&text));
        let (text, _) = ask(&pages, words, Some(gold), language).await;
        wrongly += u32::from(text.contains('【'));
    }
    let share = |count: u32| f64::from(count) / f64::from(all);
    println!(
        "{language}: {all} questions, answered {:.3}, right page first {:.3}, answer in first sentence {:.3}, \
             in the whole answer {:.3}; answered although the page was taken away {:.3}",
        share(answered),
        share(right_page),
        share(in_first),
        share(in_all),
        share(wrongly),
    );
    assert!(share(right_page) >= page_floor && share(in_all) >= answer_floor, "{language}");
}
