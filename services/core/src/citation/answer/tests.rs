//! What a page is shown of a text with markers.

use chatbot_protocol::PageId;
use uuid::Uuid;

use super::*;
use crate::citation::SentenceKind;
use crate::tool::ToolCitation;
use chatbot_protocol::PassageId;

fn source(number: u32, passage: u128) -> Source {
    Source {
        id: CitationId(Uuid::from_u128(u128::from(number))),
        citation: ToolCitation {
            citation_number: number,
            page_id: PageId(Uuid::from_u128(passage)),
            passage_id: PassageId(Uuid::from_u128(passage)),
            page_revision: 1,
            title: format!("Page {passage}"),
            chapter: None,
            section: None,
            snippet: format!("Passage {passage}"),
            document_url: format!("/p/{passage}#a"),
            anchor: "a".into(),
            passage_hash: [0; 32],
        },
    }
}

pub(super) fn writer() -> AnswerWriter {
    let mut writer = AnswerWriter::new("en", false);
    writer.add_sources([source(1, 10), source(2, 20), source(101, 10)]);
    writer
}

/// Number, whether it is cited for the first time, and the ends of its spans.
type Shown = (u32, bool, Vec<(u32, u32)>);

fn cited(events: &[TurnEvent]) -> Vec<Shown> {
    events
        .iter()
        .filter_map(|event| match event {
            TurnEvent::Cited { first, citation, .. } => Some((
                citation.number,
                *first,
                citation.spans.iter().map(|span| (span.start, span.end)).collect(),
            )),
            _ => None,
        })
        .collect()
}

#[test]
fn numbers_are_given_by_first_use_one_per_passage() {
    let mut writer = writer();
    let mut events = writer.write("Ää b.【2】 C 😀 d.【1】 E.【101】");
    events.extend(writer.close());
    assert_eq!(
        cited(&events),
        [(1, true, vec![(0, 5)]), (2, true, vec![(6, 13)]), (2, false, vec![(6, 13), (14, 16)])]
    );
    assert_eq!(writer.cited()[1].rows.len(), 2);
}

#[test]
fn an_unresolved_marker_is_recorded_and_not_shown() {
    let mut writer = writer();
    let events = writer.write("Keys are unique.【7】 Rows are not.");
    writer.finish();
    let (_, unresolved) = writer.findings();
    assert_eq!(
        unresolved.iter().map(|marker| (marker.number, marker.sentence.as_str())).collect::<Vec<_>>(),
        [(7, "Keys are unique.")]
    );
    assert!(cited(&events).is_empty());
}

#[test]
fn two_markers_stand_on_one_sentence() {
    let mut writer = writer();
    let events = writer.write("First one. Second one.【1】【2】\n");
    assert_eq!(cited(&events), [(1, true, vec![(11, 22)]), (2, true, vec![(11, 22)])]);
}

#[test]
fn each_step_is_a_text_part_of_its_own() {
    let mut writer = writer();
    writer.write("Let me look.");
    writer.close();
    let events = writer.write("A.【1】");
    let TurnEvent::Cited { citation, .. } = events.last().unwrap() else { panic!("nothing cited") };
    assert_eq!(citation.spans, [Span::unchecked(1, 0, 2)]);
}

pub(super) fn shown(events: &[TurnEvent]) -> String {
    let deltas = events.iter().filter_map(|event| match event {
        TurnEvent::TextAdded { delta, .. } => Some(delta.as_str()),
        _ => None,
    });
    deltas.collect()
}

#[test]
fn a_sentence_is_handed_out_when_it_is_whole_with_what_it_cites() {
    let mut writer = writer();
    writer.write("Keys e.g. of rows are unique.【1】【101】 Each table");
    let whole = writer.take_whole();
    assert_eq!(whole.len(), 1);
    assert_eq!(whole[0].text, "Keys e.g. of rows are unique.");
    assert_eq!((whole[0].numbers.as_slice(), whole[0].kind), (&[1, 101][..], SentenceKind::Prose));
    let evidence = writer.evidence(&whole[0]);
    assert_eq!((evidence.cited.len(), evidence.retrieved.len()), (1, 3), "one passage under two numbers");
    writer.write(" has one 【2】.");
    writer.finish();
    let whole = writer.take_whole();
    assert_eq!((whole[0].text.as_str(), whole[0].numbers.as_slice()), ("Each table has one.", &[2][..]));
}

#[test]
fn what_is_held_back_is_shown_when_it_is_released_and_where_it_then_stands() {
    let mut writer = AnswerWriter::new("en", true);
    writer.add_sources([source(1, 10)]);
    assert!(writer.write("- False claim.【1】\n- True claim.【1】\n").is_empty());
    assert!(writer.finish().is_empty());
    let [first, second] = <[WholeSentence; 2]>::try_from(writer.take_whole()).unwrap();
    assert_eq!(second.with_markers(), "\n- True claim.【1】");
    assert_eq!(first.span, None);
    let (events, second) = writer.release(second);
    assert_eq!(shown(&events), "- True claim.");
    assert_eq!(cited(&events), [(1, true, vec![(2, 13)])]);
    assert!(second.span.unwrap().is_at(&Span::unchecked(0, 2, 13)));
    assert!(matches!(writer.close()[..], [TurnEvent::TextEnded { .. }]));
}

#[test]
fn a_text_part_of_which_nothing_was_released_does_not_exist() {
    let mut writer = AnswerWriter::new("en", true);
    writer.write("Nothing of this.");
    assert!(writer.close().is_empty());
    writer.holds_back = false;
    let events = writer.write("A.");
    assert!(matches!(&events[0], TurnEvent::TextStarted { id } if id == "t1"));
}

#[test]
fn a_judgement_is_told_about_each_cited_passage() {
    let mut writer = writer();
    writer.write("One claim.【1】【2】\n\nMore");
    let whole = writer.take_whole().remove(0);
    let judgement = Judgement { verdict: Verdict::Partly, score: Some(0.4), ..Judgement::unchecked() };
    let events = writer.judged(&whole, &judgement, &|_| false);
    let verdicts: Vec<Option<Verdict>> = events
        .iter()
        .map(|event| match event {
            TurnEvent::Cited { first: false, citation, .. } => citation.verdict,
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(verdicts, [Some(Verdict::Partly), Some(Verdict::Partly)]);
    let (uses, _) = writer.findings();
    assert_eq!(
        uses.iter().map(|found| found.sentence.as_str()).collect::<Vec<_>>(),
        ["One claim.", "One claim."]
    );
}

#[test]
fn pages_of_one_title_are_told_apart_by_what_they_are() {
    let mut writer = AnswerWriter::new("en", false);
    let week = |number: u32| {
        let mut source = source(number, u128::from(number));
        source.citation.title = "Week 1".into();
        source
    };
    writer.add_sources([week(1), week(2)]);
    writer.write("A.【1】 B.【2】 C.【1】");
    writer.close();
    let cited: Vec<_> =
        writer.cited().iter().map(|cited| (cited.data.number, cited.data.url.as_str())).collect();
    assert_eq!(cited, [(1, "/p/1#a"), (2, "/p/2#a")]);
}

#[test]
fn what_a_marker_says_besides_its_number_is_not_believed() {
    let mut writer = writer();
    let events = writer.write("A.【9:2†https://evil.example Page 10】");
    let TurnEvent::Cited { citation, .. } = events.last().unwrap() else { panic!("nothing cited") };
    assert_eq!((citation.url.as_str(), citation.title.as_str()), ("/p/20#a", "Page 20"));
}

#[test]
fn many_sources_of_which_one_is_cited_leave_the_others_out() {
    let mut writer = AnswerWriter::new("en", false);
    writer.add_sources((1..=100).map(|number| source(number, u128::from(number))));
    writer.write("A.【77】 [see](https://x/#doc2) it.");
    writer.close();
    assert_eq!(writer.cited().iter().map(|cited| cited.data.number).collect::<Vec<_>>(), [1]);
}
