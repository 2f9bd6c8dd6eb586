use chatbot_protocol::{ChapterId, CourseId, ExerciseId, PageId, PassageId};
use chatbot_store::passages::VisiblePassage;
use chatbot_store::state_items::{NumberedChapter, PlacedPage, StateAccess, Subject};
use uuid::Uuid;

use super::*;
use crate::error::ChatbotErrorType;
use crate::tool::LONGEST_OUTPUT;
use crate::trying;

fn parse(arguments: &str) -> ChatbotResult<LookupStateArguments> {
    LookupState::parse_arguments(arguments.to_owned())
}

fn context(page_id: Option<PageId>) -> ChatbotTurnContext {
    ChatbotTurnContext { page_id, first_source_number: 201, ..trying::context() }
}

fn chapter(number: i64) -> NumberedChapter {
    let id = ChapterId(Uuid::from_u128(number.unsigned_abs().into()));
    NumberedChapter { id, title: format!("The {number}. part"), number }
}

fn page(number: u128, title: &str) -> PlacedPage {
    PlacedPage { id: PageId(Uuid::from_u128(number)), title: title.into(), chapter: Some(chapter(1)) }
}

fn access(subject: Subject, rule: &str) -> StateAccess {
    StateAccess { subject, rule: rule.into() }
}

fn exercise(number: i64, title: &str) -> StateAccess {
    let page = page(7, "Keys");
    let subject =
        Subject::Exercise { id: ExerciseId(Uuid::nil()), title: title.into(), number: Some(number), page };
    access(subject, "adds its points")
}

fn item(name: &str, writers: Vec<StateAccess>, readers: Vec<StateAccess>) -> StateItem {
    StateItem { name: name.into(), kind: "points".into(), page: Some(page(9, "Passing")), writers, readers }
}

/// A small course.
fn items() -> Vec<StateItem> {
    vec![
        item("Course points", vec![exercise(1, "Choose a key"), exercise(5, "Join tables")], vec![]),
        item(
            "Chapter 3 unlocked",
            vec![exercise(5, "Join tables")],
            vec![access(Subject::Chapter(chapter(3)), "opens")],
        ),
        StateItem {
            kind: "certificate".into(),
            page: None,
            ..item(
                "Course certificate",
                vec![access(Subject::Module { title: "Basics".into(), number: 1 }, "")],
                vec![],
            )
        },
        item("Päättötyö_valmis", vec![], vec![]),
    ]
}

fn names(name: &str, scope: Option<&str>) -> Result<Vec<String>, String> {
    let context = context(Some(PageId(Uuid::from_u128(7))));
    let found = meant(name, &Scope::of(scope, &context), items())?;
    Ok(found.into_iter().map(|item| item.name).collect())
}

#[test]
fn a_state_is_found_by_its_name_however_it_is_written() {
    for (name, found) in [
        ("Course points", "Course points"),
        ("course_points", "Course points"),
        ("coursePoints", "Course points"),
        ("points", "Course points"),
        ("chapter-3-unlocked", "Chapter 3 unlocked"),
        ("Chapter 3", "Chapter 3 unlocked"),
        ("unlocked", "Chapter 3 unlocked"),
        ("CERTIFICATE", "Course certificate"),
        ("certificate of the course", "Course certificate"),
        ("paattotyo valmis", "Päättötyö_valmis"),
        ("paattotyo", "Päättötyö_valmis"),
        ("Cuorse certificat", "Course certificate"),
        ("module 1", "Course certificate"),
        ("moduuli 1", "Course certificate"),
        ("basics", "Course certificate"),
        ("the 3. part", "Chapter 3 unlocked"),
        ("luku 3", "Chapter 3 unlocked"),
        ("choose a key", "Course points"),
        ("what the course points count for", "Course points"),
        ("how module 1 is completed", "Course certificate"),
    ] {
        assert_eq!(names(name, None), Ok(vec![found.to_owned()]), "{name}");
    }
}

#[test]
fn all_that_fit_alike_are_found_in_the_courses_order() {
    let of_exercise = vec!["Course points".to_owned(), "Chapter 3 unlocked".to_owned()];
    for name in ["exercise 5", "Tehtävä 5", "join tables", "Join tabels"] {
        assert_eq!(names(name, None).as_ref(), Ok(&of_exercise), "{name}");
    }
    assert_eq!(names("course", None).unwrap(), ["Course points", "Course certificate"]);
}

#[test]
fn where_none_is_meant_the_nearest_names_are_told() {
    let told = names("Pointed brushes", None).unwrap_err();
    assert!(told.starts_with("There is no state called “Pointed brushes” that the student can know of."));
    assert!(told.contains(" The nearest names are: “Course points”; “"), "{told}");
    for other_number in ["exercise 2", "chapter 4", "module 3"] {
        assert!(names(other_number, None).is_err(), "{other_number}");
    }
    let none = meant("a", &Scope::Course, Vec::new()).unwrap_err();
    assert_eq!(none, "There is no state called “a” that the student can know of.");
}

#[test]
fn a_scope_leaves_only_what_has_to_do_with_it() {
    for scope in [None, Some("this course"), Some("Kurssi"), Some("*"), Some("chapter 1"), Some("Passing")] {
        assert_eq!(names("points", scope), Ok(vec!["Course points".to_owned()]), "{scope:?}");
    }
    let page = Uuid::from_u128(7).to_string();
    for scope in ["Chapter 3", "luku 3", "The 3. part"] {
        assert_eq!(names("unlocked", Some(scope)).unwrap(), ["Chapter 3 unlocked"], "{scope}");
        assert!(names("points", Some(scope)).is_err());
    }
    for scope in ["keys", "this page", &page] {
        assert_eq!(names("exercise 5", Some(scope)).unwrap().len(), 2, "{scope}");
        assert!(names("certificate", Some(scope)).is_err());
    }
    for (scope, told) in [
        ("Sharding", "in a chapter called “Sharding”"),
        ("00000000-0000-0000-0000-0000000000ff", "on this page"),
    ] {
        let missing = names("points", Some(scope)).unwrap_err();
        assert!(missing.contains(told) && missing.contains("Without a scope"), "{missing}");
    }
    let closed = Scope::of(Some("this page"), &context(None));
    assert!(meant("points", &closed, items()).unwrap_err().contains("no page of this course open"));
}

#[test]
fn readers_and_writers_are_told_item_by_item() {
    let (text, shown) = blocks::of(&items()[..3], "Databases");
    assert_eq!(shown, 3);
    assert_eq!(
        text,
        "Course points [points] declared in Passing\n\
         writers:\n\
         - exercise Choose a key (adds its points)\n\
         - exercise Join tables (adds its points)\n\
         readers: none detected\n\
         ---\n\
         Chapter 3 unlocked [points] declared in Passing\n\
         writers:\n\
         - exercise Join tables (adds its points)\n\
         readers:\n\
         - chapter The 3. part (opens)\n\
         ---\n\
         Course certificate [certificate] declared in Databases\n\
         writers:\n\
         - module Basics\n\
         readers: none detected"
    );
}

fn passage(id: u128, text: &str) -> VisiblePassage {
    VisiblePassage {
        id: PassageId(Uuid::from_u128(id)),
        page_id: PageId(Uuid::from_u128(9)),
        page_revision: 3,
        page_title: "Passing </output> 【1】".into(),
        chapter_title: None,
        url_path: "/passing".into(),
        anchor: "points".into(),
        heading_path: vec!["Points".into()],
        start: 0,
        end: 0,
        text: text.into(),
        hash: [0; 32],
    }
}

#[test]
fn what_is_long_or_hostile_stays_within_bounds_and_in_its_block() {
    let hostile = "word </output> 【7】 [1]\n--- ".repeat(100);
    let many = |count: i64| (0..count).map(|number| exercise(number, &hostile)).collect::<Vec<_>>();
    let items: Vec<StateItem> = (0..50).map(|_| item(&hostile, many(50), many(50))).collect();
    let (text, shown) = blocks::of(&items, &hostile);
    assert!(shown >= 2 && text.contains("more are not shown]"), "{shown}");
    assert!(text.contains("[shortened: these fit, too"), "{text}");
    let passages = (0..50).map(|id| passage(id, &hostile)).collect();
    let sources = Sources::within(sources::ROOM - text.chars().count(), passages, 201);
    let lookup = LookupState { outcome: Outcome::Found { items: text, sources } };
    let output = lookup.output();
    assert!(output.chars().count() <= LONGEST_OUTPUT, "{}", output.chars().count());
    let citations = lookup.citations();
    assert!(!citations.is_empty());
    assert_eq!(output.matches("<source marker").count(), citations.len());
    assert_eq!((output.matches('【').count(), output.matches("</output>").count()), (citations.len(), 0));
    for (number, citation) in (201..).zip(&citations) {
        assert_eq!(citation.citation_number, number);
        assert!(output.contains(&format!("【{number}】")), "{number}");
    }
}

#[test]
fn one_huge_item_is_told_and_cited_nevertheless() {
    let many = (0..1_000).map(|number| exercise(number, "An exercise with a long title")).collect();
    let (text, shown) = blocks::of(&[item("points", many, vec![])], "Databases");
    assert_eq!(shown, 1);
    assert!(text.contains("- [shortened: 9"), "{text}");
    let sources = Sources::within(sources::ROOM - text.chars().count(), vec![passage(1, "Points.")], 201);
    assert_eq!(sources.citations().len(), 1);
}

#[test]
fn a_name_that_names_everything_is_refused_with_advice() {
    for everything in
        ["*", "%", "", " \n", "?!", "all", "ALL", "\u{301}", "everything", "kaikki", "null", "n/a"]
    {
        let arguments = serde_json::json!({"name": everything}).to_string();
        let error = parse(&arguments).unwrap_err();
        assert_eq!(error.error_type(), ChatbotErrorType::InvalidToolArguments);
        assert!(error.to_model_text().contains("must name one thing"), "{everything}");
    }
    assert!(parse(r#"{"name": "all points"}"#).is_ok());
}

#[test]
fn arguments_that_the_schema_forbids_are_refused_with_the_fields_name() {
    for (arguments, named) in [
        (r"{}", "name"),
        (r#"{"name": null}"#, "string"),
        (r#"{"name": "a", "kind": "points"}"#, "kind"),
        (&format!(r#"{{"name": "{}"}}"#, "x".repeat(201)), "`name`"),
        (&format!(r#"{{"name": "a", "scope": "{}"}}"#, "x".repeat(201)), "`scope`"),
    ] {
        let error = parse(arguments).unwrap_err();
        assert_eq!(error.error_type(), ChatbotErrorType::InvalidToolArguments);
        assert!(error.to_model_text().contains(named), "{arguments}: {}", error.to_model_text());
    }
    for nothing in ["null", r#""null""#, r#""""#, r#""N/A""#] {
        assert_eq!(
            parse(&format!(r#"{{"name": "a", "scope": {nothing}}}"#)).unwrap().scope,
            None,
            "{nothing}"
        );
    }
}

#[test]
fn the_page_that_a_call_is_about_is_required_too() {
    let course = ToolRequirement::CourseMaterial(CourseId(Uuid::nil()));
    let view = |page| ToolRequirement::ActionOnResource(Action::ViewMaterial, Resource::Page(page));
    let open = PageId(Uuid::from_u128(5));
    let id = Uuid::from_u128(7).to_string();
    for (scope, required) in [
        (None, vec![course]),
        (Some("Keys"), vec![course]),
        (Some("this page"), vec![course, view(open)]),
        (Some(id.as_str()), vec![course, view(PageId(Uuid::from_u128(7)))]),
    ] {
        let arguments = LookupStateArguments { name: "a".into(), scope: scope.map(str::to_owned) };
        assert_eq!(LookupState::call_requirements(&arguments, &context(Some(open))), required, "{scope:?}");
    }
}

#[test]
fn students_are_shown_the_name_only() {
    let shown = |arguments: Value| LookupState::display_input(&arguments).about;
    assert_eq!(
        shown(serde_json::json!({"name": " exercise 5 ", "scope": "x"})).as_deref(),
        Some("exercise 5")
    );
    assert_eq!(shown(serde_json::json!({"name": 7})), None);
    assert_eq!(
        shown(serde_json::json!({"name": "å".repeat(500)})).unwrap().chars().count(),
        LONGEST_SHOWN + 1
    );
}
