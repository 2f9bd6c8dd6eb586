mod real_courses;

use std::path::Path;

use chrono::{DateTime, Utc};
use sqlx::PgPool;

use super::*;
use crate::database;
use crate::system::SystemClock;

fn options() -> CourseOptions {
    CourseOptions {
        title: Some("A: \"course\"".into()),
        language: Some("en".into()),
        ..CourseOptions::default()
    }
}

fn write(folder: &Path, files: &[(&str, &[u8])]) {
    for (path, bytes) in files {
        let path = folder.join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, bytes).unwrap();
    }
}

async fn import(pool: &PgPool, folder: &Path, options: &CourseOptions) -> Result<Summary, LmsError> {
    let folder = CourseFolder::read(folder).unwrap();
    import_course(pool, &SystemClock, &folder, options, &mut |_| {}).await
}

fn counts(summary: &Summary) -> [usize; 5] {
    [summary.new, summary.changed, summary.unchanged, summary.removed, summary.skipped.len()]
}

#[derive(sqlx::FromRow, Debug, PartialEq)]
struct PageRow {
    url_path: String,
    title: String,
    revision: i64,
    deleted_at: Option<DateTime<Utc>>,
}

async fn pages(pool: &PgPool) -> Vec<PageRow> {
    sqlx::query_as("select url_path, title, revision, deleted_at from lms.pages order by url_path")
        .fetch_all(pool)
        .await
        .unwrap()
}

/// A course of four pages, imported once.
async fn first_import(pool: &PgPool) -> (tempfile::TempDir, Summary) {
    database::migrate(pool).await.unwrap();
    let folder = tempfile::tempdir().unwrap();
    let text = b"---\ntitle: 'One: \"first\"'\n---\r\nText\r\n";
    write(
        folder.path(),
        &[("1-x/01-a.md", text), ("1-x/02-b.md", b"# B\n\nbody"), ("2-y/c.md", b"c"), ("intro.md", b"hi")],
    );
    let summary = import(pool, folder.path(), &options()).await.unwrap();
    (folder, summary)
}

#[sqlx::test(migrations = false)]
async fn a_folder_becomes_a_course(pool: PgPool) {
    let (folder, first) = first_import(&pool).await;
    assert_eq!(counts(&first), [4, 0, 0, 0, 0]);
    assert_eq!((first.chapters, first.slug.as_str()), (3, "a-course"));
    let before = pages(&pool).await;
    let urls: Vec<_> = before.iter().map(|page| page.url_path.as_str()).collect();
    let expected = ["intro", "x/a", "x/b", "y/c"].map(|path| format!("/courses/a-course/{path}"));
    assert_eq!(urls, expected);
    assert_eq!(before[1].title, "One: \"first\"");
    let again = import(&pool, folder.path(), &options()).await.unwrap();
    assert_eq!(counts(&again), [0, 0, 4, 0, 0]);
    assert_eq!(pages(&pool).await, before);
}

#[sqlx::test(migrations = false)]
async fn importing_again_changes_only_what_changed(pool: PgPool) {
    let (folder, _) = first_import(&pool).await;
    let path = folder.path();
    write(path, &[("1-x/02-b.md", b"# B\n\nnew body"), ("1-x/03-d.md", b"d")]);
    std::fs::remove_dir_all(path.join("2-y")).unwrap();
    let second = import(&pool, path, &options()).await.unwrap();
    assert_eq!(counts(&second), [1, 1, 2, 1, 0]);
    let after = pages(&pool).await;
    let revisions: Vec<_> = after.iter().map(|page| page.revision).collect();
    assert_eq!(revisions, [1, 1, 2, 1, 1]);
    let deleted: Vec<_> = after.iter().map(|page| page.deleted_at.is_some()).collect();
    assert_eq!(deleted, [false, false, false, false, true]);
    let chapters: i64 =
        sqlx::query_scalar("select count(*) from lms.chapters").fetch_one(&pool).await.unwrap();
    assert_eq!(chapters, 2);

    write(path, &[("2-y/c.md", b"c")]);
    let third = import(&pool, path, &options()).await.unwrap();
    assert_eq!(counts(&third), [0, 1, 4, 0, 0]);
    assert!(pages(&pool).await.iter().all(|page| page.deleted_at.is_none()));
}

#[sqlx::test(migrations = false)]
async fn broken_files_are_named_and_cost_nothing_else(pool: PgPool) {
    database::migrate(&pool).await.unwrap();
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), &[("a/good.md", b"good"), ("a/later-bad.md", b"still good")]);
    import(&pool, folder.path(), &options()).await.unwrap();
    write(
        folder.path(),
        &[
            ("a/later-bad.md", b"---\ntitle: [\n---\n"),
            ("a/utf8.md", b"\xff\xfe"),
            ("a/nul.md", b"a\0b"),
            ("a/new.md", b"new"),
            (".git/x.md", b"never"),
            ("notes.txt", b"never"),
        ],
    );
    std::os::unix::fs::symlink("/etc/hostname", folder.path().join("a/link.md")).unwrap();
    let summary = import(&pool, folder.path(), &options()).await.unwrap();
    assert_eq!(counts(&summary), [1, 0, 1, 0, 4]);
    let named: Vec<_> = summary.skipped.iter().map(|skipped| skipped.path.as_str()).collect();
    assert_eq!(named, ["a/later-bad.md", "a/link.md", "a/nul.md", "a/utf8.md"]);
    assert!(pages(&pool).await.iter().all(|page| page.deleted_at.is_none()), "a slip takes no page away");
    assert!(summary.to_string().contains("skipped a/utf8.md: not valid UTF-8 (at byte 0)"));
}

#[sqlx::test(migrations = false)]
async fn what_cannot_be_a_course_is_refused(pool: PgPool) {
    database::migrate(&pool).await.unwrap();
    let folder = tempfile::tempdir().unwrap();
    let say = |result: Result<Summary, LmsError>| result.unwrap_err().to_string();
    assert!(say(import(&pool, folder.path(), &options()).await).contains("no Markdown file"));
    write(folder.path(), &[("a.md", b"a")]);
    let without = |change: fn(&mut CourseOptions)| {
        let mut options = options();
        change(&mut options);
        options
    };
    for (options, part) in [
        (without(|o| o.title = None), "--title"),
        (without(|o| o.language = None), "--language"),
        (without(|o| o.language = Some("klingon!".into())), "klingon!"),
        (without(|o| o.slug = Some("!?".into())), "--slug"),
        (without(|o| o.teacher = Some("nobody@example.org".into())), "nobody@example.org"),
    ] {
        let error = say(import(&pool, folder.path(), &options).await);
        assert!(error.contains(part), "{error}");
    }
    import(&pool, folder.path(), &options()).await.unwrap();
    let finnish = without(|o| o.language = Some("fi".into()));
    assert!(say(import(&pool, folder.path(), &finnish).await).contains("in the language en"));
    write(folder.path(), &[("course.toml", b"title = ")]);
    assert!(say(import(&pool, folder.path(), &options()).await).contains("course.toml"));
    assert_eq!(pages(&pool).await.len(), 1);
}

#[sqlx::test(migrations = false)]
async fn an_imported_course_gets_its_teacher_and_the_demo_students(pool: PgPool) {
    database::migrate(&pool).await.unwrap();
    crate::demo::seed(&pool, &SystemClock).await.unwrap();
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), &[("a.md", b"<quiz></quiz>\n\n<my-exercise name='E'></my-exercise>")]);
    let options = CourseOptions {
        default_teacher: Some("Teacher@example.org".into()),
        enrol_demo_students: true,
        ..options()
    };
    let summary = import(&pool, folder.path(), &options).await.unwrap();
    import(&pool, folder.path(), &options).await.unwrap();
    let count =
        |query: &'static str| sqlx::query_scalar::<_, i64>(query).bind(summary.course_id).fetch_one(&pool);
    assert_eq!(count("select count(*) from lms.enrollments where course_id = $1").await.unwrap(), 7);
    assert_eq!(count("select count(*) from lms.role_grants where course_id = $1").await.unwrap(), 1);
    assert_eq!(count("select count(*) from lms.exercises where course_id = $1").await.unwrap(), 2);
    database::check_contract(&pool).await.unwrap();
}
