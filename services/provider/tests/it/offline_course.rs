//! The offline model on a real programming course: does the first quotation answer?

use crate::offline_measured::{Page, ask, page};
use crate::shared_data::data;

/// Questions, and words of which one stands in a right answer.
const QUESTIONS: [(&str, &[&str]); 24] = [
    ("What is a tuple?", &["immutable", "data structure"]),
    ("What is the difference between a list and a tuple?", &["immutable", "parenthes"]),
    ("How do I read a file in Python?", &["open", "with"]),
    ("What does the continue command do?", &["beginning of the loop", "next iteration"]),
    ("How can I break out of a loop?", &["break"]),
    ("What is recursion?", &["calls itself", "call itself", "defined in terms of itself"]),
    ("What is a class?", &["blueprint", "template", "defined with the keyword"]),
    ("What is an object?", &["independent whole", "data structure", "attributes", "class"]),
    ("How do I handle exceptions?", &["try"]),
    ("What does the try block do?", &["try"]),
    ("How do I round a number?", &["round"]),
    ("What is the modulo operator?", &["remainder", "%"]),
    ("How do f-strings work?", &["curly", "f-string"]),
    ("What is string slicing?", &["substring", "slice", "slicing"]),
    ("Why should I use functions?", &["function"]),
    ("What are default values of parameters?", &["default"]),
    ("How do I add an item to a dictionary?", &["key", "="]),
    ("What is encapsulation?", &["hid", "client"]),
    ("What is inheritance?", &["inherit", "class"]),
    ("How do I write to a file?", &["write"]),
    ("What are list comprehensions?", &["list", "new"]),
    ("What does the len function return?", &["number of characters", "length"]),
    ("How do I sort a list in order of magnitude?", &["sort"]),
    ("What is the difference between local and global variables?", &["global", "within", "inside"]),
];

#[tokio::test]
async fn most_questions_about_a_programming_course_are_answered_from_the_right_passage() {
    let Some(root) = data("courses/moocfi-python/pages") else {
        return;
    };
    let pages = passages(&root);
    let mut good = 0;
    for (question, words) in QUESTIONS {
        let (text, _) = ask(&pages, question, None, "en").await;
        let said = text.to_lowercase();
        let right = text.contains('【') && words.iter().any(|word| said.contains(word));
        good += usize::from(right);
        println!("{} {question}\n    {}\n", if right { "+" } else { "-" }, text.replace('\n', "\n    "));
    }
    println!("{good} of {} questions", QUESTIONS.len());
    assert!(good >= QUESTIONS.len() * 3 / 4);
}

/// The pages cut at their headings.
fn passages(root: &std::path::Path) -> Vec<Page> {
    let mut files: Vec<_> = std::fs::read_dir(root)
        .unwrap()
        .flat_map(|entry| {
            let path = entry.unwrap().path();
            if path.is_dir() {
                std::fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path()).collect()
            } else {
                vec![path]
            }
        })
        .filter(|path| path.extension().is_some_and(|extension| extension == "md"))
        .collect();
    files.sort();
    let mut passages = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        let body = text.splitn(3, "---").nth(2).unwrap_or(&text);
        let title = text
            .split("title:")
            .nth(1)
            .map_or("", |rest| rest.lines().next().unwrap())
            .trim_matches(['"', '\'', ' ']);
        let (mut section, mut open) = (String::new(), String::new());
        for line in body.lines().chain(["## "]) {
            if line.starts_with("## ")
                || line.starts_with("### ")
                || open.split_whitespace().count() > 220 && line.is_empty()
            {
                if open.split_whitespace().count() > 8 {
                    let id = format!("{}", passages.len());
                    passages.push(page(id, format!("{title} {section}"), std::mem::take(&mut open)));
                }
                open.clear();
                if line.starts_with('#') {
                    line.trim_matches(['#', ' ']).clone_into(&mut section);
                }
            } else {
                open.push_str(line);
                open.push('\n');
            }
        }
    }
    passages
}
