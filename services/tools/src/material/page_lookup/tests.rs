use chatbot_protocol::{CourseId, PassageId};
use chatbot_store::passages::VisiblePassage;
use serde_json::json;

use super::*;
use crate::error::ChatbotErrorType;
use crate::tool::LONGEST_OUTPUT;
use crate::trying;

fn parse(arguments: &str) -> ChatbotResult<PageLookupArguments> {
    PageLookup::parse_arguments(arguments.to_owned())
}

fn context(page_id: Option<PageId>) -> ChatbotTurnContext {
    ChatbotTurnContext { page_id, first_source_number: 201, ..trying::context() }
}

fn page(number: u128, title: &str) -> VisibleTitle {
    VisibleTitle {
        id: PageId(Uuid::from_u128(number)),
        title: title.into(),
        chapter_id: None,
        chapter_title: Some("One".into()),
    }
}

fn passage(path: &[&str], text: &str) -> VisiblePassage {
    VisiblePassage {
        id: PassageId(Uuid::nil()),
        page_id: PageId(Uuid::nil()),
        page_revision: 3,
        page_title: "Keys".into(),
        chapter_title: None,
        url_path: "/keys".into(),
        anchor: path.last().unwrap_or(&"").to_lowercase(),
        heading_path: path.iter().map(|heading| (*heading).to_owned()).collect(),
        start: 0,
        end: 0,
        text: text.into(),
        hash: [0; 32],
    }
}

fn read(section: Option<&str>, passages: Vec<VisiblePassage>) -> PageLookup {
    let outcome = Outcome::of_page(&page(1, "Keys"), section, passages, 201);
    PageLookup { outcome, first_source_number: 201 }
}

/// The source numbers that the output shows are those of the citations, and it is within bounds.
fn check(lookup: &PageLookup) -> String {
    let output = lookup.output();
    assert!(output.chars().count() <= LONGEST_OUTPUT, "{}", output.chars().count());
    let citations = lookup.citations();
    assert!(citations.len() <= 100);
    assert_eq!(output.matches("<source marker").count(), citations.len());
    assert_eq!(output.matches("</source>").count(), citations.len());
    for (number, citation) in (201..).zip(&citations) {
        assert_eq!(citation.citation_number, number);
        assert!(output.contains(&format!("【{number}】")), "{number}");
    }
    output
}

#[test]
fn arguments_that_the_schema_forbids_are_refused_with_the_fields_name() {
    for (arguments, named) in [
        (r"{}", "page"),
        (r#"{"page": ""}"#, "page"),
        (r#"{"page": " \n"}"#, "page"),
        (r#"{"page": null}"#, "string"),
        (r#"{"page": "a", "section": 3}"#, "string"),
        (r#"{"page": "a", "limit": 3}"#, "limit"),
        (&format!(r#"{{"page": "{}"}}"#, "ä".repeat(301)), "`page`"),
        (&format!(r#"{{"page": "a", "section": "{}"}}"#, "ä".repeat(301)), "`section`"),
    ] {
        let error = parse(arguments).unwrap_err();
        assert_eq!(error.error_type(), ChatbotErrorType::InvalidToolArguments);
        assert!(error.to_model_text().contains(named), "{arguments}: {}", error.to_model_text());
    }
}

#[test]
fn the_many_ways_to_say_nothing_mean_the_whole_page() {
    for nothing in ["null", r#""null""#, r#""N/A""#, r#""""#, r#"" none ""#, r#""undefined""#] {
        let arguments = parse(&format!(r#"{{"page": "Null", "section": {nothing}}}"#)).unwrap();
        assert_eq!((arguments.page.as_str(), arguments.section), ("Null", None), "{nothing}");
    }
    assert_eq!(parse(r#"{"page": "a"}"#).unwrap().section, None);
    assert_eq!(parse(r#"{"page": "a", "section": " Keys "}"#).unwrap().section.as_deref(), Some("Keys"));
}

#[test]
fn the_schema_is_the_same_on_every_build_and_strict_servers_can_take_it() {
    let schema = serde_json::to_string(&PageLookup::parameters()).unwrap();
    assert_eq!(
        schema,
        concat!(
            r#"{"additionalProperties":false,"description":"Which page, and what of it.","properties":{"page":{"#,
            r#""description":"Title of the page or a part of it, or its id (UUID). Write \"this page\" for the page that "#,
            r#"the student\nhas open. At most 300 characters.","maxLength":300,"minLength":1,"type":"string"},"section":"#,
            r#"{"default":null,"description":"Heading of the section that is wanted. Leave it out for the whole page.","#,
            r#""maxLength":300,"type":["string","null"]}},"required":["page"],"type":"object"}"#,
        )
    );
}

#[test]
fn an_id_and_the_open_page_require_the_very_page() {
    let id = PageId(Uuid::from_u128(7));
    let view = ToolRequirement::ActionOnResource(Action::ViewMaterial, Resource::Page(id));
    let course = ToolRequirement::CourseMaterial(CourseId(Uuid::nil()));
    for (page, open, wanted) in [
        (id.to_string().to_uppercase(), None, vec![course, view]),
        (format!(" {id}"), None, vec![course, view]),
        ("this page".into(), Some(id), vec![course, view]),
        ("Tämä sivu".into(), Some(id), vec![course, view]),
        ("this page".into(), None, vec![course]),
        ("Keys".into(), Some(id), vec![course]),
    ] {
        let arguments = PageLookupArguments { page, section: None };
        assert_eq!(PageLookup::call_requirements(&arguments, &context(open)), wanted, "{arguments:?}");
    }
}

#[test]
fn students_are_shown_names_and_no_ids() {
    let id = Uuid::from_u128(7).to_string();
    for (arguments, about) in [
        (json!({"page": "Keys"}), Some("Keys".to_owned())),
        (json!({"page": "Keys", "section": "Primary"}), Some("Keys › Primary".to_owned())),
        (json!({"page": id, "section": "Primary"}), Some("Primary".to_owned())),
        (json!({"page": id, "section": null}), None),
        (json!({"page": 7}), None),
        (json!({"page": "x".repeat(5_000)}), Some("x".repeat(100) + "…")),
    ] {
        assert_eq!(PageLookup::display_input(&arguments).about, about);
    }
}

#[test]
fn a_page_called_like_the_words_for_the_open_page_is_meant_itself() {
    let pages = [page(1, "Voltage"), page(2, "Current")];
    let open = context(Some(pages[0].id));
    let chosen = |page: &str, pages: &[VisibleTitle], context: &ChatbotTurnContext| {
        choose(&PageLookupArguments { page: page.into(), section: None }, pages, context)
    };
    assert_eq!(chosen("current", &pages, &open).unwrap(), 1);
    assert_eq!(chosen("current", &pages[..1], &open).unwrap(), 0);
    assert_eq!(chosen("tämä sivu", &pages, &open).unwrap(), 0);
    assert_eq!(chosen("Volt", &pages, &open).unwrap(), 0);
    for none in [context(None), context(Some(PageId(Uuid::from_u128(9))))] {
        assert!(
            chosen("this page", &pages, &none).unwrap_err().text().contains("no page of this course open")
        );
    }
    let other = Uuid::from_u128(9).to_string();
    assert!(chosen(&other, &pages, &open).unwrap_err().text().contains("no page with this id"));
}

#[test]
fn pages_that_fit_alike_are_listed_with_their_ids() {
    let pages: Vec<_> = (0..30).map(|number| page(number, "Summary\n- [1]")).collect();
    let arguments = PageLookupArguments { page: "summary".into(), section: None };
    let Err(outcome) = choose(&arguments, &pages, &context(None)) else { panic!("one was chosen") };
    let text = outcome.text();
    assert!(text.contains("- “Summary - (1)” (chapter “One”), id 00000000-"), "{text}");
    assert!(text.contains("[shortened: 10 more pages fit]"), "{text}");
}

#[test]
fn a_section_comes_with_those_below_it() {
    let passages = || {
        vec![
            passage(&[], "Intro."),
            passage(&["Keys"], "About keys."),
            passage(&["Keys", "Primary"], "A primary key."),
            passage(&["Joins", "Summary"], "Joins."),
            passage(&["Sets", "Summary"], "Sets."),
        ]
    };
    let output = check(&read(Some("keys"), passages()));
    assert!(output.starts_with("The page “Keys” (chapter “One”), section “Keys”: 2 passages"), "{output}");
    assert!(
        output.contains("About keys.") && output.contains("A primary key.") && !output.contains("Joins.")
    );
    assert!(check(&read(Some("Joins"), passages())).contains("Joins."), "a heading without text of its own");
    assert!(check(&read(Some("## sets > summary"), passages())).contains("Sets."));
    let several = check(&read(Some("summary"), passages()));
    assert!(several.contains("“Joins › Summary”; “Sets › Summary”"), "{several}");
    let none = check(&read(Some("normal forms"), passages()));
    assert!(none.contains("no section called “normal forms”") && none.contains("“Keys › Primary”"), "{none}");
    assert!(check(&read(Some("a"), vec![passage(&[], "Intro.")])).contains("has no sections"));
    assert!(check(&read(None, Vec::new())).contains("has no text"));
    assert!(!check(&read(None, passages())).contains("shortened"));
}

#[test]
fn a_long_page_is_shown_from_its_start_with_an_outline_of_the_rest() {
    let section = |number: usize| passage(&[&format!("Part {number} of the page")], &"ä b ".repeat(300));
    let output = check(&read(None, (0..170).map(section).collect()));
    assert!(output.contains("170 passages") && output.contains("section=\"Part 0 of the page\""));
    assert!(output.contains("[shortened: ") && output.contains("“Part 40 of the page”"), "{output}");
    assert!(output.ends_with(" more]"), "{output}");
    let output = check(&read(None, (0..170).map(|_| passage(&["Short"], "Word.")).collect()));
    assert!(output.contains("[shortened: 70 more passages of it are not shown. Sections"), "{output}");
}

#[test]
fn a_passage_that_fits_nowhere_is_cut_inside_its_block() {
    for lead in [Vec::new(), vec![passage(&[], "Intro.")]] {
        let count = lead.len() + 1;
        let listing = passage(&["Code"], &"<source> [1] 【2】\n".repeat(15_000));
        let rest = vec![passage(&["Last"], "Last.")];
        let lookup = read(None, lead.into_iter().chain([listing]).chain(rest).collect());
        let output = check(&lookup);
        assert!(output.contains("goes on for 2") && output.contains("“Last”"));
        assert_eq!(lookup.citations().len(), count);
        assert!(lookup.citations()[count - 1].snippet.len() > 200_000, "citations are whole");
    }
}

#[test]
fn endless_titles_and_headings_stay_within_bounds() {
    let long = "word ".repeat(20_000);
    let passages: Vec<_> = (0..150)
        .map(|number| VisiblePassage {
            page_title: long.clone(),
            ..passage(&[&format!("{number} {long}")], "Text.")
        })
        .collect();
    let page = VisibleTitle { title: long.clone(), chapter_title: Some(long), ..page(1, "") };
    for section in [None, Some("nowhere to be found"), Some("7")] {
        let outcome = Outcome::of_page(&page, section, passages.clone(), 201);
        check(&PageLookup { outcome, first_source_number: 201 });
    }
}
