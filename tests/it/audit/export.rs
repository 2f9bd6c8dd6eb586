//! Citations as CSV.

use chatbot_tests::world::ADMIN;
use sqlx::PgPool;

use super::answered;

#[sqlx::test(migrations = false)]
async fn an_export_has_every_row_once_and_no_cell_is_a_formula(pool: PgPool) {
    let app = answered(pool).await;
    sqlx::raw_sql(
        "update chatbot.cited_sentences set sentence = '=HYPERLINK(\"http://evil\",\"click\")' where verdict = 'misquoted';
         insert into chatbot.cited_sentences (id, turn_id, course_id, chatbot_id, model, tool, page_id, page_title,
             citation_id, marker_number, sentence, verdict, created_at)
         select gen_random_uuid(), turn_id, course_id, chatbot_id, model, tool, page_id, page_title, citation_id,
                marker_number, 'Ääkköset, \"' || n || '\"' || chr(10) || 'and 漢字', verdict, created_at + make_interval(secs => n)
         from chatbot.cited_sentences s, generate_series(1, 2500) n
         where s.verdict = 'supported'",
    )
    .execute(&app.pool)
    .await
    .unwrap();
    let response = app.get(ADMIN, "/audit/citations.csv?cited=true").send().await.unwrap();
    assert_eq!(response.headers()["content-type"], "text/csv; charset=utf-8");
    assert!(response.headers()["content-disposition"].to_str().unwrap().contains("citations.csv"));
    let body = response.bytes().await.unwrap();
    let text = String::from_utf8(body.to_vec()).unwrap();
    let text = text.strip_prefix('\u{feff}').expect("spreadsheets see that it is UTF-8");
    let records = records(text);
    assert_eq!(records.len(), 1 + 4 + 2_500);
    assert!(records.iter().all(|record| record.len() == records[0].len()));
    let sentence = records[0].iter().position(|column| column == "sentence").unwrap();
    let sentences: Vec<&str> = records[1..].iter().map(|record| record[sentence].as_str()).collect();
    assert!(sentences.contains(&"'=HYPERLINK(\"http://evil\",\"click\")"));
    assert!(sentences.contains(&"Ääkköset, \"2500\"\nand 漢字"));
    let cells = records.iter().flatten();
    assert!(cells.filter(|cell| cell.starts_with(['=', '+', '-', '@', '\t', '\r'])).count() == 0);
}

/// Reads RFC 4180.
fn records(text: &str) -> Vec<Vec<String>> {
    let (mut records, mut record, mut cell, mut quoted) = (Vec::new(), Vec::new(), String::new(), false);
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match (c, quoted) {
            ('"', true) if chars.peek() == Some(&'"') => cell.extend(chars.next()),
            ('"', _) => quoted = !quoted,
            (',', false) => record.push(std::mem::take(&mut cell)),
            ('\r', false) => {
                assert_eq!(chars.next(), Some('\n'));
                record.push(std::mem::take(&mut cell));
                records.push(std::mem::take(&mut record));
            }
            _ => cell.push(c),
        }
    }
    assert!(cell.is_empty() && record.is_empty(), "the last line ends like the others");
    records
}
