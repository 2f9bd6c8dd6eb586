//! Looking at the course from above: what each may know of it, and nothing else.

use chatbot_tests::world::{ASSISTANT, COURSE, OTHER_COURSE, OTHER_TEACHER, STUDENT, TEACHER};
use chatbot_tools::ToolSet as _;
use serde_json::json;
use sqlx::PgPool;

use crate::tools_material::{NO_PAGE, result, start};

#[sqlx::test(migrations = false)]
async fn the_course_is_told_as_each_sees_it(pool: PgPool) {
    let app = start(pool).await;
    sqlx::raw_sql(
        "insert into lms.exercises values
             ('00000000-0000-0000-0000-000000000013', '00000000-0000-0000-0000-0000000000c1',
              '00000000-0000-0000-0000-0000000000d5', 1, 'Bind a value', 1, '2026-09-30 21:59Z', null);
         update lms.chapters set opens_at = '2030-01-01 00:00Z' where title = 'Later'",
    )
    .execute(&app.pool)
    .await
    .unwrap();
    let student = result(&app, STUDENT, "course_structure", json!({"course": "null"})).await;
    insta::assert_snapshot!("the_course_for_a_student", student);
    let teacher = result(&app, TEACHER, "course_structure", json!({"course": COURSE})).await;
    insta::assert_snapshot!("the_course_for_a_teacher", teacher);
    let assistant = result(&app, ASSISTANT, "course_structure", json!({})).await;
    assert!(assistant.contains("“Sharding”") && assistant.contains("staff see it already"), "{assistant}");
    let other = result(&app, OTHER_TEACHER, "course_structure", json!({})).await;
    assert!(other.contains("“Premises”") && !other.contains("Keys"), "{other}");
    assert!(app.value::<bool>("select count(*) = 0 from chatbot.citations").await, "this is no source");
}

#[sqlx::test(migrations = false)]
async fn another_course_is_told_only_to_those_who_may_read_it(pool: PgPool) {
    let app = start(pool).await;
    let denied = result(&app, STUDENT, "course_structure", json!({"course": NO_PAGE})).await;
    assert!(denied.contains("not allowed") && denied.contains("view_material on course"), "{denied}");
    for who in [STUDENT, ASSISTANT, TEACHER] {
        let seen = result(&app, who, "course_structure", json!({"course": OTHER_COURSE})).await;
        assert_eq!(seen, denied, "{who}");
    }
    assert_eq!(result(&app, OTHER_TEACHER, "course_structure", json!({"course": COURSE})).await, denied);
    sqlx::raw_sql("update lms.courses set is_public = true").execute(&app.pool).await.unwrap();
    let seen = result(&app, OTHER_TEACHER, "course_structure", json!({"course": COURSE})).await;
    assert!(seen.contains("“Keys”: 1 exercise") && seen.contains("not enrolled"), "{seen}");
}

#[sqlx::test(migrations = false)]
async fn a_time_zone_that_nobody_knows_is_utc(pool: PgPool) {
    let app = start(pool).await;
    sqlx::raw_sql("update lms.courses set time_zone = 'Middle/Earth'").execute(&app.pool).await.unwrap();
    let seen = result(&app, STUDENT, "course_structure", json!({})).await;
    assert!(seen.contains("It is 2026-09-01 09:00 now; all times are UTC time."), "{seen}");
}

#[test]
fn they_change_nothing() {
    for tool in chatbot_tools::shipped().unwrap().tools() {
        let ours = ["page_lookup", "course_structure", "lookup_state", "glossary_lookup"]
            .contains(&tool.spec.name.as_str());
        assert!(!ours || tool.read_only, "{}", tool.spec.name);
    }
}
