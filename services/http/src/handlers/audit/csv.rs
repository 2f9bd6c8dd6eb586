//! Citations as CSV (RFC 4180), row by row: a page is read, its connection goes back, the page goes out. A fault on
//! the way breaks the download off, so that nobody takes a part for the whole.

use std::sync::Arc;

use actix_web::HttpResponse;
use actix_web::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use actix_web::web::Bytes;
use async_stream::try_stream;
use chatbot_engine::audit::{CitationFilter, is_unseen, visible};
use chatbot_engine::{Audit, EngineError};
use chatbot_protocol::UserId;
use chatbot_protocol::api::ListPage;
use chatbot_protocol::audit::AuditedCitation;
use chrono::SecondsFormat;
use futures_util::Stream;
use serde::Serialize;
use serde_json::Value;

/// By it spreadsheets know that the text is UTF-8.
const BYTE_ORDER_MARK: &str = "\u{feff}";
const COLUMNS: &[&str] = &[
    "id",
    "answered_at",
    "course",
    "chatbot",
    "model",
    "tool",
    "page",
    "page_id",
    "sentence",
    "quote",
    "verdict",
    "score",
    "freshness",
    "cited",
    "reviewed_at",
    "reviewed_by",
    "note",
    "erased",
    "turn_id",
];

/// The whole list that a filter finds.
pub(super) fn respond(audit: Arc<dyn Audit>, caller: UserId, filter: CitationFilter) -> HttpResponse {
    let rows = document(move |cursor| {
        let (audit, filter) = (Arc::clone(&audit), filter.clone());
        async move { audit.export_page(caller, &filter, cursor).await }
    });
    HttpResponse::Ok()
        .insert_header((CONTENT_TYPE, "text/csv; charset=utf-8"))
        .insert_header((CONTENT_DISPOSITION, "attachment; filename=\"citations.csv\""))
        .streaming::<_, EngineError>(Box::pin(rows))
}

/// The lines, each page as it is read.
fn document<R>(read: impl Fn(Option<String>) -> R) -> impl Stream<Item = Result<Bytes, EngineError>>
where
    R: Future<Output = Result<ListPage<AuditedCitation>, EngineError>>,
{
    try_stream! {
        yield Bytes::from(format!("{BYTE_ORDER_MARK}{}", line(COLUMNS.iter().map(|column| (*column).to_owned()))));
        let mut cursor = None;
        loop {
            let page = read(cursor).await
                .inspect_err(|error| tracing::error!(%error, "an export broke off"))?;
            yield Bytes::from(page.items.iter().map(|row| line(cells(row))).collect::<String>());
            cursor = page.next_cursor;
            if cursor.is_none() {
                break;
            }
        }
    }
}

fn cells(row: &AuditedCitation) -> Vec<String> {
    let moment = |at: &chrono::DateTime<chrono::Utc>| at.to_rfc3339_opts(SecondsFormat::Secs, true);
    let text = |text: &Option<String>| text.clone().unwrap_or_default();
    let review = row.review.as_ref();
    vec![
        row.id.to_string(),
        moment(&row.at),
        row.course.clone(),
        row.chatbot.clone(),
        row.model.clone(),
        text(&row.tool),
        text(&row.page),
        row.page_id.map(|page| page.to_string()).unwrap_or_default(),
        text(&row.sentence),
        text(&row.quote),
        word(row.verdict),
        row.score.map(|score| score.to_string()).unwrap_or_default(),
        word(row.freshness),
        row.cited.to_string(),
        review.map(|review| moment(&review.at)).unwrap_or_default(),
        review.and_then(|review| review.by.as_ref()).map(|by| by.name.clone()).unwrap_or_default(),
        review.map(|review| review.note.clone()).unwrap_or_default(),
        row.erased.to_string(),
        row.turn_id.to_string(),
    ]
}

/// A word as it stands in JSON; nothing for none.
fn word(word: impl Serialize) -> String {
    match serde_json::to_value(word) {
        Ok(Value::String(word)) => word,
        _ => String::new(),
    }
}

fn line(cells: impl IntoIterator<Item = String>) -> String {
    let cells: Vec<String> = cells.into_iter().map(|cell| quoted(&harmless(&visible(&cell)))).collect();
    format!("{}\r\n", cells.join(","))
}

/// A spreadsheet takes a cell that begins so for a formula; behind an apostrophe it is text.
fn harmless(cell: &str) -> String {
    let first = cell.trim_start_matches(|c| c == ' ' || is_unseen(c)).chars().next();
    let begins = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'];
    if first.is_some_and(|first| begins.contains(&first)) { format!("'{cell}") } else { cell.to_owned() }
}

fn quoted(cell: &str) -> String {
    if cell.contains(['"', ',', '\r', '\n', ';']) || cell.starts_with(' ') || cell.ends_with(' ') {
        format!("\"{}\"", cell.replace('"', "\"\""))
    } else {
        cell.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use chatbot_protocol::ErrorCode;
    use futures_util::{FutureExt, StreamExt};
    use serde_json::json;

    use super::*;

    fn page(sentence: &str, next: Option<&str>) -> ListPage<AuditedCitation> {
        let id = "00000000-0000-0000-0000-000000000001";
        let row = json!({
            "id": id, "turnId": id, "courseId": id, "course": "Databases", "chatbotId": id, "chatbot": "Guide",
            "model": "m", "tool": null, "pageId": null, "page": null, "sentence": sentence, "quote": null,
            "verdict": null, "score": null, "freshness": null, "cited": true, "at": "2026-09-01T09:00:00Z",
            "review": null, "erased": false,
        });
        ListPage { items: vec![serde_json::from_value(row).unwrap()], next_cursor: next.map(str::to_owned) }
    }

    #[test]
    fn each_page_goes_out_before_the_next_is_read_and_a_fault_breaks_the_document_off() {
        let read = RefCell::new(Vec::new());
        let mut lines = std::pin::pin!(document(|cursor: Option<String>| {
            read.borrow_mut().push(cursor.clone());
            std::future::ready(match cursor.as_deref() {
                None => Ok(page("First", Some("second"))),
                Some("second") => Ok(page("Second", Some("third"))),
                Some(_) => Err(EngineError::refused(ErrorCode::Internal)),
            })
        }));
        let mut next = || lines.next().now_or_never().unwrap();
        let mut words = || next().map(|piece| piece.map(|piece| String::from_utf8(piece.to_vec()).unwrap()));
        assert!(words().unwrap().unwrap().contains("sentence"), "the head");
        assert_eq!(*read.borrow(), Vec::<Option<String>>::new());
        for (sentence, pages) in [("First", 1), ("Second", 2)] {
            assert!(words().unwrap().unwrap().contains(sentence));
            assert_eq!(read.borrow().len(), pages, "no page is read before its time");
        }
        assert!(words().unwrap().is_err(), "nobody takes a part for the whole");
        assert!(words().is_none());
        assert_eq!(read.take(), [None, Some("second".to_owned()), Some("third".to_owned())]);
    }

    #[test]
    fn cells_are_quoted_where_they_must_be_and_never_formulas() {
        for (cell, wanted) in [
            ("plain", "plain"),
            ("", ""),
            ("a, b", "\"a, b\""),
            ("she said \"so\"", "\"she said \"\"so\"\"\""),
            ("two\nlines", "\"two\nlines\""),
            ("=1+1", "'=1+1"),
            ("+358", "'+358"),
            ("-1", "'-1"),
            ("@SUM(A1)", "'@SUM(A1)"),
            ("\tx", "'\tx"),
            ("\rx", "\"'\rx\""),
            ("=HYPERLINK(\"http://x\",\"y\")", "\"'=HYPERLINK(\"\"http://x\"\",\"\"y\"\")\""),
            (" =1", "' =1"),
            ("＝1", "'＝1"),
            ("1=1", "1=1"),
            ("\u{202e}=1", "'=1"),
            ("\u{feff}\u{200b}=1", "'\u{feff}\u{200b}=1"),
            ("\u{1b}[31mred\u{8}\0", "[31mred"),
            ("a\u{e0041}\u{2067}b", "ab"),
        ] {
            assert_eq!(line([cell.to_owned()]), format!("{wanted}\r\n"), "{cell:?}");
        }
    }
}
