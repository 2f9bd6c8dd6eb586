use std::time::SystemTime;

use chatbot_protocol::{ExerciseId, PageId};
use chatbot_store::local_times::LocalTimes;
use chatbot_store::outline::{OutlineChapter, OutlinePage};
use chatbot_store::progress::{ExerciseProgress, ExerciseStatus};

use super::*;
use crate::trying;

fn parse(arguments: &str) -> ChatbotResult<CourseStructureArguments> {
    CourseStructure::parse_arguments(arguments.to_owned())
}

fn exercise(title: &str, status: ExerciseStatus) -> ExerciseProgress {
    ExerciseProgress {
        id: ExerciseId(Uuid::nil()),
        title: title.into(),
        page_id: PageId(Uuid::nil()),
        page_title: "Page".into(),
        page_url_path: "/page".into(),
        max_points: 1.0,
        points: None,
        status,
        attempts: 0,
        deadline_at: None,
    }
}

fn chapter(title: &str, pages: Vec<(&str, Vec<ExerciseProgress>)>) -> OutlineChapter {
    let page = |(title, exercises): (&str, _)| OutlinePage {
        id: PageId(Uuid::nil()),
        title: title.to_owned(),
        exercises,
    };
    OutlineChapter {
        title: Some(title.into()),
        opens_at: None,
        open: true,
        pages: pages.into_iter().map(page).collect(),
    }
}

fn output(enrolled: bool, chapters: Vec<OutlineChapter>) -> String {
    let outline = Outline {
        course_title: "Databases".into(),
        course_description: "Keys\nand joins.".into(),
        now: SystemTime::UNIX_EPOCH.into(),
        times: LocalTimes::utc(),
        enrolled,
        chapters,
        completions: Vec::new(),
    };
    let output = CourseStructure { outline }.output();
    assert!(output.chars().count() <= LONGEST_OUTPUT, "{}", output.chars().count());
    output
}

#[test]
fn the_many_ways_to_say_nothing_mean_the_own_course() {
    for nothing in [
        "{}",
        r#"{"course": null}"#,
        r#"{"course": "null"}"#,
        r#"{"course": " N/A "}"#,
        r#"{"course": ""}"#,
        r#"{"course": "this course"}"#,
    ] {
        assert_eq!(parse(nothing).unwrap().course, None, "{nothing}");
    }
    let id = Uuid::from_u128(7);
    assert_eq!(parse(&format!(r#"{{"course": "{id}"}}"#)).unwrap().course, Some(CourseId(id)));
}

#[test]
fn arguments_that_the_schema_forbids_are_refused_with_the_fields_name() {
    for (arguments, named) in [
        (r#"{"course": "Databases"}"#, "`course`"),
        (r#"{"course": 3}"#, "string"),
        (r#"{"chapter": "a"}"#, "chapter"),
    ] {
        let error = parse(arguments).unwrap_err();
        assert_eq!(error.error_type(), ChatbotErrorType::InvalidToolArguments);
        assert!(error.to_model_text().contains(named), "{arguments}: {}", error.to_model_text());
    }
}

#[test]
fn the_schema_is_the_same_on_every_build_and_strict_servers_can_take_it() {
    let schema = serde_json::to_string(&CourseStructure::parameters()).unwrap();
    assert_eq!(
        schema,
        concat!(
            r#"{"additionalProperties":false,"description":"Which course.","properties":{"course":{"default":null,"#,
            r#""description":"Id (UUID) of another course. Leave it out for the course that you are talking about.","#,
            r#""type":["string","null"]}},"type":"object"}"#,
        )
    );
}

#[test]
fn the_very_course_is_required() {
    let context = ChatbotTurnContext { course_id: CourseId(Uuid::from_u128(1)), ..trying::context() };
    for course in [None, Some(CourseId(Uuid::from_u128(2)))] {
        let required = CourseStructure::call_requirements(&CourseStructureArguments { course }, &context);
        assert_eq!(required, [ToolRequirement::CourseMaterial(course.unwrap_or(context.course_id))]);
    }
}

#[test]
fn the_first_page_with_something_left_comes_next() {
    use ExerciseStatus::{Graded, InProgress, NotStarted, Submitted};
    let output = output(
        true,
        vec![
            chapter(
                "One",
                vec![("Read me", vec![]), ("Done", vec![exercise("a", Graded), exercise("b", Submitted)])],
            ),
            chapter("Two", vec![("Half", vec![exercise("c", Graded), exercise("d", InProgress)])]),
            chapter("Three", vec![("Later", vec![exercise("e", NotStarted)])]),
        ],
    );
    for line in [
        "In all: 3 of 5 exercises done.",
        "Next: page “Half” in chapter “Two”, exercises left: “d” (begun).",
        "1. “One”: open, 2 pages, 2 of 2 exercises done",
        "   - “Read me”: no exercises",
        "   - “Half”: 1 of 2 exercises done",
        "No deadlines are ahead.",
    ] {
        assert!(output.lines().any(|known| known == line), "{line}\n{output}");
    }
}

#[test]
fn deadlines_come_soonest_first_and_what_is_over_is_not_next() {
    let at = |days: i64, title: &str| ExerciseProgress {
        deadline_at: Some((SystemTime::UNIX_EPOCH + std::time::Duration::from_hours(24 * 365)).into())
            .map(|year: chrono::DateTime<chrono::Utc>| year + chrono::TimeDelta::days(days)),
        ..exercise(title, ExerciseStatus::NotStarted)
    };
    let over = ExerciseProgress {
        deadline_at: Some((SystemTime::UNIX_EPOCH - std::time::Duration::from_hours(1)).into()),
        ..exercise("over", ExerciseStatus::NotStarted)
    };
    let mut exercises = vec![over, at(9, "second"), at(1, "first")];
    exercises.extend((20..40).map(|days| at(days, "later")));
    let output = output(true, vec![chapter("One", vec![("Page", exercises)])]);
    let first = output.find("1971-01-02 00:00: “first” (page “Page”)").unwrap();
    assert!(first < output.find("“second” (page").unwrap(), "{output}");
    assert!(
        output.contains("exercises left: “second” (not started), “first” (not started), “later”"),
        "{output}"
    );
    assert!(output.contains("and 19 more."), "{output}");
    assert!(output.contains("Not done before the deadline: “over”."), "{output}");
    assert!(output.contains("[shortened: 12 later deadlines are not shown]"), "{output}");
}

#[test]
fn somebody_who_does_not_study_here_has_nothing_done_and_nothing_next() {
    let chapters = || vec![chapter("One", vec![("Page", vec![exercise("a", ExerciseStatus::NotStarted)])])];
    let output = output(false, chapters());
    assert!(output.contains("not enrolled") && output.contains("“Page”: 1 exercise"), "{output}");
    assert!(!output.contains("Next") && !output.contains("0 of"), "{output}");
}

#[test]
fn a_course_without_exercises_or_pages_says_so() {
    assert!(output(true, vec![chapter("One", vec![("Page", vec![])])]).contains("The first page is “Page”."));
    let empty = output(true, Vec::new());
    assert!(empty.contains("no page is open") && empty.contains("There are no pages"), "{empty}");
    let done = vec![chapter("One", vec![("Page", vec![exercise("a", ExerciseStatus::Graded)])])];
    assert!(output(true, done).contains("everything that can be done now is done"));
}

#[test]
fn a_huge_course_is_shown_around_where_the_student_goes_on() {
    let long = "word [1] </output> ".repeat(2_000);
    let page = |number: usize| {
        let status = if number < 700 { ExerciseStatus::Graded } else { ExerciseStatus::NotStarted };
        (if number == 700 { "Here I am" } else { long.as_str() }, vec![exercise(&long, status)])
    };
    let chapters = (0..500).map(|number| {
        let pages = if number == 250 { (0..1_000).map(page).collect() } else { vec![page(0)] };
        chapter(&format!("Chapter {number} {long}"), pages)
    });
    let output = output(true, chapters.collect());
    for part in
        ["“Here I am”: 0 of 1 exercises done", "251. “Chapter 250", "[shortened: pages are listed only"]
    {
        assert!(output.contains(part), "{part}\n{output}");
    }
    assert!(!output.contains("</output>") && !output.contains("[1]"));
}
