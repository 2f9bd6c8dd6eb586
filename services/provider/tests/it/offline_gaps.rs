//! What the offline model leaves out between what it quotes shows, and no sentence is quoted without a part of it.

use crate::asking::found;
use crate::offline::answer;

const ROWS: &str = "All of it counts.\n\n\
    | Exercise | Points |\n|---|---|\n| Spreadsheet | 2 |\n| Primary key | 3 |\n| Deleting | 2 |\n| Joining | 3 |\n| Closure | 3 |";

#[tokio::test]
async fn rows_that_are_left_out_of_a_table_are_told_of() {
    let exercises = found(&[(3, "Exercises", ROWS)]);
    let rows: Vec<String> = ROWS
        .lines()
        .filter_map(|line| {
            Some(format!("{}【3】 |", line.strip_prefix("| ").map(|_| line)?.strip_suffix(" |")?))
        })
        .collect();
    let mut left_out = 0;
    for exercise in ["spreadsheet", "deleting", "closure"] {
        let question = format!("How many points does the {exercise} exercise give?");
        let text = answer(&question, std::slice::from_ref(&exercises)).await;
        assert!(text.to_lowercase().contains(exercise), "{text}");
        let mut expected = Vec::new();
        let mut next = 0;
        for place in (0..rows.len()).filter(|place| text.contains(&rows[*place])) {
            if place > next {
                expected.push("| … | … |");
            }
            expected.push(&rows[place]);
            next = place + 1;
        }
        if next < rows.len() {
            expected.push("| … | … |");
        }
        let written: Vec<&str> =
            text.lines().filter(|line| line.starts_with("| ") && !line.contains("---")).collect();
        assert_eq!(written, expected, "{text}");
        left_out += text.matches("| … | … |").count();
    }
    assert!(left_out > 2, "some rows were left out");
}

#[tokio::test]
async fn a_sentence_with_a_formula_is_quoted_with_it_or_not_at_all() {
    let inline = "Tables have rows. The closure of a set is $$\nA^+ = \\{A, B\\}\n$$ where B depends on the rest. It is finite.";
    let apart = "Tables have rows.\n\nThe closure of a set is\n\n$$ A^+ = \\{A, B\\} $$\n\nwhere B depends on the rest. It is finite.";
    let below = "Tables have rows. The closure of a set is written as follows:\n\n$$ A^+ = \\{A, B\\}. $$\n\nIt is finite.";
    for (text, quoted) in [
        (inline, "The closure of a set is $$ A^+ = \\{A, B\\} $$ where B depends on the rest.【1】"),
        (apart, "The closure of a set is $$ A^+ = \\{A, B\\} $$ where B depends on the rest.【1】"),
        (below, "The closure of a set is written as follows: $$ A^+ = \\{A, B\\}. $$【1】"),
    ] {
        let said = answer("What is the closure of a set?", &[found(&[(1, "Closures", text)])]).await;
        assert!(said.contains(quoted), "{text}\n gives\n{said}");
    }
}

#[tokio::test]
async fn signs_in_formulas_are_no_code() {
    let page = "A selection $\\sigma_{a<5}(R)$ keeps the rows of $R$ whose a is below 5.";
    let said = answer("What is a selection?", &[found(&[(1, "Selections", page)])]).await;
    assert_eq!(said, format!("{page}【1】"));
}
